import { decimal } from '@boxyard/shared/domain';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { PurchasingTables } from '../../db/schema/purchasing.ts';
import { anyId, type Ctx, historyOf, kept } from '../../kernel/index.ts';
import type { Refs } from './refs.ts';

/**
 * What the search of a list finds a document by, folded as the database folds the term: the value of
 * its column, worked out by the statement that writes the document.
 */
export function searchTextOf({
  documentNo,
  partIds,
  words,
}: {
  readonly documentNo: string | null;
  readonly partIds: readonly (string | null)[];
  readonly words: readonly (string | null | undefined)[];
}): RawBuilder<string> {
  const said = words.filter((word) => typeof word === 'string' && word !== '').join(' ');
  const ids = [...new Set(partIds.filter((id) => id !== null))];
  return sql<string>`fold_search(concat_ws(' ', ${documentNo}::text, ${said}::text,
    (select string_agg(concat_ws(' ', part_no, name, name_th), ' ') from material_parts where id = ${anyId(ids)})))`;
}

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

const attachedTo = kept((db, given: { subject: string; id: string }) =>
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
    historyOf(ctx, subject, id),
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

/** The text of a stored address; addresses keep their text in both languages as it was saved. */
export function addressText(address: unknown, locale: 'en' | 'th'): string {
  if (typeof address === 'string') return address;
  if (typeof address !== 'object' || address === null) return '';
  const record = address as Readonly<Record<string, unknown>>;
  const text = record.text;
  if (typeof text === 'string') return text;
  if (typeof text === 'object' && text !== null) {
    const localised = (text as Readonly<Record<string, unknown>>)[locale];
    if (typeof localised === 'string') return localised;
  }
  for (const key of locale === 'th'
    ? ['textTh', 'textEn', 'line1']
    : ['textEn', 'textTh', 'line1']) {
    if (typeof record[key] === 'string') return record[key];
  }
  return Object.values(record)
    .filter((part): part is string => typeof part === 'string' && !/^[0-9a-f-]{36}$/.test(part))
    .join(' ');
}

const settingsOf = kept((db, given: { companyId: string; key: string }) =>
  db
    .selectFrom('settings')
    .where('key', '=', given.key)
    .where((eb) => eb.or([eb('companyId', '=', given.companyId), eb('companyId', 'is', null)]))
    .orderBy('companyId', (order) => order.asc().nullsLast())
    .select('value'),
);

/** A setting of the company, else of everybody, else `fallback`. */
export async function settingOf(
  ctx: Ctx,
  { companyId, key, fallback }: { companyId: string; key: string; fallback: string },
): Promise<string> {
  const [row] = await settingsOf(ctx, { companyId, key });
  const value = row?.value;
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : fallback;
}

/** THB and per cent with 2 places, as the contract writes them. */
export const money = (value: string | number): string => decimal.round(value, 2);
/** Prices with 4 places. */
export const price = (value: string | number): string => decimal.round(value, 4);
export const qty = (value: string | number): number => Number(value);
