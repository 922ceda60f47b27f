import type { Doc } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Money, PageLink, RefText } from '@boxyard/shared/ui';
import { moneyPath, moneyQuery } from '../../moneyTabs.ts';
import { Figures } from './Figures.tsx';

type Correction = Doc<'creditNotes.list'> | Doc<'debitNotes.list'>;

/** What a credit or debit note shows in its drawer: its invoice, its cause and its amounts. */
export function useCorrection(of: 'creditNotes' | 'debitNotes') {
  const t = useT('remote-purchase-sales');
  return {
    related: {
      invoice: (_doc: Correction, id: string) => moneyPath('invoices', id),
    },
    facts: (doc: Correction) => [
      { key: 'grandTotal', value: <Money value={doc.grandTotal} /> },
      { key: 'customer', value: <RefText value={doc.customer} show="name" /> },
      {
        key: 'invoice',
        value:
          doc.invoice.id === null ? null : (
            <PageLink page="payment-data" query={moneyQuery('invoices', doc.invoice.id)}>
              {doc.invoice.documentNo}
            </PageLink>
          ),
      },
      { key: 'cause', value: t(`${of}.choice.cause.${doc.cause}`) },
      { key: 'reason', value: doc.reason },
    ],
    sections: [
      {
        key: 'amounts',
        render: (doc: Correction) => (
          <Figures
            of={of}
            items={[
              ...(doc.invoiceTotal === null ? [] : ([['invoiceTotal', doc.invoiceTotal]] as const)),
              ['baseAmount', doc.baseAmount],
              ['vatAmount', doc.vatAmount],
              ['grandTotal', doc.grandTotal],
            ]}
          />
        ),
      },
    ],
    actions: { approve: { asks: true } },
  };
}
