import { auditActionFor } from '@boxyard/shared/domain';
import { type Ctx, type Input, refuseFaults } from '../../../kernel/index.ts';
import { type Effect, loadVisible, runAction } from '../../../workflow/index.ts';
import { approveEffect, cancelEffect } from './approve.ts';
import { refreshMoved } from './lines.ts';
import { decideEffect, recountEffect, reviewEffect, type StatusItem } from './review.ts';
import { startEffect } from './start.ts';
import { type AuditRow, audits } from './type.ts';

type Work = (
  ctx: Ctx,
  audit: AuditRow,
  items: readonly StatusItem[] | undefined,
) => Promise<Effect<'audits'>>;

const nothing: Work = async () => ({});
const EFFECTS: Readonly<Record<string, Work>> = {
  start: startEffect,
  finish: nothing,
  'finish-recount': reviewEffect,
  recount: recountEffect,
  review: reviewEffect,
  decide: decideEffect,
  approve: approveEffect,
  cancel: cancelEffect,
};

/** `PUT /audits/{id}/status`: the one way through a count's states (domain-warehouse 2.13). */
export async function setStatus(
  ctx: Ctx,
  { params, body }: Input<'audits.setStatus'>,
): Promise<{ readonly endorsed: boolean }> {
  const seen = await loadVisible(ctx, audits.type, { id: params.id });
  const action = auditActionFor(seen.status, body.status);
  const isCancelled = action === 'cancel';
  if (isCancelled && body.reason === undefined) {
    refuseFaults([{ field: 'reason', code: 'REQUIRED' }]);
  }
  return runAction(ctx, audits.type, {
    action,
    id: params.id,
    version: body.version,
    reason: body.reason ?? null,
    comment: body.comment ?? null,
    effect: async (audit) => {
      await refreshMoved(ctx, audit);
      return (EFFECTS[action] ?? nothing)(ctx, audit, body.items);
    },
  });
}
