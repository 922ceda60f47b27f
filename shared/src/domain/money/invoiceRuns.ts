/**
 * A run of invoices: everything that contracts of a company ask for until a day is billed by a job
 * (docs/domain/containers.md 2.6).
 */
export const INVOICE_RUN_STATUSES = ['waiting', 'running', 'done', 'cancelled'] as const;
export type InvoiceRunStatus = (typeof INVOICE_RUN_STATUSES)[number];

/** Runs that still bill: a company has one at most. */
export const OPEN_RUN_STATUSES = ['waiting', 'running'] as const satisfies InvoiceRunStatus[];

export const isOpenRun = (status: InvoiceRunStatus): boolean =>
  (OPEN_RUN_STATUSES as readonly string[]).includes(status);

/** How a contract of a run fared. */
export const RUN_ITEM_STATUSES = ['waiting', 'billed', 'failed', 'skipped'] as const;
export type RunItemStatus = (typeof RUN_ITEM_STATUSES)[number];

/** How far ahead is billed: a quarter, since nobody pays what is due next year. */
export const MAX_DAYS_AHEAD = 92;
