import { defineMachine, type MachineDocument } from '../machine/machine.ts';

const holds = (field: string) => (doc: MachineDocument) => doc[field] === true;

/**
 * An account's life (domain-containers 1.5). Documents given to it carry `manageable` (the viewer
 * may change accounts of this rank), `isCovered` (all of its companies are the viewer's, too),
 * `worksElsewhere` (some are not), `notSelf`, and `notLastAdmin` (somebody else still manages
 * everything).
 */
export const userMachine = defineMachine({
  id: 'user',
  page: 'users',
  states: {
    pendingApproval: { tone: 'warning', step: 0 },
    invited: { tone: 'processing', step: 0 },
    active: { tone: 'success', step: 1 },
    suspended: { tone: 'error', closed: true },
  },
  guards: {
    manageable: holds('manageable'),
    isCovered: holds('isCovered'),
    worksElsewhere: holds('worksElsewhere'),
    notSelf: holds('notSelf'),
    notLastAdmin: holds('notLastAdmin'),
  },
  guardCodes: {
    manageable: 'PROTECTED_ACCOUNT',
    isCovered: 'OTHER_COMPANIES',
    worksElsewhere: 'LAST_COMPANY',
    notSelf: 'OWN_ACCOUNT',
    notLastAdmin: 'LAST_ADMIN',
  },
  actions: {
    update: {
      from: ['invited', 'active', 'suspended'],
      to: 'same',
      verb: 'update',
      guards: ['manageable', 'isCovered'],
      undo: { action: 'update' },
    },
    'approve-signup': {
      from: ['pendingApproval'],
      to: ['active', 'invited'],
      verb: 'approve-signup',
      emphasis: 'primary',
      undo: { action: 'suspend' },
    },
    'reject-signup': {
      from: ['pendingApproval'],
      to: [],
      verb: 'approve-signup',
      reason: 'required',
      emphasis: 'danger',
      undo: { irreversible: 'The request is deleted; the person may sign up again.' },
    },
    // Somebody who also works for companies of others is only taken out of the shared ones.
    'leave-companies': {
      from: ['invited', 'active', 'suspended'],
      to: 'same',
      verb: 'update',
      reason: 'required',
      emphasis: 'danger',
      guards: ['manageable', 'notSelf', 'worksElsewhere'],
      undo: { irreversible: 'Whoever covers all of their companies places them again.' },
    },
    suspend: {
      from: ['invited', 'active'],
      to: ['suspended'],
      verb: 'suspend',
      reason: 'required',
      emphasis: 'danger',
      guards: ['manageable', 'isCovered', 'notSelf', 'notLastAdmin'],
      undo: { action: 'reactivate' },
    },
    reactivate: {
      from: ['suspended'],
      to: ['active', 'invited'],
      verb: 'suspend',
      guards: ['manageable', 'isCovered'],
      undo: { action: 'suspend' },
    },
    'reset-password': {
      from: ['invited', 'active'],
      to: 'same',
      verb: 'reset-password',
      guards: ['manageable', 'isCovered'],
      undo: { irreversible: 'A link that was sent stays valid until it is used or expires.' },
    },
    delete: {
      from: ['pendingApproval', 'invited', 'active', 'suspended'],
      to: [],
      verb: 'delete',
      emphasis: 'danger',
      guards: ['manageable', 'isCovered', 'notSelf', 'notLastAdmin'],
      undo: { irreversible: 'Only somebody who has never worked here is deleted.' },
    },
  },
});

/** What an account is set to by the services that make, suspend and bring back people. */
export const ACCOUNT = {
  active: 'active',
  invited: 'invited',
  pendingApproval: 'pendingApproval',
  suspended: 'suspended',
} as const satisfies Record<string, keyof typeof userMachine.states>;

/** Accounts whose owner may choose a password: an invited person signs in for the first time with it. */
export const PASSWORD_STATUSES = ['active', 'invited'] as const;

export const mayChoosePassword = (status: string): boolean =>
  (PASSWORD_STATUSES as readonly string[]).includes(status);
