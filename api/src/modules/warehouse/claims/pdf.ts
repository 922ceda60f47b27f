import { addressText, byLanguage, type Ctx } from '../../../kernel/index.ts';
import { COMMON_WORDS, documentTitle } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { presentClaim } from './present.ts';
import { claims } from './type.ts';

const WORDS = byLanguage({
  title: documentTitle('claims', 'Claim to supplier'),
  supplier: TEXTS.field.supplier,
  warehouse: TEXTS.field.warehouse,
  rmaNo: TEXTS.field.rmaNo,
  sentDate: TEXTS.field.sentDate,
  dueDate: TEXTS.field.dueDate,
  creditNote: TEXTS.choice.resolution.creditNote,
  item: TEXTS.line.part,
  defect: TEXTS.line.defect,
  quantity: TEXTS.line.quantity,
  unit: COMMON_WORDS.field.unit,
  warranty: { en: 'Warranty until', th: 'รับประกันถึง' },
  proof: { en: 'Receipt', th: 'ใบตรวจรับ' },
  resolution: TEXTS.line.resolution,
  creator: { en: 'Claimed by', th: 'ผู้เปิดเคลม' },
  sender: { en: 'Handed over by', th: 'ผู้ส่งมอบ' },
  receiver: { en: 'Received for the supplier', th: 'ผู้รับของฝ่ายผู้จำหน่าย' },
  none: { en: 'No warranty', th: 'ไม่มีประกัน' },
});

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
                  text: TEXTS.choice.resolution[resolution][locale],
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
