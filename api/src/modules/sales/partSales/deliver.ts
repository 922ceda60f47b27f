import {
  authorId,
  type Ctx,
  conflict,
  type Input,
  refuseFaults,
  today,
  unseen,
} from '../../../kernel/index.ts';
import { placesOf, setCustomerWarranty } from '../../../ledger/index.ts';
import { matchItems, onAnyDay } from '../../../workflow/index.ts';
import { exchange, foundFor, type Plan, planOf } from '../../warehouse/index.ts';
import { billPartSale } from './billing.ts';
import {
  type ItemRow,
  itemsOf,
  type PartSaleRow,
  type PickRow,
  partSales,
  picksOf,
  TOUCHES,
} from './type.ts';

type Body = Input<'partSales.deliver'>['body'];

/** What leaves: held stock, or what was scanned in its place. */
interface Leaving {
  readonly reservationId: string;
  readonly item: ItemRow;
  readonly key: Pick<PickRow, 'locationId' | 'lotId' | 'serialId' | 'condition'>;
  readonly quantity: number;
}

/**
 * Hands the goods over: all that is held leaves for SOLD at its average cost, a scanned serial or bin
 * takes the place of one that was held, and the customer's warranty of serial numbers begins.
 */
export const deliverPartSale = partSales.action('deliver', async (ctx, row, body) => {
  const deliveredDate = dateOf(ctx, row, body);
  const items = await itemsOf(ctx, row.id);
  const leaving = await taken(ctx, row, { items, lines: body.items });
  await send(ctx, row, { leaving, deliveredDate });
  await billPartSale(ctx, row, deliveredDate);
  return {
    set: {
      deliveredAt: ctx.clock.now(),
      deliveredBy: authorId(ctx.actor),
      deliveredDate,
      recipientName: body.recipientName,
    },
    diff: { recipient: body.recipientName },
    touches: [...TOUCHES, 'invoices', 'receivables'],
  };
});

/** Today, or an earlier day since the sale was confirmed; how far back is for the ledger to say. */
function dateOf(ctx: Ctx, row: PartSaleRow, body: Body): string {
  const day = today(ctx.clock);
  const date = body.deliveredDate ?? day;
  if (date > day) refuseFaults([{ field: 'deliveredDate', code: 'FUTURE_DATE' }]);
  if (date < row.documentDate) refuseFaults([{ field: 'deliveredDate', code: 'BEFORE_DOCUMENT' }]);
  return date;
}

/** Every line whole: as it was scanned, else as it is held. */
async function taken(
  ctx: Ctx,
  row: PartSaleRow,
  { items, lines }: { readonly items: readonly ItemRow[]; readonly lines: Body['items'] },
): Promise<Leaving[]> {
  const [picks, places] = await Promise.all([
    picksOf(ctx, row.id),
    foundFor(ctx, { items, lines: lines ?? [], warehouseIds: [row.warehouseId] }),
  ]);
  const said = lines ?? items.map(({ id, quantity }) => ({ id, quantity }));
  const plans = matchItems(
    { items, lines: said },
    (item, line, fault): Plan<ItemRow, PickRow> | undefined => {
      if (line.quantity !== item.quantity) {
        fault('quantity', { code: 'DELIVERED_WHOLE', params: { due: item.quantity } });
        return undefined;
      }
      const { plan, wrong } = planOf(line, { item, picks, places });
      for (const { field, ...what } of wrong) fault(field, what);
      return plan;
    },
  );
  const named = new Set(said.map(({ id }) => id));
  const left = items.filter(({ id }) => !named.has(id));
  if (left.length > 0) {
    throw conflict('LINES_NOT_PICKED', { lines: left.map(({ lineNo }) => lineNo) });
  }
  const fresh = await exchange(ctx, {
    docType: partSales.moves,
    docId: row.id,
    expiresAt: null,
    plans,
  });
  return [
    ...plans.flatMap(({ item, kept }) =>
      kept
        .filter(({ quantity }) => quantity > 0)
        .map(({ pick, quantity }) => ({
          item,
          key: pick,
          quantity,
          reservationId: pick.reservationId,
        })),
    ),
    ...fresh.map(({ item, key, quantity, reservationId }) => ({
      item,
      key: {
        locationId: key.locationId,
        lotId: key.lotId ?? null,
        serialId: key.serialId ?? null,
        condition: key.condition,
      },
      quantity,
      reservationId,
    })),
  ];
}

async function send(
  ctx: Ctx,
  row: PartSaleRow,
  {
    leaving,
    deliveredDate,
  }: { readonly leaving: readonly Leaving[]; readonly deliveredDate: string },
): Promise<void> {
  const { SOLD } = await placesOf(ctx, row.companyId);
  const { moves } = await partSales.post(ctx, row, {
    ...onAnyDay(ctx),
    action: 'deliver',
    effectiveDate: deliveredDate,
    moves: leaving.map(({ item, key, quantity, reservationId }) => ({
      itemId: item.partId,
      docItemId: item.id,
      quantity,
      from: key.locationId,
      to: SOLD,
      lotId: key.lotId,
      serialId: key.serialId,
      conditionFrom: key.condition,
      reservationId,
    })),
  });
  await writeTaken(ctx, row.id, { leaving, values: moves.map(({ value }) => value) });
  const serialIds = leaving.map(({ key }) => key.serialId).filter((id) => id !== null);
  await setCustomerWarranty(ctx.pg, { serialIds, from: deliveredDate, isSale: true });
}

/** What was taken from where and what it was worth. */
const writeTaken = (
  ctx: Ctx,
  documentId: string,
  { leaving, values }: { readonly leaving: readonly Leaving[]; readonly values: readonly string[] },
) =>
  ctx.pg.query({
    name: 'partSales.taken',
    text: `with p as (
        insert into part_sale_picks (reservation_id, item_id, delivered_qty, issue_value)
        select * from unnest(${unseen('$2')}, $3::uuid[], $4::numeric[], $5::numeric[])
        returning item_id, delivered_qty, issue_value
      )
      update part_sale_items i set delivered_qty = s.qty, issue_value = s.value
      from (select item_id, sum(delivered_qty) as qty, sum(issue_value) as value from p group by item_id) s
      where i.id = s.item_id and i.document_id = $1`,
    values: [
      documentId,
      leaving.map(({ reservationId }) => reservationId),
      leaving.map(({ item }) => item.id),
      leaving.map(({ quantity }) => quantity),
      values,
    ],
  });
