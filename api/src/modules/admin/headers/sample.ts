import type { HeaderType, SignatureBlock } from '@boxyard/shared/domain';
import type { DocumentModel, DocumentTotal } from '../../../documents/model.ts';
import type { Ctx, FileResult, Input, Locale } from '../../../kernel/index.ts';
import { namedBlocks, printedHeader, type Signers, signaturesOf } from '../../../workflow/index.ts';
import { PDF_TEXTS } from '../../purchasing/index.ts';

type Body = Input<'documentHeaders.preview'>['body'];

/** A PDF that shows what a header looks like: invented, and marked so across its page. */
const SAMPLE = {
  en: {
    contract: ['Sales contract', 'สัญญาซื้อขาย'],
    customer: 'Customer',
    party: ['Sample Trading Co., Ltd.', '99 Rama IX Road, Huai Khwang, Bangkok 10310'],
    place: 'Central warehouse',
    rows: [
      ['Hydraulic oil ISO 46, 18 L', 'pail'],
      ['Brake pad set', 'set'],
    ],
    people: { creator: 'Somchai Jaidee', approver: 'Suda Meesuk', receiver: 'Wichai Thongdee' },
  },
  th: {
    contract: ['สัญญาซื้อขาย', 'Sales contract'],
    customer: 'ลูกค้า',
    party: ['บริษัท ตัวอย่างการค้า จำกัด', '99 ถนนพระราม 9 เขตห้วยขวาง กรุงเทพมหานคร 10310'],
    place: 'คลังกลาง',
    rows: [
      ['น้ำมันไฮดรอลิก ISO 46 ขนาด 18 ลิตร', 'ถัง'],
      ['ชุดผ้าเบรก', 'ชุด'],
    ],
    people: { creator: 'สมชาย ใจดี', approver: 'สุดา มีสุข', receiver: 'วิชัย ทองดี' },
  },
} as const satisfies Record<Locale, unknown>;

const FIGURES = [
  { quantity: '4', price: '1850.0000', amount: '7400.00' },
  { quantity: '2', price: '1300.0000', amount: '2600.00' },
] as const;
const TOTAL = '10000.00';
const VAT = '700.00';
const GRAND = '10700.00';

const titleOf = (type: HeaderType, locale: Locale): readonly [string, string] => {
  const words = PDF_TEXTS[locale];
  const titles = {
    contract: SAMPLE[locale].contract,
    purchaseRequest: words.request,
    purchaseOrder: words.order,
    acceptance: words.receipt,
  } as const;
  return titles[type];
};

const totalsIn = (locale: Locale): DocumentTotal[] => {
  const words = PDF_TEXTS[locale];
  return [
    { label: words.subTotal, value: TOTAL },
    { label: words.vat('7'), value: VAT },
    { label: words.grand, value: GRAND, strong: true },
  ];
};

/** Everybody has signed today: the preview shows where the names will stand. */
function signersOf(locale: Locale, date: string): Signers {
  const { people } = SAMPLE[locale];
  return {
    creator: { name: people.creator, date },
    approver: { name: people.approver, date },
    receiver: { name: people.receiver, date },
  };
}

/** Half a label is typed before the other language's: the one that is there stands for both. */
const labelled = (block: SignatureBlock): SignatureBlock => ({
  ...block,
  labelEn: block.labelEn || block.labelTh,
  labelTh: block.labelTh || block.labelEn,
});

/** A PDF with the values of a form as its header. */
export async function samplePdf(
  ctx: Ctx,
  body: Body,
  {
    logo,
    logoFileId,
  }: {
    /** The header's own, which is not saved. */
    readonly logo: Buffer | undefined;
    /** The company's, which is printed where the header has none. */
    readonly logoFileId: string | null;
  },
): Promise<FileResult> {
  const locale = body.locale ?? ctx.locale;
  const words = PDF_TEXTS[locale];
  const sample = SAMPLE[locale];
  const date = ctx.clock.now().toISOString();
  const [title, subtitle] = titleOf(body.type, locale);
  const header = {
    ...body,
    phone: body.phone ?? null,
    footer: body.footer || null,
    logoFileId,
  };
  const model: DocumentModel = {
    lang: locale,
    title,
    subtitle,
    documentNo: 'XX2601-0001',
    date,
    header: await printedHeader(ctx, header, logo),
    parties: [
      { label: body.type === 'contract' ? sample.customer : words.supplier, lines: sample.party },
      { label: words.deliverTo, lines: [sample.place] },
    ],
    facts: [{ label: words.payment, value: words.credit(30) }],
    columns: [
      { key: 'no', label: '#', width: 1, format: 'index' },
      { key: 'item', label: words.item, width: 9 },
      { key: 'quantity', label: words.quantity, width: 2.4, format: 'quantity' },
      { key: 'unit', label: words.unit, width: 2, format: 'unit' },
      { key: 'price', label: words.price, width: 3, format: 'price' },
      { key: 'amount', label: words.amount, width: 3.2, format: 'money' },
    ],
    rows: FIGURES.map((figures, index) => {
      const [item = '', unit = ''] = sample.rows[index] ?? [];
      return { item, unit, ...figures };
    }),
    totals: totalsIn(locale),
    amountInWords: GRAND,
    terms: body.terms || undefined,
    signatures: signaturesOf(await namedBlocks(ctx, body.signatureBlocks.map(labelled)), {
      locale,
      signers: signersOf(locale, date),
      otherwise: [],
    }),
    watermark: 'preview',
    qr: 'XX2601-0001',
  };
  const file = await ctx.app.printer.document(model, ctx.actor);
  return { file, fileName: 'preview.pdf', mime: 'application/pdf' };
}
