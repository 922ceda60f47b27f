import { rowOptions, useEndpointMutation } from '@boxyard/shared/client';
import type { InvoiceRun } from '@boxyard/shared/contract/areas/money.ts';
import { bangkokDate } from '@boxyard/shared/domain';
import { isOpenRun } from '@boxyard/shared/domain/money/invoiceRuns.ts';
import {
  actionFields,
  CallDialog,
  type FormValues,
  LinesTable,
  ListPage,
  useQueryKey,
} from '@boxyard/shared/kit';
import { confirm, useCan, useT } from '@boxyard/shared/runtime';
import {
  Alert,
  Button,
  DateText,
  Money,
  PageLink,
  RefText,
  RelativeTime,
  Skeleton,
  Space,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { invoiceRuns } from './money.resource.tsx';
import classes from './payments.module.css';
import { RunProgress } from './RunProgress.tsx';

/** How often the progress of a job is asked for, where no event says it. */
const POLL_MS = 2000;
/** Choosing goes on for so long before it is worked out what is due. */
const PAUSE_MS = 300;

/** Runs of invoices, and one of them with what it could not bill at `?run=`. */
export function RunsTab() {
  const [id, open] = useQueryKey('run');
  const [starting, start] = useState(false);
  const t = useT('remote-purchase-sales');
  const mayRun = useCan('payment-data:run-invoices');
  if (id) return <OneRun id={id} onBack={() => open(null)} />;
  return (
    <ListPage
      resource={invoiceRuns}
      embedded
      onCreate={false}
      onOpen={(row) => open(row.id)}
      actions={
        mayRun ? (
          <Button type="primary" onClick={() => start(true)}>
            {t('invoiceRuns.start')}
          </Button>
        ) : null
      }
    >
      {starting ? (
        <StartDialog
          onStarted={(run) => {
            start(false);
            open(run);
          }}
          onClose={() => start(false)}
        />
      ) : null}
    </ListPage>
  );
}

const runFields = actionFields('invoiceRuns.create', (f) => [
  f.record('companyId', 'companies.all', { span: 3, habit: true }),
  f.date('until', { span: 3, help: 'help.until' }),
  f.panel('preview', ({ values }) => <Preview values={values} />, { span: 6 }),
]);

function StartDialog({
  onStarted,
  onClose,
}: {
  readonly onStarted: (id: string) => void;
  readonly onClose: () => void;
}) {
  const t = useT('remote-purchase-sales');
  return (
    <CallDialog
      endpoint="invoiceRuns.create"
      resource={invoiceRuns}
      title={t('invoiceRuns.start')}
      consequence={t('invoiceRuns.consequence')}
      okText={t('invoiceRuns.start')}
      fields={runFields}
      initialValues={{ until: bangkokDate(new Date()) }}
      toBody={({ companyId, until }) => ({ companyId, until })}
      onDone={({ id }) => onStarted(id)}
      onClose={onClose}
    />
  );
}

/** What the run would bill, as the server would take it up now. */
function Preview({ values }: { readonly values: FormValues }) {
  const t = useT('remote-purchase-sales');
  const { companyId, until } = values as { companyId?: string; until?: string };
  const preview = useEndpointMutation('invoiceRuns.preview', { silent: true, loading: false });
  const { mutate, data, isError } = preview;
  useEffect(() => {
    if (!companyId || !until) return;
    const timer = setTimeout(() => mutate({ body: { companyId, until } }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [companyId, until, mutate]);
  const due = data?.data;
  if (!companyId || !until || isError || !due) {
    return <p className={classes.words}>{t('invoiceRuns.noPreview')}</p>;
  }
  if (due.contracts === 0) return <p className={classes.words}>{t('invoiceRuns.nothing')}</p>;
  return (
    <section className={classes.statement} aria-label={t('invoiceRuns.preview')}>
      <p className={classes.due}>
        {t('invoiceRuns.due', { contracts: due.contracts, invoices: due.invoices })}{' '}
        <Money value={due.amount} />
      </p>
      <LinesTable
        resource={invoiceRuns}
        rows={due.rows}
        columns={(c) => [
          c.custom('contract', { render: (row) => row.documentNo }),
          c.ref('customer'),
          c.date('dueDate'),
          c.number('invoices'),
          c.money('amount'),
        ]}
      />
      {due.rows.length < due.contracts ? (
        <p className={classes.words}>
          {t('invoiceRuns.more', { count: due.contracts - due.rows.length })}
        </p>
      ) : null}
    </section>
  );
}

function OneRun({ id, onBack }: { readonly id: string; readonly onBack: () => void }) {
  const t = useT('remote-purchase-sales');
  const mayRun = useCan('payment-data:run-invoices');
  const cancel = useEndpointMutation('invoiceRuns.cancel');
  const found = useQuery({
    ...rowOptions('invoiceRuns.get', { params: { id }, loading: false }),
    refetchInterval: ({ state }) => {
      const now = state.data as InvoiceRun | undefined;
      return now && isOpenRun(now.status) ? POLL_MS : false;
    },
  });
  const run = found.data as InvoiceRun | undefined;
  if (!run) return <Skeleton active paragraph={{ rows: 4 }} />;
  const stop = async () => {
    const answer = await confirm({
      title: t('invoiceRuns.cancel.title'),
      body: t('invoiceRuns.cancel.text'),
      okText: t('invoiceRuns.cancel.ok'),
    });
    if (answer.ok) cancel.mutate({ params: { id }, body: { version: run.version } });
  };
  return (
    <div className={classes.statement}>
      <Space wrap>
        <Button type="text" onClick={onBack}>
          ‹ {t('invoiceRuns.title')}
        </Button>
        {mayRun && isOpenRun(run.status) ? (
          <Button danger loading={cancel.isPending} onClick={() => void stop()}>
            {t('invoiceRuns.cancel.ok')}
          </Button>
        ) : null}
      </Space>
      <h2>
        {t('invoiceRuns.of')} <DateText value={run.until} /> ·{' '}
        <RefText value={run.company} show="name" />
      </h2>
      <RunProgress run={run} />
      <p className={classes.words}>
        {run.createdBy?.name} · <RelativeTime value={run.createdAt} /> ·{' '}
        {t('invoiceRuns.issued', { count: run.invoiceCount })} <Money value={run.amount} />
      </p>
      {run.failures.length > 0 ? <Failures run={run} /> : null}
    </div>
  );
}

/** What a run could not bill, and why; a further run takes it up again. */
function Failures({ run }: { readonly run: InvoiceRun }) {
  const t = useT('remote-purchase-sales');
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={t('invoiceRuns.failures', { count: run.failed })}
        description={t('invoiceRuns.again')}
      />
      <LinesTable
        resource={invoiceRuns}
        rows={run.failures}
        columns={(c) => [
          c.custom('contract', {
            render: (row) => (
              <PageLink page="purchase-contract-detail" params={{ id: row.id }}>
                {row.documentNo}
              </PageLink>
            ),
          }),
          c.ref('customer'),
          c.text('error'),
        ]}
      />
    </>
  );
}
