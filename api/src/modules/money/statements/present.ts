import { decimal } from '@boxyard/shared/domain';
import { anyId, type Ctx, money } from '../../../kernel/index.ts';
import {
  allowedActions,
  hiddenDocuments,
  loadRefs,
  loadVisible,
  timelineOf,
} from '../../../workflow/index.ts';
import { customerRefs } from '../../partners/index.ts';
import { bankAccountRefs } from '../accounts/refs.ts';
import { mayConfirm, paymentsLike } from './decide.ts';
import { type LineRow, lineDocument } from './type.ts';

const ofIds = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id) => id !== null)),
];

/** Numbers and balances of the invoices that are proposed, and whether this person may read them. */
async function invoicesOf(ctx: Ctx, ids: readonly string[]) {
  const rows =
    ids.length === 0
      ? []
      : await ctx.db
          .selectFrom('invoices')
          .where('id', '=', anyId(ids))
          .select(['id', 'documentNo', 'balance'])
          .execute();
  const withheld = await hiddenDocuments(
    ctx,
    rows.map(({ id }) => ({ type: 'invoices', id })),
  );
  return new Map(rows.map((row) => [row.id, { ...row, isTold: !withheld.has(row.id) }]));
}

async function paymentsOf(ctx: Ctx, ids: readonly string[]) {
  const rows =
    ids.length === 0
      ? []
      : await ctx.db
          .selectFrom('payments')
          .where('id', '=', anyId(ids))
          .select(['id', 'documentNo', 'status'])
          .execute();
  const withheld = await hiddenDocuments(
    ctx,
    rows.map(({ id }) => ({ type: 'payments', id })),
  );
  return new Map(rows.filter(({ id }) => !withheld.has(id)).map((row) => [row.id, row]));
}

/** Where the lines stand that others may be the same as. */
async function linesAlike(ctx: Ctx, ids: readonly string[]) {
  const rows =
    ids.length === 0
      ? []
      : await ctx.db
          .selectFrom('bankLines as l')
          .innerJoin('bankStatements as s', 's.id', 'l.statementId')
          .where('l.id', '=', anyId(ids))
          .select(['l.id', 'l.rowNo', 's.fileName'])
          .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Lines as every call answers them. */
export async function presentLines(ctx: Ctx, rows: readonly LineRow[]) {
  const [refs, account, customer, invoices, payments, alike] = await Promise.all([
    loadRefs(ctx, { company: rows.map(({ companyId }) => companyId) }),
    bankAccountRefs(
      ctx,
      rows.map(({ bankAccountId }) => bankAccountId),
    ),
    customerRefs(ctx, ofIds(rows.map(({ customerId }) => customerId))),
    invoicesOf(ctx, ofIds(rows.flatMap(({ allocations }) => allocations.map((a) => a.invoiceId)))),
    paymentsOf(ctx, ofIds(rows.map(({ paymentId }) => paymentId))),
    linesAlike(ctx, ofIds(rows.map(({ alikeId }) => alikeId))),
  ]);
  return rows.map((row) => {
    const bankAccount = account(row.bankAccountId);
    if (!bankAccount) throw new Error('a line without its account');
    const actions = allowedActions(ctx, lineDocument, row);
    return {
      id: row.id,
      version: row.version,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      company: refs.ref(row.companyId),
      bankAccount,
      statement: { id: row.statementId, fileName: row.fileName },
      rowNo: row.rowNo,
      bookedOn: row.bookedOn,
      bookedAt: row.bookedAt,
      valueOn: row.valueOn,
      amount: money(row.amount),
      balance: row.balance === null ? null : money(row.balance),
      reference: row.reference,
      payerReference: row.payerReference,
      payerName: row.payerName,
      payerAccount: row.payerAccount,
      description: row.description,
      alike: row.alikeId === null ? null : (alike.get(row.alikeId) ?? null),
      status: row.status,
      statusReason: row.statusReason,
      customer: row.customerId === null ? null : customer(row.customerId),
      confidence: row.confidence,
      matchLevel: row.matchLevel,
      reasons: row.reasons,
      allocations: row.allocations.flatMap(({ invoiceId, amount }) => {
        const invoice = invoices.get(invoiceId);
        return invoice
          ? [
              {
                invoice: invoice.isTold ? { id: invoice.id, documentNo: invoice.documentNo } : null,
                amount: decimal.round(amount),
                balance: invoice.isTold ? money(invoice.balance) : null,
              },
            ]
          : [];
      }),
      payment: row.paymentId === null ? null : (payments.get(row.paymentId) ?? null),
      isPaymentMade: row.isPaymentMade,
      allowedActions: mayConfirm(ctx) ? actions : actions.filter((one) => one !== 'confirm'),
    };
  });
}

/** A line with what it may be. 404 outside this person's scope. */
export async function presentLine(ctx: Ctx, id: string) {
  const row = await loadVisible(ctx, lineDocument, { id });
  const isOpen = allowedActions(ctx, lineDocument, row).includes('link');
  const [[shown], history, like] = await Promise.all([
    presentLines(ctx, [row]),
    timelineOf(ctx, lineDocument.subject, id),
    isOpen ? paymentsLike(ctx, row) : [],
  ]);
  if (!shown) throw new Error('one row in, one row out');
  const customer = await customerRefs(
    ctx,
    like.map(({ customerId }) => customerId),
  );
  return {
    ...shown,
    history,
    payments: like.map((one) => ({
      id: one.id,
      documentNo: one.documentNo,
      status: one.status,
      paidAt: one.paidAt,
      customer: customer(one.customerId),
      bankReference: one.bankReference,
    })),
  };
}
