import { oneOptions, useEndpointMutation } from '@boxyard/shared/client';
import type { BankLineDetail } from '@boxyard/shared/contract';
import { decimal } from '@boxyard/shared/domain';
import { bankLineMachine } from '@boxyard/shared/domain/money/bankLineMachine.ts';
import { CallDialog } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import {
  Alert,
  Button,
  DateText,
  DateTimeText,
  Drawer,
  ErrorState,
  Facts,
  Money,
  PageLink,
  RefText,
  Skeleton,
  StatusTag,
  Table,
  Timeline,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { moneyQuery } from '../../moneyTabs.ts';
import { namedAllocations } from './allocations.ts';
import { Confidence, Reasons } from './BankLineWords.tsx';
import { bankLines, confirmFields, ignoreFields } from './bankLines.resource.tsx';
import classes from './payments.module.css';

const WIDTH = 720;

interface Props {
  readonly id: string | null;
  readonly onClose: () => void;
}

/** A line of a statement: what the bank says, what it is taken for, and what a person makes of it. */
export function BankLineDrawer({ id, onClose }: Props) {
  const t = useT('remote-purchase-sales');
  const found = useQuery({
    ...oneOptions('bankLines.get', { params: { id: id ?? '' } }),
    enabled: id !== null,
  });
  const line = id === null ? undefined : found.data;
  return (
    <Drawer
      open={id !== null}
      onClose={onClose}
      size={WIDTH}
      destroyOnHidden
      title={t('bankLines.one')}
      extra={line ? <StatusTag machine={bankLineMachine} status={line.status} /> : undefined}
    >
      {line ? (
        <Line line={line} />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Drawer>
  );
}

function Line({ line }: { readonly line: BankLineDetail }) {
  const t = useT('remote-purchase-sales');
  const fact = (key: string, value: React.ReactNode, wide = false) =>
    value === null || value === ''
      ? []
      : [{ key, label: t(`bankLines.field.${key}`), value, ...(wide ? { wide } : {}) }];
  return (
    <div className={classes.statement}>
      <Facts
        items={[
          ...fact('amount', <Money value={line.amount} />),
          ...fact(
            'bookedOn',
            <>
              <DateText value={line.bookedOn} /> {line.bookedAt?.slice(0, 5)}
            </>,
          ),
          ...fact('bankAccount', <RefText value={line.bankAccount} show="name" />),
          ...fact('reference', line.reference),
          ...fact('payerName', line.payerName),
          ...fact('payerAccount', line.payerAccount),
          ...fact('payerReference', line.payerReference, true),
          ...fact('description', line.description, true),
          ...fact('statement', `${line.statement.fileName} · ${line.rowNo}`, true),
          ...fact('statusReason', line.statusReason, true),
        ]}
      />
      {line.alike ? (
        <Alert
          type="warning"
          showIcon
          title={
            <>
              {t('bankLines.alike.title')}{' '}
              <PageLink page="payment-data" query={{ tab: 'bank-lines', record: line.alike.id }}>
                {line.alike.fileName} · {line.alike.rowNo}
              </PageLink>
            </>
          }
          description={t('bankLines.alike.text')}
        />
      ) : null}
      <Proposal line={line} />
      <Decisions line={line} />
      <Candidates line={line} />
      <Timeline entries={line.history} machine={bankLineMachine} />
    </div>
  );
}

/** What it is taken for, how sure that is and why; or the payment that it is. */
function Proposal({ line }: { readonly line: BankLineDetail }) {
  const t = useT('remote-purchase-sales');
  const { payment, customer, allocations, allowedActions } = line;
  if (payment) {
    return (
      <Alert
        type="success"
        showIcon
        title={
          <>
            {t(line.isPaymentMade ? 'bankLines.made' : 'bankLines.found')}{' '}
            <PageLink page="payment-data" query={moneyQuery('payments', payment.id)}>
              {payment.documentNo}
            </PageLink>
          </>
        }
        description={<Reasons line={line} />}
      />
    );
  }
  if (!customer) {
    return allowedActions.includes('ignore') ? (
      <Alert type="warning" showIcon title={t('bankLines.unknown')} />
    ) : null;
  }
  const spread = decimal.add('0', ...allocations.map(({ amount }) => amount));
  const rest = decimal.round(decimal.subtract(line.amount, spread));
  return (
    <section className={classes.stack}>
      <h3>{t('bankLines.section.proposal')}</h3>
      <span>
        <Confidence line={line} /> <RefText value={customer} />
      </span>
      <Reasons line={line} />
      <Table
        label={t('bankLines.section.allocations')}
        rows={allocations}
        rowKey={({ invoice, amount }) => invoice?.id ?? amount}
        columns={[
          {
            key: 'invoice',
            title: t('bankLines.line.invoiceId'),
            card: 'title' as const,
            render: ({ invoice }) =>
              invoice ? (
                <PageLink page="payment-data" query={moneyQuery('invoices', invoice.id)}>
                  {invoice.documentNo}
                </PageLink>
              ) : null,
          },
          {
            key: 'balance',
            title: t('bankLines.line.balance'),
            align: 'right' as const,
            render: ({ balance }) => <Money value={balance} />,
          },
          {
            key: 'amount',
            title: t('bankLines.line.amount'),
            align: 'right' as const,
            render: ({ amount }) => <Money value={amount} />,
          },
        ]}
      />
      {decimal.isZero(rest) ? null : (
        <span className={classes.words}>
          {t('bankLines.credit')} <Money value={rest} />
        </span>
      )}
    </section>
  );
}

type Asked = 'confirm' | 'ignore' | null;

/** Confirm as it is proposed or otherwise, ignore, open again. */
function Decisions({ line }: { readonly line: BankLineDetail }) {
  const t = useT('remote-purchase-sales');
  const kit = useT('kit');
  const [asked, ask] = useState<Asked>(null);
  const reopen = useEndpointMutation('bankLines.reopen');
  const may = (action: string) => line.allowedActions.includes(action);
  const close = () => ask(null);
  return (
    <>
      <div className={classes.range}>
        {may('confirm') ? (
          <Button type="primary" onClick={() => ask('confirm')}>
            {kit('action.bankLine.confirm')}
          </Button>
        ) : null}
        {may('ignore') ? (
          <Button danger onClick={() => ask('ignore')}>
            {kit('action.bankLine.ignore')}
          </Button>
        ) : null}
        {may('reopen') ? (
          <Button
            loading={reopen.isPending}
            onClick={() =>
              reopen.mutate({ params: { id: line.id }, body: { version: line.version } })
            }
          >
            {kit('action.bankLine.reopen')}
          </Button>
        ) : null}
      </div>
      {asked === 'confirm' ? (
        <CallDialog
          endpoint="bankLines.confirm"
          params={{ id: line.id }}
          resource={bankLines}
          title={t('bankLines.confirm.title')}
          consequence={t('bankLines.confirm.text')}
          okText={kit('action.bankLine.confirm')}
          fields={confirmFields}
          initialValues={{
            customerId: line.customer?.id,
            method: 'transfer',
            allocations: namedAllocations(line),
          }}
          toBody={({ allocations = [], ...values }) => ({
            ...values,
            allocations,
            version: line.version,
          })}
          onDone={close}
          onClose={close}
        />
      ) : null}
      {asked === 'ignore' ? (
        <CallDialog
          endpoint="bankLines.ignore"
          params={{ id: line.id }}
          resource={bankLines}
          title={t('bankLines.ignore.title')}
          consequence={t('bankLines.ignore.text')}
          okText={kit('action.bankLine.ignore')}
          fields={ignoreFields}
          initialValues={{}}
          toBody={(values) => ({ ...values, version: line.version })}
          onDone={close}
          onClose={close}
        />
      ) : null}
    </>
  );
}

type Candidate = BankLineDetail['payments'][number];

/** Payments of the same amount that nobody has found on a statement yet. */
function Candidates({ line }: { readonly line: BankLineDetail }) {
  const t = useT('remote-purchase-sales');
  const kit = useT('kit');
  const link = useEndpointMutation('bankLines.link');
  if (line.payments.length === 0 || !line.allowedActions.includes('link')) return null;
  return (
    <section className={classes.stack}>
      <h3>{t('bankLines.section.payments')}</h3>
      <Table<Candidate>
        label={t('bankLines.section.payments')}
        rows={line.payments}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'documentNo',
            title: t('payments.field.documentNo'),
            card: 'title',
            render: ({ id, documentNo }) => (
              <PageLink page="payment-data" query={moneyQuery('payments', id)}>
                {documentNo}
              </PageLink>
            ),
          },
          {
            key: 'customer',
            title: t('payments.field.customer'),
            render: ({ customer }) => <RefText value={customer} show="name" />,
          },
          {
            key: 'paidAt',
            title: t('payments.field.paidAt'),
            render: ({ paidAt }) => <DateTimeText value={paidAt} />,
          },
          {
            key: 'link',
            title: '',
            render: ({ id, documentNo }) => (
              <Button
                size="small"
                loading={link.isPending}
                aria-label={`${kit('action.bankLine.link')} ${documentNo}`}
                onClick={() =>
                  link.mutate({
                    params: { id: line.id },
                    body: { version: line.version, paymentId: id },
                  })
                }
              >
                {kit('action.bankLine.link')}
              </Button>
            ),
          },
        ]}
      />
    </section>
  );
}
