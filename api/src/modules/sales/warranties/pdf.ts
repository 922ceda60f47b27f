import { decimal } from '@boxyard/shared/domain';
import { formatDate } from '../../../documents/format.ts';
import { byLanguage, type Ctx, type FileResult } from '../../../kernel/index.ts';
import { COMMON_WORDS, documentPdf, headerFor, localisedName } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { presentWarranty } from './present.ts';
import { warranties } from './type.ts';

const WORDS = byLanguage({
  title: { en: ['Warranty certificate', 'ใบรับประกัน'], th: ['ใบรับประกัน', 'Warranty certificate'] },
  holder: { en: 'Holder', th: 'ผู้ถือประกัน' },
  contract: TEXTS.field.contract,
  type: TEXTS.field.type,
  coverage: TEXTS.field.coverage,
  from: { en: 'Valid from', th: 'เริ่มวันที่' },
  to: { en: 'Valid to', th: 'ถึงวันที่' },
  serial: { en: 'Serial number', th: 'หมายเลขเครื่อง' },
  model: TEXTS.field.productModel,
  code: COMMON_WORDS.field.code,
  price: TEXTS.field.price,
  exclusions: TEXTS.field.exclusions,
  issued: { en: 'For the company', th: 'ผู้มีอำนาจลงนาม' },
});

/** The certificate: which container is covered, for whom, from when to when. */
export async function warrantyPdf(ctx: Ctx, id: string): Promise<FileResult> {
  const doc = await presentWarranty(ctx, id);
  const { locale } = ctx;
  const words = WORDS[locale];
  const header = await headerFor(ctx, { companyId: doc.company.id, type: 'contract' });
  return documentPdf(
    ctx,
    { title: words.title, machine: warranties.type.machine, header, doc },
    {
      date: doc.documentDate,
      parties: [
        {
          label: words.holder,
          lines: [localisedName(doc.customer, locale), doc.customer.code ?? ''],
        },
      ],
      facts: [
        ...(doc.contract?.documentNo
          ? [{ label: words.contract, value: doc.contract.documentNo }]
          : []),
        { label: words.type, value: TEXTS.choice.type[doc.type][locale] },
        { label: words.coverage, value: TEXTS.choice.coverage[doc.coverage][locale] },
        { label: words.from, value: formatDate(doc.startDate, locale) },
        { label: words.to, value: formatDate(doc.endDate, locale) },
        ...(decimal.isZero(doc.price) ? [] : [{ label: words.price, value: doc.price }]),
        ...(doc.exclusions ? [{ label: words.exclusions, value: doc.exclusions }] : []),
      ],
      columns: [
        { key: 'no', label: '#', width: 1, format: 'index' },
        { key: 'serial', label: words.serial, width: 6 },
        { key: 'model', label: words.model, width: 6 },
        { key: 'code', label: words.code, width: 2, format: 'qr' },
      ],
      rows: [
        {
          serial: { text: doc.product.serialNumber, note: doc.product.name },
          model: `${doc.productModel.code ?? ''} ${localisedName(doc.productModel, locale)}`.trim(),
          code: doc.product.serialNumber,
        },
      ],
      signatures: [{ label: words.issued }],
    },
  );
}
