import { authorId, type Ctx, invalid } from '../kernel/index.ts';
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

/** The stock and the serials that a document held, before anything was done, are free again. */
export async function releaseHeld(ctx: Ctx, { id }: DocumentRow) {
  await release(ctx.pg, { now: ctx.clock.now(), docId: id });
  await freeSerials(ctx, id);
  return { touches: ['parts'] };
}
