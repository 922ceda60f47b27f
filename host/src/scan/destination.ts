import type { Scanned } from '@boxyard/shared/contract/areas/tracing.ts';

export interface Destination {
  readonly page: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** Where a scanned thing is looked at: a part, its serial or lot, what lies in a bin, a container. */
export function destinationOf({ kind, id, code, part }: Scanned): Destination {
  const ofPart = { page: 'parts-warehouse-tracking', params: { id: part?.id ?? id } };
  switch (kind) {
    case 'part':
      return { ...ofPart, query: {} };
    case 'serial':
      return { ...ofPart, query: { serial: code } };
    case 'lot':
      return { ...ofPart, query: { tab: 'balances' } };
    case 'bin':
      return { page: 'parts-warehouse', params: {}, query: { tab: 'balances', binId: id } };
    case 'container':
      return { page: 'container-warehouse-tracking-info', params: { id }, query: {} };
  }
}
