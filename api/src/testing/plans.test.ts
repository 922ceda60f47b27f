import { createTestApp, type TestApp } from './createTestApp.ts';
import { type PlanCase, planFaults } from './plans.ts';

/** What the query plan test itself has to notice. */
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test?.close());

const faults = async (one: PlanCase, answersFor?: ReadonlySet<string>) => {
  const actor = await (await test.as('system-admin')).actor();
  return planFaults(test, one, { actor, samples: {}, ...(answersFor ? { answersFor } : {}) });
};
const units: PlanCase = {
  list: 'units.list',
  sort: 'code',
  descending: false,
  filter: 'no filter',
};

it('is told of a table that was not filled, whatever its plan', async () => {
  // The list joins the units that others are counted in.
  const told = await faults(units);
  expect(new Set(told)).toEqual(
    new Set(['undefined: units is not filled: its indexes are not tested']),
  );
});

it('answers for the tables that a test names', async () => {
  expect(await faults(units, new Set(['activity_logs']))).toEqual([]);
});

it('takes what no business fills as it is', async () => {
  const roles = { ...units, list: 'roles.all', sort: 'name' } as const;
  expect((await faults(roles)).filter((fault) => fault.includes('roles is not filled'))).toEqual(
    [],
  );
});
