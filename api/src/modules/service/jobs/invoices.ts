import { decimal, isDraft } from '@boxyard/shared/domain';
import { goneStatuses } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import type { Ctx } from '../../../kernel/index.ts';

/** Invoices of a job that stand, drafts among them, oldest first. */
export async function invoicesOfJob(ctx: Ctx, jobId: string) {
  const rows = await ctx.db
    .selectFrom('invoices')
    .where('sourceId', '=', jobId)
    .where('sourceType', 'in', ['repair', 'maintenance'])
    .where('status', 'not in', [...goneStatuses])
    .orderBy('createdAt')
    .orderBy('id')
    .select(['id', 'documentNo', 'status', 'dueDate', 'grandTotal', 'balance'])
    .execute();
  return rows.map((row) => ({
    ...row,
    isOpen: isDraft(row.status) || decimal.compare(row.balance, 0) > 0,
  }));
}
