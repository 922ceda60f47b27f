import {
  auditMachine,
  destructionMachine,
  goodsImportMachine,
  type Machine,
  purchaseOrderMachine,
  purchaseRequestMachine,
  receiptMachine,
  repairMachine,
  requisitionMachine,
  teamMoveMachines,
  userMachine,
} from '../../domain/index.ts';

/** Every machine by its id, for records known by type only: related documents, notifications. */
const MACHINES: Readonly<Record<string, Machine>> = Object.fromEntries(
  [
    purchaseRequestMachine,
    purchaseOrderMachine,
    receiptMachine,
    goodsImportMachine,
    requisitionMachine,
    destructionMachine,
    repairMachine,
    auditMachine,
    // Names and colours are the same for both kinds of teams.
    teamMoveMachines.sales,
    userMachine,
  ].map((machine) => [machine.id, machine as unknown as Machine]),
);

export const machineOf = (type: string): Machine | undefined => MACHINES[type];
