/**
 * Loads what remotes will ask for and the first screen did not need. The host must also request
 * what it provides: a share that no import names is not in its build.
 */
export const warmShared = (): Promise<unknown> =>
  Promise.all([import('@boxyard/shared/ui'), import('@boxyard/shared/kit')]);

/** Warms when the shell is usable and the browser has nothing better to do; then goes on with `next`. */
export function warmWhenIdle(next: () => void): void {
  const warm = () => {
    warmShared().then(next, () => undefined);
  };
  if ('requestIdleCallback' in window) requestIdleCallback(warm, { timeout: 3000 });
  else setTimeout(warm, 1000);
}
