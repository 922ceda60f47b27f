import { decimal } from '@boxyard/shared/domain';
import { formatDate } from '../../../documents/format.ts';
import type { Ctx, FileResult } from '../../../kernel/index.ts';
import { documentPdf, headerFor, localisedName } from '../../../workflow/index.ts';
import { COVERAGE_LABELS, TYPE_LABELS } from './labels.ts';
import { presentWarranty } from './present.ts';
import { warranties } from './type.ts';

const WORDS = {
  en: {
    title: ['Warranty certificate', 'ใบรับประกัน'],
    holder: 'Holder',
    contract: 'Contract',
    type: 'Type',
    coverage: 'Coverage',
    from: 'Valid from',
    to: 'Valid to',
    serial: 'Serial number',
    model: 'Model',
    code: 'Code',
    price: 'Price before VAT',
    exclusions: 'Not covered',
    issued: 'For the company',
  },
  th: {
    title: ['ใบรับประกัน', 'Warranty certificate'],
    holder: 'ผู้ถือประกัน',
    contract: 'สัญญา',
    type: 'ประเภท',
    coverage: 'ความคุ้มครอง',
    from: 'เริ่มวันที่',
    to: 'ถึงวันที่',
    serial: 'หมายเลขเครื่อง',
    model: 'รุ่น',
    code: 'รหัส',
    price: 'ราคาก่อนภาษี',
    exclusions: 'ข้อยกเว้น',
    issued: 'ผู้มีอำนาจลงนาม',
  },
} as const;

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
        { label: words.type, value: TYPE_LABELS[doc.type][locale] },
        { label: words.coverage, value: COVERAGE_LABELS[doc.coverage][locale] },
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
