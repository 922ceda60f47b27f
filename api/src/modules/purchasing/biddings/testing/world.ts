import type { Person } from '../../../../testing/index.ts';
import { dayFrom, expectData, type World } from '../../../../workflow/testing/world.ts';
import { approvedRequest } from '../../testing/documents.ts';

type Json = Readonly<Record<string, unknown>>;
// biome-ignore lint/suspicious/noExplicitAny: an answer's shape differs from call to call.
type Doc = any;

/** When a round of these tests closes: two days on by the test's clock. */
export const closing = (world: World, days = 2): string =>
  new Date(world.test.app.clock.now().getTime() + days * 86_400_000).toISOString();

export const roundBody = (world: World, more: Json = {}): Json => ({
  title: 'Belts for the summer',
  warehouseId: world.warehouseId,
  closesAt: closing(world),
  invitedSupplierIds: [world.supplier, world.smallSupplier, world.creditSupplier],
  items: [{ partId: world.part, quantity: 100, unitId: world.pcs }],
  ...more,
});

/** A free round, opened by the officer. */
export const openRound = async (world: World, more: Json = {}): Promise<Doc> =>
  expectData(await world.officer.post('/suppliers/bidding', roundBody(world, more)));

/** A round for all lines of a new request that may be ordered. */
export const roundOfRequest = async (world: World, more: Json = {}): Promise<Doc> =>
  roundFor(world, await approvedRequest(world, more));

/** A round for all lines of a request. */
export const roundFor = (world: World, request: Doc): Promise<Doc> =>
  openRound(world, {
    purchaseRequestId: request.id,
    warehouseId: null,
    items: request.items.map((item: Doc) => ({
      requestItemId: item.id,
      partId: item.part?.id ?? null,
      quantity: item.quantity,
      unitId: item.unit.id,
    })),
  });

/** What a supplier quotes: the same price for each line, unless `more` says otherwise. */
export const quotationBody = (
  world: World,
  round: Doc,
  { price = '10.0000', ...more }: { price?: string } & Json = {},
): Json => ({
  biddingId: round.id,
  supplierQuoteNo: 'Q-2611/04',
  validUntil: dayFrom(world, 30),
  vatMode: 'exclusive',
  creditDays: 0,
  items: round.items.map((item: Doc) => ({
    biddingItemId: item.id,
    quantity: item.quantity,
    unitPrice: price,
    leadTimeDays: 7,
    warrantyMonths: 12,
  })),
  ...more,
});

/** A submitted quotation, entered by the officer unless somebody else is named. */
export async function quote(
  world: World,
  round: Doc,
  {
    supplierId = world.supplier,
    price = '10.0000',
    by = world.officer,
    ...more
  }: { supplierId?: string; price?: string; by?: Person } & Json = {},
): Promise<Doc> {
  const vatMode = supplierId === world.smallSupplier ? { vatMode: 'none' } : {};
  return expectData(
    await by.post(
      `/suppliers/${supplierId}/quotations`,
      quotationBody(world, round, { price, submit: true, ...vatMode, ...more }),
    ),
  );
}

export const seeRound = async (world: World, id: string, by = world.admin): Promise<Doc> =>
  expectData(await by.get(`/suppliers/${world.supplier}/bidding/${id}`));

export const seeQuotation = async (world: World, quotation: Doc, by = world.admin): Promise<Doc> =>
  expectData(await by.get(`/suppliers/${quotation.supplier.id}/quotations/${quotation.id}`));

/** Does an action of a round by its version. */
export async function onRound(
  world: World,
  { id }: { id: string },
  { action, by = world.manager, ...more }: { action: string; by?: Person } & Json,
): Promise<Doc> {
  const { version } = await seeRound(world, id);
  return expectData(await by.post(`/suppliers/bidding/${id}/${action}`, { version, ...more }));
}

/** Awards some of a quotation's line, or takes that back. */
export async function win(
  world: World,
  quotation: Doc,
  { by = world.manager, item = 0, ...body }: { by?: Person; item?: number } & Json = {},
) {
  const { version } = await seeRound(world, quotation.bidding.id);
  return by.post(
    `/suppliers/${quotation.supplier.id}/quotations/${quotation.id}/items/${quotation.items[item].id}/win`,
    { version, win: true, ...body },
  );
}
