import { documentFamilies } from './workflow/index.ts';
// Registers every family.
import './modules/index.ts';

/** A quotation is decided with its bidding round, which is the work item. */
const DECIDED_ELSEWHERE = ['quotations'];

const decisions = documentFamilies().flatMap(({ subject, machine, workItems }) =>
  Object.keys(machine.states).flatMap((status) => {
    const byOthers = Object.entries(machine.actions).filter(
      ([, { from, notOwn, notBy, reason }]) =>
        from.includes(status) && (notOwn || notBy !== undefined) && reason !== 'required',
    );
    const steps = (workItems?.steps ?? []).filter((step) => step.status === status);
    return byOthers.length === 0 ? [] : [{ subject, status, byOthers, steps }];
  }),
);

/** Reminders follow the machine and escalation the work items: both mean the same documents. */
it.each(decisions.filter(({ subject }) => !DECIDED_ELSEWHERE.includes(subject)))(
  '$subject that are $status are the work of whoever decides, where they wait',
  ({ byOthers, steps }) => {
    const known = new Map(byOthers);
    const work = steps.filter(({ action }) => known.has(action));
    expect(work.map(({ asked }) => asked !== undefined)).toEqual([
      known.get(work[0]?.action ?? '')?.asked !== undefined,
    ]);
  },
);
