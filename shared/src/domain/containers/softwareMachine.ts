import { defineMachine } from '../machine/machine.ts';

/**
 * A release of software for models of containers (domain-containers 2.12). Exactly one release is the
 * stable one of a model: marking another supersedes it in the same transaction.
 */
export const softwareMachine = defineMachine({
  id: 'software',
  page: 'container-warehouse',
  states: {
    draft: { tone: 'neutral', step: 0 },
    beta: { tone: 'processing', step: 1 },
    stable: { tone: 'success', step: 2 },
    superseded: { tone: 'neutral', closed: true },
    withdrawn: { tone: 'error', terminal: true },
  },
  undecided: ['draft'],
  actions: {
    update: { from: ['draft'], to: 'same', verb: 'create-software', undo: { action: 'update' } },
    publish: {
      from: ['draft'],
      to: ['beta'],
      verb: 'create-software',
      emphasis: 'primary',
      undo: { action: 'withdraw' },
    },
    stable: {
      from: ['beta', 'superseded'],
      to: ['stable'],
      verb: 'mark-stable',
      emphasis: 'primary',
      undo: { action: 'supersede' },
    },
    // Another release became the stable one of all its models.
    supersede: { from: ['stable'], to: ['superseded'], undo: { action: 'stable' } },
    withdraw: {
      from: ['beta', 'stable', 'superseded'],
      to: ['withdrawn'],
      verb: 'withdraw-software',
      reason: 'required',
      emphasis: 'danger',
      undo: { irreversible: 'A recalled release is replaced by one with a new number.' },
    },
  },
});

export const SOFTWARE_STATUSES = ['draft', 'beta', 'stable', 'superseded', 'withdrawn'] as const;
export type SoftwareStatus = (typeof SOFTWARE_STATUSES)[number];
