import { type App, type Ctx, SYSTEM } from '../../../kernel/index.ts';
import {
  type Anchor,
  CONTENT,
  type Content,
  digestOf,
  hashOf,
  type KnownAnchor,
  ORIGIN,
  readAnchor,
  writeAnchor,
} from './chain.ts';

/** Held by whoever writes the chain. */
export const LOCK = 4_207_002;
/** Entries of one transaction. */
export const SEAL_BATCH = 1000;

/** Where the chain goes on, and whether the anchor may move on with it. */
interface End extends Anchor {
  readonly trusted: boolean;
}

/**
 * The anchor moves on only from what it vouches for. Where it says otherwise than the table, the
 * chain goes on behind both: the gap, or the hash that does not follow, stays to be found.
 */
function endOf(anchor: KnownAnchor, last: Anchor | undefined): End {
  if (anchor === 'missing' || anchor === 'forged') {
    const isNew = anchor === 'missing' && last === undefined;
    return { seq: last?.seq ?? 0, hash: last?.hash ?? ORIGIN, trusted: isNew };
  }
  return { seq: Math.max(anchor.seq, last?.seq ?? 0), hash: anchor.hash, trusted: true };
}

/**
 * Seals what waits, one batch, a moment after its commit: no transaction waits for another's entry
 * (quality "Fast"). The chain's order is that in which entries became visible. One server at a
 * time. Answers how many were sealed.
 */
export async function sealActivity(app: App): Promise<number> {
  return app.transaction({ actor: SYSTEM }, async (ctx) => {
    const locked = await ctx.pg.query<{ free: boolean }>(
      'select pg_try_advisory_xact_lock($1) as free',
      [LOCK],
    );
    if (locked.rows[0]?.free !== true) return 0;
    const { rows } = await ctx.pg.query<Content & { log_id: string; present: boolean }>(
      `select w.log_id, l.id is not null as present, ${CONTENT}
       from (select log_id from activity_unsealed order by log_id limit ${SEAL_BATCH}) w
       left join activity_logs l on l.id = w.log_id order by w.log_id`,
    );
    if (rows.length === 0) return 0;
    const last = await ctx.pg.query<Anchor>(
      'select seq, hash from activity_seals order by seq desc limit 1',
    );
    const end = endOf(await readAnchor(app, ctx.pg), last.rows[0]);
    let { seq, hash } = end;
    // An entry that was taken away before its seal still gets one: its absence is then found.
    const seals = rows.map((row) => {
      seq += 1;
      const link = { seq, logId: row.log_id, digest: row.present ? digestOf(row) : ORIGIN };
      hash = hashOf(hash, link);
      return { ...link, hash };
    });
    await write(ctx, seals);
    if (end.trusted) await writeAnchor(app, ctx.pg, { seq, hash, at: app.clock.now() });
    return seals.length;
  });
}

interface Seal extends Anchor {
  readonly logId: string;
  readonly digest: Buffer;
}

async function write(ctx: Ctx, seals: readonly Seal[]): Promise<void> {
  const ids = seals.map(({ logId }) => logId);
  await ctx.pg.query(
    `insert into activity_seals (seq, log_id, digest, hash)
     select * from unnest($1::bigint[], $2::uuid[], $3::bytea[], $4::bytea[])`,
    [
      seals.map(({ seq }) => seq),
      ids,
      seals.map(({ digest }) => digest),
      seals.map(({ hash }) => hash),
    ],
  );
  await ctx.pg.query('delete from activity_unsealed where log_id = any($1::uuid[])', [ids]);
}
