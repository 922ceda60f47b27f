import { documentFamily } from '../../../workflow/index.ts';
import { requisitionChoice } from '../products/list.ts';
import {
  cancelContainerRequisition,
  decideContainerRequisition,
  releaseContainerRequisition,
  returnContainers,
} from './decide.ts';
import {
  createContainerRequisition,
  deleteContainerRequisition,
  submitContainerRequisition,
  updateContainerRequisition,
} from './draft.ts';
import { requestForContracts, updateRequisitionContracts } from './forContracts.ts';
import { containerRequisitionList } from './list.ts';
import { containerRequisitionPdf } from './pdf.ts';
import { presentContainerRequisition } from './present.ts';
import { containerRequisitions } from './type.ts';
import { containerRequisitionWorkItems } from './workItems.ts';

/** Requisitions of containers (domain-containers 2.2). */
export const containerRequisitionHandlers = containerRequisitions.handlers({
  present: presentContainerRequisition,
  list: containerRequisitionList,
  create: createContainerRequisition,
  actions: {
    update: updateContainerRequisition,
    updateContracts: updateRequisitionContracts,
    submit: submitContainerRequisition,
    approve: decideContainerRequisition,
    release: releaseContainerRequisition,
    cancel: cancelContainerRequisition,
    return: returnContainers,
  },
  document: containerRequisitionPdf,
  others: {
    requestContract: async (ctx, input) => {
      const { id } = await requestForContracts(ctx, input);
      return { data: await presentContainerRequisition(ctx, id) };
    },
    availableProduct: requisitionChoice.run,
    delete: deleteContainerRequisition,
  },
});

export const containerRequisitionFamily = documentFamily(containerRequisitions.type, {
  workItems: containerRequisitionWorkItems,
});
