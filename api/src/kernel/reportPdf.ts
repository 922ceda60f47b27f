import type { FilterDefs, ListDef, ListQuery, Operator } from '@boxyard/shared/contract';
import type { ChartModel } from '@boxyard/shared/domain/charts/model.ts';
import { formatDate } from '../documents/format.ts';
import { renderTablePdf } from '../documents/pdf/report.ts';
import { today } from './clock.ts';
import type { ExportColumn } from './export.ts';
import { type GroupedSpec, groupedTable } from './groupedTable.ts';
import { FILTER_WORDS, FLAG_WORDS } from './listTitles.ts';
import type { Localised } from './record.ts';
import type { ContractName, Ctx, FileResult } from './types.ts';

interface PdfSpec<R> extends GroupedSpec<R> {
  readonly title: Localised;
  /** Charts that the page draws above its table. */
  readonly charts: readonly ChartModel[];
  readonly def: ListDef;
  readonly query: ListQuery<FilterDefs>;
  /** Every column that the export knows: names of filters come from them. */
  readonly known: Readonly<Record<string, Pick<ExportColumn<R>, 'title' | 'labels'>>>;
}

const WORDS = {
  allCompanies: { en: 'All companies', th: 'ทุกบริษัท' },
  groupBy: { en: 'Group by', th: 'จัดกลุ่มตาม' },
  search: { en: 'Search', th: 'ค้นหา' },
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
  const { columns, rows, totals, kindOf } = groupedTable(ctx, spec);
  const [company, printedBy, filters, closing] = await Promise.all([
    companyOf(ctx),
    nameOf(ctx),
    filtersOf(ctx, spec),
    totals(),
  ]);
  const file = renderTablePdf(
    {
      lang: locale,
      name: spec.fileName,
      title: spec.title[locale],
      company,
      filters,
      charts: spec.charts,
      columns,
      printedAt: ctx.clock.now(),
      printedBy,
      ...(closing ? { totals: closing } : {}),
      kindOf,
    },
    rows,
  );
  return {
    file,
    fileName: `${spec.fileName}-${today(ctx.clock)}.pdf`,
    mime: 'application/pdf',
  };
}
