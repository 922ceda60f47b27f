import type { ReactNode } from 'react';
import type { ListName } from '../../contract/index.ts';
import { useLocale } from '../../runtime/i18n.ts';
import { useTablePreferences } from '../../runtime/tablePreferences.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { Table } from '../../ui/data/Table.tsx';
import { formatMonth } from '../../ui/format/dates.ts';
import { Money, Quantity } from '../../ui/text/Figures.tsx';
import { useKitText } from '../../ui/useKitText.ts';
import type { ListModel } from '../list/useListModel.ts';
import type { ReportPageProps } from '../page/types.ts';
import type { SummaryOf } from '../resource/types.ts';
import { fieldKeys, type ResourceText } from '../resource/useResourceText.ts';
import { drillInto } from './drill.ts';

/** Bars that are told apart at a glance; the table has all groups. */
const BARS = 12;
const LINES = 'lines';
const TIME = /^\d{4}-W?\d{2}$/;

interface Group {
  readonly key: string;
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
}

/** The groups that a report's summary answers. */
const groupsIn = (summary: unknown): readonly Group[] =>
  (summary as { readonly groups?: readonly Group[] } | undefined)?.groups ?? [];

interface Props<L extends ListName> {
  readonly by: string;
  readonly model: ListModel<L>;
  readonly text: ResourceText;
  readonly page: Pick<ReportPageProps<L>, 'totals' | 'measure'>;
}

/**
 * A report group by group: the sub-totals that the server summed over the whole query, each leading
 * to its own rows, and a chart of the greatest.
 */
export function ReportGroups<L extends ListName>({ by, model, text, page }: Props<L>): ReactNode {
  const t = useKitText();
  const locale = useLocale();
  const { density } = useTablePreferences();
  const { def, state, data } = model;
  const summary = data?.meta.summary as SummaryOf<L> | undefined;
  const groups = groupsIn(summary);
  const figures = Object.keys(groups[0]?.values ?? {}).filter((name) => name !== LINES);
  const measure = page.measure ?? figures[0] ?? '';
  // Months and weeks stand in their order.
  const isTime = groups.some(({ key }) => TIME.test(key));
  const nameOf = (group: Group) => formatMonth(group.label, locale);
  const kind = text(`choice.groupBy.${by}`);
  const charted = isTime ? groups : groups.slice(0, BARS);
  const queryOf = ({ key }: Group) => drillInto(def, state, { by, key });
  const totals = summary ? (page.totals?.(summary) ?? {}) : {};
  const sums = summary as Readonly<Record<string, unknown>> | undefined;
  const lines = sums?.[LINES];
  return (
    <>
      {groups.length > 0 ? (
        <Chart
          kind={isTime ? 'bar' : 'ranking'}
          unit="money"
          title={t('report.chart', { figure: text(fieldKeys(measure)), kind })}
          series={[text(fieldKeys(measure))]}
          points={charted.map((group) => ({
            label: group.label,
            values: [group.values[measure] ?? '0'],
          }))}
          linkOf={(index) => {
            const query = charted[index] ? queryOf(charted[index]) : null;
            return query === null ? null : { search: query };
          }}
        />
      ) : null}
      <Table<Group>
        label={t('report.groups', { kind })}
        rows={groups}
        rowKey={({ key }) => key}
        density={density}
        stale={model.isStale}
        {...(model.isPending ? { skeleton: 10 } : {})}
        rowLink={(group) => {
          const query = queryOf(group);
          return query === null ? null : { to: { search: query } };
        }}
        columns={[
          { key: 'group', title: kind, render: nameOf },
          {
            key: LINES,
            title: t('report.lines'),
            align: 'right',
            render: ({ values }) => <Quantity value={Number(values[LINES] ?? 0)} />,
          },
          ...figures.map((name) => ({
            key: name,
            title: text(fieldKeys(name)),
            align: 'right' as const,
            render: ({ values }: Group) => <Money value={values[name] ?? '0'} />,
          })),
        ]}
        footer={{
          ...(typeof lines === 'number' ? { [LINES]: <Quantity value={lines} /> } : {}),
          ...Object.fromEntries(
            figures.map((name) => {
              const sum = sums?.[name];
              return [
                name,
                totals[name] ?? (typeof sum === 'string' ? <Money value={sum} /> : null),
              ];
            }),
          ),
        }}
        empty={{ text: t('report.emptyText') }}
      />
    </>
  );
}
