/**
 * Forms whose unfinished state is kept: those of all families that have drafts. Each is named by the
 * call that it is sent with once it is complete (ADR 0050).
 */
export const DRAFT_FORMS = [
  'purchaseRequests.create',
  'purchaseOrders.create',
  'biddings.create',
  'quotations.create',
  'containerRequisitions.create',
  'containerRequisitions.requestContract',
  'containerTransfers.create',
  'audits.create',
  'partSales.create',
  'contracts.create',
] as const;
export type DraftForm = (typeof DRAFT_FORMS)[number];
