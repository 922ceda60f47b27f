import { call } from '@boxyard/shared/client/call.ts';
import { newKey } from '@boxyard/shared/client/http.ts';
import type { RemoteError, RemoteLoad } from '@boxyard/shared/contract/areas/telemetry.ts';
import { withoutPersonalData } from '@boxyard/shared/domain/values/redact.ts';
import { hasSession, tabStorage } from '@boxyard/shared/runtime/storage.ts';

/** What comes together within this time goes as one call, when the browser has nothing else to do. */
const BATCH_MS = 2000;
/** A failure that goes on, or an error that comes again, is told once in this time. */
const AGAIN_MS = 60_000;
/** What a call may hold (contract/areas/telemetry). */
const MOST = 50;
const KEPT = 'telemetry';

interface Waiting {
  readonly loads: readonly RemoteLoad[];
  readonly errors: readonly RemoteError[];
}
const NOTHING: Waiting = { loads: [], errors: [] };

const tab = newKey();
const running = new Map<string, string>();
const told = new Map<string, number>();
let waiting = NOTHING;
let timer: ReturnType<typeof setTimeout> | undefined;

const joined = (first: Waiting, then: Waiting): Waiting => ({
  loads: [...first.loads, ...then.loads].slice(0, MOST),
  errors: [...first.errors, ...then.errors].slice(0, MOST),
});

/** Sends what waits and what this tab runs. Nobody is told of a failure: it is not their matter. */
export async function sendTelemetry(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const now = waiting;
  const isEmpty = running.size + now.loads.length + now.errors.length === 0;
  if (isEmpty || !hasSession()) return;
  waiting = NOTHING;
  const body = {
    tab,
    running: [...running].slice(0, MOST).map(([remote, release]) => ({ remote, release })),
    loads: [...now.loads],
    errors: [...now.errors],
  };
  try {
    await call('telemetry.report', { body, silent: true, redirect: false, loading: false });
  } catch {
    // It goes with the next ones.
    waiting = joined(now, waiting);
  }
}

function add(more: Partial<Waiting>): void {
  waiting = joined(waiting, { ...NOTHING, ...more });
  timer ??= setTimeout(() => {
    if ('requestIdleCallback' in window)
      requestIdleCallback(() => void sendTelemetry(), { timeout: BATCH_MS });
    else void sendTelemetry();
  }, BATCH_MS);
}

function isNews(key: string): boolean {
  const now = Date.now();
  if (now - (told.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return false;
  told.set(key, now);
  return true;
}

/** A remote's code runs in this tab, or could not. */
export function reportLoad(load: RemoteLoad): void {
  if (load.outcome === 'ok') running.set(load.remote, load.release);
  else if (!isNews(`${load.remote}:${load.outcome}`)) return;
  add({ loads: [load] });
}

/** An error in a remote's page, by its kind and what is safe of its message. */
export function reportError(remote: string, release: string, error: unknown): void {
  const known = error instanceof Error ? error : new Error(String(error));
  const kind = /^[A-Za-z][\w-]{0,39}$/.test(known.name) ? known.name : 'Error';
  const message = withoutPersonalData(known.message);
  if (isNews(`${remote}:${kind}:${message}`)) add({ errors: [{ remote, release, kind, message }] });
}

/** What a document could not send any more goes with the next one of the tab. */
export function carryTelemetry(): void {
  waiting = joined(tabStorage.take<Waiting>(KEPT) ?? NOTHING, waiting);
  if (waiting.loads.length + waiting.errors.length > 0) add({});
  window.addEventListener('pagehide', () => {
    if (waiting.loads.length + waiting.errors.length > 0) tabStorage.put(KEPT, waiting);
    waiting = NOTHING;
  });
}
