import pg from 'pg';
import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { type Dispatch, makeDispatch } from './testing/dispatch.ts';
import { fillJobs } from './testing/fill.ts';
import { PATH, report } from './testing/world.ts';

/**
 * Calendar, board, map and suggestions read a bounded number of jobs, however many there are: they are no
 * lists, of which api/src/plans.test.ts asks. The bench of half a million (`npm run bench -- jobs`) times them.
 */
const ROWS = 40_000;
/** The most rows of jobs that one statement may read: a month of the calendar, a capped column, open jobs. */
const MOST = 3_000;
const DAY = 86_400_000;

let test: TestApp;
let dispatch: Dispatch;
let jobId: string;
beforeAll(async () => {
  test = await createTestApp();
  dispatch = await makeDispatch(test);
  await fillJobs(test, dispatch, { rows: ROWS, technicians: 8 });
  jobId = (await report(dispatch.world, { productId: dispatch.world.productId })).id;
}, 300_000);
afterAll(() => test?.close());

interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The statements about jobs that a call asks. */
async function statementsOf(by: Person, path: string): Promise<Asked[]> {
  const asked: Asked[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function recorded(this: pg.Client, ...given: unknown[]) {
    const [statement, values] = given as [{ text?: string; values?: unknown[] } | string, unknown];
    const { text, values: own } =
      typeof statement === 'string' ? { text: statement, values } : statement;
    if (typeof text === 'string') asked.push({ text, values: Array.isArray(own) ? own : [] });
    return (query as (...args: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  try {
    expect((await by.get(path)).status).toBe(200);
  } finally {
    pg.Client.prototype.query = query;
  }
  return asked.filter(({ text }) => /^\s*(select|with)/i.test(text) && /\bjobs"?\b/.test(text));
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** Rows of jobs that a plan read, whether it kept them or not. */
const rowsRead = (plan: Plan): number =>
  (plan['Relation Name'] === 'jobs'
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0) + (plan.Plans ?? []).reduce((sum, inner) => sum + rowsRead(inner), 0);

const day = (ahead: number) => new Date(Date.now() + ahead * DAY).toISOString().slice(0, 10);
const CALLS: readonly (readonly [string, () => string])[] = [
  ['a month of the calendar', () => `/planning?from=${day(-29)}&to=${day(0)}`],
  ['a month of last year', () => `/planning?from=${day(-400)}&to=${day(-371)}`],
  ['the board', () => '/board'],
  ['a column of the board', () => '/board?status=scheduled&page=2'],
  ['the map', () => '/map'],
  ['suggestions', () => `/${jobId}/technicians`],
];

const CASES = CALLS.flatMap(([name, path]) =>
  (['all', 'a team', 'own'] as const)
    // Technicians send nobody.
    .filter((whose) => name !== 'suggestions' || whose !== 'own')
    .map((whose) => [name, whose, path] as const),
);

it.each(CASES)('%s reads few jobs for whoever sees %s', async (_name, whose, path) => {
  const { world, dispatcher } = dispatch;
  const by = { all: world.admin, 'a team': dispatcher, own: world.technician }[whose];
  const statements = await statementsOf(by, `${PATH}${path()}`);
  expect(statements.length).toBeGreaterThan(0);
  for (const { text, values } of statements) {
    const { rows } = await test.app.pg.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) ${text}`,
      [...values],
    );
    const root = rows[0]?.['QUERY PLAN'][0].Plan;
    expect([text, root && rowsRead(root) <= MOST]).toEqual([text, true]);
  }
});
