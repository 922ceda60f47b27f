import { newId } from '../../../../kernel/index.ts';
import {
  type Command,
  type CommandContext,
  commandOn,
  type Row,
  someIn,
} from '../../../../workflow/testing/randomCommands.ts';
import { defineTestFamily } from '../../../../workflow/testing/testFamily.ts';
import type { World } from '../../../../workflow/testing/world.ts';
import { plantContainer } from '../../../containers/testing/planted.ts';
import { newCustomer } from '../../contracts/testing/world.ts';

const PATH = '/back-office/purchase-warranty';
const REASON = 'ลูกค้าขอเปลี่ยนแปลง';

/** For the suites that go through all families. */
export const testFamily = defineTestFamily({
  family: 'warranties',
  path: PATH,
  table: 'warranties',
  calls: {
    [`GET ${PATH}/list/export`]: ['warranty:view', 'container-maintenance:view'],
    [`GET ${PATH}/containers`]: 'look-up',
    [`GET ${PATH}/terms`]: ['warranty:request', 'warranty:quote', 'warranty:renew'],
    [`GET ${PATH}/:id`]: ['warranty:view'],
    [`POST ${PATH}/:id/offer`]: ['warranty:request'],
    [`POST ${PATH}/:id/void`]: ['warranty:void'],
    [`GET ${PATH}/:id/history`]: ['warranty:view'],
    [`GET ${PATH}/:id/pdf`]: ['warranty:view'],
    [`POST ${PATH}/:id/attachments`]: ['warranty:renew', 'warranty:void'],
    [`DELETE ${PATH}/:id/attachments/:id`]: ['warranty:renew', 'warranty:void'],
    [`GET ${PATH}/prices`]: ['warranty:view'],
    [`POST ${PATH}/prices`]: ['warranty:update-prices'],
    [`PATCH ${PATH}/prices/:id`]: ['warranty:update-prices'],
    [`DELETE ${PATH}/prices/:id`]: ['warranty:update-prices'],
  },
  plant: async ({ test, companyId, admin }, { warehouseId }) => {
    const { productId } = await plantContainer(test, { companyId, warehouseId });
    const customerId = await newCustomer(admin, companyId);
    const { rows } = await test.app.pg.query<{ id: string }>(
      `insert into warranties (company_id, document_no, status, document_date, product_id, customer_id, sale_id,
         type, start_date, end_date, months, coverage, is_settled, created_by, created_at, updated_at)
       values ($1, 'WA-' || substr($2::text, 25), 'active', now(), $2::uuid, $3, $4, 'initial', now(),
         now() + interval '1 year', 12, 'full', true, $4, now(), now()) returning id`,
      [companyId, productId, customerId, admin.userId],
    );
    return String(rows[0]?.id);
  },
  fill,
  prepare: ({ test, companyId }) => priceList(test, companyId),
  random: { commands: ['warranty.create', 'warranty.void'], weight: 6, next },
});

/** Every model, whatever its age, costs 100 a month. */
async function priceList({ app }: World['test'], companyId: string): Promise<void> {
  await app.pg.query(
    `insert into warranty_prices (id, company_id, age_from_months, price_per_month, valid_from, created_at, updated_at)
     values ($2, $1, 0, 100, '2025-01-01', now(), now())`,
    [companyId, newId()],
  );
}

/** Containers that customers have, mostly such that no renewal of them waits for its money. */
const HELD = `select distinct ct.product_id as id from contracts ct
  where ct.status in ('onGoing', 'completed') and ct.product_id is not null and ($1 or not exists (
    select from warranties w where w.product_id = ct.product_id and w.status = 'scheduled' and not w.is_settled))
  order by id desc limit 10`;

/** Renews a warranty at once, or takes one back; how they begin follows from contracts and from money. */
async function next(play: CommandContext): Promise<Command | null> {
  const { world, random, rows } = play;
  if (play.isTurnOf('warranty.create', 0.6)) {
    const held = await rows<{ id: string }>(HELD, [random.chance(0.05)]);
    if (held.length === 0) return null;
    const productId = random.pick(held).id;
    const [request] = await rows<{ id: string }>(
      `select id from warranty_requests where product_id = $1 and status = 'approved'`,
      [productId],
    );
    const price = random.pick(['1200.00', '600.00', '0.00', null]);
    return {
      name: 'warranty.create',
      person: play.by(world.admin),
      path: `${PATH}/create`,
      body: {
        productId,
        ...(request && random.chance(0.5)
          ? { requestId: request.id }
          : { months: random.pick([1, 6, 12]), price, reason: REASON }),
      },
    };
  }
  const row = await someIn<Row>(play, {
    machine: 'warranty',
    source: 'select id, version, status from warranties',
    statuses: ['scheduled', 'active', 'suspended'],
  });
  if (!row) return null;
  const call = play.pick({ machine: 'warranty', state: row.status }, [
    ['void', { reason: REASON }, world.secondAdmin] as const,
  ]);
  return commandOn(play, row, { machine: 'warranty', path: PATH, call });
}

/** As many warranties as the query plans need, most of them over, of many containers. */
async function fill(world: World, rows: number): Promise<void> {
  const { test, companyId, admin, warehouseId } = world;
  const { productId } = await plantContainer(test, { companyId, warehouseId });
  await newCustomer(admin, companyId);
  await test.app.pg.query(
    `insert into products (company_id, status, document_date, serial_number, name, product_type_id,
       product_model_id, revision_id, warehouse_id, interior_bin_id, sale_status, created_at, updated_at)
     select company_id, status, document_date, 'WARR-' || n, name, product_type_id, product_model_id,
       revision_id, warehouse_id, interior_bin_id, sale_status, now(), now()
     from products, generate_series(1, 2000) n where id = $1`,
    [productId],
  );
  await test.app.pg.query(
    `insert into warranties (company_id, document_no, status, document_date, created_by, product_id, customer_id,
       sale_id, type, start_date, end_date, months, coverage, is_settled, created_at, updated_at)
     select $1, 'WA' || lpad(n::text, 8, '0'), s, date '2025-05-01' + n % 540, $2, p[1 + n % cardinality(p)],
       c[1 + n % cardinality(c)], u[1 + n % cardinality(u)], (array['initial','extension','renewal'])[1 + n % 3],
       date '2000-01-01' + n / 2000 * 40, date '2000-01-01' + n / 2000 * 40 + 30, 1, 'full', true,
       timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes', now()
     from (select n, (array['expired','expired','expired','voided','active','scheduled'])[1 + n % 6] as s
         from generate_series(1, ${rows}) n) f,
       (select array_agg(id) as p from (select id from products where serial_number like 'WARR-%' limit 2000) a) b,
       (select array_agg(id) as u from (select id from users limit 40) d) e,
       (select array_agg(id) as c from (select id from customers limit 500) g) h`,
    [companyId, admin.userId],
  );
  await priceList(test, companyId);
}
