import { call } from '@boxyard/shared/client';
import type { FormValues } from '@boxyard/shared/kit';
import { addTexts, type ConfirmRequest, translate } from '@boxyard/shared/runtime';
import en from './i18n/shortage.en.json';
import th from './i18n/shortage.th.json';

// Two forms ask: the first list of the area does without the words.
addTexts('remote-warehouse', { en, th });

interface Line {
  readonly partId?: string | null;
  readonly quantity?: unknown;
}

async function shortageOf(items: unknown, warehouseId: unknown): Promise<ConfirmRequest | null> {
  const wanted = new Map<string, number>();
  for (const { partId, quantity } of (items ?? []) as readonly Line[]) {
    if (!partId || typeof quantity !== 'number') continue;
    wanted.set(partId, (wanted.get(partId) ?? 0) + quantity);
  }
  if (typeof warehouseId !== 'string' || wanted.size === 0) return null;
  const stock = await call('requisitions.available', {
    query: { partIds: [...wanted.keys()], warehouseId },
  });
  const short = stock.flatMap(({ partId, available }) => {
    const quantity = wanted.get(partId) ?? 0;
    return available !== null && quantity > available ? [{ quantity, available }] : [];
  });
  const [first] = short;
  if (!first) return null;
  return {
    title: translate('remote-warehouse', 'shortage.title', { count: short.length }),
    body: translate('remote-warehouse', 'shortage.text', { ...first }),
    okText: translate('remote-warehouse', 'shortage.ok'),
  };
}

/** Asks before a form requests more parts than the warehouse in this field has: what lacks waits. */
export const askAboutShortage =
  (warehouse: string) =>
  (values: FormValues): Promise<ConfirmRequest | null> =>
    shortageOf(values.items, values[warehouse]);
