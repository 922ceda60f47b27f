import type { DocumentLang } from './amountInWords.ts';

export type { DocumentLang } from './amountInWords.ts';

/**
 * The company as it was when the document was approved (domain-warehouse 1.12):
 * texts come ready in the document's language, so that old PDFs never change.
 */
export interface DocumentHeader {
  readonly nameTh: string;
  readonly nameEn?: string | undefined;
  readonly taxId?: string | undefined;
  /** `00000` is the head office; absent where there is no registration. */
  readonly branchCode?: string | undefined;
  readonly address?: string | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  /** PNG or JPEG. */
  readonly logo?: Uint8Array | undefined;
  /** Small print at the foot of every page. */
  readonly footer?: string | undefined;
}

/** Printed across every page of a document that is not, or no longer, good. */
export type DocumentWatermark = 'draft' | 'cancelled' | 'rejected' | 'reversed' | 'preview';

/** A named block of lines: supplier, requester, place of delivery. The first line stands out. */
export interface DocumentParty {
  readonly label: string;
  readonly lines: readonly string[];
}

export interface DocumentFact {
  readonly label: string;
  readonly value: string;
}

/** How the values of a column are written; `index` counts the rows by itself. */
export type DocumentColumnFormat =
  | 'text'
  | 'index'
  | 'money'
  | 'price'
  | 'quantity'
  | 'percent'
  | 'date'
  /** A short text that stays on one line: `Pack of 100`. */
  | 'unit'
  /** A QR code of the text. */
  | 'qr';

export interface DocumentColumn {
  readonly key: string;
  readonly label: string;
  /** Relative to the other columns' widths. */
  readonly width: number;
  /** Figures stand right, texts left, unless told otherwise. */
  readonly align?: 'left' | 'right' | 'center' | undefined;
  readonly format?: DocumentColumnFormat | undefined;
}

/** A text with a quieter line under it: a part's name and its code. */
export interface DocumentNotedText {
  readonly text: string;
  readonly note?: string | undefined;
}

export type DocumentValue = string | number | DocumentNotedText | null | undefined;

export type DocumentRow = Readonly<Record<string, DocumentValue>>;

export interface DocumentTotal {
  readonly label: string;
  /** A decimal string; printed as money. */
  readonly value: string;
  readonly strong?: boolean | undefined;
}

export interface DocumentSignature {
  readonly label: string;
  /** Absent: a dotted line to write on. */
  readonly name?: string | undefined;
  /** A business day or an instant. */
  readonly date?: string | undefined;
  /** The signature itself, drawn above the line. */
  readonly picture?: Uint8Array | undefined;
}

/** Where an invoice is paid to. */
export interface DocumentPayment {
  readonly label: string;
  readonly lines: readonly string[];
  /** What the code says, and what it is called. */
  readonly codes: readonly { readonly label: string; readonly text: string }[];
}

/** Everything a business document on A4 consists of. */
export interface DocumentModel {
  readonly lang: DocumentLang;
  /** The kind in the document's language: `ใบสั่งซื้อ`, `Purchase order`. */
  readonly title: string;
  /** The same in the other language, quieter, where the office prints both. */
  readonly subtitle?: string | undefined;
  readonly documentNo: string;
  /** A business day or an instant. */
  readonly date: string;
  readonly header: DocumentHeader;
  readonly parties: readonly DocumentParty[];
  readonly facts: readonly DocumentFact[];
  readonly columns: readonly DocumentColumn[];
  readonly rows: readonly DocumentRow[];
  readonly totals?: readonly DocumentTotal[] | undefined;
  /** The amount, a decimal string, that is written out in the document's language. */
  readonly amountInWords?: string | undefined;
  /** It is written out in the other language as well. */
  readonly wordsInBoth?: boolean | undefined;
  /** How it is paid: lines of the account beside a code that a bank's app reads. */
  readonly payment?: DocumentPayment | undefined;
  readonly notes?: string | undefined;
  readonly terms?: string | undefined;
  readonly signatures?: readonly DocumentSignature[] | undefined;
  readonly watermark?: DocumentWatermark | undefined;
  /** What the QR code says; usually the number of the document. */
  readonly qr?: string | undefined;
}
