import type { Ctx } from '../../kernel/index.ts';
import { release } from '../../ledger/index.ts';
import { type DocumentRow, type DocumentType, runAction } from '../../workflow/index.ts';
import type { Loser } from './holds.ts';

/**
 * For documents that are carried out whole or not at all: one that loses stock to a count is decided
 * on anew, and what else it held is free meanwhile (domain-warehouse 2.13).
 */
export const decidedAnew =
  <R extends DocumentRow & { readonly documentNo: string }>(
    type: DocumentType<R>,
    /** Who is told of it. */
    owners: (row: R) => readonly (string | null)[],
  ) =>
  async (ctx: Ctx, id: string): Promise<Loser | null> => {
    const row = await type.load(ctx, id, { lock: true });
    if (!row || !type.machine.actions['release-held']?.from.includes(row.status)) return null;
    await runAction(ctx, type, {
      action: 'release-held',
      id,
      version: row.version,
      effect: async () => {
        await release(ctx.pg, { now: ctx.clock.now(), docId: id });
        return { set: { approvedBy: null, approvedAt: null }, touches: ['parts'] };
      },
    });
    const { subject, label, path } = type;
    return { subject, label, documentNo: row.documentNo, path: path(row), owners: owners(row) };
  };
