import { billingNoteMachine } from '@boxyard/shared/domain/money/billingNoteMachine.ts';
import { formatDate } from '../../../documents/format.ts';
import { byLanguage, type Ctx, type FileResult, forbidden } from '../../../kernel/index.ts';
import {
  documentPdf,
  documentTitle,
  headerFor,
  loadRefs,
  loadVisible,
  signatureOf,
} from '../../../workflow/index.ts';
import { snapshotOf } from '../customers.ts';
import { sourceLabels } from '../invoices/source.ts';
import { partyOf, paymentOf, WORDS } from '../pdf.ts';
import { TEXTS } from './labels.ts';
import { billingNotes, hiddenInvoices, linesOf } from './type.ts';

const OWN = byLanguage({
  title: documentTitle('billingNotes'),
  collectOn: TEXTS.field.collectOn,
  documentDate: { en: 'Invoice date', th: 'วันที่ใบแจ้งหนี้' },
  acceptedBy: { en: 'Bill accepted by', th: 'ผู้รับวางบิล' },
  payOn: { en: 'To be paid on', th: 'วันที่นัดรับเช็ค/โอนเงิน' },
});

/** A billing note: which invoices are presented, what they come to, when and how they are paid. */
export async function billingNotePdf(ctx: Ctx, id: string): Promise<FileResult> {
  const row = await loadVisible(ctx, billingNotes.type, { id });
  const words = WORDS[ctx.locale];
  const own = OWN[ctx.locale];
  const lines = await linesOf(ctx, id);
  // The paper names all of its invoices: it is printed by people who may read them.
  if ((await hiddenInvoices(ctx, lines)).size > 0) throw forbidden();
  const [labelOf, to, header, people] = await Promise.all([
    sourceLabels(ctx, lines),
    row.customerSnapshot ?? snapshotOf(ctx, row.customerId),
    row.header ?? headerFor(ctx, { companyId: row.companyId, type: 'contract' }),
    loadRefs(ctx, { user: [row.createdBy] }),
  ]);
  return documentPdf(
    ctx,
    { title: own.title, machine: billingNoteMachine, header, doc: row },
    {
      date: row.documentDate,
      parties: [partyOf(ctx, to, words)],
      facts: [{ label: own.collectOn, value: formatDate(row.collectOn, ctx.locale) }],
      columns: [
        { key: 'no', label: '#', width: 1, format: 'index' },
        { key: 'invoice', label: words.invoiceNo, width: 6 },
        { key: 'date', label: own.documentDate, width: 3, format: 'date' },
        { key: 'due', label: words.due, width: 3, format: 'date' },
        { key: 'amount', label: words.amount, width: 3, format: 'money' },
      ],
      rows: lines.map((line) => ({
        invoice: { text: line.documentNo ?? '', note: labelOf(line) ?? undefined },
        date: line.documentDate,
        due: line.dueDate,
        amount: line.amount,
      })),
      totals: [{ label: words.grand, value: row.grandTotal, strong: true }],
      amountInWords: row.grandTotal,
      wordsInBoth: true,
      // Codes of the bank say one amount and one invoice: here only the account stands.
      payment: await paymentOf(ctx, {
        bankAccountId: lines[0]?.bankAccountId ?? null,
        documentNo: null,
        amount: row.grandTotal,
        customerCode: to.code,
      }),
      signatures: [
        { label: words.issuedBy, ...signatureOf(people.userOrNull(row.createdBy), row.createdAt) },
        {
          label: own.acceptedBy,
          ...(row.acknowledgedBy === null ? {} : { name: row.acknowledgedBy }),
          ...(row.acknowledgedOn === null ? {} : { date: row.acknowledgedOn }),
        },
        { label: own.payOn, ...(row.acknowledgedOn === null ? {} : { date: row.collectOn }) },
      ],
    },
  );
}
