import { bangkokDate } from '@boxyard/shared/domain';
import { estimateMachine } from '@boxyard/shared/domain/service/estimateMachine.ts';
import { byLanguage, type Ctx, type Input, notFound } from '../../../kernel/index.ts';
import { COMMON_WORDS, familyPdf, loadRefs, loadVisible } from '../../../workflow/index.ts';
import { containersOf } from '../../containers/index.ts';
import { TEXTS } from '../jobs/labels.ts';
import { presentEstimates } from './present.ts';
import { estimateDocument, estimatesOf } from './type.ts';

const { field, line } = TEXTS;

const WORDS = byLanguage({
  estimate: { en: ['Estimate', 'ใบประเมินราคา'], th: ['ใบประเมินราคา', 'Estimate'] },
  customer: field.customer,
  product: field.product,
  productModel: field.productModel,
  validUntil: field.validUntil,
  description: line.description,
  quantity: line.quantity,
  unit: line.unit,
  unitPrice: line.unitPrice,
  lineTotal: field.amount,
  subTotal: { en: 'Total before VAT', th: 'รวมก่อนภาษีมูลค่าเพิ่ม' },
  vatAmount: { en: 'VAT', th: 'ภาษีมูลค่าเพิ่ม' },
  grandTotal: line.grandTotal,
  answeredBy: { en: 'Accepted by (customer)', th: 'ผู้ตอบรับ (ลูกค้า)' },
  approver: COMMON_WORDS.field.approvedBy,
});

/** An estimate as its letter says it. */
async function presentOne(ctx: Ctx, id: string) {
  const row = await loadVisible(ctx, estimateDocument, { id });
  const [[shown], containers, refs, customer, company] = await Promise.all([
    presentEstimates(ctx, [row]),
    containersOf(ctx, [row.productId]),
    loadRefs(ctx, { customer: [row.customerId] }),
    ctx.db
      .selectFrom('customers')
      .where('id', '=', row.customerId)
      .select(['taxId'])
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('companies')
      .where('id', '=', row.companyId)
      .select('id')
      .executeTakeFirstOrThrow(),
  ]);
  if (!shown) throw new Error('one row in, one row out');
  return {
    ...shown,
    ...containers(row.productId),
    customer: refs.ref(row.customerId),
    taxId: customer.taxId,
    company,
    documentDate: bangkokDate(row.sentAt ?? row.updatedAt),
  };
}

const printEstimate = familyPdf(estimateMachine, {
  present: presentOne,
  words: WORDS,
  contents: (doc, p) => ({
    title: p.title('estimate'),
    parties: [p.party('customer', [p.name(doc.customer), doc.taxId])],
    facts: p.facts({
      product: doc.product.serialNumber,
      productModel: p.name(doc.productModel),
      validUntil: p.day(doc.validUntil),
    }),
    ...p.lines(doc.items, [
      p.text('description', 7, (line) => line.description),
      p.quantity('quantity', 2, (line) => line.quantity),
      p.unit('unit', 2, (line) => line.unit),
      p.money('unitPrice', 2, (line) => line.unitPrice),
      p.money('lineTotal', 3, (line) => line.lineTotal),
    ]),
    ...p.totals({
      subTotal: doc.subTotal,
      vatAmount: doc.vatAmount,
      grandTotal: doc.grandTotal,
    }),
    amountInWords: doc.grandTotal,
    signatures: p.signatures({
      approver: [],
      answeredBy: doc.answeredBy === null ? [] : [{ name: doc.answeredBy }, doc.answeredAt],
    }),
  }),
});

/** An estimate of a job as PDF with the letterhead. 404 outside this person's scope, and below another job. */
export async function estimatePdf(ctx: Ctx, { params }: Input<'jobs.estimateDocument'>) {
  const ofJob = await estimatesOf(ctx, params.id);
  if (!ofJob.some(({ id }) => id === params.estimateId)) throw notFound();
  return printEstimate(ctx, params.estimateId);
}
