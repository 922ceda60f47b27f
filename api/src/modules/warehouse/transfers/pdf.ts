import { startsFrom, transferMachine } from '@boxyard/shared/domain';
import { presentTransfer } from './present.ts';
import { transfers } from './type.ts';

const WORDS = {
  en: {
    transfer: ['Parts transfer', 'ใบโอนย้ายอะไหล่'],
    delivery: ['Delivery note', 'ใบส่งของ (โอนย้าย)'],
    from: 'From warehouse',
    to: 'To warehouse',
    carrier: 'Carrier',
    trackingNo: 'Tracking no.',
    expected: 'Expected',
    item: 'Item',
    bin: 'From bin',
    asked: 'Requested',
    approved: 'Approved',
    shipped: 'Shipped',
    received: 'Received',
    damaged: 'Damaged',
    unit: 'Unit',
    asker: 'Requested by',
    approver: 'Approved by',
    shipper: 'Shipped by',
    driver: 'Carried by',
    receiver: 'Received by',
  },
  th: {
    transfer: ['ใบโอนย้ายอะไหล่', 'Parts transfer'],
    delivery: ['ใบส่งของ (โอนย้าย)', 'Delivery note'],
    from: 'คลังต้นทาง',
    to: 'คลังปลายทาง',
    carrier: 'ผู้ขนส่ง',
    trackingNo: 'เลขพัสดุ',
    expected: 'กำหนดถึง',
    item: 'รายการ',
    bin: 'จากช่องเก็บ',
    asked: 'ขอโอน',
    approved: 'อนุมัติ',
    shipped: 'ส่ง',
    received: 'รับ',
    damaged: 'ชำรุด',
    unit: 'หน่วย',
    asker: 'ผู้ขอโอน',
    approver: 'ผู้อนุมัติ',
    shipper: 'ผู้ส่งของ',
    driver: 'ผู้ขนส่ง',
    receiver: 'ผู้รับของ',
  },
} as const;

type Line = Awaited<ReturnType<typeof presentTransfer>>['items'][number];

const traceOf = ({ serialNo, lotNo }: Line['picks'][number]) => serialNo ?? lotNo;

/** The transfer as a PDF to sign; once shipped, the delivery note that travels with the goods. */
export const transferPdf = transfers.pdf({
  present: presentTransfer,
  words: WORDS,
  contents: (doc, p) => {
    const isShipped = doc.shippedAt !== null;
    // What arrived is written by hand as long as it is on its way.
    const isOpen = startsFrom(transferMachine, 'recall', doc.status);
    const counted = (quantity: number) => (isOpen ? '............' : String(quantity));
    return {
      title: p.title(isShipped ? 'delivery' : 'transfer'),
      date: doc.shippedDate ?? doc.documentDate,
      parties: [p.place('from', doc.fromWarehouse), p.place('to', doc.toWarehouse)],
      facts: p.facts({
        expected: p.day(doc.expectedDate),
        carrier: doc.carrier,
        trackingNo: doc.trackingNo,
      }),
      ...p.lines(
        doc.items.filter((line) => !isShipped || line.shippedQty > 0),
        [
          p.text('item', 8, (line) =>
            p.item(line.part, line.note, ...new Set(line.picks.map(traceOf))),
          ),
          p.text('bin', 2.6, (line) => [...new Set(line.picks.map((pick) => pick.bin))].join(', ')),
          ...(isShipped
            ? [
                p.quantity('shipped', 2.2, (line: Line) => line.shippedQty),
                p.right('received', 2.4, (line: Line) => counted(line.receivedQty)),
                p.right('damaged', 2.4, (line: Line) => counted(line.damagedQty)),
              ]
            : [
                p.quantity('asked', 2.2, (line: Line) => line.quantity),
                p.quantity('approved', 2.2, (line: Line) => line.approvedQty),
              ]),
          p.unit('unit', 1.8, (line) => p.name(line.unit)),
        ],
      ),
      signatures: p.signatures({
        asker: [doc.createdBy, doc.createdAt],
        approver: [doc.approvedBy, doc.approvedAt],
        shipper: [doc.shippedBy, doc.shippedAt],
        driver: isShipped ? [doc.carrier === null ? null : { name: doc.carrier }] : null,
        receiver: isShipped ? [] : null,
      }),
    };
  },
});
