import { goneStatuses } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import type { Ctx } from '../../../kernel/index.ts';

/** Invoices of a job that stand, drafts among them, oldest first. */
export function invoicesOfJob(ctx: Ctx, jobId: string) {
  return ctx.db
    .selectFrom('invoices')
    .where('sourceId', '=', jobId)
    .where('sourceType', 'in', ['repair', 'maintenance'])
    .where('status', 'not in', [...goneStatuses])
    .orderBy('createdAt')
    .orderBy('id')
    .select(['id', 'documentNo', 'status', 'dueDate', 'grandTotal', 'balance', 'sourceKey'])
    .select('createdAt')
    .execute();
}
