import { decide, homeOf, logoutPath, safeRedirect } from './guards.ts';
import { HOST_PAGES, SIGNIN_PAGES } from './hostPages.ts';

const visitor = (changes: Partial<Parameters<typeof decide>[1]> = {}) => ({
  hasSession: true,
  mayDo: () => true,
  role: 'admin' as const,
  from: null,
  ...changes,
});
const page = { name: 'parts', path: '/parts', title: { en: 'Parts', th: 'อะไหล่' }, page: 'parts' };
const login = SIGNIN_PAGES[0] ?? page;

test('a route that requires authentication sends a visitor without a session to logout', () => {
  expect(decide(page, visitor({ hasSession: false }))).toEqual({ kind: 'logout' });
  // The session is asked for before the ability.
  expect(decide(page, visitor({ hasSession: false, mayDo: () => false }))).toEqual({
    kind: 'logout',
  });
});

test('a page needs a view ability on its page name, and whatever else it names', () => {
  const mayDo = (name: string) => name === 'parts:view';
  expect(decide(page, visitor({ mayDo }))).toEqual({ kind: 'pass' });
  expect(decide({ ...page, needs: 'parts:create' }, visitor({ mayDo }))).toEqual({ kind: 'blank' });
  expect(decide({ ...page, page: 'audit' }, visitor({ mayDo }))).toEqual({ kind: 'blank' });
});

test('a route for the role admin asks for the stored role, and for the ability all the same', () => {
  const admin = { ...page, roles: 'admin' as const };
  expect(decide(admin, visitor())).toEqual({ kind: 'pass' });
  expect(decide(admin, visitor({ role: null }))).toEqual({ kind: 'blank' });
  expect(decide(admin, visitor({ mayDo: () => false }))).toEqual({ kind: 'blank' });
  expect(decide(admin, visitor({ hasSession: false, role: null }))).toEqual({ kind: 'logout' });
  for (const roles of ['all', undefined] as const) {
    expect(decide({ ...page, ...(roles ? { roles } : {}) }, visitor({ role: null }))).toEqual({
      kind: 'pass',
    });
  }
});

test('the blank page and the profile skip the ability check', () => {
  const mayDo = () => false;
  expect(decide(HOST_PAGES.BlankPage, visitor({ mayDo }))).toEqual({ kind: 'pass' });
  expect(decide(HOST_PAGES.Profile, visitor({ mayDo }))).toEqual({ kind: 'pass' });
  expect(decide(HOST_PAGES.dashboard, visitor({ mayDo }))).toEqual({ kind: 'blank' });
});

test('check-auth routes send whoever is signed in away', () => {
  expect(decide(login, visitor())).toEqual({ kind: 'away' });
  expect(decide(login, visitor({ hasSession: false }))).toEqual({ kind: 'pass' });
});

test('a required predecessor is asked for, and its own query changes are not', () => {
  const second = { ...page, requiresPrevious: { name: 'first', fallback: 'start' } };
  expect(decide(second, visitor())).toEqual({ kind: 'fallback', route: 'start' });
  expect(decide(second, visitor({ from: 'other' }))).toEqual({ kind: 'fallback', route: 'start' });
  expect(decide(second, visitor({ from: 'first' }))).toEqual({ kind: 'pass' });
  expect(decide(second, visitor({ from: 'parts' }))).toEqual({ kind: 'pass' });
});

test.each([
  ['?redirect=/dashboard', '/dashboard'],
  ['?redirect=%2Fparts%3Fpage%3D2', '/parts?page=2'],
  ['?redirect=//evil.example/x', null],
  ['?redirect=/\\evil.example', null],
  ['?redirect=/%09/evil.example', null],
  ['?redirect=https://evil.example', null],
  ['?redirect=javascript:alert(1)', null],
  ['?redirect=/login', null],
  ['?redirect=/logout', null],
  ['', null],
])('a redirect stays on this origin: %s', (search, target) => {
  expect(safeRedirect(search, 'http://localhost:8080')).toBe(target);
});

test('home is the dashboard where it may be viewed', () => {
  expect(homeOf(() => true)).toBe('/dashboard');
  expect(homeOf(() => false)).toBe('/');
});

test('logout remembers the page with its query', () => {
  expect(logoutPath({ pathname: '/parts', search: '?page=2' })).toBe(
    '/logout?redirect=%2Fparts%3Fpage%3D2',
  );
  expect(logoutPath({ pathname: '/', search: '' })).toBe('/logout');
  expect(logoutPath({ pathname: '/logout', search: '?redirect=%2Fparts' })).toBe('/logout');
});
