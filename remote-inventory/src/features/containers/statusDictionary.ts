import { listOptions, registerContract } from '@boxyard/shared/client';
import type { Contract, RowOf } from '@boxyard/shared/contract';
import { containerMastersArea } from '@boxyard/shared/contract/areas/containerMasters.ts';
import type { Tone } from '@boxyard/shared/domain';
import type { SaleStatus, ServiceStatus } from '@boxyard/shared/domain/containers/statuses.ts';
import { addTexts } from '@boxyard/shared/runtime';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';

registerContract({ 'productStatuses.list': containerMastersArea['productStatuses.list'] });

type Status = RowOf<Contract['productStatuses.list']>;

/** The dictionary changes with a mutation of this browser, or seldom. */
const FRESH_MS = 300_000;

type Tones = Readonly<Record<SaleStatus | ServiceStatus, Tone>>;

/** As the dictionary begins. */
let tones: Tones = {
  notForSale: 'neutral',
  available: 'success',
  reserved: 'processing',
  contracted: 'processing',
  sold: 'neutral',
  leased: 'neutral',
  normal: 'success',
  underMaintenance: 'warning',
  underRepair: 'warning',
  outOfOrder: 'error',
};
const readers = new Set<() => void>();

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => {
    readers.delete(reader);
  };
}

/** Colours of the statuses of the sale and the service axis; whoever reads them is drawn anew with them. */
export const useTones = (): Tones => useSyncExternalStore(subscribe, () => tones);

/** Sale and service statuses are called as the dictionary says; where they stand is the machine's. */
function learn(statuses: readonly Status[]): void {
  const named = (axis: Status['axis'], name: 'name' | 'nameTh') =>
    Object.fromEntries(
      statuses.flatMap((one) => (one.axis === axis ? [[one.code, one[name]]] : [])),
    );
  const learned = statuses.flatMap(({ axis, code, color }) =>
    axis === 'lifecycle' ? [] : [[code, color === 'default' ? 'neutral' : color]],
  );
  tones = { ...tones, ...Object.fromEntries(learned) };
  const texts = (name: 'name' | 'nameTh') => ({
    containers: {
      choice: { saleStatus: named('sale', name), serviceStatus: named('service', name) },
    },
  });
  addTexts('remote-inventory', { en: texts('name'), th: texts('nameTh') });
  for (const reader of readers) reader();
}

/** Has a page of containers name and colour their statuses as the dictionary does. */
export function useStatusDictionary(): void {
  const { data } = useQuery({
    ...listOptions('productStatuses.list', { query: { limit: 100 }, silent: true, loading: false }),
    staleTime: FRESH_MS,
  });
  useEffect(() => {
    if (data) learn(data.data);
  }, [data]);
}
