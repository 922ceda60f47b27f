import {
  addDays,
  bangkokDate,
  isDraft,
  purchaseOrderMachine,
  startsFrom,
} from '@boxyard/shared/domain';
import {
  actionFields,
  DocumentPage,
  FormPage,
  known,
  LinesTable,
  useDraftDeletion,
} from '@boxyard/shared/kit';
import { pathOf, RecordPanels, useT, useUser } from '@boxyard/shared/runtime';
import { DateText, Money, None, PageLink, Percent, RefText } from '@boxyard/shared/ui';
import { useSearchParams } from 'react-router-dom';
import { AmountsPanel } from '../../AmountsPanel.tsx';
import { decidesPurchases, PartWithSupply } from '../../Supply.tsx';
import { EarlierVersions } from './EarlierVersions.tsx';
import { purchaseOrders } from './purchaseOrders.resource.tsx';
import { useExpectedTotal } from './useExpectedTotal.ts';

/** An order, or its form while it is being changed (`?edit=1`). */
export function Page() {
  const [search] = useSearchParams();
  return search.get('edit') ? <Edit /> : <Document />;
}

function Edit() {
  const withTotal = useExpectedTotal();
  return (
    <FormPage
      resource={purchaseOrders}
      mode="edit"
      toForm={(doc) => ({
        supplierId: doc.supplier.id,
        warehouseId: doc.warehouse.id,
        paymentType: doc.paymentType,
        creditDays: doc.creditDays,
        promisedDate: doc.promisedDate,
        validUntil: doc.validUntil,
        documentHeaderId: doc.documentHeader?.id ?? null,
        vatMode: doc.vatMode,
        // An order keeps the rate of its own date; one without VAT has none to keep.
        ...(doc.vatMode === 'none' ? {} : { vatRate: doc.vatRate }),
        whtRate: doc.whtRate,
        discount: doc.discount,
        terms: doc.terms,
        remark: doc.remark,
        items: doc.items.map((item) => ({
          partId: item.part?.id ?? null,
          description: item.part ? null : item.description,
          quantity: item.quantity,
          unitId: item.unit.id,
          unitPrice: item.unitPrice,
          discount: item.discount,
          isService: item.isService,
          requestItemId: item.requestItem?.id ?? null,
          warrantyMonths: item.warrantyMonths,
          promisedDate: item.promisedDate,
        })),
      })}
      toBody={withTotal}
    />
  );
}

function Document() {
  const t = useT('remote-purchase-sales');
  const user = useUser();
  const sender = user ? `${user.firstName} ${user.lastName}` : '';
  const deletion = useDraftDeletion(purchaseOrders);
  return (
    <DocumentPage
      resource={purchaseOrders}
      facts={(doc) => [
        { key: 'supplier', value: <RefText value={doc.supplier} show="name" /> },
        { key: 'grandTotal', value: <Money value={doc.grandTotal} /> },
        { key: 'warehouse', value: <RefText value={doc.warehouse} show="name" /> },
        { key: 'promisedDate', value: <DateText value={doc.promisedDate} /> },
        { key: 'paymentType', value: t(`orders.choice.paymentType.${doc.paymentType}`) },
        { key: 'assignee', value: doc.assignee?.name ?? <None /> },
        { key: 'vatMode', value: t(`orders.choice.vatMode.${doc.vatMode}`) },
        ...(doc.quotation
          ? [
              {
                key: 'quotation',
                value: (
                  <PageLink
                    page="supplier-quotation"
                    params={{ supplierId: doc.supplier.id, quotationId: doc.quotation.id }}
                  >
                    {doc.quotation.supplierQuoteNo} · {doc.quotation.round.documentNo}
                  </PageLink>
                ),
              },
            ]
          : []),
        { key: 'validUntil', value: <DateText value={doc.validUntil} /> },
        ...known('supplierConfirmationNo', doc.supplierConfirmationNo),
        ...known('documentHeader', doc.documentHeader?.name),
        ...known('remark', doc.remark),
      ]}
      sections={[
        {
          key: 'items',
          count: (doc) => doc.items.length,
          render: (doc) => (
            <>
              <LinesTable
                resource={purchaseOrders}
                rows={doc.items}
                columns={(c) => [
                  c.number('lineNo', { width: 48 }),
                  c.custom('part', {
                    render: ({ part, description }) => {
                      if (!part) return description;
                      if (!waits(doc.status) || !decidesPurchases()) {
                        return <RefText value={part} />;
                      }
                      return (
                        <PartWithSupply part={part} companyId={doc.company.id} lines={doc.items} />
                      );
                    },
                  }),
                  c.quantity('quantity', { unit: (item) => item.unit }),
                  c.money('unitPrice', { places: 4 }),
                  ...(doc.items.some((item) => item.discount)
                    ? [
                        c.custom('discount', {
                          render: ({ discount }) => {
                            if (!discount) return <None />;
                            const Figure = discount.type === 'percent' ? Percent : Money;
                            return <Figure value={discount.value} />;
                          },
                        }),
                      ]
                    : []),
                  ...(doc.items.some((item) => item.warrantyMonths > 0)
                    ? [c.number('warrantyMonths')]
                    : []),
                  ...(doc.items.some((item) => item.promisedDate) ? [c.date('promisedDate')] : []),
                  c.money('lineTotal'),
                  c.quantity('receivedQty'),
                  c.quantity('openQty'),
                ]}
              />
              <AmountsPanel amounts={doc} />
            </>
          ),
        },
        {
          key: 'versions',
          show: (doc) => doc.revisionNo > 0,
          count: (doc) => doc.revisionNo,
          render: (doc) => <EarlierVersions orderId={doc.id} />,
        },
      ]}
      actions={{
        update: { to: () => ({ search: '?edit=1' }) },
        approve: { asks: true, body: () => ({ decision: 'approve' }) },
        reject: { endpoint: 'purchaseOrders.approve', body: () => ({ decision: 'reject' }) },
        // A draft has no number yet: it is deleted instead.
        cancel: { hidden: (doc) => isDraft(doc.status) },
        confirm: {
          initialValues: (doc) => ({
            supplierConfirmationNo: doc.supplierConfirmationNo ?? '',
            promisedDate: doc.promisedDate,
          }),
          fields: actionFields('purchaseOrders.confirm', (f) => [
            f.text('supplierConfirmationNo'),
            f.date('promisedDate'),
          ]),
        },
        send: {
          initialValues: (doc) => ({
            to: doc.contact?.email ?? '',
            cc: '',
            message: t('orders.mail', {
              name: doc.contact?.name ?? doc.supplierSnapshot.name,
              no: doc.documentNo ?? '',
              sender,
            }),
          }),
          fields: actionFields('purchaseOrders.send', (f) => [
            f.text('to', { span: 6 }),
            f.text('cc', { span: 6 }),
            f.longText('message', { span: 6 }),
          ]),
        },
        amend: {
          initialValues: (doc) => ({
            supplierConfirmationNo: doc.supplierConfirmationNo,
            promisedDate: doc.promisedDate,
            remark: doc.remark,
          }),
          fields: actionFields('purchaseOrders.amend', (f) => [
            f.text('supplierConfirmationNo'),
            f.date('promisedDate'),
            f.longText('remark'),
          ]),
        },
        'close-short': {
          initialValues: () => ({ reopenRequest: true }),
          fields: actionFields('purchaseOrders.closeShort', (f) => [f.flag('reopenRequest')]),
        },
        extend: {
          initialValues: () => ({ validUntil: addDays(bangkokDate(new Date()), 30) }),
          fields: actionFields('purchaseOrders.extend', (f) => [f.date('validUntil')]),
        },
      }}
      links={[
        {
          key: 'createReceipt',
          ability: 'receipt:create',
          primary: true,
          show: (doc) => mayReceive(doc.status) && doc.items.some((item) => item.openQty > 0),
          to: (doc) => pathOf('receipt-create', {}, { orderId: doc.id }),
        },
        deletion,
      ]}
      aside={({ id, items }) => (
        <RecordPanels
          on="purchase-order-detail"
          record={{ kind: 'purchaseOrder', id, refs: { part: partsOf(items) } }}
        />
      )}
      related={{
        purchaseRequest: 'purchase-request-detail',
        purchaseOrder: 'purchase-order-detail',
        receipt: 'receipt-detail',
        goodsImport: 'import-warehouse-detail',
      }}
    />
  );
}

/** Each part once, in the order of the lines. */
const partsOf = (items: readonly { readonly part: { readonly id: string } | null }[]): string[] => [
  ...new Set(items.flatMap(({ part }) => part?.id ?? [])),
];

/** Whether somebody has to decide about it. */
const waits = (status: string) => startsFrom(purchaseOrderMachine, 'approve', status);

/** Whether the machine lets goods of the order be received now. */
const mayReceive = (status: string) => startsFrom(purchaseOrderMachine, 'receive', status);
