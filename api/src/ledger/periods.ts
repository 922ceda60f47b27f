import { addDays, bangkokDate } from '@boxyard/shared/domain';
import type { Pg } from '../kernel/index.ts';
import { LedgerError } from './types.ts';

export interface PeriodRequest {
  readonly companyId: string;
  /** `YYYY-MM`. */
  readonly period: string;
  readonly now: Date;
  readonly by: string | null;
  readonly reason?: string | null;
}

export type PeriodStatus = 'open' | 'hold' | 'closed';

/** Waits until nothing is being posted in this company, and keeps others out until commit (I21). */
async function enter(pg: Pg, companyId: string): Promise<void> {
  await pg.query({
    text: `select pg_advisory_xact_lock(hashtextextended('stock-period/' || $1::text, 0))`,
    values: [companyId],
  });
}

async function statusOf(pg: Pg, { companyId, period }: PeriodRequest): Promise<PeriodStatus> {
  const { rows } = await pg.query<{ status: PeriodStatus }>({
    text: 'select status from stock_periods where company_id = $1 and period = $2 for update',
    values: [companyId, period],
  });
  return rows[0]?.status ?? 'open';
}

async function setStatus(pg: Pg, request: PeriodRequest, status: PeriodStatus): Promise<void> {
  await pg.query({
    text: `insert into stock_periods (company_id, period, status, changed_at, changed_by, reason)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (company_id, period) do update set status = excluded.status,
        version = stock_periods.version + 1, changed_at = excluded.changed_at,
        changed_by = excluded.changed_by, reason = excluded.reason`,
    values: [
      request.companyId,
      request.period,
      status,
      request.now,
      request.by,
      request.reason ?? null,
    ],
  });
}

const refuse = (current: PeriodStatus, reason: string): never => {
  throw new LedgerError('INVALID_STATE', { current, reason });
};

/** Only `parts-warehouse:override-period` posts into a month on hold (3.6). */
export async function holdPeriod(pg: Pg, request: PeriodRequest): Promise<void> {
  await enter(pg, request.companyId);
  const status = await statusOf(pg, request);
  if (status !== 'open') refuse(status, 'NOT_OPEN');
  await setStatus(pg, request, 'hold');
}

/**
 * Closes a month that is over and writes its snapshot; nothing half posted may be dated in it
 * (3.6). Months before it close with it, since nothing may change under a snapshot.
 */
export async function closePeriod(pg: Pg, request: PeriodRequest): Promise<void> {
  const { companyId, period, now } = request;
  await enter(pg, companyId);
  const status = await statusOf(pg, request);
  if (status === 'closed') refuse(status, 'CLOSED');
  if (period >= bangkokDate(now).slice(0, 7)) refuse(status, 'NOT_OVER');
  const { rows: later } = await pg.query({
    text: `select 1 from stock_periods where company_id = $1 and period > $2 and status = 'closed' limit 1`,
    values: [companyId, period],
  });
  if (later.length > 0) refuse(status, 'LATER_CLOSED');
  const lastDay = endOfMonth(period);
  const { rows: half } = await pg.query<{ document_no: string | null }>({
    text: `select i.document_no from goods_imports i
      where i.company_id = $1 and i.document_date <= $2::date and i.status = 'inspecting'
        and exists (select 1 from goods_import_items t where t.import_id = i.id and t.posted_at is not null)
        and exists (select 1 from goods_import_items t where t.import_id = i.id and t.posted_at is null)
      order by i.document_no limit 20`,
    values: [companyId, lastDay],
  });
  if (half.length > 0) {
    throw new LedgerError('INVALID_STATE', {
      current: status,
      reason: 'HALF_POSTED',
      documents: half.map((row) => row.document_no),
    });
  }
  await setStatus(pg, request, 'closed');
  await pg.query({
    text: `insert into stock_snapshots (company_id, period, item_type, item_id, location_id, lot_id,
        serial_id, condition, qty)
      select company_id, $2, item_type, item_id, location_id, lot_id, serial_id, condition, sum(qty)
      from stock_entries where company_id = $1 and effective_date <= $3::date
      group by company_id, item_type, item_id, location_id, lot_id, serial_id, condition
      having sum(qty) <> 0`,
    values: [companyId, period, lastDay],
  });
  await pg.query({
    text: `insert into stock_value_snapshots (company_id, period, item_type, item_id, qty, value)
      select company_id, $2, item_type, item_id, sum(qty), sum(value) from (
        select company_id, item_type, item_id, case when is_physical then qty else 0 end as qty, value
        from stock_entries where company_id = $1 and effective_date <= $3::date
        union all
        select company_id, item_type, item_id, 0, amount
        from cost_variances where company_id = $1 and effective_date <= $3::date) x
      group by company_id, item_type, item_id`,
    values: [companyId, period, lastDay],
  });
}

/** Opens the latest closed month, or one on hold, again; the snapshot goes (3.6). */
export async function reopenPeriod(pg: Pg, request: PeriodRequest): Promise<void> {
  const { companyId, period } = request;
  await enter(pg, companyId);
  const status = await statusOf(pg, request);
  if (status === 'open') refuse(status, 'OPEN');
  const { rows } = await pg.query<{ latest: string | null }>({
    text: `select max(period) as latest from stock_periods where company_id = $1 and status = 'closed'`,
    values: [companyId],
  });
  if (status === 'closed' && rows[0]?.latest !== period) refuse(status, 'NOT_LATEST');
  for (const table of ['stock_snapshots', 'stock_value_snapshots']) {
    await pg.query({
      text: `delete from ${table} where company_id = $1 and period = $2`,
      values: [companyId, period],
    });
  }
  await setStatus(pg, request, 'open');
}

function endOfMonth(period: string): string {
  const [year = 0, month = 0] = period.split('-').map(Number);
  const next =
    month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
  return addDays(next, -1);
}
