import { documentFamily } from '../../../workflow/index.ts';
import { transferChoice } from '../products/list.ts';
import {
  approveContainerTransfer,
  cancelContainerTransfer,
  rejectContainerTransfer,
  resolveLostContainer,
} from './decide.ts';
import {
  createContainerTransfer,
  deleteContainerTransfer,
  submitContainerTransfer,
  updateContainerTransfer,
} from './draft.ts';
import { containerTransferList, transferCompanies, transferWarehouses } from './list.ts';
import { containerTransferPdf } from './pdf.ts';
import { presentContainerTransfer, transferProducts } from './present.ts';
import { containerTransfers } from './type.ts';
import { containerTransferWorkItems } from './workItems.ts';

export { notifyLateTransfers } from './notices.ts';

/** Transfers of containers (domain-containers 2.3). */
export const containerTransferHandlers = containerTransfers.handlers({
  present: presentContainerTransfer,
  list: containerTransferList,
  create: createContainerTransfer,
  actions: {
    update: updateContainerTransfer,
    submit: submitContainerTransfer,
    approve: approveContainerTransfer,
    reject: rejectContainerTransfer,
    cancel: cancelContainerTransfer,
    resolveLoss: resolveLostContainer,
  },
  document: containerTransferPdf,
  others: {
    companies: transferCompanies.run,
    warehouses: transferWarehouses.run,
    available: transferChoice.run,
    products: transferProducts,
    delete: deleteContainerTransfer,
  },
});

export const containerTransferFamily = documentFamily(containerTransfers.type, {
  workItems: containerTransferWorkItems,
});
