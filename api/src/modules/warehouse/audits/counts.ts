import {
  auditMachine,
  CONDITIONS,
  type Condition,
  isWhole,
  startsFrom,
  toThousandths,
} from '@boxyard/shared/domain';
import {
  type CountOutcome,
  isLeftToOthers,
  judgeCount,
} from '@boxyard/shared/domain/warehouse/auditLines.ts';
import { authorId, type Ctx, conflict, type Input, newId, record } from '../../../kernel/index.ts';
import { ensureLots, ensureSerials, invalidSerials } from '../../../ledger/index.ts';
import { allowedActions, loadCatalogue, loadRefs, loadVisible } from '../../../workflow/index.ts';
import { derivedOf, type LineRow, linesOf, refreshMoved } from './lines.ts';
import { type AuditRow, audits } from './type.ts';

type Sent = Input<'audits.saveCounts'>['body']['counts'][number];
type Found = NonNullable<Sent['found']>;
type Parts = Awaited<ReturnType<typeof loadCatalogue>>['parts'];
type Part = Parts extends ReadonlyMap<string, infer P> ? P : never;
type Outcome = CountOutcome | 'unknown' | 'outOfScope' | 'whole' | 'trace';

/** A count with the time at which it was made by the server's clock. */
interface Count extends Sent {
  readonly at: Date;
}

interface Judged {
  readonly count: Count;
  readonly outcome: Outcome;
  readonly line: LineRow | null;
  /** Who has counted it before. */
  readonly by: string | null;
}

/**
 * When counts were made by the server's clock: a telephone's may be wrong, so what counts is how long
 * ago it says it was. Nothing is counted before the snapshot or in the future.
 */
function dated(ctx: Ctx, audit: AuditRow, body: Input<'audits.saveCounts'>['body']): Count[] {
  const now = ctx.clock.now().getTime();
  const earliest = audit.startedAt?.getTime() ?? now;
  return body.counts
    .map((count) => {
      const age = Math.max(0, Date.parse(body.sentAt) - Date.parse(count.countedAt));
      return { ...count, at: new Date(Math.max(earliest, now - age)) };
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Counts that came before: a telephone that heard no answer sends them again. */
async function knownOf(ctx: Ctx, audit: AuditRow, counts: readonly Count[]) {
  const { rows } = await ctx.pg.query<{ id: string; outcome: Outcome; item_id: string | null }>({
    name: 'audits.known',
    text: `select id, outcome, item_id from audit_counts where audit_id = $1 and id = any($2::uuid[])`,
    values: [audit.id, counts.map(({ id }) => id)],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** What was found besides the lines: bins and parts of the scope only, with its lot or serial number. */
class FoundLines {
  readonly #ctx: Ctx;
  readonly #audit: AuditRow;
  readonly #parts: Parts;
  readonly #bins: ReadonlySet<string>;
  #lastLine: number;

  private constructor(
    ctx: Ctx,
    audit: AuditRow,
    known: { parts: Parts; bins: ReadonlySet<string>; lastLine: number },
  ) {
    this.#ctx = ctx;
    this.#audit = audit;
    this.#parts = known.parts;
    this.#bins = known.bins;
    this.#lastLine = known.lastLine;
  }

  static async load(
    ctx: Ctx,
    audit: AuditRow,
    { counts, lines }: { counts: readonly Count[]; lines: readonly LineRow[] },
  ): Promise<FoundLines> {
    const found = counts.flatMap((count) => (count.found ? [count.found] : []));
    const [{ parts }, bins] = await Promise.all([
      loadCatalogue(ctx, { partIds: found.map(({ partId }) => partId), unitIds: [] }),
      ctx.db.selectFrom('auditBins').where('auditId', '=', audit.id).select('binId').execute(),
    ]);
    return new FoundLines(ctx, audit, {
      parts,
      bins: new Set(bins.map(({ binId }) => binId)),
      lastLine: Math.max(0, ...lines.map(({ lineNo }) => lineNo)),
    });
  }

  /** The line of what was found: the one that is there already, or a new one. */
  async lineOf(found: Found, lines: readonly LineRow[]): Promise<LineRow | Outcome> {
    const part = this.#parts.get(found.partId);
    if (!part) return 'unknown';
    if (!(await this.#isInScope(part, found.binId))) return 'outOfScope';
    const wants = part.trackingType;
    if ((wants === 'lot') !== Boolean(found.lotNo)) return 'trace';
    if ((wants === 'serial') !== Boolean(found.serialNo)) return 'trace';
    const now = this.#ctx.clock.now();
    const [lotId = null] = found.lotNo
      ? await ensureLots(this.#ctx.pg, { lots: [{ itemId: part.id, lotNo: found.lotNo }], now })
      : [];
    const serials = found.serialNo ? [{ itemId: part.id, serialNo: found.serialNo }] : [];
    if ((await invalidSerials(this.#ctx.pg, serials)).length > 0) return 'trace';
    const [serialId = null] = await ensureSerials(this.#ctx.pg, { serials, now });
    const isIt = (line: LineRow) =>
      line.partId === part.id &&
      line.binId === found.binId &&
      line.lotId === lotId &&
      line.serialId === serialId &&
      // A serial number is one thing, in whichever condition the books have it.
      (serialId !== null || line.condition === (found.condition ?? 'new'));
    const there = lines.find(isIt);
    if (there) return there;
    return this.#write(found, { lotId, serialId });
  }

  /** What another part of the bin holds is not in the snapshot: it would look like a gain. */
  async #isInScope(part: Part, binId: string): Promise<boolean> {
    const { categoryIds, abcClass, warehouseId } = this.#audit;
    const isOfCategory =
      categoryIds.length === 0 ||
      [part.categoryId, part.subCategoryId].some((id) => id !== null && categoryIds.includes(id));
    if (!isOfCategory || !this.#bins.has(binId)) return false;
    if (abcClass === null) return true;
    const rule = await this.#ctx.db
      .selectFrom('stockRules')
      .where('partId', '=', part.id)
      .where('warehouseId', '=', warehouseId)
      .where('abcClass', '=', abcClass)
      .select('id')
      .executeTakeFirst();
    return rule !== undefined;
  }

  async #write(
    found: Found,
    { lotId, serialId }: { lotId: string | null; serialId: string | null },
  ): Promise<LineRow> {
    const known =
      serialId === null
        ? undefined
        : await this.#ctx.db
            .selectFrom('serials')
            .where('id', '=', serialId)
            .select('condition')
            .executeTakeFirst();
    this.#lastLine += 1;
    const id = newId();
    await this.#ctx.db
      .insertInto('auditItems')
      .values({
        id,
        auditId: this.#audit.id,
        lineNo: this.#lastLine,
        partId: found.partId,
        binId: found.binId,
        lotId,
        serialId,
        condition: conditionOf(known?.condition) ?? found.condition ?? 'new',
        isFound: true,
        // Found while counting again: nobody has counted it before, so this count is the recount.
        needsRecount: this.#audit.round > 1,
      })
      .execute();
    const line = (await linesOf(this.#ctx, this.#audit)).find((one) => one.id === id);
    if (!line) throw new Error('the line just written is not there');
    return line;
  }
}

const conditionOf = (value: string | null | undefined): Condition | undefined =>
  CONDITIONS.find((one) => one === value);

/** Whether so many of a part can lie there at all. */
function faultOf(line: LineRow, quantity: number | null): Outcome | null {
  if (quantity === null) return null;
  const isSerial = line.trackingType === 'serial';
  const wholeOnly = isSerial || !line.unitAllowsFraction;
  if (wholeOnly && !isWhole(quantity)) return 'whole';
  return isSerial && toThousandths(quantity) > 1000 ? 'trace' : null;
}

const withCount = (
  line: LineRow,
  { by, count, round }: { by: string; count: Count; round: number },
): LineRow => {
  const made =
    count.quantity === null ? null : { quantity: count.quantity, movedSince: 0, by, at: count.at };
  return round > 1 ? { ...line, recount: made } : { ...line, first: made };
};

/** Writes the counts that hold. */
async function writeCounts(
  ctx: Ctx,
  audit: AuditRow,
  { by, saved }: { by: string; saved: readonly { line: LineRow; count: Count }[] },
): Promise<void> {
  if (saved.length === 0) return;
  const name = audit.round > 1 ? 'recount' : 'first';
  const quantity = audit.round > 1 ? 'recount' : 'first_count';
  await ctx.pg.query({
    name: `audits.write.${name}`,
    text: `update audit_items i set ${quantity} = t.qty, ${name}_by = case when t.qty is not null then $5::uuid end,
        ${name}_at = case when t.qty is not null then t.at end, decision = null
      from unnest($2::uuid[], $3::numeric[], $4::timestamptz[]) as t(id, qty, at)
      where i.id = t.id and i.audit_id = $1`,
    values: [
      audit.id,
      saved.map(({ line }) => line.id),
      saved.map(({ count }) => count.quantity),
      saved.map(({ count }) => count.at),
      by,
    ],
  });
  await refreshMoved(ctx, audit);
}

/** Keeps every count that came in, whatever became of it. */
async function keep(
  ctx: Ctx,
  audit: AuditRow,
  { by, judged }: { by: string; judged: readonly Judged[] },
): Promise<void> {
  if (judged.length === 0) return;
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('auditCounts')
    .values(
      judged.map(({ count, outcome, line }) => ({
        id: count.id,
        auditId: audit.id,
        itemId: line?.id ?? null,
        round: count.round,
        quantity: count.quantity,
        outcome,
        countedBy: by,
        countedAt: count.at,
        receivedAt: now,
      })),
    )
    .onConflict((conflicting) => conflicting.column('id').doNothing())
    .execute();
}

/**
 * Takes counts as they are made, or hours later from a telephone that had no network. Each is judged
 * by itself: one that does not hold is answered with its reason and kept on record, and holds up none
 * of the others. The document's version stays, so that several people count at once.
 */
export async function saveCounts(ctx: Ctx, { params, body }: Input<'audits.saveCounts'>) {
  const audit = await loadVisible(ctx, audits.type, { id: params.id, lock: true });
  if (!startsFrom(auditMachine, 'count', audit.status)) {
    throw conflict('INVALID_STATE', {
      current: audit.status,
      allowedActions: allowedActions(ctx, audits.type, audit),
    });
  }
  const by = authorId(ctx.actor);
  if (by === null) throw new Error('counts are made by a person');
  const counts = dated(ctx, audit, body);
  const lines = new Map((await linesOf(ctx, audit)).map((line) => [line.id, line]));
  const [known, found] = await Promise.all([
    knownOf(ctx, audit, counts),
    FoundLines.load(ctx, audit, { counts, lines: [...lines.values()] }),
  ]);
  const fresh: Judged[] = [];
  const seen = new Set<string>();
  for (const count of counts) {
    if (known.has(count.id) || seen.has(count.id)) continue;
    seen.add(count.id);
    const judged = await judge(audit, { count, by, lines, found });
    if (judged.outcome === 'saved' && judged.line) {
      lines.set(judged.line.id, withCount(judged.line, { by, count, round: audit.round }));
    }
    fresh.push(judged);
  }
  // The last of a line is what is written.
  const saved = new Map(
    fresh.flatMap(({ outcome, line, count }) =>
      outcome === 'saved' && line ? [[line.id, { line, count }] as const] : [],
    ),
  );
  await writeCounts(ctx, audit, { by, saved: [...saved.values()] });
  await keep(ctx, audit, { by, judged: fresh });
  const after = derivedOf(audit, [...lines.values()]);
  await ctx.db
    .updateTable('audits')
    .set({
      itemCount: after.itemCount,
      openCount: after.openCount,
      countedByIds: [...new Set([...audit.countedByIds, ...(saved.size > 0 ? [by] : [])])],
    })
    .where('id', '=', audit.id)
    .execute();
  if (saved.size > 0) {
    await record(ctx, {
      subject: audits.type.subject,
      subjectId: audit.id,
      companyId: audit.companyId,
      action: 'count',
      after: { counted: saved.size },
      timeline: false,
    });
  }
  return {
    data: {
      results: await answered(ctx, { counts, known, fresh }),
      openCount: after.openCount,
      itemCount: after.itemCount,
    },
  };
}

async function judge(
  audit: AuditRow,
  {
    count,
    by,
    lines,
    found,
  }: { count: Count; by: string; lines: ReadonlyMap<string, LineRow>; found: FoundLines },
): Promise<Judged> {
  // A found line is written only for a count that may hold.
  if (count.round !== audit.round) {
    const line = count.itemId ? (lines.get(count.itemId) ?? null) : null;
    return { count, outcome: 'roundOver', line, by: null };
  }
  if (isLeftToOthers(audit, by)) {
    const line = count.itemId ? (lines.get(count.itemId) ?? null) : null;
    return { count, outcome: 'notCounter', line, by: null };
  }
  const line =
    count.itemId === undefined
      ? count.found
        ? await found.lineOf(count.found, [...lines.values()])
        : 'unknown'
      : (lines.get(count.itemId) ?? 'unknown');
  if (typeof line === 'string') return { count, outcome: line, line: null, by: null };
  const fault = faultOf(line, count.quantity);
  if (fault !== null) return { count, outcome: fault, line, by: null };
  const as = (made: LineRow['first']) => made && { by: made.by, at: made.at.getTime() };
  const outcome = judgeCount(
    audit,
    { needsRecount: line.needsRecount, first: as(line.first), again: as(line.recount) },
    { by, at: count.at.getTime(), round: count.round },
  );
  const before = audit.round > 1 ? line.recount : line.first;
  return { count, outcome, line, by: outcome === 'taken' ? (before?.by ?? null) : null };
}

/** The answer in the order in which the counts were sent. */
async function answered(
  ctx: Ctx,
  {
    counts,
    known,
    fresh,
  }: {
    counts: readonly Count[];
    known: ReadonlyMap<string, { outcome: Outcome; item_id: string | null }>;
    fresh: readonly Judged[];
  },
) {
  const refs = await loadRefs(ctx, { user: fresh.map(({ by }) => by) });
  const byId = new Map(fresh.map((judged) => [judged.count.id, judged]));
  return counts.map(({ id }) => {
    const before = known.get(id);
    const judged = byId.get(id);
    return {
      id,
      outcome: before?.outcome ?? judged?.outcome ?? ('unknown' as const),
      itemId: before?.item_id ?? judged?.line?.id ?? null,
      by: refs.userOrNull(judged?.by ?? null),
    };
  });
}
