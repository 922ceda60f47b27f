import {
  type Actor,
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
  /** Further authors: the people behind a document that comes of another or that the system writes. */
  readonly authorIds?: string[];
}

interface NewDocument<N extends boolean> {
  readonly companyId: string;
  readonly status: string;
  readonly documentDate: string;
  readonly numbered: N;
  /** The maker where it is not the person who acts: the sender of a delivery. */
  readonly createdBy?: string | null;
  /** Hands of the document that brings it: they are its authors as well. */
  readonly broughtBy?: readonly (string | null)[];
  /** Its number, where that was taken in one round trip with what else was asked for. */
  readonly documentNo?: string;
  /** Writes the row, which begins with the head, and its lines; the number's counter waits for it. */
  readonly write: (head: DocumentHead<N>) => Promise<void>;
  /** What the timeline says of it besides number and status. */
  readonly after: Readonly<Record<string, unknown>>;
}

/**
 * The authors of a new document besides its creator. Nobody created what the system writes, but whoever
 * caused it decides nothing of it, and neither do the hands of the document that brings it
 * (domain-conventions "Authors").
 */
function authorsOf(
  actor: Actor,
  { createdBy, broughtBy }: Required<Pick<NewDocument<boolean>, 'createdBy' | 'broughtBy'>>,
): { authorIds?: string[] } {
  const hands = new Set([causerId(actor), ...broughtBy]);
  const authorIds = [...hands].filter((id) => id !== null && id !== createdBy) as string[];
  return authorIds.length === 0 ? {} : { authorIds };
}

/** Makes a document: number, row, lines and the first entry of its timeline. */
export async function createDocument<R extends DocumentRow, const N extends boolean>(
  ctx: Ctx,
  type: DocumentType<R>,
  {
    companyId,
    status,
    documentDate,
    numbered,
    write,
    after,
    broughtBy = [],
    ...given
  }: NewDocument<N>,
): Promise<DocumentHead<N>> {
  const stamps = created(ctx);
  const { createdBy = stamps.createdBy } = given;
  const number = { companyId, docType: type.docType, date: documentDate };
  const taken = numbered ? (given.documentNo ?? (await takeNumber(ctx, number))) : null;
  const documentNo = taken as DocumentHead<N>['documentNo'];
  const head = {
    id: newId(),
    companyId,
    documentNo,
    status,
    documentDate,
    ...stamps,
    createdBy,
    ...authorsOf(ctx.actor, { createdBy, broughtBy }),
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
