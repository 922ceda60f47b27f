/** Paths of the sign-in entry (specification 2, Public routes); every other path is the shell's. */
const SIGNIN_PATHS = ['/login', '/register', '/forgot-password', '/logout'];

/** Whether a path is served by the sign-in entry, which has no router, query or federation. */
export function isSigninPath(pathname: string): boolean {
  return SIGNIN_PATHS.includes(pathname.replace(/\/+$/, ''));
}
