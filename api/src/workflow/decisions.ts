import { can, decimal } from '@boxyard/shared/domain';
import { authorId, type Ctx, conflict, invalid } from '../kernel/index.ts';
import { release } from '../ledger/index.ts';
import type { DocumentRow } from './documentType.ts';
import { freeSerials } from './openSerials.ts';

/** Columns of a document that this person approves now. */
export const approvedNow = (ctx: Ctx) => ({
  approvedBy: authorId(ctx.actor),
  approvedAt: ctx.clock.now(),
});

/** The number of a document belongs to its company: no change takes it to another one. */
export function expectCompany(row: DocumentRow, companyId: string): void {
  if (companyId !== row.companyId) throw invalid([{ field: 'warehouseId', code: 'UNKNOWN_ID' }]);
}

/**
 * A loss above one's approval limit is written off by somebody whose limit is higher (409 APPROVAL_LIMIT).
 * `value`: all that was lost of a document, in THB, since a large loss may be written off in small parts.
 */
export function expectLossWithin({ actor }: Ctx, value: string): void {
  if (actor.kind === 'system' || can(actor.grants, 'all:manage')) return;
  const limit = actor.approvalLimit ?? '0';
  if (decimal.compare(value, limit) > 0) {
    throw conflict('APPROVAL_LIMIT', { limit: decimal.round(limit) });
  }
}

/** The stock and the serials that a document held, before anything was done, are free again. */
export async function releaseHeld(ctx: Ctx, { id }: DocumentRow) {
  await release(ctx.pg, { now: ctx.clock.now(), docId: id });
  await freeSerials(ctx, id);
  return { touches: ['parts'] };
}
