import { alertAdmins, type Ctx, type Localised, today } from '../kernel/index.ts';

/** A sum that differs from that of its rows. */
export interface Discrepancy {
  readonly figure: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Sums that a module keeps beside the rows they are of, so that nobody waits while these are added up. */
export interface KeptSums {
  readonly name: string;
  /** Compares them with the rows, in a transaction of one instant. */
  readonly compare: (ctx: Ctx) => Promise<readonly Discrepancy[]>;
  /** Sums a part of what is due; answers how much, 0 once nothing is left. */
  readonly refresh?: (ctx: Ctx) => Promise<number>;
  /** Makes them anew, or lets `refresh` do so. */
  readonly rebuild: (ctx: Ctx) => Promise<void>;
}

const TITLE: Localised = {
  en: 'Sums of reports do not agree with their rows',
  th: 'ยอดรวมของรายงานไม่ตรงกับรายการ',
};
const OPEN: Localised = { en: 'Open reports', th: 'เปิดรายงาน' };

/** Sums that do not agree with their rows, as of one moment. */
export async function comparedSums(ctx: Ctx, all: readonly KeptSums[]): Promise<Discrepancy[]> {
  await ctx.pg.query('set transaction isolation level repeatable read');
  const found: Discrepancy[] = [];
  for (const sums of all) found.push(...(await sums.compare(ctx)));
  return found;
}

/** Compares each night; those who manage everything hear of a difference, once a day. */
export async function alertWrongSums(ctx: Ctx, all: readonly KeptSums[]): Promise<Discrepancy[]> {
  const found = await comparedSums(ctx, all);
  if (found.length === 0) return found;
  const names = [...new Set(found.map(({ figure }) => figure))].join(', ');
  ctx.app.log.error({ sums: found.slice(0, 20) }, 'sums differ from their rows');
  await alertAdmins(ctx, {
    title: TITLE,
    description: {
      en: `The nightly check found sums that differ from their rows (${names}). npm run sums:verify names them, npm run sums:rebuild makes them anew.`,
      th: `การตรวจประจำคืนพบยอดรวมที่ไม่ตรงกับรายการ (${names}) คำสั่ง npm run sums:verify จะบอกทุกยอด และ npm run sums:rebuild จะคำนวณใหม่`,
    },
    action: '/report-management/payment-report',
    actionTitle: OPEN,
    dedupeKey: `sums:${today(ctx.clock)}`,
  });
  return found;
}
