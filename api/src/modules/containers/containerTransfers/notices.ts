import { movingContainerTransferStatuses } from '@boxyard/shared/domain/containers/containerTransferMachine.ts';
import { formatDate } from '../../../documents/format.ts';
import { audienceOf, type Ctx, type Notice, notify, today } from '../../../kernel/index.ts';
import { type ContainerTransferRow, containerTransfers, isInterCompany } from './type.ts';

type Told = Pick<
  ContainerTransferRow,
  'id' | 'documentNo' | 'companyId' | 'fromWarehouseId' | 'toCompanyId' | 'toWarehouseId'
>;

const { type, path } = containerTransfers;

const noticeOf = (
  row: Told,
  what: string,
  notice: Pick<Notice, 'category' | 'type' | 'title' | 'description'>,
): Notice => ({
  ...notice,
  action: path(row.id),
  actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
  entity: { type: type.subject, id: row.id },
  dedupeKey: `${type.subject}:${row.id}:${what}`,
});

const managersAt = (ctx: Ctx, companyId: string, warehouseId: string) =>
  audienceOf(ctx, {
    companyId,
    warehouseIds: [warehouseId],
    ability: `${type.machine.page}:approve`,
    except: [ctx.actor.userId],
  });

/** Whoever decides at either end. */
async function bothManagers(ctx: Ctx, row: Told): Promise<string[]> {
  const [source, destination] = await Promise.all([
    managersAt(ctx, row.companyId, row.fromWarehouseId),
    managersAt(ctx, row.toCompanyId, row.toWarehouseId),
  ]);
  return [...new Set([...source, ...destination])];
}

/** Between companies the other side is asked too. */
export async function notifyDestination(ctx: Ctx, row: Told): Promise<void> {
  if (!isInterCompany(row)) return;
  const people = await managersAt(ctx, row.toCompanyId, row.toWarehouseId);
  await notify(
    ctx,
    people,
    noticeOf(row, 'asked', {
      category: 'reminder',
      type: 'info',
      title: {
        en: `${type.label.en} ${row.documentNo ?? ''} waits for your approval`.replace('  ', ' '),
        th: `${type.label.th} ${row.documentNo ?? ''} รอการอนุมัติจากคุณ`.replace('  ', ' '),
      },
      description: {
        en: 'Another company sends containers to your warehouse.',
        th: 'อีกบริษัทหนึ่งขอส่งตู้มายังคลังของคุณ',
      },
    }),
  );
}

/** The destination hears that containers are on their way. */
export async function notifyDispatched(ctx: Ctx, row: Told, count: number): Promise<void> {
  await notify(
    ctx,
    await managersAt(ctx, row.toCompanyId, row.toWarehouseId),
    noticeOf(row, 'dispatched', {
      category: 'message',
      type: 'info',
      title: {
        en: `${type.label.en} ${row.documentNo} is on its way`,
        th: `${type.label.th} ${row.documentNo} ออกเดินทางแล้ว`,
      },
      description: { en: `Containers: ${count}`, th: `จำนวนตู้ ${count}` },
    }),
  );
}

/** Both sides hear of what did not arrive. */
export async function notifyMissing(
  ctx: Ctx,
  row: Told,
  serialNumbers: readonly string[],
): Promise<void> {
  const serials = serialNumbers.join(', ');
  await notify(
    ctx,
    await bothManagers(ctx, row),
    // One may be reported on the road, and another found missing at the end of it.
    noticeOf(row, `missing:${serials}`, {
      category: 'alert',
      type: 'error',
      title: {
        en: `Containers of ${row.documentNo} are missing`,
        th: `ตู้ตามใบโอนย้าย ${row.documentNo} สูญหาย`,
      },
      description: { en: serials, th: serials },
    }),
  );
}

/** Each night: marks transfers that should have arrived, and says so, once. */
export async function notifyLateTransfers(ctx: Ctx): Promise<void> {
  const late = await ctx.db
    .updateTable('containerTransfers')
    .set({ isLate: true })
    .where('status', 'in', [...movingContainerTransferStatuses])
    .where('expectedArrival', '<', today(ctx.clock))
    .where('isLate', '=', false)
    .returning(['id', 'documentNo', 'companyId', 'toCompanyId', 'createdBy', 'expectedArrival'])
    .returning(['fromWarehouseId', 'toWarehouseId'])
    .execute();
  for (const row of late) {
    const day = row.expectedArrival ?? '';
    await notify(
      ctx,
      [...new Set([row.createdBy, ...(await bothManagers(ctx, row))])],
      noticeOf(row, `late:${day}`, {
        category: 'alert',
        type: 'warning',
        title: {
          en: `${type.label.en} ${row.documentNo} is late`,
          th: `${type.label.th} ${row.documentNo} เลยกำหนด`,
        },
        description: {
          en: `It was expected on ${formatDate(day, 'en')}.`,
          th: `กำหนดถึงวันที่ ${formatDate(day, 'th')}`,
        },
      }),
    );
  }
}
