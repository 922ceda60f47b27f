/**
 * The three axes of a container's state (domain-containers 2.1): one status could not say "leased,
 * under repair and switched off".
 */
export const STATUS_AXES = ['lifecycle', 'sale', 'service'] as const;
export type StatusAxis = (typeof STATUS_AXES)[number];

/** Where the container is. Only documents and actions of the container move it. */
export const LIFECYCLE_STATUSES = [
  'inProduction',
  'awaitingReceipt',
  'inWarehouse',
  'inTransit',
  'withdrawn',
  'installed',
  'returned',
  'disassembled',
  'retired',
  'lost',
] as const;
export type LifecycleStatus = (typeof LIFECYCLE_STATUSES)[number];

/** What was agreed about it. People change only between `notForSale` and `available`. */
export const SALE_STATUSES = [
  'notForSale',
  'available',
  'reserved',
  'contracted',
  'sold',
  'leased',
] as const;
export type SaleStatus = (typeof SALE_STATUSES)[number];

/** Nothing is agreed about it: what people set by hand, and what may be reserved or moved. */
export const FREE_SALE_STATUSES = ['notForSale', 'available'] as const satisfies SaleStatus[];
export type FreeSaleStatus = (typeof FREE_SALE_STATUSES)[number];

/** Derived from its open jobs; nobody sets it. */
export const SERVICE_STATUSES = [
  'normal',
  'underMaintenance',
  'underRepair',
  'outOfOrder',
] as const;
export type ServiceStatus = (typeof SERVICE_STATUSES)[number];

export const PRODUCT_CONDITIONS = ['new', 'good', 'attention', 'damaged'] as const;
export type ProductCondition = (typeof PRODUCT_CONDITIONS)[number];

/** What becomes of a part that is taken out of a container. */
export const REMOVAL_DISPOSITIONS = ['restock', 'repair', 'claim', 'scrap'] as const;
export type RemovalDisposition = (typeof REMOVAL_DISPOSITIONS)[number];

/** Where received containers come from (domain-containers 1.2). */
export const RECEIPT_SOURCES = [
  'production',
  'transfer',
  'customerReturn',
  'repairReturn',
] as const;
export type ReceiptSource = (typeof RECEIPT_SOURCES)[number];

export const RECEIPT_LINE_STATUSES = ['expected', 'accepted', 'rejected', 'missing'] as const;
export type ReceiptLineStatus = (typeof RECEIPT_LINE_STATUSES)[number];
