import Button from 'antd/es/button';
import { type ReactNode, useMemo, useState } from 'react';
import type { ReportDef, ReportGroup, ReportSummary } from '../../contract/report.ts';
import { groupChart } from '../../contract/reportCharts.ts';
import { useLocale } from '../../runtime/i18n.ts';
import { useTablePreferences } from '../../runtime/tablePreferences.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { Table } from '../../ui/data/Table.tsx';
import { formatMonth } from '../../ui/format/dates.ts';
import { Quantity } from '../../ui/text/Figures.tsx';
import { fieldKeys, type ResourceText } from '../resource/useResourceText.ts';
import { Measure } from './Measure.tsx';
import classes from './report.module.css';
import { useChartWords } from './useChartWords.ts';

/** Groups that are drawn at first: a browser takes its time over a thousand rows. */
const FIRST = 100;
const LINES = 'lines';

type Inner = Omit<ReportGroup, 'groups'>;
interface GroupRow extends Inner {
  /** The group that it lies in. */
  readonly outer?: Inner;
}

interface Props {
  readonly by: readonly string[];
  readonly report: ReportDef;
  readonly summary: ReportSummary | undefined;
  readonly isStale: boolean;
  readonly isPending: boolean;
  readonly text: ResourceText;
  /** Query of the report cut to these values of its groups; null where no filter names one of them. */
  readonly drill: (keys: readonly { readonly by: string; readonly key: string }[]) => string | null;
}

/**
 * A report group by group: the sub-totals that the server summed over the whole query, each leading
 * to its own rows, and a chart of the greatest.
 */
export function ReportGroups({ by, report, summary, text, drill, ...state }: Props): ReactNode {
  const locale = useLocale();
  const { density } = useTablePreferences();
  const [isWhole, setWhole] = useState(false);
  const [outer = '', inner] = by;
  const groups = summary?.groups ?? [];
  const rows = useMemo(
    () =>
      groups.flatMap((group): GroupRow[] => [
        group,
        ...(group.groups ?? []).map((one) => ({ ...one, outer: group })),
      ]),
    [groups],
  );
  const figures = Object.entries(report.measures).filter(
    ([name]) => summary && name in summary.values,
  );
  const kind = text(fieldKeys(outer));
  const words = useChartWords(report, text);
  const [measure] = figures[0] ?? [];
  const isDrawn = groups.length > 0 && measure !== undefined;
  const keysOf = ({ key, outer: around }: GroupRow) =>
    around === undefined
      ? [{ by: outer, key }]
      : [
          { by: outer, key: around.key },
          { by: inner ?? '', key },
        ];
  const shown = isWhole ? rows : rows.slice(0, FIRST);
  return (
    <>
      {isDrawn ? (
        <Chart
          {...groupChart(report, { by: outer, groups, measure }, words)}
          linkOf={(index) => {
            const group = groups[index];
            const query = group ? drill(keysOf(group)) : null;
            return query === null ? null : { search: query };
          }}
        />
      ) : null}
      <Table<GroupRow>
        label={text('page.groups', { kind })}
        rows={shown}
        rowKey={(group) => `${group.outer?.key ?? ''}/${group.key}`}
        density={density}
        stale={state.isStale}
        {...(state.isPending ? { skeleton: 10 } : {})}
        rowLink={(group) => {
          const query = drill(keysOf(group));
          return query === null ? null : { to: { search: query } };
        }}
        columns={[
          {
            key: 'group',
            title: inner === undefined ? kind : `${kind} / ${text(fieldKeys(inner))}`,
            render: ({ label, outer: around }) => {
              const name = formatMonth(label, locale);
              if (around !== undefined) return <span className={classes.inner}>{name}</span>;
              return inner === undefined ? name : <strong>{name}</strong>;
            },
          },
          {
            key: LINES,
            title: text('page.lines'),
            align: 'right',
            render: ({ lines }) => <Quantity value={lines} />,
          },
          ...figures.map(([name, { kind: written }]) => ({
            key: name,
            title: text(fieldKeys(name)),
            align: 'right' as const,
            render: ({ values }: GroupRow) => <Measure kind={written} value={values[name]} />,
          })),
        ]}
        footer={
          summary
            ? {
                [LINES]: <Quantity value={summary.lines} />,
                ...Object.fromEntries(
                  figures.map(([name, { kind: written }]) => [
                    name,
                    <Measure key={name} kind={written} value={summary.values[name]} />,
                  ]),
                ),
              }
            : {}
        }
        empty={{ text: text('page.emptyText') }}
      />
      {shown.length < rows.length ? (
        <Button onClick={() => setWhole(true)}>
          {text('page.allGroups', { count: rows.length })}
        </Button>
      ) : null}
    </>
  );
}
