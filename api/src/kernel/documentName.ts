/**
 * A document that a timeline or a refusal names. It is stored and thrown as a reference, `{{invoices:<id>}}`,
 * and its number is told to whoever may read the document (api/src/workflow/documentNames.ts).
 */
export class DocumentName {
  readonly type: string;
  readonly id: string;
  readonly documentNo: string | null;

  constructor(type: string, id: string, documentNo: string | null) {
    this.type = type;
    this.id = id;
    this.documentNo = documentNo;
  }

  /** The mark in a text that is rendered for each reader. */
  get mark(): string {
    return `{{${this.type}:${this.id}}}`;
  }

  toString(): string {
    return this.mark;
  }

  toJSON(): string {
    return this.mark;
  }
}

/** Names a document of a family in what is stored for several readers. */
export const named = (
  type: string,
  { id, documentNo }: { readonly id: string; readonly documentNo: string | null },
): DocumentName => new DocumentName(type, id, documentNo);
