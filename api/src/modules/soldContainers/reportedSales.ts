import type { ReportedTransaction } from '@boxyard/shared/contract';
import { decimal } from '@boxyard/shared/domain';
import { isSale, type TransactionMark } from '@boxyard/shared/domain/sales/soldContainers.ts';
import type { Ctx } from '../../kernel/index.ts';

/** A transaction as far as it decides what a later report is. */
interface Known {
  readonly machineTxnId: string;
  readonly occurredAt: Date;
  readonly channel: string;
  readonly status: 'success' | 'refunded' | 'failed';
  readonly quantity: string;
  readonly amount: string;
  readonly refundOf: string | null;
  readonly mark: TransactionMark | null;
}

/** A report that is new, with what a person should look at. */
export interface NewReport {
  readonly report: ReportedTransaction;
  readonly mark: Exclude<TransactionMark, 'refundOfUnknown'> | null;
  /** When what it pays back was sold; null: it pays nothing back, or nobody has reported that sale. */
  readonly soldAt: Date | null;
}

const asKnown = (report: ReportedTransaction): Known => ({
  machineTxnId: report.machineTxnId,
  occurredAt: new Date(report.occurredAt),
  channel: report.channel,
  status: report.status ?? 'success',
  quantity: String(report.quantity ?? 1),
  amount: report.amount,
  refundOf: report.refundOf ?? null,
  mark: null,
});

/** The same number is the same transaction only at the same moment: a machine that was reset counts anew. */
const isSame = (one: Known, other: Known): boolean =>
  one.machineTxnId === other.machineTxnId &&
  one.occurredAt.getTime() === other.occurredAt.getTime();

const isDiffering = (one: Known, other: Known): boolean =>
  one.channel !== other.channel ||
  one.status !== other.status ||
  decimal.compare(one.amount, other.amount) !== 0 ||
  decimal.compare(one.quantity, other.quantity) !== 0;

/** What is known of the numbers in a batch: themselves, the sales that it pays back, and refunds of all of them. */
export async function knownOf(
  ctx: Ctx,
  productId: string,
  reports: readonly ReportedTransaction[],
): Promise<readonly Known[]> {
  const refunded = reports.flatMap(({ refundOf }) => refundOf ?? []);
  // Batches that bring a sale, or pay the same one back, are held against each other.
  await ctx.pg.query({
    name: 'soldContainers.lockReports',
    text: 'select pg_advisory_xact_lock(hashtextextended($1::text, 0))',
    values: [productId],
  });
  const numbers = [...new Set([...reports.map((one) => one.machineTxnId), ...refunded])];
  const { rows } = await ctx.pg.query<Known>({
    name: 'soldContainers.known',
    text: `select machine_txn_id as "machineTxnId", occurred_at as "occurredAt", channel, status, quantity::text,
        amount::text, refund_of as "refundOf", mark
      from product_transactions where product_id = $1 and machine_txn_id = any($2::text[])
      union all
      select machine_txn_id, occurred_at, channel, status, quantity::text, amount::text, refund_of, mark
      from product_transactions where product_id = $1 and refund_of = any($2::text[])
        and machine_txn_id <> all($2::text[])`,
    values: [productId, numbers],
  });
  return rows;
}

/**
 * The new ones of a batch, each once, in the order in which they happened. Of what is known the first
 * report stays; how many say something else of it is told.
 */
export function newReports(
  reports: readonly ReportedTransaction[],
  known: readonly Known[],
): { readonly fresh: readonly NewReport[]; readonly differing: number } {
  const seen = [...known];
  const fresh: NewReport[] = [];
  let differing = 0;
  const ordered = reports
    .map((report) => ({ report, one: asKnown(report) }))
    .sort(
      (a, b) =>
        a.one.occurredAt.getTime() - b.one.occurredAt.getTime() ||
        // What is paid back was sold before, also within one tick of the machine's clock.
        Number(isSale(b.one.status)) - Number(isSale(a.one.status)),
    );
  for (const { report, one } of ordered) {
    const alike = seen.filter(({ machineTxnId }) => machineTxnId === one.machineTxnId);
    const first = alike.find((other) => isSame(other, one));
    if (first) {
      if (isDiffering(first, one)) differing += 1;
      continue;
    }
    const sale = saleOf(one, seen);
    const isAbove = isSale(one.status)
      ? isPaidBackTooMuch(one, seen)
      : sale !== undefined && isAboveSale(one, { sale, seen });
    const mark = isAbove ? 'refundAboveSale' : alike.length > 0 ? 'numberReused' : null;
    seen.push({ ...one, mark });
    fresh.push({ report, mark, soldAt: sale?.occurredAt ?? null });
  }
  return { fresh, differing };
}

/** The sale that a refund names: of a number that was used again, the last one before it. */
function saleOf({ refundOf, occurredAt }: Known, seen: readonly Known[]): Known | undefined {
  if (refundOf === null) return undefined;
  return seen
    .filter((one) => one.machineTxnId === refundOf && isSale(one.status))
    .filter((one) => one.occurredAt <= occurredAt)
    .sort((one, other) => other.occurredAt.getTime() - one.occurredAt.getTime())[0];
}

/** What was paid back of a sale so far, as far as it counts. */
function paidBackOf(sale: Known, seen: readonly Known[]): string {
  const refunds = seen.filter(
    (one) => one.mark !== 'refundAboveSale' && saleOf(one, seen) === sale,
  );
  return decimal.add('0', ...refunds.map((one) => one.amount));
}

const isAboveSale = (
  { amount }: Known,
  { sale, seen }: { readonly sale: Known; readonly seen: readonly Known[] },
): boolean => decimal.compare(decimal.add(amount, paidBackOf(sale, seen)), sale.amount) > 0;

/** A sale that comes after its refunds is pointed out itself where they are more: what is stored stays. */
const isPaidBackTooMuch = (sale: Known, seen: readonly Known[]): boolean =>
  decimal.compare(paidBackOf(sale, [...seen, sale]), sale.amount) > 0;
