import { defineMachine, flagged } from '../machine/machine.ts';

/**
 * Software that is brought to a container (domain-containers 2.1, `updateSoftware`). What it runs
 * changes when the update was applied, and comes back with a rollback. Documents given to it carry
 * `canReturn` (nothing newer was applied since, and the software before may still be used) and
 * `isUsable`: the release was not recalled meanwhile.
 */
export const softwareUpdateMachine = defineMachine({
  id: 'softwareUpdate',
  page: 'container-warehouse',
  states: {
    queued: { tone: 'neutral', step: 0 },
    inProgress: { tone: 'processing', step: 1 },
    applied: { tone: 'success', step: 2, closed: true },
    failed: { tone: 'error' },
    rolledBack: { tone: 'warning', terminal: true },
  },
  undecided: ['queued'],
  guards: { canReturn: flagged('canReturn'), isUsable: flagged('isUsable') },
  guardCodes: { canReturn: 'NO_WAY_BACK', isUsable: 'RELEASE_NOT_USABLE' },
  actions: {
    start: {
      from: ['queued'],
      to: ['inProgress'],
      verb: 'update-software',
      guards: ['isUsable'],
      emphasis: 'primary',
      undo: { action: 'fail' },
    },
    apply: {
      from: ['inProgress'],
      to: ['applied'],
      verb: 'update-software',
      emphasis: 'primary',
      undo: { action: 'rollback' },
    },
    fail: {
      from: ['queued', 'inProgress'],
      to: ['failed'],
      verb: 'update-software',
      reason: 'required',
      emphasis: 'danger',
      undo: { action: 'retry' },
    },
    retry: {
      from: ['failed'],
      to: ['queued'],
      verb: 'update-software',
      emphasis: 'primary',
      undo: { action: 'fail' },
    },
    rollback: {
      from: ['applied', 'failed'],
      to: ['rolledBack'],
      verb: 'update-software',
      guards: ['canReturn'],
      reason: 'required',
      emphasis: 'danger',
      undo: { irreversible: 'The release is brought again by a new update.' },
    },
  },
});

export const UPDATE_STATUSES = ['queued', 'inProgress', 'applied', 'failed', 'rolledBack'] as const;
export type UpdateStatus = (typeof UPDATE_STATUSES)[number];
