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

/** What twins of a request wait for; `$1`–`$3` are who, route and key. */
const TWINS = `hashtextextended('answer/' || $1::uuid::text || '/' || $2::text || '/' || $3::text, 0)`;
const KEPT = 'user_id = $1::uuid and route = $2::text and key = $3::text';

interface Kept {
  readonly body_hash: string | null;
  readonly status_code: number;
  readonly response: string;
}

/**
 * Claims a key inside the caller's transaction: a twin in flight is waited for. Answers what was
 * answered before, or null when the work is still to do. The row is written once, with the answer;
 * a twin that ended between our look and our lock is met there, and the transaction begins anew.
 */
export async function claim(pg: Pg, request: Claim): Promise<StoredAnswer | null> {
  const values = [request.userId, request.route, request.key];
  const { rows: seen } = await pg.query<Kept & { readonly isMine: boolean }>({
    name: 'kernel.claim',
    text: `select pg_try_advisory_xact_lock(${TWINS}) as "isMine", body_hash, status_code, response
      from (select) as this left join idempotency_keys on ${KEPT}`,
    values,
  });
  const answer = seen[0]?.isMine || seen[0]?.body_hash ? seen[0] : await afterTwin(pg, values);
  if (!answer?.body_hash) return null;
  if (answer.body_hash !== request.bodyHash) throw conflict('IDEMPOTENCY_MISMATCH');
  return { statusCode: answer.status_code, body: answer.response };
}

/** What the twin answered; undefined: nothing, it failed. */
async function afterTwin(pg: Pg, values: readonly string[]): Promise<Kept | undefined> {
  await pg.query({
    name: 'kernel.awaitTwin',
    text: `select pg_advisory_xact_lock(${TWINS})`,
    values,
  });
  const { rows } = await pg.query<Kept>({
    name: 'kernel.claimed',
    text: `select body_hash, status_code, response from idempotency_keys where ${KEPT}`,
    values,
  });
  return rows[0];
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
