import type { CommandContext } from '../../../../workflow/testing/randomCommands.ts';
import { randomFamily } from '../../../../workflow/testing/randomFamily.ts';
import { defineTestFamily } from '../../../../workflow/testing/testFamily.ts';
import { expectData, type World } from '../../../../workflow/testing/world.ts';
import { plantContainer } from '../../testing/planted.ts';
import { inspectionBody, PATH, planBody } from './world.ts';

/** For the suites that go through all families. */
export const testFamily = defineTestFamily({
  family: 'inspections',
  path: PATH,
  table: 'inspections',
  calls: {
    [`GET ${PATH}/export`]: ['container-inspection:view'],
    [`GET ${PATH}/failures`]: ['container-inspection:view'],
    [`GET ${PATH}/failures/export`]: ['container-inspection:view'],
    [`GET ${PATH}/products`]: 'look-up',
    [`GET ${PATH}/:id`]: ['container-inspection:view'],
    [`POST ${PATH}/:id/start`]: ['container-inspection:complete'],
    [`POST ${PATH}/:id/record`]: ['container-inspection:complete'],
    [`POST ${PATH}/:id/complete`]: ['container-inspection:complete'],
    // Whoever planned it may as well, as long as nobody has begun.
    [`POST ${PATH}/:id/cancel`]: ['container-inspection:cancel', 'container-inspection:create'],
    [`GET ${PATH}/:id/history`]: ['container-inspection:view'],
    [`GET ${PATH}/:id/document`]: ['container-inspection:view'],
    [`POST ${PATH}/:id/attachments`]: ['container-inspection:complete'],
    [`DELETE ${PATH}/:id/attachments/:id`]: ['container-inspection:complete'],
  },
  plant: async (world, { warehouseId }) => {
    const { productId } = await plantContainer(world.test, {
      companyId: world.companyId,
      warehouseId,
    });
    return expectData(await world.admin.post(PATH, inspectionBody(world, productId))).id;
  },
  fill,
  // The models of these containers have no checklist: an inspection passes as it is.
  random: randomFamily({
    family: 'inspections',
    path: PATH,
    table: 'inspections',
    body: async ({ world, rows }, action) =>
      action === 'update' ? planBody(world) : inspectionBody(world, await aContainer(rows)),
    sent: { record: { items: [] }, complete: { items: [], result: 'pass' } },
  }),
});

/** A container that may still be inspected; the family of containers has planted some. */
async function aContainer(rows: CommandContext['rows']): Promise<string> {
  const [product] = await rows<{ id: string }>(
    `select id from products where status not in ('retired', 'disassembled') order by id limit 1`,
  );
  return product?.id ?? '';
}

/** As many inspections as the query plans need, most of them completed, of a few containers. */
async function fill({ test, companyId, warehouseId, admin }: World, rows: number): Promise<void> {
  const { productId } = await plantContainer(test, { companyId, warehouseId });
  await test.app.pg.query(
    `insert into inspections (company_id, document_no, status, document_date, created_by, type, product_id,
      warehouse_id, due_on, assignee_id, is_late, result, failed_count, completed_at, created_at, updated_at)
    select $1, 'FU' || lpad(n::text, 8, '0'), s, date '2025-05-01' + n % 540, $3,
      (array['inspection','siteVisit','call','preDelivery','postReturn','warrantyCheck'])[1 + n % 6],
      p[1 + n % cardinality(p)], w[1 + n % 3], date '2025-05-01' + n % 540 + 3, u[1 + n % cardinality(u)],
      s in ('planned', 'inProgress') and n % 2 = 0,
      case when s = 'completed' then (array['pass','pass','partial','fail'])[1 + n % 4] end,
      case when s = 'completed' and n % 4 > 1 then 1 else 0 end,
      case when s = 'completed' then timestamptz '2025-05-04 02:00Z' + n * interval '15 minutes' end,
      timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes', now()
    from (select n, (array['completed','completed','completed','completed','planned','inProgress','cancelled'])[1 + n % 7] as s
        from generate_series(1, ${rows}) n) f,
      (select array[$2::uuid] || array_agg(id) as w
        from (select id from warehouses where code like 'W%' limit 2) y) x,
      (select array_agg(id) as u from (select id from users limit 40) a) b,
      (select array[$4::uuid] || array_agg(id) as p from (select id from products limit 500) c) d`,
    [companyId, warehouseId, admin.userId, productId],
  );
  await test.app.pg.query(
    `insert into inspection_items (document_id, line_no, name, result, photo_ids, open_since)
     select id, 1, 'Door', 'fail', array[id], completed_at from inspections where failed_count > 0`,
  );
}
