import { contract, type Endpoint } from '@boxyard/shared/contract';
import { can } from '@boxyard/shared/domain';
import { approvedOrder, receive } from './modules/purchasing/testing/documents.ts';
import { makeWorld, stock, type World } from './modules/warehouse/requisitions/testing/world.ts';
import { createTestApp, type Person, type TestApp } from './testing/index.ts';
import { SEEDED } from './testing/permissionTable.ts';
import { expectData } from './workflow/testing/world.ts';

/** Figures of costs are planted, and nobody without `view-cost` finds them in any answer. */

const VIEW_COST = 'parts-warehouse:view-cost';
/** Last purchase price; average and ledger; price to a supplier; book value; repair; conversion. */
const PLANTED = {
  last: '7654.3219',
  average: '6543.2108',
  /** Three of them. */
  value: '19629.63',
  supplierPrice: '5432.1097',
  bookValue: '43210.98',
  partsCost: '32109.87',
  inputValue: '21098.76',
  variance: '10987.65',
} as const;

let test: TestApp;
let world: World;
let people: Map<string, Person>;
/** Ids by the beginning of the paths that they stand in. */
const records = new Map<string, string>();
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
  const { companyId, warehouseId, part, supplier } = world;
  const { pg } = test.app;
  const one = async (text: string, values: readonly unknown[]) =>
    String((await pg.query<{ id: string }>(`${text} returning id`, [...values])).rows[0]?.id);
  // A receipt of the part, at a price of its own, lists it among what the supplier delivered.
  const order = await approvedOrder(world);
  const receipt = expectData(await receive(world, order));
  records.set('/purchase_orders/', order.id);
  records.set('/purchase_order_acceptances/', receipt.id);
  await stock(world, part, { quantity: 3, unitCost: PLANTED.average });
  // Whatever the receipt was worth, this is the average.
  await pg.query(
    `insert into part_valuations (company_id, item_type, item_id, avg_cost)
     values ($1, 'part', $2, $3)
     on conflict (company_id, item_type, item_id) do update set avg_cost = excluded.avg_cost`,
    [companyId, part, PLANTED.average],
  );
  await pg.query('update material_parts set last_purchase_price = $2 where id = $1', [
    part,
    PLANTED.last,
  ]);
  await pg.query(
    `insert into supplier_parts (supplier_id, part_id, supplier_part_no, last_price) values ($1, $2, 'X', $3)
     on conflict (supplier_id, part_id) do update set last_price = excluded.last_price`,
    [supplier, part, PLANTED.supplierPrice],
  );
  const head = [companyId, warehouseId];
  records.set(
    '/material_destroy/',
    await one(
      `insert into destructions (company_id, warehouse_id, document_no, status, document_date, reason, method,
         scheduled_at, item_count, book_value, created_at, updated_at)
       values ($1, $2, 'DS9901-0001', 'destroyed', now(), 'damaged', 'crush', now(), 0, $3, now(), now())`,
      [...head, PLANTED.bookValue],
    ),
  );
  records.set(
    '/material_repair/',
    await one(
      `insert into repairs (company_id, warehouse_id, document_no, status, document_date, part_id, quantity,
         bin_id, condition, source, symptom, parts_cost, completed_at, created_at, updated_at)
       values ($1, $2, 'RP9901-0001', 'completed', now(), $3, 1,
         (select b.id from bins b where b.warehouse_id = $2 limit 1), 'new', 'warehouse', 'x', $4, now(), now(), now())`,
      [...head, part, PLANTED.partsCost],
    ),
  );
  records.set(
    '/material_transform/',
    await one(
      `insert into transformations (company_id, warehouse_id, document_no, status, document_date, type, part_id,
         quantity, input_value, output_value, loss_value, completed_at, created_at, updated_at)
       values ($1, $2, 'TM9901-0001', 'completed', now(), 'disassemble', $3, 1, $4, 0, $4, now(), now(), now())`,
      [...head, part, PLANTED.inputValue],
    ),
  );
  records.set(
    '/audits/',
    await one(
      `insert into audits (company_id, warehouse_id, document_no, status, document_date, type, is_blind, "freeze",
         variance_value, created_at, updated_at)
       values ($1, $2, 'AU9901-0001', 'approved', now(), 'cycle', true, 'none', $3, now(), now())`,
      [...head, PLANTED.variance],
    ),
  );
  await pg.query(
    `insert into history (subject_type, subject_id, at, action, to_status, diff)
     values ('audits', $1, now(), 'approve', 'approved', $2::jsonb)`,
    [records.get('/audits/'), JSON.stringify({ gain: PLANTED.variance, loss: '0.00' })],
  );
  await pg.query(
    `insert into activity_logs (at, company_id, action, subject, subject_id, after)
     values (now(), $1, 'approve', 'audits', $2, $3::jsonb)`,
    [companyId, records.get('/audits/'), JSON.stringify({ gain: PLANTED.variance })],
  );
  const logged = await pg.query<{ id: string }>(
    'select id from activity_logs where subject_id = $1 order by at desc limit 1',
    [records.get('/audits/')],
  );
  records.set('/activity-logs/', String(logged.rows[0]?.id));
  records.set('/material_parts/', part);
  records.set('/suppliers/', supplier);
  people = new Map();
  for (const { name } of SEEDED) people.set(name, await test.as(name));
});
afterAll(async () => test?.close());

/** A decimal that ends the figure's digits, however many places are shown. */
const figures = Object.entries(PLANTED).map(
  ([name, figure]) => [name, figure.slice(0, figure.indexOf('.') + 3)] as const,
);

const reads = (Object.entries(contract) as [string, Endpoint][]).filter(
  ([, { method, kind, path }]) =>
    method === 'GET' && (kind === 'list' || kind === 'one') && !path.startsWith('/auth/'),
);

/** The calls of a path: of a page, and of each export. */
function asked(endpoint: Endpoint): string[] {
  const record = [...records].find(([prefix]) => endpoint.path.startsWith(prefix))?.[1];
  if (endpoint.path.includes(':') && record === undefined) return [];
  const path = endpoint.path.replace(/:\w+/, String(record));
  if (path.includes(':')) return [];
  const query: Readonly<Record<string, string>> = {
    '/material_parts/places': `?partId=${world.part}&warehouseId=${world.warehouseId}`,
    '/material_dispatch/available': `?partIds=${world.part}`,
    '/material_transform/bom': `?partId=${world.part}`,
  };
  if (endpoint.kind !== 'list') return [`${path}${query[endpoint.path] ?? ''}`];
  const exported = endpoint.list.exportColumns === undefined ? [] : [`${path}?format=csv`];
  return [`${path}?limit=100`, ...exported];
}

describe('costs', () => {
  it.each(reads)('%s shows none to whoever may not see them', async (name, endpoint) => {
    for (const [role, person] of people) {
      if (can((await person.actor()).grants, VIEW_COST)) continue;
      for (const path of asked(endpoint)) {
        const text = (await person.get(path)).raw.toString('utf8').replaceAll(',', '');
        for (const [figure, digits] of figures) {
          expect([name, role, path, figure, text.includes(digits)]).toEqual([
            name,
            role,
            path,
            figure,
            false,
          ]);
        }
      }
    }
  });

  it('are planted where somebody who sees them finds each', async () => {
    const manager = people.get('system-admin');
    const found = new Set<string>();
    for (const [, endpoint] of reads) {
      for (const path of asked(endpoint)) {
        const text = (await manager?.get(path))?.raw.toString('utf8').replaceAll(',', '') ?? '';
        for (const [figure, digits] of figures) if (text.includes(digits)) found.add(figure);
      }
    }
    expect([...found].sort()).toEqual(figures.map(([name]) => name).sort());
  });
});
