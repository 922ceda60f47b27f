import { DocumentPage, known, LinesTable } from '@boxyard/shared/kit';
import { DateText, Money, None, RefText } from '@boxyard/shared/ui';
import { AmountsPanel } from '../../AmountsPanel.tsx';
import { receipts } from './receipts.resource.tsx';

export function Page() {
  return (
    <DocumentPage
      resource={receipts}
      facts={(doc) => [
        { key: 'supplier', value: <RefText value={doc.supplier} show="name" /> },
        { key: 'grandTotal', value: <Money value={doc.grandTotal} /> },
        { key: 'receivedDate', value: <DateText value={doc.receivedDate} /> },
        { key: 'orderNo', value: doc.order.documentNo },
        ...known('taxInvoiceNo', doc.taxInvoiceNo),
        ...known('supplierDeliveryNo', doc.supplierDeliveryNo),
        { key: 'warehouse', value: <RefText value={doc.warehouse} show="name" /> },
        { key: 'assignee', value: doc.assignee?.name ?? <None /> },
      ]}
      sections={[
        {
          key: 'items',
          count: (doc) => doc.items.length,
          render: (doc) => (
            <>
              <LinesTable
                resource={receipts}
                rows={doc.items}
                columns={(c) => [
                  c.number('lineNo', { width: 48 }),
                  c.custom('part', {
                    render: (item) =>
                      item.part ? <RefText value={item.part} /> : item.description,
                  }),
                  c.quantity('orderedQty', { unit: (item) => item.unit }),
                  c.quantity('acceptedQty'),
                  c.quantity('rejectedQty'),
                  ...(doc.items.some((item) => item.rejectReason) ? [c.text('rejectReason')] : []),
                  c.money('unitPrice', { places: 4 }),
                  c.money('lineTotal'),
                  ...(doc.items.some((item) => item.serials.length + item.lots.length > 0)
                    ? [
                        c.text('trace', {
                          value: (item) =>
                            [...item.serials, ...item.lots.map((lot) => lot.lotNo)].join(', '),
                        }),
                      ]
                    : []),
                ]}
              />
              <AmountsPanel amounts={doc} />
            </>
          ),
        },
      ]}
      related={{
        purchaseRequest: 'purchase-request-detail',
        purchaseOrder: 'purchase-order-detail',
        goodsImport: 'import-warehouse-detail',
      }}
    />
  );
}
