import { addDays, decimal } from '@boxyard/shared/domain';
import {
  countedStatuses,
  goneStatuses,
  invoiceMachine,
  type TaxPoint,
} from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { contractMachine } from '@boxyard/shared/domain/sales/contractMachine.ts';
import { sql } from 'kysely';
import { asSystem, type Ctx, conflict, named, settingOf, today } from '../../../kernel/index.ts';
import { runAction } from '../../../workflow/index.ts';
import {
  handOverRests,
  type InvoiceOrder,
  isDepositPaid,
  issueFor,
  keepHandedBack,
  letGoOf,
  lockAccount,
  markAskedOnce,
  onDiscount,
  onHandOver,
  onIssue,
  onPlan,
  unpaidOf,
  voidUnpaid,
} from '../../money/index.ts';
import { onMerged } from '../../partners/index.ts';
import { dropProposal } from './proposal.ts';
import { type AskedRow, askedRows, paidBefore } from './takenOver.ts';
import { type ContractRow, contracts, scheduleOf } from './type.ts';

/** What of a contract decides how it is billed. */
type Billed = Pick<
  ContractRow,
  | 'id'
  | 'companyId'
  | 'customerId'
  | 'documentNo'
  | 'type'
  | 'vatMode'
  | 'vatRate'
  | 'whtRate'
  | 'depositRefundable'
>;
type Row = Awaited<ReturnType<typeof scheduleOf>>[number];

/** When VAT is due (docs/domain/containers.md "Money"): a deposit that is given back bears none. */
function taxPointOf(contract: Billed, { kind, isTaxedBefore }: AskedRow): TaxPoint {
  const isReturned = kind === 'deposit' && contract.depositRefundable;
  if (isReturned || isTaxedBefore || contract.vatMode === 'none') return 'none';
  if (kind === 'deposit') return 'payment';
  return ({ sale: 'delivery', installment: 'dueDate', lease: 'payment' } as const)[contract.type];
}

const NAMES: Readonly<Record<Row['kind'], string>> = {
  deposit: 'เงินประกัน / Deposit',
  downPayment: 'เงินดาวน์ / Down payment',
  installment: 'งวดที่ / Payment',
};

/** The invoice of one row of the schedule; it adds up to it to the satang. */
function orderOf(contract: Billed, row: AskedRow): InvoiceOrder {
  const label = contract.documentNo ?? '';
  const taxPoint = taxPointOf(contract, row);
  const no = row.kind === 'installment' ? ` ${row.seq}` : '';
  return {
    companyId: contract.companyId,
    customerId: contract.customerId,
    source: {
      type: row.kind === 'deposit' ? 'deposit' : 'contractInstallment',
      id: contract.id,
      key: String(row.seq),
      label,
    },
    dueDate: row.dueDate,
    taxPoint,
    vatMode: taxPoint === 'none' ? 'none' : 'exclusive',
    // Nothing is withheld of what is given back, also where a part of it is let go.
    whtRate: taxPoint === 'none' && row.kind === 'deposit' ? '0.00' : contract.whtRate,
    planned: { vatRate: contract.vatRate, shares: { vatAmount: row.vat, whtAmount: row.wht } },
    items: [
      {
        description: `${NAMES[row.kind]}${no} · ${label}`,
        quantity: 1,
        unit: null,
        unitPrice: decimal.round(netOf(row), 4),
        isService: contract.type === 'lease',
      },
    ],
  };
}

/** Issues what of a contract is not billed yet among the rows that `wants` chooses. */
export async function bill(
  ctx: Ctx,
  contract: Billed,
  wants: (row: AskedRow) => boolean,
): Promise<void> {
  const rows = (await askedRows(ctx, contract.id)).filter(
    (row) => wants(row) && decimal.compare(row.total, 0) > 0,
  );
  await issueFor(
    ctx,
    rows.map((row) => orderOf(contract, row)),
  );
}

/** The deposit is asked for as soon as the contract is approved. */
export const billDeposit = (ctx: Ctx, contract: Billed): Promise<void> =>
  bill(ctx, contract, ({ kind }) => kind === 'deposit');

/** The last due date that is billed today. */
async function billedUntil(ctx: Ctx, companyId: string): Promise<string> {
  const days = await settingOf(ctx, { companyId, key: 'contract.billDaysAhead' });
  return addDays(today(ctx.clock), Number(days));
}

/** Everything that is due now or within the days that invoices are sent before. */
export async function billDue(ctx: Ctx, contract: Billed): Promise<void> {
  const until = await billedUntil(ctx, contract.companyId);
  await bill(ctx, contract, ({ dueDate }) => dueDate <= until);
}

/** Whether the company waits for a deposit that is not paid yet (setting `contract.depositRequired`). */
export async function lacksDeposit(
  ctx: Ctx,
  contract: Pick<ContractRow, 'id' | 'companyId' | 'depositAmount'>,
): Promise<boolean> {
  if (decimal.isZero(contract.depositAmount)) return false;
  const { companyId } = contract;
  const isRequired = await settingOf(ctx, { companyId, key: 'contract.depositRequired' });
  if (!isRequired || (await isDepositPaid(ctx, contract.id))) return false;
  const asked = await askedRows(ctx, contract.id);
  return asked.some(({ kind, total }) => kind === 'deposit' && decimal.compare(total, 0) > 0);
}

/** What of a contract was billed and stands, by the number of its row. */
export async function billedRows(ctx: Ctx, contractId: string) {
  const rows = await ctx.db
    .selectFrom('invoices')
    .where('sourceId', '=', contractId)
    .where('sourceType', 'in', ['contractInstallment', 'deposit'])
    .where('status', 'in', [...countedStatuses])
    .select(['id', 'documentNo', 'status', 'sourceKey', 'dueDate', 'grandTotal', 'paidAmount'])
    .select(['creditedAmount', 'balance', 'originalDueDate', 'subTotal', 'discountTotal'])
    .execute();
  return new Map(rows.filter((row) => !isRest(row)).map((row) => [seqOf(row.sourceKey), row]));
}

/** Rows whose invoice somebody is writing anew, after the one before was made void. */
export async function draftedRows(ctx: Ctx, contractId: string): Promise<ReadonlySet<number>> {
  const rows = await ctx.db
    .selectFrom('invoices')
    .where('sourceId', '=', contractId)
    .where('sourceType', 'in', ['contractInstallment', 'deposit'])
    .where('status', 'in', [...invoiceMachine.actions.issue.from])
    .select('sourceKey')
    .execute();
  return new Set(rows.map(({ sourceKey }) => seqOf(sourceKey)));
}

/**
 * Voids everything that nobody has paid. Money that came in is given back first, since a contract
 * that is cancelled has brought nothing (409 PAID_INVOICES).
 */
export async function unbill(ctx: Ctx, contract: Billed, reason: string): Promise<void> {
  const kept = [...(await billedRows(ctx, contract.id)).values()].filter(
    ({ paidAmount }) => !decimal.isZero(paidAmount),
  );
  if (kept.length > 0) {
    throw conflict('PAID_INVOICES', {
      invoices: kept.map((invoice) => named('invoices', invoice)),
    });
  }
  await voidUnpaid(ctx, { sourceId: contract.id, reason });
}

/** What of a contract its end asks for no more; a deposit that is given back is left to the settlement. */
export const endedBy = (contract: Pick<ContractRow, 'id' | 'depositRefundable'>, from: string) => ({
  sourceId: contract.id,
  from,
  of: contract.depositRefundable
    ? (['contractInstallment'] as const)
    : (['contractInstallment', 'deposit'] as const),
});

/**
 * What is late by the day on which somebody ends a contract is owed until a second person credits it, so
 * it has to be billed first: not one's own void invoice, nor a draft in its place, takes it away
 * (docs/domain/money.md "What a contract owes"). 409 INVOICE_DRAFT or UNBILLED_PAYMENTS.
 */
export async function expectLateBilled(
  ctx: Ctx,
  contract: Pick<ContractRow, 'id' | 'depositRefundable'>,
  from: string,
): Promise<void> {
  const day = today(ctx.clock);
  if (from >= day) return;
  const [rows, billed, drafted] = await Promise.all([
    askedRows(ctx, contract.id),
    billedRows(ctx, contract.id),
    draftedRows(ctx, contract.id),
  ]);
  const missing = rows.filter(
    ({ seq, kind, dueDate, total }) =>
      dueDate >= from &&
      dueDate < day &&
      decimal.compare(total, 0) > 0 &&
      !(kind === 'deposit' && contract.depositRefundable) &&
      !billed.has(seq),
  );
  if (missing.some(({ seq }) => drafted.has(seq))) throw conflict('INVOICE_DRAFT');
  const [first] = missing;
  if (first) throw conflict('UNBILLED_PAYMENTS', { date: first.dueDate });
}

/** Lets go what falls due from the end on; what was due before stays owed. */
export const endBilling = (
  ctx: Ctx,
  contract: Billed,
  { from, reason }: { readonly from: string; readonly reason: string },
) => letGoOf(ctx, { ...endedBy(contract, from), reason });

/** The number of its row in the schedule; of the rest of a payment `3:rest` after the contract's id. */
const seqOf = (sourceKey: string | null): number => Number(sourceKey?.split(':')[1]);
const isRest = ({ sourceKey }: { readonly sourceKey: string | null }): boolean =>
  sourceKey?.split(':')[2] !== undefined;

/** The amount of an invoice before any note. */
interface Printed {
  readonly sourceKey: string | null;
  readonly grandTotal: string;
  readonly vatAmount: string;
  readonly whtAmount: string;
}

/**
 * Asks for the rest of a payment that a customer before has begun to pay. It bears its share of the taxes of
 * the invoice before it, as the credit note of that one takes them off.
 */
async function billRest(
  ctx: Ctx,
  contract: Billed,
  { invoice, amount }: { readonly invoice: Printed; readonly amount: string },
): Promise<void> {
  const seq = seqOf(invoice.sourceKey);
  const row = (await askedRows(ctx, contract.id)).find((one) => one.seq === seq);
  if (!row) throw new Error(`contract ${contract.id} has no payment ${seq}`);
  const share = (of: string) =>
    decimal.round(decimal.divide(decimal.multiply(of, amount), invoice.grandTotal));
  const vat = share(invoice.vatAmount);
  const net = decimal.round(decimal.subtract(amount, vat));
  const order = orderOf(contract, {
    ...row,
    principal: net,
    interest: '0.00',
    vat,
    wht: share(invoice.whtAmount),
    total: amount,
  });
  const ids = await issueFor(ctx, [
    { ...order, source: { ...order.source, key: await restKey(ctx, contract.id, seq) } },
  ]);
  // The plan asks for whole payments only.
  await markAskedOnce(ctx, ids);
}

/** `3:rest`, and the next one where the rest of a rest goes on to another customer. */
async function restKey(ctx: Ctx, contractId: string, seq: number): Promise<string> {
  const key = `${seq}:rest`;
  const { count } = await ctx.db
    .selectFrom('invoices')
    .where('sourceId', '=', contractId)
    .where('sourceKey', 'like', `${contractId}:${key}%`)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count) === 0 ? key : `${key}${Number(count) + 1}`;
}

onHandOver('contractInstallment', {
  customerOf: async (ctx, sourceId) =>
    (
      await ctx.db
        .selectFrom('contracts')
        .where('id', '=', sourceId)
        .select('customerId')
        .executeTakeFirst()
    )?.customerId,
  bill: async (ctx, { invoice, amount }) => {
    const contract = (await ctx.db
      .selectFrom('contracts')
      .where('id', '=', invoice.sourceId ?? '')
      .selectAll()
      .executeTakeFirst()) as (Billed & Pick<ContractRow, 'endedOn'>) | undefined;
    // It may have come back to the customer whose invoice this is, or ended before that payment.
    if (!contract || contract.customerId === invoice.customerId) return;
    const due = invoice.originalDueDate ?? invoice.dueDate;
    if (contract.endedOn !== null && due >= contract.endedOn) return;
    await billRest(ctx, contract, { invoice, amount });
  },
});

// A merge may make both parties of a hand-over one customer, who still owes the rest.
onMerged(async (ctx, customerId) => {
  const handed = await ctx.db
    .selectFrom('contracts as ct')
    .innerJoin('invoices as iv', 'iv.sourceId', 'ct.id')
    .innerJoin('creditNotes as n', 'n.invoiceId', 'iv.id')
    .where('ct.customerId', '=', customerId)
    .where('iv.customerId', '=', customerId)
    .where('n.cause', '=', 'handedOver')
    .groupBy(['ct.id', 'ct.documentNo'])
    .select(['ct.id', 'ct.documentNo'])
    .execute();
  for (const { id, documentNo } of handed) {
    await keepHandedBack(ctx, { sourceId: id, customerId, reason: documentNo ?? '' });
  }
});

/** Asks the new customer for what is not paid. What is paid or taxed stays with the one before. */
export async function billNewCustomer(
  ctx: Ctx,
  contract: Billed,
  change: { readonly customerId: string; readonly reason: string },
): Promise<void> {
  await keepHandedBack(ctx, { sourceId: contract.id, ...change });
  const before = await billedRows(ctx, contract.id);
  const rests = (await unpaidOf(ctx, { sourceId: contract.id })).filter(isRest);
  await voidUnpaid(ctx, { sourceId: contract.id, reason: change.reason });
  const after = await billedRows(ctx, contract.id);
  const moved = { ...contract, customerId: change.customerId };
  await bill(ctx, moved, ({ seq }) => before.has(seq) && !after.has(seq));
  for (const invoice of rests) {
    await billRest(ctx, moved, { invoice, amount: invoice.grandTotal });
  }
  // Payments of a sale and of hire purchase are parts of one price: they stay with the first customer.
  if (contract.type !== 'lease') return;
  await handOverRests(ctx, {
    sourceId: contract.id,
    of: ['contractInstallment'],
    customerId: contract.customerId,
    reason: change.reason,
  });
}

/**
 * Payments of a lease that a change of its rent from a day on leaves as they are: what was billed, and
 * what was paid or due before. A deposit is no rent, and nothing of a sale or hire purchase, whose payments
 * are parts of one price.
 */
export async function agreedRows(
  ctx: Ctx,
  contract: Pick<ContractRow, 'id' | 'type'>,
  from: string,
): Promise<readonly Row[]> {
  if (contract.type !== 'lease') return [];
  const [rows, billed, before] = await Promise.all([
    scheduleOf(ctx, contract.id),
    billedRows(ctx, contract.id),
    paidBefore(ctx, contract.id),
  ]);
  return rows.filter(
    ({ seq, kind, dueDate }) =>
      kind !== 'deposit' && (billed.has(seq) || before.has(seq) || dueDate < from),
  );
}

/** What is charged in a row, before its tax. */
const netOf = ({ principal, interest }: Pick<Row, 'principal' | 'interest'>) =>
  decimal.add(principal, interest);

/** A change may not touch payments of which something was paid before the contract was taken over. */
export async function expectPaidKept(
  ctx: Ctx,
  contractId: string,
  schedule: readonly Pick<Row, 'seq' | 'dueDate' | 'principal' | 'interest' | 'total'>[],
): Promise<void> {
  const asked = (await askedRows(ctx, contractId)).filter(({ isReduced }) => isReduced);
  if (asked.length === 0) return;
  const billed = await billedRows(ctx, contractId);
  const taken = new Set(
    asked
      .filter(({ seq, paidBefore: paid }) => !decimal.isZero(paid) || billed.has(seq))
      .map(({ seq }) => seq),
  );
  const planned = new Map(schedule.map((row) => [row.seq, row]));
  for (const row of await scheduleOf(ctx, contractId)) {
    if (!taken.has(row.seq)) continue;
    const next = planned.get(row.seq);
    const isKept =
      next?.dueDate === row.dueDate &&
      decimal.compare(next.total, row.total) === 0 &&
      decimal.compare(netOf(next), netOf(row)) === 0;
    if (!isKept) throw conflict('PAID_BEFORE_CHANGES', { row: row.seq, date: row.dueDate });
  }
}

/** A change may not touch what was billed and stands: its money is the customer's already. */
export async function expectBilledKept(
  ctx: Ctx,
  contractId: string,
  schedule: readonly Pick<
    Row,
    'seq' | 'dueDate' | 'principal' | 'interest' | 'total' | 'countsTowardsTotal'
  >[],
): Promise<void> {
  const planned = new Map(schedule.map((row) => [row.seq, row]));
  await expectPaidKept(ctx, contractId, schedule);
  const asked = new Map((await askedRows(ctx, contractId)).map((row) => [row.seq, row]));
  const before = new Map((await scheduleOf(ctx, contractId)).map((row) => [row.seq, row]));
  for (const [seq, invoice] of await billedRows(ctx, contractId)) {
    // A row of a contract that was taken over is billed less what was paid before; `expectPaidKept` guards it.
    if (asked.get(seq)?.isReduced) continue;
    const row = planned.get(seq);
    // A discount was given on what the schedule asked for, and the schedule asks for it still.
    const isDiscounted = !decimal.isZero(invoice.discountTotal);
    const total = isDiscounted ? before.get(seq)?.total : invoice.grandTotal;
    // One that was deferred is still the payment of its day.
    const isKept =
      row?.dueDate === (invoice.originalDueDate ?? invoice.dueDate) &&
      // A refundable deposit was billed without tax and stays refundable.
      row.countsTowardsTotal === (before.get(seq)?.countsTowardsTotal ?? true) &&
      decimal.compare(row.total, total ?? '0') === 0 &&
      decimal.compare(netOf(row), invoice.subTotal) === 0;
    if (!isKept)
      throw conflict('BILLED_CHANGES', { invoice: named('invoices', invoice), row: seq });
  }
}

/** The row of the schedule that an invoice of a contract is for. */
async function rowFor(
  ctx: Ctx,
  { sourceId, sourceKey }: { readonly sourceId: string; readonly sourceKey: string | null },
): Promise<AskedRow | undefined> {
  const seq = seqOf(sourceKey);
  return (await askedRows(ctx, sourceId)).find((row) => row.seq === seq);
}

for (const source of ['contractInstallment', 'deposit'] as const) {
  // A draft in place of a void invoice is issued as long as the schedule asks this customer for it.
  onIssue(source, async (ctx, asked) => {
    const { sourceId, customerId, subTotal, discountTotal, grandTotal } = asked;
    if (sourceId === null) return true;
    const [contract, row] = await Promise.all([
      ctx.db
        .selectFrom('contracts')
        .where('id', '=', sourceId)
        .select('customerId')
        .executeTakeFirst(),
      rowFor(ctx, { ...asked, sourceId }),
    ]);
    return (
      contract?.customerId === customerId &&
      row !== undefined &&
      decimal.compare(netOf(row), subTotal) === 0 &&
      (!decimal.isZero(discountTotal) || decimal.compare(row.total, grandTotal) === 0)
    );
  });
  onDiscount(source, async (ctx, contractId) => {
    const contract = await ctx.db
      .selectFrom('contracts')
      .where('id', '=', contractId)
      .select('givenPercent')
      .executeTakeFirst();
    return contract?.givenPercent ?? '0.00';
  });
  onPlan(source, async (ctx, asked) => {
    const { sourceId, subTotal } = asked;
    if (sourceId === null) return null;
    const [contract, row] = await Promise.all([
      ctx.db
        .selectFrom('contracts')
        .where('id', '=', sourceId)
        .select('vatRate')
        .executeTakeFirst(),
      rowFor(ctx, { ...asked, sourceId }),
    ]);
    if (!contract || !row || decimal.compare(netOf(row), subTotal) !== 0) return null;
    return {
      vatRate: contract.vatRate,
      shares: { vatAmount: row.vat, whtAmount: row.wht },
    };
  });
}

const IN_FORCE = contractMachine.actions.complete.from;

/** A payment that is due until a day, not paid before, and not billed, nor in a draft: of `s` and `ct`. */
const isUnbilled = (
  until: string,
) => sql<boolean>`s.due_date <= ${until}::date and s.total > s.paid_before
  and not exists (select 1 from invoices i where i.source_id = ct.id
    and i.source_key = s.contract_id || ':' || s.seq and not (i.status = any(${goneStatuses}::text[])))`;

/** What contracts in force of a company ask for until a day and nobody has billed, as this person sees them. */
export const unbilledContracts = (
  ctx: Ctx,
  { companyId, until }: { readonly companyId: string; readonly until: string },
) =>
  contracts.list
    .from(ctx)
    .innerJoin('contractSchedule as s', 's.contractId', 'ct.id')
    .where('ct.companyId', '=', companyId)
    .where('ct.status', 'in', [...IN_FORCE])
    .where(isUnbilled(until))
    .groupBy(['ct.id', 'ct.customerId', 'ct.documentNo'])
    .select(['ct.id', 'ct.customerId', 'ct.documentNo'])
    .select((eb) => [
      eb.fn.min<string>('s.dueDate').as('dueDate'),
      sql<number>`count(*)::int`.as('invoices'),
      sql<string>`sum(s.total - s.paid_before)::numeric(15, 2)`.as('amount'),
    ]);

/** What of a contract was billed. */
export interface BilledNow {
  readonly invoices: number;
  readonly amount: string;
}

/**
 * Bills one contract until a day, if it is still in force and still this customer's; nothing where
 * somebody else has done so meanwhile.
 */
export async function billUntil(
  ctx: Ctx,
  {
    id,
    customerId,
    until,
  }: { readonly id: string; readonly customerId: string; readonly until: string },
): Promise<BilledNow> {
  await lockAccount(ctx, customerId);
  const contract = (await ctx.db
    .selectFrom('contracts')
    .where('id', '=', id)
    .where('customerId', '=', customerId)
    .where('status', 'in', [...IN_FORCE])
    .selectAll()
    .forUpdate()
    .executeTakeFirst()) as Billed | undefined;
  if (!contract) return { invoices: 0, amount: '0.00' };
  const [rows, billed, drafted] = await Promise.all([
    askedRows(ctx, id),
    billedRows(ctx, id),
    draftedRows(ctx, id),
  ]);
  const due = rows.filter(
    ({ seq, dueDate, total }) =>
      dueDate <= until && decimal.compare(total, 0) > 0 && !billed.has(seq) && !drafted.has(seq),
  );
  await issueFor(
    ctx,
    due.map((row) => orderOf(contract, row)),
  );
  return {
    invoices: due.length,
    amount: decimal.round(decimal.add('0', ...due.map(({ total }) => total))),
  };
}

/**
 * Each night: bills what becomes due soon of all contracts in force, however long nobody looked. Each
 * contract in a transaction of its own: an invoice holds the series of its number until it is written,
 * and whoever waits for the number may hold the account that the next contract needs. What one refuses
 * keeps no other from its invoice; the night fails when all have been tried.
 */
export async function billContracts(ctx: Ctx): Promise<void> {
  const failures: unknown[] = [];
  const companies = await ctx.db.selectFrom('companies').select('id').orderBy('id').execute();
  for (const { id: companyId } of companies) {
    const until = await billedUntil(ctx, companyId);
    const due = await unbilledContracts(ctx, { companyId, until })
      .orderBy('ct.customerId')
      .orderBy('ct.id')
      .execute();
    for (const { id, customerId } of due) {
      await ctx.app
        .transaction({ actor: ctx.actor }, (own) => billUntil(own, { id, customerId, until }))
        .catch((error: unknown) => {
          ctx.app.log.error({ err: error, contract: id }, 'a contract could not be billed');
          failures.push(error);
        });
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'contracts could not be billed');
}

/** Each night: what is sold and paid to the last satang is complete. */
export async function completePaidContracts(ctx: Ctx): Promise<void> {
  const paid = await ctx.db
    .selectFrom('contracts')
    .where('status', 'in', [...IN_FORCE])
    .where('type', '<>', 'lease')
    .where('paymentStatus', '=', 'paid')
    .where('outstandingAmount', '=', '0')
    .orderBy('id')
    .select(['id', 'version'])
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id, version } of paid) {
    await runAction(asSystem(ctx), contracts.type, {
      action: 'complete',
      id,
      version,
      effect: async (row) => ({
        ...(await dropProposal(asSystem(ctx), row)),
        touches: ['products'],
      }),
    });
  }
}
