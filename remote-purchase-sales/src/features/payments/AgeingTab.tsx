import {
  callRow,
  type FileAnswer,
  oneOptions,
  saveFile,
  useEndpointMutation,
} from '@boxyard/shared/client';
import { bangkokDate } from '@boxyard/shared/domain';
import { ListPage, useQueryKey } from '@boxyard/shared/kit';
import { confirm, useCan, useT } from '@boxyard/shared/runtime';
import {
  Button,
  DatePicker,
  DateText,
  DateTimeText,
  Drawer,
  ErrorState,
  Money,
  Skeleton,
  Space,
  Table,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Figures } from './Figures.tsx';
import { ageing } from './money.resource.tsx';
import classes from './payments.module.css';

const WIDTH = 820;

/** What customers owe, by how late it is; one customer's account opens beside it. */
export function AgeingTab() {
  const t = useT('remote-purchase-sales');
  const [customer, open] = useQueryKey('statement');
  const [asOf, setAsOf] = useQueryKey('asOf');
  return (
    <ListPage
      resource={ageing}
      embedded
      onCreate={false}
      onOpen={({ id }) => open(id)}
      actions={
        <span className={classes.day}>
          <DatePicker
            aria-label={t('ageing.field.asOf')}
            placeholder={t('ageing.asOfToday')}
            value={asOf}
            onChange={setAsOf}
          />
        </span>
      }
      summary={(sums) => (
        <Figures
          of="ageing"
          items={(
            ['notDue', 'days30', 'days60', 'days90', 'over90', 'credit', 'balance'] as const
          ).map((key) => [key, sums[key]] as const)}
        />
      )}
    >
      <Statement key={customer} customerId={customer} onClose={() => open(null)} />
    </ListPage>
  );
}

/** A customer's account between two days. */
function Statement({
  customerId,
  onClose,
}: {
  readonly customerId: string | null;
  readonly onClose: () => void;
}) {
  const t = useT('remote-purchase-sales');
  const mayPrint = useCan('payment-data:print');
  const maySend = useCan('payment-data:notify-invoice');
  const today = bangkokDate(new Date());
  const [startDate, setStart] = useState(`${today.slice(0, 4)}-01-01`);
  const [endDate, setEnd] = useState(today);
  const call = { params: { customerId: customerId ?? '' }, query: { startDate, endDate } };
  const found = useQuery({
    ...oneOptions('receivables.statement', call),
    enabled: customerId !== null,
  });
  const statement = customerId === null ? undefined : found.data;
  const print = async () => {
    const answer = (await callRow('receivables.document', call)) as FileAnswer;
    saveFile({ ...answer, fileName: `${statement?.customer.code ?? 'statement'}.pdf` });
  };
  const send = useEndpointMutation('receivables.send');
  const ask = async () => {
    const answer = await confirm({
      title: t('statement.sendTitle', { name: statement?.customer.name }),
      body: t('statement.sendText'),
      okText: t('statement.sendOk'),
    });
    if (answer.ok) send.mutate({ params: call.params, body: call.query });
  };
  type Entry = NonNullable<typeof statement>['entries'][number];
  return (
    <Drawer
      open={customerId !== null}
      onClose={onClose}
      size={WIDTH}
      destroyOnHidden
      title={
        statement ? t('statement.of', { name: statement.customer.name }) : t('statement.title')
      }
      extra={
        statement ? (
          <Space>
            {maySend ? <Button onClick={() => void ask()}>{t('statement.send')}</Button> : null}
            {mayPrint ? <Button onClick={() => void print()}>{t('statement.print')}</Button> : null}
          </Space>
        ) : undefined
      }
    >
      <div className={classes.statement}>
        <div className={classes.range}>
          <DatePicker
            aria-label={t('statement.from')}
            value={startDate}
            onChange={(day) => day && setStart(day)}
          />
          –
          <DatePicker
            aria-label={t('statement.to')}
            value={endDate}
            onChange={(day) => day && setEnd(day)}
          />
        </div>
        {statement ? (
          <>
            <Figures
              of="statement"
              items={[
                ['opening', statement.opening],
                ['closing', statement.closing],
              ]}
            />
            <Table<Entry>
              label={t('statement.title')}
              rows={statement.entries}
              rowKey={(row) => row.id}
              columns={[
                {
                  key: 'date',
                  title: t('statement.field.date'),
                  render: (row) => <DateText value={row.date} />,
                },
                {
                  key: 'kind',
                  title: t('statement.field.kind'),
                  card: 'title' as const,
                  render: (row) => `${t(`statement.kind.${row.kind}`)} ${row.documentNo ?? ''}`,
                },
                {
                  key: 'amount',
                  title: t('statement.field.amount'),
                  align: 'right' as const,
                  render: (row) => <Money value={row.amount} />,
                },
                {
                  key: 'balance',
                  title: t('statement.field.balance'),
                  align: 'right' as const,
                  render: (row) => <Money value={row.balance} />,
                },
              ]}
            />
            {statement.sentLog.length > 0 ? (
              <section aria-label={t('statement.sentTitle')}>
                <h3>{t('statement.sentTitle')}</h3>
                <ul>
                  {statement.sentLog.map((one) => (
                    <li key={one.id}>
                      <DateTimeText value={one.at} />{' '}
                      {t('statement.sentTo', {
                        to: one.to,
                        result: one.result === null ? '–' : t(`invoices.sent.${one.result}`),
                      })}
                    </li>
                  ))}
                </ul>
              </section>
            ) : null}
          </>
        ) : found.isError ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )}
      </div>
    </Drawer>
  );
}
