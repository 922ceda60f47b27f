import type { Machine } from './machine/machine.ts';
import { teamMoveMachines } from './people/team.ts';
import { userMachine } from './people/userMachine.ts';
import { biddingMachine, quotationMachine } from './purchasing/biddingMachines.ts';
import {
  goodsImportMachine,
  purchaseOrderMachine,
  purchaseRequestMachine,
  receiptMachine,
} from './purchasing/machines.ts';
import { auditMachine } from './warehouse/auditMachine.ts';
import { claimMachine } from './warehouse/claimMachine.ts';
import { destructionMachine } from './warehouse/destructionMachine.ts';
import { repairMachine } from './warehouse/repairMachine.ts';
import { requisitionMachine } from './warehouse/requisitionMachine.ts';
import { transferMachine } from './warehouse/transferMachine.ts';
import { transformationMachine } from './warehouse/transformationMachine.ts';

/** Every machine there is, in the order in which their documents follow each other. */
export const machines: readonly Machine[] = [
  purchaseRequestMachine,
  biddingMachine,
  quotationMachine,
  purchaseOrderMachine,
  receiptMachine,
  goodsImportMachine,
  requisitionMachine,
  transferMachine,
  auditMachine,
  claimMachine,
  repairMachine,
  destructionMachine,
  transformationMachine,
  userMachine,
  teamMoveMachines.sales,
  teamMoveMachines.engineer,
];

const byId = new Map<string, Machine>(machines.map((machine) => [machine.id, machine]));

/**
 * A machine by its id, for records known by type only: related documents, notifications. Names and
 * colours are the same for both kinds of team moves.
 */
export const machineOf = (type: string): Machine | undefined => byId.get(type);
