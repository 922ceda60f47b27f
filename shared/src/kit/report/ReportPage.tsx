import Button from 'antd/es/button';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ListName } from '../../contract/index.ts';
import type { Machine, Tone } from '../../domain/index.ts';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import { useTablePreferences } from '../../runtime/tablePreferences.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { Table } from '../../ui/data/Table.tsx';
import { Dropdown } from '../../ui/feedback/Dropdown.tsx';
import { ErrorState } from '../../ui/feedback/States.tsx';
import { DownIcon } from '../../ui/icons.ts';
import { statusKey } from '../../ui/status/StatusTag.tsx';
import { useKitText } from '../../ui/useKitText.ts';
import { ExportMenu } from '../list/ExportMenu.tsx';
import { FilterBar } from '../list/FilterBar.tsx';
import { FilterChips } from '../list/FilterChips.tsx';
import { HelpOverlay } from '../list/HelpOverlay.tsx';
import { ListFooter, tableColumns, titleOf } from '../list/ListPage.tsx';
import listClasses from '../list/list.module.css';
import { applyListChange, serialiseListState } from '../list/listState.ts';
import { SavedViews } from '../list/SavedViews.tsx';
import { TableSettings } from '../list/TableSettings.tsx';
import { type ListModel, useListModel } from '../list/useListModel.ts';
import { PageTitle } from '../page/PageTitle.tsx';
import pageClasses from '../page/page.module.css';
import type { ReportFigure, ReportPageProps } from '../page/types.ts';
import { useHotkeys } from '../page/useHotkeys.ts';
import type { Row, SummaryOf } from '../resource/types.ts';
import { fieldKeys, useResourceText } from '../resource/useResourceText.ts';
import { drillInto, GROUP_FILTER, groupKindsOf } from './drill.ts';
import classes from './report.module.css';

// Only a grouped report draws groups.
const ReportGroups = retryingLazy(async () => ({
  default: (await import('./ReportGroups.tsx')).ReportGroups,
}));

/** The group switch has a place of its own. */
const SWITCHED: ReadonlySet<string> = new Set([GROUP_FILTER]);

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
    without: SWITCHED,
  };
  const kinds = groupKindsOf(def);
  const [by] = (state.query.filters as Readonly<Record<string, readonly string[] | undefined>>)[
    GROUP_FILTER
  ] ?? [undefined];
  const group = (kind: string | undefined) =>
    state.change({ kind: 'filter', name: GROUP_FILTER, value: kind && [kind] });
  const figureOf = ({ value, filter }: ReportFigure): ReactNode => {
    if (!filter) return value;
    const next = applyListChange(def, state, { kind: 'filter', ...filter });
    return <Link to={{ search: serialiseListState(def, next).toString() }}>{value}</Link>;
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
        {kinds.length > 0 ? (
          <Dropdown
            trigger={['click']}
            menu={{
              selectedKeys: [by ?? ''],
              items: ['', ...kinds].map((kind) => ({
                key: kind,
                label: kind === '' ? t('report.noGroups') : text(`choice.groupBy.${kind}`),
              })),
              onClick: ({ key }) => group(key || undefined),
            }}
          >
            <Button>
              {text(fieldKeys(GROUP_FILTER))}:{' '}
              {by === undefined ? t('report.noGroups') : text(`choice.groupBy.${by}`)}
              <DownIcon />
            </Button>
          </Dropdown>
        ) : null}
        <span className={listClasses.spring} />
        <SavedViews list={resource.list} search={state.search} onApply={state.apply} />
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
                  <dd>{figureOf(figure)}</dd>
                </div>
              ))}
            </dl>
          ) : null}
          {summary && props.charts && by === undefined ? (
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
                    linkOf={(index) => {
                      const point = points[index];
                      if (!point || chart.by === undefined) return null;
                      const key = point.key ?? point.label;
                      const search = drillInto(def, state, { by: chart.by, key });
                      return search === null ? null : { search };
                    }}
                  />
                );
              })}
            </div>
          ) : null}
          {by === undefined ? (
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
              empty={{ text: t('report.emptyText') }}
            />
          ) : (
            <Suspense fallback={null}>
              <ReportGroups
                by={by}
                model={model as unknown as ListModel<ListName>}
                text={text}
                page={props as unknown as ReportPageProps<ListName>}
              />
            </Suspense>
          )}
        </>
      )}
      {by === undefined ? <ListFooter model={model} /> : null}
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
