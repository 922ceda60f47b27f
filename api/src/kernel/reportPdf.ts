import type { FilterDefs, ListDef, ListQuery, Operator } from '@boxyard/shared/contract';
import { formatDate } from '../documents/format.ts';
import { type RowKind, renderTablePdf } from '../documents/pdf/report.ts';
import type { TableColumn, TableRow } from '../documents/tables/spec.ts';
import { today } from './clock.ts';
import { type ExportColumn, tableColumns, tableRowOf } from './export.ts';
import { FILTER_WORDS, FLAG_WORDS } from './listTitles.ts';
import type { Localised } from './record.ts';
import type { ContractName, Ctx, FileResult } from './types.ts';

/** A group of a report as its summary answers it. */
interface Group {
  readonly key: string;
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
}

type Columns<R> = readonly (ExportColumn<R> & { readonly key: string })[];

interface PdfSpec<R> {
  readonly fileName: string;
  readonly title: Localised;
  readonly def: ListDef;
  readonly query: ListQuery<FilterDefs>;
  readonly columns: Columns<R>;
  /** Every column that the export knows: names of filters come from them. */
  readonly known: Readonly<Record<string, Pick<ExportColumn<R>, 'title' | 'labels'>>>;
  readonly totals: Readonly<Record<string, unknown>>;
  readonly groups: readonly Group[];
  /** Rows in the order of their groups, each with the key of its own. */
  readonly rows: AsyncIterable<{ readonly row: R; readonly group: string | null }>;
}

const WORDS = {
  total: { en: 'Total', th: 'รวม' },
  subTotal: { en: 'Sub-total', th: 'รวมย่อย' },
  allCompanies: { en: 'All companies', th: 'ทุกบริษัท' },
  groupBy: { en: 'Group by', th: 'จัดกลุ่มตาม' },
  search: { en: 'Search', th: 'ค้นหา' },
  noGroup: { en: 'None', th: 'ไม่ระบุ' },
} as const;

/** Of conditions, before their value; whether something is missing has no value to say. */
const OPERATOR_WORDS: Readonly<Record<Exclude<Operator, 'empty'>, Localised>> = {
  not: { en: 'is not', th: 'ไม่ใช่' },
  before: { en: 'before', th: 'ก่อน' },
  after: { en: 'after', th: 'หลัง' },
  less: { en: 'less than', th: 'น้อยกว่า' },
  greater: { en: 'more than', th: 'มากกว่า' },
};
const EMPTY_WORDS = {
  true: { en: 'is empty', th: 'ว่าง' },
  false: { en: 'is not empty', th: 'ไม่ว่าง' },
} as const;

const isFigure = (value: unknown): value is string | number =>
  (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) || typeof value === 'number';

/** A closing row: its words in the first column that holds text, its sums in those that have one. */
function sumsRow(
  columns: readonly TableColumn[],
  words: string,
  sums: Readonly<Record<string, unknown>>,
): TableRow {
  const place = columns.find(({ type }) => type === 'text' || type === 'status')?.key;
  return Object.fromEntries(
    columns.map(({ key, type }) => {
      const sum = sums[key];
      if (key === place) return [key, words];
      return [key, type === 'money' && isFigure(sum) ? sum : null];
    }),
  );
}

/** Whether a closing row would say anything. */
const hasSums = (
  columns: readonly TableColumn[],
  sums: Readonly<Record<string, unknown>>,
): boolean => columns.some(({ key, type }) => type === 'money' && isFigure(sums[key]));

/** Whose data it is: the companies of the person who prints. */
async function companyOf(ctx: Ctx): Promise<string> {
  const { companyIds } = ctx.actor;
  if (companyIds === null) return WORDS.allCompanies[ctx.locale];
  if (companyIds.length === 0) return '';
  const rows = await ctx.db
    .selectFrom('companies')
    .where('id', 'in', companyIds)
    .orderBy('code')
    .select(['nameTh', 'nameEn'])
    .execute();
  return rows.map(({ nameTh, nameEn }) => (ctx.locale === 'th' ? nameTh : nameEn)).join(' · ');
}

async function nameOf(ctx: Ctx): Promise<string> {
  const user = await ctx.db
    .selectFrom('users')
    .where('id', '=', ctx.actor.userId)
    .select(['firstName', 'lastName'])
    .executeTakeFirst();
  return user ? `${user.firstName} ${user.lastName}`.trim() : '';
}

/** The records that a filter names, by code and name, as its look-up answers this person. */
async function recordsOf(
  ctx: Ctx,
  lookup: string | undefined,
  ids: readonly string[],
): Promise<string> {
  if (lookup === undefined) return String(ids.length);
  const found = await ctx.app.call(
    { actor: ctx.actor, locale: ctx.locale },
    lookup as ContractName,
    { query: { ids: ids.slice(0, 100), limit: '100' } },
  );
  const { rows } = found as unknown as {
    readonly rows: readonly {
      readonly code?: string | null;
      readonly name?: string;
      readonly nameTh?: string | null;
    }[];
  };
  return rows
    .map(({ code, name, nameTh }) =>
      [code, ctx.locale === 'th' ? (nameTh ?? name) : name].filter(Boolean).join(' '),
    )
    .join(', ');
}

/** What the report was asked for, in words. */
async function filtersOf<R>(ctx: Ctx, spec: PdfSpec<R>): Promise<string[]> {
  const { def, query, known } = spec;
  const { locale } = ctx;
  const { startDate, endDate, search } = query;
  const day = (value: string | undefined) => (value ? formatDate(value, locale) : '…');
  const titleOf = (name: string) => (known[name]?.title ?? FILTER_WORDS[name])?.[locale] ?? name;
  const valuesOf = async (name: string, values: readonly string[]): Promise<string> => {
    const filter = def.filters[name];
    // What this person may not name is counted.
    if (filter?.kind === 'id') {
      return (await recordsOf(ctx, filter.lookup, values)) || String(values.length);
    }
    if (filter?.kind === 'flag') {
      return FLAG_WORDS[values[0] === 'true' ? 'true' : 'false'][locale];
    }
    const labels = known[name]?.labels;
    return values.map((one) => labels?.[one]?.[locale] ?? one).join(', ');
  };
  const fieldOf = (name: string): string =>
    titleOf(def.filters[name]?.kind === 'id' ? name.replace(/Id$/, '') : name);
  const texts: string[] = [];
  if (startDate || endDate) texts.push(`${day(startDate)} – ${day(endDate)}`);
  for (const [name, value] of Object.entries(query.filters)) {
    const filter = def.filters[name];
    if (value === undefined || filter === undefined) continue;
    const values = (Array.isArray(value) ? value : [String(value)]) as readonly string[];
    if (name === 'groupBy') {
      texts.push(`${WORDS.groupBy[locale]}: ${titleOf(values[0] ?? '')}`);
    } else texts.push(`${fieldOf(name)}: ${await valuesOf(name, values)}`);
  }
  for (const { field, operator, value } of query.conditions ?? []) {
    if (operator === 'empty') {
      texts.push(`${fieldOf(field)} ${EMPTY_WORDS[value === true ? 'true' : 'false'][locale]}`);
      continue;
    }
    const isDay = operator === 'before' || operator === 'after';
    const said = Array.isArray(value)
      ? await valuesOf(field, value)
      : isDay
        ? day(String(value))
        : String(value);
    texts.push(`${fieldOf(field)} ${OPERATOR_WORDS[operator][locale]} ${said}`);
  }
  if (search) texts.push(`${WORDS.search[locale]}: “${search}”`);
  return texts;
}

/** Prints a list or a report as it is asked for: its filters, its rows group by group, sub-totals and totals. */
export async function reportPdf<R>(ctx: Ctx, spec: PdfSpec<R>): Promise<FileResult> {
  const { locale } = ctx;
  const columns = tableColumns(ctx, spec.columns);
  const kinds = new WeakMap<TableRow, RowKind>();
  const marked = (row: TableRow, kind: RowKind): TableRow => {
    kinds.set(row, kind);
    return row;
  };
  const groups = new Map(spec.groups.map((group) => [group.key, group]));
  const heading = (group: Group): TableRow =>
    marked({ [columns[0]?.key ?? '']: group.label || WORDS.noGroup[locale] }, 'group');
  const closing = (group: Group): TableRow =>
    marked(sumsRow(columns, WORDS.subTotal[locale], group.values), 'subTotal');

  async function* rows(): AsyncGenerator<TableRow> {
    let open: Group | undefined;
    for await (const { row, group: key } of spec.rows) {
      const group = key === null ? undefined : groups.get(key);
      if (group !== open) {
        if (open) yield closing(open);
        if (group) yield heading(group);
        open = group;
      }
      yield tableRowOf(ctx, spec.columns, row);
    }
    if (open) yield closing(open);
  }

  const [company, printedBy, filters] = await Promise.all([
    companyOf(ctx),
    nameOf(ctx),
    filtersOf(ctx, spec),
  ]);
  const file = renderTablePdf(
    {
      lang: locale,
      name: spec.fileName,
      title: spec.title[locale],
      company,
      filters,
      columns,
      printedAt: ctx.clock.now(),
      printedBy,
      // A list without sums has nothing to close with.
      ...(hasSums(columns, spec.totals)
        ? { totals: sumsRow(columns, WORDS.total[locale], spec.totals) }
        : {}),
      kindOf: (row) => kinds.get(row) ?? 'row',
    },
    rows(),
  );
  return {
    file,
    fileName: `${spec.fileName}-${today(ctx.clock)}.pdf`,
    mime: 'application/pdf',
  };
}
