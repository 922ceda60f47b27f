import type { Contract, DataOf } from '@boxyard/shared/contract';
import { goodsImportMachine, startsFrom } from '@boxyard/shared/domain';
import { DocumentPage, known, LinesTable } from '@boxyard/shared/kit';
import { mayOpen, pathOf } from '@boxyard/shared/runtime';
import { DateText, Money, None, RefText } from '@boxyard/shared/ui';
import { AmountsPanel } from '../../AmountsPanel.tsx';
import classes from './receipts.module.css';
import { receipts } from './receipts.resource.tsx';

type Item = DataOf<Contract['receipts.get']>['items'][number];

/** The part, what it is traced by, and why some of it was rejected. */
function Part({ item }: { readonly item: Item }) {
  const traces = [...item.serials, ...item.lots.map((lot) => lot.lotNo)].join(', ');
  return (
    <>
      {item.part ? <RefText value={item.part} /> : item.description}
      {traces ? <span className={classes.under}>{traces}</span> : null}
      {item.rejectReason ? <span className={classes.under}>{item.rejectReason}</span> : null}
    </>
  );
}

/** The import that waits for what was received: the next thing to be done with it. */
const importOf = ({ related }: DataOf<Contract['receipts.get']>) =>
  related.find(
    ({ type, status }) =>
      type === 'goodsImport' && startsFrom(goodsImportMachine, 'update', status),
  );

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
        ...known('committee', doc.committee.join(', ')),
        ...known('documentHeader', doc.documentHeader?.name),
        ...known('remark', doc.remark),
        { key: 'assignee', value: doc.assignee?.name ?? <None /> },
      ]}
      banner={(doc, n) => [n.reason, doc.isTaxLate && n.warning('isTaxLate')]}
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
                  c.custom('part', { render: (item) => <Part item={item} /> }),
                  c.quantity('orderedQty', { unit: (item) => item.unit }),
                  c.quantity('acceptedQty'),
                  c.quantity('rejectedQty'),
                  c.money('unitPrice', { places: 4 }),
                  // What the order said, where the receipt says otherwise.
                  ...(doc.items.some((item) => item.unitPrice !== item.orderUnitPrice)
                    ? [c.money('orderUnitPrice', { places: 4 })]
                    : []),
                  c.money('lineTotal'),
                ]}
              />
              <AmountsPanel amounts={doc} />
            </>
          ),
        },
      ]}
      links={[
        {
          key: 'putAway',
          primary: true,
          show: (doc) => importOf(doc) !== undefined && mayOpen('import-warehouse-detail'),
          to: (doc) => pathOf('import-warehouse-detail', { id: importOf(doc)?.id ?? '' }),
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
