import { createHmac } from 'node:crypto';
import { createSigner, createVerifier } from 'fast-jwt';

const MAX_LENGTH = 1000;

export interface TokenContent {
  readonly sessionId: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/**
 * JSON Web Tokens (HS256) that name a session row and nothing else. What a session may do, and
 * until when, stands in the database, so that ending it is deleting a row (domain-conventions
 * "Authentication").
 */
export interface Tokens {
  write(content: TokenContent): string;
  /** The session that a token names, or null when it is not one of ours. */
  read(token: string): string | null;
}

/** So many tokens are remembered by the session that they name, about 1 MB. */
const REMEMBERED = 2000;

const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** Writes and reads the tokens of one secret. */
export function createTokens(secret: Buffer): Tokens {
  const sign = createSigner({ key: secret, algorithm: 'HS256' });
  // The session's row says when it ends, by the server's clock.
  const verify = createVerifier({ key: secret, algorithms: ['HS256'], ignoreExpiration: true });
  // What a token names never changes; whether its session goes on is asked each time.
  const known = new Map<string, string>();
  return {
    write: ({ sessionId, issuedAt, expiresAt }) =>
      sign({ sid: sessionId, iat: seconds(issuedAt), exp: seconds(expiresAt) }),
    read: (token) => {
      if (token.length > MAX_LENGTH) return null;
      const before = known.get(token);
      if (before !== undefined) return before;
      try {
        const { sid }: { sid?: unknown } = verify(token);
        if (typeof sid !== 'string') return null;
        if (known.size >= REMEMBERED) known.clear();
        known.set(token, sid);
        return sid;
      } catch {
        return null;
      }
    },
  };
}

/** Signatures (HMAC-SHA256) of one secret, each purpose with a key of its own. */
export const createSigning =
  (secret: Buffer) =>
  (purpose: string, text: string): string => {
    const key = createHmac('sha256', secret).update(purpose).digest();
    return createHmac('sha256', key).update(text).digest('hex');
  };
