import { decimal } from '@boxyard/shared/domain';
import type { ContractType } from '@boxyard/shared/domain/sales/paymentPlan.ts';
import { type Ctx, compiledQuery } from '../../../kernel/index.ts';

/**
 * Contracts that ran before they were entered here (docs/domain/money.md "Opening balances"): what was paid
 * before is paid, and what was taxed before is not taxed again.
 */

const scheduleByContract = compiledQuery((db, given: { contractId: string }) =>
  db
    .selectFrom('contractSchedule as s')
    .innerJoin('contracts as ct', 'ct.id', 's.contractId')
    .where('s.contractId', '=', given.contractId)
    .orderBy('s.seq')
    .select(['s.seq', 's.kind', 's.dueDate', 's.principal', 's.interest', 's.vat', 's.total'])
    .select(['s.wht', 's.net', 's.countsTowardsTotal', 's.paidBefore'])
    .select(['ct.type', 'ct.vatMode', 'ct.takenOverOn']),
);

type Stored = Awaited<ReturnType<typeof scheduleByContract>>[number];

/** A payment of the plan as it is billed: without what was paid before the contract was taken over. */
export interface AskedRow extends Omit<Stored, 'type' | 'vatMode' | 'takenOverOn'> {
  /** Its VAT was declared before, so that its invoice bears none. */
  readonly isTaxedBefore: boolean;
  /** It differs from its payment of the plan. */
  readonly isReduced: boolean;
}

/** Goods are taxed with their delivery, hire purchase with each due date (Revenue Code section 78). */
const isTaxedBefore = ({ type, kind, vatMode, dueDate, takenOverOn }: Stored): boolean => {
  if (takenOverOn === null || vatMode === 'none' || kind === 'deposit') return false;
  const taxed: Readonly<Record<ContractType, boolean>> = {
    sale: true,
    installment: dueDate < takenOverOn,
    lease: false,
  };
  return taxed[type];
};

function asAsked(stored: Stored): AskedRow {
  const { type: _type, vatMode: _mode, takenOverOn: _day, ...row } = stored;
  const { total, paidBefore } = row;
  const taxedBefore = isTaxedBefore(stored);
  if (!taxedBefore && decimal.isZero(paidBefore)) {
    return { ...row, isTaxedBefore: false, isReduced: false };
  }
  const open = decimal.round(decimal.subtract(total, paidBefore));
  const share = (of: string): string =>
    decimal.isZero(total)
      ? '0.00'
      : decimal.round(decimal.divide(decimal.multiply(of, open), total));
  const vat = taxedBefore ? '0.00' : share(row.vat);
  const wht = share(row.wht);
  return {
    ...row,
    principal: decimal.round(decimal.subtract(open, vat)),
    interest: '0.00',
    vat,
    wht,
    total: open,
    net: decimal.round(decimal.subtract(open, wht)),
    isTaxedBefore: taxedBefore,
    isReduced: true,
  };
}

/** The amounts to bill of a contract by due date, in the order of its plan; 0.00 for rows that were paid before. */
export const askedRows = async (ctx: Ctx, contractId: string): Promise<readonly AskedRow[]> =>
  (await scheduleByContract(ctx, { contractId })).map(asAsked);

/** THB paid of each payment before the contract was taken over, by its number in the plan. */
export async function paidBefore(
  ctx: Ctx,
  contractId: string,
): Promise<ReadonlyMap<number, string>> {
  const rows = await ctx.db
    .selectFrom('contractSchedule')
    .where('contractId', '=', contractId)
    .where('paidBefore', '>', '0')
    .select(['seq', 'paidBefore'])
    .execute();
  return new Map(rows.map((row) => [row.seq, decimal.round(row.paidBefore)]));
}

/** Payments of a plan with what of an amount they are paid by, the first one first. */
export function spread<R extends { readonly total: string }>(
  rows: readonly R[],
  amount: string,
): readonly (R & { readonly paidBefore: string })[] {
  let left = amount;
  return rows.map((row) => {
    const paid = decimal.round(decimal.minimum(row.total, left));
    left = decimal.subtract(left, paid);
    return { ...row, paidBefore: paid };
  });
}
