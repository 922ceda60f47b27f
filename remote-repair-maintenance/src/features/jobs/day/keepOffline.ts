const REMOTE = 'remote-repair-maintenance';
const WORKER = '/worker.js';

/** Until a browser is idle, or as long as it may take where it cannot say so. */
const idle = (): Promise<void> =>
  new Promise((done) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => done(), { timeout: 5000 });
    else setTimeout(done, 1000);
  });

/**
 * Has the service worker keep what this page needs without a network, of the releases that are live now.
 * Answers whether everything is there.
 */
export async function keepOffline(path: string): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  await idle();
  try {
    await navigator.serviceWorker.register(WORKER, { scope: '/', updateViaCache: 'none' });
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<unknown>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    active?.postMessage({ path, remote: REMOTE }, [port2]);
    return (await answer) === 'kept';
  } catch {
    // The page says that it is not ready; with a network it works all the same.
    return false;
  }
}
