import { openInspectionStatuses } from '@boxyard/shared/domain/containers/inspectionMachine.ts';
import { formatDate } from '../../../documents/format.ts';
import { audienceOf, type Ctx, notify, today } from '../../../kernel/index.ts';
import { inspections } from './type.ts';

/** Each night: marks inspections whose day has passed, and says so, once. */
export async function notifyOverdueInspections(ctx: Ctx): Promise<void> {
  const late = await ctx.db
    .updateTable('inspections')
    .set({ isLate: true })
    .where('status', 'in', [...openInspectionStatuses])
    .where('dueOn', '<', today(ctx.clock))
    .where('isLate', '=', false)
    .returning(['id', 'documentNo', 'companyId', 'warehouseId', 'createdBy', 'assigneeId', 'dueOn'])
    .execute();
  const { type } = inspections;
  for (const row of late) {
    const planners = await audienceOf(ctx, {
      companyId: row.companyId,
      warehouseIds: [row.warehouseId],
      ownerIds: [row.createdBy, row.assigneeId],
      ability: `${type.machine.page}:cancel`,
    });
    await notify(ctx, [...new Set([row.createdBy, row.assigneeId, ...planners])], {
      category: 'alert',
      type: 'warning',
      title: {
        en: `${type.label.en} ${row.documentNo} is late`,
        th: `${type.label.th} ${row.documentNo} เลยกำหนด`,
      },
      description: {
        en: `It was planned for ${formatDate(row.dueOn, 'en')}.`,
        th: `กำหนดไว้วันที่ ${formatDate(row.dueOn, 'th')}`,
      },
      action: inspections.path(row.id),
      actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
      entity: { type: type.subject, id: row.id },
      dedupeKey: `${type.subject}:${row.id}:late:${row.dueOn}`,
    });
  }
}
