import { loadMenuIcons } from '@boxyard/shared/ui/menuIcon/MenuIcon.tsx';
import type { QueryClient } from '@tanstack/react-query';
import { fetchContract } from './contract.ts';
import { isOpening } from './parts.ts';

/**
 * Loads what remotes will ask for and the first screen did not need. The host must also request
 * what it provides: a share that no import names is not in its build.
 */
async function warmShared(): Promise<void> {
  // The menu's icons are in sight.
  await loadMenuIcons();
  await Promise.all([
    import('../theme/weights.css'),
    import('../theme/pageIcon.ts').then(({ showPageIcon }) => showPageIcon()),
    import('@boxyard/shared/ui/parts/base.ts'),
    import('@boxyard/shared/ui/parts/more.ts'),
    import('@boxyard/shared/kit/parts/list.ts'),
    import('@boxyard/shared/kit/parts/form.ts'),
    import('@boxyard/shared/kit/parts/document.ts'),
    import('@boxyard/shared/kit/parts/report.ts'),
    import('@boxyard/shared/ui'),
    import('@boxyard/shared/kit'),
    fetchContract(),
  ]);
}

/** How often it is looked whether the first page stands. */
const LOOK_MS = 250;
/** From then on a page that does not come keeps nothing else from coming. */
const LONGEST_MS = 20_000;

/**
 * Warms when the first page stands and the browser has nothing better to do; then goes on with `next`.
 * Before, every byte would be taken from what somebody waits for.
 */
export function warmWhenIdle(client: QueryClient, next: () => void): void {
  const since = performance.now();
  let quiet = 0;
  const warm = () => {
    // Between a page's code and its questions lies a moment in which nothing is under way.
    quiet = isOpening() || client.isFetching() > 0 ? 0 : quiet + 1;
    if (quiet < 2 && performance.now() - since < LONGEST_MS) setTimeout(whenIdle, LOOK_MS);
    else warmShared().then(next, () => undefined);
  };
  const whenIdle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(warm, { timeout: 3000 });
    else setTimeout(warm, 1000);
  };
  whenIdle();
}
