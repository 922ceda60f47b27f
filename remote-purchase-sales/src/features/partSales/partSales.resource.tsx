import { call, oneOptions, registerContract } from '@boxyard/shared/client';
import { partSalesArea } from '@boxyard/shared/contract/areas/partSales.ts';
import { VAT_MODES } from '@boxyard/shared/domain';
import { listPriceIn } from '@boxyard/shared/domain/sales/agreedPrice.ts';
import { partSaleMachine } from '@boxyard/shared/domain/sales/partSaleMachine.ts';
import { defineResource, type FormValues } from '@boxyard/shared/kit';
import { Money } from '@boxyard/shared/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { AmountsPanel } from '../../AmountsPanel.tsx';
import { amountsOf } from '../../amounts.ts';
import { type Discount, DiscountInput } from '../../DiscountInput.tsx';
import '../../kitTexts.ts';

registerContract(partSalesArea);

type Values = Parameters<typeof amountsOf>[0] & { readonly warehouseId?: string | null };

const rateOptions = ({ warehouseId }: Values) =>
  oneOptions('partSales.terms', { query: warehouseId ? { warehouseId } : {}, loading: false });

/** The sums with the VAT in force; nothing is withheld from goods. */
function Totals({ values }: { readonly values: Values }) {
  const { data } = useQuery(rateOptions(values));
  return <AmountsPanel amounts={{ ...amountsOf(values, data?.vatRate), whtAmount: '0.00' }} />;
}

/** Adds the total that the form shows; none while the rate of VAT is not known, which nobody has seen. */
export function useExpectedSaleTotal() {
  const client = useQueryClient();
  return useCallback(
    (values: FormValues): FormValues => {
      const rate = client.getQueryData(rateOptions(values as Values).queryKey)?.vatRate;
      return rate === undefined
        ? values
        : { ...values, expectedGrandTotal: amountsOf(values as Values, rate).grandTotal };
    },
    [client],
  );
}

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
            onPick: ({ standardPrice }, _line, form) =>
              standardPrice === null || form.vatMode === 'inclusive'
                ? undefined
                : { unitPrice: standardPrice },
            follow: async ({ standardPrice }, _line, form) => {
              const { vatMode, warehouseId } = form as unknown as Values;
              if (standardPrice === null || vatMode !== 'inclusive') return () => undefined;
              const { vatRate } = await call('partSales.terms', {
                query: warehouseId ? { warehouseId } : {},
              });
              return () => ({ unitPrice: listPriceIn(standardPrice, { vatMode, vatRate }) });
            },
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
        totals: (values) => <Totals values={values} />,
      }),
    ]),
  ],
});
