import { isDecided } from '@boxyard/shared/domain';
import {
  authorId,
  type Ctx,
  conflict,
  type FieldFault,
  invalid,
  newId,
  notFound,
  record,
  refuseFaults,
  type UploadedFile,
} from '../kernel/index.ts';
import { trailOf } from './documentFields.ts';
import type { DocumentRow, DocumentType } from './documentType.ts';
import { allowedActions, loadVisible } from './runAction.ts';

type Kind = 'quotation' | 'taxInvoice' | 'deliveryNote' | 'signedContract' | 'photo' | 'other';

const PICTURES = ['image/jpeg', 'image/png'];
/** Types of the kinds that a step waits for: a table proves no work and bears no signature. */
const PROOFS: Readonly<
  Partial<Record<Kind, { readonly mimes: readonly string[]; readonly code: string }>>
> = {
  photo: { mimes: PICTURES, code: 'FILE_NO_PHOTO' },
  signedContract: { mimes: [...PICTURES, 'application/pdf'], code: 'FILE_NO_PAPER' },
};

/** Faults of files that cannot be of the kind that was said of them. */
function kindFaults(kind: Kind, files: readonly UploadedFile[]): FieldFault[] {
  const proof = PROOFS[kind];
  return files.flatMap(({ mime }, index) =>
    proof === undefined || proof.mimes.includes(mime)
      ? []
      : [{ field: `files[${index}]`, code: proof.code }],
  );
}

/** Keeps a checked file; what refers to it says by its id which it means. */
export async function storeFile(
  ctx: Ctx,
  file: Pick<UploadedFile, 'content' | 'fileName' | 'mime' | 'stored'>,
): Promise<string> {
  const stored = file.stored ?? (await ctx.app.files.put(file.content));
  const id = newId();
  await ctx.db
    .insertInto('files')
    .values({
      id,
      fileName: file.fileName,
      mime: file.mime,
      size: stored.size,
      sha256: stored.sha256,
      storageKey: stored.id,
      createdAt: ctx.clock.now(),
      createdBy: authorId(ctx.actor),
    })
    .execute();
  return id;
}

/**
 * Attaches uploaded files to a document that this person may see (domain-warehouse 1.0) and
 * answers all its files. The files were checked by content when they arrived.
 */
export async function attachFiles<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  {
    id,
    files,
    kind = 'other',
  }: { id: string; files: readonly UploadedFile[]; kind?: Kind | undefined },
) {
  const row = await loadVisible(ctx, type, { id });
  if (files.length === 0) throw invalid([{ field: 'files', code: 'FILE_REQUIRED' }]);
  refuseFaults(kindFaults(kind, files));
  if (type.isClosedToFiles?.(row)) throw invalidState(ctx, type, row);
  const at = ctx.clock.now();
  const by = authorId(ctx.actor);
  for (const file of files) {
    const fileId = await storeFile(ctx, file);
    await ctx.db
      .insertInto('attachments')
      .values({
        subjectType: type.subject,
        subjectId: id,
        fileId,
        kind,
        createdAt: at,
        createdBy: by,
      })
      .execute();
  }
  await record(ctx, {
    subject: type.subject,
    subjectId: id,
    companyId: row.companyId,
    action: 'attach',
    from: row.status,
    to: row.status,
    diff: namesFor(ctx, type, { row, names: files.map((file) => file.fileName) }),
  });
  if (type.sealed?.(ctx, row).forMe) return [];
  return (await trailOf(ctx, type.subject, id)).attachments;
}

/** What history and activity log say of files: their names, or how many while names are sealed. */
const namesFor = <R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  { row, names }: { readonly row: R; readonly names: readonly string[] },
): Readonly<Record<string, unknown>> =>
  type.sealed?.(ctx, row).forAny ? { fileCount: names.length } : { files: names };

/** 409 where another person attached the file: nobody removes a colleague's. */
export function refuseFileOfOther(ctx: Ctx, createdBy: string | null): void {
  if (createdBy === null || createdBy !== ctx.actor.userId) throw conflict('FILE_OF_OTHER');
}

const invalidState = <R extends DocumentRow>(ctx: Ctx, type: DocumentType<R>, row: R) =>
  conflict('INVALID_STATE', {
    current: row.status,
    allowedActions: allowedActions(ctx, type, row),
  });

/**
 * 409 unless this person may take the file off: it is their own, and nothing of the document is
 * decided or posted yet.
 */
function refuseRemoval<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  { row, createdBy }: { readonly row: R; readonly createdBy: string | null },
): void {
  if (isDecided(type.machine, row.status)) throw invalidState(ctx, type, row);
  refuseFileOfOther(ctx, createdBy);
}

/** Takes a file off a document; the file itself is kept, since history names it. */
async function detachFile<R extends DocumentRow>(
  ctx: Ctx,
  type: DocumentType<R>,
  { id, attachmentId }: { id: string; attachmentId: string },
): Promise<void> {
  // Locked, so that nobody decides meanwhile.
  const row = await loadVisible(ctx, type, { id, lock: true });
  const file = await ctx.db
    .selectFrom('attachments as a')
    .innerJoin('files as f', 'f.id', 'a.fileId')
    .where('a.id', '=', attachmentId)
    .where('a.subjectId', '=', id)
    .where('a.subjectType', '=', type.subject)
    .where('a.removedAt', 'is', null)
    .select(['a.createdBy', 'f.fileName', 'f.sha256'])
    .executeTakeFirst();
  if (!file) throw notFound();
  refuseRemoval(ctx, type, { row, createdBy: file.createdBy });
  if (type.standsOn?.(row, file)) throw conflict('FILE_NEEDED');
  const { numUpdatedRows } = await ctx.db
    .updateTable('attachments')
    .set({ removedAt: ctx.clock.now(), removedBy: authorId(ctx.actor) })
    .where('id', '=', attachmentId)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound();
  await record(ctx, {
    subject: type.subject,
    subjectId: id,
    companyId: row.companyId,
    action: 'detach',
    from: row.status,
    to: row.status,
    diff: namesFor(ctx, type, { row, names: [file.fileName] }),
  });
}

interface Attaching {
  readonly params: { readonly id: string };
  readonly body: { readonly kind?: Kind | undefined };
  readonly files: readonly UploadedFile[];
}

interface Detaching {
  readonly params: { readonly id: string; readonly attachmentId: string };
}

/** What answers the contract's `fileCalls` of a kind of document. */
export const fileHandlers = <R extends DocumentRow>(type: DocumentType<R>) => ({
  attach: async (ctx: Ctx, { params, body, files }: Attaching) => ({
    data: await attachFiles(ctx, type, { id: params.id, files, kind: body.kind }),
  }),
  detach: async (ctx: Ctx, { params }: Detaching) => {
    await detachFile(ctx, type, params);
    return { data: {} };
  },
});
