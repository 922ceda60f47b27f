import { softwareMachine } from './containers/softwareMachine.ts';
import { softwareUpdateMachine } from './containers/softwareUpdateMachine.ts';
import { DOCUMENT_FAMILIES, declarationOf } from './documents/families.ts';
import type { Machine } from './machine/machine.ts';
import { bankLineMachine } from './money/bankLineMachine.ts';
import { teamMoveMachines } from './people/team.ts';
import { userMachine } from './people/userMachine.ts';
import { faultReportMachine } from './service/faultReportMachine.ts';

/** Every machine there is: those of documents in the order in which these follow each other. */
export const machines: readonly Machine[] = [
  ...Object.values(DOCUMENT_FAMILIES).map(({ machine }) => machine),
  softwareMachine,
  softwareUpdateMachine,
  bankLineMachine,
  faultReportMachine,
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

/** The machine of records that the activity log calls so: `purchaseOrders` are run by `purchaseOrder`. */
export const machineOfSubject = (subject: string): Machine | undefined =>
  declarationOf(subject)?.machine ?? machineOf(subject.replace(/s$/, ''));
