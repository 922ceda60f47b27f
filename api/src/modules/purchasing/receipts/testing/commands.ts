import { newId } from '../../../../kernel/index.ts';
import {
  type Call,
  type CommandContext,
  commandOn,
  deciderOf,
  type Family,
  personOf,
  type Row,
  someIn,
} from '../../../../workflow/testing/randomCommands.ts';
import { dayFrom } from '../../../../workflow/testing/world.ts';

interface ReceiptRow extends Row {
  readonly createdBy: string | null;
}

const REASON = 'รับผิดใบสั่งซื้อ';

/** Receives what was ordered, or does something to a receipt, mostly what its state allows. */
export const receiptFamily: Family = {
  commands: ['receipt.create', 'receipt.approve', 'receipt.cancel', 'receipt.reverse'],
  weight: 14,
  next: (play) => (play.isTurnOf('receipt.create', 0.4) ? create(play) : act(play)),
};

async function create(play: CommandContext) {
  const { world, random } = play;
  const row = await someIn(play, {
    machine: 'purchaseOrder',
    source: 'select id, version, status from purchase_orders',
    statuses: ['approved', 'approved', 'approved', 'booking', 'booking', 'booking', 'onGoing'],
  });
  if (!row) return null;
  const lines = await play.rows<{ id: string; open: string }>(
    `select id, (quantity - received_qty - closed_qty)::text as open
     from purchase_order_items where order_id = $1 and quantity > received_qty + closed_qty`,
    [row.id],
  );
  return {
    name: 'receipt.create',
    person: play.by(world.receiver),
    path: '/purchase_order_acceptances',
    body: {
      orderId: row.id,
      receivedDate: dayFrom(world, 0),
      taxInvoiceNo: `TI-${newId().slice(-12)}`,
      taxInvoiceDate: dayFrom(world, 0),
      post: random.chance(0.45),
      items: lines.map((line) => {
        const all = Number(line.open);
        const part = random.between(1, Math.max(1, all));
        const over = random.chance(0.05) ? 1 : 0;
        return {
          orderItemId: line.id,
          acceptedQty: (random.chance(0.25) ? all : part) + over,
          rejectedQty: 0,
        };
      }),
    },
  };
}

async function act(play: CommandContext) {
  const { manager, keeper, receiver } = play.world;
  const row = await someIn<ReceiptRow>(play, {
    machine: 'receipt',
    // What is counted already is not taken back any more, and nothing comes of an order that is over.
    source: `select r.id, r.version, r.created_by as "createdBy",
        case when r.status = 'posted' and i.status <> 'pending' then 'counted'
          when r.status = 'pending' and o.status not in ('approved', 'booking', 'onGoing') then 'late'
          else r.status end as status
      from purchase_order_receipts r join purchase_orders o on o.id = r.order_id
      left join goods_imports i on i.id = r.goods_import_id`,
    statuses: ['pending', 'pending', 'late', 'posted'],
  });
  if (!row) return null;
  const decider = deciderOf(play, keeper, [row.createdBy]);
  const approve: Call = ['approve', {}, decider];
  const reverse: Call = ['reverse', { reason: REASON }, manager];
  const cancel: Call = ['cancel', { reason: REASON }, personOf(play, row.createdBy, receiver)];
  const likely: Readonly<Record<string, readonly Call[]>> = {
    pending: [approve, approve, cancel],
    late: [cancel],
  };
  const call = play.pick(
    { machine: 'receipt', state: row.status },
    likely[row.status] ?? [reverse],
  );
  return commandOn(play, row, {
    machine: 'receipt',
    path: '/purchase_order_acceptances',
    call,
    aliases: { approve: 'approval' },
  });
}
