import { can } from '@boxyard/shared/domain';
import type { Ctx } from '../../../kernel/index.ts';
import {
  allowedActions,
  hiddenDocuments,
  loadVisible,
  timelineOf,
} from '../../../workflow/index.ts';
import { containersOf } from '../../containers/index.ts';
import { loadCodes } from '../jobs/codes.ts';
import { photosOf } from './photos.ts';
import { alikeOf } from './spam.ts';
import { type ReportRow, reportDocument } from './type.ts';

/** Jobs of reports, and whether this person may read each. */
async function jobsOf(ctx: Ctx, rows: readonly ReportRow[]) {
  const ids = rows.flatMap(({ jobId }) => jobId ?? []);
  if (ids.length === 0) return new Map<string, never>();
  const [found, hidden] = await Promise.all([
    ctx.db
      .selectFrom('jobs')
      .where('id', 'in', ids)
      .select(['id', 'kind', 'documentNo', 'status'])
      .execute(),
    hiddenDocuments(
      ctx,
      ids.map((id) => ({ type: 'jobs', id })),
    ),
  ]);
  return new Map(
    found.map((job) => [job.id, hidden.has(job.id) ? { ...job, id: null, documentNo: null } : job]),
  );
}

/** Reports as every call answers them. */
export async function presentReports(ctx: Ctx, rows: readonly ReportRow[]) {
  const [containers, codes, photos, jobs] = await Promise.all([
    containersOf(
      ctx,
      rows.map(({ productId }) => productId),
    ),
    loadCodes(
      ctx,
      rows.map(({ symptomCodeId }) => symptomCodeId),
    ),
    photosOf(
      ctx,
      rows.map(({ id }) => id),
    ),
    jobsOf(ctx, rows),
  ]);
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    status: row.status,
    ...containers(row.productId),
    symptomCode: codes(row.symptomCodeId),
    symptom: row.symptom,
    entryCount: row.entryCount,
    photoCount: photos.get(row.id)?.length ?? 0,
    job: row.jobId === null ? null : (jobs.get(row.jobId) ?? null),
    allowedActions: allowedActions(ctx, reportDocument, row),
  }));
}

/** A report with what its sender wrote. 404 outside this person's scope. */
export async function presentReport(ctx: Ctx, id: string) {
  const row = await loadVisible(ctx, reportDocument, { id });
  const entries = await ctx.db
    .selectFrom('faultReportEntries')
    .where('reportId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .select(['id', 'createdAt as at', 'symptomCodeId', 'symptom'])
    .execute();
  const [[shown], codes, photos, alike, history] = await Promise.all([
    presentReports(ctx, [row]),
    loadCodes(
      ctx,
      entries.map(({ symptomCodeId }) => symptomCodeId),
    ),
    photosOf(ctx, [id]),
    alikeOf(ctx, row),
    timelineOf(ctx, reportDocument.subject, id),
  ]);
  if (!shown) throw new Error('one row in, one row out');
  // Dispatchers call the reporter back, so that they read name and telephone.
  const isTold = can(ctx.actor.grants, 'repair-list:manager-response');
  return {
    ...shown,
    reportedByName: isTold ? row.reportedByName : null,
    reportedByPhone: isTold ? row.reportedByPhone : null,
    entries: entries.map(({ symptomCodeId, ...entry }) => ({
      ...entry,
      symptomCode: codes(symptomCodeId),
    })),
    photos: (photos.get(id) ?? []).map(({ id: photoId, size }) => ({ id: photoId, size })),
    alike,
    history,
  };
}
