import { formatDate } from '../../../documents/format.ts';
import { byLanguage, type Ctx, type FileResult } from '../../../kernel/index.ts';
import {
  COMMON_WORDS,
  documentPdf,
  documentTitle,
  headerFor,
  localisedName,
  signatureOf,
  warehouseParty,
} from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { presentContainerTransfer } from './present.ts';
import { containerTransfers } from './type.ts';

const WORDS = byLanguage({
  title: documentTitle('containerTransfers'),
  from: TEXTS.field.fromWarehouse,
  to: TEXTS.field.toWarehouse,
  leaves: TEXTS.field.transferDate,
  expected: TEXTS.field.expectedArrival,
  carrier: TEXTS.field.carrierName,
  reason: TEXTS.field.reason,
  serial: TEXTS.field.serialNumber,
  model: TEXTS.field.productModel,
  code: COMMON_WORDS.field.code,
  creator: TEXTS.field.createdBy,
  sender: { en: 'Sent by', th: 'ผู้ส่ง' },
  agreed: { en: 'Agreed by', th: 'ผู้อนุมัติปลายทาง' },
  recipient: { en: 'Received by', th: 'ผู้รับ' },
});

/** The transfer as a PDF that travels with the containers: serial numbers, and their codes to scan. */
export async function containerTransferPdf(ctx: Ctx, id: string): Promise<FileResult> {
  const doc = await presentContainerTransfer(ctx, id);
  const { locale } = ctx;
  const words = WORDS[locale];
  const header = await headerFor(ctx, { companyId: doc.company.id, type: 'acceptance' });
  const subject = { title: words.title, machine: containerTransfers.type.machine, header, doc };
  const carrier = [doc.carrierName, doc.carrierPlate, doc.carrierPhone, doc.trackingNo]
    .filter(Boolean)
    .join(', ');
  return documentPdf(ctx, subject, {
    date: doc.documentDate,
    parties: [
      warehouseParty(words.from, doc.fromWarehouse, locale),
      warehouseParty(words.to, doc.toWarehouse, locale),
    ],
    facts: [
      { label: words.leaves, value: formatDate(doc.transferDate, locale) },
      ...(doc.expectedArrival
        ? [{ label: words.expected, value: formatDate(doc.expectedArrival, locale) }]
        : []),
      ...(carrier === '' ? [] : [{ label: words.carrier, value: carrier }]),
      ...(doc.reason ? [{ label: words.reason, value: doc.reason }] : []),
    ],
    columns: [
      { key: 'no', label: '#', width: 1, format: 'index' },
      { key: 'serial', label: words.serial, width: 6 },
      { key: 'model', label: words.model, width: 6 },
      { key: 'code', label: words.code, width: 2, format: 'qr' },
    ],
    rows: doc.items.map((line) => ({
      serial: { text: line.product.serialNumber, note: line.product.name },
      model: {
        text: `${line.productModel.code ?? ''} ${localisedName(line.productModel, locale)}`.trim(),
        note: line.note ?? '',
      },
      code: line.product.serialNumber,
    })),
    signatures: [
      { label: words.creator, ...signatureOf(doc.createdBy, doc.createdAt) },
      { label: words.sender, ...signatureOf(doc.sourceApprovedBy, doc.sourceApprovedAt) },
      ...(doc.isInterCompany
        ? [
            {
              label: words.agreed,
              ...signatureOf(doc.destinationApprovedBy, doc.destinationApprovedAt),
            },
          ]
        : []),
      { label: words.recipient },
    ],
  });
}
