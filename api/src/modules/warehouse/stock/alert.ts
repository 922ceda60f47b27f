import { alertAdmins, type Ctx, type Localised, today } from '../../../kernel/index.ts';
import { type StockReport, verifyStock } from '../../../ledger/index.ts';

const TITLE: Localised = {
  en: 'The stock does not agree with its ledger',
  th: 'ยอดสต็อกไม่ตรงกับบัญชีเคลื่อนไหว',
};
const OPEN: Localised = { en: 'Open parts warehouse', th: 'เปิดคลังอะไหล่' };

/** What of the stock does not agree, as of one moment; nothing is mended (domain-warehouse 3.1). */
export async function verifiedStock(ctx: Ctx): Promise<StockReport> {
  await ctx.pg.query('set transaction isolation level repeatable read');
  return verifyStock(ctx.pg);
}

/** Verifies the stock each night; those who manage everything hear of a drift, once a day. */
export async function alertDrift(ctx: Ctx): Promise<StockReport> {
  const report = await verifiedStock(ctx);
  if (report.ok) return report;
  const kinds = [...new Set(report.drift.map(({ invariant }) => invariant))].join(', ');
  ctx.app.log.error({ drift: report.drift.slice(0, 20) }, 'stock drift');
  await alertAdmins(ctx, {
    title: TITLE,
    description: {
      en: `The nightly check found ${report.drift.length} figures that do not agree (${kinds}). npm run stock:verify names them.`,
      th: `การตรวจประจำคืนพบตัวเลขที่ไม่ตรงกัน ${report.drift.length} รายการ (${kinds}) คำสั่ง npm run stock:verify จะบอกทุกรายการ`,
    },
    action: '/warehouse-management/parts-warehouse',
    actionTitle: OPEN,
    dedupeKey: `stock-drift:${today(ctx.clock)}`,
  });
  return report;
}
