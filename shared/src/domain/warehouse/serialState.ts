/** Where a serial's life stands (domain-warehouse 1.5): derived from its place, never kept. */
export const SERIAL_STATES = [
  'inStock',
  'reserved',
  'receiving',
  'quarantine',
  'inRepair',
  'inTransit',
  'atSupplier',
  'issued',
  'installed',
  'sold',
  'destroyed',
  'transformed',
  'lost',
  'returned',
  'expected',
] as const;
export type SerialState = (typeof SERIAL_STATES)[number];

/** What lying in one of the system's places means. */
const PLACES: Readonly<Record<string, SerialState>> = {
  RECEIVING: 'receiving',
  QUARANTINE: 'quarantine',
  REPAIR: 'inRepair',
  TRANSIT: 'inTransit',
  CLAIM: 'atSupplier',
  CONSUMED: 'issued',
  SOLD: 'sold',
  SCRAP: 'destroyed',
  TRANSFORM: 'transformed',
  ADJUST: 'lost',
  SUPPLIER: 'returned',
};

export interface SerialPlace {
  readonly code: string;
  readonly isSystem: boolean;
}

/** `place`: where it is; null when it never came. */
export function serialStateOf(
  place: SerialPlace | null,
  { isReserved, isInstalled }: { readonly isReserved: boolean; readonly isInstalled: boolean },
): SerialState {
  if (place === null) return 'expected';
  if (!place.isSystem) return isReserved ? 'reserved' : 'inStock';
  const state = PLACES[place.code] ?? 'expected';
  return state === 'issued' && isInstalled ? 'installed' : state;
}
