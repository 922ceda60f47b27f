import type { Family, HandlersOf } from '../../kernel/index.ts';
import {
  defineWorkItems,
  documentFamily,
  documentHandlers,
  type ServerModule,
  sameTitle,
  scopeOfList,
} from '../../workflow/index.ts';
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
import {
  completeProduct,
  editSaleStatus,
  findProduct,
  loseProduct,
  retireProduct,
} from './products/decide.ts';
import { disassembleProduct, previewDisassembly } from './products/disassemble.ts';
import { createProduct, deleteProduct, updateProduct } from './products/draft.ts';
import { partsForAdding } from './products/forAdding.ts';
import { productHistory } from './products/history.ts';
import { installProduct, returnProduct } from './products/install.ts';
import {
  availableProducts,
  containersOfPart,
  countProducts,
  disassembledProducts,
  modelsOfPart,
  productList,
  serialExists,
} from './products/list.ts';
import { updateParts } from './products/parts.ts';
import { presentProduct } from './products/present.ts';
import { productQr } from './products/qr.ts';
import { dropExpiredSerials, reserveSerials } from './products/serials.ts';
import { latestStatus, statusLog, trackProduct } from './products/tracking.ts';
import {
  PRODUCT_MOVES,
  PRODUCT_SCOPE,
  productDocument,
  pathOf as productPath,
} from './products/type.ts';
import { approveReceipt, countReceipt, rejectReceipt } from './receipts/decide.ts';
import { receiptList } from './receipts/list.ts';
import { receiptPdf } from './receipts/pdf.ts';
import { presentReceipt, receiptProducts } from './receipts/present.ts';
import { containerReceiptDocument, RECEIPT_SCOPE, pathOf as receiptPath } from './receipts/type.ts';
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
export { fleetImport } from './products/fleetImport.ts';
export { onInstalled, onReturned } from './products/hooks.ts';
export { installContainer, returnContainer, standContainer } from './products/install.ts';
export { bringBack } from './products/moving.ts';
export { setTitle } from './products/title.ts';
export { PRODUCT_SCOPE } from './products/type.ts';
export { createReceipt as createContainerReceipt } from './receipts/create.ts';
export {
  lockProduct,
  releaseReservation,
  reserveContainer,
  setSaleStatus,
} from './reservations.ts';
export { prepareRollout } from './software/rollouts.ts';

const product = documentHandlers(productDocument, presentProduct);
const receipt = documentHandlers(containerReceiptDocument, presentReceipt);

const productHandlers: HandlersOf<Family<'products' | 'containerParts'>> = {
  'products.list': productList.run,
  'products.counting': countProducts,
  'products.available': availableProducts.run,
  'products.exist': serialExists,
  'products.serials': reserveSerials,
  'products.get': product.get,
  'products.create': product.creating(createProduct),
  'products.update': product.acting(updateProduct),
  'products.delete': async (ctx, { params }) => {
    await deleteProduct(ctx, params.id);
    return { data: {} };
  },
  'products.materialParts': product.acting(updateParts),
  'products.complete': product.acting(completeProduct),
  'products.statuses': product.acting(editSaleStatus),
  'products.software': product.acting(updateSoftware),
  'products.statusLog': statusLog,
  'products.latestStatus': latestStatus,
  'products.disassembled': disassembledProducts.run,
  'products.disassembly': previewDisassembly,
  'products.disassemble': product.acting(disassembleProduct),
  'products.install': product.acting(installProduct),
  'products.return': product.acting(returnProduct),
  'products.lose': product.acting(loseProduct),
  'products.found': product.acting(findProduct),
  'products.retire': product.acting(retireProduct),
  'products.tracking': trackProduct,
  'products.claims': claimsOfProduct,
  'products.qr': productQr,
  'products.history': productHistory,
  'products.moves': product.moves,
  'products.attach': product.attach,
  'products.detach': product.detach,
  'containerParts.list': containersOfPart.run,
  'containerParts.forAdding': partsForAdding,
  'containerParts.models': modelsOfPart.run,
};

const receiptHandlers: HandlersOf<Family<'containerReceipts'>> = {
  'containerReceipts.list': receiptList.run,
  'containerReceipts.get': receipt.get,
  'containerReceipts.products': receiptProducts,
  'containerReceipts.update': receipt.acting(countReceipt),
  'containerReceipts.approve': receipt.acting(approveReceipt),
  'containerReceipts.reject': receipt.acting(rejectReceipt),
  'containerReceipts.history': receipt.history,
  'containerReceipts.document': (ctx, { params }) => receiptPdf(ctx, params.id),
  'containerReceipts.attach': receipt.attach,
  'containerReceipts.detach': receipt.detach,
};

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
    ...receiptHandlers,
    ...softwareHandlers,
  },
  constraints: {
    ...productModelConstraints,
    products_serial_uq: 'serialNumber',
    product_software_models_version_uq: 'versionNo',
    container_requisition_items_contract_uq: 'contracts',
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
    documentFamily(productDocument, {
      moveTypes: [PRODUCT_MOVES],
      workItems: defineWorkItems(productDocument, {
        scope: scopeOfList(PRODUCT_SCOPE),
        amount: null,
        due: null,
        title: sameTitle('d.name'),
        path: productPath(''),
        steps: [
          {
            key: 'completeProduct',
            action: 'complete',
            status: 'inProduction',
            clears: ['isComplete'],
          },
        ],
      }),
    }),
    documentFamily(containerReceiptDocument, {
      workItems: defineWorkItems(containerReceiptDocument, {
        scope: scopeOfList(RECEIPT_SCOPE),
        amount: null,
        due: 'd.document_date',
        title: sameTitle('d.source_no'),
        path: receiptPath(''),
        steps: [
          { key: 'approveContainerReceipt', action: 'approve', status: 'pending', byOthers: true },
        ],
      }),
    }),
  ],
} satisfies ServerModule;
