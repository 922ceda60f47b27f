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
import { lineOf } from '../../requests/testing/commands.ts';

interface OrderRow extends Row {
  readonly createdBy: string | null;
}

const REASON = 'ผู้จำหน่ายแจ้งของหมด';

/** Orders as they are to whoever looks: those whose date has passed count as expired (2.1). */
const ordersOf = ({ world }: CommandContext): string => `
  select id, version, created_by as "createdBy",
    case when status in ('pending', 'approved') and valid_until < '${dayFrom(world, 0)}'
      or status = 'booking' and not has_receipts and promised_date < '${dayFrom(world, -7)}'
      then 'expired' else status end as status
  from purchase_orders`;

/** Orders what was asked for, or does something to an order, mostly what its state allows. */
export const orderFamily: Family = {
  commands: [
    'purchaseOrder.create',
    'purchaseOrder.update',
    'purchaseOrder.submit',
    'purchaseOrder.approve',
    'purchaseOrder.reject',
    'purchaseOrder.confirm',
    'purchaseOrder.amend',
    'purchaseOrder.revise',
    'purchaseOrder.cancel',
    'purchaseOrder.close-short',
    'purchaseOrder.extend',
  ],
  weight: 18,
  next: async (play) => (play.isTurnOf('purchaseOrder.create', 0.45) ? create(play) : act(play)),
};

/** What is ordered: of requests, or free where nothing waits. */
async function linesOf(play: CommandContext, free: number): Promise<object[]> {
  const { random } = play;
  const open = await play.rows<{ id: string; partId: string; unitId: string; open: string }>(
    `select i.id, i.part_id as "partId", i.unit_id as "unitId",
       (i.quantity - i.ordered_qty - i.cancelled_qty)::text as open
     from purchase_request_items i join purchase_requests r on r.id = i.request_id
     where r.status in ('approved', 'booking', 'onGoing') and i.quantity > i.ordered_qty + i.cancelled_qty
       and not i.in_round
     order by i.id desc limit 30`,
  );
  const chosen = random.chance(free) ? [] : random.some(open, random.between(1, 5));
  const lines = chosen.map((item) => ({
    partId: item.partId,
    unitId: item.unitId,
    requestItemId: item.id,
    // Sometimes more than was asked for.
    quantity: Math.max(1, Number(item.open) - random.between(random.chance(0.2) ? -1 : 0, 4)),
  }));
  return (lines.length > 0 ? lines : [lineOf(play)]).map((line) => ({
    ...line,
    unitPrice: `${random.between(1, 900)}.1234`,
    isService: false,
    discount: random.chance(0.2) ? { type: 'percent', value: '3.00' } : null,
  }));
}

function bodyOf({ world, random }: CommandContext, items: readonly object[]) {
  return {
    supplierId: world.supplier,
    warehouseId: world.warehouseId,
    paymentType: random.pick(['cash', 'credit']),
    vatMode: random.pick(['exclusive', 'inclusive']),
    discount: random.chance(0.2) ? { type: 'amount', value: '7.77' } : null,
    // Some are soon too old.
    validUntil: random.chance(0.25) ? dayFrom(world, random.between(0, 2)) : null,
    items,
  };
}

async function create(play: CommandContext) {
  const isDraft = play.random.chance(0.3);
  return {
    name: 'purchaseOrder.create',
    person: play.by(play.world.officer),
    path: '/purchase_orders',
    // A draft holds nothing of a request: others order it meanwhile.
    body: { ...bodyOf(play, await linesOf(play, isDraft ? 0.7 : 0.1)), isDraft },
  };
}

/** The order as it is, with a little more or less of its lines, and sometimes another supplier. */
async function changed(play: CommandContext, row: Row): Promise<object> {
  const { world, random } = play;
  const [order] = await play.rows<{ supplierId: string; isRegistered: boolean }>(
    `select o.supplier_id as "supplierId", s.is_vat_registered as "isRegistered"
     from purchase_orders o join suppliers s on s.id = o.supplier_id where o.id = $1`,
    [row.id],
  );
  const lines = await play.rows<{ quantity: string; unitPrice: string }>(
    `select part_id as "partId", description, quantity::text, unit_id as "unitId",
       unit_price::text as "unitPrice", is_service as "isService", request_item_id as "requestItemId"
     from purchase_order_items where order_id = $1 order by line_no`,
    [row.id],
  );
  const items = lines.map((line) => ({
    ...line,
    quantity: Math.max(1, Number(line.quantity) + random.pick([-1, 0, 0, 0, 1])),
  }));
  const isAnother = random.chance(0.1);
  return {
    ...bodyOf(play, items),
    supplierId: isAnother ? world.supplier : order?.supplierId,
    ...(order?.isRegistered === false && !isAnother ? { vatMode: 'none' } : {}),
  };
}

async function act(play: CommandContext) {
  const { world, random } = play;
  const { officer, manager } = world;
  const row = await someIn<OrderRow>(play, {
    machine: 'purchaseOrder',
    source: ordersOf(play),
    statuses: [
      'draft',
      'draft',
      'pending',
      'pending',
      'approved',
      'booking',
      'onGoing',
      'onGoing',
      'onGoing',
      'expired',
    ],
  });
  if (!row) return null;
  const decider = deciderOf(play, manager, [row.createdBy]);
  const owner = personOf(play, row.createdBy, officer);
  const approve: Call = ['approve', { decision: 'approve' }, decider];
  const update: Call = ['update', await changed(play, row), owner];
  const confirm: Call = [
    'confirm',
    { supplierConfirmationNo: 'SO-1', promisedDate: dayFrom(world, random.between(0, 7)) },
    officer,
  ];
  const cancel: Call = ['cancel', { reason: REASON }, officer];
  const revise: Call = ['revise', {}, officer];
  const amend: Call = [
    'amend',
    {
      supplierConfirmationNo: 'ACK-2',
      promisedDate: dayFrom(world, random.between(1, 20)),
      remark: 'Deliver to the back door',
    },
    officer,
  ];
  const extend: Call = ['extend', { validUntil: dayFrom(world, random.between(0, 20)) }, manager];
  const likely: Readonly<Record<string, readonly Call[]>> = {
    draft: [['submit', {}, officer], ['submit', {}, officer], update],
    pending: [
      approve,
      approve,
      approve,
      approve,
      ['reject', { decision: 'reject', reason: REASON }, decider],
      update,
    ],
    approved: [confirm, confirm, amend, revise, cancel],
    booking: [confirm, amend, revise, cancel],
    onGoing: [
      amend,
      ['close-short', { reason: REASON, reopenRequest: random.chance(0.5) }, officer],
      ...(random.chance(0.1) ? [cancel] : []),
    ],
    expired: [extend, extend, cancel],
  };
  const call = play.pick(
    { machine: 'purchaseOrder', state: row.status },
    likely[row.status] ?? [cancel, revise, extend],
  );
  return commandOn(play, row, {
    machine: 'purchaseOrder',
    path: '/purchase_orders',
    call,
    // Both decisions are one call.
    aliases: { approve: 'approval', reject: 'approval' },
  });
}
