import { contract, type ListEndpoint } from '@boxyard/shared/contract';
import { AppError, type Ctx, definedLists } from './kernel/index.ts';
import { createTestApp, type Person, type TestApp } from './testing/index.ts';
import { makeWorld, type World } from './workflow/testing/world.ts';

/** What stands around the rows of lists: right, and read from a bounded number of entries (ADR 0094). */
let test: TestApp;
let world: World;
let reader: Person;
/** A request is written every hour, for the day on which it is written unless it is the 10th of ten. */
const ROWS = 12_000;
const FIRST = '2024-01-01';

beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
  reader = await test.as('auditor');
  const { companyId, warehouseId, otherWarehouseId, asker } = world;
  await test.app.pg.query(
    `insert into purchase_requests (company_id, document_no, status, document_date, requester_id, created_by,
       warehouse_id, purpose, needed_by, valid_until, item_count, estimated_total, created_at, updated_at)
     select $1, 'PR' || lpad(n::text, 8, '0'), (array['completed','completed','pending','rejected'])[1 + n % 4],
       day, $3, $3, (array[$2::uuid, $4::uuid])[case when n % 100 = 0 then 2 else 1 end], 'stock', day, day, 1, n % 7, at, at
     from (select n, at, (at at time zone 'Asia/Bangkok')::date - case when n % 10 = 0 then 40 else 0 end as day
       from (select n, timestamptz '${FIRST} 02:00Z' + n * interval '1 hour' as at from generate_series(0, ${ROWS - 1}) n) x) y`,
    [companyId, warehouseId, asker.userId, otherWarehouseId],
  );
});
afterAll(() => test?.close());

const LIST = '/purchase_requests';
const asked = async (query: string, person = reader) =>
  (await person.get(`${LIST}?limit=100&${query}`)).body;
const figures = async (query: string) => (await asked(query)).meta;

/** What the table itself says. */
const truth = async (condition: string) => {
  const { rows } = await test.app.pg.query<{ count: number; sum: string }>(
    `select count(*)::int as count, coalesce(sum(estimated_total), 0)::text as sum
     from purchase_requests where ${condition}`,
  );
  return rows[0] ?? { count: 0, sum: '' };
};

describe('total, sums and tab counts', () => {
  it('are whole where the rows of all tabs are few', async () => {
    const days = 'startDate=2024-03-01&endDate=2024-03-31';
    const inDays = "document_date between '2024-03-01' and '2024-03-31'";
    const of = (status: string) => truth(`${inDays} and status = '${status}'`);
    const [all, pending, completed] = [
      await truth(inDays),
      await of('pending'),
      await of('completed'),
    ];
    expect(await figures(days)).toMatchObject({
      totalItems: all.count,
      counts: { pending: pending.count, completed: completed.count, draft: 0 },
      summary: { estimatedTotal: all.sum },
    });
    expect(await figures(`${days}&status=pending`)).toMatchObject({
      totalItems: pending.count,
      counts: { pending: pending.count, completed: completed.count },
      summary: { estimatedTotal: pending.sum },
    });
  });

  it('end at a thousand for the tabs that are not open, at ten thousand for the one that is', async () => {
    const completed = await truth("status = 'completed'");
    expect(completed.count).toBe(ROWS / 2);
    const open = await figures('status=completed');
    expect(open).toMatchObject({
      totalItems: completed.count,
      counts: { completed: completed.count, pending: 1000, rejected: 1000, draft: 0 },
      summary: { estimatedTotal: completed.sum },
    });
    expect(open.totalIsLowerBound).toBeUndefined();
    const all = await figures('');
    expect(all).toMatchObject({
      totalItems: 10_000,
      totalIsLowerBound: true,
      counts: { completed: 1000, pending: 1000 },
    });
    expect(all.summary).toBeUndefined();
  });

  it('are of everything where somebody asks for that', async () => {
    const { sum } = await truth('true');
    const exact = await figures('exact=true');
    expect(exact).toMatchObject({
      totalItems: ROWS,
      totalPages: 100,
      summary: { estimatedTotal: sum },
    });
    expect(exact.totalIsLowerBound).toBeUndefined();
    const refused = await reader.get(`${LIST}?exact=perhaps`);
    expect(refused.body.errors).toMatchObject([{ field: 'exact', code: 'BOOLEAN' }]);
  });

  it('are those of a statement that is kept prepared, whatever it is asked for', async () => {
    const month = (n: number) => String(1 + (n % 12)).padStart(2, '0');
    for (let n = 0; n < 15; n += 1) {
      const days = [`2024-${month(n)}-01`, `2024-${month(n)}-28`] as const;
      const { count } = await truth(
        `status = 'pending' and document_date between '${days[0]}' and '${days[1]}'`,
      );
      const query = `startDate=${days[0]}&endDate=${days[1]}&status=pending`;
      expect((await figures(query)).totalItems).toBe(count);
    }
  });
});

describe('rows between two days', () => {
  it.each([
    ['newest first', '-createdAt', 'desc'],
    ['oldest first', 'createdAt', 'asc'],
  ])('are all there, %s, also those that were written on other days', async (_, sort, way) => {
    const { rows } = await test.app.pg.query<{ id: string }>(
      `select id from purchase_requests where document_date between '2024-05-01' and '2024-05-31'
       order by created_at ${way}, id ${way}`,
    );
    const seen: string[] = [];
    for (let page = 1; seen.length < rows.length; page += 1) {
      const { data } = await asked(
        `startDate=2024-05-01&endDate=2024-05-31&sort=${sort}&page=${page}`,
      );
      expect(data.length).toBeGreaterThan(0);
      seen.push(...data.map(({ id }: { id: string }) => id));
    }
    expect(seen).toEqual(rows.map(({ id }) => id));
  });

  it('are none on days without any', async () => {
    expect((await asked('startDate=2020-05-01&endDate=2020-05-31')).data).toEqual([]);
  });
});

/** Lists whose figures are not cut off, and what bounds them instead. */
const UNCUT: Readonly<Record<string, string>> = {
  'parts.list': 'values of at most ten thousand parts, each found by its id',
  'parts.tracking': 'the moves of one part, from its piece of an index',
  'productTransactions.list': 'sums that are kept by day and machine',
  'stock.balances': 'balances of at most ten thousand parts, each found by its id',
};

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** Tables that a plan reads to their end: below no limit. */
const readWhole = (plan: Plan): string[] => {
  if (plan['Node Type'] === 'Limit') return [];
  const own = plan['Relation Name'] === undefined ? [] : [plan['Relation Name']];
  return [...own, ...(plan.Plans ?? []).flatMap(readWhole)];
};

/** What the figures of a list would read without an end, with no filter and on each of two tabs. */
async function unboundedOf(
  list: typeof definedLists extends ReadonlyMap<string, infer L> ? L : never,
): Promise<string[]> {
  const endpoint: ListEndpoint = contract[list.name];
  const { counts, filters, defaultSort } = endpoint.list as {
    readonly counts?: string;
    readonly filters: Readonly<Record<string, { readonly values?: readonly string[] }>>;
    readonly defaultSort: string;
  };
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const params = Object.fromEntries(names.map((name) => [name, world.part]));
  const sort = [{ field: defaultSort.replace('-', ''), descending: defaultSort.startsWith('-') }];
  const [first, second] = counts === undefined ? [] : (filters[counts]?.values ?? []);
  const tabs = [{}, ...[first, second].flatMap((one) => (one ? [{ [counts ?? '']: [one] }] : []))];
  const found: string[] = [];
  for (const chosen of tabs) {
    const input = { params, query: { page: 1, limit: 10, sort, filters: chosen }, files: [] };
    const actor = await reader.actor();
    const work = async (ctx: Ctx) => {
      const cachedFigures = {
        get: async (
          { statement }: { readonly statement: { sql: string; parameters: readonly unknown[] } },
          count: () => Promise<unknown>,
        ) => {
          const text = `explain (format json) ${statement.sql}`;
          const { rows } = await ctx.pg.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
            text,
            statement.parameters,
          );
          const root = rows[0]?.['QUERY PLAN'][0].Plan;
          if (root) found.push(...readWhole(root));
          return count();
        },
      };
      await list.run({ ...ctx, cachedFigures } as unknown as Ctx, input as never);
    };
    await test.app.transaction({ actor }, work).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  }
  return found;
}

it('no figure reads a table to its end', async () => {
  const faults: Record<string, string[]> = {};
  for (const [name, list] of definedLists) {
    const found = await unboundedOf(list);
    if (found.length > 0) faults[name] = [...new Set(found)];
  }
  const unknown = Object.entries(faults).filter(([name]) => !Object.hasOwn(UNCUT, name));
  expect(unknown).toEqual([]);
  // What is cut off by now is no exception any more.
  expect(Object.keys(UNCUT).filter((name) => !Object.hasOwn(faults, name))).toEqual([]);
});
