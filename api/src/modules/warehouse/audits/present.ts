import { can, decimal, isHidden } from '@boxyard/shared/domain';
import {
  countOf,
  expectedAt,
  isOverTolerance,
  isSettled,
  varianceOf,
} from '@boxyard/shared/domain/warehouse/auditLines.ts';
import { type Ctx, conflict, money, price } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  loadRefs,
  loadVisible,
  type Ref,
  type Refs,
  trailOf,
} from '../../../workflow/index.ts';
import { isBlindTo } from '../stock/blind.ts';
import { isOpenLine, type LineRow, linesOf, postingOf, worthOf } from './lines.ts';
import { type AuditRow, audits } from './type.ts';

type Shown = Pick<
  AuditRow,
  | DocumentFieldName
  | 'warehouseId'
  | 'type'
  | 'isBlind'
  | 'freeze'
  | 'itemCount'
  | 'openCount'
  | 'startedAt'
  | 'varianceValue'
  | 'round'
  | 'counterIds'
>;

/** Whether the count keeps from this person what the books say: from everybody, or from its counters. */
export const isHiddenFor = (ctx: Ctx, audit: Parameters<typeof isBlindTo>[1]): boolean =>
  isHidden(audit) || isBlindTo(ctx, audit);

const seesCost = (ctx: Ctx): boolean => can(ctx.actor.grants, 'parts-warehouse:view-cost');

/** Rows of the list, and the head of the detail. */
export async function presentAudits(ctx: Ctx, rows: readonly Shown[]) {
  const refs = await loadRefs(ctx, {
    company: rows.map((row) => row.companyId),
    warehouse: rows.map((row) => row.warehouseId),
    user: rows.flatMap((row) => [row.createdBy, row.approvedBy]),
  });
  const costs = seesCost(ctx);
  return rows.map((row) => ({
    ...documentFields(row, refs),
    warehouse: refs.ref(row.warehouseId),
    type: row.type,
    isBlind: row.isBlind,
    freeze: row.freeze,
    itemCount: row.itemCount,
    openCount: row.openCount,
    startedAt: row.startedAt,
    varianceValue:
      costs && !isHiddenFor(ctx, row) && row.varianceValue !== null
        ? money(row.varianceValue)
        : null,
  }));
}

const binRef = (line: Pick<LineRow, 'binId' | 'bin'>): Ref => ({
  id: line.binId,
  code: line.bin,
  name: line.bin,
  nameTh: null,
});

/** What is counted where: what every line shows, whoever looks. */
const placeOf = (line: LineRow, refs: Refs) => ({
  id: line.id,
  lineNo: line.lineNo,
  part: refs.ref(line.partId),
  bin: binRef(line),
  unit: refs.ref(line.unitId),
  unitAllowsFraction: line.unitAllowsFraction,
  trackingType: line.trackingType,
  barcode: line.barcode,
  lotNo: line.lotNo,
  serialNo: line.serialNo,
  condition: line.condition,
  isFound: line.isFound,
});

const refsOf = (ctx: Ctx, lines: readonly LineRow[]): Promise<Refs> =>
  loadRefs(ctx, {
    part: lines.map((line) => line.partId),
    unit: lines.map((line) => line.unitId),
    user: lines.flatMap((line) => [line.first?.by, line.recount?.by]),
  });

/**
 * Lines as those see them who count. A blind count says nothing of the books, and of a line that is
 * counted again not even what was counted first, unless to whoever counted it (I24).
 */
async function presentLines(ctx: Ctx, audit: AuditRow, lines: readonly LineRow[]) {
  const refs = await refsOf(ctx, lines);
  const hidden = isHiddenFor(ctx, audit);
  const shown = (made: LineRow['first']) =>
    made && { quantity: made.quantity, by: refs.user(made.by), at: made.at };
  return lines.map((line) => ({
    ...placeOf(line, refs),
    ...(hidden ? {} : { snapshotQty: line.snapshotQty }),
    first:
      hidden && line.needsRecount && line.first?.by !== ctx.actor.userId ? null : shown(line.first),
    recount: shown(line.recount),
    needsRecount: line.needsRecount,
    isOpen: isOpenLine(audit, line),
  }));
}

async function namedById(
  ctx: Ctx,
  table: 'bins' | 'categories',
  ids: readonly string[],
): Promise<Ref[]> {
  if (ids.length === 0) return [];
  const { rows } = await ctx.pg.query<{
    id: string;
    code: string;
    name: string;
    name_th: string | null;
  }>(
    table === 'bins'
      ? 'select id, code, code as name, null as name_th from bins where id = any($1::uuid[]) order by code'
      : 'select id, code, name, name_th from categories where id = any($1::uuid[]) order by code',
    [ids],
  );
  return rows.map(({ name_th, ...row }) => ({ ...row, nameTh: name_th }));
}

/** The bins under count; before it begins, those chosen. */
async function binsShown(ctx: Ctx, audit: AuditRow): Promise<Ref[]> {
  const covered = await ctx.db
    .selectFrom('auditBins')
    .where('auditId', '=', audit.id)
    .select('binId')
    .execute();
  return namedById(
    ctx,
    'bins',
    covered.length > 0 ? covered.map(({ binId }) => binId) : audit.binIds,
  );
}

/** A count with everything that its page shows. 404 outside this person's scope. */
export async function presentAudit(ctx: Ctx, id: string) {
  const audit = await loadVisible(ctx, audits.type, { id });
  const [lines, trail, bins, categories, [head], refs] = await Promise.all([
    linesOf(ctx, audit),
    trailOf(ctx, audits.type.subject, id),
    binsShown(ctx, audit),
    namedById(ctx, 'categories', audit.categoryIds),
    presentAudits(ctx, [audit]),
    loadRefs(ctx, { user: [...audit.counterIds, audit.reviewedBy] }),
  ]);
  if (!head) throw new Error('one row in, one row out');
  return {
    ...head,
    ...trail,
    related: [],
    ...actionContext(ctx, audits.type, audit),
    bins,
    categories,
    abcClass: audit.abcClass,
    counters: audit.counterIds.map((userId) => refs.user(userId)),
    countedByIds: audit.countedByIds,
    toleranceQty: Number(audit.toleranceQty),
    tolerancePct: money(audit.tolerancePct),
    toleranceValue: money(audit.toleranceValue),
    round: audit.round,
    reviewedBy: refs.userOrNull(audit.reviewedBy),
    allCounted: audit.allCounted,
    allDecided: audit.allDecided,
    items: await presentLines(ctx, audit, lines),
  };
}

/** Differences line by line; a blind count gives none away before its review (I24). */
export async function presentVariance(ctx: Ctx, id: string) {
  const audit = await loadVisible(ctx, audits.type, { id });
  if (isHiddenFor(ctx, audit)) throw conflict('AUDIT_BLIND');
  const lines = await linesOf(ctx, audit);
  const costs = seesCost(ctx);
  const [refs, bins] = await Promise.all([
    refsOf(ctx, lines),
    namedById(
      ctx,
      'bins',
      lines.flatMap((line) => [line.serialBinId, line.movedFromBinId]).filter((id) => id !== null),
    ),
  ]);
  const binById = new Map(bins.map((bin) => [bin.id, bin]));
  const tolerance = {
    quantity: Number(audit.toleranceQty),
    percent: audit.tolerancePct,
    value: audit.toleranceValue,
  };
  const presented = lines.map((line) => {
    const counted = countOf(line);
    const made = line.recount ?? line.first;
    const variance = varianceOf(line);
    const posting = postingOf(line, lines);
    const movedFrom = line.movedFromBinId ?? (posting?.kind === 'move' ? posting.fromBinId : null);
    const worth = worthOf(line, lines);
    return {
      ...placeOf(line, refs),
      snapshotQty: line.snapshotQty,
      first: line.first?.quantity ?? null,
      recount: line.recount?.quantity ?? null,
      countedBy: refs.userOrNull(made?.by ?? null),
      countedAt: made?.at ?? null,
      movedSince: counted === null ? 0 : expectedAt({ snapshotQty: 0 }, counted),
      variance,
      varianceValue: costs && variance !== null ? worth : null,
      isOverTolerance: isOverTolerance(line, tolerance),
      reserved: line.reserved,
      posting: posting?.kind ?? null,
      movesFrom: movedFrom === null ? null : (binById.get(movedFrom) ?? null),
      decision: line.decision,
      reasonCode: line.reasonCode,
      reasonText: line.reasonText,
      unitCost: costs && line.givenCost !== null ? price(line.givenCost) : null,
      postedQty: line.postedQty,
      isSettled: isSettled({ ...line, variance }),
    };
  });
  return {
    lines: presented,
    gain: costs ? signedSum(lines, 1) : null,
    loss: costs ? signedSum(lines, -1) : null,
    varianceValue: costs && audit.varianceValue !== null ? money(audit.varianceValue) : null,
  };
}

const signedSum = (lines: readonly LineRow[], sign: 1 | -1): string =>
  money(
    decimal.add(
      '0',
      ...lines
        .filter((line) => line.decision !== 'ignore' && Math.sign(varianceOf(line) ?? 0) === sign)
        .map((line) => worthOf(line, lines) ?? '0'),
    ),
  );
