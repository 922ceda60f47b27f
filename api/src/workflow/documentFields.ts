import type { Selectable } from 'kysely';
import type { PurchasingTables } from '../db/schema/purchasing.ts';
import { type Ctx, compiledQuery } from '../kernel/index.ts';
import { timelineOf } from './documentNames.ts';
import type { Refs } from './references.ts';

/** Columns that every document's list and detail show (contract `documentFields`). */
export type DocumentFieldName =
  | 'id'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
  | 'documentNo'
  | 'status'
  | 'documentDate'
  | 'companyId'
  | 'remark'
  | 'createdBy'
  | 'approvedBy'
  | 'approvedAt'
  | 'statusReason';

/** Those columns as the contract has them. */
export const documentFields = (
  row: Pick<Selectable<PurchasingTables['purchaseRequests']>, DocumentFieldName>,
  refs: Refs,
) => ({
  id: row.id,
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  documentNo: row.documentNo,
  status: row.status,
  documentDate: row.documentDate,
  company: refs.ref(row.companyId),
  remark: row.remark,
  createdBy: refs.userOrNull(row.createdBy),
  approvedBy: refs.userOrNull(row.approvedBy),
  approvedAt: row.approvedAt,
  statusReason: row.statusReason,
});

const attachedTo = compiledQuery((db, given: { subject: string; id: string }) =>
  db
    .selectFrom('attachments as a')
    .innerJoin('files as f', 'f.id', 'a.fileId')
    .leftJoin('users as u', 'u.id', 'a.createdBy')
    .where('a.subjectId', '=', given.id)
    .where('a.subjectType', '=', given.subject)
    .where('a.removedAt', 'is', null)
    .orderBy('a.createdAt')
    .orderBy('a.id')
    .select(['a.id', 'f.fileName', 'f.mime', 'f.size', 'a.kind', 'a.createdAt'])
    .select(['u.id as byId', 'u.firstName', 'u.lastName']),
);

/** Timeline and attached files of a document. */
export async function trailOf(ctx: Ctx, subject: string, id: string) {
  const [history, files] = await Promise.all([
    timelineOf(ctx, subject, id),
    attachedTo(ctx, { subject, id }),
  ]);
  return {
    history,
    attachments: files.map(({ byId, firstName, lastName, ...file }) => ({
      ...file,
      by: byId === null ? null : { id: byId, name: `${firstName ?? ''} ${lastName ?? ''}`.trim() },
    })),
  };
}
