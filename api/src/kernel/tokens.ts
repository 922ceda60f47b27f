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
 * until when, stands in the database, so that ending it is deleting a row (handbook
 * "Authentication").
 */
export interface Tokens {
  write(content: TokenContent): string;
  /** The session that a token names, or null when it is not one of ours. */
  read(token: string): string | null;
}

const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** Writes and reads the tokens of one secret. */
export function createTokens(secret: Buffer): Tokens {
  const sign = createSigner({ key: secret, algorithm: 'HS256' });
  // The session's row says when it ends, by the server's clock.
  const verify = createVerifier({ key: secret, algorithms: ['HS256'], ignoreExpiration: true });
  return {
    write: ({ sessionId, issuedAt, expiresAt }) =>
      sign({ sid: sessionId, iat: seconds(issuedAt), exp: seconds(expiresAt) }),
    read: (token) => {
      if (token.length > MAX_LENGTH) return null;
      try {
        const { sid }: { sid?: unknown } = verify(token);
        return typeof sid === 'string' ? sid : null;
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
