import {
  auditMachine,
  biddingMachine,
  destructionMachine,
  goodsImportMachine,
  type Machine,
  purchaseOrderMachine,
  purchaseRequestMachine,
  quotationMachine,
  receiptMachine,
  repairMachine,
  requisitionMachine,
  teamMoveMachines,
  transferMachine,
  userMachine,
} from '../../domain/index.ts';

/** Every machine by its id, for records known by type only: related documents, notifications. */
const MACHINES: Readonly<Record<string, Machine>> = Object.fromEntries(
  [
    purchaseRequestMachine,
    purchaseOrderMachine,
    biddingMachine,
    quotationMachine,
    receiptMachine,
    goodsImportMachine,
    requisitionMachine,
    destructionMachine,
    repairMachine,
    auditMachine,
    transferMachine,
    // Names and colours are the same for both kinds of teams.
    teamMoveMachines.sales,
    userMachine,
  ].map((machine) => [machine.id, machine as unknown as Machine]),
);

export const machineOf = (type: string): Machine | undefined => MACHINES[type];
