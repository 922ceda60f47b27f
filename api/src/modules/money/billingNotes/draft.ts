import { decimal } from '@boxyard/shared/domain';
import { owedStatuses } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import {
  anyId,
  type Ctx,
  conflict,
  type FieldFault,
  type Input,
  named,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { changesOf, createDocument, deleteDraft, searchTextOf } from '../../../workflow/index.ts';
import { type LockedInvoice, lockAccount, lockAccountOf, lockInvoices } from '../account.ts';
import { customerInScope } from '../customers.ts';
import { billingNotes, hiddenInvoices, linesOf } from './type.ts';

type Body = Pick<
  Input<'billingNotes.create'>['body'],
  'customerId' | 'collectOn' | 'remark' | 'lines'
>;

const isOwed = ({ status }: Pick<LockedInvoice, 'status'>): boolean =>
  (owedStatuses as readonly string[]).includes(status);

/** The notes that hold an invoice already are named. */
async function expectFree(
  ctx: Ctx,
  invoiceIds: readonly string[],
  noteId: string | null,
): Promise<void> {
  const held = await ctx.db
    .selectFrom('billingNoteLines as l')
    .innerJoin('billingNotes as bn', 'bn.id', 'l.billingNoteId')
    .innerJoin('invoices as iv', 'iv.id', 'l.invoiceId')
    .where('l.invoiceId', '=', anyId(invoiceIds))
    .where('l.isOpen', '=', true)
    .where('l.billingNoteId', 'is distinct from', noteId)
    .select(['l.invoiceId', 'iv.documentNo as invoiceNo', 'bn.id', 'bn.documentNo'])
    .execute();
  const faults: FieldFault[] = held.map((one) => ({
    field: `lines[${invoiceIds.indexOf(one.invoiceId)}].invoiceId`,
    code: 'INVOICE_ON_BILLING_NOTE',
    params: {
      invoice: named('invoices', { id: one.invoiceId, documentNo: one.invoiceNo }),
      // A draft has no number yet.
      note: one.documentNo === null ? '–' : named('billingNotes', one),
    },
  }));
  const [first] = faults;
  if (first) throw conflict('INVOICE_ON_BILLING_NOTE', { ...first.params }, faults);
}

/** Checks a body against the customer's account, which is held, and turns it into columns and lines. */
async function prepared(ctx: Ctx, body: Body, noteId: string | null) {
  const faults: FieldFault[] = [];
  const customer = await customerInScope(ctx, body.customerId);
  if (!customer) faults.push({ field: 'customerId', code: 'UNKNOWN_ID' });
  if (body.collectOn < today(ctx.clock)) faults.push({ field: 'collectOn', code: 'PAST_DATE' });
  await lockAccount(ctx, body.customerId);
  const ids = body.lines.map(({ invoiceId }) => invoiceId);
  const found = new Map((await lockInvoices(ctx, ids)).map((invoice) => [invoice.id, invoice]));
  const before = new Set(
    noteId === null ? [] : (await linesOf(ctx, noteId)).map(({ invoiceId }) => invoiceId),
  );
  const withheld = await hiddenInvoices(ctx, body.lines);
  const lines = ids.flatMap((invoiceId, index) => {
    const at = (code: string) => {
      faults.push({ field: `lines[${index}].invoiceId`, code });
      return [];
    };
    const invoice = found.get(invoiceId);
    const isHidden = withheld.has(invoiceId) && !before.has(invoiceId);
    if (isHidden || invoice?.customerId !== body.customerId) return at('UNKNOWN_ID');
    if (ids.indexOf(invoiceId) !== index) return at('REPEATED');
    if (!isOwed(invoice)) return at('NOT_OWED');
    return [{ invoiceId, lineNo: index + 1, amount: invoice.balance }];
  });
  refuseFaults(faults);
  if (!customer) throw new Error('a note without a customer was refused');
  await expectFree(ctx, ids, noteId);
  const values = {
    customerId: customer.id,
    collectOn: body.collectOn,
    remark: body.remark || null,
    grandTotal: decimal.round(decimal.add('0', ...lines.map(({ amount }) => amount))),
    searchText: searchTextOf({
      documentNo: null,
      partIds: [],
      words: [customer.code, customer.name, customer.nameEn, body.remark],
    }),
  };
  return { customer, values, lines };
}

/** Drafts a note; it takes its number when it is issued. */
export async function createBillingNote(
  ctx: Ctx,
  { body }: Input<'billingNotes.create'>,
): Promise<{ readonly id: string }> {
  const { customer, values, lines } = await prepared(ctx, body, null);
  const { id } = await createDocument(ctx, billingNotes.type, {
    companyId: customer.companyId,
    status: 'draft',
    documentDate: today(ctx.clock),
    numbered: false,
    write: async (head) => {
      await ctx.db
        .insertInto('billingNotes')
        .values({ ...head, ...values })
        .execute();
      await writeLines(ctx, head.id, lines);
    },
    after: { customer: customer.name, grandTotal: values.grandTotal },
  });
  return { id };
}

type Line = Awaited<ReturnType<typeof prepared>>['lines'][number];

const writeLines = (ctx: Ctx, billingNoteId: string, lines: readonly Line[]) =>
  ctx.db
    .insertInto('billingNoteLines')
    .values(lines.map((line) => ({ ...line, billingNoteId })))
    .execute();

/** Lines of the body and those that whoever changes the note cannot see: nobody takes out what is hidden. */
async function withHiddenLines(ctx: Ctx, noteId: string, lines: Body['lines']) {
  const before = await linesOf(ctx, noteId);
  const withheld = await hiddenInvoices(ctx, before);
  const entered = new Set(lines.map(({ invoiceId }) => invoiceId));
  const kept = before.filter(({ invoiceId }) => withheld.has(invoiceId) && !entered.has(invoiceId));
  return [...lines, ...kept.map(({ invoiceId }) => ({ invoiceId }))];
}

const changeBillingNote = billingNotes.action('update', async (ctx, row, body) => {
  const whole = { ...body, lines: await withHiddenLines(ctx, row.id, body.lines) };
  const { customer, values, lines } = await prepared(ctx, whole, row.id);
  if (customer.companyId !== row.companyId) {
    refuseFaults([{ field: 'customerId', code: 'CUSTOMER_OF_OTHER_COMPANY' }]);
  }
  await ctx.db.deleteFrom('billingNoteLines').where('billingNoteId', '=', row.id).execute();
  await writeLines(ctx, row.id, lines);
  return {
    set: values,
    diff: changesOf(row, { collectOn: values.collectOn, grandTotal: values.grandTotal }),
  };
});

/** Changes a draft. The account of its new customer is held before its row is, as everywhere. */
export async function updateBillingNote(ctx: Ctx, input: Input<'billingNotes.update'>) {
  await lockAccount(ctx, input.body.customerId);
  return changeBillingNote(ctx, input);
}

export async function deleteBillingNote(ctx: Ctx, { params }: Input<'billingNotes.delete'>) {
  await lockAccountOf(ctx, 'billingNotes', params.id);
  return deleteDraft(ctx, billingNotes.type, {
    id: params.id,
    before: (row) => ({ customerId: row.customerId, grandTotal: row.grandTotal }),
  });
}
