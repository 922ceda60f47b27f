import { contract, type ListName, parseListQuery } from '@boxyard/shared/contract';
import { addDays, can, decimal, type Machine, startOfBangkokDay } from '@boxyard/shared/domain';
import { routeOf } from '@boxyard/shared/domain/access/pages.ts';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { type Ctx, definedLists, today } from '../../kernel/index.ts';
import { definedReports, periodBefore } from '../reports/index.ts';
import { FIGURES, type FigureKind } from './figureKinds.ts';
import { figureLabel } from './labels.ts';

type Past = NonNullable<Extract<FigureKind, { list: ListName }>['past']>;
export type Figure = {
  readonly key: string;
  readonly label: string;
  readonly unit: FigureKind['unit'];
  readonly value: string | null;
  readonly hasFailed: boolean;
  readonly isLowerBound: boolean;
  readonly previous: string | null;
  readonly comparedWith: 'daysBefore' | 'weekAgo' | 'yesterday';
  readonly more: FigureKind['more'];
  readonly path: string;
};

/** Sums of money are for whoever may see the finances, also those of a list that they may view. */
export const FINANCE = 'dashboard:view-finance';
/** A figure that takes longer has failed for now: the others do not wait for it. */
const PATIENCE_MS = 3000;
const WEEK = 7;

const ofKey = new Map(FIGURES.map((kind) => [kind.key, kind]));
const kindOf = (key: string): FigureKind => {
  const kind = ofKey.get(key);
  if (kind === undefined) throw new Error(`no figure is called "${key}"`);
  return kind;
};

/** States whether this person may see a figure and open the list behind it. */
export function maySee({ actor: { grants } }: Ctx, kind: FigureKind): boolean {
  const { page, unit, waitsFor, needs } = kind;
  const guard = needs ?? (unit === 'money' ? FINANCE : undefined);
  if (!can(grants, `${page}:view`) || (guard !== undefined && !can(grants, guard))) return false;
  if ('report' in kind) {
    const measure = definedReports.get(kind.report)?.def.measures[kind.measure];
    if (measure?.needs !== undefined && !can(grants, measure.needs)) return false;
  }
  if (waitsFor === undefined) return true;
  const [machine, action]: readonly [Machine, string] = waitsFor;
  return can(grants, `${machine.page}:${machine.actions[action]?.verb}`);
}

/** Keys of the figures that this person may see, in their usual order. */
export const offeredTo = (ctx: Ctx): string[] =>
  FIGURES.filter((kind) => maySee(ctx, kind)).map(({ key }) => key);

interface Read {
  readonly value: string | null;
  readonly isLowerBound?: boolean;
  readonly previous: string | null;
}

/** The query of an address, as the list that it leads to reads it. */
export function queryOf(name: ListName, raw: Readonly<Record<string, string>>) {
  const { query, errors } = parseListQuery(contract[name].list, raw);
  const [error] = errors;
  if (error) throw new Error(`${name}: a figure asks for "${error.field}": ${error.code}`);
  return query;
}

function listOf(name: ListName) {
  const list = definedLists.get(name);
  if (list === undefined) throw new Error(`no list is called "${name}"`);
  return list;
}

export const inputOf = (name: ListName, raw: Readonly<Record<string, string>>) =>
  ({ params: {}, query: queryOf(name, raw), body: undefined, files: [] }) as never;

type Source = SelectQueryBuilder<Database, keyof Database, object>;

/** Counts the records of a list that were in these statuses when a day began. */
async function countThen(
  ctx: Ctx,
  { name, past, day }: { readonly name: ListName; readonly past: Past; readonly day: string },
): Promise<string> {
  const list = listOf(name);
  const began = startOfBangkokDay(day);
  const id = sql.ref(list.idColumn);
  const alias = list.idColumn.split('.')[0] ?? '';
  const at = (column: string) => sql.ref(`${alias}.${column}`);
  const base = list.matching(ctx, inputOf(name, {})) as Source;
  const source = past.where === undefined ? base : base.where(past.where(day, at));
  const count = sql<string>`count(*)::text`.as('count');
  if (past.axes !== undefined) {
    const columns = { lifecycle: 'status', sale: 'sale_status', service: 'service_status' };
    let query = source.where(sql<boolean>`${at('created_at')} < ${began}`);
    for (const [axis, statuses] of Object.entries(past.axes)) {
      const now = at(columns[axis as keyof typeof columns]);
      // The first change since then says what was before it.
      query = query.where(
        sql<boolean>`coalesce((select l.from_status from product_status_log l
          where l.product_id = ${id} and l.axis = ${axis} and l.at >= ${began}
          order by l.at, l.id limit 1), ${now}) = any(${[...statuses]}::text[])`,
      );
    }
    return (await query.select(count).executeTakeFirstOrThrow()).count;
  }
  const statuses = [...(past.statuses ?? [])];
  const subject = name.split('.')[0] ?? '';
  const changed = sql`(select distinct on (h.subject_id) h.subject_id, h.from_status from history h
    where h.subject_type = ${subject} and h.at >= ${began} and h.to_status is not null
      and h.from_status is distinct from h.to_status
    order by h.subject_id, h.at, h.id)`;
  const same = source
    .where(sql<boolean>`${at('status')} = any(${statuses}::text[])`)
    .where(sql<boolean>`not exists (select from changed where changed.subject_id = ${id})`)
    .select(sql`1`.as('one'));
  const left = source
    .where(
      sql<boolean>`${id} in (select changed.subject_id from changed where changed.from_status = any(${statuses}::text[]))`,
    )
    .select(sql`1`.as('one'));
  const { rows } = await sql<{ count: string }>`with changed as materialized ${changed}
    select ((select count(*) from ${same} s) + (select count(*) from ${left} l))::text as count`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? '0';
}

async function readOfList(ctx: Ctx, kind: Extract<FigureKind, { list: ListName }>): Promise<Read> {
  const day = today(ctx.clock);
  const { list: name, sum, past } = kind;
  const figureOf = async (query: Readonly<Record<string, string>>) => {
    const { count, isLowerBound, summary } = await listOf(name).figures(ctx, inputOf(name, query));
    if (sum === undefined) return { value: String(count), isLowerBound };
    const value = summary?.[sum];
    return { value: value === undefined || value === null ? null : String(value) };
  };
  const query = kind.query(day);
  const { startDate, endDate } = query;
  const before = async (): Promise<string | null> => {
    if (past !== undefined) return countThen(ctx, { name, past, day: addDays(day, -WEEK) });
    if (!kind.isOfDays || startDate === undefined || endDate === undefined) return null;
    const [start, end] = periodBefore(startDate, endDate);
    return (await figureOf({ ...query, startDate: start, endDate: end })).value;
  };
  const [now, previous] = await Promise.all([figureOf(query), before()]);
  return { ...now, previous };
}

const daysOf = (
  { from }: Extract<FigureKind, { report: string }>,
  day: string,
): { readonly startDate: string; readonly endDate: string } => ({
  startDate: from?.(day) ?? `${day.slice(0, 7)}-01`,
  endDate: day,
});

async function readOfReport(
  ctx: Ctx,
  kind: Extract<FigureKind, { report: string }>,
): Promise<Read> {
  const report = definedReports.get(kind.report);
  if (report === undefined) throw new Error(`no report is called "${kind.report}"`);
  const measured = async (startDate: string, endDate: string) =>
    (await report.figures(ctx, queryOf(kind.report, { startDate, endDate })))[kind.measure] ?? null;
  const { startDate, endDate } = daysOf(kind, today(ctx.clock));
  const [value, previous] = await Promise.all([
    measured(startDate, endDate),
    kind.from === undefined ? measured(...periodBefore(startDate, endDate)) : null,
  ]);
  return { value, previous };
}

const shareOf = (part: string | null, whole: string | null): string | null =>
  part === null || whole === null || decimal.isZero(whole)
    ? null
    : decimal.round(decimal.divide(decimal.multiply(part, 100), whole), 2);

async function read(ctx: Ctx, kind: FigureKind): Promise<Read> {
  if ('report' in kind) return readOfReport(ctx, kind);
  if ('list' in kind) return readOfList(ctx, kind);
  const [part, whole] = await Promise.all(
    [kind.part, kind.whole].map((key) => read(ctx, kindOf(key))),
  );
  return {
    value: shareOf(part?.value ?? null, whole?.value ?? null),
    previous: shareOf(part?.previous ?? null, whole?.previous ?? null),
  };
}

/** Address that a figure leads to: the query that it is read by. */
function pathOf(kind: FigureKind, day: string): string {
  if ('part' in kind) return pathOf(kindOf(kind.part), day);
  const query: Readonly<Record<string, string>> =
    'report' in kind
      ? { ...daysOf(kind, day), ...(kind.from === undefined ? { compare: 'period' } : {}) }
      : { ...(kind.tab === undefined ? {} : { tab: kind.tab }), ...kind.query(day) };
  return `${routeOf(kind.page).path}?${new URLSearchParams(query)}`;
}

function comparedWith(kind: FigureKind): Figure['comparedWith'] {
  if ('report' in kind) return 'daysBefore';
  if (!('list' in kind) || !kind.isOfDays) return 'weekAgo';
  const { startDate, endDate } = kind.query('2000-01-31');
  return startDate === endDate ? 'yesterday' : 'daysBefore';
}

/** A result, or an error after some time: what is slow does not hold up the rest. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** One figure; where it cannot be read it says so, and keeps no other from being read. */
export async function figureOf(ctx: Ctx, key: string): Promise<Figure> {
  const kind = kindOf(key);
  const found = await inTime(read(ctx, kind)).catch((error: unknown) => {
    ctx.app.log.error({ err: error, figure: key }, 'dashboard');
    return null;
  });
  return {
    key,
    label: figureLabel(key, ctx.locale),
    unit: kind.unit,
    value: found?.value ?? null,
    hasFailed: found === null,
    isLowerBound: found?.isLowerBound ?? false,
    previous: found?.previous ?? null,
    comparedWith: comparedWith(kind),
    more: kind.more,
    path: pathOf(kind, today(ctx.clock)),
  };
}
