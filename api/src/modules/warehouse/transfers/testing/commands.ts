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

interface TransferRow extends Row {
  readonly createdBy: string | null;
}

interface Line {
  readonly id: string;
  readonly approved: string;
  readonly missing: string;
}

export const TRANSFER_COMMANDS = [
  'transfer.create',
  'transfer.update',
  'transfer.approve',
  'transfer.reject',
  'transfer.ship',
  'transfer.cancel',
  'transfer.recall',
  'transfer.resolve-loss',
] as const;

const REASON = 'รถขนส่งไม่ว่าง';

/**
 * Transfers, told apart by what may be done to them: some wait for goods that are `missing` at the
 * source, others `lost` something on the road.
 */
const TRANSFERS = `
  select t.id, t.version, t.created_by as "createdBy",
    case when t.has_missing then 'lost'
      when t.status = 'pending' and exists (select from part_transfer_items i
        where i.transfer_id = t.id and i.quantity > coalesce((
          select sum(b.on_hand - b.reserved) from stock_balances b join bins n on n.id = b.location_id
          where b.item_id = i.part_id and n.warehouse_id = t.from_warehouse_id
            and b.condition <> 'defective'), 0)) then 'missing'
      else t.status end as status
  from part_transfers t`;

/** Asks for goods elsewhere, or does something to a transfer, mostly what its state allows. */
export async function transferCommand(play: CommandContext): Promise<Command | null> {
  if (play.isTurnOf('transfer.create', 0.25)) return ask(play);
  const row = await someIn<TransferRow>(play, {
    machine: 'transfer',
    source: TRANSFERS,
    statuses: [
      'pending',
      'pending',
      'missing',
      'approved',
      'approved',
      'inTransit',
      'lost',
      'lost',
    ],
  });
  return row ? act(play, row) : null;
}

function bodyOf({ world, random }: CommandContext) {
  const { part, serialPart, warehouseId, otherWarehouseId } = world;
  const parts = random.chance(0.2) ? [part, serialPart] : [part];
  const ends = random.chance(0.8)
    ? [warehouseId, otherWarehouseId]
    : [otherWarehouseId, warehouseId];
  return {
    fromWarehouseId: ends[0],
    toWarehouseId: ends[1],
    expectedDate: dayFrom(world, random.chance(0.05) ? -1 : 3),
    items: parts.map((partId) => ({ partId, quantity: random.between(1, 8) })),
  };
}

const ask = (play: CommandContext): Command => ({
  name: 'transfer.create',
  person: play.by(play.world.receiver),
  path: '/material_tranfers',
  body: bodyOf(play),
});

async function act(play: CommandContext, row: TransferRow): Promise<Command | null> {
  const { world, random } = play;
  const { keeper, receiver } = world;
  const lines = await play.rows<Line>(
    `select id, coalesce(approved_qty, 0)::text as approved, missing_qty::text as missing
     from part_transfer_items where transfer_id = $1 order by line_no`,
    [row.id],
  );
  const sent = lines.map(({ id, approved }) => ({
    id,
    // Sometimes more than is held.
    quantity: random.chance(0.1) ? Number(approved) + 1 : random.between(0, Number(approved)),
  }));
  const settled = lines
    .filter(({ missing }) => Number(missing) > 0)
    .map(({ id, missing }) => ({
      id,
      quantity: random.between(1, Number(missing) + (random.chance(0.1) ? 1 : 0)),
    }));
  const settle: Call = [
    'resolve-loss',
    {
      outcome: random.pick(['found', 'lost']),
      liable: random.pick(['carrier', 'staff', 'company']),
      reason: REASON,
      items: settled,
    },
    keeper,
  ];
  const approve: Call = ['approve', {}, keeper];
  const others: readonly Call[] = [
    ['reject', { reason: REASON }, keeper],
    ['cancel', { reason: REASON }, receiver],
    ['update', bodyOf(play), personOf(play, row.createdBy, receiver)],
  ];
  const likely: Readonly<Record<string, readonly Call[]>> = {
    pending: [approve, approve, approve, ...others],
    missing: random.chance(0.1) ? [approve] : others,
    approved: [
      ['ship', {}, receiver],
      ['ship', {}, receiver],
      ['ship', { items: sent }, receiver],
      ['cancel', { reason: REASON }, keeper],
    ],
    // Most of what is on the road arrives.
    inTransit: play.isTurnOf('transfer.recall', 0.1)
      ? [['recall', { reason: REASON }, keeper]]
      : [],
    lost: [settle],
  };
  const all = Object.values(likely).flat();
  const calls = likely[row.status] ?? all;
  if (calls.length === 0) return null;
  const call = play.pick({ machine: 'transfer', state: row.status }, calls);
  return commandOn(play, row, { machine: 'transfer', path: '/material_tranfers', call });
}

/** Everything of transfers that a refused command must leave as it was (I14). */
export const TRANSFER_STATE = `
  select 'tf' || id || version || status || has_missing as part from part_transfers
  union all select 'tfi' || id || coalesce(approved_qty, -1) || shipped_qty || received_qty || damaged_qty
    || returned_qty || lost_qty || missing_qty from part_transfer_items
  union all select 'tfl' || id || quantity from part_transfer_losses`;

const ON_THE_ROAD = 'i.shipped_qty - i.received_qty - i.damaged_qty - i.returned_qty - i.lost_qty';

/** Each statement answers the rows that break its rule, written without the code that keeps it. */
export const TRANSFER_RULES: Readonly<Record<string, string>> = {
  'what lies in TRANSIT of a part is what was shipped and neither received, damaged, back nor lost (I22)': `
    select p.id from material_parts p
    left join (select i.part_id, sum(${ON_THE_ROAD}) as n from part_transfer_items i group by 1) s on s.part_id = p.id
    left join (select b.item_id, sum(b.on_hand) as n from stock_balances b join bins n on n.id = b.location_id
      join warehouses w on w.id = n.warehouse_id where w.kind = 'transit' group by 1) t on t.item_id = p.id
    where coalesce(s.n, 0) <> coalesce(t.n, 0)`,
  'what is on the road waits at an import or is missing (2.6)': `
    select i.id from part_transfer_items i
    left join goods_import_items g on g.source_item_id = i.id and g.posted_at is null
    left join goods_imports m on m.id = g.import_id and m.status in ('pending', 'inspecting')
    group by i.id having ${ON_THE_ROAD} <> i.missing_qty
      + coalesce(sum(g.expected_qty) filter (where m.id is not null), 0)`,
  'what was written off is what the lines lost (2.8)': `
    select i.id from part_transfer_items i left join part_transfer_losses l on l.item_id = i.id
    group by i.id having i.lost_qty <> coalesce(sum(l.quantity), 0)`,
  'only a loss changes what is owned (I9)': `
    select m.id from stock_moves m where m.doc_type = 'transfer' and m.action = 'ship' and m.value <> 0`,
  'nobody approves their own transfer, and nobody receives what they shipped (D8, 2.8)': `
    select id from part_transfers where approved_by = created_by
    union all select g.id from goods_imports g where g.sent_by in (g.counted_by, g.approved_by)`,
};
