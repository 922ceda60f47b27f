import { daysBetween } from '@boxyard/shared/domain';
import { targetsOf } from '@boxyard/shared/domain/machine/machine.ts';
import { estimateMachine } from '@boxyard/shared/domain/service/estimateMachine.ts';
import { ESTIMATE_DAYS, type EstimateAnswer } from '@boxyard/shared/domain/service/estimates.ts';
import { jobMachine, questionedJobStatuses } from '@boxyard/shared/domain/service/jobMachine.ts';
import { formatDate, formatMoney } from '../../../documents/format.ts';
import {
  asSystem,
  authorId,
  type Ctx,
  conflict,
  created,
  type FieldFault,
  newId,
  queueMail,
  record,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { pricedLines } from '../estimates/lines.ts';
import { linkOfEstimate } from '../estimates/present.ts';
import {
  draftOf,
  type EstimateRow,
  estimatesOf,
  moveEstimate,
  SUBJECT,
  sentEstimate,
  withdrawable,
} from '../estimates/type.ts';
import { notifyOfJob } from './notify.ts';
import { afterPause } from './sla.ts';
import { type JobRow, jobs, TOUCHES } from './type.ts';
import { endTimes } from './work.ts';

/** Valid from today on, and not for ever. */
function validityFaults(ctx: Ctx, validUntil: string): FieldFault[] {
  const first = today(ctx.clock);
  const days = daysBetween(first, validUntil);
  if (days < 0) return [{ field: 'validUntil', code: 'DATE_TOO_EARLY', params: { first } }];
  return days > ESTIMATE_DAYS.most
    ? [{ field: 'validUntil', code: 'MAX', params: { max: `${ESTIMATE_DAYS.most} d` } }]
    : [];
}

/** Replaces the lines of a draft. */
async function writeLines(
  ctx: Ctx,
  estimateId: string,
  items: Awaited<ReturnType<typeof pricedLines>>['items'],
): Promise<void> {
  await ctx.db.deleteFrom('jobEstimateItems').where('estimateId', '=', estimateId).execute();
  await ctx.db
    .insertInto('jobEstimateItems')
    .values(items.map((item) => ({ estimateId, ...item })))
    .execute();
}

/** Writes the draft of a job's estimate, anew where there is one. */
export const writeEstimate = jobs.action('estimate', async (ctx, row, body) => {
  if (row.customerId === null) throw new Error(`job ${row.id} is nobody's`);
  refuseFaults(validityFaults(ctx, body.validUntil));
  const { columns, items } = await pricedLines(ctx, row.companyId, body);
  const said = { ...columns, validUntil: body.validUntil, remark: body.remark || null };
  const draft = await draftOf(ctx, row.id);
  const [before] = await estimatesOf(ctx, row.id);
  const estimateNo = draft?.estimateNo ?? (before?.estimateNo ?? 0) + 1;
  const documentNo = `${row.documentNo}/${estimateNo}`;
  if (draft === null) {
    const id = newId();
    await ctx.db
      .insertInto('jobEstimates')
      .values({
        id,
        companyId: row.companyId,
        jobId: row.id,
        estimateNo,
        status: 'draft',
        customerId: row.customerId,
        ...said,
        ...created(ctx),
      })
      .execute();
    await writeLines(ctx, id, items);
    await record(ctx, {
      subject: SUBJECT,
      subjectId: id,
      companyId: row.companyId,
      action: 'create',
      to: 'draft',
      label: documentNo,
      after: { documentNo, grandTotal: columns.grandTotal },
      version: 1,
    });
  } else {
    await writeLines(ctx, draft.id, items);
    await moveEstimate(ctx, draft, {
      action: 'update',
      set: { ...said, customerId: row.customerId },
      diff: { grandTotal: { from: draft.grandTotal, to: columns.grandTotal } },
    });
  }
  return { diff: { estimate: documentNo, grandTotal: columns.grandTotal }, notices: [] };
});

const mailSubject = ({ documentNo }: EstimateRow): string =>
  `ใบประเมินราคา ${documentNo} · Estimate ${documentNo}`;

/** Text of the mail, in both languages: its reader's is not known. */
function mailText(
  ctx: Ctx,
  estimate: EstimateRow,
  customer: { name: string; nameEn: string | null },
) {
  const { documentNo, grandTotal, validUntil } = estimate;
  const link = linkOfEstimate(ctx, estimate.id);
  return [
    `เรียน ${customer.name}`,
    `ใบประเมินราคา ${documentNo} ยอดรวม ${formatMoney(grandTotal)} บาท ใช้ได้ถึงวันที่ ${formatDate(validUntil, 'th')}`,
    `ดูรายละเอียดและตอบรับหรือปฏิเสธได้ที่ ${link}?lang=th`,
    '',
    `Dear ${customer.nameEn ?? customer.name},`,
    `Estimate ${documentNo} comes to ${formatMoney(grandTotal)} THB and is valid until ${formatDate(validUntil, 'en')}.`,
    `Read it and say yes or no at ${link}?lang=en`,
  ].join('\n');
}

/** Sends the link by e-mail where the customer has an address; answers that address. */
async function mailEstimate(ctx: Ctx, estimate: EstimateRow): Promise<string | null> {
  const customer = await ctx.db
    .selectFrom('customers')
    .where('id', '=', estimate.customerId)
    .select(['email', 'name', 'nameEn'])
    .executeTakeFirstOrThrow();
  if (customer.email === null) return null;
  await queueMail(
    ctx,
    {
      to: customer.email,
      subject: mailSubject(estimate),
      text: mailText(ctx, estimate, customer),
      // The holder of the link answers for the customer.
      hasSecret: true,
    },
    `${SUBJECT}:${estimate.id}`,
  );
  return customer.email;
}

/**
 * Sends the draft: the customer is waited for from now on, so that work stops and the promised time stands.
 * An earlier one that was not answered counts no longer.
 */
export const sendEstimate = jobs.action('sendEstimate', async (ctx, row) => {
  const draft = await draftOf(ctx, row.id);
  if (draft === null) throw conflict('NO_ESTIMATE');
  refuseFaults(validityFaults(ctx, draft.validUntil));
  for (const earlier of await estimatesOf(ctx, row.id)) {
    if (estimateMachine.actions.supersede.from.includes(earlier.status)) {
      await moveEstimate(ctx, earlier, { action: 'supersede' });
    }
  }
  const now = ctx.clock.now();
  await moveEstimate(ctx, draft, {
    action: 'send',
    set: { sentAt: now, sentBy: authorId(ctx.actor), sentTo: await mailEstimate(ctx, draft) },
  });
  await endTimes(ctx, row.id, { pauseReason: 'customer' });
  const [to] = targetsOf(jobMachine.actions['send-estimate'], row.status);
  return {
    ...(to === undefined ? {} : { to }),
    set: { slaPausedAt: row.slaPausedAt ?? now },
    diff: { estimate: draft.documentNo, grandTotal: draft.grandTotal },
    notices: [],
    touches: TOUCHES,
  };
});

/** The clock of a job that is planned: it goes on, unless the customer has an estimate to answer. */
export const clockOfPlan = async (ctx: Ctx, row: JobRow) =>
  row.isAwaited ? {} : runningClock(ctx, row);

/** The clock of a job whose customer is waited for no longer, unless another question is open. */
const clockAfterEstimate = async (ctx: Ctx, row: JobRow) =>
  row.isAwaited && !questionedJobStatuses.includes(row.status) ? runningClock(ctx, row) : {};

async function runningClock(ctx: Ctx, row: JobRow) {
  const slaDueAt = await afterPause(ctx, row);
  return {
    slaPausedAt: null,
    slaDueAt,
    // Time in which the customer was waited for is no delay.
    isOverdue: slaDueAt !== null && slaDueAt < ctx.clock.now(),
  };
}

interface Answer {
  readonly answer: EstimateAnswer;
  readonly answeredBy: string;
  readonly answerReason: string | null;
  readonly answerNote: string | null;
}

/** Tells dispatcher, technicians and sender what the customer said; after a no, the dispatcher decides. */
async function tellAnswer(
  ctx: Ctx,
  row: JobRow,
  estimate: EstimateRow & { readonly isYes: boolean },
) {
  const { documentNo, isYes } = estimate;
  await notifyOfJob(ctx, row, {
    to: [row.dispatcherId, estimate.sentBy, ...row.technicianIds],
    category: isYes ? 'message' : 'alert',
    type: isYes ? 'success' : 'warning',
    kind: isYes ? 'outcomes' : 'tasks',
    title: isYes
      ? {
          en: `The customer said yes to estimate ${documentNo}: the job goes on`,
          th: `ลูกค้าตอบรับใบประเมินราคา ${documentNo} แล้ว ดำเนินงานต่อได้`,
        }
      : {
          en: `The customer said no to estimate ${documentNo}: cancel the job, or do it at own cost`,
          th: `ลูกค้าปฏิเสธใบประเมินราคา ${documentNo} โปรดยกเลิกงานหรือรับผิดชอบค่าใช้จ่ายเอง`,
        },
    key: `estimate:${estimate.id}`,
  });
}

/**
 * Writes down the customer's answer to the estimate that a locked job waits for. Yes: the job goes on. No:
 * nobody works on it until the dispatcher gives it up, bears it, or sends another estimate.
 */
export async function settleAnswer(
  ctx: Ctx,
  row: JobRow,
  { answer, answeredBy, answerReason, answerNote }: Answer,
) {
  const estimate = await sentEstimate(ctx, row.id);
  if (estimate === null) throw conflict('NO_ESTIMATE');
  if (estimate.validUntil < today(ctx.clock)) throw conflict('ESTIMATE_EXPIRED');
  refuseFaults(
    answer === 'decline' && answerReason === null
      ? [{ field: 'answerReason', code: 'REQUIRED' }]
      : [],
  );
  await moveEstimate(ctx, estimate, {
    action: answer,
    set: {
      answeredAt: ctx.clock.now(),
      answeredBy,
      answerReason: answer === 'decline' ? answerReason : null,
      recordedBy: authorId(ctx.actor),
      answerNote,
    },
  });
  await tellAnswer(ctx, row, { ...estimate, isYes: answer === 'accept' });
  return {
    set: await clockAfterEstimate(ctx, row),
    diff: {
      estimate: estimate.documentNo,
      estimateAnswer: answer,
      ...(answer === 'decline' ? { answerReason } : {}),
    },
    notices: [],
    touches: TOUCHES,
  };
}

/** Writes down what the customer said on the telephone. */
export const answerEstimate = jobs.action('answerEstimate', (ctx, row, body) =>
  settleAnswer(ctx, row, {
    answer: body.estimateAnswer,
    answeredBy: body.answeredBy,
    answerReason: body.answerReason || null,
    answerNote: body.answerNote || null,
  }),
);

/** Takes back the draft, or else the estimate that was sent: the job waits for it no longer. */
export const withdrawEstimate = jobs.action('withdrawEstimate', async (ctx, row) => {
  const estimate = await withdrawable(ctx, row.id);
  if (estimate === null) throw conflict('NO_ESTIMATE');
  await moveEstimate(ctx, estimate, { action: 'withdraw' });
  return {
    // A draft has kept nobody waiting.
    set: estimate.sentAt === null ? {} : await clockAfterEstimate(ctx, row),
    diff: { estimate: estimate.documentNo },
    notices: [],
    touches: TOUCHES,
  };
});

/**
 * Takes back whatever is open of a job that ends, or that its customer does not bear any more; answers the
 * clock of a job that goes on.
 */
export async function dropEstimates(ctx: Ctx, row: JobRow) {
  for (const estimate of await estimatesOf(ctx, row.id)) {
    if (estimateMachine.actions.withdraw.from.includes(estimate.status)) {
      await moveEstimate(asSystem(ctx), estimate, { action: 'withdraw' });
    }
  }
  return clockAfterEstimate(ctx, row);
}

/** Ends the estimate of a locked job that nobody has answered in time, and tells its dispatcher. */
export async function endEstimate(ctx: Ctx, row: JobRow) {
  const estimate = await sentEstimate(ctx, row.id);
  if (estimate === null) throw conflict('NO_ESTIMATE');
  await moveEstimate(ctx, estimate, { action: 'expire' });
  await notifyOfJob(ctx, row, {
    to: [row.dispatcherId, estimate.sentBy],
    category: 'reminder',
    type: 'warning',
    kind: 'tasks',
    title: {
      en: `Estimate ${estimate.documentNo} has expired without an answer`,
      th: `ใบประเมินราคา ${estimate.documentNo} หมดอายุโดยลูกค้าไม่ได้ตอบ`,
    },
    key: `estimateExpired:${estimate.id}`,
  });
  return {
    set: await clockAfterEstimate(ctx, row),
    diff: { estimate: estimate.documentNo },
    notices: [],
    touches: TOUCHES,
  };
}
