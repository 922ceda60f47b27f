import type { World } from '../../../workflow/testing/world.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';

type Json = Readonly<Record<string, unknown>>;

export const requestBody = (world: World, more: Json = {}): Json => ({
  warehouseId: world.warehouseId,
  purpose: 'stock',
  neededBy: dayFrom(world, 14),
  items: [{ partId: world.part, quantity: 10, unitId: world.pcs, estimatedPrice: '100.0000' }],
  ...more,
});

export const orderBody = (world: World, more: Json = {}): Json => ({
  supplierId: world.supplier,
  warehouseId: world.warehouseId,
  paymentType: 'cash',
  vatMode: 'exclusive',
  items: [
    {
      partId: world.part,
      quantity: 10,
      unitId: world.pcs,
      unitPrice: '100.0000',
      isService: false,
    },
  ],
  ...more,
});

/** The line of an order that orders the first line of a request. */
export const ordering = (
  world: World,
  request: { readonly items: readonly { readonly id: string }[] },
  quantity = 10,
): Json => ({
  items: [
    {
      partId: world.part,
      quantity,
      unitId: world.pcs,
      unitPrice: '100.0000',
      isService: false,
      requestItemId: request.items[0]?.id,
    },
  ],
});

/** A request that may be ordered. */
export async function approvedRequest(world: World, more: Json = {}) {
  const made = await world.asker.post('/purchase_requests', requestBody(world, more));
  const { id, version } = expectData(made);
  return expectData(await world.manager.post(`/purchase_requests/${id}/approval`, { version }));
}

/** An order that may be received. */
export async function approvedOrder(world: World, more: Json = {}) {
  const made = await world.officer.post('/purchase_orders', orderBody(world, more));
  const { id, version } = expectData(made);
  return expectData(
    await world.manager.post(`/purchase_orders/${id}/approval`, { version, decision: 'approve' }),
  );
}

/** Receives `quantity` of each line (all of it when absent) as the receiver. */
export async function receive(
  world: World,
  // biome-ignore lint/suspicious/noExplicitAny: an order as the server answered it.
  order: any,
  more: { quantity?: number; body?: Json; lines?: (item: { id: string }) => Json } = {},
) {
  const items = (order.items as { id: string; openQty: number }[]).map((item) => ({
    orderItemId: item.id,
    acceptedQty: more.quantity ?? item.openQty,
    rejectedQty: 0,
    ...more.lines?.(item),
  }));
  return world.receiver.post('/purchase_order_acceptances', {
    orderId: order.id,
    receivedDate: dayFrom(world, 0),
    items,
    ...more.body,
  });
}
