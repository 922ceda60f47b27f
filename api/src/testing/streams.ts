import type { Person } from './createTestApp.ts';

/** Reads somebody's stream until it ends or is closed; `base` is the address of the calls. */
export async function listenTo(base: string, person: Pick<Person, 'token'>, lastEventId?: string) {
  const abort = new AbortController();
  const response = await fetch(`${base}/notifications/stream`, {
    headers: {
      authorization: `Bearer ${person.token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: abort.signal,
  });
  const messages: { id: string; event: string; data: Record<string, unknown> }[] = [];
  const state = { ended: false };
  const reading = (async () => {
    let text = '';
    const decoder = new TextDecoder();
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const field = (name: string) =>
          new RegExp(`^${name}: (.*)$`, 'm').exec(text.slice(0, end))?.[1];
        const data = field('data');
        if (data)
          messages.push({
            id: field('id') ?? '',
            event: field('event') ?? '',
            data: JSON.parse(data),
          });
        text = text.slice(end + 2);
      }
    }
    state.ended = true;
  })().catch(() => undefined);
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    messages,
    state,
    /** Until it ends. */
    reading,
    close: async () => {
      abort.abort();
      await reading;
    },
  };
}

const LIMIT_MS = 240_000;

/** Waits for what comes by itself; a machine that is busy may take its time. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('did not happen');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
