import { ACTIVITY_ACTIONS, ACTIVITY_SUBJECTS, type ListName } from '@boxyard/shared/contract';
import { type Ctx, definedLists } from '../../../kernel/index.ts';
import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import {
  PLAN_ROWS,
  PLAN_TIMEOUT,
  planActors,
  planCases,
  planFaults,
  sampleWhole,
} from '../../../testing/plans.ts';
import { fillActivity } from './testing/fill.ts';

/** As api/src/plans.test.ts, over a log in which some kinds, actions and people are rare. */
const LISTS: readonly ListName[] = ['activityLogs.list', 'activityLogs.all'];

/** Documents of every family are looked up by the id that an entry names. */
const OF_THE_LOG: ReadonlySet<string> = new Set(['activity_logs', 'users', 'user_companies']);

let test: TestApp;
let all: Person;
let company: Person;
let samples: Record<string, readonly string[]>;
let companyIds: readonly string[];
beforeAll(async () => {
  test = await createTestApp();
  all = await test.as('system-admin');
  company = await test.as('company-admin', { companyId: test.companyId });
  const { people, records, companies } = await fillActivity(test, PLAN_ROWS);
  await sampleWhole(test.app);
  companyIds = companies;
  samples = {
    userId: [...people.slice(0, 1), ...people.slice(-1)],
    subjectId: records.slice(0, 1),
    companyId: companies,
  };
}, PLAN_TIMEOUT);
afterAll(() => test?.close());

describe.each(LISTS)('%s', (list) => {
  it.each(planCases(list))('by $sort (descending: $descending) with $filter', async (one) => {
    const where = { warehouseId: test.companyId, companyIds };
    const actors = { all: await all.actor(), company: await company.actor() };
    for (const [scope, actor] of planActors(actors, where)) {
      const faults = await planFaults(test, one, { actor, samples, answersFor: OF_THE_LOG });
      expect([scope, ...faults]).toEqual([scope]);
    }
  });
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}
const nodes = (plan: Plan): string[] => [
  `${plan['Node Type']} ${plan['Relation Name'] ?? ''}`,
  ...(plan.Plans ?? []).flatMap(nodes),
];

it('finds a record and a request without reading the log through', async () => {
  for (const search of ['PR2511-00042', '01890000-0000-7000-8000-00000000ffff']) {
    await test.app.transaction({ actor: await company.actor() }, async (ctx: Ctx) => {
      const query = {
        page: 1,
        limit: 20,
        sort: [{ field: 'at', descending: true }],
        filters: {},
        search,
      };
      const list = definedLists.get('activityLogs.list');
      const answer = await list?.explain(ctx, {
        params: {},
        query,
        body: undefined,
        files: [],
      } as never);
      const raw: unknown = Object.values((answer as readonly object[])[0] ?? {})[0];
      const [{ Plan: plan }] = (typeof raw === 'string' ? JSON.parse(raw) : raw) as [
        { Plan: Plan },
      ];
      expect(nodes(plan)).not.toContain('Seq Scan activity_logs');
    });
  }
});

it('fills the log with every kind and every action', async () => {
  const { rows } = await test.app.pg.query<{ subjects: number; actions: number }>(
    'select count(distinct subject) as subjects, count(distinct action) as actions from activity_logs',
  );
  expect(rows).toEqual([{ subjects: ACTIVITY_SUBJECTS.length, actions: ACTIVITY_ACTIONS.length }]);
});
