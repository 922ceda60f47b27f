import { endpointOf } from '../../client/call.ts';
import type { ListName } from '../../contract/index.ts';
import {
  type ReportColumn,
  type ReportDef,
  type ReportEndpoint,
  reportTextsOf,
} from '../../contract/report.ts';
import { type Column, columnFactory } from '../resource/columns.tsx';
import { defineResource, type Resource } from '../resource/defineResource.ts';

type Row = Readonly<Record<string, unknown>>;
type Linked = { readonly name: string } | null;

/** The report's declaration in the contract. */
export function reportDefOf(name: string): ReportDef {
  const endpoint = endpointOf(name);
  if (!('report' in endpoint)) throw new Error(`"${name}" is no report of the contract`);
  return (endpoint as ReportEndpoint).report;
}

/** A declared column as lists draw it. */
function columnOf(key: string, of: ReportColumn, isLeading: boolean): Column<Row> {
  const c = columnFactory<Readonly<Record<string, never>>>();
  const options = {
    ...(isLeading ? { card: 'body' as const } : {}),
    ...(of.hidden ? { hidden: true } : {}),
    ...(of.needs === undefined ? {} : { ability: of.needs }),
    ...(of.width === undefined ? {} : { width: of.width }),
  };
  const make = (): unknown => {
    switch (of.kind) {
      case 'money':
        return c.money(key as never, options);
      case 'price':
        return c.money(key as never, { places: 4, ...options });
      case 'quantity': {
        const { unit } = of;
        const named = unit === undefined ? {} : { unit: (row: Row) => row[unit] as Linked };
        return c.quantity(key as never, { ...named, ...options } as never);
      }
      case 'ref': {
        if (of.of === 'user') return c.person(key as never, options);
        const { show, orElse } = of;
        const value = (row: Row) =>
          row[key] ?? (orElse !== undefined && row[orElse] ? { name: row[orElse] } : null);
        return c.ref(key, { ...(show ? { show } : {}), ...options, value } as never);
      }
      case 'document':
        return c.text(key, {
          ...options,
          value: (row: Row) => (row[key] as { readonly documentNo: string } | null)?.documentNo,
        } as never);
      case 'instant':
        return c.dateTime(key as never, options);
      case 'status':
        return c.status(of.machine, options);
      default:
        return (c[of.kind] as (name: string, how: object) => unknown)(key, options);
    }
  };
  return make() as Column<Row>;
}

/** A report as the kit's lists know it; `namespace`: the remote whose texts it has. */
export function reportResource<L extends ListName>(name: L, namespace: string): Resource<L> {
  const { slug, columns, measures } = reportDefOf(name);
  // On a phone a card shows the figure that the report is about, which its first measure is.
  const leading = Object.keys(measures).find((key) => key in columns);
  return defineResource({
    list: name,
    texts: `${namespace}:${reportTextsOf(slug)}`,
    sharedTexts: 'reports',
    page: slug,
    columns: () =>
      Object.entries(columns).map(([key, of]) =>
        columnOf(key, of, key === leading),
      ) as unknown as Resource<L>['columns'],
  });
}
