import { receiptMachine } from '@boxyard/shared/domain';
import { defineResource, ReportPage } from '@boxyard/shared/kit';
import { mayOpen, pathOf } from '@boxyard/shared/runtime';
import { Money, Percent } from '@boxyard/shared/ui';

/** Receipts line by line: prices, rejections, input tax (domain-warehouse 5, purchase-receipt-report). */
const receiptReport = defineResource({
  list: 'reports.purchaseReceipt',
  texts: 'remote-reports:receipt',
  page: 'purchase-receipt-report',
  columns: (c) => [
    c.text('receiptNo'),
    c.date('receivedDate'),
    c.text('orderNo', { hidden: true }),
    // The code is in the choice of the filter; a line of a report has no room for it.
    c.ref('supplier', { show: 'name', width: 190 }),
    c.text('taxInvoiceNo'),
    c.ref('part', { value: (row) => row.part ?? { name: row.description }, width: 180 }),
    c.quantity('orderedQty', { hidden: true }),
    c.quantity('acceptedQty', { unit: (row) => row.unit }),
    c.quantity('rejectedQty'),
    c.money('unitPrice', { places: 4 }),
    c.money('priceVariance', { places: 4, hidden: true }),
    c.money('base'),
    c.money('vat', { hidden: true }),
    c.date('dueDate', { hidden: true }),
    c.choice('paidState', { tone: (row) => TONES[row.paidState] }),
    c.status(receiptMachine, { hidden: true }),
  ],
});

const TONES = {
  unpaid: 'warning',
  partial: 'processing',
  paid: 'success',
  overdue: 'error',
  cash: 'neutral',
} as const;

export function Page() {
  return (
    <ReportPage
      resource={receiptReport}
      figures={(summary) => [
        { key: 'acceptedValue', value: <Money value={summary.acceptedValue} /> },
        { key: 'vat', value: <Money value={summary.vat} /> },
        { key: 'rejectedPct', value: <Percent value={summary.rejectedPct} /> },
        ...(summary.onTimePct === null
          ? []
          : [{ key: 'onTimePct', value: <Percent value={summary.onTimePct} /> }]),
      ]}
      charts={[
        {
          key: 'byMonth',
          kind: 'line',
          unit: 'money',
          by: 'month',
          data: (summary) => summary.byMonth,
        },
      ]}
      measure="base"
      totals={(summary) => ({
        base: <Money value={summary.acceptedValue} />,
        vat: <Money value={summary.vat} />,
      })}
      rowTo={(row) =>
        mayOpen('receipt-detail') ? pathOf('receipt-detail', { id: row.receiptId }) : null
      }
    />
  );
}
