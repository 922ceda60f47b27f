import { auditActionFor } from '@boxyard/shared/domain';
import { type Ctx, refuseFaults } from '../../../kernel/index.ts';
import { type Effect, loadVisible } from '../../../workflow/index.ts';
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
export const setStatus = audits.action('setStatus', {
  before: async (ctx, { params, body }) => {
    const seen = await loadVisible(ctx, audits.type, { id: params.id });
    const step = auditActionFor(seen.status, body.status);
    if (step === 'cancel' && body.reason === undefined) {
      refuseFaults([{ field: 'reason', code: 'REQUIRED' }]);
    }
    return { step };
  },
  action: ({ step }) => step,
  effect: async (ctx, audit, { step, items }) => {
    await refreshMoved(ctx, audit);
    return (EFFECTS[step] ?? nothing)(ctx, audit, items);
  },
});
