import { productMachine } from '@boxyard/shared/domain/containers/productMachine.ts';
import { sql } from 'kysely';
import type { Ctx, Family, HandlersOf } from '../../kernel/index.ts';
import { documentFamily, type ServerModule, sameTitle } from '../../workflow/index.ts';
import {
  containerRequisitionFamily,
  containerRequisitionHandlers,
} from './containerRequisitions/index.ts';
import {
  containerTransferFamily,
  containerTransferHandlers,
  notifyLateTransfers,
} from './containerTransfers/index.ts';
import { inspectionFamily, inspectionHandlers } from './inspections/index.ts';
import { notifyOverdueInspections } from './inspections/overdue.ts';
import { productModelConstraints, productModelHandlers } from './masters/models.ts';
import { productStatusHandlers } from './masters/statuses.ts';
import { productTypeHandlers } from './masters/types.ts';
import { claimsOfProduct } from './products/claims.ts';
import { completeProduct, editSaleStatus } from './products/decide.ts';
import { disassembleProduct, previewDisassembly } from './products/disassemble.ts';
import { createProduct, deleteProduct, updateProduct } from './products/draft.ts';
import { partsForAdding } from './products/forAdding.ts';
import { productHistory } from './products/history.ts';
import { installContainer, returnContainer } from './products/install.ts';
import {
  availableProducts,
  containersOfPart,
  countProducts,
  disassembledProducts,
  modelsOfPart,
  productList,
  serialExists,
} from './products/list.ts';
import { findProduct, loseProduct } from './products/lose.ts';
import { updateParts } from './products/parts.ts';
import { presentProduct } from './products/present.ts';
import { productQr } from './products/qr.ts';
import { proposeRetirement, rejectRetirement, retireProduct } from './products/retire.ts';
import { dropExpiredSerials, reserveSerials } from './products/serials.ts';
import { latestStatus, statusLog, trackProduct } from './products/tracking.ts';
import { PRODUCT_MOVES, pathOf as productPath, products, selectLostBy } from './products/type.ts';
import { approveReceipt, countReceipt, rejectReceipt } from './receipts/decide.ts';
import { receiptList } from './receipts/list.ts';
import { receiptPdf } from './receipts/pdf.ts';
import { presentReceipt, receiptProducts } from './receipts/present.ts';
import { containerReceipts } from './receipts/type.ts';
import { markStable, withdrawRelease } from './software/decide.ts';
import {
  latestReleases,
  presentRelease,
  releaseChoices,
  releaseFile,
  releaseList,
} from './software/present.ts';
import {
  createRelease,
  deleteRelease,
  publishRelease,
  updateRelease,
} from './software/releases.ts';
import { rolloutHandlers } from './software/rollouts.ts';
import { updateHandlers, updateSoftware } from './software/updates.ts';

export {
  dropContract,
  lockRequisitionOf,
  registerContracts,
} from './containerRequisitions/contracts.ts';
export { holdsContainers } from './holdsContainers.ts';
export { containersOf } from './inspections/present.ts';
export { floorPriceOf } from './masters/floorPrices.ts';
export { fleetImport } from './products/fleetImport.ts';
export { onFound, onInstalled, onInstalling, onLost, onReturned } from './products/hooks.ts';
export { installContainer, returnContainer } from './products/install.ts';
export { PRODUCT_COLUMNS } from './products/list.ts';
export { bringBack } from './products/moving.ts';
export { exchangeForJob } from './products/parts.ts';
export { presentProducts } from './products/present.ts';
export { setTitle } from './products/title.ts';
export { logStatus, products } from './products/type.ts';
export { createReceipt as createContainerReceipt } from './receipts/create.ts';
export {
  endPromise,
  lockProduct,
  releaseReservation,
  reserveContainer,
  setSaleStatus,
} from './reservations.ts';
export { prepareRollout } from './software/rollouts.ts';

const productHandlers = products.handlers({
  present: presentProduct,
  list: productList,
  create: createProduct,
  actions: {
    update: updateProduct,
    materialParts: updateParts,
    complete: completeProduct,
    statuses: editSaleStatus,
    software: updateSoftware,
    disassemble: disassembleProduct,
    install: installContainer,
    return: returnContainer,
    lose: loseProduct,
    found: findProduct,
    proposeRetirement,
    rejectRetirement,
    retire: retireProduct,
  },
  others: {
    counting: countProducts,
    available: availableProducts.run,
    exist: serialExists,
    serials: reserveSerials,
    delete: async (ctx, { params }) => {
      await deleteProduct(ctx, params.id);
      return { data: {} };
    },
    statusLog,
    latestStatus,
    disassembled: disassembledProducts.run,
    disassembly: previewDisassembly,
    tracking: trackProduct,
    claims: claimsOfProduct,
    qr: productQr,
    history: productHistory,
  },
});

const partHandlers: HandlersOf<Family<'containerParts'>> = {
  'containerParts.list': containersOfPart.run,
  'containerParts.forAdding': partsForAdding,
  'containerParts.models': modelsOfPart.run,
};

const receiptHandlers = containerReceipts.handlers({
  present: presentReceipt,
  list: receiptList,
  actions: { update: countReceipt, approve: approveReceipt, reject: rejectReceipt },
  document: receiptPdf,
  others: { products: receiptProducts },
});

const softwareHandlers: HandlersOf<
  Family<'productSoftwares' | 'softwareUpdates' | 'softwareRollouts'>
> = {
  'productSoftwares.list': releaseList.run,
  'productSoftwares.all': releaseChoices.run,
  'productSoftwares.latest': latestReleases,
  'productSoftwares.get': async (ctx, { params }) => ({
    data: await presentRelease(ctx, params.id),
  }),
  'productSoftwares.create': createRelease,
  'productSoftwares.update': updateRelease,
  'productSoftwares.delete': deleteRelease,
  'productSoftwares.publish': publishRelease,
  'productSoftwares.stable': markStable,
  'productSoftwares.withdraw': withdrawRelease,
  'productSoftwares.file': releaseFile,
  ...updateHandlers,
  ...rolloutHandlers,
};

/** A person who declared a container lost does not decide on its retirement. */
const isNotLostBy = ({ actor }: Ctx) =>
  sql<boolean>`${actor.userId}::uuid is distinct from ${selectLostBy(sql.ref('d.id'))}`;

/** Containers: what they are made by, how they are built, and where they are (domain-containers 1, 2). */
export const containersModule = {
  handlers: {
    ...inspectionHandlers,
    ...containerRequisitionHandlers,
    ...containerTransferHandlers,
    ...productTypeHandlers,
    ...productModelHandlers,
    ...productStatusHandlers,
    ...productHandlers,
    ...partHandlers,
    ...receiptHandlers,
    ...softwareHandlers,
  },
  constraints: {
    ...productModelConstraints,
    products_serial_uq: 'serialNumber',
    product_software_models_version_uq: 'versionNo',
    container_requisition_items_contract_uq: 'contracts',
    container_requisition_items_released_uq: 'contracts',
  },
  nightly: [dropExpiredSerials, notifyOverdueInspections, notifyLateTransfers],
  recordScopes: {
    softwareUpdates: {
      table: `(select u.id, u.company_id, p.warehouse_id
        from product_software_updates u join products p on p.id = u.product_id)`,
      scope: { company: 'd.company_id', warehouse: 'd.warehouse_id' },
    },
    softwareRollouts: {
      table: `(select r.id, r.company_id, p.warehouse_id from software_rollouts r
        left join product_software_updates u on u.rollout_id = r.id
        left join products p on p.id = u.product_id)`,
      scope: { company: 'd.company_id', warehouse: 'd.warehouse_id' },
    },
  },
  families: [
    inspectionFamily,
    containerRequisitionFamily,
    containerTransferFamily,
    documentFamily(products.type, {
      moveTypes: [PRODUCT_MOVES],
      workItems: products.workItems({
        title: sameTitle('d.name'),
        path: productPath(''),
        steps: [
          {
            key: 'completeProduct',
            action: 'complete',
            status: 'inProduction',
            clears: ['isComplete'],
          },
          ...productMachine.actions.retire.from.map((status) => ({
            key: 'retireProduct',
            action: 'retire' as const,
            status,
            notBy: ['d.retirement_asked_by'],
            where: isNotLostBy,
            asked: { where: 'd.retirement_asked_at is not null', since: 'd.retirement_asked_at' },
          })),
        ],
      }),
    }),
    documentFamily(containerReceipts.type, {
      workItems: containerReceipts.workItems({
        due: 'd.document_date',
        // A contract's number is not told to everybody who receives: the container is.
        title: sameTitle(`case when exists (select 1 from contracts c where c.id = d.source_id)
          then (select min(p.serial_number) from container_receipt_items i
            join products p on p.id = i.product_id where i.receipt_id = d.id)
          else d.source_no end`),
        steps: [
          { key: 'approveContainerReceipt', action: 'approve', status: 'pending', byOthers: true },
        ],
      }),
    }),
  ],
} satisfies ServerModule;
