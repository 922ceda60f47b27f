import { can } from '@boxyard/shared/domain';
import { containerRequisitionMachine } from '@boxyard/shared/domain/containers/containerRequisitionMachine.ts';
import { sql } from 'kysely';
import { type Ctx, compiledQuery } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  hiddenDocuments,
  loadRefs,
  loadVisible,
  trailOf,
} from '../../../workflow/index.ts';
import { mustRef } from '../../masterData/index.ts';
import { oldestAvailable, wantedModels } from './available.ts';
import { type ContainerRequisitionRow, containerRequisitions, itemsOf } from './type.ts';

type Shown = Pick<
  ContainerRequisitionRow,
  | DocumentFieldName
  | 'type'
  | 'warehouseId'
  | 'neededBy'
  | 'purpose'
  | 'destinationName'
  | 'itemCount'
>;

/** Rows of the list, and the head of the detail. */
export async function presentContainerRequisitions(ctx: Ctx, rows: readonly Shown[]) {
  const refs = await loadRefs(ctx, {
    company: rows.map((row) => row.companyId),
    warehouse: rows.map((row) => row.warehouseId),
    user: rows.flatMap((row) => [row.createdBy, row.approvedBy]),
  });
  return rows.map((row) => ({
    ...documentFields(row, refs),
    type: row.type,
    warehouse: refs.ref(row.warehouseId),
    neededBy: row.neededBy,
    purpose: row.purpose,
    destinationName: row.destinationName,
    itemCount: row.itemCount,
  }));
}

/** Containers that would be given now, for whoever is about to decide. */
async function proposals(
  ctx: Ctx,
  row: ContainerRequisitionRow,
  items: Awaited<ReturnType<typeof itemsOf>>,
) {
  const isOpen = (containerRequisitionMachine.actions.approve.from as readonly string[]).includes(
    row.status,
  );
  if (!isOpen || !can(ctx.actor.grants, 'container-requisition:approve')) return new Map();
  return oldestAvailable(ctx, { warehouseId: row.warehouseId, models: wantedModels(items) });
}

/** One with everything that its page shows. 404 outside this person's scope. */
export async function presentContainerRequisition(ctx: Ctx, id: string) {
  const row = await loadVisible(ctx, containerRequisitions.type, { id });
  const [items, trail, related, [head], refs] = await Promise.all([
    itemsOf(ctx, id),
    trailOf(ctx, containerRequisitions.type.subject, id),
    relatedOf(ctx, { id }),
    presentContainerRequisitions(ctx, [row]),
    loadRefs(ctx, { user: [row.releasedBy] }),
  ]);
  if (!head) throw new Error('one row in, one row out');
  const [oldest, withheld] = await Promise.all([
    proposals(ctx, row, items),
    hiddenDocuments(
      ctx,
      items.flatMap(({ contractId }) =>
        contractId ? [{ type: 'contracts', id: contractId }] : [],
      ),
    ),
  ]);
  return {
    ...head,
    ...trail,
    related,
    ...actionContext(ctx, containerRequisitions.type, row),
    destinationAddress: row.destinationAddress,
    releasedAt: row.releasedAt,
    releasedBy: refs.userOrNull(row.releasedBy),
    hasOut: row.hasOut,
    items: items.map((item) => ({
      id: item.id,
      lineNo: item.lineNo,
      productModel: mustRef(item.productModelId, item.modelCode, {
        name: item.modelName,
        nameTh: item.modelNameTh,
      }),
      product:
        item.productId === null
          ? null
          : {
              id: item.productId,
              serialNumber: item.serialNumber ?? '',
              name: item.productName ?? '',
            },
      proposal: oldest.get(item.productModelId)?.shift() ?? null,
      lineStatus: item.lineStatus,
      contract:
        item.contractId === null || item.contractStatus === null || item.customerId === null
          ? null
          : {
              id: item.contractId,
              documentNo: withheld.has(item.contractId) ? null : item.contractNo,
              status: item.contractStatus,
              customer: withheld.has(item.contractId)
                ? null
                : mustRef(item.customerId, item.customerCode, {
                    name: item.customerName,
                    nameTh: item.customerNameTh,
                  }),
            },
      lifecycleStatus: item.lifecycleStatus,
      note: item.note,
    })),
  };
}

/** The receipts of what was sent back. */
const relatedOf = compiledQuery(
  (_, given: { id: string }) =>
    sql<{ type: string; id: string; documentNo: string; status: string }>`
    select 'containerReceipt' as type, r.id, r.document_no as "documentNo", r.status
    from container_receipts r where r.source_id = ${given.id} order by r.created_at, r.id`,
);
