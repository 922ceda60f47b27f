import { MAX_OPEN_UPLOADS, MAX_PHOTO_SIZE } from '@boxyard/shared/contract/areas/jobUploads.ts';
import { displayFileName, UploadError } from '../../../documents/files.ts';
import {
  type Ctx,
  conflict,
  type Family,
  type HandlersOf,
  invalid,
  notFound,
} from '../../../kernel/index.ts';
import { attachFiles, loadVisible } from '../../../workflow/index.ts';
import { presentJob } from './present.ts';
import { jobs } from './type.ts';

/** Days that the pieces of a photograph wait for the rest. */
const UPLOAD_DAYS = 60;
const DAY_MS = 86_400_000;

/** Parameters of a refusal that names the largest size. */
const largest = (bytes: number) => ({ max: `${Math.ceil(bytes / 1024)} KB` });

interface Place {
  readonly id: string;
  readonly uploadId: string;
}

/** The photograph as far as it has come, locked; it is only the business of whoever takes it. */
async function ownUpload(ctx: Ctx, { id, uploadId }: Place) {
  const upload = await ctx.db
    .selectFrom('jobUploads')
    .selectAll()
    .where('id', '=', uploadId)
    .where('jobId', '=', id)
    .where('userId', '=', ctx.actor.userId)
    .forUpdate()
    .executeTakeFirst();
  if (!upload) throw notFound();
  return upload;
}

const stateOf = (upload: {
  readonly id: string;
  readonly size: number;
  readonly received: number;
}) => ({ uploadId: upload.id, size: upload.size, received: upload.received });

/** Refuses a person whose photographs on their way are too many already. */
async function expectFew(ctx: Ctx): Promise<void> {
  // One after another, so that many at once do not pass the limit together.
  await ctx.db
    .selectFrom('users')
    .where('id', '=', ctx.actor.userId)
    .select('id')
    .forNoKeyUpdate()
    .execute();
  const { count } = await ctx.db
    .selectFrom('jobUploads')
    .where('userId', '=', ctx.actor.userId)
    .where('attachedAt', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_OPEN_UPLOADS) {
    throw conflict('TOO_MANY_UPLOADS', { limit: MAX_OPEN_UPLOADS });
  }
}

/** The pieces in their order, checked by what they are together. */
async function joinPieces(ctx: Ctx, uploadId: string) {
  const pieces = await ctx.db
    .selectFrom('jobUploadPieces')
    .where('uploadId', '=', uploadId)
    .orderBy('startsAt')
    .select('content')
    .execute();
  const content = Buffer.concat(pieces.map((piece) => piece.content));
  try {
    return await ctx.app.untrusted.checkUpload(content, {
      owner: ctx.actor.userId,
      use: 'photos',
    });
  } catch (error) {
    if (!(error instanceof UploadError)) throw error;
    throw invalid([{ field: 'uploadId', code: error.code, params: largest(MAX_PHOTO_SIZE) }]);
  }
}

/** Photographs of jobs that come in pieces, so that a bad line goes on where it broke (ADR 0140). */
export const uploadHandlers: HandlersOf<Family<'jobUploads'>> = {
  'jobUploads.begin': async (ctx, { params: { id }, body: { uploadId, fileName, size } }) => {
    await loadVisible(ctx, jobs.type, { id });
    const known = await ctx.db
      .selectFrom('jobUploads')
      .where('id', '=', uploadId)
      .select('id')
      .executeTakeFirst();
    if (!known) {
      await expectFew(ctx);
      await ctx.db
        .insertInto('jobUploads')
        .values({
          id: uploadId,
          jobId: id,
          userId: ctx.actor.userId,
          fileName,
          size,
          begunAt: ctx.clock.now(),
          attachedAt: null,
        })
        .onConflict((other) => other.column('id').doNothing())
        .execute();
    }
    const upload = await ownUpload(ctx, { id, uploadId });
    if (upload.size !== size) throw conflict('IDEMPOTENCY_MISMATCH');
    return { data: stateOf(upload) };
  },

  'jobUploads.add': async (ctx, { params, body: { startsAt, content } }) => {
    await loadVisible(ctx, jobs.type, { id: params.id });
    const upload = await ownUpload(ctx, params);
    // A piece that came before, or after one that was lost: the answer says which one is next.
    if (startsAt !== upload.received) return { data: stateOf(upload) };
    const bytes = Buffer.from(content, 'base64');
    const received = startsAt + bytes.length;
    if (received > upload.size)
      throw invalid([{ field: 'content', code: 'FILE_TOO_LARGE', params: largest(upload.size) }]);
    await ctx.db
      .insertInto('jobUploadPieces')
      .values({ uploadId: upload.id, startsAt, content: bytes })
      .execute();
    await ctx.db.updateTable('jobUploads').set({ received }).where('id', '=', upload.id).execute();
    return { data: stateOf({ ...upload, received }) };
  },

  'jobUploads.attach': async (ctx, { params }) => {
    await loadVisible(ctx, jobs.type, { id: params.id });
    const upload = await ownUpload(ctx, params);
    if (upload.attachedAt === null) {
      if (upload.received < upload.size) {
        throw conflict('UPLOAD_INCOMPLETE', { received: upload.received });
      }
      const { ext, ...file } = await joinPieces(ctx, upload.id);
      await attachFiles(ctx, jobs.type, {
        id: params.id,
        files: [{ field: 'files', fileName: displayFileName(upload.fileName, ext), ...file }],
        kind: 'photo',
      });
      await forgetPieces(ctx, [upload.id]);
      await ctx.db
        .updateTable('jobUploads')
        .set({ attachedAt: ctx.clock.now() })
        .where('id', '=', upload.id)
        .execute();
    }
    return { data: await presentJob(ctx, params.id) };
  },
};

const forgetPieces = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db
    .deleteFrom('jobUploadPieces')
    .where('uploadId', 'in', [...ids])
    .execute();

/** Forgets photographs that have never come whole. */
export async function tidyUploads(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - UPLOAD_DAYS * DAY_MS);
  await ctx.db
    .deleteFrom('jobUploads')
    .where('attachedAt', 'is', null)
    .where('begunAt', '<', before)
    .execute();
}
