import {
  contract,
  type FilterDefs,
  type ListDef,
  type ListName,
  parseSort,
} from '@boxyard/shared/contract';
import { documentFamilyNames } from '@boxyard/shared/domain';
import { type Actor, type Ctx, definedLists } from '../kernel/index.ts';
import type { TestApp } from './createTestApp.ts';

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly Plan[];
}

/** One permitted order of one list, under one of its filters or none. */
export interface PlanCase {
  readonly list: ListName;
  readonly sort: string;
  readonly descending: boolean;
  readonly filter: string;
}

const NONE = 'no filter';

/** Every permitted sort × filter of a list, in both directions. */
export const planCases = (list: ListName): PlanCase[] => {
  const def: ListDef = contract[list].list;
  return [NONE, ...Object.keys(def.filters)].flatMap((filter) =>
    def.sorts.flatMap((sort) =>
      [false, true].map((descending) => ({ list, sort, descending, filter })),
    ),
  );
};

/** Tables that were filled: what a plan does with the others says nothing of it at their real size. */
async function largeTables(test: TestApp): Promise<Set<string>> {
  const { rows } = await test.app.pg.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and reltuples > 1000",
  );
  return new Set(rows.map(({ name }) => name));
}

const known = new WeakMap<TestApp, Promise<Set<string>>>();
/** They are filled before the first question. */
function largeTablesOf(test: TestApp): Promise<Set<string>> {
  const found = known.get(test) ?? largeTables(test);
  known.set(test, found);
  return found;
}

const IS_FULL = process.env.TEST_FULL === '1';
/**
 * Rows of each large table: a million in the long run of the tests, on the
 * project's own PostgreSQL only, since the run on an external one repeats it.
 */
export const PLAN_ROWS = Number(process.env.PLAN_ROWS ?? (IS_FULL ? 1_000_000 : 20_000));
/** Sales of containers: `PLAN_SALES=1000000` for these alone, which grow faster than everything else. */
export const PLAN_SALES = Number(process.env.PLAN_SALES ?? PLAN_ROWS);
/** Invoices and payments: `PLAN_MONEY=1000000` for these alone. */
export const PLAN_MONEY = Number(process.env.PLAN_MONEY ?? PLAN_ROWS);
/** For filling them: a million rows of fifteen tables take ten minutes of one core. */
export const PLAN_TIMEOUT = IS_FULL ? 3_600_000 : 900_000;

/**
 * Fills tables without their secondary indexes and builds these at the end: row by row, a million
 * of them would take the better part of an hour. What is unique stays, since filling relies on it.
 * References are not checked meanwhile, row by row, since nobody asks what they lead to.
 */
export async function fillInBulk({ app }: TestApp, fill: () => Promise<void>): Promise<void> {
  const { rows } = await app.pg.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where not indisunique and not indisexclusion and indrelid in
       (select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)`,
  );
  await app.pg.query(`drop index ${rows.map(({ name }) => name).join(', ')}`);
  const { rows: tables } = await app.pg.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const eachTable = async (change: string) => {
    for (const { name } of tables) await app.pg.query(`alter table ${name} ${change}`);
  };
  // Checks of references are triggers of the system's; those of the product fill what is derived.
  await eachTable('disable trigger all, enable trigger user');
  await fill();
  await eachTable('enable trigger all');
  for (const { definition } of rows) await app.pg.query(definition);
  await sampleWhole(app);
}

/** Rows that `analyze` takes for each unit of a column's statistics target. */
const ROWS_OF_TARGET = 300;
/** The smallest sample of a table. */
const USUAL_SAMPLE = 30_000;

/**
 * Statistics of every row and pages known to be visible, so that the same data are planned the same
 * way each time: by chance of 30,000 sampled rows, or of autovacuum passing by in the middle, a
 * choice between two ways of nearly one price went once in a hundred runs to the other. The first
 * column alone asks for the larger sample; the others keep as many common values as in production.
 */
export async function sampleWhole({ pg }: Pick<TestApp['app'], 'pg'>): Promise<void> {
  const { rows } = await pg.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum = 1
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { table, column } of rows) {
    const counted = await pg.query<{ count: number }>(
      `select count(*)::int as count from "${table}"`,
    );
    const count = Math.max(counted.rows[0]?.count ?? 0, USUAL_SAMPLE);
    const target = Math.min(10_000, Math.ceil((count * 1.1) / ROWS_OF_TARGET));
    await pg.query(`alter table "${table}" alter column "${column}" set statistics ${target}`);
  }
  await pg.query('vacuum (analyze)');
}

const PAGE = 20;
/**
 * What a month, a warehouse or an author leaves of a filter, or two of its values together, may be
 * found by its indexes and sorted while it is few: to fill a page from the order's own index PostgreSQL would have to pass by
 * thousands of rows (ADR 0006). A fixed number, whatever the size of the table; beyond it, the order
 * is read. Seen at a million rows: at most 361; with 100,000 containers of 40 parts each: at most 926,
 * sorted in 0.3 ms.
 */
const FEW = 1000;
/** Tables that no business fills: reading them through costs one page, whatever is asked of them. */
const FEW_ROWS: Readonly<Record<string, string>> = {
  roles: 'thirteen, and what an administrator adds',
  role_permissions: 'some hundred, of the roles',
  product_setting_templates: 'one for each model of a company',
};
/** The filter that finds documents by their lines: no index of documents can serve it (ADR 0006). */
const isByLines = (list: ListName, filter: string): boolean =>
  filter === 'partId' && documentFamilyNames.some((family) => list === `${family}.list`);

interface Tables {
  /** Those that were filled. */
  readonly large: ReadonlySet<string>;
  readonly answersFor: ReadonlySet<string> | undefined;
}

/**
 * Filters that leave few by their nature: containers of one model that may be promised, where one
 * serial or lot is built in, certificates that one customer owes.
 */
const OF_FEW: ReadonlySet<string> = new Set([
  'containerParts.list lotNo',
  'containerParts.list serialNo',
  'containerRequisitions.availableProduct productModelId',
  'containerTransfers.available productModelId',
  'contracts.available productModelId',
  'products.available productModelId',
  'whtCertificates.missing customerId',
]);

/** Nodes of a plan that read or sort more than a page needs. */
function faultsOf(plan: Plan, tables: Tables, most = PAGE): string[] {
  const node = plan['Node Type'];
  const table = plan['Relation Name'];
  const isKnown = table === undefined || tables.large.has(table);
  const isBad =
    (node === 'Seq Scan' && table !== undefined && isKnown) ||
    (node.endsWith('Sort') && plan['Plan Rows'] > most);
  const inner = (plan.Plans ?? []).flatMap((child) => faultsOf(child, tables, most));
  const name = `${node} ${table ?? ''} (${plan['Plan Rows']} rows)`;
  const isUnfilled =
    !isKnown && !Object.hasOwn(FEW_ROWS, table) && tables.answersFor?.has(table) !== false;
  const unfilled = isUnfilled ? [`${table} is not filled: its indexes are not tested`] : [];
  return isBad ? [name, ...unfilled, ...inner] : [...unfilled, ...inner];
}

/** Tables that a plan reads. */
const tablesOf = ({ 'Relation Name': table, Plans = [] }: Plan): string[] => [
  ...(table === undefined ? [] : [table]),
  ...Plans.flatMap(tablesOf),
];

/** Everybody whose scope makes another query: all, companies, one, a warehouse of it, one's own. */
export const planActors = (
  { all, company }: { all: Actor; company: Actor },
  { warehouseId, companyIds }: { warehouseId: string; companyIds: readonly string[] },
): readonly (readonly [string, Actor])[] => [
  ['all', all],
  ['companies', { ...company, warehouseIds: null, companyIds }],
  ['company', { ...company, warehouseIds: null }],
  ['warehouse', { ...company, warehouseIds: [warehouseId] }],
  ['own', { ...company, warehouseIds: null, dataScope: 'own' }],
];

export interface PlanQuestion {
  readonly actor: Actor;
  readonly params?: Readonly<Record<string, string>>;
  /** Values of each filter that is no enum or flag: of an id, a frequent one and a rare one. */
  readonly samples: Readonly<Record<string, readonly string[]>>;
  /**
   * The tables that a test answers for, where its list looks up records of any kind by their ids: those
   * have tests of their own. All by default.
   */
  readonly answersFor?: ReadonlySet<string>;
}

/** Each value alone, since some are common and some rare, and two together. */
function valuesOf(
  filter: FilterDefs[string] | undefined,
  samples: readonly string[] = [],
): readonly unknown[] {
  if (filter === undefined) return [undefined];
  if (filter.kind === 'flag') return [true, false];
  const values = filter.kind === 'enum' ? filter.values : samples;
  if (values.length === 0) throw new Error('no sample');
  if (filter.kind === 'text') return values;
  const two = values.length > 1 ? [values.slice(0, 2)] : [];
  return [...values.map((value) => [value]), ...two];
}

const MONTH = { startDate: '2025-09-01', endDate: '2025-09-30' };

/**
 * What PostgreSQL would do for the first page that it should not: sorts of all matches and
 * sequential scans, for each value of the filter, with a month's dates where the list takes dates.
 */
export async function planFaults(
  test: TestApp,
  { list, sort, descending, filter }: PlanCase,
  { actor, params = {}, samples, answersFor }: PlanQuestion,
): Promise<string[]> {
  const def: ListDef = contract[list].list;
  const tables: Tables = { large: await largeTablesOf(test), answersFor };
  // A month is mostly read in the list's own order; under every other one in the long run.
  const isOwnOrder = parseSort(def.defaultSort)[0]?.field === sort;
  const ranges = def.dateField === undefined || !(IS_FULL || isOwnOrder) ? [{}] : [{}, MONTH];
  const found: string[] = [];
  let isRead = false;
  await test.app.transaction({ actor }, async (ctx: Ctx) => {
    for (const value of valuesOf(def.filters[filter], samples[filter])) {
      for (const range of ranges) {
        const query = {
          page: 1,
          limit: PAGE,
          sort: [{ field: sort, descending }],
          filters: value === undefined ? {} : { [filter]: value },
          ...range,
        };
        const answer = await definedLists
          .get(list)
          ?.explain(ctx, { params, query, body: undefined, files: [] } as never);
        const [first] = answer as readonly Readonly<Record<string, unknown>>[];
        const raw = Object.values(first ?? {})[0];
        const [root] = (typeof raw === 'string' ? JSON.parse(raw) : raw) as [{ Plan: Plan }];
        isRead ||= tablesOf(root.Plan).length > 0;
        const isSeveral = Array.isArray(value) && value.length > 1;
        const isOne =
          filter === 'createdBy' || isByLines(list, filter) || OF_FEW.has(`${list} ${filter}`);
        const isCut = 'startDate' in range || actor.dataScope === 'own' || isSeveral || isOne;
        const most = isCut || actor.warehouseIds !== null ? FEW : PAGE;
        const dates = 'startDate' in range ? ' in a month' : '';
        found.push(
          ...faultsOf(root.Plan, tables, most).map((fault) => `${value}${dates}: ${fault}`),
        );
      }
    }
  });
  // Whose scope excludes what is asked for is answered without reading; everybody's must be read.
  if (!isRead && actor.dataScope === 'all') found.push('no table is read: nothing is tested');
  return found;
}
