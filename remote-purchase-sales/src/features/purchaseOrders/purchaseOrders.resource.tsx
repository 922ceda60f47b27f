import type { PAYMENT_TYPES } from '@boxyard/shared/contract';
import { purchaseOrderMachine, VAT_MODES } from '@boxyard/shared/domain';
import { defineResource } from '@boxyard/shared/kit';
import { Money } from '@boxyard/shared/ui';
import { amountsOf } from '../../amounts.ts';
import { type Discount, DiscountInput } from '../../DiscountInput.tsx';
import { headersOf } from '../../headersOf.ts';
import { priceOfUnit } from '../../priceOfUnit.ts';
import { OrderTotals } from './OrderTotals.tsx';
import { followPart, followSupplier } from './supplierTerms.ts';

const PAYMENTS: readonly (typeof PAYMENT_TYPES)[number][] = ['cash', 'credit'];

/** Purchase orders with Thai VAT, discounts and withholding tax (domain-warehouse 1.10, 2.4). */
export const purchaseOrders = defineResource({
  list: 'purchaseOrders.list',
  texts: 'remote-purchase-sales:orders',
  page: 'purchase-orders',
  machine: purchaseOrderMachine,
  routes: {
    list: 'purchase-orders',
    create: 'purchase-order-create',
    document: 'purchase-order-detail',
  },
  columns: (c) => [
    c.text('documentNo'),
    c.ref('supplier', { card: 'body' }),
    c.date('documentDate'),
    c.ref('warehouse', { hidden: true }),
    c.choice('paymentType', { hidden: true }),
    c.date('promisedDate', { card: 'body', due: purchaseOrderMachine }),
    c.number('itemCount'),
    c.money('grandTotal', { card: 'body' }),
    c.percent('receivedPct'),
    c.status(purchaseOrderMachine),
  ],
  form: (f) => [
    f.section('supplier', [
      f.record('supplierId', 'suppliers.master', {
        habit: true,
        span: 3,
        autoFocus: true,
        onPick: (supplier) => ({
          creditDays: supplier.creditDays,
          paymentType: supplier.creditDays > 0 ? 'credit' : 'cash',
          vatMode: supplier.isVatRegistered ? 'exclusive' : 'none',
          whtRate: supplier.whtRate,
        }),
        follow: ({ id }, _values, form) => followSupplier(id, form),
      }),
      f.record('warehouseId', 'masterData.subWarehouses', {
        habit: true,
        span: 3,
        query: () => ({ storage: true }),
      }),
      f.choice('paymentType', PAYMENTS),
      f.integer('creditDays', { show: (values) => values.paymentType === 'credit' }),
      f.date('promisedDate'),
      f.date('validUntil', { help: 'help.validUntil' }),
      f.choice('vatMode', VAT_MODES),
      f.percent('whtRate', { help: 'help.whtRate' }),
      f.custom(
        'discount',
        ({ value, onChange, id, disabled }) => (
          <DiscountInput
            id={id}
            value={value as Discount | null | undefined}
            onChange={onChange}
            disabled={disabled}
          />
        ),
        { span: 2 },
      ),
    ]),
    f.section('items', [
      f.lines('items', {
        newLine: () => ({ isService: false }),
        columns: (l) => [
          l.record('partId', 'parts.price', {
            width: 180,
            query: ({ warehouseId }) => ({ stockIn: warehouseId ?? undefined }),
            disabled: (line) => line.isService === true,
            onPick: (part) => ({
              unitId: part.purchaseUnit?.id ?? part.unit.id,
              unitPrice: priceOfUnit(part),
              warrantyMonths: part.warrantyMonths,
            }),
            follow: ({ id }, _line, form) => followPart(id, form),
          }),
          l.text('description', { width: 110 }),
          l.flag('isService', { width: 60 }),
          l.quantity('quantity', { width: 72 }),
          l.record('unitId', 'units.master', { width: 100 }),
          l.price('unitPrice', { width: 104 }),
          l.custom(
            'discount',
            (line, { change, disabled, index }) => (
              <DiscountInput
                line={index + 1}
                value={line.discount as Discount | null | undefined}
                onChange={(discount) => change({ discount })}
                disabled={disabled}
              />
            ),
            { width: 124 },
          ),
          l.computed(
            'lineTotal',
            (line) => <Money value={amountsOf({ items: [line] }).lines[0]?.lineTotal ?? '0.00'} />,
            { width: 96 },
          ),
          l.integer('warrantyMonths', { width: 76 }),
          l.date('promisedDate', { width: 124 }),
        ],
        totals: (values) => <OrderTotals values={values} />,
      }),
    ]),
    f.section('terms', [
      f.longText('terms', { span: 3 }),
      f.longText('remark', { span: 3 }),
      f.record('documentHeaderId', 'documentHeaders.master', {
        span: 3,
        help: 'help.documentHeader',
        query: headersOf('purchaseOrder'),
      }),
    ]),
  ],
});
