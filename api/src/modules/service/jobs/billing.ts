import { addDays, decimal } from '@boxyard/shared/domain';
import { doneJobStatuses } from '@boxyard/shared/domain/service/jobMachine.ts';
import { type Ctx, conflict, settingOf, today } from '../../../kernel/index.ts';
import { onIssue, vatRateOf } from '../../money/index.ts';
import { jobPartsOf } from '../../warehouse/index.ts';
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

/** Hours of work in the periods that the customer bears, to a hundredth. */
async function billableHours(ctx: Ctx, row: JobRow): Promise<string> {
  const [times, periods] = await Promise.all([timesOf(ctx, row.id), periodsOf(ctx, row.id)]);
  const now = ctx.clock.now();
  const worked = times.reduce((sum, { startedAt, endedAt }) => {
    const period = periods.find(({ resolvedAt }) => startedAt < resolvedAt) ?? row;
    const spent = (endedAt ?? now).getTime() - startedAt.getTime();
    return period.coverage === 'billable' ? sum + spent : sum;
  }, 0);
  return decimal.round(decimal.divide(String(worked), HOUR_MS));
}

/** Used parts that the customer bears, by part, at the list price of parts for sale. */
async function billableParts(ctx: Ctx, row: JobRow): Promise<ChargedLine[]> {
  const used = new Map<string, string>();
  for (const { partId, isBillable, usedQty } of await jobPartsOf(ctx, row.id)) {
    if (isBillable && usedQty > 0) {
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

/** Labour and parts that the customer of a job bears, at list prices. */
async function chargedLines(ctx: Ctx, row: JobRow): Promise<ChargedLine[]> {
  const { companyId } = row;
  const [hours, rate, parts] = await Promise.all([
    billableHours(ctx, row),
    settingOf(ctx, { companyId, key: 'service.labourRate' }),
    billableParts(ctx, row),
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
 * be charged, or an invoice of the job stands.
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
