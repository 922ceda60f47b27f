import type { BillingNoteDetail } from '@boxyard/shared/contract/areas/billingNotes.ts';
import { addDays, bangkokDate } from '@boxyard/shared/domain';
import {
  DocumentDrawer,
  LinesTable,
  ListPage,
  RecordDrawer,
  useQueryKey,
} from '@boxyard/shared/kit';
import { useCan, useT } from '@boxyard/shared/runtime';
import { DateText, Money, None, PageLink, RefText } from '@boxyard/shared/ui';
import { useState } from 'react';
import { moneyPath, moneyQuery } from '../../moneyTabs.ts';
import { acknowledgeFields, billingNotes } from './billingNotes.resource.tsx';

const NEW = 'new';
/** Customers pay what was presented to them within a month, unless they say otherwise. */
const COLLECT_DAYS = 30;

/** Billing notes, one of them opened by its address. */
export function BillingNotesTab() {
  const t = useT('remote-purchase-sales');
  const [record, open] = useQueryKey('record');
  const [editing, edit] = useState<BillingNoteDetail | null>(null);
  const mayCreate = useCan('payment-data:create-invoice');
  const today = bangkokDate(new Date());
  return (
    <ListPage
      resource={billingNotes}
      embedded
      onCreate={mayCreate ? () => open(NEW) : false}
      onOpen={({ id }) => open(id)}
    >
      <DocumentDrawer
        resource={billingNotes}
        id={record === NEW || editing ? null : record}
        title={t('billingNotes.one')}
        onClose={() => open(null)}
        related={{
          invoice: (_doc, id) => moneyPath('invoices', id),
        }}
        facts={(doc) => [
          { key: 'customer', value: <RefText value={doc.customer} show="name" /> },
          { key: 'collectOn', value: <DateText value={doc.collectOn} /> },
          { key: 'grandTotal', value: <Money value={doc.grandTotal} /> },
          { key: 'balance', value: <Money value={doc.balance} /> },
          ...(doc.acknowledgedOn
            ? [{ key: 'acknowledgedOn', value: <DateText value={doc.acknowledgedOn} /> }]
            : []),
          ...(doc.acknowledgedBy ? [{ key: 'acknowledgedBy', value: doc.acknowledgedBy }] : []),
        ]}
        sections={[
          {
            key: 'lines',
            count: (doc) => doc.lines.length,
            render: (doc) => (
              <LinesTable
                resource={billingNotes}
                rows={doc.lines}
                columns={(c) => [
                  c.custom('invoice', {
                    render: ({ invoice }) =>
                      invoice ? (
                        <PageLink page="payment-data" query={moneyQuery('invoices', invoice.id)}>
                          {invoice.documentNo}
                        </PageLink>
                      ) : (
                        <None />
                      ),
                  }),
                  c.date('dueDate'),
                  c.money('amount'),
                  c.money('balance'),
                ]}
              />
            ),
          },
        ]}
        actions={{
          update: { onClick: (doc) => edit(doc as BillingNoteDetail) },
          issue: { asks: true },
          acknowledge: {
            fields: acknowledgeFields,
            initialValues: (doc) => ({ acknowledgedOn: today, collectOn: doc.collectOn }),
          },
          collect: { asks: true },
        }}
      />
      <RecordDrawer
        resource={billingNotes}
        size="wide"
        target={editing ?? (record === NEW ? NEW : null)}
        onClose={() => {
          if (editing) edit(null);
          else open(null);
        }}
        initialValues={{ collectOn: addDays(today, COLLECT_DAYS), lines: [{}] }}
        toForm={(doc) => {
          const note = doc as BillingNoteDetail;
          return {
            customerId: note.customer.id,
            collectOn: note.collectOn,
            remark: note.remark,
            // Lines that one may not read stay as they are.
            lines: note.lines.flatMap(({ invoice }) =>
              invoice ? [{ invoiceId: invoice.id }] : [],
            ),
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
