import { formatDate } from '../../../documents/format.ts';
import type { DocumentValue } from '../../../documents/model.ts';
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
import { TEXTS } from './labels.ts';
import { presentContainerRequisition } from './present.ts';
import { containerRequisitions } from './type.ts';

const WORDS = byLanguage({
  title: documentTitle('containerRequisitions'),
  deliveryNote: {
    en: ['Container delivery note', 'ใบส่งมอบตู้'],
    th: ['ใบส่งมอบตู้', 'Container delivery note'],
  },
  warehouse: TEXTS.field.warehouse,
  type: TEXTS.field.type,
  neededBy: TEXTS.field.neededBy,
  purpose: TEXTS.field.purpose,
  destination: TEXTS.field.destinationName,
  site: TEXTS.field.site,
  serial: TEXTS.field.serialNumber,
  model: TEXTS.field.productModel,
  code: COMMON_WORDS.field.code,
  creator: TEXTS.field.createdBy,
  approver: COMMON_WORDS.field.approvedBy,
  releaser: TEXTS.field.releasedBy,
  recipient: { en: 'Received by', th: 'ผู้รับตู้' },
});

type Line = Awaited<ReturnType<typeof presentContainerRequisition>>['items'][number];

/** Who takes a contract's container over, and where; the customer for whoever may read the contract. */
function siteText({ contract, site }: Line, locale: Locale): DocumentValue {
  if (site === null) return { text: '–', note: '' };
  const customer = contract?.customer ? localisedName(contract.customer, locale) : null;
  return {
    text: [...new Set([customer, site.holder])].filter(Boolean).join(' · ') || '–',
    note: site.address,
  };
}

/** The requisition as a PDF to sign: each container with its serial number, and the code of it to scan. */
export async function containerRequisitionPdf(ctx: Ctx, id: string): Promise<FileResult> {
  const doc = await presentContainerRequisition(ctx, id);
  const { locale } = ctx;
  const words = WORDS[locale];
  const header = await headerFor(ctx, { companyId: doc.company.id, type: 'acceptance' });
  const isOut = doc.releasedAt !== null;
  const subject = {
    title: isOut ? words.deliveryNote : words.title,
    machine: containerRequisitions.type.machine,
    header,
    doc,
  };
  // Each contract has a place of its own.
  const hasSites = doc.items.some(({ site }) => site !== null);
  const destination = [doc.destinationName, doc.destinationAddress].filter(Boolean).join(', ');
  return documentPdf(ctx, subject, {
    date: doc.documentDate,
    parties: [warehouseParty(words.warehouse, doc.warehouse, locale)],
    facts: [
      { label: words.type, value: TEXTS.choice.type[doc.type][locale] },
      { label: words.neededBy, value: formatDate(doc.neededBy, locale) },
      { label: words.purpose, value: doc.purpose },
      ...(destination === '' ? [] : [{ label: words.destination, value: destination }]),
    ],
    columns: [
      { key: 'no', label: '#', width: 1, format: 'index' },
      { key: 'serial', label: words.serial, width: hasSites ? 4 : 6 },
      { key: 'model', label: words.model, width: hasSites ? 4 : 6 },
      ...(hasSites ? [{ key: 'site', label: words.site, width: 6 }] : []),
      { key: 'code', label: words.code, width: 2, format: 'qr' },
    ],
    rows: doc.items.map((line) => ({
      serial: { text: line.product?.serialNumber ?? '–', note: line.product?.name ?? '' },
      model: {
        text: `${line.productModel.code ?? ''} ${localisedName(line.productModel, locale)}`.trim(),
        note: line.note ?? '',
      },
      ...(hasSites ? { site: siteText(line, locale) } : {}),
      code: line.product?.serialNumber ?? '',
    })),
    signatures: isOut
      ? [
          { label: words.releaser, ...signatureOf(doc.releasedBy, doc.releasedAt) },
          { label: words.recipient },
        ]
      : [
          { label: words.creator, ...signatureOf(doc.createdBy, doc.createdAt) },
          { label: words.approver, ...signatureOf(doc.approvedBy, doc.approvedAt) },
        ],
  });
}
