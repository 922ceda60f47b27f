import { callRow, type FileAnswer, saveFile } from '@boxyard/shared/client';
import type { InvoiceDetail } from '@boxyard/shared/contract';
import { useCan, useT } from '@boxyard/shared/runtime';
import { Button, DateText, Money, Table, ToneTag } from '@boxyard/shared/ui';

type Row = InvoiceDetail['taxInvoices'][number];

const keep = async ({ id, documentNo }: Row): Promise<void> => {
  const answer = (await callRow('taxInvoices.document', { params: { id } })) as FileAnswer;
  saveFile({ ...answer, fileName: `${documentNo}.pdf` });
};

/** Tax invoices of an invoice or a payment, each to print. */
export function TaxInvoices({ rows }: { readonly rows: readonly Row[] }) {
  const t = useT('remote-purchase-sales');
  const mayPrint = useCan('payment-data:print');
  return (
    <Table<Row>
      label={t('invoices.section.taxInvoices')}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'documentNo',
          title: t('taxInvoices.field.documentNo'),
          card: 'title' as const,
          render: (row) => (
            <>
              {row.documentNo}{' '}
              {row.isCancelled ? (
                <ToneTag tone="error">{t('taxInvoices.choice.kind.cancellation')}</ToneTag>
              ) : null}
            </>
          ),
        },
        {
          key: 'taxDate',
          title: t('taxInvoices.field.taxDate'),
          render: (row) => <DateText value={row.taxDate} />,
        },
        {
          key: 'grandTotal',
          title: t('taxInvoices.field.grandTotal'),
          align: 'right' as const,
          render: (row) => <Money value={row.grandTotal} />,
        },
        {
          key: 'print',
          title: '',
          render: (row) =>
            mayPrint ? (
              <Button size="small" onClick={() => void keep(row)}>
                {t('taxInvoices.print')}
              </Button>
            ) : null,
        },
      ]}
    />
  );
}
