import { createTestApp, type Person, type TestApp } from '../../testing/index.ts';
import { plant } from '../../testing/planted.ts';
import { makeWorld } from '../../workflow/testing/world.ts';

/**
 * Reconciles the maintenance report with the documents themselves. Add each further measure to `TRUTH`, as the
 * ledger or the documents say it; rows, groups, files and rights are tested for every report already.
 */
const PATH = '/reports/maintenance-report';
const COUNTED = `status not in ('rejected', 'cancelled')`;
const DONE = '(completed_at is not null or was_completed)';
const TRUTH: Readonly<Record<string, string>> = {
  jobs: 'count(*)',
  downtimeHours: `coalesce(sum(coalesce(downtime_minutes, 0) + coalesce((select sum(r.downtime_minutes)
    from job_periods r where r.job_id = jobs.id), 0)), 0) / 60.0`,
  partsCost: `coalesce(sum((select coalesce(sum(k.used_value), 0) from requisitions q
    join requisition_items i on i.requisition_id = q.id
    join requisition_picks k on k.item_id = i.id where q.job_id = jobs.id)), 0)`,
  billed: `coalesce(sum((select coalesce(sum(v.grand_total), 0) from invoices v
    where v.source_id = jobs.id and v.status not in ('draft', 'void'))), 0)`,
  firstTimeFixPct: `100.0 * count(*) filter (where kind = 'repair' and ${DONE} and reopened_count = 0)
    / nullif(count(*) filter (where kind = 'repair' and ${DONE}), 0)`,
};

let test: TestApp;
let reader: Person;

beforeAll(async () => {
  test = await createTestApp();
  const world = await makeWorld(test);
  const { warehouseId, otherWarehouseId, admin } = world;
  await plant(world, { warehouseId, to: otherWarehouseId, no: 1 });
  reader = admin;
});
afterAll(() => test?.close());

it.each(Object.entries(TRUTH))(
  'tells %s as the documents do, in all and by status',
  async (name, truth) => {
    const { rows } = await test.app.pg.query<{ status: string; value: string }>(
      `select status, (${truth})::text as value from jobs where ${COUNTED} group by status`,
    );
    expect(rows).not.toEqual([]);
    const { body } = await reader.get(`${PATH}?groupBy=status`);
    const { values, groups } = body.meta.summary;
    const told = (groups as { key: string; values: Readonly<Record<string, string>> }[]).map(
      (group) => [group.key, Number(group.values[name])],
    );
    expect(told.toSorted()).toEqual(
      rows.map(({ status, value }) => [status, Number(value)]).toSorted(),
    );
    expect(Number(values[name])).toBe(rows.reduce((sum, { value }) => sum + Number(value), 0));
  },
);
