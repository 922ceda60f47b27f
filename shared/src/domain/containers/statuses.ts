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

interface Standing {
  readonly status: LifecycleStatus;
  readonly saleStatus: SaleStatus;
}

/** Nothing is agreed about it. */
export const isFreeStatus = (status: SaleStatus): status is FreeSaleStatus =>
  (FREE_SALE_STATUSES as readonly SaleStatus[]).includes(status);

/** It is still being built, or was sent back to be reworked. */
export const isInProduction = ({ status }: Pick<Standing, 'status'>): boolean =>
  status === 'inProduction';

/**
 * The latest reason that a container keeps is its own: why it was sent back to production, lost or given
 * up. Any other one is of a document that moved it, which not everybody may read.
 */
export const keepsOwnReason = ({ status }: Pick<Standing, 'status'>): boolean =>
  ['inProduction', 'lost', 'disassembled', 'retired'].includes(status);

/** It stands in a warehouse. */
export const isInWarehouse = ({ status }: Pick<Standing, 'status'>): boolean =>
  status === 'inWarehouse';

/** It stands in a warehouse and nothing is agreed about it: a transfer may take it (domain-containers 2.3). */
export const isMovable = (product: Standing): boolean =>
  isInWarehouse(product) && isFreeStatus(product.saleStatus);

/** It stands in a warehouse, is offered and sound: a document may reserve it (domain-containers 2.2). */
export const isReservable = (
  product: Standing & { readonly condition: ProductCondition | null },
): boolean =>
  isInWarehouse(product) && product.saleStatus === 'available' && product.condition !== 'damaged';

/** Nobody knows where it is. */
export const isLost = ({ status }: Pick<Standing, 'status'>): boolean => status === 'lost';

/** There is none any more, or nobody knows where. */
export const GONE_STATUSES = [
  'disassembled',
  'retired',
  'lost',
] as const satisfies LifecycleStatus[];

/**
 * Somebody may say of it that it is lost: nothing is agreed about it, it is on its way or handed out, or a
 * contract keeps it at its customer.
 */
export const isLosable = (product: Standing): boolean =>
  isFreeStatus(product.saleStatus) ||
  isInTransit(product) ||
  product.status === 'withdrawn' ||
  (isInstalled(product) && ['sold', 'leased'].includes(product.saleStatus));

/** A requisition handed it out, and it stands nowhere: on its way to somebody, or back. */
export const ON_THE_ROAD = ['withdrawn', 'returned'] as const satisfies LifecycleStatus[];

/** A transfer moves it. */
export const isInTransit = ({ status }: Pick<Standing, 'status'>): boolean =>
  status === 'inTransit';

/** It stands at somebody's site. */
export const isInstalled = ({ status }: Pick<Standing, 'status'>): boolean =>
  status === 'installed';

/** It stands at a site and no contract says so: a contract may be linked to it. */
export const isInstalledWithoutContract = (product: Standing): boolean =>
  isInstalled(product) && isFreeStatus(product.saleStatus);

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

/** Somebody has looked for the container and said what was found. */
export const isCheckedLine = ({
  lineStatus,
}: {
  readonly lineStatus: ReceiptLineStatus;
}): boolean => lineStatus !== 'expected';
