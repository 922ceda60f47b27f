import { createHash } from 'node:crypto';
import { SYSTEM } from '../kernel/actor.ts';
import type { App } from '../kernel/app.ts';

const LOCK = 4_207_002;
const BATCH = 1000;

interface Entry {
  id: string;
  at: string;
  user_id: string | null;
  action: string;
  subject: string;
  subject_id: string | null;
  before: string | null;
  after: string | null;
  result: string;
}

/** What the chain vouches for; the order of the fields is part of it. */
const sealOf = (previous: Buffer | null, seq: number, entry: Entry): Buffer =>
  createHash('sha256')
    .update(previous ?? Buffer.alloc(32))
    .update(
      JSON.stringify([
        seq,
        entry.id,
        entry.at,
        entry.user_id,
        entry.action,
        entry.subject,
        entry.subject_id,
        entry.before,
        entry.after,
        entry.result,
      ]),
    )
    .digest();

const FIELDS = `id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at, user_id, action,
  subject, subject_id, before::text as before, after::text as after, result`;

/**
 * Seals the activity log's chain: entries get their number and hash a moment after their commit, so
 * that no transaction waits for another's entry (quality, "posting"). One server at a time.
 */
export async function sealActivity(app: App): Promise<number> {
  return app.transaction({ actor: SYSTEM }, async (ctx) => {
    const locked = await ctx.pg.query<{ free: boolean }>(
      'select pg_try_advisory_xact_lock($1) as free',
      [LOCK],
    );
    if (locked.rows[0]?.free !== true) return 0;
    const head = await ctx.pg.query<{ seq: number; hash: Buffer }>(
      'select seq, hash from activity_logs where seq is not null order by seq desc limit 1',
    );
    const { rows } = await ctx.pg.query<Entry>(
      `select ${FIELDS} from activity_logs where hash is null order by id limit ${BATCH}`,
    );
    if (rows.length === 0) return 0;
    let seq = head.rows[0]?.seq ?? 0;
    let previous = head.rows[0]?.hash ?? null;
    const seals = rows.map((entry) => {
      seq += 1;
      const hash = sealOf(previous, seq, entry);
      const seal = { id: entry.id, seq, previous, hash };
      previous = hash;
      return seal;
    });
    await ctx.pg.query(
      `update activity_logs a set seq = s.seq, prev_hash = s.prev_hash, hash = s.hash
        from unnest($1::uuid[], $2::bigint[], $3::bytea[], $4::bytea[]) as s(id, seq, prev_hash, hash)
        where a.id = s.id`,
      [
        seals.map((seal) => seal.id),
        seals.map((seal) => seal.seq),
        seals.map((seal) => seal.previous),
        seals.map((seal) => seal.hash),
      ],
    );
    return seals.length;
  });
}

/** Number of the first entry that does not fit the chain, or null when it is whole. */
export async function firstBrokenSeal(app: App): Promise<number | null> {
  let previous: Buffer | null = null;
  let expected = 1;
  for (let from = 0; ; from += BATCH) {
    const { rows } = await app.pg.query<Entry & { seq: number; hash: Buffer }>(
      `select seq, hash, ${FIELDS} from activity_logs where seq > $1 and seq <= $2 order by seq`,
      [from, from + BATCH],
    );
    for (const row of rows) {
      if (row.seq !== expected || !sealOf(previous, row.seq, row).equals(row.hash)) return expected;
      previous = row.hash;
      expected += 1;
    }
    if (rows.length < BATCH) return null;
  }
}
