import { addDays, decimal } from '@boxyard/shared/domain';
import { doneJobStatuses } from '@boxyard/shared/domain/service/jobMachine.ts';
import { anyId, type Ctx, conflict, today } from '../../../kernel/index.ts';
import { onIssue, vatRateOf } from '../../money/index.ts';
import { jobPartsOf } from '../../warehouse/index.ts';
import { LABOUR, labourRateOf, linesOfEstimates, listedParts } from '../estimates/lines.ts';
import { approvedEstimate, type EstimateRow } from '../estimates/type.ts';
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
  const parts = await listedParts(ctx, [...used.keys()]);
  return [...parts].map(([partId, { description, unit, listPrice }]) => ({
    partId,
    description,
    quantity: Number(used.get(partId)),
    unit,
    unitPrice: listPrice,
    isService: false,
  }));
}

/**
 * Prices that the customer said yes to count as list prices; what they agreed to beside labour and parts is
 * charged as it was agreed.
 */
function atAgreedPrices(
  lines: readonly ChargedLine[],
  agreed: Awaited<ReturnType<typeof agreedLines>>,
): ChargedLine[] {
  const priceOf = ({ partId, isService }: ChargedLine): string | undefined =>
    agreed.find((line) => (partId === null ? isService && line.isLabour : line.partId === partId))
      ?.unitPrice;
  return [
    ...lines.map((line) => ({ ...line, unitPrice: priceOf(line) ?? line.unitPrice })),
    ...agreed
      .filter(({ partId, isLabour }) => partId === null && !isLabour)
      .map(({ description, quantity, unit, unitPrice }) => ({
        partId: null,
        description,
        quantity,
        unit,
        unitPrice,
        isService: true,
      })),
  ];
}

/**
 * The estimate by which what is still to be charged was agreed: one that a standing invoice came after is
 * used up, and a later visit is charged at list prices or by an estimate of its own.
 */
async function unusedEstimate(ctx: Ctx, jobId: string): Promise<EstimateRow | null> {
  const [approved, invoices] = await Promise.all([
    approvedEstimate(ctx, jobId),
    invoicesOfJob(ctx, jobId),
  ]);
  const since = approved?.answeredAt ?? null;
  const isUsed = since !== null && invoices.some(({ createdAt }) => createdAt > since);
  return isUsed ? null : (approved ?? null);
}

/** Lines of the estimate that the customer of a job said yes to. */
async function agreedLines(ctx: Ctx, approved: EstimateRow | null) {
  return approved === null ? [] : (await linesOfEstimates(ctx, [approved.id]))(approved.id);
}

/**
 * Labour and parts that the customer of a job bears and that no invoice charges, at the prices that were
 * agreed, else at list prices.
 */
async function chargedLines(
  ctx: Ctx,
  row: JobRow,
  approved: EstimateRow | null,
): Promise<ChargedLine[]> {
  const periods = await chargedPeriods(ctx, row);
  const [hours, rate, parts, agreed] = await Promise.all([
    billableHours(ctx, row, periods),
    labourRateOf(ctx, row.companyId),
    billableParts(ctx, row, periods),
    agreedLines(ctx, approved),
  ]);
  const labour: ChargedLine = {
    partId: null,
    description: LABOUR.description,
    quantity: Number(hours),
    unit: LABOUR.unit,
    unitPrice: rate,
    isService: true,
  };
  const isFree = decimal.isZero(hours) || decimal.isZero(rate);
  return atAgreedPrices([...(isFree ? [] : [labour]), ...parts], agreed);
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
  const approved = await unusedEstimate(ctx, row.id);
  const [items, company, customer, vatRate] = await Promise.all([
    chargedLines(ctx, row, approved),
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
    approved,
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
