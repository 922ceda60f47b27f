import type { PageEntry } from '@boxyard/shared/contract/remote.ts';

/** Pages that work, by route name; the build writes dist/contributions.json from it. */
export const pages: readonly PageEntry[] = [
  { name: 'purchase-report', list: { call: 'reports.purchase' } },
  { name: 'purchase-receipt-report', list: { call: 'reports.purchaseReceipt' } },
];
