import { Readable } from 'node:stream';
import {
  isNumeric,
  type RowKind,
  type TableColumn,
  type TableRow,
} from '../documents/tables/spec.ts';
import { xlsxStream } from '../documents/tables/xlsx.ts';
import { today } from './clock.ts';
import { type ExportColumn, tableColumns, tableRowOf, XLSX } from './export.ts';
import type { Ctx, FileResult } from './types.ts';

/** A group of a report as its summary answers it. */
export interface FileGroup {
  readonly key: string;
  readonly label: string;
  readonly values: Readonly<Record<string, string | null>>;
  readonly groups?: readonly FileGroup[];
}

type Sums = Readonly<Record<string, unknown>>;

/** A report as a file: its rows between headings and sub-totals of their groups. */
export interface GroupedSpec<R> {
  readonly fileName: string;
  readonly columns: readonly (ExportColumn<R> & { readonly key: string })[];
  readonly totals: Sums | Promise<Sums>;
  readonly groups: readonly FileGroup[];
  /** Rows in the order of their groups, each with the keys of its own. */
  readonly rows: AsyncIterable<{
    readonly row: R;
    readonly group: string | null;
    readonly inner: string | null;
  }>;
}

const WORDS = {
  total: { en: 'Total', th: 'รวม' },
  subTotal: { en: 'Sub-total', th: 'รวมย่อย' },
  noGroup: { en: 'None', th: 'ไม่ระบุ' },
} as const;
/** Key of the groups that are told together. */
const REST = '…';

const isFigure = (value: unknown): value is string | number =>
  (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) || typeof value === 'number';

/** A closing row: its words in the first column that holds text, its sums in those that have one. */
function sumsRow(columns: readonly TableColumn[], words: string, sums: Sums): TableRow {
  const place = columns.find(({ type }) => type === 'text' || type === 'status')?.key;
  return Object.fromEntries(
    columns.map(({ key, type }) => {
      const sum = sums[key];
      if (key === place) return [key, words];
      return [key, isNumeric(type) && isFigure(sum) ? sum : null];
    }),
  );
}

/** Whether a closing row would say anything. */
const hasSums = (columns: readonly TableColumn[], sums: Sums): boolean =>
  columns.some(({ key, type }) => isNumeric(type) && isFigure(sums[key]));

/** Rows with the headings and sub-totals of their groups; a list without sums has nothing to close with. */
export function groupedTable<R>(ctx: Ctx, spec: GroupedSpec<R>) {
  const { locale } = ctx;
  const columns = tableColumns(ctx, spec.columns);
  const kinds = new WeakMap<TableRow, RowKind>();
  const marked = (row: TableRow, kind: RowKind): TableRow => {
    kinds.set(row, kind);
    return row;
  };
  const byKey = (groups: readonly FileGroup[] = []) =>
    new Map(groups.map((group) => [group.key, group]));
  const outer = byKey(spec.groups);
  const within = new Map(spec.groups.map((group) => [group, byKey(group.groups)]));
  const heading = (group: FileGroup, indent = ''): TableRow =>
    marked({ [columns[0]?.key ?? '']: indent + (group.label || WORDS.noGroup[locale]) }, 'group');
  const closing = (group: FileGroup): TableRow =>
    marked(
      sumsRow(columns, `${WORDS.subTotal[locale]} ${group.label}`.trim(), group.values),
      'subTotal',
    );

  async function* rows(): AsyncGenerator<TableRow> {
    let open: FileGroup | undefined;
    let inner: FileGroup | undefined;
    for await (const { row, group: key, inner: innerKey } of spec.rows) {
      const group = key === null ? undefined : (outer.get(key) ?? outer.get(REST));
      if (group !== open) {
        if (inner) yield closing(inner);
        if (open) yield closing(open);
        if (group) yield heading(group);
        [open, inner] = [group, undefined];
      }
      const own = group && innerKey !== null ? within.get(group)?.get(innerKey) : undefined;
      if (own !== inner) {
        if (inner) yield closing(inner);
        if (own) yield heading(own, '  ');
        inner = own;
      }
      yield tableRowOf(ctx, spec.columns, row);
    }
    if (inner) yield closing(inner);
    if (open) yield closing(open);
  }
  return {
    columns,
    rows: rows(),
    /** The closing row, once it is known. */
    totals: async (): Promise<TableRow | undefined> => {
      const totals = await spec.totals;
      return hasSums(columns, totals) ? sumsRow(columns, WORDS.total[locale], totals) : undefined;
    },
    kindOf: (row: TableRow): RowKind => kinds.get(row) ?? 'row',
  };
}

/** A report as a sheet, with its groups, sub-totals and totals. */
export function groupedSheet<R>(ctx: Ctx, spec: GroupedSpec<R>): FileResult {
  const { columns, rows, totals, kindOf } = groupedTable(ctx, spec);
  return {
    file: xlsxStream(
      { lang: ctx.locale, name: spec.fileName, columns, totals, kindOf },
      Readable.from(rows),
    ),
    fileName: `${spec.fileName}-${today(ctx.clock)}.xlsx`,
    mime: XLSX,
  };
}
