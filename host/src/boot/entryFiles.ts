/** Paths of the sign-in entry (specification 2, Public routes); every other path is the shell's. */
const SIGNIN_PATHS = ['/login', '/register', '/forgot-password', '/logout'];

/** Whether a path is served by the sign-in entry, which has no router, query or federation. */
export function isSigninPath(pathname: string): boolean {
  return SIGNIN_PATHS.includes(pathname.replace(/\/+$/, ''));
}

/** Files of an entry, as index.html names them on the script tag of boot.js. */
export function entryFiles(entry: 'signin' | 'shell', script: HTMLScriptElement | null): string[] {
  const tag = script ?? document.querySelector<HTMLScriptElement>('script[data-shell]');
  return (tag?.dataset[entry] ?? '').split(' ').filter(Boolean);
}

/** Fetches the shell's files ahead, at the lowest priority: the person is still typing. */
export function prefetchShell(): void {
  for (const file of entryFiles('shell', null)) {
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.as = file.endsWith('.css') ? 'style' : 'script';
    link.href = file;
    document.head.append(link);
  }
}
