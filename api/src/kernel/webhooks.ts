import { createHmac, timingSafeEqual } from 'node:crypto';

/** A provider's clock may be off by so much; a message that was recorded is not sent again later. */
export const WEBHOOK_TOLERANCE_MS = 5 * 60_000;

interface Signed {
  readonly secret: string;
  /** Seconds since 1970, as the header says. */
  readonly timestamp: string;
  /** `v1=<hex of HMAC-SHA-256 over "<timestamp>.<body>">`; several with commas while a secret is changed. */
  readonly signature: string;
  readonly body: string | Buffer;
  readonly now: Date;
}

/** What a provider puts into the header for a body. */
export const signatureOf = (
  secret: string,
  { timestamp, body }: { readonly timestamp: string; readonly body: string | Buffer },
): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;

/** Whether a message is the provider's own, whole, and of this moment. */
export function isSigned({ secret, timestamp, signature, body, now }: Signed): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  const age = Math.abs(now.getTime() - Number(timestamp) * 1000);
  if (age > WEBHOOK_TOLERANCE_MS) return false;
  const expected = Buffer.from(signatureOf(secret, { timestamp, body }));
  return signature.split(',').some((one) => {
    const sent = Buffer.from(one.trim());
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}
