import { newId } from '../../../kernel/index.ts';
import { setSetting } from '../../../testing/settings.ts';
import {
  type Call,
  type Command,
  type CommandContext,
  commandOn,
  deciderOf,
  type Family,
  personOf,
  type Row,
  someIn,
} from '../../../workflow/testing/randomCommands.ts';
import { dayFrom, type World } from '../../../workflow/testing/world.ts';

interface UpkeepRow extends Row {
  readonly createdBy: string | null;
}

interface Place {
  readonly partId: string;
  readonly binId: string;
  readonly condition: string;
  readonly serialNo: string | null;
  readonly free: string;
}

/** Destroys what lies somewhere, or does something to a destruction. */
export const destructionFamily: Family = {
  commands: [
    'destruction.create',
    'destruction.update',
    'destruction.approve',
    'destruction.reject',
    'destruction.complete',
    'destruction.cancel',
    'destruction.correct',
  ],
  weight: 9,
  next: (play) =>
    play.isTurnOf('destruction.create', 0.4)
      ? begin(play, { name: 'destruction.create', path: '/material_destroy', of: destructionBody })
      : destroy(play),
};

/** Repairs what lies somewhere, or does something to a repair. */
export const repairFamily: Family = {
  commands: [
    'repair.create',
    'repair.update',
    'repair.approve',
    'repair.reject',
    'repair.start',
    'repair.parts',
    'repair.complete',
    'repair.cancel',
  ],
  weight: 9,
  next: (play) =>
    play.isTurnOf('repair.create', 0.4)
      ? begin(play, { name: 'repair.create', path: '/material_repair', of: repairBody })
      : repair(play),
};

const REASON = 'บันทึกผิด';

/**
 * Lets everything be repaired and taken apart, keeps a picture that stands for every photograph, and
 * has stock held so briefly that some of it is given back.
 */
export async function prepareUpkeep({ test }: World): Promise<void> {
  await setSetting(test, 'requisition.holdDays', 3);
  await test.app.pg.query(
    'update material_parts set is_repairable = true, is_disassemblable = true',
  );
  const { id: stored } = await test.app.files.put(Buffer.from('x'));
  await test.app.pg.query(
    `insert into files (id, file_name, mime, size, sha256, storage_key, created_at)
     values ($1, 'photo.png', 'image/png', 1, $3, $3, $2)`,
    [newId(), test.app.clock.now(), stored],
  );
}

/** SQL: whether all that these moves `m` of a document brought still lies where they put it. */
export const stillThere = (moves: string): string => `not exists (
  select from stock_moves m where ${moves} and not exists (
    select from stock_balances b where b.item_id = m.item_id and b.location_id = m.to_location_id
      and b.condition = m.condition_to and b.lot_id is not distinct from m.lot_id
      and b.serial_id is not distinct from m.serial_id and b.on_hand - b.reserved >= m.qty))`;

/** Something that lies free in the warehouse or in quarantine, and sometimes more of it than there is. */
export async function freeStock({ world, random, rows }: CommandContext) {
  const places = await rows<Place>(
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
  const { free, serialNo, ...place } = random.pick(places);
  const most = Math.min(3, Number(free)) + (random.chance(0.1) ? 1 : 0);
  const quantity = serialNo === null ? random.between(1, Math.max(1, most)) : 1;
  return { place: { ...place, quantity }, serialNo };
}

type Found = NonNullable<Awaited<ReturnType<typeof freeStock>>>;

const repairBody = ({ world }: CommandContext, { place, serialNo }: Found) => ({
  ...place,
  serialNo,
  warehouseId: world.warehouseId,
  source: 'warehouse',
  symptom: 'เสีย',
});

const destructionBody = ({ world, random }: CommandContext, { place, serialNo }: Found) => ({
  warehouseId: world.warehouseId,
  reason: 'damaged',
  method: 'crush',
  scheduledAt: dayFrom(world, random.chance(0.05) ? -1 : 2),
  items: [{ ...place, serials: serialNo === null ? [] : [serialNo] }],
});

async function begin(
  play: CommandContext,
  {
    of,
    ...command
  }: Pick<Command, 'name' | 'path'> & { of: (play: CommandContext, found: Found) => object },
): Promise<Command | null> {
  const found = await freeStock(play);
  if (!found) return null;
  return { ...command, person: play.by(play.world.receiver), body: of(play, found) };
}

async function destroy(play: CommandContext): Promise<Command | null> {
  const { world, random } = play;
  const row = await someIn<UpkeepRow>(play, {
    machine: 'destruction',
    // Only what has no serial of its own is found again here.
    source: `select id, version, created_by as "createdBy",
        case when status = 'completed' and exists (select from destruction_items i
          where i.destruction_id = d.id and i.serial_ids = '{}' and i.corrected_qty < i.quantity)
          then 'correctable' else status end as status
      from destructions d`,
    statuses: ['pending', 'pending', 'approved', 'correctable'],
  });
  if (!row) return null;
  const items = await play.rows<{ id: string; open: string }>(
    `select id, (quantity - corrected_qty)::text as open from destruction_items
     where destruction_id = $1 and serial_ids = '{}'`,
    [row.id],
  );
  const found = items
    .filter(({ open }) => Number(open) > 0)
    .map(({ id, open }) => ({
      id,
      quantity: Math.max(1, random.between(1, Number(open))),
    }));
  // A photograph is a file; here it is there as soon as somebody means to record the destruction.
  if (row.status === 'approved') {
    await play.rows(
      `insert into attachments (subject_type, subject_id, file_id, kind, created_at)
       select 'destructions', d.id, f.id, 'photo', d.approved_at from destructions d
       cross join lateral (select id from files limit 1) f where d.id = $1`,
      [row.id],
    );
  }
  const { keeper, receiver, manager, admin } = world;
  const decider = deciderOf(play, keeper, [row.createdBy]);
  const stock = await freeStock(play);
  const update: readonly Call[] = stock
    ? [['update', destructionBody(play, stock), personOf(play, row.createdBy, receiver)]]
    : [];
  const pending: readonly Call[] = [
    ['approve', {}, decider],
    ['approve', {}, decider],
    ['reject', { reason: REASON }, decider],
    ['cancel', { reason: REASON }, keeper],
    ...update,
  ];
  const likely: Readonly<Record<string, readonly Call[]>> = {
    approved: [
      ['complete', { witnessIds: [manager.userId], salvageAmount: '1.00' }, keeper],
      ['complete', { witnessIds: [manager.userId] }, keeper],
      ['cancel', { reason: REASON }, keeper],
    ],
    correctable: [['correct', { reason: REASON, items: found }, admin]],
  };
  const call = play.pick(
    { machine: 'destruction', state: row.status },
    likely[row.status] ?? pending,
  );
  return commandOn(play, row, { machine: 'destruction', path: '/material_destroy', call });
}

async function repair(play: CommandContext): Promise<Command | null> {
  const { world, random } = play;
  const { keeper, receiver } = world;
  const row = await someIn<UpkeepRow>(play, {
    machine: 'repair',
    // As long as parts for it are on their way, nothing comes to an end (2.11).
    source: `select id, version, created_by as "createdBy",
        case when status = 'onGoing' and exists (select from requisitions q
          where q.repair_id = r.id and q.status in ('pending', 'approved', 'picking'))
          then 'waiting' else status end as status
      from repairs r`,
    statuses: ['pending', 'pending', 'approved', 'approved', 'onGoing', 'onGoing', 'waiting'],
  });
  if (!row) return null;
  const complete: Call = [
    'complete',
    {
      outcome: random.pick(['fixed', 'refurbished', 'unrepairable']),
      diagnosis: 'ตรวจแล้ว',
      laborHours: 0.5,
      laborCost: `${random.between(0, 99)}.00`,
      externalCost: '0.00',
    },
    receiver,
  ];
  const parts: Call = [
    'parts',
    { neededBy: dayFrom(world, 2), items: [{ partId: world.part, requestedQty: 1 }] },
    receiver,
  ];
  const start: Call = ['start', {}, receiver];
  const cancel: Call = ['cancel', { reason: REASON }, keeper];
  const decider = deciderOf(play, keeper, [row.createdBy]);
  const stock = await freeStock(play);
  const exchange: readonly Call[] = stock
    ? [['update', repairBody(play, stock), personOf(play, row.createdBy, receiver)]]
    : [];
  const likely: Readonly<Record<string, readonly Call[]>> = {
    pending: [
      ['approve', {}, decider],
      ['approve', {}, decider],
      ['reject', { reason: REASON }, decider],
      cancel,
      ...exchange,
    ],
    approved: [start, start, cancel],
    onGoing: [complete, complete, complete, parts, cancel, await noted(play, row)],
    waiting: [parts, await noted(play, row)],
  };
  const call = play.pick(
    { machine: 'repair', state: row.status },
    likely[row.status] ?? [complete, start],
  );
  return commandOn(play, row, { machine: 'repair', path: '/material_repair', call });
}

/** What is found at the bench; the part stays the one that lies there. */
async function noted(play: CommandContext, row: UpkeepRow): Promise<Call> {
  const [asked] = await play.rows<{ quantity: string }>(
    `select r.warehouse_id as "warehouseId", r.part_id as "partId", r.quantity::text,
       r.bin_id as "binId", r.condition, s.serial_no as "serialNo", r.source, r.symptom
     from repairs r left join serials s on s.id = r.serial_id where r.id = $1`,
    [row.id],
  );
  const body = { ...asked, quantity: Number(asked?.quantity), diagnosis: 'คอมเพรสเซอร์รั่ว' };
  return ['update', body, personOf(play, row.createdBy, play.world.receiver)];
}

/** Everything of these documents that a refused command must leave as it was (I14). */
export const UPKEEP_STATE = `
  select 'ds' || id || version || status || book_value as part from destructions
  union all select 'dsi' || id || coalesce(loss_value, -1) || corrected_qty from destruction_items
  union all select 'rp' || id || version || status from repairs
  union all select 'os' || serial_id || document_id from open_serials`;

/** Each statement answers the rows that break its rule, written without the code that keeps it. */
export const UPKEEP_RULES: Readonly<Record<string, string>> = {
  'a destruction has lost what its moves took out, and nothing else (3.2)': `
    select d.id from destructions d left join stock_moves m
      on m.doc_id = d.id and m.doc_type = 'destroy' and m.action = 'complete'
    where d.status = 'completed'
    group by d.id, d.book_value having coalesce(sum(m.value), 0) <> d.book_value`,
  'what was found again is worth no more than what was lost (2.12)': `
    select i.id from destruction_items i left join stock_moves m
      on m.doc_item_id = i.id and m.doc_type = 'destroy' and m.action = 'correct'
      and m.value > 0
    group by i.id, i.loss_value, i.corrected_qty, i.quantity
    having coalesce(sum(m.value), 0) > coalesce(i.loss_value, 0) or i.corrected_qty > i.quantity`,
  'creator, approver and witness are different people (2.12)': `
    select d.id from destructions d left join destruction_witnesses w on w.destruction_id = d.id
    where d.approved_by = d.created_by or (d.status = 'completed'
      and (w.user_id is null or w.user_id in (d.created_by, d.approved_by)))`,
  'open destructions and repairs have their serials to themselves (3.5)': `
    select serial_id from (
      select unnest(i.serial_ids) as serial_id from destruction_items i
      join destructions d on d.id = i.destruction_id where d.status in ('pending', 'approved')
      union all select r.serial_id from repairs r
      where r.serial_id is not null and r.status in ('pending', 'approved', 'onGoing')
    ) s group by serial_id having count(*) > 1`,
  'what lies on the bench is under repair or waits to be put away (2.11)': `
    select x.item_id from (
      select b.item_id, sum(b.on_hand) as qty from stock_balances b
      join bins n on n.id = b.location_id join warehouses w on w.id = n.warehouse_id
      where w.kind = 'repair' group by b.item_id
    ) x where x.qty <> coalesce((select sum(r.quantity) from repairs r
        where r.part_id = x.item_id and r.status = 'onGoing'), 0)
      + coalesce((select sum(case when i.posted_at is null then i.expected_qty else i.missing_qty end)
        from goods_import_items i join goods_imports g on g.id = i.import_id
        where i.part_id = x.item_id and g.source_type = 'repairReturn'
          and g.status in ('pending', 'inspecting', 'completed')), 0)`,
};
