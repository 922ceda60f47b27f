import { startsFrom, transferMachine } from '@boxyard/shared/domain';
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

/** The transfer as a PDF to sign; once shipped, the delivery note that travels with the goods. */
export async function transferPdf(ctx: Ctx, id: string): Promise<FileResult> {
  const doc = await presentTransfer(ctx, id);
  const { locale } = ctx;
  const words = WORDS[locale];
  const isShipped = doc.shippedAt !== null;
  // What arrived is written by hand as long as it is on its way.
  const isOpen = startsFrom(transferMachine, 'recall', doc.status);
  const header = await headerFor(ctx, { companyId: doc.company.id, type: 'acceptance' });
  const title = isShipped ? words.delivery : words.transfer;
  const subject = { title, machine: transfers.type.machine, header, doc };
  return documentPdf(ctx, subject, {
    date: doc.shippedDate ?? doc.documentDate,
    parties: [
      warehouseParty(words.from, doc.fromWarehouse, locale),
      warehouseParty(words.to, doc.toWarehouse, locale),
    ],
    facts: [
      { label: words.expected, value: formatDate(doc.expectedDate, locale) },
      ...(doc.carrier === null ? [] : [{ label: words.carrier, value: doc.carrier }]),
      ...(doc.trackingNo === null ? [] : [{ label: words.trackingNo, value: doc.trackingNo }]),
    ],
    columns: [
      { key: 'no', label: '#', width: 1, format: 'index' },
      { key: 'item', label: words.item, width: 8 },
      { key: 'bin', label: words.bin, width: 2.6 },
      ...(isShipped
        ? ([
            { key: 'shipped', label: words.shipped, width: 2.2, format: 'quantity' },
            { key: 'received', label: words.received, width: 2.4, align: 'right' },
            { key: 'damaged', label: words.damaged, width: 2.4, align: 'right' },
          ] as const)
        : ([
            { key: 'asked', label: words.asked, width: 2.2, format: 'quantity' },
            { key: 'approved', label: words.approved, width: 2.2, format: 'quantity' },
          ] as const)),
      { key: 'unit', label: words.unit, width: 1.8, format: 'unit' },
    ],
    rows: doc.items
      .filter((line) => !isShipped || line.shippedQty > 0)
      .map((line) => {
        const trace = line.picks.map((pick) => pick.serialNo ?? pick.lotNo).filter(Boolean);
        return {
          item: {
            text: localisedName(line.part, locale),
            note: [line.part.code, line.note, ...new Set(trace)].filter(Boolean).join(' · '),
          },
          bin: [...new Set(line.picks.map((pick) => pick.bin))].join(', '),
          asked: line.quantity,
          approved: line.approvedQty,
          shipped: line.shippedQty,
          received: isOpen ? '............' : String(line.receivedQty),
          damaged: isOpen ? '............' : String(line.damagedQty),
          unit: localisedName(line.unit, locale),
        };
      }),
    signatures: [
      { label: words.asker, ...signatureOf(doc.createdBy, doc.createdAt) },
      { label: words.approver, ...signatureOf(doc.approvedBy, doc.approvedAt) },
      { label: words.shipper, ...signatureOf(doc.shippedBy, doc.shippedAt) },
      ...(isShipped
        ? [
            { label: words.driver, ...(doc.carrier === null ? {} : { name: doc.carrier }) },
            { label: words.receiver },
          ]
        : []),
    ],
  });
}
