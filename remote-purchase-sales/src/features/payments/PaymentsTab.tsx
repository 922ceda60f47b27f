import { oneOptions } from '@boxyard/shared/client';
import { decimal } from '@boxyard/shared/domain';
import { expectedOf } from '@boxyard/shared/domain/money/expected.ts';
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
import { Button, PageLink, RefText } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { moneyPath, moneyQuery } from '../../moneyTabs.ts';
import { TakeOver } from '../../TakeOver.tsx';
import { allocateFields, filesOf, payments, refundFields } from './payments.resource.tsx';
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
        <>
          <TakeOver resource="payments" ability="payment-data:import" />
          {mayInquire ? (
            <Button onClick={() => ask(true)}>{t('payments.inquire.button')}</Button>
          ) : null}
        </>
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
                amount: expectedOf(paidFor.data, method),
                allocations: [{ invoiceId, amount: expectedOf(paidFor.data, method) }],
              }
            : { allocations: [] }),
        }}
        toBody={({ slip: _slip, certificate: _certificate, ...values }) => values}
        toFiles={filesOf}
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
      facts={(doc, f) => [
        f.money('amount'),
        {
          key: 'customer',
          value: (
            <PageLink page="customer-data" query={{ record: doc.customer.id }}>
              <RefText value={doc.customer} show="name" />
            </PageLink>
          ),
        },
        f.choice('method'),
        f.dateTime('paidAt'),
        f.ref('bankAccount', { known: true, show: 'name' }),
        f.text('bankReference', { known: true }),
        f.text('payerName', { known: true }),
        f.choice('payerBank', { known: true }),
        f.text('chequeNo', { known: true }),
        f.date('chequeDate', { known: true }),
        f.text('whtCertNo', { known: true }),
        f.date('whtCertDate', { known: true }),
        f.text('receiptNo', { known: true }),
        f.date('receiptDate', { known: true }),
        ...(decimal.isZero(doc.creditAmount) ? [] : [f.money('creditAmount')]),
        f.money('refundAmount', { known: true }),
        ...(decimal.isZero(doc.refundedAmount) ? [] : [f.money('refundedAmount')]),
        f.text('remark', { known: true }),
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
                  render: ({ invoice }) =>
                    invoice ? (
                      <PageLink page="payment-data" query={moneyQuery('invoices', invoice.id)}>
                        {invoice.documentNo}
                      </PageLink>
                    ) : null,
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
          // Customer and method are no part of the call: invoices and their amounts are proposed by them.
          initialValues: ({ customer, method: by }) => ({
            customerId: customer.id,
            method: by,
            allocations: [{}],
          }),
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
