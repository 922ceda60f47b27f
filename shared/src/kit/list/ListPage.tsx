import Button from 'antd/es/button';
import type { InputRef } from 'antd/es/input';
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ListName } from '../../contract/index.ts';
import { mayDo, useAbility } from '../../runtime/ability.tsx';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import { mayOpen, pathOf } from '../../runtime/routes.ts';
import { useTablePreferences } from '../../runtime/tablePreferences.ts';
import { Table, type TableColumn } from '../../ui/data/Table.tsx';
import { useTabButtons } from '../../ui/data/Tabs.tsx';
import { useNarrow } from '../../ui/data/useNarrow.ts';
import { ErrorState } from '../../ui/feedback/States.tsx';
import { HelpIcon, PlusIcon } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useKitText } from '../../ui/useKitText.ts';
import { hasUnfinishedForms } from '../form/useUnfinished.ts';
import { PageTitle } from '../page/PageTitle.tsx';
import pageClasses from '../page/page.module.css';
import type { ListPageProps, PathParams } from '../page/types.ts';
import { useHotkeys } from '../page/useHotkeys.ts';
import { type Column, isFigure } from '../resource/columns.tsx';
import type { Resource } from '../resource/defineResource.ts';
import type { Row } from '../resource/types.ts';
import { useNameOf } from '../resource/useNameOf.ts';
import { fieldKeys, type ResourceText, useResourceText } from '../resource/useResourceText.ts';
import { BulkBar } from './BulkBar.tsx';
import { Cell } from './cells.tsx';
import { FilterChips } from './FilterChips.tsx';
import {
  ExportMenu,
  FilterBar,
  HelpOverlay,
  listTools,
  Pager,
  SavedViews,
  TableSettings,
} from './LateTools.tsx';
import classes from './list.module.css';
import { type FromList, forgetRow, rememberRow, rowLeftAt } from './listMemory.ts';
import { isUnfiltered, positionOf } from './listState.ts';
import { bulkActions } from './machineBulk.ts';
import { SearchBox } from './SearchBox.tsx';
import { formatCount, StatusTabs } from './StatusTabs.tsx';
import { type ListModel, useListModel } from './useListModel.ts';

/** Most people have none. */
const UnfinishedForms = retryingLazy(async () => ({
  default: (await import('../unfinished/UnfinishedForms.tsx')).UnfinishedForms,
}));

/** Bones drawn while nothing is known: a page of rows, as far as a screen shows them. */
const SKELETON_ROWS = 20;

/** Makes a new record. */
const CREATE_KEY = 'n';

export const titleOf = <R,>(column: Column<R>, text: ResourceText): string =>
  // A column of tags that say "Active" is not itself called so.
  text(column.options.title ?? fieldKeys(column.key === 'isActive' ? 'status' : column.key));

/** Columns of the resource as the table draws them. */
export function tableColumns<L extends ListName>(
  { columns, def }: Pick<ListModel<L>, 'columns' | 'def'>,
  text: ResourceText,
): TableColumn<Row<L>>[] {
  // Where no column is named for the cards of a phone, they show what is due and the last amount (what
  // remains to be paid, or the total) before they are unfolded.
  const important = columns.some(({ options }) => options.card === 'body')
    ? []
    : [
        columns.find(({ options }) => options.due),
        columns.findLast(({ kind }) => kind === 'money'),
      ];
  return columns.map((column) => {
    const card = column.options.card ?? (important.includes(column) ? 'body' : undefined);
    const field = column.options.sort === undefined ? column.key : column.options.sort;
    const sorts = typeof field === 'string' && def.sorts.includes(field);
    return {
      key: column.key,
      title: titleOf(column, text),
      render: (row) => <Cell column={column} row={row} text={text} />,
      ...(isFigure(column) ? { align: 'right' as const } : {}),
      ...(column.options.width === undefined ? {} : { width: column.options.width }),
      ...(card ? { card } : {}),
      ...(sorts ? { sort: field } : {}),
    };
  });
}

/** Ability of the create button: the endpoint's own, so that page and server cannot disagree. */
export function createAbilityOf(resource: Pick<Resource, 'abilities' | 'page'>): string {
  return resource.abilities?.create ?? `${resource.page}:create`;
}

/** Whether what stands around the rows is drawn: once it is here, or when the rows have been painted. */
function useTools(hasRows: boolean): boolean {
  const [mayCome, setMayCome] = useState(() => listTools.areHere());
  useEffect(() => {
    if (mayCome || !hasRows) return undefined;
    // The second frame begins when the first has been painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setMayCome(true));
    });
    return () => cancelAnimationFrame(frame);
  }, [mayCome, hasRows]);
  return mayCome;
}

interface FooterProps<L extends ListName> {
  readonly model: ListModel<L>;
  /** Its sums are shown. */
  readonly hasSums?: boolean;
  readonly children?: ReactNode;
}

/** "Total is {itemCount} items.", the pages and their sizes. */
export function ListFooter<L extends ListName>({
  model,
  hasSums = false,
  children,
}: FooterProps<L>): ReactNode {
  const t = useKitText();
  const narrow = useNarrow();
  const hasTools = useTools(!model.isPending);
  const { data, state } = model;
  const meta = data?.meta;
  const capped = meta?.totalIsLowerBound === true;
  const total = meta?.totalItems ?? 0;
  const lastPage = meta !== undefined && state.query.page >= meta.totalPages;
  return (
    <div className={classes.foot}>
      <div>{children}</div>
      <div className={classes.bulk}>
        <span className={classes.total} aria-live="polite">
          {meta
            ? t('list.total', {
                itemCount: formatCount(model.total ?? { count: total, isMore: capped }),
              })
            : null}
        </span>
        {hasTools && meta && total > 0 ? (
          <Pager model={model} narrow={narrow} hasSums={hasSums} />
        ) : null}
        {capped && lastPage && meta?.next ? (
          <Button
            size="small"
            onClick={() => state.change({ kind: 'after', key: meta.next ?? '' })}
          >
            {t('list.further')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/**
 * The list of a resource: everything in the URL, everything from the contract. A page gives the
 * resource and little else (architecture 2.4).
 */
export function ListPage<L extends ListName>(props: ListPageProps<L>): ReactNode {
  const { resource, params, onCreate, onOpen, embedded = false } = props;
  const t = useKitText();
  const text = useResourceText(resource);
  const nameOf = useNameOf(resource);
  const model = useListModel({ resource, params, query: props.query });
  const { def, state, query, data } = model;
  const { density } = useTablePreferences();
  const ability = useAbility();
  // Nobody chooses rows for nothing.
  const bulk = bulkActions(resource, props.bulk).filter(
    (action) => action.ability === undefined || mayDo(action.ability),
  );
  const navigate = useNavigate();
  const location = useLocation();
  const searchField = useRef<InputRef>(null);
  const [isAhead, setAhead] = useState(false);
  const section = useRef<HTMLElement>(null);
  const [help, setHelp] = useState(false);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row<L>>>(new Map());
  const [backAt] = useState(() => rowLeftAt(location.pathname, state.search));
  // Once, and only after the page stands: a render that waits for its code begins again from nothing.
  useEffect(() => forgetRow(location.pathname), [location.pathname]);

  const [subject = '', verb = ''] = createAbilityOf(resource).split(':');
  const mayCreate = ability.can(verb, subject);
  const createRoute = resource.routes?.create;
  const canCreate =
    onCreate !== false &&
    (onCreate !== undefined || (createRoute !== undefined && mayOpen(createRoute))) &&
    mayCreate;
  const createTo =
    createRoute !== undefined && onCreate === undefined && canCreate ? pathOf(createRoute) : null;
  const create = () => {
    if (onCreate) onCreate();
    else if (createTo) navigate(createTo);
  };
  const createTitle = () => `${text('new')} (${CREATE_KEY})`;
  const createButton =
    canCreate && (onCreate || createTo) ? (
      createTo ? (
        <LinkButton type="primary" icon={<PlusIcon />} to={createTo} title={createTitle()}>
          {text('new')}
        </LinkButton>
      ) : (
        <Button type="primary" icon={<PlusIcon />} onClick={create} title={createTitle()}>
          {text('new')}
        </Button>
      )
    ) : null;

  const keys = [
    ...(def.searchable === false ? [] : [{ keys: ['/'], does: 'search' }]),
    { keys: ['↑', '↓'], does: 'rows' },
    { keys: ['Enter'], does: 'open' },
    ...(createButton ? [{ keys: [CREATE_KEY], does: 'create' }] : []),
    { keys: ['?'], does: 'help' },
  ];
  useHotkeys({
    '/': () => (searchField.current ? searchField.current.focus() : false),
    '?': () => setHelp(true),
    [CREATE_KEY]: () => (createButton ? create() : false),
    ArrowDown: () => {
      const opener = section.current?.querySelector<HTMLElement>('[data-row-opener][tabindex="0"]');
      return opener ? opener.focus() : false;
    },
  });

  const { columns: shownColumns } = model;
  const columns = useMemo(
    () => tableColumns<L>({ columns: shownColumns, def }, text),
    [shownColumns, def, text],
  );
  const documentRoute = resource.routes?.document;
  const opens = documentRoute !== undefined && onOpen === undefined && mayOpen(documentRoute);
  const total = data?.meta.totalItems ?? 0;
  const paramsKey = JSON.stringify(params ?? {});
  const { search } = state;
  const first = positionOf(query, 0);
  const rowLink = useMemo(
    () =>
      opens && documentRoute !== undefined
        ? (row: Row<L>, index: number) => ({
            to: pathOf(documentRoute, {
              ...(JSON.parse(paramsKey) as PathParams),
              id: (row as { id: string }).id,
            }),
            state: { fromList: { search, position: first + index, total } } satisfies FromList,
          })
        : undefined,
    [opens, documentRoute, paramsKey, search, first, total],
  );
  const beforeOpen = (row: Row<L>) =>
    rememberRow(location.pathname, { search: state.search, row: (row as { id: string }).id });

  const rows = data?.data ?? [];
  const idOf = (row: Row<L>): string => (row as { id: string }).id;
  const { summary } = model;
  const { axes } = model;
  const counts = data?.meta.axes?.[def.counts ?? ''] ?? data?.meta.counts;
  const counted = Object.values(counts ?? {}).reduce((sum, one) => sum + one, 0);
  // What a list begins with is no filter that somebody laid on it.
  const unfiltered = state.isFirst ? counted === 0 : isUnfiltered(def, state.query);
  const bar = {
    resource,
    def,
    query: state.query,
    text,
    onChange: state.change,
    without: new Set([...(def.counts ? [def.counts] : []), ...model.fixedNames]),
  };

  // A tab of another page has no heading: its buttons stand beside the tabs, where they fit.
  const beside = useTabButtons();
  const narrow = useNarrow();
  const place = embedded ? beside : null;
  const hasTools = useTools(!model.isPending);
  const exporting = hasTools ? (
    <ExportMenu
      list={resource.list}
      def={def}
      query={query}
      params={params}
      visible={model.columns.map(({ key }) => key)}
    />
  ) : null;
  const buttons = (
    <>
      {narrow ? null : exporting}
      {props.actions}
      {createButton}
    </>
  );
  return (
    <section
      ref={section}
      className={pageClasses.page}
      aria-label={embedded ? text('title') : undefined}
    >
      {place ? (
        createPortal(buttons, place)
      ) : (
        <div className={pageClasses.head}>
          {embedded ? null : <PageTitle>{props.title ?? text('title')}</PageTitle>}
          <div className={pageClasses.buttons}>{buttons}</div>
        </div>
      )}
      {props.lead}
      {mayCreate && hasUnfinishedForms(resource.family) ? (
        <Suspense fallback={null}>
          <UnfinishedForms family={resource.family} />
        </Suspense>
      ) : null}
      <StatusTabs
        def={def}
        query={state.query}
        counts={counts}
        total={model.total}
        axes={axes}
        onAxis={(axis) => state.change({ kind: 'axis', by: axis === axes[0] ? undefined : axis })}
        machine={resource.machine}
        text={text}
        onPick={(value) =>
          state.change({
            kind: 'filter',
            name: def.counts ?? '',
            value: value ?? undefined,
          })
        }
      />
      <div className={classes.toolbar} data-list-tools>
        {def.searchable === false ? null : (
          <SearchBox
            field={searchField}
            label={text('search', { defaultValue: t('list.search') })}
            value={state.query.search ?? ''}
            onSearch={(value) => state.change({ kind: 'search', value })}
            onAhead={setAhead}
          />
        )}
        {hasTools ? <FilterBar {...bar} /> : null}
        {/* On a phone one line holds all that is done with the rows as a whole. */}
        {narrow ? exporting : null}
        <div className={classes.tools}>
          {hasTools ? (
            <>
              <SavedViews
                list={resource.list}
                search={state.isFirst ? '' : state.search}
                onApply={state.apply}
              />
              <TableSettings
                columns={model.allColumns.map((column) => ({
                  key: column.key,
                  title: titleOf(column, text),
                }))}
                visible={model.columns.map(({ key }) => key)}
                onColumns={model.setColumns}
              />
            </>
          ) : null}
          {/* Keys that a phone does not have. */}
          {narrow ? null : (
            <Button
              type="text"
              icon={<HelpIcon />}
              aria-label={t('help.title')}
              title={t('help.title')}
              onClick={() => setHelp(true)}
            />
          )}
        </div>
      </div>
      <FilterChips {...bar} />
      {summary && props.summary ? props.summary(summary) : null}
      {model.isPending && props.summary ? <div className={classes.summaryPlace} /> : null}
      {model.error && !data ? (
        <ErrorState error={model.error} onRetry={model.retry} />
      ) : (
        <Table<Row<L>>
          label={text('title')}
          columns={columns}
          rows={rows}
          rowKey={idOf}
          density={density}
          sort={state.query.sort}
          onSort={(field, add) => state.change({ kind: 'sort', field, add })}
          stale={model.isStale || isAhead}
          beforeOpen={beforeOpen}
          focusKey={backAt}
          {...(model.isPending ? { skeleton: Math.min(query.limit, SKELETON_ROWS) } : {})}
          {...(rowLink ? { rowLink } : {})}
          {...(onOpen ? { onOpen } : {})}
          {...(summary && props.totals ? { footer: props.totals(summary) } : {})}
          {...(bulk.length > 0
            ? {
                selection: {
                  selected: new Set(chosen.keys()),
                  label: (row: Row<L>) => t('list.selectRow', { name: nameOf(row) }),
                  onChange: (next: ReadonlySet<string>) =>
                    setChosen((before) => {
                      const known = new Map(before);
                      for (const row of rows) known.set(idOf(row), row);
                      return new Map([...known].filter(([id]) => next.has(id)));
                    }),
                },
              }
            : {})}
          empty={
            unfiltered
              ? { text: text('empty'), action: createButton }
              : state.isFirst
                ? {
                    text: t('list.noneOngoing'),
                    action: (
                      <Button
                        onClick={() =>
                          state.change({ kind: 'filter', name: def.counts ?? '', value: undefined })
                        }
                      >
                        {t('list.showAll')}
                      </Button>
                    ),
                  }
                : {
                    text: t('list.noMatchText'),
                    action: <Button onClick={() => state.apply('')}>{t('list.clearAll')}</Button>,
                  }
          }
        />
      )}
      <ListFooter model={model} hasSums={Boolean(props.summary ?? props.totals)}>
        <BulkBar
          actions={bulk}
          rows={[...chosen.values()]}
          count={chosen.size}
          text={text}
          nameOf={nameOf}
          onClear={() => setChosen(new Map())}
        />
      </ListFooter>
      {hasTools ? <HelpOverlay open={help} onClose={() => setHelp(false)} keys={keys} /> : null}
      {props.children}
    </section>
  );
}
