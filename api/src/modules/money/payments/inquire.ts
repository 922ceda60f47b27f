import { decimal } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { AppError, type Ctx, type Input, whereInScope } from '../../../kernel/index.ts';
import { invoices } from '../invoices/type.ts';
import { lineSource } from '../statements/type.ts';
import { payments } from './type.ts';

const DAY_MS = 86_400_000;

/**
 * Whether a payment of this reference is known: of the bank, of the cheque, or a number of this
 * house, or a line of a statement that nobody has recorded yet. Reads only; 404 NOT_YET_FOUND where there is none in this person's scope.
 */
export async function inquire(ctx: Ctx, { body }: Input<'payments.inquire'>) {
  const ref = body.ref.trim().toUpperCase();
  const payment = await whereInScope(ctx.db.selectFrom('payments as py'), ctx.actor, payments.scope)
    .where(
      sql<boolean>`(py.document_no = ${ref} or upper(py.bank_reference) = ${ref} or py.receipt_no = ${ref}
        or py.cheque_no = ${ref})`,
    )
    .orderBy('py.createdAt', 'desc')
    .select(['py.id', 'py.documentNo', 'py.status', 'py.paidAt', 'py.amount'])
    .executeTakeFirst();
  const invoice = await whereInScope(ctx.db.selectFrom('invoices as iv'), ctx.actor, invoices.scope)
    .where((eb) =>
      eb.or([
        eb('iv.documentNo', '=', ref),
        sql<boolean>`regexp_replace(iv.document_no, '[^A-Z0-9]', '', 'g') = ${ref}`,
        ...(payment
          ? [
              sql<boolean>`iv.id = (select a.invoice_id from payment_allocations a
                where a.payment_id = ${payment.id}::uuid order by a.amount desc limit 1)`,
            ]
          : []),
      ]),
    )
    .select([
      'iv.id',
      'iv.documentNo',
      'iv.status',
      'iv.dueDate',
      'iv.balance',
      'iv.netReceivable',
      'iv.grandTotal',
    ])
    .executeTakeFirst();
  const line = await lineSource(ctx)
    .where('l.amount', '>', '0')
    .where(
      sql<boolean>`((l.reference <> '' and upper(l.reference) = ${ref})
        or (l.payer_reference <> '' and upper(l.payer_reference) = ${ref})
        or l.payment_id = ${payment?.id ?? null}::uuid)`,
    )
    .orderBy('l.bookedOn', 'desc')
    .orderBy('l.id')
    .select(['l.id', 'l.bookedOn', 'l.amount', 'l.status'])
    .executeTakeFirst();
  if (!payment && !invoice && !line) throw new AppError(404, 'NOT_YET_FOUND');
  const amountEqual =
    payment && invoice
      ? [invoice.balance, invoice.netReceivable, invoice.grandTotal].some(
          (amount) => decimal.compare(amount, payment.amount) === 0,
        )
      : null;
  return {
    data: {
      found: payment !== undefined,
      source: payment ? ('payment' as const) : line ? ('bankLine' as const) : ('invoice' as const),
      payment: payment ? { ...payment, amount: decimal.round(payment.amount) } : null,
      invoice:
        invoice && invoice.documentNo !== null
          ? {
              id: invoice.id,
              documentNo: invoice.documentNo,
              status: invoice.status,
              dueDate: invoice.dueDate,
              balance: decimal.round(invoice.balance),
            }
          : null,
      bankLine: line ? { ...line, amount: decimal.round(line.amount) } : null,
      match: {
        amountEqual,
        dateDiffDays:
          payment && invoice
            ? Math.round(
                (payment.paidAt.getTime() - Date.parse(`${invoice.dueDate}T00:00:00+07:00`)) /
                  DAY_MS,
              )
            : null,
        confidence: !payment
          ? ('none' as const)
          : amountEqual
            ? ('exact' as const)
            : ('likely' as const),
      },
    },
  };
}
