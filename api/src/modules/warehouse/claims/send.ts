import { addDays } from '@boxyard/shared/domain';
import { formatDate } from '../../../documents/format.ts';
import { type Ctx, type FieldFault, refuseFaults, today } from '../../../kernel/index.ts';
import { notifyNextActors } from '../../../workflow/index.ts';
import { sendAway } from './goods.ts';
import { type ClaimRow, claims, TOUCHES } from './type.ts';

/** Goods leave no sooner than they were claimed, and not tomorrow. */
export function sentFaults(
  ctx: Ctx,
  { documentDate }: Pick<ClaimRow, 'documentDate'>,
  sentDate: string,
): FieldFault[] {
  if (sentDate > today(ctx.clock)) return [{ field: 'sentDate', code: 'FUTURE_DATE' }];
  return sentDate < documentDate ? [{ field: 'sentDate', code: 'BEFORE_DOCUMENT' }] : [];
}

/** A credit note is of no day to come. */
export const creditNoteFaults = (ctx: Ctx, date: string | null | undefined): FieldFault[] =>
  date && date > today(ctx.clock) ? [{ field: 'creditNoteDate', code: 'FUTURE_DATE' }] : [];

/** When the supplier has to answer, and whether that day is over without an answer. */
export function dueOn(
  ctx: Ctx,
  {
    sentDate,
    promisedDays,
    answeredAt,
  }: Pick<ClaimRow, 'sentDate' | 'promisedDays' | 'answeredAt'>,
): Pick<ClaimRow, 'dueDate' | 'isLate'> {
  if (sentDate === null || promisedDays === null) return { dueDate: null, isLate: false };
  const dueDate = addDays(sentDate, promisedDays);
  return { dueDate, isLate: answeredAt === null && dueDate < today(ctx.clock) };
}

/** Says that the goods have left for the supplier, who has promised to answer in so many days (2.10). */
export const sendClaim = claims.action('send', async (ctx, row, body) => {
  const { sentDate, promisedDays } = body;
  refuseFaults(sentFaults(ctx, row, sentDate));
  await sendAway(ctx, row, sentDate);
  const due = dueOn(ctx, { sentDate, promisedDays, answeredAt: null });
  await notifyNextActors(ctx, claims.type, {
    row,
    action: 'confirm',
    title: { en: 'is with the supplier', th: 'ส่งถึงผู้จำหน่ายแล้ว' },
    description: {
      en: `The answer is due on ${formatDate(due.dueDate ?? sentDate, 'en')}`,
      th: `กำหนดตอบกลับวันที่ ${formatDate(due.dueDate ?? sentDate, 'th')}`,
    },
  });
  const rmaNo = body.rmaNo || row.rmaNo;
  return {
    set: { sentDate, promisedDays, rmaNo, ...due },
    diff: { sentDate, promisedDays, rmaNo },
    touches: TOUCHES,
  };
});
