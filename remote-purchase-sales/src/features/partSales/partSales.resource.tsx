import { registerContract } from '@boxyard/shared/client';
import { partSalesArea } from '@boxyard/shared/contract/areas/partSales.ts';
import { VAT_MODES } from '@boxyard/shared/domain';
import { partSaleMachine } from '@boxyard/shared/domain/sales/partSaleMachine.ts';
import { defineResource } from '@boxyard/shared/kit';
import { Money } from '@boxyard/shared/ui';
import { AmountsPanel } from '../../AmountsPanel.tsx';
import { amountsOf } from '../../amounts.ts';
import { type Discount, DiscountInput } from '../../DiscountInput.tsx';
import '../../kitTexts.ts';

registerContract(partSalesArea);

/** Nothing is withheld from goods. */
export const salesAmountsOf = (values: Parameters<typeof amountsOf>[0]) => ({
  ...amountsOf(values),
  whtAmount: '0.00',
});

/** Parts sales (domain-containers 2.13). */
export const partSales = defineResource({
  list: 'partSales.list',
  texts: 'remote-purchase-sales:partSales',
  page: 'parts-sales',
  machine: partSaleMachine,
  routes: { list: 'parts-sales', create: 'part-sale-create', document: 'part-sale-detail' },
  columns: (c) => [
    c.text('documentNo'),
    c.ref('customer', { show: 'name' }),
    c.date('documentDate', { hidden: true }),
    c.person('sale'),
    c.ref('warehouse', { show: 'name', hidden: true }),
    c.date('neededBy'),
    c.number('itemCount'),
    c.money('grandTotal'),
    c.date('deliveredDate', { hidden: true }),
    c.person('createdBy', { hidden: true }),
    c.status(partSaleMachine),
  ],
  form: (f) => [
    f.section('general', [
      f.record('customerId', 'customers.master', { span: 3, autoFocus: true }),
      f.record('warehouseId', 'masterData.subWarehouses', {
        span: 3,
        habit: true,
        query: () => ({ storage: true }),
      }),
      f.date('neededBy'),
      f.choice('vatMode', VAT_MODES),
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
        { span: 2, help: 'help.discount' },
      ),
      f.longText('remark', { span: 6 }),
    ]),
    f.section('items', [
      f.lines('items', {
        newLine: () => ({ quantity: 1 }),
        columns: (l) => [
          l.record('partId', 'partSales.parts', {
            width: 300,
            onPick: (part) =>
              part.standardPrice === null ? undefined : { unitPrice: part.standardPrice },
          }),
          l.quantity('quantity', { width: 90 }),
          l.price('unitPrice', { width: 120 }),
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
            { width: 150 },
          ),
          l.computed(
            'lineTotal',
            (line) => <Money value={amountsOf({ items: [line] }).lines[0]?.lineTotal ?? '0.00'} />,
            { width: 110 },
          ),
          l.text('note', { width: 160 }),
        ],
        totals: (values) => <AmountsPanel amounts={salesAmountsOf(values)} />,
      }),
    ]),
  ],
});
