import { createTestApp, manualClock, type TestApp } from '../../../testing/index.ts';
import { fillInBulk, PLAN_ROWS, PLAN_TIMEOUT, planActors } from '../../../testing/plans.ts';
import { dayFrom } from '../../../workflow/testing/world.ts';
import { FILLED_UNTIL, fillAccounts } from '../testing/fillAccounts.ts';
import { makeWorld, type World } from '../testing/world.ts';
import { ageingList } from './index.ts';

/**
 * What the ageing reads of many invoices and payments: of a day long ago no more than the balances of
 * the month before it and the entries since (ADR 0080).
 */
let server: TestApp;
let world: World;
beforeAll(async () => {
  server = await createTestApp({ clock: manualClock(new Date(`${FILLED_UNTIL}T03:00:00Z`)) });
  world = await makeWorld(server);
  await fillInBulk(server, () =>
    fillAccounts(server, {
      customerId: world.customerId,
      rows: PLAN_ROWS,
      customers: PLAN_ROWS / 100,
    }),
  );
}, PLAN_TIMEOUT);
afterAll(() => server?.close());

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

it.each([
  ['today', 0, {}],
  ['a month ago', -30, {}],
  ['a year ago', -365, {}],
  ['one customer today', 0, { isOne: true }],
  ['one customer a year ago', -365, { isOne: true }],
])('reads no table whole: %s', async (_what, days, { isOne = false }: { isOne?: boolean }) => {
  const [all, company] = await Promise.all([world.admin.actor(), world.accountant.actor()]);
  const actors = planActors(
    { all, company },
    { warehouseId: world.warehouseId, companyIds: [world.companyId] },
  );
  for (const [name, actor] of actors) {
    const query = {
      page: 1,
      limit: 20,
      sort: [{ field: 'customer', descending: false }],
      filters: {
        asOf: dayFrom(world, days),
        ...(isOne ? { customerId: [world.customerId] } : {}),
      },
    };
    const answer = await server.app.transaction({ actor }, (ctx) =>
      ageingList.explain(ctx, { params: {}, query, body: undefined, files: [] } as never),
    );
    const [first] = answer as readonly Readonly<Record<string, unknown>>[];
    const raw = Object.values(first ?? {})[0];
    const [root] = (typeof raw === 'string' ? JSON.parse(raw) : raw) as [{ Plan: Plan }];
    const nodes = nodesOf(root.Plan);
    const tables = new Set(nodes.map((node) => node['Relation Name']));
    expect([name, tables.has('invoices'), tables.has('payments')]).toEqual([name, false, false]);
    const whole = nodes.filter(
      (node) =>
        node['Node Type'] === 'Seq Scan' && node['Relation Name']?.startsWith('receivable_'),
    );
    expect([name, whole.filter((node) => node['Relation Name'] !== 'receivable_months')]).toEqual([
      name,
      [],
    ]);
    const entries = nodes.filter((node) => node['Relation Name'] === 'receivable_entries');
    expect(entries.map((node) => node['Index Name'])).toEqual([
      isOne ? 'receivable_entries_customer_ix' : 'receivable_entries_day_ix',
    ]);
  }
});
