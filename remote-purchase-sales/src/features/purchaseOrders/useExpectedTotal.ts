import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { amountsOf } from '../../amounts.ts';
import { rateOptions } from './supplierTerms.ts';

type Values = Readonly<Record<string, unknown>>;

/** Adds the total that the form shows; none while the rate of VAT is not known, which nobody has seen. */
export function useExpectedTotal(): (values: Values) => Values {
  const client = useQueryClient();
  return useCallback(
    (values) => {
      const order = values as Parameters<typeof amountsOf>[0] & {
        readonly warehouseId?: string | null;
        readonly vatRate?: string;
      };
      const rate = order.vatRate ?? client.getQueryData(rateOptions(order).queryKey)?.vatRate;
      return rate === undefined
        ? values
        : { ...values, expectedGrandTotal: amountsOf(order, rate).grandTotal };
    },
    [client],
  );
}
