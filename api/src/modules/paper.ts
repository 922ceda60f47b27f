import { type Machine, stampOf } from '@boxyard/shared/domain';
import type { HeaderSnapshot } from '../db/schema/purchasing.ts';
import type { DocumentModel, DocumentParty, DocumentSignature } from '../documents/model.ts';
import { renderDocumentPdf } from '../documents/pdf/document.ts';
import type { Ctx, FileResult, Locale } from '../kernel/index.ts';
import { printedHeader } from './paperHeader.ts';

interface Named {
  readonly code: string | null;
  readonly name: string;
  readonly nameTh?: string | null;
}

/** A record's name in the language of the paper. */
export const named = (ref: Omit<Named, 'code'>, locale: Locale): string =>
  locale === 'th' && ref.nameTh ? ref.nameTh : ref.name;

/** A warehouse as a block of its own. */
export const placeParty = (label: string, place: Named, locale: Locale): DocumentParty => ({
  label,
  lines: [`${place.code ?? ''} ${named(place, locale)}`.trim()],
});

/** Whoever did something, and when, where both are known. */
export const signed = (
  person: { readonly name: string } | null,
  date?: Date | null,
): Omit<DocumentSignature, 'label'> => ({
  ...(person ? { name: person.name } : {}),
  ...(date ? { date: date.toISOString() } : {}),
});

interface Subject {
  /** In the paper's language and in the other one. */
  readonly title: readonly [string, string];
  readonly machine: Machine;
  readonly header: HeaderSnapshot;
  readonly doc: {
    readonly documentNo: string | null;
    readonly status: string;
    readonly remark: string | null;
  };
}

/** What each kind of paper says itself. */
type Contents = Omit<
  DocumentModel,
  'lang' | 'title' | 'subtitle' | 'documentNo' | 'header' | 'notes' | 'watermark' | 'qr'
>;

/** A document on paper; number, header, remark, stamp and code are its own. */
export async function paperOf(
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
