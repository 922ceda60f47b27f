import { can, decimal } from '@boxyard/shared/domain';
import { varianceOf } from '@boxyard/shared/domain/warehouse/auditLines.ts';
import { authorId, type Ctx, conflict } from '../../../kernel/index.ts';
import { type MoveInput, placesOf, postMoves, releaseForLosses } from '../../../ledger/index.ts';
import type { Effect } from '../../../workflow/index.ts';
import { notifyLostReservations } from '../../../workflow/index.ts';
import { type LineRow, linesOf, postingOf } from './lines.ts';
import { letGo } from './start.ts';
import { AUDIT_MOVES, type AuditRow, TOUCHES } from './type.ts';

/** What the difference of a line does to the stock. */
interface Planned {
  readonly line: LineRow;
  readonly variance: number;
  readonly move: MoveInput;
  /** The bin by the books, of a serial number that is moved. */
  readonly movedFrom: string | null;
}

/**
 * ADJUST to bin and back at the average cost; a serial number that lies elsewhere by the books is
 * moved, once, by the line where it was found (2.13, 3.2).
 */
function planned(lines: readonly LineRow[], adjust: string): Planned[] {
  return lines.flatMap((line): Planned[] => {
    const variance = varianceOf(line) ?? 0;
    const posting = line.decision === 'accept' ? postingOf(line, lines) : null;
    if (posting === null) return [];
    const base = {
      itemId: line.partId,
      docItemId: line.id,
      quantity: Math.abs(variance),
      lotId: line.lotId,
      serialId: line.serialId,
      conditionFrom: line.condition,
    };
    if (posting.kind === 'move') {
      if (variance < 0) return [];
      // Another document, or the container that it is built into, would miss it: that says where it went.
      if (line.isSerialUnderWay)
        throw conflict('SERIAL_NOT_AVAILABLE', { serialNo: line.serialNo });
      const conditionFrom = line.serialCondition ?? line.condition;
      const move = { ...base, conditionFrom, from: posting.fromBinId, to: line.binId };
      return [{ line, variance, move, movedFrom: posting.fromBinId }];
    }
    const move =
      posting.kind === 'loss'
        ? { ...base, from: line.binId, to: adjust }
        : {
            ...base,
            from: adjust,
            to: line.binId,
            ...(line.givenCost === null ? {} : { unitCost: line.givenCost }),
          };
    return [{ line, variance, move, movedFrom: null }];
  });
}

/**
 * Posts the accepted differences. What a loss takes from under reservations is released, the youngest
 * first, and the owners of those documents are told (2.13). The bins are free again.
 */
export async function approveEffect(ctx: Ctx, audit: AuditRow): Promise<Effect<'audits'>> {
  const lines = await linesOf(ctx, audit);
  const now = ctx.clock.now();
  const places = await placesOf(ctx, audit.companyId);
  const plans = planned(lines, places.ADJUST);
  const lost = await releaseForLosses(ctx.pg, {
    now,
    companyId: audit.companyId,
    losses: plans
      .filter(({ move }) => move.from !== places.ADJUST)
      .map(({ move }) => ({
        itemId: move.itemId,
        locationId: move.from,
        lotId: move.lotId ?? null,
        serialId: move.serialId ?? null,
        condition: move.conditionFrom ?? 'new',
        quantity: move.quantity,
      })),
  });
  const posted = await post(ctx, audit, plans);
  await notifyLostReservations(ctx, { lost, cause: audit.documentNo ?? '' });
  await letGo(ctx, audit);
  const sum = (sign: 1 | -1) =>
    decimal.round(
      posted
        .filter(({ variance, movedFrom }) => movedFrom === null && Math.sign(variance) === sign)
        .reduce<string>((total, { value }) => decimal.add(total, value), '0'),
    );
  return {
    set: { approvedBy: authorId(ctx.actor), approvedAt: now, undecidedCount: 0 },
    diff: { posted: posted.length, gain: sum(1), loss: sum(-1) },
    touches: TOUCHES,
  };
}

/** Posts and writes what was posted of each line. */
async function post(
  ctx: Ctx,
  audit: AuditRow,
  plans: readonly Planned[],
): Promise<(Planned & { readonly value: string })[]> {
  if (plans.length === 0) return [];
  const { moves } = await postMoves(ctx.pg, {
    docType: AUDIT_MOVES,
    docId: audit.id,
    documentNo: audit.documentNo,
    action: 'approve',
    now: ctx.clock.now(),
    postedBy: authorId(ctx.actor),
    requestId: ctx.requestId,
    mayOverrideHold: can(ctx.actor.grants, 'parts-warehouse:override-period'),
    ignoreBinLock: true,
    moves: plans.map(({ move }) => move),
  });
  const posted = plans.map((plan, index) => ({ ...plan, value: moves[index]?.value ?? '0.00' }));
  await ctx.pg.query({
    name: 'audits.posted',
    text: `update audit_items i set posted_qty = t.qty, posted_value = t.value, moved_from_bin_id = t.moved
      from unnest($2::uuid[], $3::numeric[], $4::numeric[], $5::uuid[]) as t(id, qty, value, moved)
      where i.id = t.id and i.audit_id = $1`,
    values: [
      audit.id,
      posted.map(({ line }) => line.id),
      posted.map(({ variance }) => variance),
      posted.map(({ value }) => value),
      posted.map(({ movedFrom }) => movedFrom),
    ],
  });
  return posted;
}

/** Gives the count up; its number is kept, its bins are free. */
export async function cancelEffect(ctx: Ctx, audit: AuditRow): Promise<Effect<'audits'>> {
  await letGo(ctx, audit);
  return { touches: TOUCHES };
}
