import type { ChainFault, ChainReport } from '@boxyard/shared/contract';
import type { Ctx } from '../../../kernel/index.ts';
import {
  type Anchor,
  anchorText,
  CONTENT,
  type Content,
  digestOf,
  hashOf,
  type KnownAnchor,
  ORIGIN,
  readAnchor,
} from './chain.ts';

/** Entries read at a time: memory stays the same however long the log is. */
const BATCH = 1000;
/** What waits longer than this for its seal shows that nothing seals. */
const LATE = '5 minutes';

type Broken = NonNullable<ChainReport['broken']>;

const broken = (kind: ChainFault, more: Partial<Broken> = {}): Broken => ({
  seq: null,
  logId: null,
  otherSeq: null,
  count: null,
  ...more,
  kind,
});

interface Row extends Content {
  readonly seq: number;
  readonly log_id: string;
  readonly digest: Buffer;
  readonly hash: Buffer;
  readonly present: boolean;
}

const read = async (ctx: Ctx, after: number): Promise<readonly Row[]> =>
  (
    await ctx.pg.query<Row>(
      `select s.seq, s.log_id, s.digest, s.hash, l.id is not null as present, ${CONTENT}
       from activity_seals s left join activity_logs l on l.id = s.log_id
       where s.seq > $1 order by s.seq limit ${BATCH}`,
      [after],
    )
  ).rows;

interface Walk {
  readonly checked: number;
  /** The last seal that fits. */
  readonly last: Anchor & { readonly at: string | null; readonly logId: string | null };
  readonly broken: Broken | null;
  /** Whether a kept anchor was met on the way. */
  readonly met: boolean;
}

/** Follows the chain from its first seal to the first that does not fit. */
export async function followChain(ctx: Ctx, kept: Anchor | null): Promise<Walk> {
  let last: Walk['last'] = { seq: 0, hash: ORIGIN, at: null, logId: null };
  let met = false;
  let next = read(ctx, 0);
  for (;;) {
    const rows = await next;
    const end = rows.at(-1);
    // The following batch is read while this one is hashed.
    next = end === undefined ? Promise.resolve([]) : read(ctx, end.seq);
    for (const row of rows) {
      const fault = await faultOf(ctx, row, last);
      if (fault !== null) {
        await next;
        return { checked: last.seq, last, broken: fault, met };
      }
      last = { seq: row.seq, hash: row.hash, at: row.at, logId: row.log_id };
      if (kept !== null && row.seq === kept.seq) met = row.hash.equals(kept.hash);
    }
    if (end === undefined) return { checked: last.seq, last, broken: null, met };
  }
}

/** Seal (alias `s`) that follows a hash under a number, as `hashOf` of chain.ts reckons it. */
const linkedTo = `sha256($1::bytea || int8send($2::bigint) || uuid_send(s.log_id) || s.digest) = s.hash`;

async function firstSeq(
  ctx: Ctx,
  text: string,
  values: readonly unknown[],
): Promise<number | null> {
  const { rows } = await ctx.pg.query<{ seq: number }>(text, values);
  return rows[0]?.seq ?? null;
}

/** What is wrong with a seal after the last one that fits; null when it fits as well. */
async function faultOf(ctx: Ctx, row: Row, last: Anchor): Promise<Broken | null> {
  const seq = last.seq + 1;
  if (row.seq !== seq) {
    return broken('deleted', { seq, count: row.seq - seq });
  }
  const at = { seq, logId: row.log_id };
  const digest = row.present ? digestOf(row) : null;
  const isLinked = hashOf(last.hash, { ...at, digest: row.digest }).equals(row.hash);
  if (!isLinked) {
    const otherSeq = await firstSeq(
      ctx,
      `select s.seq from activity_seals s where s.seq <> $2::bigint and ${linkedTo} limit 1`,
      [last.hash, seq],
    );
    return broken(otherSeq === null ? 'resealed' : 'swapped', { ...at, otherSeq });
  }
  if (digest === null) return broken('deleted', { ...at, count: 1 });
  if (digest.equals(row.digest)) return null;
  const otherSeq = await firstSeq(
    ctx,
    'select seq from activity_seals where digest = $1 and seq <> $2 limit 1',
    [digest, seq],
  );
  return broken(otherSeq === null ? 'altered' : 'swapped', { ...at, otherSeq });
}

/** Whether the chain ends where the server signed it to end. */
function endFault(anchor: KnownAnchor, last: Anchor): Broken | null {
  if (anchor === 'missing') return last.seq === 0 ? null : broken('anchorMissing');
  if (anchor === 'forged') return broken('anchorForged');
  if (anchor.seq > last.seq) {
    return broken('cutOff', { seq: last.seq + 1, count: anchor.seq - last.seq });
  }
  const same = anchor.seq === last.seq && anchor.hash.equals(last.hash);
  return same ? null : broken('rewritten', { seq: anchor.seq });
}

/** Entries outside the chain: written past the server, or waiting too long. */
async function outsideFault(ctx: Ctx, sealed: number, waiting: number): Promise<Broken | null> {
  const all = await ctx.pg.query<{ count: number }>('select count(*) as count from activity_logs');
  const extra = (all.rows[0]?.count ?? 0) - sealed - waiting;
  if (extra < 0) return broken('deleted', { count: -extra });
  if (extra > 0) {
    const { rows } = await ctx.pg.query<{ id: string }>(
      `select l.id from activity_logs l
       where not exists (select from activity_seals s where s.log_id = l.id)
         and not exists (select from activity_unsealed w where w.log_id = l.id)
       order by l.at, l.id limit 1`,
    );
    return broken('unsealed', { logId: rows[0]?.id ?? null, count: extra });
  }
  const { rows } = await ctx.pg.query<{ log_id: string; count: number }>(
    `select log_id, count(*) over () as count from activity_unsealed
     where queued_at < clock_timestamp() - interval '${LATE}' order by queued_at limit 1`,
  );
  const [late] = rows;
  return late ? broken('late', { logId: late.log_id, count: late.count }) : null;
}

/** `<number>:<hash>` as it was given out once. */
function keptAnchor(text: string | undefined): Anchor | null {
  const [seq, hash] = text?.split(':') ?? [];
  return seq === undefined || hash === undefined
    ? null
    : { seq: Number(seq), hash: Buffer.from(hash, 'hex') };
}

/**
 * Whether the log is as it was written: names the first entry that was altered, deleted, swapped or
 * cut off. Reads one instant of the database in batches. `kept` is an anchor from elsewhere, which
 * holds even against somebody who has the server's secret.
 */
export async function checkChain(ctx: Ctx, kept?: string): Promise<ChainReport> {
  return ctx.snapshot(async (now) => {
    const anchor = await readAnchor(ctx.app, now.pg);
    const queue = await now.pg.query<{ count: number }>(
      'select count(*) as count from activity_unsealed',
    );
    const waiting = queue.rows[0]?.count ?? 0;
    const external = keptAnchor(kept);
    const { checked, last, met, ...walked } = await followChain(now, external);
    const fault =
      walked.broken ??
      endFault(anchor, last) ??
      (external === null || met ? null : broken('anchorDiffers', { seq: external.seq })) ??
      (await outsideFault(now, checked, waiting));
    return {
      checkedAt: ctx.clock.now().toISOString(),
      checked,
      waiting,
      intactUntil:
        last.at === null
          ? null
          : { seq: last.seq, at: new Date(`${last.at.replace(' ', 'T')}Z`).toISOString() },
      anchor: typeof anchor === 'string' ? null : anchorText(anchor),
      broken: fault,
    };
  });
}
