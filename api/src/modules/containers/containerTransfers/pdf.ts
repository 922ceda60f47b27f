import { byLanguage } from '../../../kernel/index.ts';
import { COMMON_WORDS, documentTitle } from '../../../workflow/index.ts';
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
export const containerTransferPdf = containerTransfers.pdf({
  present: presentContainerTransfer,
  words: WORDS,
  contents: (doc, p) => ({
    title: p.title('title'),
    parties: [p.place('from', doc.fromWarehouse), p.place('to', doc.toWarehouse)],
    facts: p.facts({
      leaves: p.day(doc.transferDate),
      expected: p.day(doc.expectedArrival),
      carrier: [doc.carrierName, doc.carrierPlate, doc.carrierPhone, doc.trackingNo]
        .filter(Boolean)
        .join(', '),
      reason: doc.reason,
    }),
    ...p.lines(doc.items, [
      p.text('serial', 6, ({ product }) => ({ text: product.serialNumber, note: product.name })),
      p.text('model', 6, ({ productModel, note }) => ({
        text: `${productModel.code ?? ''} ${p.name(productModel)}`.trim(),
        note: note ?? '',
      })),
      p.code('code', 2, ({ product }) => product.serialNumber),
    ]),
    signatures: p.signatures({
      creator: [doc.createdBy, doc.createdAt],
      sender: [doc.sourceApprovedBy, doc.sourceApprovedAt],
      agreed: doc.isInterCompany ? [doc.destinationApprovedBy, doc.destinationApprovedAt] : null,
      recipient: [],
    }),
  }),
});
