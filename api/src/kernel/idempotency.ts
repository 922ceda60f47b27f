import { createHash } from 'node:crypto';
import { conflict } from './errors.ts';
import type { Pg } from './types.ts';

/** A response as it was sent, for a duplicate of the request. */
export interface StoredAnswer {
  readonly statusCode: number;
  readonly body: string;
}

export interface Claim {
  readonly userId: string;
  readonly route: string;
  readonly key: string;
  readonly bodyHash: string;
}

/** Equal for equal input, whatever the order of its keys. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, canonical(item)]),
  );
}

/** Hash of what was asked: path, fields, and the contents of files (domain-conventions "Repeated requests"). */
export const hashRequest = (parts: {
  path: string;
  body: unknown;
  files: readonly { field: string; sha256: string }[];
}): string =>
  createHash('sha256')
    .update(JSON.stringify(canonical(parts)))
    .digest('base64url');

/**
 * Claims a key inside the caller's transaction: a duplicate in flight is waited for. Answers what was
 * answered before, or null when the work is still to do. Two statements, though one round trip: only
 * a statement that begins after the lock was taken sees what the duplicate has written meanwhile.
 */
export async function claim(pg: Pg, request: Claim): Promise<StoredAnswer | null> {
  const values = [request.userId, request.route, request.key];
  const [, { rows }] = await Promise.all([
    pg.query({
      name: 'kernel.claim',
      text: `select pg_advisory_xact_lock(
        hashtextextended('answer/' || $1::text || '/' || $2::text || '/' || $3::text, 0))`,
      values,
    }),
    pg.query<{ body_hash: string; status_code: number; response: string }>({
      name: 'kernel.claimed',
      text: 'select body_hash, status_code, response from idempotency_keys where user_id = $1 and route = $2 and key = $3',
      values,
    }),
  ]);
  const [earlier] = rows;
  if (!earlier) return null;
  if (earlier.body_hash !== request.bodyHash) throw conflict('IDEMPOTENCY_MISMATCH');
  return { statusCode: earlier.status_code, body: earlier.response };
}

/** Keeps a success in the same transaction that made it. */
export async function keepAnswer(
  pg: Pg,
  request: Claim,
  { statusCode, body, at }: StoredAnswer & { readonly at: Date },
): Promise<void> {
  await pg.query({
    name: 'kernel.keepAnswer',
    text: `insert into idempotency_keys (user_id, route, key, body_hash, status_code, response, created_at)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [request.userId, request.route, request.key, request.bodyHash, statusCode, body, at],
  });
}
