import { requisitionMachine, startsFrom } from '@boxyard/shared/domain';
import { formatDate } from '../../../documents/format.ts';
import type { DocumentColumn, DocumentRow } from '../../../documents/model.ts';
import { byLanguage, type Ctx, type FileResult, type Locale } from '../../../kernel/index.ts';
import {
  COMMON_WORDS,
  documentPdf,
  documentTitle,
  headerFor,
  loadRefs,
  localisedName,
  readPicture,
  signatureOf,
  warehouseParty,
} from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { type PresentedLine, presentRequisition } from './present.ts';
import { requisitions } from './type.ts';

const WORDS = byLanguage({
  title: documentTitle('requisitions'),
  pickList: { en: ['Pick list', 'ใบหยิบสินค้า'], th: ['ใบหยิบสินค้า', 'Pick list'] },
  requester: TEXTS.field.requester,
  warehouse: TEXTS.field.warehouse,
  van: TEXTS.field.toWarehouse,
  purpose: TEXTS.field.purpose,
  reference: TEXTS.field.refNo,
  neededBy: TEXTS.field.neededBy,
  item: { en: 'Item', th: 'รายการ' },
  bin: TEXTS.line.bin,
  trace: { en: 'Lot / serial', th: 'ล็อต / ซีเรียล' },
  requested: TEXTS.line.requestedQty,
  approved: TEXTS.line.approvedQty,
  dispatched: TEXTS.line.dispatchedQty,
  returned: TEXTS.line.returnedQty,
  quantity: TEXTS.line.quantity,
  picked: { en: 'Picked', th: 'หยิบจริง' },
  unit: COMMON_WORDS.field.unit,
  approver: COMMON_WORDS.field.approvedBy,
  dispatcher: { en: 'Issued by', th: 'ผู้จ่ายของ' },
  recipient: TEXTS.field.recipientName,
});
type Words = (typeof WORDS)[Locale];

/** The requisition as a PDF to sign; as long as it is picked, the way along the bins. */
export async function requisitionPdf(ctx: Ctx, id: string): Promise<FileResult> {
  const doc = await presentRequisition(ctx, id);
  const { locale } = ctx;
  const words = WORDS[locale];
  const isPicked = startsFrom(requisitionMachine, 'confirm-items', doc.status);
  const [header, stored] = await Promise.all([
    headerFor(ctx, { companyId: doc.company.id, type: 'acceptance' }),
    ctx.db
      .selectFrom('requisitions')
      .where('id', '=', id)
      .select(['dispatchedBy', 'recipientSignatureFileId'])
      .executeTakeFirstOrThrow(),
  ]);
  const refs = await loadRefs(ctx, { user: [stored.dispatchedBy] });
  const title = isPicked ? words.pickList : words.title;
  const subject = { title, machine: requisitions.type.machine, header, doc };
  return documentPdf(ctx, subject, {
    date: doc.documentDate,
    parties: [
      { label: words.requester, lines: [doc.requester.name] },
      warehouseParty(words.warehouse, doc.warehouse, locale),
      ...(doc.toWarehouse ? [warehouseParty(words.van, doc.toWarehouse, locale)] : []),
    ],
    facts: [
      { label: words.purpose, value: TEXTS.choice.purpose[doc.purpose][locale] },
      { label: words.neededBy, value: formatDate(doc.neededBy, locale) },
      ...(doc.refNo === null ? [] : [{ label: words.reference, value: doc.refNo }]),
    ],
    ...(isPicked ? pickList(doc.items, { words, locale }) : lines(doc.items, { words, locale })),
    signatures: [
      { label: words.requester, ...signatureOf(doc.requester, doc.createdAt) },
      { label: words.approver, ...signatureOf(doc.approvedBy, doc.approvedAt) },
      {
        label: words.dispatcher,
        ...signatureOf(refs.userOrNull(stored.dispatchedBy), doc.dispatchedAt),
      },
      {
        label: words.recipient,
        ...(doc.recipientName === null ? {} : { name: doc.recipientName }),
        ...(stored.recipientSignatureFileId === null
          ? {}
          : { picture: (await readPicture(ctx, stored.recipientSignatureFileId)).content }),
      },
    ],
  });
}

interface Table {
  readonly columns: readonly DocumentColumn[];
  readonly rows: readonly DocumentRow[];
}
interface Spoken {
  readonly words: Words;
  readonly locale: Locale;
}

const itemOf = (line: PresentedLine, locale: Locale) => {
  const part = line.substitute ?? line.part;
  return {
    text: localisedName(part, locale),
    note: [part.code, line.note].filter(Boolean).join(' · '),
  };
};

/** Each place once, in the order in which somebody walks by; the last column is to be written in. */
function pickList(items: readonly PresentedLine[], { words, locale }: Spoken): Table {
  const places = items
    .flatMap((line) => line.picks.map((pick) => ({ line, pick })))
    .sort((a, b) => pathKey(a.pick).localeCompare(pathKey(b.pick)));
  return {
    columns: [
      { key: 'no', label: '#', width: 1, format: 'index' },
      { key: 'bin', label: words.bin, width: 3 },
      { key: 'item', label: words.item, width: 8 },
      { key: 'trace', label: words.trace, width: 4 },
      { key: 'quantity', label: words.quantity, width: 2.2, format: 'quantity' },
      { key: 'unit', label: words.unit, width: 1.8, format: 'unit' },
      { key: 'picked', label: words.picked, width: 2.4 },
    ],
    rows: places.map(({ line, pick }) => ({
      bin: `${pick.warehouse.code ?? ''} ${pick.bin.code}`.trim(),
      item: itemOf(line, locale),
      trace: pick.serialNo ?? pick.lotNo,
      quantity: pick.quantity,
      unit: localisedName(line.unit, locale),
      picked: pick.pickedQty > 0 ? String(pick.pickedQty) : '............',
    })),
  };
}

const pathKey = ({ warehouse, bin }: PresentedLine['picks'][number]): string =>
  `${warehouse.code ?? ''}/${bin.code}`;

function lines(items: readonly PresentedLine[], { words, locale }: Spoken): Table {
  return {
    columns: [
      { key: 'no', label: '#', width: 1, format: 'index' },
      { key: 'item', label: words.item, width: 8 },
      { key: 'requested', label: words.requested, width: 2.2, format: 'quantity' },
      { key: 'approved', label: words.approved, width: 2.2, format: 'quantity' },
      { key: 'dispatched', label: words.dispatched, width: 2.2, format: 'quantity' },
      { key: 'returned', label: words.returned, width: 2.2, format: 'quantity' },
      { key: 'unit', label: words.unit, width: 1.8, format: 'unit' },
    ],
    rows: items.map((line) => {
      const item = itemOf(line, locale);
      const trace = line.picks.map((pick) => pick.serialNo ?? pick.lotNo).filter(Boolean);
      return {
        item: { ...item, note: [item.note, ...trace].filter(Boolean).join(' · ') },
        requested: line.requestedQty,
        approved: line.approvedQty,
        dispatched: line.dispatchedQty,
        returned: line.returnedQty,
        unit: localisedName(line.unit, locale),
      };
    }),
  };
}
