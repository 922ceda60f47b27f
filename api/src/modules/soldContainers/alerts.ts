import { addDays } from '@boxyard/shared/domain';
import { hasDropped, silentSince } from '@boxyard/shared/domain/sales/soldContainers.ts';
import { sql } from 'kysely';
import { formatDateTime } from '../../documents/format.ts';
import { audienceOf, type Ctx, type Notice, notify, today } from '../../kernel/index.ts';
import { queueLine } from './line.ts';
import { placeOf } from './notices.ts';

interface Told {
  readonly id: string;
  readonly serialNumber: string;
  readonly companyId: string;
  readonly saleId: string;
  readonly isLineEnabled: boolean;
}
const TOLD = ['id', 'serialNumber', 'companyId', 'saleId', 'isLineEnabled'] as const;

/** Tells the salesperson, whoever looks after the settings, and the owner by LINE. */
async function tell(
  ctx: Ctx,
  row: Told,
  {
    event,
    line,
    ...notice
  }: Pick<Notice, 'type' | 'title' | 'description'> & {
    readonly event: string;
    readonly line: string;
  },
): Promise<void> {
  const people = await audienceOf(ctx, {
    ability: 'products:setting',
    companyId: row.companyId,
    ownerIds: [row.saleId],
  });
  await notify(ctx, [...people, row.saleId], {
    category: 'alert',
    ...notice,
    ...placeOf(row.id),
    dedupeKey: `productContracts:${row.id}:${event}`,
  });
  await queueLine(ctx, row, { event, text: line });
}

/**
 * Each night: active containers that have sold nothing for a day, each silence once. What was told is
 * noted with the container, so that a second run and a night that was missed tell nothing twice.
 */
export async function alertSilent(ctx: Ctx): Promise<void> {
  const heard = sql<Date>`greatest(last_sale_at, active_since)`;
  const silent = await ctx.db
    .updateTable('productContracts')
    .set({ toldSilenceOf: heard })
    .where('inForceUntil', 'is', null)
    .where('isActive', '=', true)
    .where(heard, '<', silentSince(ctx.clock.now()))
    .where(sql<boolean>`told_silence_of is distinct from ${heard}`)
    .returning([...TOLD, 'toldSilenceOf'])
    .execute();
  for (const { toldSilenceOf, ...row } of silent) {
    if (toldSilenceOf === null) continue;
    await tell(ctx, row, {
      type: 'error',
      title: { en: `${row.serialNumber} is silent`, th: `ตู้ ${row.serialNumber} เงียบ` },
      description: {
        en: `Nothing was sold since ${formatDateTime(toldSilenceOf, 'en')}.`,
        th: `ไม่มีรายการขายตั้งแต่ ${formatDateTime(toldSilenceOf, 'th')}`,
      },
      event: `silent:${toldSilenceOf.toISOString()}`,
      line: `ตู้ ${row.serialNumber} ไม่มีรายการขายตั้งแต่ ${formatDateTime(toldSilenceOf, 'th')}`,
    });
  }
}

interface Weeks extends Told {
  readonly week: string;
  readonly before: string;
}

/** Each night: active containers whose last seven days brought less than half of the seven before, once a week. */
export async function alertDrops(ctx: Ctx): Promise<void> {
  const day = today(ctx.clock);
  const [from, middle] = [addDays(day, -14), addDays(day, -7)];
  const { rows } = await sql<Weeks>`
    select pc.id, pc.serial_number as "serialNumber", pc.company_id as "companyId", pc.sale_id as "saleId",
      pc.is_line_enabled as "isLineEnabled",
      coalesce(sum(d.amount) filter (where d.day >= ${middle}::date), 0)::text as week,
      coalesce(sum(d.amount) filter (where d.day < ${middle}::date), 0)::text as before
    from product_contracts pc
    join product_sales_days d on d.contract_id = pc.contract_id and d.day >= ${from}::date and d.day < ${day}::date
    where pc.is_active and pc.active_since <= (${from}::date)::timestamp at time zone 'Asia/Bangkok'
      and (pc.told_drop_on is null or pc.told_drop_on <= ${middle}::date)
    group by pc.id`.execute(ctx.db);
  for (const { week, before, ...row } of rows) {
    if (!hasDropped(week, before)) continue;
    await ctx.db
      .updateTable('productContracts')
      .set({ toldDropOn: day })
      .where('id', '=', row.id)
      .execute();
    await tell(ctx, row, {
      type: 'warning',
      title: {
        en: `${row.serialNumber} sells less than half`,
        th: `ยอดขายของตู้ ${row.serialNumber} ลดลงเกินครึ่ง`,
      },
      description: {
        en: 'The last seven days brought less than half of the seven before.',
        th: 'ยอดขาย 7 วันล่าสุดต่ำกว่าครึ่งของ 7 วันก่อนหน้า',
      },
      event: `drop:${day}`,
      line: `ยอดขายของตู้ ${row.serialNumber} ใน 7 วันล่าสุดต่ำกว่าครึ่งของ 7 วันก่อนหน้า`,
    });
  }
}

/** Each night: what waits is given to contracts that came in force meanwhile. */
export async function assignWaiting(ctx: Ctx): Promise<void> {
  await ctx.pg.query('select assign_waiting_transactions(null)');
}
