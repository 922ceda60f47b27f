import { awaitingOrderStatuses, purchaseOrderMachine } from '@boxyard/shared/domain';
import { defineResource, ReportPage } from '@boxyard/shared/kit';
import { mayOpen, pathOf } from '@boxyard/shared/runtime';
import { Money } from '@boxyard/shared/ui';

/** Orders line by line with their course (domain-warehouse 5, purchase-report). */
const purchaseReport = defineResource({
  list: 'reports.purchase',
  texts: 'remote-reports:purchase',
  page: 'purchase-report',
  columns: (c) => [
    c.text('orderNo'),
    c.date('documentDate'),
    c.text('requestNo', { hidden: true }),
    // The code is in the choice of the filter; a line of a report has no room for it.
    c.ref('supplier', { show: 'name', width: 200 }),
    c.person('requester', { hidden: true }),
    c.ref('part', { value: (row) => row.part ?? { name: row.description } }),
    c.ref('category', { hidden: true }),
    c.quantity('quantity', { unit: (row) => row.unit }),
    c.money('unitPrice', { places: 4 }),
    c.money('discount', { hidden: true }),
    c.money('base', { hidden: true }),
    c.money('vat', { hidden: true }),
    c.money('wht', { hidden: true }),
    c.money('grand'),
    c.percent('receivedPct'),
    c.number('leadDays', { hidden: true }),
    c.status(purchaseOrderMachine),
  ],
});

export function Page() {
  return (
    <ReportPage
      resource={purchaseReport}
      figures={(summary) => [
        { key: 'grand', value: <Money value={summary.grand} /> },
        { key: 'base', value: <Money value={summary.base} /> },
        { key: 'vat', value: <Money value={summary.vat} /> },
        {
          key: 'open',
          value: <Money value={summary.open} />,
          filter: { name: 'status', value: awaitingOrderStatuses },
        },
      ]}
      charts={[
        {
          key: 'byMonth',
          kind: 'bar',
          unit: 'money',
          stacked: true,
          machine: purchaseOrderMachine,
          by: 'month',
          data: (summary) => summary.byMonth,
        },
        {
          key: 'topSuppliers',
          kind: 'ranking',
          unit: 'money',
          by: 'supplier',
          data: (summary) => summary.topSuppliers,
        },
      ]}
      measure="grand"
      totals={(summary) => ({
        base: <Money value={summary.base} />,
        vat: <Money value={summary.vat} />,
        wht: <Money value={summary.wht} />,
        grand: <Money value={summary.grand} />,
      })}
      rowTo={(row) =>
        mayOpen('purchase-order-detail')
          ? pathOf('purchase-order-detail', { id: row.orderId })
          : null
      }
    />
  );
}
