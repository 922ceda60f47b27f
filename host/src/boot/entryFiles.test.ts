import { isSigninPath } from '@boxyard/shared/domain/access/signinPaths.ts';
import { entryFiles, prefetchShell } from './entryFiles.ts';

test.each(['/login', '/register', '/forgot-password', '/logout', '/login/'])(
  '%s is the sign-in entry',
  (path) => {
    expect(isSigninPath(path)).toBe(true);
  },
);

test.each(['/', '/dashboard', '/profile', '/login-history', '/users-management/users'])(
  '%s is the shell entry',
  (path) => {
    expect(isSigninPath(path)).toBe(false);
  },
);

test('the shell is fetched ahead by the names that index.html carries', () => {
  document.head.innerHTML =
    '<script src="/b.js" data-signin="/s.js" data-shell="/assets/shell.css /assets/shell.js"></script>';
  expect(entryFiles('signin', null)).toEqual(['/s.js']);
  prefetchShell();
  const links = [...document.head.querySelectorAll('link')];
  expect(links.map((link) => [link.rel, link.getAttribute('href'), link.as])).toEqual([
    ['prefetch', '/assets/shell.css', 'style'],
    ['prefetch', '/assets/shell.js', 'script'],
  ]);
});
