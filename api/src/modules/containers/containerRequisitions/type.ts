import { productMachine } from '@boxyard/shared/domain/containers/productMachine.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Ctx, compiledQuery } from '../../../kernel/index.ts';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';
import { UNDER_CONTRACT } from '../products/type.ts';

/** Something of it is out of the warehouse, not on its way back, and no contract keeps it where it stands. */
const hasOut: RawBuilder<boolean> = sql<boolean>`exists (select 1
  from container_requisition_items i join products p on p.id = i.product_id
  where i.document_id = wd.id and i.line_status = 'released'
    and p.status = any(${[...productMachine.actions['come-back'].from]})
    and not (p.status = 'installed' and p.sale_status = any(${[...UNDER_CONTRACT]})))`;

/** Requisitions of containers (domain-containers 2.2). */
export const containerRequisitions = defineFamily('containerRequisitions', {
  as: 'wd',
  fields: (query) =>
    query.select([hasOut.as('hasOut'), sql<boolean>`wd.type = 'contract'`.as('isForContracts')]),
});
export type ContainerRequisitionRow = RowOfFamily<typeof containerRequisitions>;

/** A requisition as reservations and the logs of containers name it. */
export const documentOf = (row: Pick<ContainerRequisitionRow, 'id' | 'documentNo'>) => ({
  type: 'containerRequisitions',
  subject: 'containerRequisitions',
  id: row.id,
  documentNo: row.documentNo ?? '',
});

const itemsByDocument = compiledQuery((db, given: { documentId: string }) =>
  db
    .selectFrom('containerRequisitionItems as i')
    .innerJoin('productModels as m', 'm.id', 'i.productModelId')
    .leftJoin('products as d', 'd.id', 'i.productId')
    .leftJoin('contracts as ct', 'ct.id', 'i.contractId')
    .leftJoin('customers as c', 'c.id', 'ct.customerId')
    .where('i.documentId', '=', given.documentId)
    .orderBy('i.lineNo')
    .select(['i.id', 'i.lineNo', 'i.productModelId', 'i.productId', 'i.lineStatus', 'i.note'])
    .select(['m.code as modelCode', 'm.name as modelName', 'm.nameTh as modelNameTh'])
    .select(['d.serialNumber', 'd.name as productName', 'd.status as lifecycleStatus'])
    .select(['d.saleStatus', 'd.warehouseId as productWarehouseId', 'i.heldByContract'])
    .select(['i.contractId', 'ct.documentNo as contractNo', 'ct.status as contractStatus'])
    .select(['c.id as customerId', 'c.code as customerCode', 'c.name as customerNameTh'])
    .select((eb) => eb.fn.coalesce('c.nameEn', 'c.name').as('customerName')),
);

/** The lines of a requisition in their order, one for each container. */
export const itemsOf = (ctx: Ctx, documentId: string) => itemsByDocument(ctx, { documentId });

export type RequisitionItem = Awaited<ReturnType<typeof itemsOf>>[number];
