import { DocumentDrawer, ListPage, useQueryKey } from '@boxyard/shared/kit';
import { pathOf, useT } from '@boxyard/shared/runtime';
import { Money, PageLink, RefText } from '@boxyard/shared/ui';
import { Figures } from './Figures.tsx';
import { debitNotes } from './notes.resource.tsx';

/** Debit notes; they begin at their invoice, and one opens by its address. */
export function DebitNotesTab() {
  const t = useT('remote-purchase-sales');
  const [record, open] = useQueryKey('record');
  return (
    <ListPage resource={debitNotes} embedded onCreate={false} onOpen={({ id }) => open(id)}>
      <DocumentDrawer
        resource={debitNotes}
        id={record}
        title={t('debitNotes.one')}
        onClose={() => open(null)}
        related={{
          invoice: (_doc, related) =>
            pathOf('payment-data', {}, { tab: 'invoices', record: related }),
        }}
        facts={(doc) => [
          { key: 'grandTotal', value: <Money value={doc.grandTotal} /> },
          { key: 'customer', value: <RefText value={doc.customer} show="name" /> },
          {
            key: 'invoice',
            value: (
              <PageLink page="payment-data" query={{ tab: 'invoices', record: doc.invoice.id }}>
                {doc.invoice.documentNo}
              </PageLink>
            ),
          },
          { key: 'cause', value: t(`debitNotes.choice.cause.${doc.cause}`) },
          { key: 'reason', value: doc.reason },
        ]}
        sections={[
          {
            key: 'amounts',
            render: (doc) => (
              <Figures
                of="debitNotes"
                items={[
                  ['invoiceTotal', doc.invoiceTotal],
                  ['baseAmount', doc.baseAmount],
                  ['vatAmount', doc.vatAmount],
                  ['grandTotal', doc.grandTotal],
                ]}
              />
            ),
          },
        ]}
        actions={{ approve: { asks: true } }}
      />
    </ListPage>
  );
}
