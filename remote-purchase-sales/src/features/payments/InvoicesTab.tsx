import { useEndpointMutation } from '@boxyard/shared/client';
import type { InvoiceDetail } from '@boxyard/shared/contract';
import { addDays, bangkokDate, decimal, isDraft } from '@boxyard/shared/domain';
import {
  CallDialog,
  DocumentDrawer,
  known,
  LinesTable,
  ListPage,
  RecordDrawer,
  useQueryKey,
} from '@boxyard/shared/kit';
import { confirm, retryingLazy, useCan, useT } from '@boxyard/shared/runtime';
import { DateText, Money, PageLink, RefText } from '@boxyard/shared/ui';
import { Suspense, useState } from 'react';
import { moneyPath, moneyQuery } from '../../moneyTabs.ts';
import { TakeOver } from '../../TakeOver.tsx';
import { Figures } from './Figures.tsx';
import {
  creditFields,
  creditNotes,
  deferFields,
  discountFields,
  invoices,
  voidFields,
} from './money.resource.tsx';
import classes from './payments.module.css';
import { TaxInvoices } from './TaxInvoices.tsx';

// Rare: nobody who opens an invoice waits for it.
const DebitDialog = retryingLazy(async () => ({
  default: (await import('./DebitDialog.tsx')).DebitDialog,
}));

const NEW = 'new';
/** Credit of a month unless somebody says otherwise. */
const CREDIT_DAYS = 30;

/** Invoices, one of them opened by its address. */
export function InvoicesTab() {
  const [record, open] = useQueryKey('record');
  const [editing, edit] = useState<InvoiceDetail | null>(null);
  const mayCreate = useCan('payment-data:create-invoice');
  return (
    <ListPage
      resource={invoices}
      embedded
      onCreate={mayCreate ? () => open(NEW) : false}
      onOpen={({ id }) => open(id)}
      actions={<TakeOver resource="invoices" ability="payment-data:import" />}
      summary={(sums) => (
        <Figures
          of="invoices"
          items={[
            ['total', sums.total],
            ['paid', sums.paid],
            ['balance', sums.balance],
          ]}
        />
      )}
    >
      <InvoiceDrawer
        id={record === NEW || editing ? null : record}
        onClose={() => open(null)}
        onEdit={edit}
      />
      <RecordDrawer
        resource={invoices}
        size="wide"
        target={editing ?? (record === NEW ? NEW : null)}
        onClose={() => {
          if (editing) edit(null);
          else open(null);
        }}
        initialValues={{
          dueDate: addDays(bangkokDate(new Date()), CREDIT_DAYS),
          vatMode: 'exclusive',
          taxPoint: 'payment',
          whtRate: '0.00',
          items: [{ quantity: 1, isService: true }],
        }}
        toForm={(doc) => {
          const invoice = doc as InvoiceDetail;
          return {
            customerId: invoice.customer.id,
            dueDate: invoice.dueDate,
            vatMode: invoice.vatMode,
            taxPoint: invoice.taxPoint,
            whtRate: invoice.whtRate,
            discount: invoice.discount,
            bankAccountId: invoice.bankAccount?.id ?? null,
            remark: invoice.remark,
            items: invoice.items.map(({ description, quantity, unit, unitPrice, isService }) => ({
              description,
              quantity,
              unit,
              unitPrice,
              isService,
            })),
          };
        }}
        onSaved={({ id }) => {
          edit(null);
          open(id);
        }}
      />
    </ListPage>
  );
}

/** What to send to whom, and the question before it. */
function useSending() {
  const t = useT('remote-purchase-sales');
  const bill = useEndpointMutation('invoices.notifyBill');
  const other = useEndpointMutation('invoices.notifyOther');
  const reminder = useEndpointMutation('invoices.remind');
  return async (what: 'notify' | 'remind', { id, version, type, documentNo }: InvoiceDetail) => {
    const answer = await confirm({
      title: t(`invoices.${what}.title`, { number: documentNo }),
      body: t(`invoices.${what}.text`),
      okText: t(`invoices.${what}.ok`),
    });
    if (!answer.ok) return;
    const call = { params: { id }, body: { version } };
    if (what === 'remind') reminder.mutate(call);
    else (type === 'bill' ? bill : other).mutate(call);
  };
}

interface DrawerProps {
  readonly id: string | null;
  readonly onClose: () => void;
  readonly onEdit: (invoice: InvoiceDetail) => void;
}

function InvoiceDrawer({ id, onClose, onEdit }: DrawerProps) {
  const t = useT('remote-purchase-sales');
  const send = useSending();
  const [crediting, credit] = useState<InvoiceDetail | null>(null);
  const [debiting, debit] = useState<InvoiceDetail | null>(null);
  return (
    <>
      <DocumentDrawer
        resource={invoices}
        id={id}
        title={t('invoices.one')}
        onClose={onClose}
        related={{
          payment: (_doc, related) => moneyPath('payments', related),
          invoice: (_doc, related) => moneyPath('invoices', related),
          creditNote: (_doc, related) => moneyPath('credit-notes', related),
          billingNote: (_doc, related) => moneyPath('billing-notes', related),
          debitNote: (_doc, related) => moneyPath('debit-notes', related),
        }}
        facts={(doc, f) => [
          {
            key: 'customer',
            value: (
              <PageLink page="customer-data" query={{ record: doc.customer.id }}>
                <RefText value={doc.customer} show="name" />
              </PageLink>
            ),
          },
          { key: 'sourceType', value: <For doc={doc} /> },
          { key: 'dueDate', value: <DateText value={doc.dueDate} /> },
          ...(doc.originalDueDate && doc.originalDueDate !== doc.dueDate
            ? [{ key: 'originalDueDate', value: <DateText value={doc.originalDueDate} /> }]
            : []),
          { key: 'grandTotal', value: <Money value={doc.grandTotal} /> },
          { key: 'balance', value: <Money value={doc.balance} /> },
          f.choice('taxPoint'),
          f.ref('bankAccount', { known: true, show: 'name' }),
          ...known('taxId', doc.billedTo.taxId),
          f.text('remark', { known: true }),
        ]}
        sections={[
          {
            key: 'items',
            count: (doc) => doc.items.length,
            render: (doc) => <Lines doc={doc} />,
          },
          {
            key: 'allocations',
            count: (doc) => doc.allocations.length,
            show: (doc) => !isDraft(doc.status),
            render: (doc) => (
              <LinesTable
                resource={invoices}
                rows={doc.allocations}
                columns={(c) => [
                  c.custom('payment', {
                    render: ({ payment }) =>
                      payment === null ? (
                        '–'
                      ) : (
                        <PageLink page="payment-data" query={moneyQuery('payments', payment.id)}>
                          {payment.documentNo}
                        </PageLink>
                      ),
                  }),
                  c.dateTime('paidAt'),
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
          {
            key: 'notifyLog',
            count: (doc) => doc.notifyLog.length,
            show: (doc) => doc.notifyLog.length > 0,
            render: (doc) => (
              <LinesTable
                resource={invoices}
                rows={doc.notifyLog}
                columns={(c) => [
                  c.dateTime('at'),
                  c.custom('kind', { render: (row) => t(`invoices.told.${row.kind}`) }),
                  c.custom('channel', { render: (row) => t(`invoices.channel.${row.channel}`) }),
                  c.text('to'),
                  c.person('by'),
                  c.custom('result', {
                    render: (row) =>
                      row.result === null ? null : t(`invoices.sent.${row.result}`),
                  }),
                ]}
              />
            ),
          },
        ]}
        actions={{
          update: { onClick: (doc) => onEdit(doc as InvoiceDetail) },
          discount: {
            fields: discountFields,
            initialValues: (doc) => ({
              discount: { ...(doc.discount ?? { type: 'percent', value: '0.00' }), reason: '' },
            }),
          },
          notify: { onClick: (doc) => void send('notify', doc as InvoiceDetail) },
          remind: { onClick: (doc) => void send('remind', doc as InvoiceDetail) },
          defer: {
            fields: deferFields,
            initialValues: () => ({ dueDate: addDays(bangkokDate(new Date()), CREDIT_DAYS) }),
          },
          void: { fields: voidFields, initialValues: () => ({ replace: false }) },
        }}
        links={[
          {
            key: 'pay',
            ability: 'payment-data:create',
            show: (doc) => decimal.compare(doc.balance, 0) > 0,
            to: (doc) => moneyPath('payments', NEW, { invoice: doc.id }),
            primary: true,
          },
          {
            key: 'credit',
            ability: 'payment-data:create-credit-note',
            show: (doc) => doc.taxInvoices.length > 0 || !decimal.isZero(doc.paidAmount),
            onClick: (doc) => credit(doc as InvoiceDetail),
          },
          {
            key: 'debit',
            ability: 'payment-data:create-credit-note',
            show: (doc) => doc.taxInvoices.some((one) => !one.isCancelled),
            onClick: (doc) => debit(doc as InvoiceDetail),
          },
        ]}
      />
      {crediting ? <CreditDialog invoice={crediting} onClose={() => credit(null)} /> : null}
      {debiting ? (
        <Suspense fallback={null}>
          <DebitDialog invoice={debiting} onDone={() => debit(null)} onClose={() => debit(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** What it is for, with the way to that document. */
function For({ doc }: { readonly doc: InvoiceDetail }) {
  const t = useT('remote-purchase-sales');
  const what = t(`invoices.choice.sourceType.${doc.sourceType}`);
  if (doc.source === null) return doc.sourceLabel === null ? what : `${what} ${doc.sourceLabel}`;
  return (
    <>
      {what}{' '}
      <PageLink {...sourcePage(doc.source, doc.sourceType)}>{doc.sourceLabel ?? ''}</PageLink>
    </>
  );
}

/** Where the document that an invoice is for opens. */
function sourcePage(
  { type, id }: NonNullable<InvoiceDetail['source']>,
  sourceType: InvoiceDetail['sourceType'],
) {
  if (type === 'jobs') {
    const isRepair = sourceType === 'repair';
    return { page: isRepair ? 'repair-job-update' : 'maintenance-job-detail', params: { id } };
  }
  if (type === 'contracts') return { page: 'purchase-contract-detail', params: { id } };
  if (type === 'partSales') return { page: 'part-sale-detail', params: { id } };
  if (type === 'warranties') return { page: 'warranty', query: { record: id } };
  return { page: 'payment-data', query: moneyQuery(type, id) };
}

function CreditDialog({
  invoice,
  onClose,
}: {
  readonly invoice: InvoiceDetail;
  readonly onClose: () => void;
}) {
  const t = useT('remote-purchase-sales');
  const [, open] = useQueryKey('record');
  return (
    <CallDialog
      endpoint="creditNotes.create"
      resource={creditNotes}
      title={t('creditNotes.ask.title', { number: invoice.documentNo })}
      consequence={t('creditNotes.ask.text')}
      okText={t('creditNotes.ask.ok')}
      fields={creditFields}
      initialValues={{ cause: 'priceReduced' }}
      toBody={(values) => ({ ...values, invoiceId: invoice.id })}
      onDone={() => {
        onClose();
        open(invoice.id);
      }}
      onClose={onClose}
    />
  );
}

function Lines({ doc }: { readonly doc: InvoiceDetail }) {
  const total = (key: string, value: string) => [key, value] as const;
  return (
    <div className={classes.statement}>
      <LinesTable
        resource={invoices}
        rows={doc.items}
        columns={(c) => [
          c.text('description'),
          c.quantity('quantity'),
          c.text('unit'),
          c.money('unitPrice'),
          c.money('lineTotal'),
        ]}
      />
      <Figures
        of="invoices"
        items={[
          ...(decimal.isZero(doc.discountTotal) ? [] : [total('discountTotal', doc.discountTotal)]),
          total('baseAmount', doc.baseAmount),
          total('vatAmount', doc.vatAmount),
          total('grandTotal', doc.grandTotal),
          ...(decimal.isZero(doc.whtAmount)
            ? []
            : [total('whtAmount', doc.whtAmount), total('netReceivable', doc.netReceivable)]),
          ...(decimal.isZero(doc.creditedAmount)
            ? []
            : [total('creditedAmount', doc.creditedAmount)]),
          ...(decimal.isZero(doc.debitedAmount) ? [] : [total('debitedAmount', doc.debitedAmount)]),
        ]}
      />
    </div>
  );
}
