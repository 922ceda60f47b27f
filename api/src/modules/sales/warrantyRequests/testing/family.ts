import { defineTestFamily } from '../../../../workflow/testing/testFamily.ts';
import type { World } from '../../../../workflow/testing/world.ts';
import { plantContainer } from '../../../containers/testing/planted.ts';
import { newCustomer } from '../../contracts/testing/world.ts';

const PATH = '/back-office/purchase-warranty-req';

/** For the suites that go through all families. */
export const testFamily = defineTestFamily({
  family: 'warrantyRequests',
  path: PATH,
  table: 'warranty_requests',
  calls: {
    [`GET ${PATH}/list/export`]: ['warranty:view'],
    [`POST ${PATH}/create`]: ['warranty:request'],
    [`GET ${PATH}/:id`]: ['warranty:view'],
    [`POST ${PATH}/:id/quote`]: ['warranty:quote'],
    [`POST ${PATH}/:id/approve`]: ['warranty:approve'],
    [`POST ${PATH}/:id/reject`]: ['warranty:approve'],
    [`POST ${PATH}/:id/accept`]: ['warranty:renew'],
    // Whoever asked may as well, as long as nobody has approved.
    [`POST ${PATH}/:id/cancel`]: ['warranty:approve', 'warranty:request'],
    [`GET ${PATH}/:id/history`]: ['warranty:view'],
    [`POST ${PATH}/:id/attachments`]: ['warranty:request', 'warranty:quote'],
    [`DELETE ${PATH}/:id/attachments/:id`]: ['warranty:request', 'warranty:quote'],
  },
  plant: async ({ test, companyId, admin }, { warehouseId }) => {
    const { productId } = await plantContainer(test, { companyId, warehouseId });
    const customerId = await newCustomer(admin, companyId);
    const { rows } = await test.app.pg.query<{ id: string }>(
      `insert into warranty_requests (company_id, document_no, status, document_date, product_id, customer_id,
         sale_id, channel, months, coverage, price, created_by, created_at, updated_at)
       values ($1, 'WQ-' || substr($2::text, 25), 'pending', now(), $2::uuid, $3, $4, 'customer', 12, 'full', 1200, $4,
         now(), now()) returning id`,
      [companyId, productId, customerId, admin.userId],
    );
    return String(rows[0]?.id);
  },
  fill,
  // They are asked for by containers that are sold; their own suites play them.
  random: { commands: [], weight: 1, next: () => null },
});

/** As many requests as the query plans need, most of them done. */
async function fill(world: World, rows: number): Promise<void> {
  const { test, companyId, admin, warehouseId } = world;
  const { productId } = await plantContainer(test, { companyId, warehouseId });
  await newCustomer(admin, companyId);
  await test.app.pg.query(
    `insert into warranty_requests (company_id, document_no, status, document_date, created_by, product_id,
       customer_id, sale_id, channel, months, coverage, price, created_at, updated_at)
     select $1, 'WQ' || lpad(n::text, 8, '0'), (array['fulfilled','fulfilled','rejected','cancelled'])[1 + n % 4],
       date '2025-05-01' + n % 540, $2, $3, c[1 + n % cardinality(c)], u[1 + n % cardinality(u)],
       (array['backoffice','customer','auto'])[1 + n % 3], 12, 'full', 1200,
       timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes', now()
     from generate_series(1, ${rows}) n,
       (select array_agg(id) as u from (select id from users limit 40) d) e,
       (select array_agg(id) as c from (select id from customers limit 500) g) h`,
    [companyId, admin.userId, productId],
  );
}
