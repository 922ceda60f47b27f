import type { PERIOD_STATUSES } from '@boxyard/shared/contract';
import { authorId, type Ctx, type Input, mayUseCompany, notFound } from '../../../kernel/index.ts';
import {
  closePeriod,
  holdPeriod,
  type PeriodRequest,
  reopenPeriod,
} from '../../../ledger/index.ts';
import { mustRef, recordChange } from '../../masterData/index.ts';

type Status = (typeof PERIOD_STATUSES)[number];

/** So many months are shown, this one first. */
const MONTHS = 24;
const PERIOD = /^\d{4}-(0[1-9]|1[0-2])$/;

interface Found {
  company_id: string;
  code: string;
  name_en: string;
  name_th: string | null;
  period: string;
  status: Status;
  changed_at: Date | null;
  changed_by: string | null;
  reason: string | null;
}

/** Months of the person's companies; one that nobody touched is open. */
async function monthsOf(
  ctx: Ctx,
  { companyIds, period = null }: { companyIds: readonly string[] | null; period?: string | null },
) {
  const { rows } = await ctx.pg.query<Found>({
    name: 'stock.periods',
    text: `select c.id as company_id, c.code, c.name_en, c.name_th, m.period,
        coalesce(s.status, 'open') as status, s.changed_at, u.full_name as changed_by, s.reason
      from companies c
      cross join (select to_char(($1::timestamptz at time zone 'Asia/Bangkok') - n * interval '1 month', 'YYYY-MM') as period
        from generate_series(0, ${MONTHS - 1}) n) m
      left join stock_periods s on s.company_id = c.id and s.period = m.period
      left join users u on u.id = s.changed_by
      where ($2::uuid[] is null or c.id = any($2::uuid[])) and ($3::text is null or m.period = $3)
      order by m.period desc, c.code`,
    values: [ctx.clock.now(), companyIds, period],
  });
  return rows.map((row) => ({
    id: `${row.company_id}:${row.period}`,
    company: mustRef(row.company_id, row.code, { name: row.name_en, nameTh: row.name_th }),
    period: row.period,
    status: row.status,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
    reason: row.reason,
  }));
}

export const listPeriods = async (ctx: Ctx) => ({
  data: await monthsOf(ctx, { companyIds: ctx.actor.companyIds }),
});

type Change = Input<'stock.holdPeriod' | 'stock.closePeriod' | 'stock.reopenPeriod'>;
const CHANGES = { hold: holdPeriod, close: closePeriod, reopen: reopenPeriod } as const;

/** Holds, closes or opens a month of a company again (domain-warehouse 3.6); 404 for any other. */
export const changePeriod =
  (change: keyof typeof CHANGES) =>
  async (ctx: Ctx, { params, body }: Change) => {
    const { period } = params;
    const { companyId } = body;
    const wanted = { companyIds: [companyId], period };
    if (!PERIOD.test(period) || !mayUseCompany(ctx.actor, companyId)) throw notFound();
    const [before] = await monthsOf(ctx, wanted);
    if (!before) throw notFound();
    const request: PeriodRequest = {
      companyId,
      period,
      now: ctx.clock.now(),
      by: authorId(ctx.actor),
      reason: body.reason || null,
    };
    await CHANGES[change](ctx.pg, request);
    const [after] = await monthsOf(ctx, wanted);
    if (!after) throw notFound();
    await recordChange(ctx, {
      subject: 'companies',
      id: companyId,
      action: 'update',
      companyId,
      reason: request.reason ?? null,
      before: { code: before.company.code, stockPeriod: { period, status: before.status } },
      after: { code: after.company.code, stockPeriod: { period, status: after.status } },
      touches: ['stock', 'parts'],
    });
    return { data: after };
  };
