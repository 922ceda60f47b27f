import {
  type Actor,
  authorId,
  type Ctx,
  causerId,
  created,
  newId,
  record,
  takeNumber,
} from '../kernel/index.ts';
import type { DocumentRow, DocumentType } from './documentType.ts';

/** What every document's row begins with. */
interface DocumentHead<N extends boolean> extends ReturnType<typeof created> {
  readonly id: string;
  readonly companyId: string;
  /** null: a draft, which takes its number when it is sent. */
  readonly documentNo: N extends true ? string : string | null;
  readonly status: string;
  readonly documentDate: string;
  /** Of a document that the system writes because of somebody: that person. */
  readonly authorIds?: string[];
}

interface NewDocument<N extends boolean> {
  readonly companyId: string;
  readonly status: string;
  readonly documentDate: string;
  readonly numbered: N;
  /** Its number, where that was taken in one round trip with what else was asked for. */
  readonly documentNo?: string;
  /** Writes the row, which begins with the head, and its lines; the number's counter waits for it. */
  readonly write: (head: DocumentHead<N>) => Promise<void>;
  /** What the timeline says of it besides number and status. */
  readonly after: Readonly<Record<string, unknown>>;
}

/**
 * Nobody created what the system writes, but whoever caused it decides nothing of it
 * (domain-conventions "Authors").
 */
function causedBy(actor: Actor): { authorIds?: string[] } {
  const causer = causerId(actor);
  return causer === null || authorId(actor) !== null ? {} : { authorIds: [causer] };
}

/** Makes a document: number, row, lines and the first entry of its timeline. */
export async function createDocument<R extends DocumentRow, const N extends boolean>(
  ctx: Ctx,
  type: DocumentType<R>,
  { companyId, status, documentDate, numbered, write, after, ...given }: NewDocument<N>,
): Promise<DocumentHead<N>> {
  const number = { companyId, docType: type.docType, date: documentDate };
  const taken = numbered ? (given.documentNo ?? (await takeNumber(ctx, number))) : null;
  const documentNo = taken as DocumentHead<N>['documentNo'];
  const head = {
    id: newId(),
    companyId,
    documentNo,
    status,
    documentDate,
    ...created(ctx),
    ...causedBy(ctx.actor),
  };
  await write(head);
  await record(ctx, {
    subject: type.subject,
    subjectId: head.id,
    companyId,
    action: 'create',
    to: status,
    after: { documentNo, status, ...after },
    version: 1,
  });
  return head;
}
