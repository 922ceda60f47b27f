import { newId } from '../../../../kernel/index.ts';
import {
  type Call,
  type Command,
  type CommandContext,
  commandOn,
  personOf,
  type Row,
  someIn,
} from '../../../../workflow/testing/randomCommands.ts';
import { defineTestFamily } from '../../../../workflow/testing/testFamily.ts';
import { dayFrom, expectData, type World } from '../../../../workflow/testing/world.ts';
import { plantContainer } from '../../testing/planted.ts';
import { PATH, transferBody } from './world.ts';

const REASON = 'เลื่อนการส่ง';

/** For the suites that go through all families. */
export const testFamily = defineTestFamily({
  family: 'containerTransfers',
  path: PATH,
  table: 'container_transfers',
  calls: {
    [`GET ${PATH}/export`]: ['container-transfer:view'],
    [`DELETE ${PATH}/:id`]: ['container-transfer:create'],
    [`POST ${PATH}/:id/submit`]: ['container-transfer:create'],
    // Whoever made it may as well, as long as nobody has decided.
    [`POST ${PATH}/:id/cancel`]: ['container-transfer:cancel', 'container-transfer:create'],
    [`POST ${PATH}/:id/resolve-loss`]: ['container-transfer:write-off'],
    [`GET ${PATH}/:id/history`]: ['container-transfer:view'],
    [`POST ${PATH}/:id/attachments`]: ['container-transfer:update'],
    [`DELETE ${PATH}/:id/attachments/:id`]: ['container-transfer:update'],
  },
  plant: async (world, { warehouseId, otherWarehouseId }) => {
    const { test, companyId, admin } = world;
    await holdContainers(world, [warehouseId, otherWarehouseId]);
    const { productId } = await plantContainer(test, { companyId, warehouseId });
    await test.app.pg.query(
      `update products set status = 'inWarehouse', sale_status = 'available' where id = $1`,
      [productId],
    );
    return expectData(
      await admin.post(
        `${PATH}/transfer-products`,
        transferBody({ ...world, warehouseId, otherWarehouseId }, [productId]),
      ),
    ).id;
  },
  fill,
  prepare: (world) => holdContainers(world, [world.warehouseId, world.otherWarehouseId]),
  random: {
    commands: [
      'containerTransfer.create',
      'containerTransfer.update',
      'containerTransfer.submit',
      'containerTransfer.approve',
      'containerTransfer.reject',
      'containerTransfer.cancel',
      'containerTransfer.resolve-loss',
    ],
    weight: 8,
    next,
  },
});

const holdContainers = async ({ test }: World, warehouseIds: readonly string[]) => {
  await test.app.pg.query(`update warehouses set holds = 'both' where id = any($1)`, [
    warehouseIds,
  ]);
};

/** Lines of which nobody has said yet what became of them. */
const LOST = `line_status = 'lost'`;

interface TransferRow extends Row {
  readonly createdBy: string;
}

/** Some containers that stand free in a warehouse, and what sends them to the other one. */
async function sending(play: CommandContext) {
  const { world, random } = play;
  const there = random.chance(0.6);
  const [from, to] = there
    ? [world.warehouseId, world.otherWarehouseId]
    : [world.otherWarehouseId, world.warehouseId];
  const free = await play.rows<{ id: string }>(
    `select id from products where warehouse_id = $1 and status = 'inWarehouse'
       and sale_status in ('available', 'notForSale') order by id desc limit 4`,
    [from],
  );
  if (free.length === 0) return null;
  const some = free.slice(0, random.between(1, Math.min(2, free.length)));
  return transferBody({ ...world, warehouseId: from, otherWarehouseId: to }, [
    ...some.map(({ id }) => id),
  ]);
}

/** Sends containers, or does something to a transfer, mostly what its state allows. */
async function next(play: CommandContext): Promise<Command | null> {
  const { world, random } = play;
  const { admin, secondAdmin } = world;
  const body = await sending(play);
  if (play.isTurnOf('containerTransfer.create', 0.4)) {
    return body === null
      ? null
      : {
          name: 'containerTransfer.create',
          person: play.by(admin),
          path: `${PATH}/transfer-products`,
          body: { ...body, isDraft: random.chance(0.6), reason: `Branch ${newId().slice(-4)}` },
        };
  }
  const waiting = await play.rows(`select from container_transfer_items where ${LOST} limit 1`);
  const lossy =
    waiting.length === 0 && play.isTurnOf('containerTransfer.resolve-loss', 0.5)
      ? await missingOnArrival(play)
      : null;
  if (lossy) return lossy;
  const row = await someIn<TransferRow>(play, {
    machine: 'containerTransfer',
    // Mostly those whose containers still stand free at the source, and those of which something is
    // missing: the others are refused.
    source: `select id, version, status, created_by as "createdBy" from container_transfers t
      where ${random.chance(0.15)} or case
        when status in ('draft', 'pending') then not exists (
          select from container_transfer_items i join products p on p.id = i.product_id
          where i.document_id = t.id and (p.status <> 'inWarehouse'
            or p.warehouse_id is distinct from t.from_warehouse_id
            or p.sale_status not in ('available', 'notForSale')))
        when status = 'partiallyReceived' then exists (
          select from container_transfer_items i where i.document_id = t.id and ${LOST})
        else true end`,
    // What is under way is mostly left to its receipt.
    statuses: [
      ...['draft', 'pending', 'pending', 'partiallyReceived', 'partiallyReceived'],
      ...(random.chance(0.3) ? ['approved'] : []),
    ],
  });
  if (!row) return null;
  const owner = personOf(play, row.createdBy, admin);
  const decider = owner === secondAdmin ? admin : secondAdmin;
  const lost = await play.rows<{ id: string }>(
    `select id from container_transfer_items where document_id = $1 and ${LOST}`,
    [row.id],
  );
  const cancel: Call = ['cancel', { reason: REASON }, decider];
  const approve: Call = ['approve', {}, decider];
  const update: Call = ['update', { ...body, transferDate: dayFrom(world, 1) }, owner];
  const settle: Call = [
    'resolve-loss',
    {
      itemId: lost[0]?.id ?? newId(),
      outcome: random.pick(['atSource', 'atDestination', 'writtenOff']),
      reason: REASON,
    },
    secondAdmin,
  ];
  const likely: Readonly<Record<string, readonly Call[]>> = {
    draft: [['submit', {}, owner], ['submit', {}, owner], ...(body === null ? [] : [update])],
    pending: [
      approve,
      approve,
      approve,
      ['reject', { reason: REASON }, decider],
      cancel,
      ...(body === null ? [] : [update]),
    ],
    approved: [cancel],
    partiallyReceived: [settle],
  };
  const call = play.pick(
    { machine: 'containerTransfer', state: row.status },
    likely[row.status] ?? [cancel],
  );
  const command = commandOn(play, row, { machine: 'containerTransfer', path: PATH, call });
  return call[0] === 'update'
    ? { ...command, path: `${PATH}/transfer-products/${row.id}` }
    : command;
}

/** Receives a transfer of which nothing has come: somebody has to say what became of it. */
async function missingOnArrival({ world, rows, version }: CommandContext): Promise<Command | null> {
  const [receipt] = await rows<Row & { readonly createdBy: string | null }>(
    `select id, version, status, created_by as "createdBy" from container_receipts
     where status = 'pending' and source_type = 'transfer' and not is_return order by id desc limit 1`,
  );
  if (!receipt) return null;
  const items = await rows<{ itemId: string }>(
    'select id as "itemId" from container_receipt_items where receipt_id = $1',
    [receipt.id],
  );
  const { admin, secondAdmin } = world;
  return {
    name: 'containerReceipt.approve',
    person: receipt.createdBy === admin.userId ? secondAdmin : admin,
    path: `/warehouse-receives/${receipt.id}/approve`,
    body: {
      version: version(receipt),
      lines: items.map((item) => ({ ...item, lineStatus: 'missing' })),
    },
  };
}

/** As many transfers as the query plans need, most of them received, between three warehouses. */
async function fill({ test, companyId, warehouseId, admin }: World, rows: number): Promise<void> {
  await test.app.pg.query(
    `insert into container_transfers (company_id, document_no, status, document_date, created_by,
      from_warehouse_id, to_company_id, to_warehouse_id, transfer_date, expected_arrival, item_count,
      created_at, updated_at)
    select $1, 'WT' || lpad(n::text, 8, '0'),
      (array['received','received','approved','pending','partiallyReceived','rejected','cancelled'])[1 + n % 7],
      date '2025-05-01' + n % 540, $3, w[1 + n % 3], $1, w[1 + (n + 1) % 3],
      date '2025-05-01' + n % 540, date '2025-05-01' + n % 540 + 2, 1,
      timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes', now()
    from generate_series(1, ${rows}) n,
      (select array[$2::uuid] || array_agg(id) as w
        from (select id from warehouses where code like 'W%' and id <> $2 limit 2) y) x`,
    [companyId, warehouseId, admin.userId],
  );
}
