import { addDays, decimal, startsFrom } from '@boxyard/shared/domain';
import { isLost } from '@boxyard/shared/domain/containers/statuses.ts';
import { countedStatuses } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import {
  contractMachine,
  endedContractStatuses,
} from '@boxyard/shared/domain/sales/contractMachine.ts';
import {
  CHARGE_KINDS,
  type ChargeKind,
  type SettledLine,
  type SettlementFigures,
  setOffOf,
  settlementOf,
} from '@boxyard/shared/domain/sales/settlement.ts';
import {
  audienceOf,
  authorId,
  type Ctx,
  conflict,
  type Input,
  money,
  named,
  newId,
  today,
} from '../../../kernel/index.ts';
import { type Effect, hiddenDocuments, loadRefs, loadVisible } from '../../../workflow/index.ts';
import {
  issueFor,
  leaveToCreditNotes,
  lockAccounts,
  returnDeposit,
  toLetGo,
  unpaidOf,
  voidUnpaid,
  waitingToBeLetGo,
} from '../../money/index.ts';
import { toWithdraw } from '../warranties/ofContract.ts';
import { bill, billedRows, draftedRows, endedBy, expectLateBilled } from './billing.ts';
import { effectiveOn } from './effective.ts';
import { vatRateOf } from './plan.ts';
import { askedRows } from './takenOver.ts';
import { type ContractRow, contracts } from './type.ts';

/**
 * The settlement of a contract that is over (docs/adr/0043): what is still owed, damages and fees, and
 * the deposit that pays them. What the page shows before and what is written are one computation.
 */
type Charge = Input<'contracts.settle'>['body']['charges'][number];

const REFUND = 'payment-data:refund';
const NAMES: Readonly<Record<ChargeKind, string>> = {
  damage: 'ค่าเสียหาย / Damage',
  fee: 'ค่าธรรมเนียม / Fee',
};

const isPositive = (amount: string): boolean => decimal.compare(amount, 0) > 0;
const hasEnded = (status: string): boolean =>
  (endedContractStatuses as readonly string[]).includes(status);

/** Fees are a service: taxed like what the contract charges, at the rate of today. */
async function feeVatRate(ctx: Ctx, row: ContractRow): Promise<string> {
  if (row.vatMode === 'none') return '0.00';
  const company = await ctx.db
    .selectFrom('companies')
    .where('id', '=', row.companyId)
    .select('isVatRegistered')
    .executeTakeFirstOrThrow();
  return company.isVatRegistered ? vatRateOf(ctx, row.companyId) : '0.00';
}

/** What an end that is looked at beforehand would do to invoices that stand now. */
interface Away {
  /** Ids of those that it would make void. */
  readonly gone: ReadonlySet<string>;
  /** What of others would wait to be credited, by their ids; unless said, what waits now. */
  readonly credited?: ReadonlyMap<string, string>;
}
const NOT_AWAY: Away = { gone: new Set() };

/** A deposit that nobody has paid and that would go back at once: a settlement makes it void. */
const needlessDeposits = (row: ContractRow) => ({ sourceId: row.id, of: ['deposit'] }) as const;

/** Invoices of the contract that stand: its payments, and its deposit apart where that is given back. */
async function standing(ctx: Ctx, row: ContractRow, { gone, credited }: Away = NOT_AWAY) {
  const waiting = credited ?? (await waitingToBeLetGo(ctx, row.id));
  const found = await ctx.db
    .selectFrom('invoices')
    .where('sourceId', '=', row.id)
    .where('sourceType', 'in', ['contractInstallment', 'deposit'])
    .where('status', 'in', [...countedStatuses])
    .orderBy('dueDate')
    .orderBy('documentNo')
    .select(['id', 'customerId', 'documentNo', 'status', 'sourceType', 'dueDate'])
    .select(['paidAmount', 'creditedAmount', 'balance', 'vatAmount'])
    .execute();
  const invoices = found
    .filter(({ id }) => !gone.has(id))
    // What somebody else is asked to credit is set off against nothing until they have decided.
    .map((one) => ({
      ...one,
      asked: decimal.round(decimal.subtract(one.balance, waiting.get(one.id) ?? '0')),
    }));
  // One that was taxed as income is not given back, whatever the contract says since.
  const isDeposit = (one: (typeof invoices)[number]) =>
    row.depositRefundable && one.sourceType === 'deposit' && decimal.isZero(one.vatAmount);
  return {
    deposits: invoices.filter(isDeposit),
    kept: invoices.filter((one) => one.sourceType === 'deposit' && !isDeposit(one)),
    // What a customer before owes stays with that one (2.6).
    owed: invoices.filter(
      (one) => !isDeposit(one) && isPositive(one.asked) && one.customerId === row.customerId,
    ),
  };
}
type Standing = Awaited<ReturnType<typeof standing>>;

const paidOf = (deposits: Standing['deposits']): string =>
  decimal.round(decimal.add('0', ...deposits.map(({ paidAmount }) => paidAmount)));

/** When a contract was terminated; null: it ran its time. */
const endOf = (ctx: Ctx, row: ContractRow): string | null =>
  row.status === 'terminated' ? (row.endedOn ?? today(ctx.clock)) : null;

/** What the plan asks for though nobody has billed it: all of a contract that ran its time, else what came before its end. */
async function unbilledOf(
  ctx: Ctx,
  row: ContractRow,
  { end, away = NOT_AWAY }: { readonly end: string | null; readonly away?: Away },
) {
  const [rows, billed] = await Promise.all([askedRows(ctx, row.id), billedRows(ctx, row.id)]);
  const isBilled = (seq: number): boolean => {
    const invoice = billed.get(seq);
    return invoice !== undefined && !away.gone.has(invoice.id);
  };
  return rows.filter(
    ({ seq, kind, dueDate, total }) =>
      !isBilled(seq) &&
      isPositive(total) &&
      (end === null || dueDate < end) &&
      !(kind === 'deposit' && row.depositRefundable),
  );
}

const shownFigures = (figures: SettlementFigures) => ({
  owed: figures.owed,
  charged: figures.charged,
  deposit: figures.deposit,
  setOff: figures.setOff,
  credit: figures.credit,
  stillOwed: figures.stillOwed,
});

const NOTHING: SettledLine = { amount: '0.00', setOff: '0.00' };

interface End {
  /** When the contract was or would be terminated; null: it ran its time. */
  readonly end: string | null;
  /** What its termination would let go; nothing once it was terminated. */
  readonly letGo?: Awaited<ReturnType<typeof toLetGo>>;
}

/** The settlement without any charge, as it would be at the end, and what is void with it. */
async function previewOf(ctx: Ctx, row: ContractRow, { end, letGo }: End) {
  const needless = row.depositRefundable ? await unpaidOf(ctx, needlessDeposits(row)) : [];
  const voided = new Map([...(letGo?.voided ?? []), ...needless].map((one) => [one.id, one]));
  const waiting = await waitingToBeLetGo(ctx, row.id);
  const credited = new Map([
    ...waiting,
    ...(letGo?.credited ?? []).map(
      ({ id, amount, waiting }) =>
        [id, decimal.round(decimal.add(amount, waiting ?? '0'))] as const,
    ),
  ]);
  const away: Away = { gone: new Set(voided.keys()), credited };
  const [now, unbilled, vatRate] = await Promise.all([
    standing(ctx, row, away),
    unbilledOf(ctx, row, { end, away }),
    feeVatRate(ctx, row),
  ]);
  const asked = [
    ...now.owed.map(({ id, documentNo, status, dueDate, asked: amount }) => ({
      id,
      invoice: { id, documentNo, status },
      dueDate,
      amount,
    })),
    ...unbilled.map(({ seq, dueDate, total }) => ({
      id: String(seq),
      invoice: null,
      dueDate,
      amount: total,
    })),
  ].sort((one, other) => one.dueDate.localeCompare(other.dueDate));
  const figures = settlementOf({
    owed: asked,
    charges: [],
    deposit: paidOf(now.deposits),
    vatRate,
  });
  const settlement = {
    lines: asked.map((one, index) => ({
      ...one,
      ...(figures.owedLines[index] ?? NOTHING),
      kind: 'owed' as const,
      reason: null,
    })),
    vatRate: money(vatRate),
    ...shownFigures(figures),
    settled: null,
  };
  return { settlement, voided: [...voided.values()], kept: paidOf(now.kept) };
}

/** The settlement as it was written. */
async function writtenOf(ctx: Ctx, contractId: string) {
  const found = await ctx.db
    .selectFrom('contractSettlements as s')
    .leftJoin('payments as p', 'p.id', 's.paymentId')
    .where('s.contractId', '=', contractId)
    .selectAll('s')
    .select(['p.documentNo as paymentNo', 'p.status as paymentStatus', 'p.refundedAmount'])
    .executeTakeFirst();
  if (!found) return null;
  const [lines, refs] = await Promise.all([
    ctx.db
      .selectFrom('contractSettlementLines as l')
      .innerJoin('invoices as iv', 'iv.id', 'l.invoiceId')
      .where('l.settlementId', '=', found.id)
      .orderBy('l.lineNo')
      .select(['l.id', 'l.kind', 'l.reason', 'l.amount', 'l.setOff'])
      .select(['iv.id as invoiceId', 'iv.documentNo', 'iv.status', 'iv.dueDate'])
      .execute(),
    loadRefs(ctx, { user: [found.createdBy] }),
  ]);
  return {
    lines: lines.map(({ invoiceId, documentNo, status, ...line }) => ({
      ...line,
      amount: money(line.amount),
      setOff: money(line.setOff),
      invoice: { id: invoiceId, documentNo, status },
    })),
    vatRate: money(found.vatRate),
    owed: money(found.owed),
    charged: money(found.charged),
    deposit: money(found.deposit),
    setOff: money(found.setOff),
    credit: money(found.credit),
    stillOwed: money(found.stillOwed),
    settled: {
      on: found.settledOn,
      by: refs.userOrNull(found.createdBy),
      remark: found.remark,
      payment:
        found.paymentId === null
          ? null
          : {
              id: found.paymentId,
              documentNo: found.paymentNo,
              status: found.paymentStatus ?? '',
              refunded: money(found.refundedAmount ?? '0'),
            },
    },
  };
}

/** What a contract shows of its settlement; nothing while it is not over. */
export async function settlementFor(ctx: Ctx, row: ContractRow) {
  if (!hasEnded(row.status)) return null;
  const settlement =
    row.settledOn === null
      ? (await previewOf(ctx, row, { end: endOf(ctx, row) })).settlement
      : await writtenOf(ctx, row.id);
  return settlement && toldSettlement(ctx, settlement);
}

interface Named {
  readonly id: string;
  readonly documentNo: string | null;
}

const UNNAMED = { id: null, documentNo: null };

/** Names of invoices, or of documents of another family, as this person may read them. */
async function namesFor(ctx: Ctx, documents: readonly Named[], type = 'invoices') {
  const withheld = await hiddenDocuments(
    ctx,
    documents.map(({ id }) => ({ type, id })),
  );
  return ({ id, documentNo }: Named) => (withheld.has(id) ? UNNAMED : { id, documentNo });
}

type Shown = NonNullable<
  Awaited<ReturnType<typeof writtenOf>> | Awaited<ReturnType<typeof previewOf>>['settlement']
>;

/** A settlement whose invoices and payment are named to whoever may read them. */
async function toldSettlement(ctx: Ctx, { lines, settled, ...sums }: Shown) {
  const payment = settled?.payment ?? null;
  const [ofInvoice, ofPayment] = await Promise.all([
    namesFor(
      ctx,
      lines.flatMap(({ invoice }) => invoice ?? []),
    ),
    namesFor(ctx, payment === null ? [] : [payment], 'payments'),
  ]);
  return {
    ...sums,
    lines: lines.map(({ invoice, ...line }, index) => {
      const name = invoice && ofInvoice(invoice);
      return {
        ...line,
        // A line that is not written yet has the id of its invoice.
        id: name?.id === null ? String(-index - 1) : line.id,
        invoice: invoice && { ...invoice, ...name },
      };
    }),
    settled: settled && {
      ...settled,
      payment: payment && { ...payment, ...ofPayment(payment) },
    },
  };
}

/**
 * What a termination would make void and leave to be settled, by what does both (domain-containers 2.5).
 * Nothing is written.
 */
export async function previewTermination(
  ctx: Ctx,
  { params, query }: Input<'contracts.termination'>,
) {
  const row = await loadVisible(ctx, contracts.type, { id: params.id });
  if (!startsFrom(contractMachine, 'terminate', row.status)) {
    throw conflict('INVALID_STATE', { current: row.status });
  }
  const end = effectiveOn(ctx, row, query.effectiveDate);
  await expectLateBilled(ctx, row, end);
  const letGo = await toLetGo(ctx, endedBy(row, end));
  const { settlement, voided, kept } = await previewOf(ctx, row, { end, letGo });
  const product =
    row.productId === null
      ? undefined
      : await ctx.db
          .selectFrom('products')
          .where('id', '=', row.productId)
          .select(['titleHolder', 'status'])
          .executeTakeFirstOrThrow();
  const { credited } = letGo;
  const asTold = await namesFor(ctx, [...voided, ...credited]);
  return {
    data: {
      ...(await toldSettlement(ctx, settlement)),
      voided: byDueDate(
        voided.map(({ balance: amount, ...one }) => ({ ...one, ...asTold(one), amount })),
      ),
      credited: byDueDate(credited.map((one) => ({ ...one, ...asTold(one) }))),
      withdrawn: await withdrawnFor(ctx, row),
      keptDeposit: kept,
      titleHolder: product?.titleHolder ?? null,
      isReturned: row.installedOn !== null && product !== undefined && !isLost(product),
    },
  };
}

/** Invoices as a preview names them, the first due one first. */
const byDueDate = (
  rows: readonly {
    readonly id: string | null;
    readonly documentNo: string | null;
    readonly status: string;
    readonly dueDate: string;
    readonly amount: string;
  }[],
) =>
  rows
    .map(({ id, documentNo, status, dueDate, amount }) => ({
      id,
      documentNo,
      status,
      dueDate,
      amount: money(amount),
    }))
    .sort((one, other) => one.dueDate.localeCompare(other.dueDate));

/** Warranties that a termination withdraws; what of them this person may not read has no number. */
async function withdrawnFor(ctx: Ctx, row: ContractRow) {
  const withdrawn = await toWithdraw(ctx, row);
  const [ofWarranty, ofInvoice] = await Promise.all([
    namesFor(ctx, withdrawn, 'warranties'),
    namesFor(
      ctx,
      withdrawn.flatMap(({ invoices }) => invoices),
    ),
  ]);
  return withdrawn.map((one) => ({
    ...one,
    ...ofWarranty(one),
    invoices: one.invoices.map((invoice) => ({ ...invoice, ...ofInvoice(invoice) })),
  }));
}

/** Makes the invoices of damages and of fees; their ids by kind. */
async function billCharges(
  ctx: Ctx,
  row: ContractRow,
  { charges, vatRate }: { readonly charges: readonly Charge[]; readonly vatRate: string },
): Promise<ReadonlyMap<ChargeKind, string>> {
  const ids = new Map<ChargeKind, string>();
  const { creditTermDays } = await ctx.db
    .selectFrom('customers')
    .where('id', '=', row.customerId)
    .select('creditTermDays')
    .executeTakeFirstOrThrow();
  for (const kind of CHARGE_KINDS) {
    const ofKind = charges.filter((charge) => charge.kind === kind);
    if (ofKind.length === 0) continue;
    const isTaxed = kind === 'fee' && isPositive(vatRate);
    const [id] = await issueFor(ctx, [
      {
        companyId: row.companyId,
        customerId: row.customerId,
        source: { type: 'penalty', id: row.id, key: kind, label: row.documentNo ?? '' },
        dueDate: addDays(today(ctx.clock), creditTermDays),
        taxPoint: isTaxed ? 'payment' : 'none',
        vatMode: isTaxed ? 'exclusive' : 'none',
        planned: { vatRate },
        items: ofKind.map(({ reason, amount }) => ({
          description: `${NAMES[kind]} · ${reason}`.slice(0, 300),
          quantity: 1,
          unit: null,
          unitPrice: decimal.round(amount, 4),
          isService: kind === 'fee',
        })),
      },
    ]);
    if (id) ids.set(kind, id);
  }
  return ids;
}

/** What a deposit that was paid in part is still owed: it is owed no more, and so it pays itself. */
const restOf = ({ deposits }: Standing, customerId: string) =>
  deposits
    .filter((one) => one.customerId === customerId && isPositive(one.balance))
    .map(({ id, balance }) => ({ invoiceId: id, amount: balance }));

const sumOf = (parts: readonly { readonly amount: string }[]): string =>
  decimal.round(decimal.add('0', ...parts.map(({ amount }) => amount)));

interface Paying {
  readonly now: Standing;
  readonly figures: SettlementFigures;
  readonly charges: readonly Charge[];
  readonly chargeInvoices: ReadonlyMap<ChargeKind, string>;
  readonly remark: string;
}

/** Gives the deposit back to whom the contract is with; it follows the contract, whoever paid it. */
async function payOut(
  ctx: Ctx,
  row: ContractRow,
  { now, figures, charges, chargeInvoices, remark }: Paying,
): Promise<{ readonly id: string; readonly documentNo: string } | null> {
  const label = row.documentNo ?? '';
  const given = { companyId: row.companyId, label, remark };
  // A customer before who has paid a part only is asked for no more of it.
  const before = new Set(now.deposits.map(({ customerId }) => customerId));
  before.delete(row.customerId);
  for (const customerId of before) {
    const rest = restOf(now, customerId);
    if (rest.length === 0) continue;
    await returnDeposit(ctx, {
      ...given,
      customerId,
      amount: sumOf(rest),
      deposits: [],
      against: rest,
    });
  }
  if (!isPositive(figures.deposit)) return null;
  const rest = restOf(now, row.customerId);
  return returnDeposit(ctx, {
    ...given,
    customerId: row.customerId,
    amount: decimal.round(decimal.add(figures.deposit, sumOf(rest))),
    deposits: now.deposits.map(({ id, paidAmount }) => ({ invoiceId: id, amount: paidAmount })),
    against: [
      ...rest,
      ...now.owed.map(({ id }, index) => ({
        invoiceId: id,
        amount: figures.owedLines[index]?.setOff ?? '0.00',
      })),
      ...[...chargeInvoices].map(([kind, invoiceId]) => ({
        invoiceId,
        amount: setOffOf(charges, { kind, lines: figures.chargeLines }),
      })),
    ],
  });
}

async function write(
  ctx: Ctx,
  row: ContractRow,
  {
    now,
    figures,
    charges,
    chargeInvoices,
    vatRate,
    paymentId,
    remark,
  }: Omit<Paying, 'remark'> & {
    readonly vatRate: string;
    readonly paymentId: string | null;
    readonly remark: string | null;
  },
): Promise<void> {
  const settlementId = newId();
  await ctx.db
    .insertInto('contractSettlements')
    .values({
      id: settlementId,
      contractId: row.id,
      customerId: row.customerId,
      settledOn: today(ctx.clock),
      vatRate,
      ...shownFigures(figures),
      paymentId,
      remark,
      createdAt: ctx.clock.now(),
      createdBy: authorId(ctx.actor),
    })
    .execute();
  const lines = [
    ...now.owed.map(({ id }, index) => ({
      kind: 'owed' as const,
      invoiceId: id,
      reason: null,
      ...(figures.owedLines[index] ?? NOTHING),
    })),
    ...charges.map(({ kind, reason }, index) => ({
      kind,
      invoiceId: chargeInvoices.get(kind) ?? '',
      reason,
      ...(figures.chargeLines[index] ?? NOTHING),
    })),
  ];
  if (lines.length === 0) return;
  await ctx.db
    .insertInto('contractSettlementLines')
    .values(lines.map((line, index) => ({ ...line, settlementId, lineNo: index + 1 })))
    .execute();
}

async function settleEffect(
  ctx: Ctx,
  row: ContractRow,
  { charges, remark }: Input<'contracts.settle'>['body'],
): Promise<Effect<'contracts'>> {
  const note = `ชำระบัญชีสัญญา / Settlement of ${named('contracts', row).mark}`;
  if ((await draftedRows(ctx, row.id)).size > 0) throw conflict('INVOICE_DRAFT');
  const left = await unbilledOf(ctx, row, { end: endOf(ctx, row) });
  const unbilled = new Set(left.map(({ seq }) => seq));
  await bill(ctx, row, ({ seq }) => unbilled.has(seq));
  if (row.depositRefundable) {
    // Nobody owes a deposit that would go back at once.
    await voidUnpaid(ctx, { ...needlessDeposits(row), reason: note });
  }
  const vatRate = await feeVatRate(ctx, row);
  const chargeInvoices = await billCharges(ctx, row, { charges, vatRate });
  const now = await standing(ctx, row);
  const figures = settlementOf({
    owed: now.owed.map(({ id, asked }) => ({ id, amount: asked })),
    charges,
    deposit: paidOf(now.deposits),
    vatRate,
  });
  const parts = { now, figures, charges, chargeInvoices };
  const payment = await payOut(ctx, row, { ...parts, remark: note });
  await write(ctx, row, {
    ...parts,
    vatRate,
    paymentId: payment?.id ?? null,
    remark: remark || null,
  });
  await leaveToCreditNotes(ctx, { sourceId: row.id });
  const refunders = isPositive(figures.credit)
    ? await audienceOf(ctx, {
        ability: REFUND,
        companyId: row.companyId,
        except: [ctx.actor.userId],
      })
    : [];
  return {
    to: row.status,
    set: { settledOn: today(ctx.clock) },
    diff: {
      owed: figures.owed,
      charged: figures.charged,
      deposit: figures.deposit,
      credit: figures.credit,
      stillOwed: figures.stillOwed,
    },
    notices: [
      {
        to: [...new Set([row.saleId, ...refunders])],
        notice: {
          category: 'message',
          type: 'info',
          title: {
            en: `Contract ${row.documentNo} was settled`,
            th: `ชำระบัญชีสัญญา ${row.documentNo} แล้ว`,
          },
          description: {
            en: `${figures.credit} THB to be refunded, ${figures.stillOwed} THB still owed.`,
            th: `ต้องคืน ${figures.credit} บาท คงค้าง ${figures.stillOwed} บาท`,
          },
          action: contracts.path(row.id),
          actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
          entity: { type: contracts.type.subject, id: row.id },
          dedupeKey: `contracts:${row.id}:settled`,
        },
      },
    ],
    touches: ['invoices', 'payments', 'receivables', 'taxInvoices'],
  };
}

/** Settles a contract that is over, once. */
export const settleContract = contracts.action('settle', {
  before: async (ctx, { params }) => {
    const concerned = await ctx.db
      .selectFrom('contracts as ct')
      .leftJoin('invoices as iv', 'iv.sourceId', 'ct.id')
      .where('ct.id', '=', params.id)
      .select(['ct.customerId', 'iv.customerId as billedTo'])
      .execute();
    await lockAccounts(
      ctx,
      concerned.flatMap(({ customerId, billedTo }) => [customerId, billedTo ?? customerId]),
    );
  },
  effect: settleEffect,
});
