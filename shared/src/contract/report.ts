import * as z from 'zod/mini';
import type { ChartKind } from '../domain/charts/model.ts';
import { type Machine, statusesOf } from '../domain/machine/machine.ts';
import * as field from '../domain/values/fields.ts';
import { documentRef, ref, userRef } from './common.ts';
import { ability, type ListEndpoint, list } from './endpoint.ts';
import type { FilterDef } from './list.ts';

/**
 * A report as data (docs/add-a-report.md). Rows, filters, groups, exports and the page follow from its
 * columns; the server adds where each column is read (ADR 0097).
 */

/** Kinds of linked records, with the choice that a filter of them offers. */
const LOOKUPS = {
  supplier: 'suppliers.master',
  part: 'parts.master',
  category: 'categories.master',
  warehouse: 'masterData.subWarehouses',
  company: 'companies.all',
  customer: 'customers.master',
  productModel: 'productModels.all',
  productType: 'productTypes.all',
  zone: 'zones.all',
  team: 'teams.all',
  unit: 'units.master',
  user: 'users.all',
  bankAccount: 'bankAccounts.master',
  jobCode: 'jobCodes.master',
} as const;
export type ReportRefKind = keyof typeof LOOKUPS;

interface Common {
  /** Out of the first view; the chooser brings it in. */
  readonly hidden?: true;
  /** Only for those who hold this ability, in rows, sums, charts and files alike. */
  readonly needs?: string;
  /** Pixels, where the usual width does not fit. */
  readonly width?: number;
}

export type ReportColumn = Common &
  (
    | {
        readonly kind: 'date' | 'instant' | 'price' | 'money' | 'percent' | 'number' | 'flag';
      }
    /** `inOrder`: groups of it stand as their texts are sorted, as weeks do. */
    | { readonly kind: 'text'; readonly inOrder?: true }
    /** `unit`: the column that names its unit. */
    | { readonly kind: 'quantity'; readonly unit?: string }
    /** `orElse`: the column that says it in words where no record is linked. */
    | {
        readonly kind: 'ref';
        readonly of: ReportRefKind;
        readonly show?: 'both' | 'name';
        readonly orElse?: string;
      }
    /** A document of a family by its number, which is told to whoever may read it. */
    | { readonly kind: 'document'; readonly of: string }
    | { readonly kind: 'status'; readonly machine: Machine }
    | {
        readonly kind: 'choice';
        readonly values: readonly string[];
        /** They stand in this order wherever they are grouped: ages, steps. */
        readonly inOrder?: true;
      }
  );

type Options = Common;

/** The vocabulary of columns. */
export const column = {
  text: (options: Options & { readonly inOrder?: true } = {}) =>
    ({ kind: 'text', ...options }) as const,
  date: (options: Options = {}) => ({ kind: 'date', ...options }) as const,
  instant: (options: Options = {}) => ({ kind: 'instant', ...options }) as const,
  price: (options: Options = {}) => ({ kind: 'price', ...options }) as const,
  money: (options: Options = {}) => ({ kind: 'money', ...options }) as const,
  percent: (options: Options = {}) => ({ kind: 'percent', ...options }) as const,
  number: (options: Options = {}) => ({ kind: 'number', ...options }) as const,
  flag: (options: Options = {}) => ({ kind: 'flag', ...options }) as const,
  quantity: (options: Options & { readonly unit?: string } = {}) =>
    ({ kind: 'quantity', ...options }) as const,
  ref: (
    of: ReportRefKind,
    options: Options & { readonly show?: 'both' | 'name'; readonly orElse?: string } = {},
  ) => ({ kind: 'ref', of, ...options }) as const,
  document: (of: string, options: Options = {}) => ({ kind: 'document', of, ...options }) as const,
  status: (machine: Machine, options: Options = {}) =>
    ({ kind: 'status', machine, ...options }) as const,
  choice: <const V extends readonly string[]>(
    values: V,
    options: Options & { readonly inOrder?: true } = {},
  ) => ({ kind: 'choice', values, ...options }) as const,
};

/** How a figure of the whole report is written. `number`: days, hours, a count. */
export type MeasureKind = 'money' | 'quantity' | 'percent' | 'number';

export interface ReportMeasure {
  readonly kind: MeasureKind;
  readonly needs?: string;
  /** The rows that it counts: it leads to the report cut to these. */
  readonly filter?: { readonly name: string; readonly value: readonly string[] };
  /** Whether more is worse; else more is better. `neutral`: neither. */
  readonly more?: 'worse' | 'neutral';
  /** Shown in groups and charts only, not among the figures above the report. */
  readonly isInner?: true;
}

/** Months and weeks are read off the report's date. */
export const TIME_GROUPS = ['month', 'week'] as const;

export interface ReportChart {
  /** A map's points are provinces. */
  readonly kind: ChartKind;
  /** Group that its points are. */
  readonly by: string;
  /** Group that its series are, with one measure. */
  readonly series?: string;
  /** One series for each. */
  readonly measures: readonly string[];
  readonly stacked?: true;
  /** Measures drawn as a line over the bars. */
  readonly lines?: readonly string[];
  readonly needs?: string;
}

export interface ReportLink {
  readonly column: string;
  readonly page: string;
  /** Query of a page that shows it beside its list: `{tab: 'payments'}`. */
  readonly beside?: Readonly<Record<string, string>>;
}

export interface ReportDef {
  /** The page's name, `claim-report`; also its path, its abilities and the name of its files. */
  readonly slug: string;
  readonly columns: Readonly<Record<string, ReportColumn>>;
  /** Column that the dates cut and that months are read off. */
  readonly date: string;
  /** Columns that filter: linked records, choices and the status. */
  readonly filters: readonly string[];
  /** Columns, months and weeks that it can be grouped by. */
  readonly groups: readonly string[];
  readonly sorts: readonly string[];
  readonly measures: Readonly<Record<string, ReportMeasure>>;
  readonly charts: Readonly<Record<string, ReportChart>>;
  /** Column of the document that a row opens, and the page that shows it: of its own, or beside a list. */
  readonly opens?: ReportLink;
  /** Its balances can be asked for at the end of any day. */
  readonly asOf?: true;
}

/** Filter that names the day at whose end balances are told. */
export const AS_OF_FILTER = 'asOf';

const text = () => z.nullable(z.string());

const ROW_SCHEMAS = {
  text,
  price: text,
  money: text,
  date: () => z.nullable(field.date()),
  instant: () => z.nullable(field.instant()),
  percent: () => z.nullable(z.number()),
  number: () => z.nullable(z.number()),
  quantity: () => z.nullable(z.number()),
  flag: () => z.boolean(),
  ref: () => z.nullable(ref()),
  document: () => z.nullable(documentRef()),
  status: () => z.string(),
  choice: () => z.nullable(z.string()),
  person: () => z.nullable(userRef()),
} as const;

type Schemas = typeof ROW_SCHEMAS;
type RowShape<C extends ReportDef['columns']> = {
  [K in keyof C]: ReturnType<Schemas[C[K]['kind']]>;
} & { id: ReturnType<typeof field.id> };

/** A chart's points: the server groups, the browser draws. */
const chart = z.object({
  series: z.array(z.string()),
  points: z.array(
    z.object({
      label: z.string(),
      /** Value of the group that the point stands for; absent: none has it, or it stands for the rest. */
      key: z.optional(z.string()),
      values: z.array(z.string()),
    }),
  ),
});
export type ReportChartData = z.output<typeof chart>;

/** Figures by the names of the measures; null: nothing to tell, as a share of nothing. */
const figures = z.record(z.string(), z.nullable(z.string()));

const leaf = {
  key: z.string(),
  label: z.string(),
  lines: z.int(),
  values: figures,
};
const group = z.object({ ...leaf, groups: z.optional(z.array(z.object(leaf))) });
export type ReportGroup = z.output<typeof group>;

/** Totals cover the whole query, never only its page. */
const summary = z.object({
  lines: z.int(),
  values: figures,
  /** The same of the days before, and of the same days a year before, where `compare` asks for them. */
  before: z.optional(z.object({ period: z.optional(figures), year: z.optional(figures) })),
  charts: z.record(z.string(), chart),
  groups: z.array(group),
});
export type ReportSummary = z.output<typeof summary>;

/** With what a report is compared. */
export const COMPARISONS = ['period', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A group inside a group is as far as a report goes. */
export const MAX_GROUPS = 2;

/** The filter that a column makes; null: it does not filter. */
export function filterOf(name: string, of: ReportColumn): readonly [string, FilterDef] | null {
  switch (of.kind) {
    case 'ref':
      return [
        `${name}Id`,
        // A category is a main one or a sub-category: more than one column.
        {
          kind: 'id',
          lookup: LOOKUPS[of.of],
          ...(of.of === 'category' ? { onlyIs: true as const } : {}),
        },
      ];
    case 'choice':
      return [name, { kind: 'enum', values: of.values }];
    case 'status':
      return [name, { kind: 'enum', values: statusesOf(of.machine) }];
    case 'flag':
      return [name, { kind: 'flag' }];
    default:
      return null;
  }
}

/** `GET /reports/:slug` and its export: who may read it, who may take it away, and as what. */
export function defineReport<
  const S extends string,
  const C extends ReportDef['columns'],
  const M extends ReportDef['measures'],
>(
  slug: S,
  {
    summary: told,
    columns,
    measures,
    date,
    sorts,
    opens,
    searchable,
    asOf,
    filters = [],
    groups = [],
    charts = {},
  }: {
    /** One line for the API's documentation. */
    readonly summary: string;
    readonly columns: C;
    readonly date: keyof C & string;
    readonly filters?: readonly (keyof C & string)[];
    readonly groups?: readonly ((keyof C & string) | (typeof TIME_GROUPS)[number])[];
    readonly sorts?: readonly (keyof C & string)[];
    readonly measures: M;
    readonly charts?: Readonly<
      Record<string, ReportChart & { readonly measures: readonly (keyof M & string)[] }>
    >;
    readonly opens?: ReportLink & { readonly column: keyof C & string };
    readonly searchable?: false;
    readonly asOf?: true;
  },
) {
  const shown = columns as ReportDef['columns'];
  const named = filters.flatMap((name) => {
    const filter = shown[name] && filterOf(name, shown[name]);
    return filter ? [filter] : [];
  });
  const row = z.object({
    id: field.id(),
    ...Object.fromEntries(
      Object.entries(shown).map(([name, { kind }]) => [name, ROW_SCHEMAS[kind]()]),
    ),
  }) as unknown as z.ZodMiniObject<RowShape<C>>;
  const report: ReportDef = {
    slug,
    columns,
    date,
    filters,
    groups,
    measures,
    charts,
    sorts: sorts ?? [date],
    ...(opens ? { opens } : {}),
    ...(asOf ? { asOf } : {}),
  };
  const endpoint = list({
    path: `/reports/${slug}` as const,
    exportPath: `/reports/${slug}/export`,
    access: ability(`${slug}:view`),
    summary: told,
    list: {
      filters: {
        ...(Object.fromEntries(named) as Readonly<Record<string, FilterDef>>),
        ...(groups.length > 0
          ? { groupBy: { kind: 'enum', values: groups, max: MAX_GROUPS, onlyIs: true } as const }
          : {}),
        ...(asOf ? { [AS_OF_FILTER]: { kind: 'text', max: 10 } as const } : {}),
        compare: { kind: 'enum', values: COMPARISONS, onlyIs: true } as const,
      },
      sorts: report.sorts,
      defaultSort: `-${report.sorts[0] ?? date}`,
      dateField: date,
      exportColumns: Object.keys(columns),
      exportAbility: `${slug}:export`,
      ...(searchable === false ? { searchable } : {}),
    },
    row,
    summaryOf: summary,
  });
  return { ...endpoint, report: { ...report, columns, measures } };
}

/** A report of the contract. */
export type ReportEndpoint = ListEndpoint & { readonly report: ReportDef };

/** The name of a report's text files, by its slug: `claim-report` → `claimReport`. */
export const reportTextsOf = (slug: string): string =>
  slug.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
