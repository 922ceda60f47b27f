import { callRow, type FileAnswer, saveFile } from '@boxyard/shared/client';
import type { InvoiceDetail } from '@boxyard/shared/contract';
import { retryingLazy, useCan, useT } from '@boxyard/shared/runtime';
import { Button, DateText, Money, Space, Table, ToneTag } from '@boxyard/shared/ui';
import { Suspense, useState } from 'react';

// Rare: nobody who opens an invoice waits for it.
const ReplaceDialog = retryingLazy(async () => ({
  default: (await import('./ReplaceDialog.tsx')).ReplaceDialog,
}));

type Row = InvoiceDetail['taxInvoices'][number];

const keep = async ({ id, documentNo }: Row): Promise<void> => {
  const answer = (await callRow('taxInvoices.document', { params: { id } })) as FileAnswer;
  saveFile({ ...answer, fileName: `${documentNo}.pdf` });
};

/** Tax invoices of an invoice or a payment, each to print. */
export function TaxInvoices({ rows }: { readonly rows: readonly Row[] }) {
  const t = useT('remote-purchase-sales');
  const mayPrint = useCan('payment-data:print');
  const mayReplace = useCan('payment-data:void-invoice');
  const [replacing, replace] = useState<Row | null>(null);
  return (
    <>
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
                ) : null}{' '}
                {row.replaces === null ? null : (
                  <ToneTag tone="neutral">
                    {t('taxInvoices.replaces', { number: row.replaces })}
                  </ToneTag>
                )}
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
            render: (row) => (
              <Space size="small">
                {mayPrint ? (
                  <Button size="small" onClick={() => void keep(row)}>
                    {t('taxInvoices.print')}
                  </Button>
                ) : null}
                {mayReplace && !row.isCancelled ? (
                  <Button size="small" onClick={() => replace(row)}>
                    {t('taxInvoices.replace.button')}
                  </Button>
                ) : null}
              </Space>
            ),
          },
        ]}
      />
      {replacing ? (
        <Suspense fallback={null}>
          <ReplaceDialog
            id={replacing.id}
            documentNo={replacing.documentNo}
            onClose={() => replace(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
