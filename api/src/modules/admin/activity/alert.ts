import type { ChainReport } from '@boxyard/shared/contract';
import { alertAdmins, type Ctx, type Localised, today } from '../../../kernel/index.ts';
import { checkChain } from './check.ts';

const PAGE = '/manage-system-data/activity-log';

const TITLE: Localised = {
  en: 'The activity log is not as it was written',
  th: 'บันทึกกิจกรรมไม่ตรงกับที่เคยบันทึกไว้',
};
const OPEN: Localised = { en: 'Open activity log', th: 'เปิดบันทึกกิจกรรม' };

function descriptionOf(seq: number | null): Localised {
  if (seq === null) {
    return {
      en: 'The nightly check found a fault outside the chain. Verify the log on its page to see it.',
      th: 'การตรวจประจำคืนพบความผิดปกตินอกห่วงโซ่ กรุณาตรวจห่วงโซ่ในหน้าบันทึกกิจกรรม',
    };
  }
  return {
    en: `The nightly check found entry no. ${seq} to be the first that does not fit the chain.`,
    th: `การตรวจประจำคืนพบว่ารายการลำดับที่ ${seq} เป็นรายการแรกที่ไม่ตรงกับห่วงโซ่`,
  };
}

/** Checks the chain each night; those who manage everything hear of a break, once a day. */
export async function alertBrokenChain(ctx: Ctx): Promise<ChainReport> {
  const report = await checkChain(ctx);
  if (report.broken === null) return report;
  const { kind, seq, logId } = report.broken;
  ctx.app.log.error({ kind, seq, logId }, 'activity chain');
  await alertAdmins(ctx, {
    title: TITLE,
    description: descriptionOf(seq),
    action: logId === null ? PAGE : `${PAGE}?entry=${logId}`,
    actionTitle: OPEN,
    dedupeKey: `activity-chain:${kind}:${seq ?? logId ?? ''}:${today(ctx.clock)}`,
  });
  return report;
}
