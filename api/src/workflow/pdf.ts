import { type Machine, stampOf } from '@boxyard/shared/domain';
import type { HeaderSnapshot } from '../db/schema/purchasing.ts';
import type { DocumentModel, DocumentParty, DocumentSignature } from '../documents/model.ts';
import { renderDocumentPdf } from '../documents/pdf/document.ts';
import type { Ctx, FileResult, Locale } from '../kernel/index.ts';
import { printedHeader } from './pdfHeader.ts';

interface NamedRecord {
  readonly code: string | null;
  readonly name: string;
  readonly nameTh?: string | null;
}

/** A record's name in the language of the PDF. */
export const localisedName = (ref: Omit<NamedRecord, 'code'>, locale: Locale): string =>
  locale === 'th' && ref.nameTh ? ref.nameTh : ref.name;

/** A warehouse as a block of its own. */
export const warehouseParty = (
  label: string,
  place: NamedRecord,
  locale: Locale,
): DocumentParty => ({
  label,
  lines: [`${place.code ?? ''} ${localisedName(place, locale)}`.trim()],
});

/** Whoever did something, and when, where both are known. */
export const signatureOf = (
  person: { readonly name: string } | null,
  date?: Date | null,
): Omit<DocumentSignature, 'label'> => ({
  ...(person ? { name: person.name } : {}),
  ...(date ? { date: date.toISOString() } : {}),
});

interface Subject {
  /** In the PDF's language and in the other one. */
  readonly title: readonly [string, string];
  readonly machine: Machine;
  readonly header: HeaderSnapshot;
  readonly doc: {
    readonly documentNo: string | null;
    readonly status: string;
    readonly remark: string | null;
  };
}

/** What each kind of document says itself. */
type Contents = Omit<
  DocumentModel,
  'lang' | 'title' | 'subtitle' | 'documentNo' | 'header' | 'notes' | 'watermark' | 'qr'
>;

/** A document as a PDF; number, header, remark, stamp and code are its own. */
export async function documentPdf(
  ctx: Ctx,
  { title, machine, header, doc }: Subject,
  contents: Contents,
): Promise<FileResult> {
  const documentNo = doc.documentNo ?? '';
  const file = await renderDocumentPdf({
    lang: ctx.locale,
    title: title[0],
    subtitle: title[1],
    documentNo,
    header: await printedHeader(ctx, header),
    notes: doc.remark ?? undefined,
    watermark: stampOf(machine, doc.status),
    qr: doc.documentNo ?? undefined,
    ...contents,
  });
  return { file, fileName: `${documentNo || 'draft'}.pdf`, mime: 'application/pdf' };
}
