import { bangkokDate, movingTransferStatuses } from '@boxyard/shared/domain';
import { formatDate } from '../../../documents/format.ts';
import { audienceOf, type Ctx, notify } from '../../../kernel/index.ts';
import { transfers } from './type.ts';

/** Each night: marks transfers that should have arrived, and tells both ends, once (2.8). */
export async function notifyOverdueArrivals(ctx: Ctx): Promise<void> {
  const day = bangkokDate(ctx.clock.now());
  const late = await ctx.db
    .updateTable('partTransfers')
    .set({ isLate: true })
    .where('status', 'in', [...movingTransferStatuses])
    .where('expectedDate', '<', day)
    .where('isLate', '=', false)
    .returning(['id', 'documentNo', 'companyId', 'toWarehouseId', 'createdBy', 'shippedBy'])
    .returning('expectedDate')
    .execute();
  for (const row of late) {
    const receivers = await audienceOf(ctx, {
      companyId: row.companyId,
      warehouseIds: [row.toWarehouseId],
      ability: 'import-warehouse:update',
    });
    await notify(ctx, [row.createdBy, row.shippedBy, ...receivers], {
      category: 'alert',
      type: 'warning',
      title: {
        en: `${transfers.type.label.en} ${row.documentNo} is late`,
        th: `${transfers.type.label.th} ${row.documentNo} เลยกำหนดถึง`,
      },
      description: {
        en: `It was expected on ${formatDate(row.expectedDate, 'en')}.`,
        th: `กำหนดถึงวันที่ ${formatDate(row.expectedDate, 'th')}`,
      },
      action: transfers.path(row.id),
      actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
      entity: { type: transfers.type.subject, id: row.id },
      dedupeKey: `${transfers.type.subject}:${row.id}:late:${row.expectedDate}`,
    });
  }
}
