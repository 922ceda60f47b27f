import { registerContract } from '@boxyard/shared/client';
import type { QuotationDetail } from '@boxyard/shared/contract';
import { biddingArea } from '@boxyard/shared/contract/areas/bidding.ts';
import { biddingMachine, quotationMachine, VAT_MODES } from '@boxyard/shared/domain';
import { defineResource } from '@boxyard/shared/kit';
import { nameIn, PageLink, Quantity, RefText } from '@boxyard/shared/ui';
import classes from '../../lines.module.css';
import { ClosesAt } from './ClosesAt.tsx';

registerContract(biddingArea);

/** Bidding rounds (domain-warehouse 1.8, 2.3). */
const VIEW_COST = 'parts-warehouse:view-cost';

export const biddings = defineResource({
  list: 'biddings.list',
  texts: 'remote-warehouse:biddings',
  page: 'suppliers',
  abilities: { create: 'suppliers:open-bidding', update: 'suppliers:open-bidding' },
  machine: biddingMachine,
  routes: { list: 'suppliers' },
  crumbs: (doc, { locale, params }) => {
    const beside = doc.suppliers.find(({ id }) => id === params.supplierId);
    return {
      'supplier-bidding': doc.documentNo ?? '',
      ...(beside ? { 'supplier-detail': nameIn(beside, locale) } : {}),
    };
  },
  columns: (c) => [
    c.custom('documentNo', {
      card: 'title',
      width: 130,
      render: (row) => (
        <PageLink
          page="supplier-bidding"
          params={{ supplierId: row.suppliers[0]?.id ?? '', biddingId: row.id }}
        >
          {row.documentNo}
        </PageLink>
      ),
    }),
    c.text('title'),
    c.text('request', { value: (row) => row.request?.documentNo }),
    c.ref('warehouse', { show: 'name', hidden: true }),
    c.dateTime('closesAt'),
    c.number('itemCount'),
    c.number('suppliers', { value: (row) => row.suppliers.length }),
    c.number('quotationCount'),
    c.person('createdBy', { hidden: true }),
    c.status(biddingMachine),
  ],
  form: (f) => [
    f.section('general', [
      f.text('title', { span: 4, autoFocus: true }),
      f.custom('closesAt', (props) => <ClosesAt {...props} />, { only: 'create' }),
      f.record('warehouseId', 'masterData.subWarehouses', {
        only: 'create',
        query: () => ({ storage: true }),
        show: (values) => !values.purchaseRequestId,
        habit: true,
      }),
      f.records('invitedSupplierIds', 'suppliers.master', { span: 6 }),
      f.longText('remark', { span: 6 }),
    ]),
    f.section('items', [
      f.lines(
        'items',
        {
          columns: (l) => [
            l.record('partId', 'parts.master', {
              width: 300,
              onPick: (part) => ({ unitId: part.unit.id }),
            }),
            l.text('description', { width: 200 }),
            l.quantity('quantity', { width: 110 }),
            l.record('unitId', 'units.master', { width: 140 }),
            l.date('neededBy', { width: 140 }),
          ],
        },
        { only: 'create' },
      ),
    ]),
  ],
});

type QuotedLine = { readonly label: QuotationDetail['items'][number] };

/** What suppliers quote, with its earlier revisions (1.8). */
export const quotations = defineResource({
  list: 'quotations.list',
  texts: 'remote-warehouse:quotations',
  page: 'suppliers',
  abilities: { create: 'suppliers:enter-quotation', update: 'suppliers:enter-quotation' },
  machine: quotationMachine,
  routes: { list: 'suppliers' },
  nameOf: (record) => record.supplierQuoteNo,
  crumbs: (doc, { locale }) => ({
    'supplier-quotation': doc.supplierQuoteNo,
    'supplier-detail': nameIn(doc.supplier, locale),
  }),
  columns: (c) => [
    c.custom('supplierQuoteNo', {
      card: 'title',
      render: (row) => (
        <PageLink
          page="supplier-quotation"
          params={{ supplierId: row.supplier.id, quotationId: row.id }}
        >
          {row.supplierQuoteNo}
        </PageLink>
      ),
    }),
    c.custom('bidding', {
      render: (row) => (
        <PageLink
          page="supplier-bidding"
          params={{ supplierId: row.supplier.id, biddingId: row.bidding.id }}
        >
          {row.bidding.documentNo}
        </PageLink>
      ),
    }),
    c.date('documentDate', { hidden: true }),
    c.date('validUntil'),
    c.number('revisionNo'),
    c.number('itemCount'),
    c.money('landedTotal'),
    c.dateTime('submittedAt', { hidden: true }),
    c.status(quotationMachine),
  ],
  form: (f) => [
    f.section('general', [
      f.text('supplierQuoteNo', { autoFocus: true }),
      f.date('validUntil'),
      f.choice('vatMode', VAT_MODES),
      f.money('shippingFee', { help: 'help.shippingFee' }),
      f.integer('deliveryDays'),
      f.integer('creditDays'),
      f.longText('remark', { span: 6 }),
    ]),
    f.section('items', [
      f.lines(
        'items',
        {
          fixed: true,
          columns: (l) => [
            l.custom(
              'biddingItemId',
              (line) => {
                const { label } = line as unknown as QuotedLine;
                return (
                  <span className={classes.cellText}>
                    {label.part ? <RefText value={label.part} /> : label.description}
                  </span>
                );
              },
              { width: 180 },
            ),
            l.computed(
              'requestedQty',
              (line) => {
                const { label } = line as unknown as QuotedLine;
                return (
                  <Quantity
                    value={label.requestedQty}
                    unit={<RefText value={label.unit} show="name" />}
                  />
                );
              },
              { width: 100 },
            ),
            l.quantity('quantity', { width: 100 }),
            l.price('unitPrice', { width: 120 }),
            l.percent('discountPct', { width: 90 }),
            l.quantity('moq', { width: 90 }),
            l.integer('leadTimeDays', { width: 90 }),
            l.integer('warrantyMonths', { width: 90 }),
            l.text('brandOffered', { width: 140 }),
          ],
        },
        { help: 'help.items' },
      ),
    ]),
  ],
});

/** What was bought from a supplier (4.1). */
export const distributions = defineResource({
  list: 'distributions.list',
  texts: 'remote-warehouse:distributions',
  page: 'suppliers',
  columns: (c) => [
    c.custom('part', {
      card: 'title',
      render: (row) => (
        <PageLink page="parts-warehouse-tracking" params={{ id: row.part.id }}>
          <RefText value={row.part} />
        </PageLink>
      ),
    }),
    c.text('supplierPartNo', { hidden: true }),
    c.quantity('quantity', { unit: (row) => row.unit }),
    c.number('receipts'),
    c.money('lastPrice', { places: 4, ability: VIEW_COST }),
    c.money('averagePrice', { places: 4, ability: VIEW_COST }),
    c.date('lastReceived'),
    c.percent('onTimePct'),
  ],
});

const CREDIT_TONES = {
  unpaid: 'processing',
  partial: 'warning',
  paid: 'success',
  overdue: 'error',
} as const;

/** What is owed to a supplier, a row a receipt (1.7). */
export const creditPurchases = defineResource({
  list: 'creditPurchases.list',
  texts: 'remote-warehouse:creditPurchases',
  page: 'suppliers',
  columns: (c) => [
    c.custom('receipt', {
      card: 'title',
      render: (row) => (
        <PageLink page="receipt-detail" params={{ id: row.receipt.id }}>
          {row.receipt.documentNo}
        </PageLink>
      ),
    }),
    c.custom('order', {
      render: (row) => (
        <PageLink page="purchase-order-detail" params={{ id: row.order.id }}>
          {row.order.documentNo}
        </PageLink>
      ),
    }),
    c.text('invoiceNo'),
    c.date('invoiceDate'),
    c.date('dueDate'),
    c.money('amount'),
    c.money('wht'),
    c.money('paidAmount', { hidden: true }),
    c.money('outstanding'),
    { ...c.choice('status', { card: 'corner', tone: (row) => CREDIT_TONES[row.status] }) },
  ],
});
