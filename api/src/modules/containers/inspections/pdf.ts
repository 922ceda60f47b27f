import { formatDate } from '../../../documents/format.ts';
import { byLanguage, type Ctx, type FileResult } from '../../../kernel/index.ts';
import {
  documentPdf,
  documentTitle,
  headerFor,
  localisedName,
  signatureOf,
} from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { presentInspection } from './present.ts';
import { inspections } from './type.ts';

const WORDS = byLanguage({
  title: documentTitle('inspections'),
  container: TEXTS.field.product,
  type: TEXTS.field.type,
  place: TEXTS.field.place,
  dueOn: TEXTS.field.dueOn,
  result: TEXTS.field.result,
  next: TEXTS.field.nextDueOn,
  findings: TEXTS.field.findings,
  item: TEXTS.line.name,
  measured: TEXTS.line.measured,
  check: TEXTS.line.check,
  limits: { en: 'Allowed', th: 'ค่าที่ยอมรับ' },
  photos: {
    en: (count: number) => `Photographs: ${count}`,
    th: (count: number) => `ภาพถ่าย ${count} ภาพ`,
  },
  inspector: { en: 'Inspected by', th: 'ผู้ตรวจ' },
  witness: { en: 'Acknowledged by', th: 'ผู้รับทราบ' },
});

const limitsOf = ({
  minValue,
  maxValue,
}: {
  readonly minValue: string | null;
  readonly maxValue: string | null;
}): string => (minValue === null && maxValue === null ? '' : `${minValue ?? ''}–${maxValue ?? ''}`);

/** The checklist to take along, or what was found with it, as a PDF to sign. */
export async function inspectionPdf(ctx: Ctx, id: string): Promise<FileResult> {
  const doc = await presentInspection(ctx, id);
  const { locale } = ctx;
  const words = WORDS[locale];
  const header = await headerFor(ctx, { companyId: doc.company.id, type: 'acceptance' });
  const subject = { title: words.title, machine: inspections.type.machine, header, doc };
  const fact = (label: string, value: string | null) => (value ? [{ label, value }] : []);
  return documentPdf(ctx, subject, {
    date: doc.documentDate,
    parties: [
      {
        label: words.container,
        lines: [
          doc.product.serialNumber,
          doc.product.name,
          localisedName(doc.productModel, locale),
        ],
      },
    ],
    facts: [
      { label: words.type, value: TEXTS.choice.type[doc.type][locale] },
      { label: words.dueOn, value: formatDate(doc.dueOn, locale) },
      ...fact(words.place, doc.place),
      ...fact(words.result, doc.result && TEXTS.choice.result[doc.result][locale]),
      ...fact(words.next, doc.nextDueOn && formatDate(doc.nextDueOn, locale)),
      ...fact(words.findings, doc.findings),
    ],
    columns: [
      { key: 'no', label: '#', width: 1, format: 'index' },
      { key: 'item', label: words.item, width: 8 },
      { key: 'limits', label: words.limits, width: 2.5 },
      { key: 'measured', label: words.measured, width: 2.5 },
      { key: 'check', label: words.check, width: 2.5 },
    ],
    rows: doc.items.map((item) => ({
      item: {
        text: localisedName(item, locale),
        note: [item.note, item.photoIds.length > 0 ? words.photos(item.photoIds.length) : null]
          .filter(Boolean)
          .join(' · '),
      },
      limits: [limitsOf(item), item.unit].filter(Boolean).join(' '),
      measured: item.measured === null ? '' : `${item.measured} ${item.unit ?? ''}`.trim(),
      check: item.result === null ? '' : TEXTS.choice.check[item.result][locale],
    })),
    signatures: [
      { label: words.inspector, ...signatureOf(doc.completedBy, doc.completedAt) },
      { label: words.witness },
    ],
  });
}
