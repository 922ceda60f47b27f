import { documentFamily } from '../../../workflow/index.ts';
import { onInstalled, onInstalling } from '../../containers/index.ts';
import {
  amendContract,
  approveContractChange,
  changeContractCustomer,
  changeContractSale,
  rejectContractChange,
  renewContract,
  withdrawContractChange,
} from './change.ts';
import { changeContractStatus, noteInstallation, tellOfOtherSite } from './decide.ts';
import { createContract, deleteContract, previewContract, updateContract } from './draft.ts';
import { contractList } from './list.ts';
import { contractPdf, contractVersionPdf } from './pdf.ts';
import './found.ts';
import './lost.ts';
import { presentContract } from './present.ts';
import { decisionFacts, listPriceFor } from './prices.ts';
import { draftsForRequisition } from './requisitions.ts';
import {
  availableForContract,
  extendReservation,
  releaseFromContract,
  reserveForContract,
} from './reserve.ts';
import { previewTermination, settleContract } from './settlement.ts';
import { callOffExchange, lockExchange, makeExchange, proposeExchange } from './swap.ts';
import { contracts } from './type.ts';
import { contractVersion, contractVersions } from './versions.ts';
import { contractWorkItems } from './workItems.ts';

/** Contracts (docs/domain/containers.md "Contract", docs/adr/0027, docs/adr/0028). */
export const contractHandlers = contracts.handlers({
  present: presentContract,
  list: contractList,
  create: createContract,
  actions: {
    update: updateContract,
    changeStatus: changeContractStatus,
    reserve: reserveForContract,
    extend: extendReservation,
    release: releaseFromContract,
    amend: amendContract,
    swapProduct: proposeExchange,
    callOffExchange,
    withdrawChange: withdrawContractChange,
    approveChange: approveContractChange,
    rejectChange: rejectContractChange,
    changeSale: changeContractSale,
    changeCustomer: changeContractCustomer,
    renew: renewContract,
    settle: settleContract,
  },
  document: contractPdf,
  others: {
    available: availableForContract.run,
    availableDrafts: draftsForRequisition.run,
    delete: deleteContract,
    preview: previewContract,
    listPrice: listPriceFor,
    decision: decisionFacts,
    termination: previewTermination,
    versions: contractVersions,
    version: contractVersion,
    versionPdf: contractVersionPdf,
  },
});

export const contractFamily = documentFamily(contracts.type, { workItems: contractWorkItems });

onInstalling(lockExchange);
onInstalled(noteInstallation);
onInstalled(makeExchange);
onInstalled(tellOfOtherSite);

export {
  billContracts,
  billUntil,
  completePaidContracts,
  unbilledContracts,
} from './billing.ts';
export { contractClauseConstraints, contractClauseHandlers } from './clauseMaster.ts';
export { contractsImport } from './contractsImport.ts';
export { watchContracts } from './nightly.ts';
export { handOverTitles } from './titles.ts';
