import { startsFrom, transferMachine } from '@boxyard/shared/domain';
import { byLanguage } from '../../../kernel/index.ts';
import { COMMON_WORDS, documentTitle } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { presentTransfer } from './present.ts';
import { transfers } from './type.ts';

const WORDS = byLanguage({
  transfer: documentTitle('transfers'),
  delivery: {
    en: ['Delivery note', 'ใบส่งของ (โอนย้าย)'],
    th: ['ใบส่งของ (โอนย้าย)', 'Delivery note'],
  },
  from: TEXTS.field.fromWarehouse,
  to: TEXTS.field.toWarehouse,
  carrier: TEXTS.field.carrier,
  trackingNo: TEXTS.field.trackingNo,
  expected: TEXTS.field.expectedDate,
  item: { en: 'Item', th: 'รายการ' },
  bin: { en: 'From bin', th: 'จากช่องเก็บ' },
  asked: { en: 'Requested', th: 'ขอโอน' },
  approved: TEXTS.line.approvedQty,
  shipped: TEXTS.line.shippedQty,
  received: TEXTS.line.receivedQty,
  damaged: TEXTS.line.damagedQty,
  unit: COMMON_WORDS.field.unit,
  asker: { en: 'Requested by', th: 'ผู้ขอโอน' },
  approver: COMMON_WORDS.field.approvedBy,
  shipper: TEXTS.field.shippedBy,
  driver: { en: 'Carried by', th: 'ผู้ขนส่ง' },
  receiver: { en: 'Received by', th: 'ผู้รับของ' },
});

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
