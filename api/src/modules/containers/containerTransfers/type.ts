import { type RawBuilder, sql } from 'kysely';
import { type Ctx, compiledQuery, mayUseCompany, mayUseWarehouse } from '../../../kernel/index.ts';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';

/** Nothing is lost, and nobody at the other end has accepted anything; what comes back is taken. */
const untouched: RawBuilder<boolean> = sql<boolean>`wt.return_of_id is null and not exists (
  select 1 from container_transfer_items i where i.document_id = wt.id and i.line_status = 'lost')
  and not exists (select 1 from container_receipts r where r.source_id = wt.id
    and (r.status <> 'pending' or exists (select 1 from container_receipt_items i
      where i.receipt_id = r.id and i.line_status = 'accepted')))`;

/** Something did not arrive, and nobody has said what became of it. */
const hasLost: RawBuilder<boolean> = sql<boolean>`exists (select 1 from container_transfer_items i
  where i.document_id = wt.id and i.line_status = 'lost')`;

/** Everybody who made, changed or approved a transfer. */
export const handsOf = (
  row: Ends & { readonly createdBy: string | null; readonly authorIds: readonly string[] },
): readonly (string | null)[] => [
  row.createdBy,
  row.sourceApprovedBy,
  row.destinationApprovedBy,
  ...row.authorIds,
];

/**
 * Who counted containers of it at the other end, and who received them: the authors of its receipt
 * without those who sent them. And who said of one on the road that it is lost.
 */
const foundMissingByIds: RawBuilder<string[]> = sql<string[]>`array(
  select p from container_receipts r, unnest(r.author_ids || r.received_by) p
  where r.source_id = wt.id and (p = r.received_by or not p = any(array_remove(
    array[wt.created_by, wt.source_approved_by, wt.destination_approved_by] || wt.author_ids, null)))
  union select l.by_user_id from container_transfer_items i
    join product_status_log l on l.product_id = i.product_id and l.axis = 'lifecycle' and l.to_status = 'lost'
  where i.document_id = wt.id and i.line_status = 'lost' and l.at >= wt.approved_at)`;

/** Transfers of containers (domain-containers 2.3). */
export const containerTransfers = defineFamily('containerTransfers', {
  as: 'wt',
  warehouses: ['fromWarehouseId', 'toWarehouseId'],
  otherCompany: 'toCompanyId',
  fields: (query) =>
    query
      .select([untouched.as('untouched'), hasLost.as('hasLost')])
      .select(foundMissingByIds.as('foundMissingByIds')),
  read: (row, ctx) => ({
    ...row,
    mayDecide: sideOf(ctx, row) !== null,
    isMine: holdsSource(ctx, row) || holdsDestination(ctx, row),
  }),
});
export type ContainerTransferRow = RowOfFamily<typeof containerTransfers>;

interface Ends {
  readonly companyId: string;
  readonly fromWarehouseId: string;
  readonly toCompanyId: string;
  readonly toWarehouseId: string;
  readonly sourceApprovedBy: string | null;
  readonly destinationApprovedBy: string | null;
}

const holdsSource = ({ actor }: Ctx, row: Ends): boolean =>
  mayUseWarehouse(actor, row.fromWarehouseId) &&
  (mayUseCompany(actor, row.companyId) || mayUseCompany(actor, row.toCompanyId));
const holdsDestination = ({ actor }: Ctx, row: Ends): boolean =>
  mayUseCompany(actor, row.toCompanyId) && mayUseWarehouse(actor, row.toWarehouseId);

/** Between companies both sides agree. */
export const isInterCompany = (row: Pick<Ends, 'companyId' | 'toCompanyId'>): boolean =>
  row.companyId !== row.toCompanyId;

/** For which side this person would agree: one that has not, and not both. */
export function sideOf(ctx: Ctx, row: Ends): 'source' | 'destination' | null {
  const me = ctx.actor.userId;
  const ofSource = mayUseCompany(ctx.actor, row.companyId) && holdsSource(ctx, row);
  if (ofSource && row.sourceApprovedBy === null && row.destinationApprovedBy !== me) {
    return 'source';
  }
  const waits = isInterCompany(row) && row.destinationApprovedBy === null;
  return waits && holdsDestination(ctx, row) && row.sourceApprovedBy !== me ? 'destination' : null;
}

/** A transfer as reservations and the logs of containers name it. */
export const documentOf = (row: Pick<ContainerTransferRow, 'id' | 'documentNo'>) => ({
  type: 'containerTransfers',
  subject: 'containerTransfers',
  id: row.id,
  documentNo: row.documentNo ?? '',
});

const itemsByDocument = compiledQuery((db, given: { documentId: string }) =>
  db
    .selectFrom('containerTransferItems as i')
    .innerJoin('products as d', 'd.id', 'i.productId')
    .innerJoin('productModels as m', 'm.id', 'd.productModelId')
    .where('i.documentId', '=', given.documentId)
    .orderBy('i.lineNo')
    .select(['i.id', 'i.lineNo', 'i.productId', 'i.lineStatus', 'i.note'])
    .select(['i.conditionOut', 'i.conditionIn', 'd.serialNumber', 'd.name as productName'])
    .select(['m.id as modelId', 'm.code as modelCode', 'm.name as modelName'])
    .select('m.nameTh as modelNameTh'),
);

/** The lines of a transfer in their order. */
export const itemsOf = (ctx: Ctx, documentId: string) => itemsByDocument(ctx, { documentId });

/** In the order of the containers' ids, in which all who lock several take them. */
export const inOrderOfProducts = <T extends { readonly productId: string }>(items: readonly T[]) =>
  items.toSorted((a, b) => (a.productId < b.productId ? -1 : 1));
