import { createHash } from 'node:crypto';

// Short messages to people outside: LINE's Messaging API, and the HTTP gateway of an SMS provider.
// Both answer alike: true, it was taken; false, it is refused for good, the token or the receiver being
// wrong. Anything that may pass is thrown, so that the queue tries again.

/** The same event has the same key, by which a provider tells a repeated request from a new one. */
function retryKeyOf(event: string): string {
  const hash = createHash('sha256').update(event).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

const TIMEOUT_MS = 10_000;

interface Request {
  /** Who answers, in errors. */
  readonly name: string;
  readonly url: URL;
  readonly token: string;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
}

async function post({ name, url, token, body, headers }: Request): Promise<boolean> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.arrayBuffer();
  // 409: a request with this key was accepted before.
  if (response.ok || response.status === 409) return true;
  if (response.status === 408 || response.status === 429 || response.status >= 500) {
    throw new Error(`${name} answered ${response.status}`);
  }
  return false;
}

interface Message {
  readonly url: string;
  readonly token: string;
  readonly to: string;
  readonly text: string;
  readonly event: string;
}

/** Whom LINE can push to: the id of a user, a group or a room, and not the name by which people find each other. */
export const isLineTarget = (text: string): boolean => /^[UCR][0-9a-f]{32}$/.test(text);

/** Sends a text by LINE's Messaging API (`POST /v2/bot/message/push`). */
export const pushLine = ({ url, token, to, text, event }: Message): Promise<boolean> =>
  post({
    name: 'LINE',
    url: new URL('/v2/bot/message/push', url),
    token,
    headers: { 'x-line-retry-key': retryKeyOf(event) },
    body: { to, messages: [{ type: 'text', text }] },
  });

/** Sends a text to a phone; the gateway's address is taken as it is. */
export const sendSms = ({
  url,
  token,
  to,
  text,
  event,
  from,
}: Message & { readonly from: string }): Promise<boolean> =>
  post({
    name: 'the SMS gateway',
    url: new URL(url),
    token,
    headers: { 'idempotency-key': retryKeyOf(event) },
    body: { from, to, text },
  });
