import { RemoteFailure } from './failure.ts';
import { loadedEntry } from './load.ts';
import { type RemoteInfo, releaseOf } from './registry.ts';
import { reportLoad } from './telemetry.ts';

const arrived = new Set<string>();

/** How long the file of an address took, as the browser measured it, where it measures. */
function fileMs(address: string | undefined): number | null {
  if (address === undefined || !('getEntriesByName' in performance)) return null;
  const found = performance.getEntriesByName(new URL(address, location.href).href, 'resource');
  const last = found.at(-1);
  return last ? Math.round(last.duration) : null;
}

/** Loads a page and reports it: each failure, and of what goes well a remote's first page. */
export async function measured<T>(info: RemoteInfo, load: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const report = (outcome: string, pageMs: number | null) =>
    reportLoad({
      remote: info.name,
      release: releaseOf(info),
      outcome,
      manifestMs: fileMs(info.entry),
      entryMs: fileMs(loadedEntry(info)),
      pageMs,
    });
  try {
    const page = await load();
    if (!arrived.has(info.name)) {
      arrived.add(info.name);
      report('ok', Math.round(performance.now() - start));
    }
    return page;
  } catch (error) {
    report(error instanceof RemoteFailure ? error.kind : 'crashed', null);
    throw error;
  }
}
