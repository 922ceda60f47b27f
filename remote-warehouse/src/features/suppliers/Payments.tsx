import type { Contract, DataOf, ListName, RowOf } from '@boxyard/shared/contract';
import { bangkokDate, decimal } from '@boxyard/shared/domain';
import {
  CallDialog,
  DocumentDrawer,
  ListPage,
  type SummaryOf,
  useQueryKey,
} from '@boxyard/shared/kit';
import { notifySuccess, useT } from '@boxyard/shared/runtime';
import { DateText, Money, PageLink, RefText, Table } from '@boxyard/shared/ui';
import { type ReactNode, useState } from 'react';
import { creditPurchases } from './bidding.resource.tsx';
import { type PaidLine, paymentFields, supplierPayments } from './payments.resource.tsx';

type Debt = RowOf<Contract[Extract<ListName, 'creditPurchases.list'>]>;
type Payment = DataOf<Contract['supplierPayments.get']>;

interface Paying {
  readonly rows: readonly Debt[];
  readonly done: () => void;
}

const lineOf = ({ id, receipt, dueDate, outstanding }: Debt): PaidLine => ({
  creditPurchaseId: id,
  amount: outstanding,
  receiptNo: receipt.documentNo ?? '',
  dueDate,
  outstanding,
});

const isOwed = ({ outstanding }: Debt): boolean => !decimal.isZero(outstanding);

/** What is owed to a supplier; chosen receipts are paid together. */
export function Credit({
  supplierId,
  summary,
}: {
  readonly supplierId: string;
  readonly summary: (figures: SummaryOf<'creditPurchases.list'>) => ReactNode;
}) {
  const t = useT('remote-warehouse');
  const [paying, setPaying] = useState<Paying | null>(null);
  return (
    <ListPage
      resource={creditPurchases}
      params={{ supplierId }}
      embedded
      onCreate={false}
      summary={summary}
      bulk={[
        {
          key: 'pay',
          ability: 'suppliers:pay',
          onRun: (rows, done) => setPaying({ rows: rows.filter(isOwed), done }),
        },
      ]}
    >
      {paying ? (
        <CallDialog
          endpoint="supplierPayments.create"
          resource={supplierPayments}
          title={t('supplierPayments.pay.title')}
          consequence={t('supplierPayments.pay.consequence')}
          okText={t('supplierPayments.pay.ok')}
          fields={paymentFields}
          initialValues={{
            paymentDate: bangkokDate(new Date()),
            method: 'transfer',
            items: paying.rows.map(lineOf),
          }}
          toBody={(values) => ({
            ...values,
            supplierId,
            items: (values.items as readonly PaidLine[]).map(({ creditPurchaseId, amount }) => ({
              creditPurchaseId,
              amount,
            })),
          })}
          onClose={() => setPaying(null)}
          onDone={({ documentNo }) => {
            paying.done();
            setPaying(null);
            notifySuccess(t('supplierPayments.pay.made', { number: documentNo }));
          }}
        />
      ) : null}
    </ListPage>
  );
}

/** Payments to a supplier; one opens beside the list, where it can be reversed. */
export function Payments({ supplierId }: { readonly supplierId: string }) {
  const t = useT('remote-warehouse');
  const [opened, open] = useQueryKey('payment');
  return (
    <ListPage
      resource={supplierPayments}
      query={{ filters: { supplierId: [supplierId] } }}
      embedded
      onCreate={false}
      onOpen={(row) => open(row.id)}
    >
      <DocumentDrawer
        resource={supplierPayments}
        id={opened}
        title={t('supplierPayments.one')}
        onClose={() => open(null)}
        related={{ receipt: 'receipt-detail' }}
        facts={(doc) => [
          { key: 'documentDate', value: <DateText value={doc.documentDate} /> },
          { key: 'amount', value: <Money value={doc.amount} /> },
          { key: 'method', value: t(`supplierPayments.choice.method.${doc.method}`) },
          ...(doc.reference ? [{ key: 'reference', value: doc.reference }] : []),
          { key: 'company', value: <RefText value={doc.company} /> },
        ]}
        sections={[
          {
            key: 'items',
            count: (doc) => doc.items.length,
            render: (doc) => <Settled items={doc.items} />,
          },
        ]}
      />
    </ListPage>
  );
}

/** What the payment settled, and what is still owed of each receipt. */
function Settled({ items }: { readonly items: Payment['items'] }) {
  const t = useT('remote-warehouse');
  return (
    <Table<Payment['items'][number]>
      label={t('supplierPayments.section.items')}
      rows={items}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'receipt',
          title: t('creditPurchases.field.receipt'),
          card: 'title' as const,
          render: ({ receipt }) =>
            receipt.id === null ? null : (
              <PageLink page="receipt-detail" params={{ id: receipt.id }}>
                {receipt.documentNo}
              </PageLink>
            ),
        },
        {
          key: 'invoiceNo',
          title: t('creditPurchases.field.invoiceNo'),
          render: (row) => row.invoiceNo,
        },
        {
          key: 'amount',
          title: t('supplierPayments.line.amount'),
          align: 'right' as const,
          render: (row) => <Money value={row.amount} />,
        },
        {
          key: 'outstanding',
          title: t('creditPurchases.field.outstanding'),
          align: 'right' as const,
          render: (row) => <Money value={row.outstanding} />,
        },
      ]}
    />
  );
}
