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
import { expectData, type World } from '../../../../workflow/testing/world.ts';
import { plantCustomer } from '../../../partners/testing/planted.ts';
import { offer, PATH, partSaleBody } from './world.ts';

const REASON = 'ลูกค้าเปลี่ยนใจ';

/** For the suites that go through all families. */
export const testFamily = defineTestFamily({
  family: 'partSales',
  path: PATH,
  table: 'part_sales',
  calls: {
    [`GET ${PATH}/export`]: ['parts-sales:view'],
    [`GET ${PATH}/:id/moves`]: ['parts-sales:view'],
    [`GET ${PATH}/master`]: 'look-up',
    [`GET ${PATH}/parts`]: ['parts-sales:create', 'parts-sales:update'],
    [`GET ${PATH}/terms`]: ['parts-sales:create', 'parts-sales:update'],
    [`DELETE ${PATH}/:id`]: ['parts-sales:create'],
    [`POST ${PATH}/:id/return`]: ['parts-sales:return'],
    // Whoever drafted it may as well.
    [`POST ${PATH}/:id/cancel`]: ['parts-sales:cancel', 'parts-sales:create'],
    [`GET ${PATH}/:id/history`]: ['parts-sales:view'],
    [`GET ${PATH}/:id/document`]: ['parts-sales:view'],
    [`POST ${PATH}/:id/attachments`]: ['parts-sales:update'],
    [`DELETE ${PATH}/:id/attachments/:id`]: ['parts-sales:update'],
  },
  plant: async (world, { warehouseId }) => {
    await offer(world, world.part);
    const customer = await customerOf(world, warehouseId);
    return expectData(
      await world.admin.post(PATH, partSaleBody({ ...world, customer }, { warehouseId })),
    ).id;
  },
  fill,
  random: {
    commands: [
      'partSale.create',
      'partSale.update',
      'partSale.confirm',
      'partSale.deliver',
      'partSale.return',
      'partSale.cancel',
    ],
    weight: 8,
    next,
  },
});

/** A customer of the company that the warehouse belongs to. */
async function customerOf({ test }: World, warehouseId: string): Promise<string> {
  const { rows } = await test.app.pg.query<{ id: string }>(
    'select company_id as id from warehouses where id = $1',
    [warehouseId],
  );
  return plantCustomer(test, { companyId: rows[0]?.id ?? '' });
}

interface SaleRow extends Row {
  readonly createdBy: string | null;
}

/** Drafts a sale, or does something to one, mostly what its state allows. */
async function next(play: CommandContext): Promise<Command | null> {
  const { world, random } = play;
  const { admin, secondAdmin } = world;
  await offer(world, world.part);
  const [known] = await play.rows<{ id: string }>(
    `select id from customers where company_id = '${world.companyId}' and is_active order by id limit 1`,
  );
  const customer = known?.id ?? (await customerOf(world, world.warehouseId));
  const body = () =>
    partSaleBody(
      { ...world, customer },
      {
        vatMode: random.pick(['exclusive', 'inclusive', 'none']),
        discount: random.chance(0.3) ? { type: 'percent', value: '3.33' } : null,
        items: [
          {
            partId: world.part,
            quantity: random.between(1, 4),
            unitPrice: random.pick(['100', '99.99']),
          },
        ],
      },
    );
  if (play.isTurnOf('partSale.create', 0.35)) {
    return { name: 'partSale.create', person: play.by(admin), path: PATH, body: body() };
  }
  const row = await someIn<SaleRow>(play, {
    machine: 'partSale',
    source: 'select id, version, status, created_by as "createdBy" from part_sales',
    statuses: ['draft', 'draft', 'confirmed', 'confirmed', 'delivered', 'partlyReturned'],
  });
  if (!row) return null;
  const owner = personOf(play, row.createdBy, admin);
  const other = owner === admin ? secondAdmin : admin;
  const out = await play.rows<{ id: string; out: string }>(
    `select id, (delivered_qty - returned_qty)::text as out from part_sale_items
     where document_id = $1 and delivered_qty > returned_qty order by line_no`,
    [row.id],
  );
  const items = out.map(({ id, out: left }) => ({
    id,
    quantity: random.between(1, Number(left) + (random.chance(0.1) ? 1 : 0)),
    condition: random.pick(['new', 'used', 'defective']),
  }));
  const confirm: Call = ['confirm', {}, other];
  const deliver: Call = ['deliver', { recipientName: 'คุณวิภา' }, other];
  const cancel: Call = ['cancel', { reason: REASON }, other];
  const update: Call = ['update', body(), owner];
  const giveBack: Call = ['return', { reason: REASON, items }, other];
  const likely: Readonly<Record<string, readonly Call[]>> = {
    draft: [confirm, confirm, confirm, update, cancel],
    confirmed: [deliver, deliver, deliver, cancel],
    delivered: [giveBack],
    partlyReturned: [giveBack],
  };
  const call = play.pick(
    { machine: 'partSale', state: row.status },
    likely[row.status] ?? [cancel],
  );
  return commandOn(play, row, { machine: 'partSale', path: PATH, call });
}

/** As many sales as the query plans need, most of them delivered, of many customers and three warehouses. */
async function fill({ test, companyId, warehouseId, admin }: World, rows: number): Promise<void> {
  await test.app.pg.query(
    `insert into part_sales (company_id, document_no, status, document_date, created_by, customer_id, sale_id,
      buyer, warehouse_id, needed_by, vat_mode, vat_rate, sub_total, discount_total, discount_percent,
      base_amount, vat_amount, grand_total, item_count, delivered_date, created_at, updated_at)
    select $1, 'SP' || lpad(n::text, 8, '0'), s.status, date '2025-05-01' + n % 540, $3,
      c[1 + n % array_length(c, 1)], u[1 + n % array_length(u, 1)], '{}', w[1 + n % 3],
      date '2025-05-01' + n % 540 + 3, 'exclusive', 7, 100 + n, 0, 0, 100 + n, 7, 107 + n, 1,
      case when s.status in ('delivered', 'returned') then date '2025-05-01' + n % 540 end,
      timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes', now()
    from generate_series(1, ${rows}) n
      cross join lateral (select (array['delivered','delivered','delivered','draft','confirmed','returned',
        'cancelled'])[1 + n % 7] as status) s,
      (select array[$2::uuid] || array_agg(id) as w
        from (select id from warehouses where code like 'W%' limit 2) y) x,
      (select array_agg(id) as c from (select id from customers limit 200) z) k,
      (select array_agg(id) as u from (select id from users limit 50) z) p`,
    [companyId, warehouseId, admin.userId],
  );
}
