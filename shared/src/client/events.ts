import type { QueryClient } from '@tanstack/react-query';
import { toApiError } from './errors.ts';
import { BASE_URL } from './http.ts';
import { failureNotice } from './notices.ts';
import { ports } from './ports.ts';
import { refresh } from './query.ts';

/** One message of the server's event stream: its `event` name and its JSON `data`. */
export interface ServerEvent {
  readonly event: string;
  readonly data: unknown;
  /** Where a lost connection goes on. */
  readonly id?: string;
}

/** What `touch` says: records of this family (and, if it says so, this one) have changed. */
export interface TouchEvent {
  readonly family: string;
  readonly id?: string;
}

const CHANNEL = 'boxyard-events';
const PATH = '/notifications/stream';
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** Longer than the server's heartbeat: silence for this long means a dead connection. */
const SILENCE_MS = 75_000;

/** Splits the text of an event stream into messages; keeps an unfinished one for the next piece. */
export function createParser(onMessage: (message: ServerEvent) => void): (piece: string) => void {
  let rest = '';
  return (piece) => {
    rest = (rest + piece).replaceAll('\r\n', '\n');
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const lines = rest.slice(0, end).split('\n');
      rest = rest.slice(end + 2);
      const field = (name: string) =>
        lines
          .filter((line) => line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).replace(/^ /, ''));
      const data = field('data').join('\n');
      if (data === '') continue;
      try {
        const [id] = field('id');
        onMessage({
          event: field('event')[0] ?? 'message',
          data: JSON.parse(data),
          ...(id === undefined ? {} : { id }),
        });
      } catch {
        // A message that is not JSON is of no use to anybody.
      }
    }
  };
}

const isTouch = (data: unknown): data is TouchEvent =>
  typeof data === 'object' && data !== null && typeof (data as TouchEvent).family === 'string';

/** Reads the stream until it ends; answers whether it had been open. */
async function readStream(
  stop: AbortSignal,
  lastId: string | null,
  on: { open: () => void; message: (message: ServerEvent) => void },
): Promise<{ opened: boolean; refused: boolean }> {
  const inner = new AbortController();
  const abort = () => inner.abort();
  stop.addEventListener('abort', abort, { once: true });
  let watchdog = setTimeout(abort, SILENCE_MS);
  let opened = false;
  try {
    const token = ports().getToken();
    const response = await fetch(BASE_URL + PATH, {
      headers: {
        Accept: 'text/event-stream',
        'Accept-Language': ports().language(),
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(lastId === null ? {} : { 'Last-Event-ID': lastId }),
      },
      signal: inner.signal,
      cache: 'no-store',
    });
    if (response.status === 401 && token === ports().getToken()) {
      const error = toApiError(401, await response.json().catch(() => null), '');
      const outcome = { client: 'main', method: 'GET', language: ports().language() } as const;
      const notice = failureNotice(outcome, error);
      if (notice) ports().notify(notice);
      ports().onUnauthorized();
      return { opened, refused: true };
    }
    if (!response.ok || !response.body) return { opened, refused: response.status === 403 };
    opened = true;
    on.open();
    const parse = createParser(on.message);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { opened, refused: false };
      clearTimeout(watchdog);
      watchdog = setTimeout(abort, SILENCE_MS);
      parse(value);
    }
  } catch {
    return { opened, refused: false };
  } finally {
    clearTimeout(watchdog);
    stop.removeEventListener('abort', abort);
  }
}

const wait = (ms: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    stop.addEventListener('abort', end, { once: true });
  });

/** Keeps one connection open, with longer and longer pauses while it fails. */
async function keepOpen(
  stop: AbortSignal,
  onMessage: (message: ServerEvent) => void,
): Promise<void> {
  let pause = FIRST_WAIT_MS;
  let lost = false;
  let lastId: string | null = null;
  const message = (one: ServerEvent) => {
    lastId = one.id ?? lastId;
    onMessage(one);
  };
  while (!stop.aborted) {
    const open = () => {
      // The server repeats what came after the last event; before the first one it cannot know.
      if (lost && lastId === null) onMessage({ event: 'resync', data: {} });
      lost = false;
    };
    const { opened, refused } = await readStream(stop, lastId, { open, message });
    if (refused) return;
    lost ||= opened;
    if (opened) pause = FIRST_WAIT_MS;
    // Half of the pause is left to chance, so that a restarted server is not met by all at once.
    await wait(pause / 2 + (Math.random() * pause) / 2, stop);
    pause = Math.min(pause * 2, LONGEST_WAIT_MS);
  }
}

export interface EventsOptions {
  readonly queryClient: QueryClient;
  /** Every message, in every tab: `notification`, `profile`, … */
  readonly onEvent?: (message: ServerEvent) => void;
}

/**
 * Live events of the signed-in person. The tabs of a browser share one connection: the tab that
 * holds the lock reads and passes each message on; when it closes, the next one takes over.
 * Returns the function that ends it.
 */
export function openEvents({ queryClient, onEvent }: EventsOptions): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(CHANNEL);

  const handle = (message: ServerEvent) => {
    if (message.event === 'resync') void queryClient.invalidateQueries();
    if (message.event === 'touch' && isTouch(message.data)) {
      void refresh(queryClient, [message.data.family], message.data.id);
    }
    if (message.event === 'notification') void refresh(queryClient, ['notifications']);
    onEvent?.(message);
  };
  const lead = () =>
    keepOpen(stop.signal, (message) => {
      handle(message);
      channel.postMessage(message);
    });

  channel.onmessage = ({ data }: MessageEvent<ServerEvent>) => handle(data);
  // Web Locks exist on secure origins only; elsewhere each tab keeps a connection of its own.
  if (navigator.locks) {
    navigator.locks.request(CHANNEL, { signal: stop.signal }, lead).catch(() => undefined);
  } else {
    void lead();
  }
  return () => {
    stop.abort();
    channel.close();
  };
}
