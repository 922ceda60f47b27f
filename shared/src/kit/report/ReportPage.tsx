import { type ReactNode, useMemo, useState } from 'react';
import type { ListName } from '../../contract/index.ts';
import type { Machine, Tone } from '../../domain/index.ts';
import { useTablePreferences } from '../../runtime/tablePreferences.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { Table } from '../../ui/data/Table.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/States.tsx';
import { statusKey } from '../../ui/status/StatusTag.tsx';
import { useKitText } from '../../ui/useKitText.ts';
import { ExportMenu } from '../list/ExportMenu.tsx';
import { FilterBar, FilterChips } from '../list/FilterBar.tsx';
import { HelpOverlay } from '../list/HelpOverlay.tsx';
import { ListFooter, tableColumns, titleOf } from '../list/ListPage.tsx';
import listClasses from '../list/list.module.css';
import { TableSettings } from '../list/TableSettings.tsx';
import { useListModel } from '../list/useListModel.ts';
import { PageTitle } from '../page/PageTitle.tsx';
import pageClasses from '../page/page.module.css';
import type { ReportPageProps } from '../page/types.ts';
import { useHotkeys } from '../page/useHotkeys.ts';
import type { Row, SummaryOf } from '../resource/types.ts';
import { fieldKeys, useResourceText } from '../resource/useResourceText.ts';
import classes from './report.module.css';

/** Rows of a report have an id where the contract gives one, else their place. */
const keyOfRow = (row: unknown, index: number): string =>
  String((row as { id?: string }).id ?? index);

/**
 * A report: filters on one line, the figures and the chart that tell the story, the table with the
 * totals of the whole query, every row a link (design, "Pages").
 */
export function ReportPage<L extends ListName>(props: ReportPageProps<L>): ReactNode {
  const { resource, rowTo } = props;
  const t = useKitText();
  const text = useResourceText(resource);
  const model = useListModel({ resource });
  const { def, state, query, data } = model;
  const { density } = useTablePreferences();
  const [help, setHelp] = useState(false);
  useHotkeys({ '?': () => setHelp(true) });
  const { columns: shown } = model;
  const columns = useMemo(() => tableColumns<L>({ columns: shown, def }, text), [shown, def, text]);
  const rowLink = useMemo(
    () =>
      rowTo &&
      ((row: Row<L>) => {
        const to = rowTo(row);
        return to === null ? null : { to };
      }),
    [rowTo],
  );

  const seriesOf = (names: readonly string[], machine: Machine | undefined) => ({
    series: names.map((name) =>
      machine ? t(statusKey(machine, name)) : text(`series.${name}`, { defaultValue: name }),
    ),
    ...(machine
      ? { tones: names.map((name): Tone => machine.states[name]?.tone ?? 'neutral') }
      : {}),
  });

  const rows = data?.data ?? [];
  const summary = data?.meta.summary as SummaryOf<L> | undefined;
  const bar = {
    resource,
    def,
    query: state.query,
    text,
    onChange: state.change,
    without: new Set<string>(),
  };
  return (
    <section className={pageClasses.page}>
      <div className={pageClasses.head}>
        <PageTitle>{text('title')}</PageTitle>
        <div className={pageClasses.buttons}>
          <ExportMenu
            list={resource.list}
            def={def}
            query={query}
            params={undefined}
            visible={model.columns.map(({ key }) => key)}
          />
        </div>
      </div>
      <div className={listClasses.toolbar}>
        <FilterBar {...bar} />
        <span className={listClasses.spring} />
        <TableSettings
          columns={model.allColumns.map((column) => ({
            key: column.key,
            title: titleOf(column, text),
          }))}
          visible={model.columns.map(({ key }) => key)}
          onColumns={model.setColumns}
        />
      </div>
      <FilterChips {...bar} />
      {model.error && !data ? (
        <ErrorState error={model.error} onRetry={model.retry} />
      ) : (
        <>
          {summary && props.figures ? (
            <dl className={classes.figures}>
              {props.figures(summary).map((figure) => (
                <div key={figure.key} className={classes.figure}>
                  <dt>{text(fieldKeys(figure.key))}</dt>
                  <dd>{figure.value}</dd>
                </div>
              ))}
            </dl>
          ) : null}
          {summary && props.charts ? (
            <div className={classes.charts}>
              {props.charts.map((chart) => {
                const { series, points } = chart.data(summary);
                return (
                  <Chart
                    key={chart.key}
                    kind={chart.kind}
                    unit={chart.unit}
                    title={text(`chart.${chart.key}`)}
                    stacked={chart.stacked ?? false}
                    {...seriesOf(series, chart.machine)}
                    points={points}
                  />
                );
              })}
            </div>
          ) : null}
          <Table<Row<L>>
            label={text('title')}
            columns={columns}
            rows={rows}
            rowKey={keyOfRow}
            density={density}
            sort={state.query.sort}
            onSort={(field, add) => state.change({ kind: 'sort', field, add })}
            stale={model.isStale}
            {...(model.isPending ? { skeleton: 10 } : {})}
            {...(rowLink ? { rowLink } : {})}
            {...(summary && props.totals ? { footer: props.totals(summary) } : {})}
            empty={<EmptyState title={t('list.empty')} text={t('report.emptyText')} />}
          />
        </>
      )}
      <ListFooter model={model} />
      <HelpOverlay
        open={help}
        onClose={() => setHelp(false)}
        keys={[
          { keys: ['↑', '↓'], does: 'rows' },
          ...(rowTo ? [{ keys: ['Enter'], does: 'open' }] : []),
          { keys: ['?'], does: 'help' },
        ]}
      />
      {props.children}
    </section>
  );
}
