/**
 * Kinds of warehouse (domain-warehouse 1.6) and what stock in each of them counts as (3.1, 3.2).
 * Owned stock is valued; virtual places may go negative, physical ones never.
 */
export const WAREHOUSE_KINDS = [
  'main',
  'branch',
  'technicianVan',
  'receiving',
  'quarantine',
  'repair',
  'transit',
  'container',
  'site',
  'virtual',
] as const;
export type WarehouseKind = (typeof WAREHOUSE_KINDS)[number];

/** Places that people create; the system makes the rest, once per company. */
export const STORAGE_KINDS = ['main', 'branch', 'technicianVan'] as const satisfies WarehouseKind[];

export const VIRTUAL_PLACES = [
  'SUPPLIER',
  'CLAIM',
  'CONSUMED',
  'SOLD',
  'SCRAP',
  'TRANSFORM',
  'ADJUST',
  'OPENING',
] as const;
export type VirtualPlace = (typeof VIRTUAL_PLACES)[number];

/**
 * Physical places that the system makes for each company. CONTAINER holds the insides of its
 * containers, a location each; SITE is where containers stand at customers.
 */
export const SYSTEM_PLACES = [
  'RECEIVING',
  'QUARANTINE',
  'REPAIR',
  'TRANSIT',
  'CONTAINER',
  'SITE',
] as const;
export type SystemPlace = (typeof SYSTEM_PLACES)[number];

/** CLAIM is virtual yet still ours: goods at the supplier for repair are owned and valued. */
export const isOwnedPlace = (kind: WarehouseKind, code: string): boolean =>
  kind !== 'virtual' || code === 'CLAIM';

export const CONDITIONS = ['new', 'used', 'refurbished', 'defective'] as const;
export type Condition = (typeof CONDITIONS)[number];
/** What a part may be by default; defective goods are the exception. */
export const PART_CONDITIONS = ['new', 'used', 'refurbished'] as const;
/** Pictures of one part. */
export const MAX_PART_IMAGES = 8;

export const TRACKING_TYPES = ['none', 'lot', 'serial'] as const;
export type TrackingType = (typeof TRACKING_TYPES)[number];
