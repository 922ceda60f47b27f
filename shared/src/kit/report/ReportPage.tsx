import Button from 'antd/es/button';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import type { ListName } from '../../contract/index.ts';
import {
  AS_OF_FILTER,
  COMPARISONS,
  type ReportDef,
  type ReportSummary,
} from '../../contract/report.ts';
import { bangkokDate } from '../../domain/values/dates.ts';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import { mayOpen, pathOf } from '../../runtime/routes.ts';
import { useTablePreferences } from '../../runtime/tablePreferences.ts';
import type { ChartMap } from '../../ui/chart/Chart.tsx';
import { Table } from '../../ui/data/Table.tsx';
import { Dropdown } from '../../ui/feedback/Dropdown.tsx';
import { ErrorState } from '../../ui/feedback/States.tsx';
import { DownIcon } from '../../ui/icons.ts';
import { DatePicker } from '../../ui/inputs/DatePicker.tsx';
import { ExportMenu } from '../list/ExportMenu.tsx';
import { FilterBar } from '../list/FilterBar.tsx';
import { FilterChips } from '../list/FilterChips.tsx';
import { HelpOverlay } from '../list/HelpOverlay.tsx';
import { ListFooter, tableColumns, titleOf } from '../list/ListPage.tsx';
import listClasses from '../list/list.module.css';
import { applyListChange, serialiseListState } from '../list/listState.ts';
import { SavedViews } from '../list/SavedViews.tsx';
import { TableSettings } from '../list/TableSettings.tsx';
import { useListModel } from '../list/useListModel.ts';
import { PageTitle } from '../page/PageTitle.tsx';
import pageClasses from '../page/page.module.css';
import { useHotkeys } from '../page/useHotkeys.ts';
import { useQueryParams } from '../page/useQueryParams.ts';
import type { Row } from '../resource/types.ts';
import { fieldKeys, useResourceText } from '../resource/useResourceText.ts';
import { COMPARE_FILTER, drillInto, GROUP_FILTER } from './drill.ts';
import { Measure } from './Measure.tsx';
import { ReportCharts } from './ReportCharts.tsx';
import { ReportFigures } from './ReportFigures.tsx';
import classes from './report.module.css';
import { reportDefOf, reportResource } from './reportResource.ts';

// Only a grouped report draws groups.
const ReportGroups = retryingLazy(async () => ({
  default: (await import('./ReportGroups.tsx')).ReportGroups,
}));

/** These switches have places of their own. */
const SWITCHED: ReadonlySet<string> = new Set([GROUP_FILTER, COMPARE_FILTER, AS_OF_FILTER]);

/** Where a row leads: to its document; undefined where the reader may not open its page. */
function rowLinkOf<L extends ListName>({ opens }: ReportDef) {
  if (opens === undefined || !mayOpen(opens.page)) return undefined;
  const { column, page, beside } = opens;
  return (row: Row<L>) => {
    const cells = row as unknown as Readonly<Record<string, { readonly id: string } | null>>;
    const id = cells[column]?.id;
    if (id === undefined) return null;
    return { to: beside ? pathOf(page, {}, { ...beside, record: id }) : pathOf(page, { id }) };
  };
}

/** The calendar month of Bangkok in which we are. */
function thisMonth(): { readonly start: string; readonly end: string } {
  const today = bangkokDate(new Date());
  const [year = 0, month = 0] = today.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return { start: `${today.slice(0, 7)}-01`, end: last };
}

interface SwitchProps {
  readonly label: string;
  readonly none: string;
  readonly value: string | undefined;
  readonly options: readonly { readonly key: string; readonly label: string }[];
  readonly onChange: (key: string | undefined) => void;
}

/** One of several ways to look at a report, or none of them. */
function Switch({ label, none, value, options, onChange }: SwitchProps): ReactNode {
  const chosen = options.find(({ key }) => key === value)?.label;
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [value ?? ''],
        items: [{ key: '', label: none }, ...options],
        onClick: ({ key }) => onChange(key || undefined),
      }}
    >
      <Button>
        {chosen === undefined ? label : `${label}: ${chosen}`}
        <DownIcon />
      </Button>
    </Dropdown>
  );
}

type Filters = Readonly<Record<string, readonly string[] | undefined>>;

/** Props of a button that an app adds to the page. */
export interface ReportTool {
  /** Name of the report in the contract. */
  readonly report: string;
  readonly exportAbility: string;
  readonly title: string;
  /** Query string of what is shown. */
  readonly search: string;
  /** Columns on screen. */
  readonly columns: readonly string[];
}

export interface ReportPageProps<L extends ListName> {
  readonly report: L;
  /** The remote whose texts it has: `remote-reports`. */
  readonly namespace: string;
  /** Further buttons beside the export. */
  readonly tools?: (shown: ReportTool) => ReactNode;
  /** Outlines of maps and what draws them. */
  readonly map?: ChartMap;
}

/**
 * A report as the contract declares it: filters on one line, the figures and the charts that tell the
 * story, the table with the totals of the whole query, every row a link (design, "Pages"). It begins
 * with this month; an address that says anything is taken as it is.
 */
export function ReportPage<L extends ListName>(props: ReportPageProps<L>): ReactNode {
  const [params, change] = useQueryParams();
  const isEmpty = params.size === 0;
  const [hasBegun, setBegun] = useState(!isEmpty);
  if (!hasBegun && !isEmpty) setBegun(true);
  useEffect(() => {
    if (hasBegun) return;
    const { start, end } = thisMonth();
    change(() => new URLSearchParams({ startDate: start, endDate: end }), { replace: true });
  }, [hasBegun, change]);
  // Nothing is asked for before its days are known. Whoever clears them later sees everything.
  return hasBegun || !isEmpty ? <Report {...props} /> : null;
}

function Report<L extends ListName>({
  report: name,
  namespace,
  tools,
  map,
}: ReportPageProps<L>): ReactNode {
  const resource = useMemo(() => reportResource(name, namespace), [name, namespace]);
  const report = reportDefOf(name);
  const text = useResourceText(resource);
  const model = useListModel({ resource });
  const { def, state, query, data } = model;
  const { density } = useTablePreferences();
  const [help, setHelp] = useState(false);
  useHotkeys({ '?': () => setHelp(true) });
  const { change } = state;
  const { columns: shown } = model;
  const columns = useMemo(() => tableColumns<L>({ columns: shown, def }, text), [shown, def, text]);
  const rowLink = useMemo(() => rowLinkOf<L>(report), [report]);
  const summary = data?.meta.summary as ReportSummary | undefined;
  const filters = state.query.filters as Filters;
  const by = filters[GROUP_FILTER] ?? [];
  const [outer, inner] = by;
  const [compared] = filters[COMPARE_FILTER] ?? [];
  const set = (filter: string, value: readonly (string | undefined)[]) => {
    const chosen = value.filter((one) => one !== undefined);
    change({ kind: 'filter', name: filter, value: chosen.length > 0 ? chosen : undefined });
  };
  const kinds = report.groups
    .filter((kind) => {
      const needs = report.columns[kind]?.needs;
      return needs === undefined || model.allColumns.some(({ key }) => key === kind);
    })
    .map((kind) => ({ key: kind, label: text(fieldKeys(kind)) }));
  const bar = { resource, def, query: state.query, text, onChange: change, without: SWITCHED };
  const drill = (keys: readonly { readonly by: string; readonly key: string }[]) =>
    drillInto(report, def, { state, keys });
  const footer = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(report.measures).flatMap(([key, { kind }]) =>
          summary && key in summary.values && key in report.columns
            ? [[key, <Measure key={key} kind={kind} value={summary.values[key]} />]]
            : [],
        ),
      ),
    [report, summary],
  );
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
          {tools?.({
            report: resource.list,
            exportAbility: def.exportAbility ?? '',
            title: text('title'),
            search: state.search,
            columns: model.columns.map(({ key }) => key),
          })}
        </div>
      </div>
      <div className={listClasses.toolbar}>
        <FilterBar {...bar} />
        {kinds.length > 0 ? (
          <Switch
            label={text(fieldKeys(GROUP_FILTER))}
            none={text('page.noGroups')}
            value={outer}
            options={kinds}
            onChange={(kind) =>
              set(GROUP_FILTER, [kind, kind === inner ? undefined : kind && inner])
            }
          />
        ) : null}
        {outer !== undefined && kinds.length > 1 ? (
          <Switch
            label={text('page.thenBy')}
            none={text('page.noGroups')}
            value={inner}
            options={kinds.filter(({ key }) => key !== outer)}
            onChange={(kind) => set(GROUP_FILTER, [outer, kind])}
          />
        ) : null}
        {state.query.startDate !== undefined && state.query.endDate !== undefined ? (
          <Switch
            label={text(fieldKeys(COMPARE_FILTER))}
            none={text('page.noComparison')}
            value={compared}
            options={COMPARISONS.map((key) => ({ key, label: text(`page.compare.${key}`) }))}
            onChange={(kind) => set(COMPARE_FILTER, [kind])}
          />
        ) : null}
        {report.asOf ? (
          <span className={classes.asOf}>
            <span aria-hidden>{text(fieldKeys(AS_OF_FILTER))}</span>
            <DatePicker
              aria-label={text(fieldKeys(AS_OF_FILTER))}
              value={state.query.filters[AS_OF_FILTER] as string | undefined}
              onChange={(day) =>
                change({ kind: 'filter', name: AS_OF_FILTER, value: day ?? undefined })
              }
            />
          </span>
        ) : null}
        <span className={classes.look}>
          <SavedViews list={resource.list} search={state.search} onApply={state.apply} />
          <TableSettings
            columns={model.allColumns.map((column) => ({
              key: column.key,
              title: titleOf(column, text),
            }))}
            visible={model.columns.map(({ key }) => key)}
            onColumns={model.setColumns}
          />
        </span>
      </div>
      <FilterChips {...bar} />
      {model.error && !data ? (
        <ErrorState error={model.error} onRetry={model.retry} />
      ) : (
        <>
          {summary ? (
            <ReportFigures
              report={report}
              summary={summary}
              text={text}
              linkOf={(filter) =>
                serialiseListState(
                  def,
                  applyListChange(def, state, { kind: 'filter', ...filter }),
                ).toString()
              }
            />
          ) : null}
          {/* Of nothing the table speaks alone. */}
          {summary && summary.lines > 0 && outer === undefined ? (
            <ReportCharts
              report={report}
              summary={summary}
              text={text}
              drill={(group, key) => drill([{ by: group, key }])}
              map={map}
            />
          ) : null}
          {outer === undefined ? (
            <Table<Row<L>>
              label={text('title')}
              columns={columns}
              rows={data?.data ?? []}
              rowKey={(row) => String((row as { readonly id?: unknown }).id)}
              density={density}
              sort={state.query.sort}
              onSort={(field, add) => change({ kind: 'sort', field, add })}
              stale={model.isStale}
              {...(model.isPending ? { skeleton: 10 } : {})}
              {...(rowLink ? { rowLink } : {})}
              {...(Object.keys(footer).length > 0 ? { footer } : {})}
              empty={{ text: text('page.emptyText') }}
            />
          ) : (
            <Suspense fallback={null}>
              <ReportGroups
                by={by}
                report={report}
                summary={summary}
                isStale={model.isStale}
                isPending={model.isPending}
                text={text}
                drill={drill}
              />
            </Suspense>
          )}
        </>
      )}
      {outer === undefined ? <ListFooter model={model} /> : null}
      <HelpOverlay
        open={help}
        onClose={() => setHelp(false)}
        keys={[
          { keys: ['↑', '↓'], does: 'rows' },
          ...(rowLink ? [{ keys: ['Enter'], does: 'open' }] : []),
          { keys: ['?'], does: 'help' },
        ]}
      />
    </section>
  );
}
