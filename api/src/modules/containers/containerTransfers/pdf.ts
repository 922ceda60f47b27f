import { presentContainerTransfer } from './present.ts';
import { containerTransfers } from './type.ts';

const WORDS = {
  en: {
    title: ['Container transfer', 'ใบโอนย้ายตู้'],
    from: 'From warehouse',
    to: 'To warehouse',
    leaves: 'Leaves on',
    expected: 'Expected on',
    carrier: 'Carrier',
    reason: 'Reason',
    serial: 'Serial number',
    model: 'Model',
    code: 'Code',
    creator: 'Requested by',
    sender: 'Sent by',
    agreed: 'Agreed by',
    recipient: 'Received by',
  },
  th: {
    title: ['ใบโอนย้ายตู้', 'Container transfer'],
    from: 'จากคลัง',
    to: 'ไปคลัง',
    leaves: 'วันที่ส่ง',
    expected: 'กำหนดถึง',
    carrier: 'ผู้ขนส่ง',
    reason: 'เหตุผล',
    serial: 'หมายเลขเครื่อง',
    model: 'รุ่น',
    code: 'รหัส',
    creator: 'ผู้ขอโอน',
    sender: 'ผู้ส่ง',
    agreed: 'ผู้อนุมัติปลายทาง',
    recipient: 'ผู้รับ',
  },
} as const;

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
