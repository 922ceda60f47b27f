import { addDays, decimal } from '@boxyard/shared/domain';
import { doneJobStatuses } from '@boxyard/shared/domain/service/jobMachine.ts';
import { anyId, type Ctx, conflict, settingOf, today } from '../../../kernel/index.ts';
import { onIssue, vatRateOf } from '../../money/index.ts';
import { jobPartsOf } from '../../warehouse/index.ts';
import { invoicesOfJob } from './invoices.ts';
import { periodsOf } from './periods.ts';
import type { JobRow } from './type.ts';
import { timesOf } from './work.ts';

/** A line by which a job is charged; prices are in THB before VAT, with four places. */
export interface ChargedLine {
  /** A part of the job; null of labour. */
  readonly partId: string | null;
  readonly description: string;
  readonly quantity: number;
  readonly unit: string | null;
  readonly unitPrice: string;
  readonly isService: boolean;
}

const HOUR_MS = 3_600_000;

/** A part of the work that one invoice charges as a whole. */
type ChargedPeriod = Pick<JobRow, 'coverage' | 'invoiceKey'>;

/** Periods of a job: all that ended, the one at an instant, and whether a standing invoice charges one. */
async function chargedPeriods(ctx: Ctx, row: JobRow) {
  const [periods, invoices] = await Promise.all([
    periodsOf(ctx, row.id),
    invoicesOfJob(ctx, row.id),
  ]);
  const keys = new Set(invoices.map(({ sourceKey }) => sourceKey));
  return {
    periods,
    at: (instant: Date): ChargedPeriod =>
      periods.find(({ resolvedAt }) => instant < resolvedAt) ?? row,
    isCharged: ({ invoiceKey }: ChargedPeriod): boolean =>
      invoiceKey !== null && keys.has(invoiceKey),
  };
}
type ChargedPeriods = Awaited<ReturnType<typeof chargedPeriods>>;

/** Hours of work in the periods that the customer bears and that no invoice charges, to a hundredth. */
async function billableHours(ctx: Ctx, row: JobRow, periods: ChargedPeriods): Promise<string> {
  const times = await timesOf(ctx, row.id);
  const now = ctx.clock.now();
  const worked = times.reduce((sum, { startedAt, endedAt }) => {
    const period = periods.at(startedAt);
    const spent = (endedAt ?? now).getTime() - startedAt.getTime();
    return period.coverage === 'billable' && !periods.isCharged(period) ? sum + spent : sum;
  }, 0);
  return decimal.round(decimal.divide(String(worked), HOUR_MS));
}

/** Used parts that the customer bears and that no invoice charges, by part, at the list price of parts for sale. */
async function billableParts(
  ctx: Ctx,
  row: JobRow,
  periods: ChargedPeriods,
): Promise<ChargedLine[]> {
  const used = new Map<string, string>();
  for (const { partId, isBillable, usedQty, askedAt } of await jobPartsOf(ctx, row.id)) {
    if (isBillable && usedQty > 0 && !periods.isCharged(periods.at(askedAt))) {
      used.set(partId, decimal.add(used.get(partId) ?? '0', String(usedQty)));
    }
  }
  if (used.size === 0) return [];
  const parts = await ctx.db
    .selectFrom('materialParts as p')
    .innerJoin('units as u', 'u.id', 'p.unitId')
    .where('p.id', 'in', [...used.keys()])
    .orderBy('p.partNo')
    .select(['p.id', 'p.partNo', 'p.name', 'p.nameTh', 'p.standardPrice'])
    .select(['u.name as unit', 'u.nameTh as unitTh'])
    .execute();
  return parts.map(({ id, partNo, name, nameTh, standardPrice, unit, unitTh }) => ({
    partId: id,
    description: `${partNo} ${nameTh ?? name}`,
    quantity: Number(used.get(id)),
    unit: unitTh ?? unit,
    unitPrice: decimal.round(standardPrice ?? '0', 4),
    isService: false,
  }));
}

/** Labour and parts that the customer of a job bears and that no invoice charges, at list prices. */
async function chargedLines(ctx: Ctx, row: JobRow): Promise<ChargedLine[]> {
  const { companyId } = row;
  const periods = await chargedPeriods(ctx, row);
  const [hours, rate, parts] = await Promise.all([
    billableHours(ctx, row, periods),
    settingOf(ctx, { companyId, key: 'service.labourRate' }),
    billableParts(ctx, row, periods),
  ]);
  if (decimal.isZero(hours) || decimal.isZero(rate)) return parts;
  const labour: ChargedLine = {
    partId: null,
    // Documents to customers are written in Thai first.
    description: 'ค่าแรง (Labour)',
    quantity: Number(hours),
    unit: 'ชั่วโมง',
    unitPrice: decimal.round(rate, 4),
    isService: true,
  };
  return [labour, ...parts];
}

/** Total of lines before VAT and discount, in THB. */
const totalOf = (lines: readonly Pick<ChargedLine, 'quantity' | 'unitPrice'>[]): string =>
  decimal.round(
    decimal.add(
      '0',
      ...lines.map(({ quantity, unitPrice }) =>
        decimal.round(decimal.multiply(String(quantity), unitPrice)),
      ),
    ),
  );

/**
 * The charge for a completed job at list prices: labour by the setting "Labour rate
 * per hour", and used parts that are marked as billable (domain-containers 2.10). Null where nobody is to
 * be charged, or invoices that stand charge it all.
 */
export async function proposalOf(ctx: Ctx, row: JobRow) {
  if (!row.isToBill || row.customerId === null) return null;
  const [items, company, customer, vatRate] = await Promise.all([
    chargedLines(ctx, row),
    ctx.db
      .selectFrom('companies')
      .where('id', '=', row.companyId)
      .select('isVatRegistered')
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('customers')
      .where('id', '=', row.customerId)
      .select(['type', 'creditTermDays'])
      .executeTakeFirstOrThrow(),
    vatRateOf(ctx, row.companyId),
  ]);
  return {
    items,
    listTotal: totalOf(items),
    dueDate: addDays(today(ctx.clock), customer.creditTermDays ?? 0),
    vatRate: company.isVatRegistered ? vatRate : '0.00',
    isCharging: company.isVatRegistered,
    customer,
  };
}

/**
 * Notes which periods an invoice with this key charges: all that none charges yet. Answers the column of the
 * present one.
 */
export async function chargePeriods(
  ctx: Ctx,
  row: JobRow,
  key: string,
): Promise<{ readonly invoiceKey: string | null }> {
  const { periods, isCharged } = await chargedPeriods(ctx, row);
  const open = periods.filter((period) => !isCharged(period)).map(({ id }) => id);
  await ctx.db
    .updateTable('jobPeriods')
    .set({ invoiceKey: key })
    .where('id', '=', anyId(open))
    .execute();
  return { invoiceKey: isCharged(row) ? row.invoiceKey : key };
}

/** 409 while labour or parts of the job are still to be charged (domain-containers 2.10). */
export async function expectBilled(ctx: Ctx, row: JobRow): Promise<void> {
  const proposal = await proposalOf(ctx, row);
  if (proposal !== null && !decimal.isZero(proposal.listTotal)) throw conflict('JOB_NOT_BILLED');
}

/** A draft is issued while its job is accepted: one that goes on may be charged otherwise. */
for (const kind of ['repair', 'maintenance'] as const) {
  onIssue(kind, async (ctx, { sourceId, customerId }) => {
    if (sourceId === null) return false;
    const job = await ctx.db
      .selectFrom('jobs')
      .where('id', '=', sourceId)
      .select(['status', 'customerId', 'wasCompleted'])
      .executeTakeFirst();
    const isAccepted =
      job !== undefined && (job.wasCompleted || doneJobStatuses.includes(job.status));
    return isAccepted && job.customerId === customerId;
  });
}
