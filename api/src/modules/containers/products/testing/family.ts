import { newId } from '../../../../kernel/index.ts';
import { attachPicture } from '../../../../testing/index.ts';
import {
  type Call,
  type Command,
  type CommandContext,
  commandOn,
  type Row,
  someIn,
} from '../../../../workflow/testing/randomCommands.ts';
import { defineTestFamily } from '../../../../workflow/testing/testFamily.ts';
import type { World } from '../../../../workflow/testing/world.ts';
import { inspected } from '../../testing/life.ts';
import { plantContainer, plantModel } from '../../testing/planted.ts';
import { prepareSoftware } from '../../testing/softwareCommands.ts';

const PATH = '/products';
const REASON = 'ตรวจพบหน้างาน';

/** For the suites that go through all families. */
export const testFamily = defineTestFamily({
  family: 'products',
  path: PATH,
  table: 'products',
  // The others are those of endpoints.json.
  calls: {
    [`POST ${PATH}/:id/propose-retirement`]: ['container-warehouse:retire'],
    [`POST ${PATH}/:id/reject-retirement`]: ['container-warehouse:retire'],
  },
  plant: async (world, { warehouseId }) => {
    const { productId } = await plantContainer(world.test, {
      companyId: world.companyId,
      warehouseId,
    });
    return productId;
  },
  fill,
  prepare: async (world) => {
    const { test, warehouseId } = world;
    await test.app.pg.query(`update warehouses set holds = 'both' where id = $1`, [warehouseId]);
    await plantModel(test);
    // The models of other families come after these.
    await prepareSoftware(world);
  },
  random: {
    commands: [
      'product.create',
      'product.update',
      'product.update-parts',
      'product.edit-status',
      'product.complete',
      'product.lose',
      'product.found',
      'product.propose-retirement',
      'product.reject-retirement',
      'product.retire',
      'product.disassemble',
      'product.install',
      'product.return',
    ],
    weight: 10,
    next,
  },
});

interface ProductRow extends Row {
  readonly saleStatus: string;
  readonly interiorBinId: string;
  readonly documentNo: string | null;
  readonly retirementAskedBy: string | null;
}

interface Lying {
  readonly partId: string;
  readonly binId: string;
  readonly condition: string;
  readonly serialNo: string | null;
}

/** Begins a container, or does something to one, mostly what its state allows. */
async function next(play: CommandContext): Promise<Command | null> {
  if (play.isTurnOf('product.create', 0.25)) return begin(play);
  const row = await someIn<ProductRow>(play, {
    machine: 'product',
    source: `select id, version, status, sale_status as "saleStatus", interior_bin_id as "interiorBinId",
        document_no as "documentNo", retirement_asked_by as "retirementAskedBy" from products`,
    statuses: ['inProduction', 'inWarehouse', 'lost', 'withdrawn', 'installed'],
  });
  return row ? act(play, row) : begin(play);
}

/** What lies free in the warehouse, one of each: parts to build in. */
const freeParts = ({ world, rows }: CommandContext): Promise<Lying[]> =>
  rows<Lying>(
    `select b.item_id as "partId", b.location_id as "binId", b.condition, s.serial_no as "serialNo"
     from stock_balances b join bins n on n.id = b.location_id left join serials s on s.id = b.serial_id
     where b.is_physical and b.on_hand - b.reserved >= 1 and b.lot_id is null and b.item_type = 'part'
       and n.warehouse_id = $1
     order by b.item_id, n.id, b.condition, s.serial_no limit 30`,
    [world.warehouseId],
  );

const lineOf = ({ serialNo, ...line }: Lying) => ({
  ...line,
  quantity: 1,
  serials: serialNo === null ? [] : [serialNo],
});

async function begin(play: CommandContext): Promise<Command | null> {
  const { world, random } = play;
  // The first has no software; containers of the next need theirs before they are complete.
  const models = await play.rows<{ id: string }>(
    'select id from product_models order by id limit 2',
  );
  const [first, second = first] = models;
  const model = random.chance(0.7) ? first : second;
  const parts = await freeParts(play);
  return {
    name: 'product.create',
    person: play.by(world.receiver),
    path: PATH,
    body: {
      productModelId: model?.id,
      warehouseId: world.warehouseId,
      // Now and then a number that another container has.
      serialNumber: random.chance(0.05) ? 'RANDOM-1' : `RND-${newId().slice(-10).toUpperCase()}`,
      name: 'Random',
      condition: 'new',
      deviationReason: random.chance(0.8) ? REASON : null,
      parts: parts.length > 0 && random.chance(0.7) ? [lineOf(random.pick(parts))] : [],
    },
  };
}

async function act(play: CommandContext, row: ProductRow): Promise<Command> {
  const { world, random } = play;
  const { receiver, keeper } = world;
  const parts = await partsCall(play, row);
  const update: Call = [
    'update',
    { name: `Random ${random.between(1, 99)}`, condition: 'new', deviationReason: REASON },
    receiver,
  ];
  const wanted = row.saleStatus === 'available' ? 'notForSale' : 'available';
  const status: Call = ['edit-status', { saleStatus: wanted, reason: REASON }, keeper];
  const lose: Call = ['lose', { reason: REASON }, keeper];
  const retire: readonly Call[] =
    row.retirementAskedBy === null
      ? [['propose-retirement', { reason: REASON }, keeper]]
      : [
          ['retire', {}, world.admin],
          ['reject-retirement', { reason: REASON }, world.admin],
        ];
  const disassemble = await disassembly(play, row);
  const complete: Call = ['complete', {}, keeper];
  const install: Call = [
    'install',
    { holder: 'Random fair', address: '99 Vibhavadi Road' },
    keeper,
  ];
  const goBack: Call = ['return', { warehouseId: world.warehouseId, reason: REASON }, keeper];
  const likely: Readonly<Record<string, readonly Call[]>> = {
    inProduction: [update, parts, complete, complete, complete],
    inWarehouse: [update, parts, parts, status, lose, ...retire, disassemble],
    withdrawn: [install, install, update],
    installed: [goBack, goBack, lose, update],
    lost: [['found', { reason: REASON }, keeper], ['found', { reason: REASON }, keeper], ...retire],
  };
  const call = play.pick(
    { machine: 'product', state: row.status },
    likely[row.status] ?? [complete, ...retire, status],
  );
  if (call === install && row.status === 'withdrawn') await makeReady(play, row);
  const command = commandOn(play, row, { machine: 'product', path: PATH, call });
  const own = { 'update-parts': 'material_parts', 'edit-status': 'statuses' }[call[0]];
  return own ? { ...command, path: `${PATH}/${row.id}/${own}`, verb: 'put' } : command;
}

/** It was found sound and is photographed where it stands; somebody else may have taken it by then. */
export async function makeReady({ world }: CommandContext, { id }: Row): Promise<void> {
  try {
    await inspected(world as never, id);
    await attachPicture(world.admin, `${PATH}/${id}`);
  } catch {
    // The command is refused then, as any other on a container that has changed.
  }
}

/** Every part to stock or to scrap. */
async function disassembly(
  { rows, random, world }: CommandContext,
  row: ProductRow,
): Promise<Call> {
  const inside = await rows<{ id: string }>(
    'select id from product_parts where product_id = $1 and removed_at is null order by id',
    [row.id],
  );
  const lines = inside.map(({ id }) =>
    random.chance(0.6)
      ? { id, disposition: 'restock', condition: 'used' }
      : { id, disposition: 'scrap' },
  );
  return ['disassemble', { lines, reason: REASON }, world.keeper];
}

/** Takes one part out, if any is inside, or builds one in. */
async function partsCall(play: CommandContext, row: ProductRow): Promise<Call> {
  const { world, random } = play;
  const inside = await play.rows<{ id: string }>(
    'select id from product_parts where product_id = $1 and removed_at is null order by id',
    [row.id],
  );
  const [bin] = await play.rows<{ id: string }>(
    'select id from bins where warehouse_id = $1 order by code limit 1',
    [world.warehouseId],
  );
  const lying = await freeParts(play);
  const remove =
    inside.length > 0 && random.chance(0.5)
      ? [
          {
            id: random.pick(inside).id,
            quantity: 1,
            binId: bin?.id,
            condition: 'used',
            disposition: random.pick(['restock', 'restock', 'scrap']),
          },
        ]
      : [];
  const add = lying.length > 0 && remove.length === 0 ? [lineOf(random.pick(lying))] : [];
  return ['update-parts', { add, remove, reason: REASON }, world.keeper];
}

/** As many containers as the query plans need, of forty models and three warehouses. */
async function fill({ test, companyId, warehouseId, admin }: World, rows: number): Promise<void> {
  const { pg } = test.app;
  const at = `timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes'`;
  await pg.query(
    `insert into product_types (code, name, is_active, created_at, updated_at)
     select 'T' || n, 'Type ' || n, n % 10 > 0, ${at}, ${at} from generate_series(1, $1::int) n`,
    [rows],
  );
  await pg.query(
    `insert into product_models (code, name, product_type_id, serial_prefix, serial_pattern, is_active, created_at, updated_at)
     select 'M' || n, 'Model ' || n, t[1 + n % 40], 'M' || n, '{prefix}{seq:4}', n % 10 > 0, ${at}, ${at}
     from generate_series(1, $1::int) n, (select array_agg(id order by code) as t from product_types where code ~ '^T[0-9]') x`,
    [rows],
  );
  await pg.query(
    `insert into product_model_revisions (product_model_id, revision_no, created_at)
     select id, 1, created_at from product_models where code ~ '^M([1-9]|[1-3][0-9]|40)$'`,
  );
  await pg.query(
    `insert into products (company_id, document_no, status, document_date, created_by, serial_number, name,
       product_type_id, product_model_id, revision_id, warehouse_id, interior_bin_id, sale_status, service_status,
       created_at, updated_at)
     select $1, 'PD' || lpad(n::text, 8, '0'),
       (array['inWarehouse','inWarehouse','inWarehouse','inProduction','awaitingReceipt','lost','retired'])[1 + n % 7],
       date '2025-05-01' + n % 540, $3, 'PLAN-' || lpad(n::text, 8, '0'), 'Container ' || n,
       t[1 + n % 40], m[1 + n % 40], r[1 + n % 40], w[1 + n % 3], b,
       -- A lost one is offered to nobody.
       case when n % 7 = 5 then 'notForSale' else (array['notForSale','available','available'])[1 + n % 3] end, (array['normal','normal','underRepair'])[1 + n % 3],
       ${at}, ${at}
     from generate_series(1, $4::int) n,
       (select array_agg(m.id order by m.id) as m, array_agg(m.product_type_id order by m.id) as t,
          array_agg(r.id order by m.id) as r
        from product_model_revisions r join product_models m on m.id = r.product_model_id where m.code ~ '^M[0-9]+$') x,
       (select array[$2::uuid] || array_agg(id) as w from (select id from warehouses where code like 'W%' limit 2) y) z,
       (select id as b from bins limit 1) i`,
    [companyId, warehouseId, admin.userId, rows],
  );
}
