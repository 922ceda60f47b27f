import { addQuantities, bangkokDate, can, placeOfPurpose } from '@boxyard/shared/domain';
import { openRequisitionQty } from '@boxyard/shared/domain/warehouse/requisitionLines.ts';
import {
  authorId,
  type Ctx,
  conflict,
  type Input,
  named,
  notify,
  refuseFaults,
  today,
  unseen,
} from '../../../kernel/index.ts';
import { placesOf, release, setCustomerWarranty } from '../../../ledger/index.ts';
import {
  onAnyDay,
  reverseDocumentMoves,
  sentPicture,
  storePicture,
} from '../../../workflow/index.ts';
import { approveForJob } from './approve.ts';
import { insertRequisition } from './draft.ts';
import { lockJobOf, tellJob } from './jobHooks.ts';
import { type PickRow, picksOf } from './picks.ts';
import {
  type ItemRow,
  REQUISITION_MOVES,
  type RequisitionRow,
  requisitions,
  TOUCHES,
} from './type.ts';

type Body = Input<'requisitions.confirmDispatch'>['body'];

/** Where handed-out goods go: a van, where they stay ours, or out of the stock (matrix 3.2). */
export async function targetOf(ctx: Ctx, row: RequisitionRow): Promise<string> {
  if (row.toWarehouseId === null) {
    return (await placesOf(ctx, row.companyId))[placeOfPurpose(row.purpose)];
  }
  const bin = await ctx.db
    .selectFrom('bins')
    .where('warehouseId', '=', row.toWarehouseId)
    .where('code', '=', 'DEFAULT')
    .select('id')
    .executeTakeFirstOrThrow();
  return bin.id;
}

/**
 * Hands out what is picked: it leaves the stock at its average cost, what was held and not taken is
 * free again, and what is left over is asked for anew if somebody wants that (2.7).
 */
export const confirmDispatch = requisitions.action('confirmDispatch', {
  // Read by its content before anything is locked.
  before: async (ctx, { params, body }) => {
    const signature = await sentPicture(ctx, {
      field: 'recipientSignature',
      dataUrl: body.recipientSignature,
      code: 'SIGNATURE',
    });
    await lockJobOf(ctx, params.id);
    return { signature };
  },
  effect: async (ctx, row, { signature, ...body }) => {
    const dispatchedDate = dateOf(ctx, row, body);
    const [lines, held, to] = await Promise.all([
      requisitions.linesOf(ctx, row.id),
      picksOf(ctx, row.id),
      targetOf(ctx, row),
    ]);
    const { items, picks } = body.pickAll ? allPicked(lines, held) : { items: lines, picks: held };
    const rest = items.filter((item) => openRequisitionQty(item) > 0);
    if (rest.length > 0 && body.backorder !== true) {
      throw conflict('LINES_OPEN', { lines: rest.map((item) => item.lineNo) });
    }
    if (picks.every((pick) => pick.pickedQty === 0)) throw conflict('NOTHING_PICKED');
    await handOut(ctx, { row, items, picks, to, dispatchedDate });
    const backorder = rest.length > 0 ? await askAnew(ctx, { row, rest }) : null;
    await notifyRequester(ctx, row);
    return {
      set: {
        recipientName: body.recipientName,
        recipientSignatureFileId: signature && (await storePicture(ctx, 'signature', signature)),
        dispatchedAt: ctx.clock.now(),
        dispatchedBy: authorId(ctx.actor),
        dispatchedDate,
        reservedUntil: null,
        hasShortLines: false,
      },
      diff: {
        recipient: body.recipientName,
        ...(backorder === null ? {} : { backorder: named('requisitions', backorder) }),
      },
      touches: row.jobId === null ? TOUCHES : [...TOUCHES, 'jobs'],
    };
  },
  after: (ctx, row) => tellJob(ctx, row, 'handedOut'),
});

/** Today, or an earlier day since the requisition was made; how far back is for the ledger to say. */
function dateOf(ctx: Ctx, row: RequisitionRow, body: Body): string {
  const day = today(ctx.clock);
  const date = body.dispatchedDate ?? day;
  if (date > day) refuseFaults([{ field: 'dispatchedDate', code: 'FUTURE_DATE' }]);
  if (date < row.documentDate) {
    refuseFaults([{ field: 'dispatchedDate', code: 'BEFORE_DOCUMENT' }]);
  }
  return date;
}

/** As if all that is held had been confirmed: it leaves with the same action, so nobody writes it down. */
function allPicked(
  items: readonly ItemRow[],
  held: readonly PickRow[],
): { readonly items: readonly ItemRow[]; readonly picks: readonly PickRow[] } {
  const byItem = Map.groupBy(held, (pick) => pick.itemId);
  return {
    items: items.map((item) => ({
      ...item,
      pickedQty: addQuantities(...(byItem.get(item.id) ?? []).map(({ quantity }) => quantity)),
    })),
    picks: held.map((pick) => ({ ...pick, pickedQty: pick.quantity })),
  };
}

interface HandOver {
  readonly row: RequisitionRow;
  readonly items: readonly ItemRow[];
  readonly picks: readonly PickRow[];
  readonly to: string;
  readonly dispatchedDate: string;
}

async function handOut(
  ctx: Ctx,
  { row, items, picks, to, dispatchedDate }: HandOver,
): Promise<void> {
  const partOf = new Map(items.map((item) => [item.id, item.outPartId]));
  const taken = picks.filter((pick) => pick.pickedQty > 0);
  const { moves } = await requisitions.post(ctx, row, {
    ...onAnyDay(ctx),
    action: 'confirm-dispatch',
    effectiveDate: dispatchedDate,
    moves: taken.map((pick) => ({
      itemId: partOf.get(pick.itemId) ?? '',
      docItemId: pick.itemId,
      quantity: pick.pickedQty,
      from: pick.locationId,
      to,
      lotId: pick.lotId,
      serialId: pick.serialId,
      conditionFrom: pick.condition,
      reservationId: pick.reservationId,
    })),
  });
  // Held and not taken: the rest of lines in part, and what was given up.
  const isLeft = picks.some((pick) => pick.pickedQty < pick.quantity);
  if (isLeft) await release(ctx.pg, { now: ctx.clock.now(), docId: row.id });
  ctx.background(
    writeIssued(ctx, row.id, {
      taken,
      values: moves.map((move) => move.value),
    }),
  );
  // What goes into a van is still ours; nobody's warranty runs yet.
  if (row.toWarehouseId === null) {
    ctx.background(
      setCustomerWarranty(ctx.pg, {
        serialIds: serialsOf(taken),
        from: dispatchedDate,
        isSale: row.purpose === 'sale',
      }),
    );
  }
}

/** What was handed out of the lines and its value; nothing is held or picked for any of them now. */
const writeIssued = (
  ctx: Ctx,
  requisitionId: string,
  { taken, values }: { readonly taken: readonly PickRow[]; readonly values: readonly string[] },
) =>
  ctx.pg.query({
    name: 'requisitions.issue',
    text: `with t as (select * from unnest(${unseen('$2')}, $3::numeric[], $4::numeric[]) as t(id, qty, value)),
      p as (
        update requisition_picks p
        set dispatched_qty = t.qty, picked_qty = 0, issue_value = t.value
        from t where p.reservation_id = t.id
        returning p.item_id, p.dispatched_qty, p.issue_value
      ),
      s as (
        select i.id, coalesce(sum(p.dispatched_qty), 0) as qty, sum(p.issue_value) as value
        from requisition_items i left join p on p.item_id = i.id
        where i.requisition_id = $1 group by i.id
      )
      update requisition_items i
      set dispatched_qty = s.qty, issue_value = s.value, reserved_qty = 0, picked_qty = 0
      from s where i.id = s.id`,
    values: [
      requisitionId,
      taken.map((pick) => pick.reservationId),
      taken.map((pick) => pick.pickedQty),
      values,
    ],
  });

/** Dates as they are written sort as they follow. */
const laterOf = (a: string, b: string): string => [a, b].sort().at(-1) ?? a;

const serialsOf = (picks: readonly PickRow[]): string[] =>
  picks.map((pick) => pick.serialId).filter((id) => id !== null);

/** The rest of a requisition as a new one, which is decided on and held anew. */
async function askAnew(
  ctx: Ctx,
  { row, rest }: { row: RequisitionRow; rest: readonly ItemRow[] },
): Promise<{ readonly id: string; readonly documentNo: string }> {
  const day = today(ctx.clock);
  const made = await insertRequisition(ctx, {
    companyId: row.companyId,
    requesterId: row.requesterId,
    purpose: row.purpose,
    warehouseId: row.warehouseId,
    toWarehouseId: row.toWarehouseId,
    neededBy: laterOf(row.neededBy, day),
    refNo: row.refNo,
    remark: row.remark,
    backorderOfId: row.id,
    jobId: row.jobId,
    items: rest.map((item) => ({
      partId: item.partId,
      requestedQty: openRequisitionQty(item),
      note: item.note,
      isBillable: item.isBillable,
    })),
  });
  if (row.jobId !== null) await approveForJob(ctx, made.id);
  for (const item of rest) {
    await ctx.db
      .updateTable('requisitionItems')
      .set({
        cancelledQty: addQuantities(item.cancelledQty, openRequisitionQty(item)),
        cancelReason: named('requisitions', made).mark,
      })
      .where('id', '=', item.id)
      .execute();
  }
  return made;
}

/** Whoever asked for the parts hears that they were handed out. */
async function notifyRequester(ctx: Ctx, row: RequisitionRow): Promise<void> {
  const people = [row.requesterId, row.createdBy].filter((id) => id !== ctx.actor.userId);
  await notify(ctx, people, {
    category: 'message',
    type: 'success',
    title: {
      en: `${requisitions.type.label.en} ${row.documentNo} was handed out`,
      th: `${requisitions.type.label.th} ${row.documentNo} จ่ายของแล้ว`,
    },
    description: { en: `By ${ctx.actor.name}`, th: `โดย ${ctx.actor.name}` },
    action: requisitions.path(row.id),
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: requisitions.type.subject, id: row.id },
    dedupeKey: `${requisitions.type.subject}:${row.id}:dispatched:${bangkokDate(ctx.clock.now())}`,
  });
}

/** Takes a hand-over back on its own day: the same goods into the same bins at the same value. */
export const reverseRequisition = requisitions.action('reverse', async (ctx, row) => {
  const picks = await picksOf(ctx, row.id);
  // Read after the lock: the job may have used some while this waited for the requisition.
  if (picks.some(({ usedQty }) => usedQty > 0)) throw conflict('PARTS_USED');
  const documentNo = await reverseDocumentMoves(ctx, row, {
    docType: REQUISITION_MOVES,
    mayOverrideHold: can(ctx.actor.grants, 'parts-warehouse:override-period'),
  });
  if (row.toWarehouseId === null) {
    await setCustomerWarranty(ctx.pg, { serialIds: serialsOf(picks), from: null });
  }
  return { diff: { reversal: documentNo }, touches: TOUCHES };
});
