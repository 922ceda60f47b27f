import { type Machine, stampOf } from '@boxyard/shared/domain';
import type { HeaderSnapshot } from '../db/schema/purchasing.ts';
import { formatDate, formatDateTime } from '../documents/format.ts';
import type {
  DocumentColumn,
  DocumentColumnFormat,
  DocumentFact,
  DocumentModel,
  DocumentParty,
  DocumentSignature,
  DocumentTotal,
  DocumentValue,
} from '../documents/model.ts';
import type { Ctx, FileResult, Locale } from '../kernel/index.ts';
import { headerFor, printedHeader } from './pdfHeader.ts';

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
  const model: DocumentModel = {
    lang: ctx.locale,
    title: title[0],
    subtitle: title[1],
    documentNo,
    header: await printedHeader(ctx, header),
    notes: doc.remark ?? undefined,
    watermark: stampOf(machine, doc.status),
    qr: doc.documentNo ?? undefined,
    ...contents,
  };
  const file = await ctx.app.printer.document(model, ctx.actor);
  return { file, fileName: `${documentNo || 'draft'}.pdf`, mime: 'application/pdf' };
}

type Text = string | number | null | undefined;
/** Whoever signs, and when; empty where only the place is left for it. */
type Signer = readonly [person?: { readonly name: string } | null, at?: Date | null];

type Title = readonly [string, string];
/** What a PDF says in one language; titles in the other one, too. */
type Words<Key extends string> = Readonly<Record<Key, string | Title>>;

/** A column of a PDF's table: its heading is the word of its key. */
interface PdfColumn<R> {
  readonly key: string;
  readonly width: number;
  readonly format?: DocumentColumnFormat;
  readonly align?: 'right';
  readonly value: (line: R) => DocumentValue;
}

const filled = (values: readonly Text[]): string[] =>
  values.filter((value) => value !== null && value !== undefined && value !== '').map(String);

/**
 * The vocabulary of a document's PDF, in the words that its family has for one language. What is not
 * known is left out: a fact without a value, totals of which one may not be seen.
 */
export function pdfVocabulary<Key extends string>(words: Words<Key>, locale: Locale) {
  const label = (key: string): string => String(words[key as Key]);
  const column =
    (more: Pick<PdfColumn<never>, 'format' | 'align'> = {}) =>
    <R>(key: Key, width: number, value: (line: R) => DocumentValue): PdfColumn<R> => ({
      key,
      width,
      value,
      ...more,
    });
  return {
    locale,
    word: label as (key: Key) => string,
    /** In the PDF's language and in the other one. */
    title: (key: Key) => words[key] as Title,
    name: (ref: Omit<NamedRecord, 'code'>) => localisedName(ref, locale),
    day: (value: string | null): string | null =>
      value === null ? null : formatDate(value, locale),
    /** An instant with its time of the day. */
    moment: (value: Date | null): string | null =>
      value === null ? null : formatDateTime(value, locale),
    party: (key: Key, lines: readonly Text[]): DocumentParty => ({
      label: label(key),
      lines: filled(lines),
    }),
    /** A record as a block of its own: a warehouse, a supplier. */
    place: (key: Key, record: NamedRecord): DocumentParty =>
      warehouseParty(label(key), record, locale),
    facts: (values: Partial<Record<Key, Text>>): DocumentFact[] =>
      Object.entries<Text>(values as Record<string, Text>).flatMap(([key, value]) =>
        filled([value]).map((text) => ({ label: label(key), value: text })),
      ),
    /** The lines, numbered; columns that do not hold are left out. */
    lines: <R>(
      lines: readonly R[],
      columns: readonly (PdfColumn<R> | false | null)[],
    ): Pick<DocumentModel, 'columns' | 'rows'> => {
      const shown = columns.filter((column) => column !== false && column !== null);
      return {
        columns: [
          { key: 'no', label: '#', width: 1, format: 'index' },
          ...shown.map(
            ({ value: _value, ...column }): DocumentColumn => ({
              ...column,
              label: label(column.key),
            }),
          ),
        ],
        rows: lines.map((line) =>
          Object.fromEntries(shown.map(({ key, value }) => [key, value(line)])),
        ),
      };
    },
    text: column(),
    /** A text that stands right, as figures do. */
    right: column({ align: 'right' }),
    quantity: column({ format: 'quantity' }),
    money: column({ format: 'money' }),
    unit: column({ format: 'unit' }),
    /** As a code to scan. */
    code: column({ format: 'qr' }),
    /** A record by its name, with what else tells it below. */
    item: (record: NamedRecord, ...notes: readonly Text[]): DocumentValue => ({
      text: localisedName(record, locale),
      note: filled([record.code, ...notes]).join(' · '),
    }),
    /** Amounts, of which the last is the sum. */
    totals: (values: Partial<Record<Key, string | null>>): { totals?: DocumentTotal[] } => {
      const entries = Object.entries<string | null>(values as Record<string, string | null>);
      const totals = entries.flatMap(([key, value], index): DocumentTotal[] => {
        if (value === null) return [];
        const isSum = index === entries.length - 1;
        return [{ label: label(key), value, ...(isSum ? { strong: true } : {}) }];
      });
      return totals.length < entries.length ? {} : { totals };
    },
    /** Who signs, and when; nobody yet where only the place is left for it. */
    signatures: (signers: Partial<Record<Key, Signer | null>>): DocumentSignature[] =>
      Object.entries<Signer | null>(signers as Record<string, Signer | null>).flatMap(
        ([key, signer]) =>
          signer === null
            ? []
            : [{ label: label(key), ...signatureOf(signer[0] ?? null, signer[1]) }],
      ),
  };
}

/** A document as its PDF needs it, whatever its family. */
export type PdfDocument = Subject['doc'] & {
  readonly documentDate: string;
  readonly company: { readonly id: string };
};

/** A family's PDF as data: who presents the document, its words, and what stands on it. */
export interface PdfSpec<D, Key extends string> {
  readonly present: (ctx: Ctx, id: string) => Promise<D>;
  readonly words: Readonly<Record<Locale, Words<Key>>>;
  readonly contents: (
    doc: D,
    pdf: ReturnType<typeof pdfVocabulary<Key>>,
    ctx: Ctx,
  ) => PdfContents | Promise<PdfContents>;
}

export const familyPdf =
  <D extends PdfDocument, Key extends string>(
    machine: Machine,
    { present, words, contents }: PdfSpec<D, Key>,
  ) =>
  async (ctx: Ctx, id: string): Promise<FileResult> => {
    const doc = await present(ctx, id);
    const [header, { title, remark = doc.remark, ...model }] = await Promise.all([
      headerFor(ctx, { companyId: doc.company.id, type: 'acceptance' }),
      contents(doc, pdfVocabulary(words[ctx.locale], ctx.locale), ctx),
    ]);
    const subject = { title, machine, header, doc: { ...doc, remark } };
    return documentPdf(ctx, subject, { date: doc.documentDate, ...model });
  };

type PdfContents = Omit<Contents, 'date'> &
  Partial<Pick<Contents, 'date'>> & {
    readonly title: Subject['title'];
    /** The document's own unless said. */
    readonly remark?: string | null;
  };
