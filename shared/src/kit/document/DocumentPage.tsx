import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Skeleton from 'antd/es/skeleton';
import { type ReactNode, Suspense, useState } from 'react';
import { Link, type To, useLocation, useNavigate, useParams } from 'react-router-dom';
import { findOptional } from '../../client/call.ts';
import { rowOptions } from '../../client/query.ts';
import type { ListName } from '../../contract/index.ts';
import { isDecided } from '../../domain/machine/machine.ts';
import { mayDo } from '../../runtime/ability.tsx';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import { pathOf } from '../../runtime/routes.ts';
import { Tabs } from '../../ui/data/Tabs.tsx';
import { useNarrow } from '../../ui/data/useNarrow.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/States.tsx';
import { type AttachedFile, Attachments } from '../../ui/files/Attachments.tsx';
import { type HistoryEntry, Timeline } from '../../ui/history/Timeline.tsx';
import { LeftIcon } from '../../ui/icons.ts';
import { RightIcon } from '../../ui/moreIcons.ts';
import { StatusTag } from '../../ui/status/StatusTag.tsx';
import { PageLink } from '../../ui/text/PageLink.tsx';
import { useKitText } from '../../ui/useKitText.ts';
import { HelpOverlay } from '../list/HelpOverlay.tsx';
import type { FromList } from '../list/listMemory.ts';
import { BackLink } from '../page/BackLink.tsx';
import { PageTitle } from '../page/PageTitle.tsx';
import pageClasses from '../page/page.module.css';
import type { DocumentPageProps } from '../page/types.ts';
import { useRecordCrumbs } from '../page/useCrumb.ts';
import { useHotkeys } from '../page/useHotkeys.ts';
import { useQueryParams } from '../page/useQueryParams.ts';
import { columnFactory } from '../resource/columns.tsx';
import type { Doc } from '../resource/types.ts';
import { useNameOf } from '../resource/useNameOf.ts';
import { fieldKeys, useResourceText } from '../resource/useResourceText.ts';
import { ActionBar, PRIMARY_KEY } from './ActionBar.tsx';
import { Course } from './Course.tsx';
import classes from './document.module.css';
import { PrintMenu, pdfOf } from './PrintMenu.tsx';
import { useWalk, type Walk } from './useWalk.ts';
import { Banner, factsOf, noteFactory, sectionFactory } from './vocabulary.tsx';

/** What the contract's `documentDetail` adds to a record, where it is one. */
interface DocumentParts {
  readonly id: string;
  readonly version?: number;
  readonly status?: string;
  readonly history?: readonly HistoryEntry[];
  readonly attachments?: readonly AttachedFile[];
  readonly related?: readonly RelatedDocument[];
}

interface RelatedDocument {
  readonly type: string;
  readonly id: string;
  readonly documentNo: string | null;
  readonly status: string;
}

interface Tab {
  readonly key: string;
  readonly label: string;
  readonly content: ReactNode;
}

const RelatedStatus = retryingLazy(async () => ({
  default: (await import(/* webpackChunkName: "related" */ './RelatedStatus.tsx')).RelatedStatus,
}));
const RelatedKind = retryingLazy(async () => ({
  default: (await import(/* webpackChunkName: "related" */ './RelatedStatus.tsx')).RelatedKind,
}));

const Following = retryingLazy(async () => ({
  default: (await import(/* webpackChunkName: "related" */ './RelatedStatus.tsx'))
    .Following<RelatedDocument>,
}));

/** After the page itself: nobody waits for them, and the kit is loaded without them. */
const Comments = retryingLazy(async () => ({
  default: (await import('../comments/Comments.tsx')).Comments,
}));

/** After the page itself, into a line that is kept free for it. */
/** Keeps the line while the answer is on its way. */
const NBSP = '\u00a0';
const WaitsFor = retryingLazy(async () => ({
  default: (await import('../waiting/WaitsFor.tsx')).WaitsFor,
}));

/** With the tab that shows them: most readers never open it. */
const Moves = retryingLazy(async () => ({ default: (await import('../moves/Moves.tsx')).Moves }));

function Related({
  items,
  routeOf,
}: {
  readonly items: NonNullable<DocumentParts['related']>;
  /** Route's name, or an address; null where this person has no page for it. */
  readonly routeOf: (type: string, id: string) => string | { readonly to: To } | null;
}): ReactNode {
  const t = useKitText();
  if (items.length === 0) return <EmptyState title={t('document.noRelated')} />;
  return (
    <ul className={classes.related}>
      {items.map(({ type, id, documentNo, status }) => {
        const route = routeOf(type, id);
        const name = documentNo ?? t('document.draft');
        return (
          <li key={id}>
            <span className={classes.kind}>
              <Suspense fallback={null}>
                <RelatedKind type={type} />
              </Suspense>
            </span>
            {route === null ? (
              name
            ) : typeof route === 'object' ? (
              <Link to={route.to}>{name}</Link>
            ) : (
              <PageLink page={route} params={{ id }}>
                {name}
              </PageLink>
            )}
            <Suspense fallback={null}>
              <RelatedStatus type={type} status={status} />
            </Suspense>
          </li>
        );
      })}
    </ul>
  );
}

function WalkButtons({
  walk,
  go,
}: {
  readonly walk: Walk;
  readonly go: (to: Walk['next']) => void;
}): ReactNode {
  const t = useKitText();
  return (
    <div className={classes.walk}>
      <span>{t('document.place', { number: walk.number, total: walk.total })}</span>
      <Button
        type="text"
        size="small"
        icon={<LeftIcon />}
        aria-label={t('document.previous')}
        title={`${t('document.previous')} (k)`}
        disabled={walk.previous === null}
        onClick={() => go(walk.previous)}
      />
      <Button
        type="text"
        size="small"
        icon={<RightIcon />}
        aria-label={t('document.next')}
        title={`${t('document.next')} (j)`}
        disabled={walk.next === null}
        onClick={() => go(walk.next)}
      />
    </div>
  );
}

/** Whether documents of a family post stock moves: only such a family has the call. */
const postsMoves = (family: string): boolean => findOptional(`${family}.moves`)?.kind === 'one';

const mayAttach = (family: string): boolean => {
  const access = findOptional(`${family}.attach`)?.access;
  return access !== undefined && (access.kind !== 'ability' || access.anyOf.some(mayDo));
};

/**
 * A document: its state at one glance, what can be done and why not, its parts, its course and its
 * history (design, "Document"). Live events refresh it while it is open.
 */
export function DocumentPage<L extends ListName>(props: DocumentPageProps<L>): ReactNode {
  const { resource, sections } = props;
  const t = useKitText();
  const text = useResourceText(resource);
  const nameOf = useNameOf(resource);
  const narrow = useNarrow();
  const navigate = useNavigate();
  const routeParams = useParams() as Readonly<Record<string, string>>;
  const id = props.id ?? routeParams.id ?? '';
  const params = { ...routeParams, id };
  const { state } = useLocation();
  const [search, setSearch] = useQueryParams();
  const [help, setHelp] = useState(false);
  const found = useQuery(rowOptions(`${resource.family}.get`, { params, loading: false }));
  const walk = useWalk({ resource, id, state });
  const doc = found.data as Doc<L> | undefined;
  const parts = found.data as DocumentParts | undefined;
  const name = doc ? nameOf(doc) || t('document.draft') : '';
  const route = resource.routes?.document;
  useRecordCrumbs(resource, doc, name);

  const go = (to: Walk['next']) => {
    if (!to || !walk || route === undefined) return;
    const from: FromList = {
      fromList: { search: walk.search, position: to.position, total: walk.total },
    };
    navigate(pathOf(route, { ...params, id: to.id }), { state: from });
  };
  useHotkeys({
    j: () => (walk?.next ? go(walk.next) : false),
    k: () => (walk?.previous ? go(walk.previous) : false),
    '?': () => setHelp(true),
  });

  if (found.isError && !doc) {
    return (
      <section className={pageClasses.page}>
        <BackLink resource={resource} />
        <PageTitle>{text('one')}</PageTitle>
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      </section>
    );
  }
  if (!doc || !parts) {
    return (
      <section className={pageClasses.page} aria-busy="true">
        <BackLink resource={resource} />
        <PageTitle>{text('one')}</PageTitle>
        <Skeleton active paragraph={{ rows: 10 }} />
      </section>
    );
  }

  const { machine } = resource;
  const history = parts.history ?? [];
  const pdf = pdfOf(resource.family);
  const progress =
    machine && parts.status !== undefined ? (
      <Course machine={machine} status={parts.status} history={history} />
    ) : null;
  const timeline = parts.history ? (
    <Timeline entries={history} machine={machine} labelOf={(field) => text(fieldKeys(field))} />
  ) : null;

  const routeOf = (type: string, relatedId: string) => {
    const page = props.related?.[type];
    if (typeof page !== 'function') return page ?? null;
    const to = page(doc, relatedId);
    return to && { to };
  };
  const facts = factsOf(props.facts(doc, columnFactory<Doc<L>>()), doc, text);
  const notes = noteFactory(doc, text);
  const all = typeof sections === 'function' ? sections(sectionFactory(resource, text)) : sections;
  const tabs: Tab[] = all
    .filter((section) => section.show?.(doc) !== false)
    .map((section) => ({
      key: section.key,
      label: withCount(text(`section.${section.key}`), section.count?.(doc)),
      content: section.render(doc),
    }));
  if (postsMoves(resource.family)) {
    tabs.push({
      key: 'moves',
      label: t('document.moves'),
      content: (
        <Suspense fallback={<Skeleton active paragraph={{ rows: 4 }} />}>
          <Moves family={resource.family} id={parts.id} />
        </Suspense>
      ),
    });
  }
  if (parts.attachments) {
    tabs.push({
      key: 'attachments',
      label: withCount(t('document.attachments'), parts.attachments.length),
      content: (
        <Attachments
          files={parts.attachments}
          family={resource.family}
          documentId={parts.id}
          canChange={mayAttach(resource.family)}
          canRemove={machine !== undefined && !isDecided(machine, parts.status ?? '')}
        />
      ),
    });
  }
  if (parts.related) {
    tabs.push({
      key: 'related',
      label: withCount(t('document.related'), parts.related.length),
      content: <Related items={parts.related} routeOf={routeOf} />,
    });
  }
  // What is posted leads on to the documents that came of it.
  const following =
    machine && parts.related?.length && isDecided(machine, parts.status ?? '') ? (
      <Suspense fallback={null}>
        <Following
          id={parts.id}
          items={parts.related}
          render={(items) => (
            <div>
              <h2 className={classes.sideTitle}>{t('document.continues')}</h2>
              <Related items={items} routeOf={routeOf} />
            </div>
          )}
        />
      </Suspense>
    ) : null;
  const aside = props.aside?.(doc);
  const comments = machine ? (
    <Suspense fallback={null}>
      <Comments key={parts.id} type={resource.family} id={parts.id} />
    </Suspense>
  ) : null;
  if (narrow && (progress || timeline || aside)) {
    tabs.push({
      key: 'course',
      label: t('document.course'),
      content: (
        <div className={classes.stacked}>
          {progress}
          {following}
          {aside}
          {timeline}
        </div>
      ),
    });
  }
  if (narrow && comments) {
    tabs.push({ key: 'comments', label: t('document.comments'), content: comments });
  }
  const open = tabs.some((tab) => tab.key === search.get('section'))
    ? (search.get('section') ?? '')
    : (tabs[0]?.key ?? '');

  return (
    <section className={pageClasses.page}>
      <div className={classes.top}>
        <BackLink resource={resource} />
        {walk ? <WalkButtons walk={walk} go={go} /> : null}
      </div>
      <div className={pageClasses.head}>
        <div className={classes.heading}>
          <PageTitle key={id}>{name}</PageTitle>
          {machine && parts.status !== undefined ? (
            <StatusTag machine={machine} status={parts.status} />
          ) : null}
        </div>
        <ul className={classes.facts}>
          {facts.map((fact) => (
            <li key={fact.key}>
              {text(fieldKeys(fact.key))} <b>{fact.value}</b>
            </li>
          ))}
        </ul>
        <div className={pageClasses.buttons}>
          <ActionBar
            resource={resource}
            machine={machine}
            doc={doc}
            params={params}
            actions={props.actions ?? {}}
            links={props.links ?? []}
            facts={facts}
            print={pdf ? <PrintMenu endpoint={pdf} params={params} title={name} /> : null}
          />
        </div>
      </div>
      {machine ? (
        <div className={classes.waits}>
          <Suspense fallback={NBSP}>
            <WaitsFor type={resource.family} id={parts.id} version={parts.version} />
          </Suspense>
        </div>
      ) : null}
      <Banner notes={props.banner ? props.banner(doc, notes) : [notes.reason]} />
      <div className={narrow ? undefined : classes.body}>
        <div className={classes.main}>
          <Tabs
            activeKey={open}
            onChange={(key) =>
              setSearch(
                (before) => {
                  before.set('section', key);
                  return before;
                },
                { replace: true, state, preventScrollReset: true },
              )
            }
            items={tabs.map((tab) => ({ key: tab.key, label: tab.label, children: tab.content }))}
          />
        </div>
        {narrow ? null : (
          <aside className={classes.side} aria-label={t('document.course')}>
            {progress ? (
              <div>
                <h2 className={classes.sideTitle}>{t('document.progress')}</h2>
                {progress}
              </div>
            ) : null}
            {following}
            {aside}
            {timeline ? (
              <div>
                <h2 className={classes.sideTitle}>{t('timeline.title')}</h2>
                {timeline}
              </div>
            ) : null}
            {comments}
          </aside>
        )}
      </div>
      {narrow && machine ? <div className={classes.underBottom} /> : null}
      <HelpOverlay
        open={help}
        onClose={() => setHelp(false)}
        keys={[
          { keys: ['j'], does: 'next' },
          { keys: ['k'], does: 'previous' },
          { keys: [PRIMARY_KEY], does: 'primary' },
          { keys: ['?'], does: 'help' },
        ]}
      />
      {props.children}
    </section>
  );
}

const withCount = (label: string, count: number | undefined): string =>
  count === undefined ? label : `${label} (${count})`;
