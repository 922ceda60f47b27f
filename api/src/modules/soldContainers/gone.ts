import { type Ctx, type Localised, notify, record, updated } from '../../kernel/index.ts';
import { onLost, onReturned } from '../containers/index.ts';

const LOST: Localised = { en: 'It is lost.', th: 'ตู้สูญหาย' };
const RETURNED: Localised = {
  en: 'It was taken down at the customer.',
  th: 'ถอนตู้ออกจากสถานที่ของลูกค้าแล้ว',
};

/**
 * Switches off a container that has left its customer, and tells its salesperson. A container that is found
 * again is switched on by hand (domain-containers 2.1).
 */
async function switchOff(
  ctx: Ctx,
  { productId }: { readonly productId: string },
  why: Localised,
): Promise<void> {
  const row = await ctx.db
    .updateTable('productContracts')
    .set((eb) => ({
      isActive: false,
      activeSince: null,
      version: eb('version', '+', 1),
      ...updated(ctx),
    }))
    .where('productId', '=', productId)
    .where('inForceUntil', 'is', null)
    .where('isActive', '=', true)
    .returning(['id', 'companyId', 'serialNumber', 'saleId', 'version'])
    .executeTakeFirst();
  if (!row) return;
  const { id, companyId, serialNumber, saleId, version } = row;
  await record(ctx, {
    subject: 'productContracts',
    subjectId: id,
    companyId,
    label: serialNumber,
    version,
    action: 'switch-off',
    reason: why[ctx.locale],
  });
  if (saleId === ctx.actor.userId) return;
  await notify(ctx, [saleId], {
    category: 'alert',
    type: 'warning',
    title: {
      en: `Container ${serialNumber} was switched off`,
      th: `ปิดใช้งานตู้ ${serialNumber} แล้ว`,
    },
    description: why,
    action: `/sales-management/products?record=${id}`,
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: 'productContracts', id },
    dedupeKey: `productContracts:${id}:off:${version}`,
  });
}

onLost((ctx, container) => switchOff(ctx, container, LOST));
onReturned((ctx, container) => switchOff(ctx, container, RETURNED));
