import { call } from '@boxyard/shared/client';
import type { FormValues } from '@boxyard/shared/kit';

interface Asked {
  readonly type: 'sale' | 'installment' | 'lease';
  readonly interval?: 'month' | 'quarter' | null;
  readonly productModelId?: string | null;
  readonly customerId?: string | null;
  readonly documentDate?: string | null;
  readonly vatMode?: 'exclusive' | 'inclusive' | 'none' | null;
  readonly price?: string | null;
}

/** Fills the list price in after a model or customer was chosen; a price that somebody typed stays. */
export async function followListPrice(form: FormValues) {
  const { type, interval, productModelId, customerId, documentDate, vatMode, price } =
    form as unknown as Asked;
  if (!productModelId || price) return () => undefined;
  const { listPrice } = await call('contracts.listPrice', {
    query: {
      productModelId,
      type,
      ...(interval ? { interval } : {}),
      ...(customerId ? { customerId } : {}),
      ...(documentDate ? { documentDate } : {}),
      ...(vatMode ? { vatMode } : {}),
    },
  });
  return () => (listPrice === null ? undefined : { price: listPrice });
}
