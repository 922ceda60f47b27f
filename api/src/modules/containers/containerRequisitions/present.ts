import { can } from '@boxyard/shared/domain';
import { containerRequisitionMachine } from '@boxyard/shared/domain/containers/containerRequisitionMachine.ts';
import type { Ctx } from '../../../kernel/index.ts';
import { hiddenDocuments } from '../../../workflow/index.ts';
import { mustRef } from '../../masterData/index.ts';
import { oldestAvailable, wantedModels } from './available.ts';
import { contractPort } from './contracts.ts';
import {
  type ContainerRequisitionRow,
  containerRequisitions,
  itemsOf,
  type RequisitionItem,
} from './type.ts';

export const containerRequisitionRows = containerRequisitions.rows();

/** Containers that would be given now, for whoever is about to decide. */
async function proposals(
  ctx: Ctx,
  row: ContainerRequisitionRow,
  items: readonly RequisitionItem[],
) {
  const isOpen = (containerRequisitionMachine.actions.approve.from as readonly string[]).includes(
    row.status,
  );
  if (!isOpen || !can(ctx.actor.grants, 'container-requisition:approve')) return new Map();
  const open = items.filter(({ productId }) => productId === null);
  return oldestAvailable(ctx, { warehouseId: row.warehouseId, models: wantedModels(open) });
}

/** Lines whose container was chosen: whoever delivers it has to know where it goes. */
const isOnItsWay = ({ lineStatus, contractId }: RequisitionItem): boolean =>
  contractId !== null && lineStatus !== 'pending' && lineStatus !== 'removed';

/** Where the containers of contracts go, by contract, as far as this person is told (hiddenSites of containers). */
async function sitesFor(ctx: Ctx, items: readonly RequisitionItem[]) {
  const ids = items.filter(isOnItsWay).flatMap(({ contractId }) => contractId ?? []);
  return ids.length === 0 ? new Map<string, never>() : contractPort().visibleSites(ctx, ids);
}

export const presentContainerRequisition = containerRequisitions.document({
  rows: containerRequisitionRows,
  related: { to: { containerReceipts: 'sourceId' } },
  load: itemsOf,
  more: async (ctx, row, items) => {
    const [oldest, sites, withheld] = await Promise.all([
      proposals(ctx, row, items),
      sitesFor(ctx, items),
      hiddenDocuments(
        ctx,
        items.flatMap(({ contractId }) =>
          contractId ? [{ type: 'contracts', id: contractId }] : [],
        ),
      ),
    ]);
    return {
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
        proposal:
          item.productId === null ? (oldest.get(item.productModelId)?.shift() ?? null) : null,
        lineStatus: item.lineStatus,
        contract:
          item.contractId === null || item.contractStatus === null || item.customerId === null
            ? null
            : {
                id: withheld.has(item.contractId) ? null : item.contractId,
                documentNo: withheld.has(item.contractId) ? null : item.contractNo,
                status: item.contractStatus,
                customer: withheld.has(item.contractId)
                  ? null
                  : mustRef(item.customerId, item.customerCode, {
                      name: item.customerName,
                      nameTh: item.customerNameTh,
                    }),
              },
        site: (isOnItsWay(item) && sites.get(item.contractId ?? '')) || null,
        lifecycleStatus: item.lifecycleStatus,
        note: item.note,
      })),
    };
  },
});
