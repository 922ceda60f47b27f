import { signatureOf } from '../../../kernel/index.ts';
import { TEST_GATEWAY_SECRET } from '../../../testing/database.ts';
import type { TestApp } from '../../../testing/index.ts';

export interface Sent {
  readonly secret?: string;
  readonly at?: Date;
  /** What arrives in place of what was signed. */
  readonly tampered?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A payment as the provider reports it. */
export async function report(
  { app, server }: TestApp,
  event: Readonly<Record<string, unknown>>,
  { secret, at, tampered, headers }: Sent = {},
) {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor((at ?? app.clock.now()).getTime() / 1000));
  const response = await server.inject({
    method: 'POST',
    url: '/api/v1/payments/webhook',
    headers: {
      'content-type': 'application/json',
      'x-webhook-timestamp': timestamp,
      'x-webhook-signature': signatureOf(secret ?? TEST_GATEWAY_SECRET, { timestamp, body }),
      ...headers,
    },
    payload: tampered ?? body,
  });
  return { status: response.statusCode, body: response.json() };
}
