import { claimsAtSupplier } from '@boxyard/shared/domain';
import { formatDate } from '../../../documents/format.ts';
import { audienceOf, type Ctx, notify, today } from '../../../kernel/index.ts';
import { claims } from './type.ts';

/** Each night: marks claims that their supplier should have answered, and says so, once (2.10). */
export async function notifyOverdueAnswers(ctx: Ctx): Promise<void> {
  const late = await ctx.db
    .updateTable('claims')
    .set({ isLate: true })
    .where('status', 'in', [...claimsAtSupplier])
    .where('dueDate', '<', today(ctx.clock))
    .where('isLate', '=', false)
    .returning(['id', 'documentNo', 'companyId', 'warehouseId', 'createdBy', 'assigneeId'])
    .returning(['dueDate', 'supplierId'])
    .execute();
  for (const row of late) {
    const people = await audienceOf(ctx, {
      companyId: row.companyId,
      warehouseIds: [row.warehouseId],
      ability: `${claims.type.machine.page}:confirm`,
    });
    const supplier = await ctx.db
      .selectFrom('suppliers')
      .where('id', '=', row.supplierId)
      .select(['name', 'nameTh'])
      .executeTakeFirstOrThrow();
    await notify(ctx, [row.createdBy, row.assigneeId, ...people], {
      category: 'alert',
      type: 'warning',
      title: {
        en: `${claims.type.label.en} ${row.documentNo} is late`,
        th: `${claims.type.label.th} ${row.documentNo} เลยกำหนดตอบกลับ`,
      },
      description: {
        en: `${supplier.name} had promised an answer by ${formatDate(row.dueDate ?? today(ctx.clock), 'en')}.`,
        th: `${supplier.nameTh ?? supplier.name} รับปากจะตอบกลับภายในวันที่ ${formatDate(row.dueDate ?? today(ctx.clock), 'th')}`,
      },
      action: claims.path(row.id),
      actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
      entity: { type: claims.type.subject, id: row.id },
      dedupeKey: `${claims.type.subject}:${row.id}:late:${row.dueDate}`,
    });
  }
}
