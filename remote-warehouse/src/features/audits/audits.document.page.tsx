import { oneOptions, useEndpointMutation } from '@boxyard/shared/client';
import type { AuditDetail } from '@boxyard/shared/contract';
import { auditMachine, startsFrom } from '@boxyard/shared/domain';
import {
  actionFields,
  BackLink,
  DocumentPage,
  FormPage,
  known,
  LinesTable,
  PageFrame,
  PageTitle,
  useCrumb,
  useDraftDeletion,
} from '@boxyard/shared/kit';
import { mayDo, pathOf, useT, useUser } from '@boxyard/shared/runtime';
import {
  Alert,
  Button,
  DateTimeText,
  ErrorState,
  LinkButton,
  None,
  RefText,
  Skeleton,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { traceColumns } from '../../places/linePlaces.tsx';
import classes from './audits.module.css';
import { audits } from './audits.resource.tsx';
import { CountSheet } from './CountSheet.tsx';
import { shownLine } from './countQueue.ts';
import { Differences } from './Differences.tsx';
import { ReviewSheet } from './ReviewSheet.tsx';
import { useCountQueue, waitingHere } from './useCountQueue.ts';

type Doc = AuditDetail;

/** A stock count; its plan (`?edit=1`), the sheet to count on (`?count=1`), its review (`?review=1`). */
export function Page() {
  const [search] = useSearchParams();
  if (search.get('edit')) return <FormPage resource={audits} mode="edit" />;
  if (search.get('count'))
    return <Sheet draw={(doc) => <Count doc={doc} />} title="counting.title" />;
  if (search.get('review')) {
    return <Sheet draw={(doc) => <ReviewSheet doc={doc} />} title="reviewing.title" />;
  }
  return <Document />;
}

/** A page of its own for one piece of work on the count. */
function Sheet({
  draw,
  title,
}: {
  readonly draw: (doc: Doc) => React.ReactNode;
  readonly title: string;
}) {
  const t = useT('remote-warehouse');
  const { id = '' } = useParams();
  const found = useQuery(oneOptions('audits.get', { params: { id }, loading: false }));
  const doc = found.data;
  useCrumb('audit-detail', doc?.documentNo ?? '');
  return (
    <PageFrame>
      <BackLink resource={audits} />
      <PageTitle>{t(title, { name: doc?.documentNo ?? '' })}</PageTitle>
      {doc ? (
        draw(doc)
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </PageFrame>
  );
}

function Count({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-warehouse');
  const navigate = useNavigate();
  const me = useUser()?.id ?? '';
  const counting = useCountQueue(doc.id);
  const finish = useEndpointMutation('audits.setStatus');
  const isOpen = startsFrom(auditMachine, 'count', doc.status);
  const { queue } = counting;
  const isRecount = startsFrom(auditMachine, 'finish-recount', doc.status);
  const left = doc.items.filter(
    (line) => line.isOpen && shownLine(line, { round: doc.round, queue, me }).quantity === null,
  ).length;
  if (!isOpen) {
    return (
      <>
        <Alert type="info" showIcon title={t('counting.over')} />
        <div>
          <LinkButton to={pathOf('audit-detail', { id: doc.id })}>
            {t('counting.toDocument')}
          </LinkButton>
        </div>
      </>
    );
  }
  return (
    <>
      <p className={classes.progress}>
        {t(left === 0 ? 'counting.nothingLeft' : 'counting.left', { count: left })}
      </p>
      <CountSheet doc={doc} me={me} counting={counting} />
      <div className={classes.finish}>
        <Button
          type={left === 0 ? 'primary' : 'default'}
          className={classes.big ?? ''}
          loading={finish.isPending}
          disabled={left > 0 || queue.waiting.length > 0}
          onClick={async () => {
            await finish.mutateAsync({
              params: { id: doc.id },
              body: { version: doc.version, status: isRecount ? 'review' : 'counted' },
            });
            navigate(pathOf('audit-detail', { id: doc.id }));
          }}
        >
          {t(isRecount ? 'counting.finishRecount' : 'counting.finish')}
        </Button>
      </div>
    </>
  );
}

const mayReview = () => mayDo('audit:review');
const isDecided = (doc: Doc) =>
  doc.reviewedBy !== null && doc.items.some((line) => 'snapshotQty' in line);

function Document() {
  const t = useT('remote-warehouse');
  const deletion = useDraftDeletion(audits);
  const status = (wanted: string) => ({
    endpoint: 'audits.setStatus' as const,
    body: () => ({ status: wanted }),
  });
  return (
    <DocumentPage
      resource={audits}
      facts={(doc) => [
        { key: 'warehouse', value: <RefText value={doc.warehouse} show="name" /> },
        { key: 'type', value: t(`audits.choice.type.${doc.type}`) },
        { key: 'books', value: t(doc.isBlind ? 'audits.booksHidden' : 'audits.booksShown') },
        { key: 'freeze', value: t(`audits.choice.freeze.${doc.freeze}`) },
        ...(doc.categories.length > 0
          ? [{ key: 'categories', value: doc.categories.map(({ code }) => code).join(', ') }]
          : []),
        ...known('abcClass', doc.abcClass),
        ...(doc.counters.length > 0
          ? [{ key: 'counters', value: doc.counters.map(({ name }) => name).join(', ') }]
          : []),
        ...known('startedAt', doc.startedAt, (value) => <DateTimeText value={value} />),
        ...known('remark', doc.remark),
      ]}
      banner={(doc, n) => [
        waitingHere(doc.id) > 0 && <Waiting key="waiting" doc={doc} />,
        n.reason,
        startsFrom(auditMachine, 'count', doc.status) &&
          n[doc.freeze === 'hardLock' ? 'warning' : 'info'](
            doc.openCount === 0 ? 'countedAll' : 'stillOpen',
            { count: doc.openCount, all: doc.itemCount },
            doc.freeze === 'none' ? undefined : t(`audits.frozen.${doc.freeze}`),
          ),
        startsFrom(auditMachine, 'approve', doc.status) && !doc.allDecided && n.info('undecided'),
      ]}
      sections={[
        {
          key: 'differences',
          show: (doc) => isDecided(doc) && mayReview(),
          render: (doc) => <Differences doc={doc} />,
        },
        {
          key: 'items',
          count: (doc) => doc.items.length,
          render: (doc) => (doc.items.length > 0 ? <Lines doc={doc} /> : <Scope doc={doc} />),
        },
      ]}
      links={[deletion]}
      actions={{
        update: { to: () => ({ search: '?edit=1' }) },
        start: status('counting'),
        count: { to: () => ({ search: '?count=1' }) },
        finish: { ...status('counted'), hidden: (doc) => waitingHere(doc.id) > 0 },
        'finish-recount': { ...status('review'), hidden: (doc) => waitingHere(doc.id) > 0 },
        recount: status('recount'),
        review: status('review'),
        decide: { to: () => ({ search: '?review=1' }) },
        approve: {
          ...status('approved'),
          fields: actionFields('audits.setStatus', (f) => [f.longText('comment', { span: 6 })]),
        },
        cancel: status('cancelled'),
      }}
    />
  );
}

/** Before it begins: what will be counted. */
function Scope({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-warehouse');
  return (
    <p className={classes.quiet}>
      {doc.bins.length > 0
        ? t('audits.scopeBins', { bins: doc.bins.map(({ code }) => code).join(', ') })
        : t('audits.scopeAll')}
    </p>
  );
}

function Lines({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-warehouse');
  return (
    <LinesTable
      resource={audits}
      rows={doc.items}
      columns={(c) => [
        c.text('bin', { value: (line) => line.bin.code }),
        c.custom('part', {
          width: '30%',
          render: (line) => (
            <>
              <RefText value={line.part} />
              {line.isFound ? <span className={classes.trace}>{t('counting.found')}</span> : null}
            </>
          ),
        }),
        ...traceColumns(c, { rows: doc.items, partOf: ({ part }) => part, t }),
        ...(doc.items.some((line) => line.snapshotQty !== undefined)
          ? [c.quantity('snapshotQty')]
          : []),
        c.quantity('first', { value: (line) => line.first?.quantity, unit: (line) => line.unit }),
        ...(doc.round > 1
          ? [c.quantity('recount', { value: (line) => line.recount?.quantity })]
          : []),
        c.custom('countedBy', {
          render: (line) => (line.recount ?? line.first)?.by.name ?? <None />,
        }),
      ]}
    />
  );
}

/** Counted on this device and not sent yet. */
function Waiting({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-warehouse');
  return (
    <Alert
      type="warning"
      showIcon
      title={t('counting.waiting', { count: waitingHere(doc.id) })}
      action={<LinkButton to={{ search: '?count=1' }}>{t('counting.goOn')}</LinkButton>}
    />
  );
}
