import { purchase } from '../reports/purchase.ts';
import { purchaseReceipt } from '../reports/purchaseReceipt.ts';

/** Reports, `GET /reports/:slug` (domain-warehouse 5, domain-containers 5). */
export const reportsArea = {
  'reports.purchase': purchase,
  'reports.purchaseReceipt': purchaseReceipt,
} as const;
