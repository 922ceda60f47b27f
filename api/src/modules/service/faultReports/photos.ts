import { sql } from 'kysely';
import { type Ctx, type FileResult, type Input, notFound } from '../../../kernel/index.ts';
import { loadVisible } from '../../../workflow/index.ts';
import { reportDocument, SUBJECT } from './type.ts';

/** Photographs of reports, by report. */
export async function photosOf(ctx: Ctx, reportIds: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('attachments as a')
    .innerJoin('files as f', 'f.id', 'a.fileId')
    .where('a.subjectType', '=', SUBJECT)
    .where(sql<boolean>`a.subject_id = any(${reportIds}::uuid[])`)
    .where('a.removedAt', 'is', null)
    .orderBy('a.createdAt')
    .orderBy('a.id')
    .select(['a.id', 'a.subjectId', 'f.size'])
    .execute();
  return Map.groupBy(rows, ({ subjectId }) => subjectId);
}

/**
 * Gives a job the photographs of a report that it does not have yet: the files are the same. They are of
 * the day on which they came, so that they do not count as photographs of the work.
 */
export async function copyPhotos(ctx: Ctx, reportId: string, jobId: string): Promise<void> {
  await sql`insert into attachments (subject_type, subject_id, file_id, kind, created_at)
    select 'jobs', ${jobId}::uuid, a.file_id, a.kind, a.created_at from attachments a
    where a.subject_type = ${SUBJECT} and a.subject_id = ${reportId}::uuid and a.removed_at is null
      and not exists (select 1 from attachments b where b.subject_type = 'jobs'
        and b.subject_id = ${jobId}::uuid and b.file_id = a.file_id)
    order by a.created_at, a.id`.execute(ctx.db);
}

/** A photograph, for whoever sees its report. */
export async function readPhoto(
  ctx: Ctx,
  { params }: Input<'faultReports.photo'>,
): Promise<FileResult> {
  await loadVisible(ctx, reportDocument, { id: params.id });
  const found = await ctx.db
    .selectFrom('attachments as a')
    .innerJoin('files as f', 'f.id', 'a.fileId')
    .where('a.id', '=', params.photoId)
    .where('a.subjectType', '=', SUBJECT)
    .where('a.subjectId', '=', params.id)
    .where('a.removedAt', 'is', null)
    .select(['f.fileName', 'f.mime', 'f.storageKey'])
    .executeTakeFirst();
  if (!found) throw notFound();
  const { fileName, mime, storageKey } = found;
  return { file: await ctx.app.files.get(storageKey), fileName, mime };
}
