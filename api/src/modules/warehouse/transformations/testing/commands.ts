import {
  type Call,
  type Command,
  type CommandContext,
  commandOn,
  personOf,
  type Row,
  someIn,
} from '../../../../workflow/testing/randomCommands.ts';
import { stillThere } from '../../testing/upkeepCommands.ts';

interface TransformationRow extends Row {
  readonly createdBy: string | null;
}

interface Place {
  readonly partId: string;
  readonly binId: string;
  readonly condition: string;
  readonly serialNo: string | null;
  readonly free: string;
}

interface Planned {
  readonly id: string;
  readonly partId: string;
  readonly quantity: string;
  readonly costShare: string;
}

export const TRANSFORMATION_COMMANDS = [
  'transformation.create',
  'transformation.update',
  'transformation.approve',
  'transformation.reject',
  'transformation.confirm',
  'transformation.cancel',
  'transformation.reverse',
] as const;

const REASON = 'เลือกของผิดชิ้น';

/** Converts what lies somewhere, or does something to a transformation, mostly what its state allows. */
export async function transformationCommand(play: CommandContext): Promise<Command | null> {
  if (play.isTurnOf('transformation.create', 0.25)) return ask(play);
  const row = await someIn<TransformationRow>(play, {
    machine: 'transformation',
    // What came of it still lies there, or was taken since.
    source: `select t.id, t.version, t.created_by as "createdBy",
        case when t.status = 'completed' and ${stillThere(`m.doc_id = t.id and m.action = 'give-out'`)}
          then 'reversible' else t.status end as status
      from transformations t`,
    statuses: ['pending', 'pending', 'approved', 'reversible'],
  });
  return row ? act(play, row) : ask(play);
}

async function ask(play: CommandContext): Promise<Command | null> {
  const body = await bodyOf(play);
  if (!body) return null;
  const person = play.by(play.world.receiver);
  return { name: 'transformation.create', person, path: '/material_transform', body };
}

async function bodyOf(play: CommandContext): Promise<object | null> {
  const { world, random } = play;
  const places = await play.rows<Place>(
    `select b.item_id as "partId", b.location_id as "binId", b.condition, s.serial_no as "serialNo",
       (b.on_hand - b.reserved)::text as free
     from stock_balances b join bins n on n.id = b.location_id join warehouses w on w.id = n.warehouse_id
     left join serials s on s.id = b.serial_id
     where b.is_physical and b.on_hand > b.reserved and b.lot_id is null
       and (w.id = $1 or w.kind = 'quarantine')
     order by b.item_id, n.id, b.condition, s.serial_no limit 30`,
    [world.warehouseId],
  );
  if (places.length === 0) return null;
  const { partId, binId, condition, serialNo, free } = random.pick(places);
  const other = partId === world.part ? world.serialPart : world.part;
  const quantity = serialNo === null ? random.between(1, Math.min(3, Number(free))) : 1;
  const share = random.between(0, 100);
  const [bin] = await play.rows<{ id: string }>(
    'select id from bins where warehouse_id = $1 order by code limit 1',
    [world.warehouseId],
  );
  // What has no bin comes to the dock.
  const to = random.chance(0.7) ? { binId: bin?.id } : {};
  const line = { partId: other, quantity: 1, condition: 'used', ...to };
  return {
    type: 'disassemble',
    warehouseId: world.warehouseId,
    laborCost: `${random.between(0, 20)}.15`,
    inputs: [{ partId, binId, condition, quantity, serials: serialNo === null ? [] : [serialNo] }],
    outputs: [
      { ...line, disposition: random.pick(['stock', 'quarantine']), costShare: `${share}.00` },
      // Sometimes a little more than all of it.
      {
        ...line,
        disposition: random.pick(['stock', 'scrap']),
        costShare: `${100 - share}.${random.chance(0.05) ? '01' : '00'}`,
      },
    ],
  };
}

async function act(play: CommandContext, row: TransformationRow): Promise<Command> {
  const { world } = play;
  const planned = await play.rows<Planned & { disposition: string; tracking: string }>(
    `select o.id, o.part_id as "partId", o.quantity::text, o.cost_share::text as "costShare", o.disposition, o.bin_id as "binId",
       p.tracking_type as tracking
     from transformation_outputs o join material_parts p on p.id = o.part_id
     where o.transformation_id = $1 and o.quantity > 0 order by o.line_no`,
    [row.id],
  );
  const outputs = planned.map(({ tracking, quantity, ...line }, index) => ({
    ...line,
    quantity: Number(quantity),
    condition: 'used',
    ...(tracking === 'serial' ? { serials: [`TM-${row.id.slice(-8)}-${index}`] } : {}),
  }));
  const { keeper, receiver } = world;
  const confirm: Call = ['confirm', { outputs }, keeper];
  const approve: Call = ['approve', {}, keeper];
  const cancel: Call = ['cancel', { reason: REASON }, keeper];
  const body = row.status === 'pending' ? await bodyOf(play) : null;
  const update: readonly Call[] = body
    ? [['update', body, personOf(play, row.createdBy, receiver)]]
    : [];
  const reverse: Call = ['reverse', { reason: REASON }, keeper];
  const likely: Readonly<Record<string, readonly Call[]>> = {
    pending: [approve, approve, approve, ['reject', { reason: REASON }, keeper], cancel, ...update],
    approved: [confirm, confirm, confirm, cancel],
    reversible: [reverse],
  };
  const call = play.pick(
    { machine: 'transformation', state: row.status },
    likely[row.status] ?? [confirm, reverse],
  );
  return commandOn(play, row, { machine: 'transformation', path: '/material_transform', call });
}

/** Everything of these documents that a refused command must leave as it was (I14). */
export const TRANSFORMATION_STATE = `
  select 'tm' || id || version || status || coalesce(output_value, -1) as part from transformations
  union all select 'tmo' || id || quantity || coalesce(value, -1) from transformation_outputs`;

/** Each statement answers the rows that break its rule, written without the code that keeps it. */
export const TRANSFORMATION_RULES: Readonly<Record<string, string>> = {
  'what comes out of a transformation is worth what went in, with the labour, but for its named loss (I10)': `
    select t.id from transformations t left join stock_moves m
      on m.doc_id = t.id and m.doc_type = 'transform' and m.action in ('take-in', 'give-out')
    where t.status in ('completed', 'reversed')
    group by t.id having t.input_value <> coalesce(sum(m.value) filter (where m.action = 'take-in'), 0)
      or t.output_value <> coalesce(sum(m.value) filter (where m.action = 'give-out'), 0)
      or t.input_value + t.labor_cost <> t.output_value + t.loss_value`,
  'its lines are the document (I10)': `
    select t.id from transformations t
    where t.input_value is not null and (
      t.input_value <> (select sum(i.value) from transformation_inputs i where i.transformation_id = t.id)
      or t.output_value + t.loss_value <>
        (select sum(o.value) from transformation_outputs o where o.transformation_id = t.id))`,
  'what waits at the dock for a bin is announced by a goods import (2.9)': `
    select t.id from transformations t join transformation_outputs o on o.transformation_id = t.id
    where t.status = 'completed' and o.disposition = 'stock' and o.bin_id is null and o.quantity > 0
      and not exists (select 1 from goods_import_items i where i.source_item_id = o.id)`,
  'an open transformation has its serials to itself (3.5)': `
    select t.id from transformations t
    join transformation_inputs i on i.transformation_id = t.id cross join unnest(i.serial_ids) as s(id)
    left join open_serials o on o.serial_id = s.id
    where t.status in ('pending', 'approved') and o.document_id is distinct from t.id`,
  'nobody approves a transformation of their own (D8)': `
    select id from transformations where approved_by = created_by`,
};
