import {
  type Call,
  type Command,
  type CommandContext,
  commandOn,
  personOf,
  type Row,
  someIn,
} from '../../../../workflow/testing/randomCommands.ts';
import { dayFrom } from '../../../../workflow/testing/world.ts';

interface RequisitionRow extends Row {
  readonly createdBy: string | null;
}

interface Line {
  readonly id: string;
  readonly reserved: string;
  readonly picked: string;
  readonly open: string;
  readonly out: string;
  readonly isSerial: boolean;
}

export const REQUISITION_COMMANDS = [
  'requisition.create',
  'requisition.update',
  'requisition.approve',
  'requisition.reject',
  'requisition.allocate',
  'requisition.confirm-items',
  'requisition.cancel-items',
  'requisition.cancel-all',
  'requisition.confirm-dispatch',
  'requisition.return',
  'requisition.reverse',
] as const;

const REASON = 'ไม่ต้องใช้แล้ว';

/**
 * Requisitions, told apart by what may be done to them: `short` ones lacked stock when they were
 * approved, and it lies there now; what was handed out `today` may still be taken back (2.7); of what
 * is `out` something without a serial may come back.
 */
const requisitionsOf = ({ world }: CommandContext): string => `
  select q.id, q.version, q.created_by as "createdBy",
    case when q.has_short_lines and exists (select from requisition_items i
        join stock_balances b on b.item_id = coalesce(i.substitute_part_id, i.part_id)
        join bins n on n.id = b.location_id
          and n.warehouse_id in ('${world.warehouseId}', '${world.otherWarehouseId}')
        where i.requisition_id = q.id and b.is_physical and b.on_hand > b.reserved
          and i.approved_qty > i.reserved_qty + i.dispatched_qty + i.cancelled_qty) then 'short'
      when q.status = 'dispatched' and (q.dispatched_at at time zone 'Asia/Bangkok')::date
        = '${dayFrom(world, 0)}' then 'today'
      when q.status in ('dispatched', 'partlyReturned') and exists (select from requisition_items i
        join material_parts p on p.id = coalesce(i.substitute_part_id, i.part_id)
        where i.requisition_id = q.id and i.dispatched_qty > i.returned_qty + i.used_qty
          and p.tracking_type <> 'serial') then 'out'
      else q.status end as status
  from requisitions q`;

/** Asks for parts, or does something to a requisition, mostly what its state allows. */
export async function requisitionCommand(play: CommandContext): Promise<Command | null> {
  if (play.isTurnOf('requisition.create', 0.25)) return ask(play);
  const row = await someIn<RequisitionRow>(play, {
    machine: 'requisition',
    source: requisitionsOf(play),
    statuses: [
      'pending',
      'pending',
      'approved',
      'picking',
      'short',
      'today',
      'today',
      'today',
      'out',
      'out',
    ],
  });
  return row ? act(play, row) : null;
}

function bodyOf({ world, random }: CommandContext) {
  const { part, serialPart, warehouseId } = world;
  const parts = random.chance(0.2) ? [part, serialPart] : [part];
  return {
    purpose: random.pick(['repairJob', 'sale', 'internal']),
    warehouseId,
    neededBy: dayFrom(world, random.chance(0.05) ? -1 : 3),
    items: parts.map((partId) => ({
      partId,
      requestedQty: random.between(1, random.chance(0.1) ? 40 : 6),
    })),
  };
}

const ask = (play: CommandContext): Command => ({
  name: 'requisition.create',
  person: play.by(play.world.asker),
  path: '/material_dispatch',
  body: bodyOf(play),
});

async function act(play: CommandContext, row: RequisitionRow): Promise<Command> {
  const { world, random } = play;
  const { keeper, receiver, asker } = world;
  const lines = await play.rows<Line>(
    `select id, reserved_qty::text as reserved, picked_qty::text as picked,
       (coalesce(approved_qty, 0) - cancelled_qty - picked_qty - dispatched_qty)::text as open,
       (dispatched_qty - returned_qty - used_qty)::text as out,
       (select p.tracking_type = 'serial' from material_parts p
         where p.id = coalesce(substitute_part_id, part_id)) as "isSerial"
     from requisition_items where requisition_id = $1 order by line_no`,
    [row.id],
  );
  const picks = lines.map(({ id, reserved }) => ({
    id,
    // Sometimes more than is held.
    quantity: random.chance(0.1) ? Number(reserved) + 1 : random.between(0, Number(reserved)),
  }));
  const given = lines.filter(({ open }) => Number(open) > 0);
  const back = lines
    .filter(({ out, isSerial }) => Number(out) > 0 && (!isSerial || random.chance(0.05)))
    .map(({ id, out }) => ({
      id,
      quantity: random.between(1, Number(out) + (random.chance(0.1) ? 1 : 0)),
      condition: random.pick(['new', 'used', 'defective']),
    }));
  const elsewhere = given.map(({ id }) => ({ id, warehouseId: world.otherWarehouseId }));
  const decide: readonly Call[] = [
    ['approve', {}, keeper],
    ['approve', {}, keeper],
    ['approve', {}, keeper],
    ['reject', { reason: REASON }, keeper],
    ['cancel-all', { reason: REASON }, asker],
    ['update', bodyOf(play), personOf(play, row.createdBy, asker)],
  ];
  const out: Call = [
    'confirm-dispatch',
    { recipientName: 'ช่าง', pickAll: random.chance(0.7), backorder: random.chance(0.6) },
    receiver,
  ];
  const serve: readonly Call[] = [
    ['confirm-items', { items: picks }, receiver],
    ['cancel-items', { items: given.map(({ id }) => ({ id, reason: REASON })) }, receiver],
    ['cancel-all', { reason: REASON }, keeper],
    out,
    out,
    out,
    out,
  ];
  const giveBack: Call = ['return', { items: back }, asker];
  const reverse: Call = ['reverse', { reason: REASON }, keeper];
  const likely: Readonly<Record<string, readonly Call[]>> = {
    pending: decide,
    approved: serve,
    picking: serve,
    // From where it was asked for, or from the other warehouse.
    short: [
      ['allocate', {}, keeper],
      ['allocate', { items: elsewhere }, keeper],
    ],
    today: back.length > 0 ? [giveBack, reverse] : [reverse],
    out: [giveBack],
  };
  const call = play.pick(
    { machine: 'requisition', state: row.status },
    likely[row.status] ?? [...decide, ...serve, giveBack, reverse],
  );
  return commandOn(play, row, { machine: 'requisition', path: '/material_dispatch', call });
}

/** Everything of requisitions that a refused command must leave as it was (I14). */
export const REQUISITION_STATE = `
  select 'rq' || id || version || status as part from requisitions
  union all select 'rqi' || id || coalesce(approved_qty, -1) || reserved_qty || picked_qty || cancelled_qty
    || dispatched_qty || returned_qty from requisition_items
  union all select 'rs' || id || qty || consumed_qty || status from stock_reservations`;

/** Each statement answers the rows that break its rule, written without the code that keeps it. */
export const REQUISITION_RULES: Readonly<Record<string, string>> = {
  'handed out and given up is no more than approved, and that no more than asked for (I16)': `
    select id from requisition_items where dispatched_qty + cancelled_qty > coalesce(approved_qty, 0)
      or coalesce(approved_qty, 0) > requested_qty or returned_qty > dispatched_qty`,
  'a line holds what its active reservations hold, and has picked no more (I4)': `
    select i.id from requisition_items i left join stock_reservations r
      on r.doc_item_id = i.id and r.status = 'active'
    group by i.id, i.reserved_qty, i.picked_qty
    having i.reserved_qty <> coalesce(sum(r.qty - r.consumed_qty), 0) or i.picked_qty > i.reserved_qty`,
  'a line has handed out what its moves took, unless all was taken back (I16)': `
    select i.id from requisition_items i join requisitions q on q.id = i.requisition_id
    left join stock_moves m on m.doc_item_id = i.id and m.doc_type = 'dispatch'
    group by i.id, i.dispatched_qty having i.dispatched_qty <> coalesce(sum(m.qty), 0)`,
  'what came back is worth no more than what left (3.2)': `
    select q.id from requisitions q join stock_moves m on m.doc_id = q.id and m.doc_type = 'dispatch'
    group by q.id having sum(m.value) < (select coalesce(sum(b.value), 0) from stock_moves b
      join goods_imports g on g.id = b.doc_id and g.source_id = q.id
      where b.doc_type = 'goodsImport' and b.reverses_move_id is null
        and not exists (select 1 from stock_moves r where r.reverses_move_id = b.id))`,
  'nobody decides on what they asked for (D8)': `
    select id from requisitions where approved_by in (created_by, requester_id)`,
};
