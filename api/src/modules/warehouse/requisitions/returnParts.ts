import { addQuantities, type Condition, decimal, subtractQuantities } from '@boxyard/shared/domain';
import { requisitionStatus } from '@boxyard/shared/domain/warehouse/requisitionLines.ts';
import { type Ctx, type Input, today } from '../../../kernel/index.ts';
import { nextValueShare, normaliseSerial, setCustomerWarranty } from '../../../ledger/index.ts';
import { type AddFault, matchItems, runAction } from '../../../workflow/index.ts';
import { insertImport, type NewItem } from '../goodsImport/create.ts';
import { returnableOf, targetOf } from './dispatch.ts';
import { type PickRow, picksOf } from './picks.ts';
import { type ItemRow, itemsOf, type RequisitionRow, requisitionType, TOUCHES } from './type.ts';

type ReturnedLine = Input<'requisitions.return'>['body']['items'][number];

/** Some of what was handed out, coming back in one condition. */
interface ReturnedPick {
  readonly item: ItemRow;
  readonly pick: PickRow;
  readonly quantity: number;
  readonly condition: Condition;
}

/**
 * Announces what comes back: a goods import of it waits to be counted and put away, at what it was
 * worth when it left; damaged goods go to quarantine (2.7, 3.2).
 */
export async function returnRequisition(
  ctx: Ctx,
  { params, body }: Input<'requisitions.return'>,
): Promise<void> {
  await runAction(ctx, requisitionType, {
    action: 'return',
    id: params.id,
    version: body.version,
    effect: async (row) => {
      const [items, picks] = await Promise.all([itemsOf(ctx, row.id), picksOf(ctx, row.id)]);
      const returned = chosen(body.items, { items, picks });
      const made = await announce(ctx, { row, returned, remark: body.remark || null });
      await writeReturned(ctx, returned);
      if (row.toWarehouseId === null) {
        const serialIds = returned.map(({ pick }) => pick.serialId).filter((id) => id !== null);
        await setCustomerWarranty(ctx.pg, { serialIds, from: null });
      }
      return {
        to: requisitionStatus(await itemsOf(ctx, row.id)),
        diff: {
          goodsImport: made.documentNo,
          lines: body.items.map((line) => ({
            lineNo: items.find(({ id }) => id === line.id)?.lineNo ?? 0,
            quantity: line.quantity,
            condition: line.condition,
          })),
        },
        touches: [...TOUCHES, 'goodsImports'],
      };
    },
  });
}

/** Which of the picks come back; every fault at once. */
function chosen(
  lines: readonly ReturnedLine[],
  { items, picks }: { items: readonly ItemRow[]; picks: readonly PickRow[] },
): ReturnedPick[] {
  const left = new Map(picks.map((pick) => [pick, returnableOf(pick)]));
  const back = (item: ItemRow, line: ReturnedLine, fault: AddFault): ReturnedPick[] => {
    const mine = picks.filter((pick) => pick.itemId === item.id);
    const isSerial = mine.some((pick) => pick.serialId !== null);
    const wanted = (line.serials ?? []).map(normaliseSerial);
    if (isSerial && (new Set(wanted).size !== line.quantity || wanted.length !== line.quantity)) {
      const params = { expected: line.quantity };
      fault('serials', { code: 'SERIAL_COUNT', params });
      return [];
    }
    const known = new Set(mine.map((pick) => pick.serialNo));
    if (wanted.some((serialNo) => !known.has(serialNo))) {
      fault('serials', { code: 'SERIAL_UNKNOWN' });
      return [];
    }
    let open = line.quantity;
    const taken = mine
      .filter((pick) => !isSerial || wanted.includes(pick.serialNo ?? ''))
      .filter((pick) => line.lotNo == null || pick.lotNo === line.lotNo)
      .flatMap((pick) => {
        const quantity = Math.min(open, left.get(pick) ?? 0);
        if (quantity <= 0) return [];
        open = subtractQuantities(open, quantity);
        left.set(pick, subtractQuantities(left.get(pick) ?? 0, quantity));
        return [{ item, pick, quantity, condition: line.condition }];
      });
    if (open > 0) {
      const max = subtractQuantities(line.quantity, open);
      fault('quantity', { code: 'OVER_RETURN', params: { max } });
    }
    return taken;
  };
  // Some of a line may come back whole and some damaged.
  return matchItems({ items, lines, mayRepeat: true }, back).flat();
}

/** What so much of a pick was worth when it left. */
const shareOf = ({ pick, quantity }: ReturnedPick): string =>
  nextValueShare(pick.issueValue, {
    whole: pick.dispatchedQty,
    before: pick.returnedQty,
    quantity,
  });

/** One line of the import for each line, lot and condition. */
async function announce(
  ctx: Ctx,
  {
    row,
    returned,
    remark,
  }: { row: RequisitionRow; returned: readonly ReturnedPick[]; remark: string | null },
) {
  const isValued = row.toWarehouseId === null;
  // In a van goods have a condition; what is used up or sold has none in the books.
  const keyOf = ({ item, pick, condition }: ReturnedPick) =>
    [item.id, pick.lotId, condition, isValued ? '' : pick.condition].join('/');
  const items = [...Map.groupBy(seenOnce(returned), keyOf).values()].flatMap((group): NewItem[] => {
    const [first] = group;
    if (!first) return [];
    const expectedQty = addQuantities(...group.map(({ quantity }) => quantity));
    const value = decimal.add('0', ...group.map(shareOf));
    return [
      {
        sourceItemId: first.item.id,
        partId: first.item.outPartId,
        expectedQty,
        lotId: first.pick.lotId,
        serialIds: group.map(({ pick }) => pick.serialId).filter((id) => id !== null),
        conditionFrom: isValued ? first.condition : first.pick.condition,
        condition: first.condition,
        unitCost: isValued ? decimal.round(decimal.divide(value, expectedQty), 4) : null,
        sourceValue: isValued ? decimal.round(value) : null,
      },
    ];
  });
  return insertImport(ctx, {
    companyId: row.companyId,
    warehouseId: row.warehouseId,
    fromLocationId: await targetOf(ctx, row),
    documentDate: today(ctx.clock),
    sourceType: 'dispatchReturn',
    sourceId: row.id,
    sourceNo: row.documentNo,
    remark,
    items,
  });
}

/**
 * A pick of which some comes back used and some damaged: each share begins where the last one ended.
 */
function seenOnce(returned: readonly ReturnedPick[]): ReturnedPick[] {
  const before = new Map<string, number>();
  return returned.map((back) => {
    const { reservationId, returnedQty } = back.pick;
    const already = before.get(reservationId) ?? returnedQty;
    before.set(reservationId, addQuantities(already, back.quantity));
    return { ...back, pick: { ...back.pick, returnedQty: already } };
  });
}

async function writeReturned(ctx: Ctx, returned: readonly ReturnedPick[]): Promise<void> {
  const sums = new Map<string, number>();
  for (const { pick, quantity } of returned) {
    sums.set(pick.reservationId, addQuantities(sums.get(pick.reservationId) ?? 0, quantity));
  }
  await ctx.pg.query({
    name: 'requisitions.returned',
    text: `with p as (
        update requisition_picks p set returned_qty = p.returned_qty + t.qty
        from unnest($1::uuid[], $2::numeric[]) as t(id, qty) where p.reservation_id = t.id
        returning p.item_id, t.qty
      )
      update requisition_items i set returned_qty = i.returned_qty + s.qty
      from (select item_id, sum(qty) as qty from p group by item_id) s where i.id = s.item_id`,
    values: [[...sums.keys()], [...sums.values()]],
  });
}
