import { createHash } from 'node:crypto';
import { conflict } from './errors.ts';
import type { Pg } from './types.ts';

/** An answer as it was sent, for the twin of a request. */
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

/** Hash of what was asked: path, fields, and the contents of files (handbook "Data"). */
export const hashRequest = (parts: {
  path: string;
  body: unknown;
  files: readonly { field: string; sha256: string }[];
}): string =>
  createHash('sha256')
    .update(JSON.stringify(canonical(parts)))
    .digest('base64url');

/**
 * Claims a key inside the caller's transaction. A twin in flight holds the unique index, so this
 * waits until it has ended. Answers what was answered before, or null when the work is still to do.
 */
export async function claim(pg: Pg, request: Claim, now: Date): Promise<StoredAnswer | null> {
  const { rows } = await pg.query<{
    body_hash: string;
    status_code: number;
    response: string;
    mine: boolean;
  }>({
    name: 'kernel.claim',
    text: `with claimed as (
        insert into idempotency_keys (user_id, route, key, body_hash, created_at)
        values ($1, $2, $3, $4, $5)
        on conflict do nothing returning body_hash
      )
      select body_hash, null::int as status_code, null::text as response, true as mine from claimed`,
    values: [request.userId, request.route, request.key, request.bodyHash, now],
  });
  if (rows[0]) return null;
  const earlier = await pg.query<{ body_hash: string; status_code: number; response: string }>({
    name: 'kernel.claimed',
    text: 'select body_hash, status_code, response from idempotency_keys where user_id = $1 and route = $2 and key = $3',
    values: [request.userId, request.route, request.key],
  });
  const [answer] = earlier.rows;
  if (!answer) throw conflict('BUSY_RETRY');
  if (answer.body_hash !== request.bodyHash) throw conflict('IDEMPOTENCY_MISMATCH');
  return { statusCode: answer.status_code, body: answer.response };
}

/** Keeps a success in the same transaction that made it. */
export async function keepAnswer(pg: Pg, request: Claim, answer: StoredAnswer): Promise<void> {
  await pg.query({
    name: 'kernel.keepAnswer',
    text: 'update idempotency_keys set status_code = $4, response = $5 where user_id = $1 and route = $2 and key = $3',
    values: [request.userId, request.route, request.key, answer.statusCode, answer.body],
  });
}
