import { formatDate } from '../../../documents/format.ts';
import { addressText, byLanguage, type Ctx, type FileResult } from '../../../kernel/index.ts';
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
export async function claimPdf(ctx: Ctx, id: string): Promise<FileResult> {
  const doc = await presentClaim(ctx, id);
  const { locale } = ctx;
  const words = WORDS[locale];
  const header = await headerFor(ctx, { companyId: doc.company.id, type: 'acceptance' });
  const subject = { title: words.title, machine: claims.type.machine, header, doc };
  const supplier = warehouseParty(words.supplier, doc.supplier, locale);
  const isAnswered = doc.items.some((item) => item.resolution !== null);
  return documentPdf(ctx, subject, {
    date: doc.documentDate,
    parties: [
      { ...supplier, lines: [...supplier.lines, ...(await addressOf(ctx, doc.supplier.id))] },
      warehouseParty(words.warehouse, doc.warehouse, locale),
    ],
    facts: [
      ...(doc.rmaNo ? [{ label: words.rmaNo, value: doc.rmaNo }] : []),
      ...(doc.sentDate ? [{ label: words.sentDate, value: formatDate(doc.sentDate, locale) }] : []),
      ...(doc.dueDate ? [{ label: words.dueDate, value: formatDate(doc.dueDate, locale) }] : []),
      ...(doc.creditNoteNo ? [{ label: words.creditNote, value: doc.creditNoteNo }] : []),
    ],
    columns: [
      { key: 'no', label: '#', width: 1, format: 'index' },
      { key: 'item', label: words.item, width: 7 },
      { key: 'defect', label: words.defect, width: 5 },
      { key: 'quantity', label: words.quantity, width: 2, format: 'quantity' },
      { key: 'unit', label: words.unit, width: 1.6, format: 'unit' },
      { key: 'warranty', label: words.warranty, width: 3 },
      ...(isAnswered ? [{ key: 'resolution', label: words.resolution, width: 4 }] : []),
    ],
    rows: doc.items.map((item) => ({
      item: {
        text: localisedName(item.part, locale),
        note: [item.part.code, item.lotNo, item.serialNo].filter(Boolean).join(' · '),
      },
      defect: item.defect,
      quantity: item.quantity,
      unit: localisedName(item.unit, locale),
      warranty: {
        text: item.warrantyEnd === null ? words.none : formatDate(item.warrantyEnd, locale),
        note: item.receipt?.documentNo ?? '',
      },
      resolution:
        item.resolution === null
          ? ''
          : {
              text: TEXTS.choice.resolution[item.resolution][locale],
              note: item.replacementSerialNo ?? item.refundAmount ?? '',
            },
    })),
    signatures: [
      { label: words.creator, ...signatureOf(doc.createdBy, doc.createdAt) },
      { label: words.sender },
      { label: words.receiver },
    ],
  });
}

async function addressOf(ctx: Ctx, supplierId: string): Promise<string[]> {
  const { address } = await ctx.db
    .selectFrom('suppliers')
    .where('id', '=', supplierId)
    .select('address')
    .executeTakeFirstOrThrow();
  return [addressText(address, ctx.locale)].filter((line) => line !== '');
}
