import { addressText, type Ctx } from '../../../kernel/index.ts';
import { RESOLUTION_LABELS } from './labels.ts';
import { presentClaim } from './present.ts';
import { claims } from './type.ts';

const WORDS = {
  en: {
    title: ['Claim to supplier', 'ใบเคลมอะไหล่'],
    supplier: 'Supplier',
    warehouse: 'Warehouse',
    rmaNo: 'RMA no.',
    sentDate: 'Sent',
    dueDate: 'Answer due',
    creditNote: 'Credit note',
    item: 'Part',
    defect: 'Defect',
    quantity: 'Quantity',
    unit: 'Unit',
    warranty: 'Warranty until',
    proof: 'Receipt',
    resolution: 'Answer',
    creator: 'Claimed by',
    sender: 'Handed over by',
    receiver: 'Received for the supplier',
    none: 'No warranty',
  },
  th: {
    title: ['ใบเคลมอะไหล่', 'Claim to supplier'],
    supplier: 'ผู้จำหน่าย',
    warehouse: 'คลัง',
    rmaNo: 'เลขที่ RMA',
    sentDate: 'วันที่ส่ง',
    dueDate: 'กำหนดตอบกลับ',
    creditNote: 'ใบลดหนี้',
    item: 'อะไหล่',
    defect: 'อาการเสีย',
    quantity: 'จำนวน',
    unit: 'หน่วย',
    warranty: 'รับประกันถึง',
    proof: 'ใบตรวจรับ',
    resolution: 'ผลการเคลม',
    creator: 'ผู้เปิดเคลม',
    sender: 'ผู้ส่งมอบ',
    receiver: 'ผู้รับของฝ่ายผู้จำหน่าย',
    none: 'ไม่มีประกัน',
  },
} as const;

/** The PDF that goes with the goods, and says afterwards what the supplier gave for them. */
export const claimPdf = claims.pdf({
  present: presentClaim,
  words: WORDS,
  contents: async (doc, { locale, ...p }, ctx) => {
    const supplier = p.place('supplier', doc.supplier);
    const isAnswered = doc.items.some((item) => item.resolution !== null);
    return {
      title: p.title('title'),
      parties: [
        { ...supplier, lines: [...supplier.lines, ...(await addressOf(ctx, doc.supplier.id))] },
        p.place('warehouse', doc.warehouse),
      ],
      facts: p.facts({
        rmaNo: doc.rmaNo,
        sentDate: p.day(doc.sentDate),
        dueDate: p.day(doc.dueDate),
        creditNote: doc.creditNoteNo,
      }),
      ...p.lines(doc.items, [
        p.text('item', 7, (item) => p.item(item.part, item.lotNo, item.serialNo)),
        p.text('defect', 5, (item) => item.defect),
        p.quantity('quantity', 2, (item) => item.quantity),
        p.unit('unit', 1.6, (item) => p.name(item.unit)),
        p.text('warranty', 3, (item) => ({
          text: p.day(item.warrantyEnd) ?? p.word('none'),
          note: item.receipt?.documentNo ?? '',
        })),
        isAnswered &&
          p.text('resolution', 4, ({ resolution, replacementSerialNo, refundAmount }) =>
            resolution === null
              ? ''
              : {
                  text: RESOLUTION_LABELS[resolution][locale],
                  note: replacementSerialNo ?? refundAmount ?? '',
                },
          ),
      ]),
      signatures: p.signatures({
        creator: [doc.createdBy, doc.createdAt],
        sender: [],
        receiver: [],
      }),
    };
  },
});

async function addressOf(ctx: Ctx, supplierId: string): Promise<string[]> {
  const { address } = await ctx.db
    .selectFrom('suppliers')
    .where('id', '=', supplierId)
    .select('address')
    .executeTakeFirstOrThrow();
  return [addressText(address, ctx.locale)].filter((line) => line !== '');
}
