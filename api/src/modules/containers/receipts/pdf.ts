import { byLanguage, type Ctx, type FileResult, type Locale } from '../../../kernel/index.ts';
import {
  COMMON_WORDS,
  documentPdf,
  documentTitle,
  headerFor,
  localisedName,
  signatureOf,
  warehouseParty,
} from '../../../workflow/index.ts';
import { TEXTS as CONTAINER_TEXTS } from '../products/labels.ts';
import { TEXTS } from './labels.ts';
import { presentReceipt } from './present.ts';
import { containerReceipts } from './type.ts';

const WORDS = byLanguage({
  title: documentTitle('containerReceipts'),
  warehouse: TEXTS.field.warehouse,
  source: TEXTS.field.sourceType,
  sourceNo: TEXTS.field.sourceNo,
  serial: TEXTS.field.serialNumber,
  model: TEXTS.field.productModel,
  condition: TEXTS.field.conditionIn,
  result: TEXTS.field.lineStatus,
  code: COMMON_WORDS.field.code,
  sender: TEXTS.field.createdBy,
  receiver: TEXTS.field.receivedBy,
  checked: {
    en: (passed: number, all: number) => `Checked: ${passed} of ${all} sound`,
    th: (passed: number, all: number) => `ตรวจแล้วผ่าน ${passed} จาก ${all} รายการ`,
  },
  failed: {
    en: (names: string) => `Faulty: ${names}`,
    th: (names: string) => `ไม่ผ่าน: ${names}`,
  },
  photos: {
    en: (count: number) => `Photographs: ${count}`,
    th: (count: number) => `ภาพถ่าย ${count} ภาพ`,
  },
});

type Line = Awaited<ReturnType<typeof presentReceipt>>['items'][number];

/** The findings on a container, in the words of a paper. */
function findingsOf({ rejectReason, checklist, photoIds }: Line, locale: Locale): string {
  const words = WORDS[locale];
  const found = (result: Line['checklist'][number]['result']) =>
    checklist.filter((check) => check.result === result);
  const failed = found('fail').map((check) =>
    [localisedName(check, locale), check.note].filter(Boolean).join(': '),
  );
  return [
    rejectReason,
    checklist.some(({ result }) => result !== null)
      ? words.checked(found('pass').length, checklist.length - found('na').length)
      : null,
    failed.length > 0 ? words.failed(failed.join(', ')) : null,
    photoIds.length > 0 ? words.photos(photoIds.length) : null,
  ]
    .filter(Boolean)
    .join(' · ');
}

/**
 * The receipt as a PDF to sign: which containers came, in which condition, and what was refused, with
 * their codes to scan.
 */
export async function receiptPdf(ctx: Ctx, id: string): Promise<FileResult> {
  const doc = await presentReceipt(ctx, id);
  const { locale } = ctx;
  const words = WORDS[locale];
  const header = await headerFor(ctx, { companyId: doc.company.id, type: 'acceptance' });
  const subject = {
    title: words.title,
    machine: containerReceipts.type.machine,
    header,
    doc,
  };
  return documentPdf(ctx, subject, {
    date: doc.documentDate,
    parties: [warehouseParty(words.warehouse, doc.warehouse, locale)],
    facts: [
      { label: words.source, value: TEXTS.choice.sourceType[doc.sourceType][locale] },
      { label: words.sourceNo, value: doc.sourceNo ?? '' },
    ],
    columns: [
      { key: 'no', label: '#', width: 1, format: 'index' },
      { key: 'serial', label: words.serial, width: 5 },
      { key: 'model', label: words.model, width: 5 },
      { key: 'condition', label: words.condition, width: 3 },
      { key: 'result', label: words.result, width: 4 },
      { key: 'code', label: words.code, width: 2, format: 'qr' },
    ],
    rows: doc.items.map((line) => ({
      serial: { text: line.product.serialNumber, note: line.product.name },
      model: `${line.productModel.code ?? ''} ${localisedName(line.productModel, locale)}`.trim(),
      condition:
        line.conditionIn === null ? '' : CONTAINER_TEXTS.choice.condition[line.conditionIn][locale],
      result: {
        text: TEXTS.choice.lineStatus[line.lineStatus][locale],
        note: findingsOf(line, locale),
      },
      code: line.product.serialNumber,
    })),
    signatures: [
      { label: words.sender, ...signatureOf(doc.createdBy, doc.createdAt) },
      { label: words.receiver, ...signatureOf(doc.receivedBy, doc.receivedAt) },
    ],
  });
}
