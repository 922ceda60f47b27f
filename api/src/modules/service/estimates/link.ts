import { decimal } from '@boxyard/shared/domain';
import {
  countingEstimates,
  estimateMachine,
} from '@boxyard/shared/domain/service/estimateMachine.ts';
import {
  type Ctx,
  conflict,
  type Family,
  type HandlersOf,
  type Input,
  money,
  today,
} from '../../../kernel/index.ts';
import { runAction } from '../../../workflow/index.ts';
import { forStranger } from '../faultReports/type.ts';
import { settleAnswer } from '../jobs/estimate.ts';
import { jobs } from '../jobs/type.ts';
import { loadModelName } from '../loadModelName.ts';
import { linesOfEstimates } from './lines.ts';
import { type EstimateRow, estimateDocument } from './type.ts';

/** The estimate whose link is held. */
async function linkedEstimate(ctx: Ctx): Promise<EstimateRow> {
  const { link } = ctx.actor;
  const row = link && (await estimateDocument.load(ctx, link.id, { lock: false }));
  if (!row) throw new Error('nobody holds a link to an estimate');
  return row;
}

/** Its customer may still answer: it waits, and its last day has not passed. */
const isOpen = (ctx: Ctx, { status, validUntil }: EstimateRow): boolean =>
  estimateMachine.actions.accept.from.includes(status) && validUntil >= today(ctx.clock);

/** An estimate that was answered, or may be, tells what it says; any other tells that it counts no longer. */
const isOffered = (ctx: Ctx, row: EstimateRow): boolean =>
  isOpen(ctx, row) || (countingEstimates.includes(row.status) && row.answeredAt !== null);

/** An estimate as its customer sees it: the model's name, the lines and what became of it. */
async function presentLinked(ctx: Ctx) {
  const row = await linkedEstimate(ctx);
  const isShown = isOffered(ctx, row);
  const [model, lines] = await Promise.all([
    loadModelName(ctx, row.productId),
    linesOfEstimates(ctx, isShown ? [row.id] : []),
  ]);
  return {
    model,
    documentNo: row.documentNo,
    status: row.status,
    isOpen: isOpen(ctx, row),
    validUntil: row.validUntil,
    offer: isShown
      ? {
          items: lines(row.id).map(({ partId: _, isLabour: __, ...line }) => line),
          subTotal: money(row.subTotal),
          vatRate: decimal.round(row.vatRate),
          vatAmount: money(row.vatAmount),
          grandTotal: money(row.grandTotal),
          remark: row.remark,
        }
      : null,
    answeredAt: row.answeredAt,
  };
}

/**
 * Takes the customer's answer, once: the job is held first, so that of many answers at the same moment one
 * counts, and the others hear that it was answered.
 */
async function takeAnswer(called: Ctx, { body }: Input<'estimates.answer'>) {
  const ctx = forStranger(called);
  const { jobId, id } = await linkedEstimate(called);
  const job = await jobs.type.load(ctx, jobId, { lock: true });
  const estimate = await estimateDocument.load(ctx, id, { lock: true });
  if (!job || !estimate) throw new Error(`estimate ${id} has lost its job`);
  if (!isOpen(ctx, estimate)) {
    throw conflict(estimate.answeredAt === null ? 'ESTIMATE_EXPIRED' : 'ESTIMATE_ANSWERED');
  }
  await runAction(ctx, jobs.type, {
    action: 'answer-estimate',
    id: jobId,
    version: job.version,
    effect: (row) =>
      settleAnswer(ctx, row, {
        answer: body.estimateAnswer,
        answeredBy: body.answeredBy,
        answerReason: body.answerReason ?? null,
        answerNote: null,
      }),
  });
  return { data: await presentLinked(called) };
}

/** Estimates to customers, who have no account (docs/adr/0150). */
export const estimateLinkHandlers: HandlersOf<Family<'estimates'>> = {
  'estimates.linked': async (ctx) => ({ data: await presentLinked(ctx) }),
  'estimates.answer': takeAnswer,
};
