import { oneOptions } from '@boxyard/shared/client';
import { decimal } from '@boxyard/shared/domain';
import { RECEIPT_METHODS } from '@boxyard/shared/domain/money/paymentMachine.ts';
import {
  actionFields,
  CallDialog,
  DocumentDrawer,
  LinesTable,
  ListPage,
  RecordDrawer,
  useQueryKey,
  useQueryParams,
} from '@boxyard/shared/kit';
import { useCan, useT } from '@boxyard/shared/runtime';
import { Button, DateText, DateTimeText, Money, PageLink, RefText } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { moneyPath, moneyQuery } from './moneyTabs.ts';
import { allocateFields, payments, refundFields } from './payments.resource.tsx';
import { TaxInvoices } from './TaxInvoices.tsx';

const NEW = 'new';

/** Payments, one of them opened by its address; a new one may begin with the invoice that it pays. */
export function PaymentsTab() {
  const t = useT('remote-purchase-sales');
  const [record, open] = useQueryKey('record');
  const [search, setSearch] = useQueryParams();
  const invoiceId = search.get('invoice');
  const method = RECEIPT_METHODS.find((one) => one === search.get('method')) ?? 'transfer';
  const mayInquire = useCan('payment-data:inquire');
  const mayCreate = useCan('payment-data:create');
  const [asking, ask] = useState(false);
  const paidFor = useQuery({
    ...oneOptions('invoices.get', { params: { id: invoiceId ?? '' } }),
    enabled: invoiceId !== null,
  });
  const isReady = invoiceId === null || paidFor.data !== undefined;
  return (
    <ListPage
      resource={payments}
      embedded
      onCreate={mayCreate ? () => open(NEW) : false}
      onOpen={({ id }) => open(id)}
      actions={
        mayInquire ? (
          <Button onClick={() => ask(true)}>{t('payments.inquire.button')}</Button>
        ) : null
      }
    >
      <PaymentDrawer id={record === NEW ? null : record} onClose={() => open(null)} />
      <RecordDrawer
        resource={payments}
        size="wide"
        target={record === NEW && isReady ? NEW : null}
        onClose={() =>
          setSearch((current) => {
            current.delete('record');
            current.delete('invoice');
            current.delete('method');
            return current;
          })
        }
        initialValues={{
          method,
          paidAt: new Date().toISOString(),
          ...(paidFor.data && invoiceId
            ? {
                customerId: paidFor.data.customer.id,
                amount: paidFor.data.balance,
                allocations: [{ invoiceId, amount: paidFor.data.balance }],
              }
            : { allocations: [] }),
        }}
        toBody={({ slip: _slip, ...values }) => values}
        toFiles={({ slip }) => (slip instanceof File ? [slip] : [])}
        onSaved={({ id }) =>
          setSearch((current) => {
            current.delete('invoice');
            current.delete('method');
            current.set('record', id);
            return current;
          })
        }
      />
      {asking ? <Inquiry onClose={() => ask(false)} /> : null}
    </ListPage>
  );
}

const inquiryFields = actionFields('payments.inquire', (f) => [
  f.text('ref', { span: 6, autoFocus: true }),
]);

/** Looks for a payment by any reference; what is found opens. */
function Inquiry({ onClose }: { readonly onClose: () => void }) {
  const t = useT('remote-purchase-sales');
  const go = useNavigate();
  return (
    <CallDialog
      endpoint="payments.inquire"
      resource={payments}
      title={t('payments.inquire.title')}
      consequence={t('payments.inquire.text')}
      okText={t('payments.inquire.ok')}
      fields={inquiryFields}
      initialValues={{}}
      onDone={({ payment, invoice, bankLine }) => {
        onClose();
        const found = payment
          ? moneyPath('payments', payment.id)
          : bankLine
            ? moneyPath('bank-lines', bankLine.id)
            : moneyPath('invoices', invoice?.id ?? '');
        void go(found);
      }}
      onClose={onClose}
    />
  );
}

function PaymentDrawer({
  id,
  onClose,
}: {
  readonly id: string | null;
  readonly onClose: () => void;
}) {
  const t = useT('remote-purchase-sales');
  return (
    <DocumentDrawer
      resource={payments}
      id={id}
      title={t('payments.one')}
      onClose={onClose}
      related={{
        invoice: (_doc, related) => moneyPath('invoices', related),
      }}
      facts={(doc) => [
        { key: 'amount', value: <Money value={doc.amount} /> },
        { key: 'customer', value: <RefText value={doc.customer} show="name" /> },
        { key: 'method', value: t(`payments.choice.method.${doc.method}`) },
        { key: 'paidAt', value: <DateTimeText value={doc.paidAt} /> },
        ...(doc.bankReference ? [{ key: 'bankReference', value: doc.bankReference }] : []),
        ...(doc.chequeNo ? [{ key: 'chequeNo', value: doc.chequeNo }] : []),
        ...(doc.chequeDate
          ? [{ key: 'chequeDate', value: <DateText value={doc.chequeDate} /> }]
          : []),
        ...(doc.whtCertNo ? [{ key: 'whtCertNo', value: doc.whtCertNo }] : []),
        ...(doc.receiptNo ? [{ key: 'receiptNo', value: doc.receiptNo }] : []),
        ...(decimal.isZero(doc.creditAmount)
          ? []
          : [{ key: 'creditAmount', value: <Money value={doc.creditAmount} /> }]),
        ...(doc.refundAmount
          ? [{ key: 'refundAmount', value: <Money value={doc.refundAmount} /> }]
          : []),
      ]}
      sections={[
        {
          key: 'allocations',
          count: (doc) => doc.allocations.length,
          render: (doc) => (
            <LinesTable
              resource={payments}
              rows={doc.allocations}
              columns={(c) => [
                c.custom('invoice', {
                  render: (row) => (
                    <PageLink page="payment-data" query={moneyQuery('invoices', row.invoice.id)}>
                      {row.invoice.documentNo}
                    </PageLink>
                  ),
                }),
                c.date('dueDate'),
                c.money('balance'),
                c.money('amount'),
              ]}
            />
          ),
        },
        {
          key: 'taxInvoices',
          count: (doc) => doc.taxInvoices.length,
          show: (doc) => doc.taxInvoices.length > 0,
          render: (doc) => <TaxInvoices rows={doc.taxInvoices} />,
        },
      ]}
      actions={{
        verify: { asks: true },
        allocate: {
          fields: allocateFields,
          // The customer is no part of the call: invoices are chosen by it.
          initialValues: (doc) => ({ customerId: doc.customer.id, allocations: [{}] }),
        },
        'request-refund': {
          fields: refundFields,
          initialValues: (doc) => ({ refundAmount: doc.creditAmount }),
        },
        'approve-refund': { asks: true },
      }}
    />
  );
}
