import { approving, cancelling, changing, rejecting } from '../machine/decisions.ts';
import { defineMachine, flagged, type MachineDocument, unflagged } from '../machine/machine.ts';

/**
 * Contract (domain-containers 2.5). The specification's five labels are its states `pending`,
 * `approved`, `expired`, `onGoing` and `booking`. Documents given to it carry `assigneeId` and
 * `sale` (the salesperson), `isCustomerReady` (tax id, phone and address are known, and the customer is not
 * blacklisted), `isReserved` (its container is held for it), `hasSignedFile`, `isInstalled`,
 * `isRequested` (a requisition asks for its container), `hasProposal` (a change waits), `isProposalOpen`
 * (nobody has decided on it), `isExchangeAgreed` (an exchange is approved, and the other container is still
 * to be set up), `isReplacementOut` (that container left its warehouse), `isProposer` (the viewer proposed it), `proposedBy`, `proposedTotal`, `isLease`, `isRenewed` and `isSettled`.
 */
export const contractMachine = defineMachine({
  id: 'contract',
  page: 'purchase-contract',
  states: {
    draft: { tone: 'neutral', step: 0, stamp: 'draft' },
    booking: { tone: 'processing', step: 1, stamp: 'draft' },
    pending: { tone: 'processing', step: 2, stamp: 'draft' },
    approved: { tone: 'success', step: 3 },
    onGoing: { tone: 'warning', step: 4 },
    completed: { tone: 'success', step: 5, terminal: true },
    expired: { tone: 'error', closed: true },
    rejected: { tone: 'error', stamp: 'rejected' },
    terminated: { tone: 'error', terminal: true },
    cancelled: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
  },
  undecided: ['draft', 'booking', 'pending', 'rejected', 'approved'],
  guards: {
    isCustomerReady: flagged('isCustomerReady'),
    isReserved: flagged('isReserved'),
    isNotRequested: unflagged('isRequested'),
    hasSignedFile: flagged('hasSignedFile'),
    isInstalled: flagged('isInstalled'),
    isNotInstalled: unflagged('isInstalled'),
    isProposalOpen: flagged('isProposalOpen'),
    isExchangeAgreed: flagged('isExchangeAgreed'),
    isReplacementIn: unflagged('isReplacementOut'),
    hasNoProposal: unflagged('hasProposal'),
    isProposer: flagged('isProposer'),
    isLease: flagged('isLease'),
    isNotRenewed: unflagged('isRenewed'),
    isNotSettled: unflagged('isSettled'),
  },
  guardCodes: {
    isCustomerReady: 'CUSTOMER_INCOMPLETE',
    isReserved: 'NOT_RESERVED',
    isNotRequested: 'CONTAINER_REQUESTED',
    hasSignedFile: 'SIGNED_FILE_REQUIRED',
    isInstalled: 'NOT_INSTALLED',
    isNotInstalled: 'ALREADY_INSTALLED',
    isProposalOpen: 'NO_PROPOSAL',
    isExchangeAgreed: 'NO_EXCHANGE',
    isReplacementIn: 'REPLACEMENT_OUT',
    hasNoProposal: 'PROPOSAL_WAITS',
    isProposer: 'NOT_PROPOSER',
    isLease: 'ONLY_LEASE',
    isNotRenewed: 'ALREADY_RENEWED',
    isNotSettled: 'ALREADY_SETTLED',
  },
  actions: {
    // Nothing is agreed yet; while it waits for approval, a change makes a version.
    update: changing(['draft', 'booking', 'pending']),
    reserve: {
      from: ['draft'],
      to: ['booking'],
      verb: 'update',
      own: true,
      // Which container it is about is part of what is decided.
      authors: true,
      guards: ['isNotRequested'],
      emphasis: 'primary',
      undo: { action: 'release' },
    },
    // The approval of a requisition gave it a container.
    allocate: { from: ['draft'], to: ['booking'], undo: { action: 'lapse' } },
    extend: {
      from: ['booking'],
      to: 'same',
      verb: 'update',
      own: true,
      undo: { action: 'release' },
    },
    release: {
      from: ['booking'],
      to: ['draft'],
      verb: 'update',
      own: true,
      authors: true,
      undo: { action: 'reserve' },
    },
    // The reservation ran out, or its requisition was cancelled.
    lapse: { from: ['booking', 'rejected'], to: ['draft'], undo: { action: 'reserve' } },
    submit: {
      from: ['booking'],
      to: ['pending'],
      verb: 'submit',
      own: true,
      authors: true,
      guards: ['isCustomerReady', 'isReserved'],
      emphasis: 'primary',
      undo: { action: 'withdraw' },
    },
    withdraw: {
      from: ['pending'],
      to: ['booking'],
      verb: 'submit',
      own: true,
      undo: { action: 'submit' },
    },
    approve: approving('cancel', {
      notBy: ['sale'],
      limit: 'grandTotal',
      // Whoever is blacklisted meanwhile gets no contract.
      guards: ['isCustomerReady', 'isReserved'],
    }),
    reject: rejecting('The salesperson revises it and submits it again.', {
      notBy: ['sale'],
    }),
    revise: {
      from: ['rejected'],
      to: ['booking'],
      verb: 'update',
      own: true,
      authors: true,
      emphasis: 'primary',
      undo: { action: 'submit' },
    },
    // Its container was set up: handed out by a requisition, found sound and photographed (2.1, 2.2).
    install: {
      from: ['approved'],
      to: 'same',
      guards: ['isNotInstalled'],
      undo: { irreversible: 'A container that stands at the customer comes back by its return.' },
    },
    activate: {
      from: ['approved'],
      to: ['onGoing'],
      verb: 'activate',
      guards: ['hasSignedFile', 'isInstalled'],
      emphasis: 'primary',
      undo: { action: 'terminate' },
    },
    // What was agreed changes only by a version that somebody else approves.
    amend: {
      from: ['approved', 'onGoing'],
      to: 'same',
      verb: 'update',
      own: true,
      authors: true,
      guards: ['hasNoProposal'],
      undo: { action: 'withdraw-change' },
    },
    // Another container is to take the place of the one that stands at the customer; it is held meanwhile.
    'swap-product': {
      from: ['onGoing'],
      to: 'same',
      verb: 'update',
      own: true,
      authors: true,
      guards: ['hasNoProposal'],
      reason: 'required',
      undo: { action: 'withdraw-change' },
    },
    // A slip of the proposer's keeps no container from others until somebody else has looked at it.
    'withdraw-change': {
      from: ['approved', 'onGoing'],
      to: 'same',
      verb: 'update',
      guards: ['isProposalOpen', 'isProposer'],
      undo: { action: 'amend' },
    },
    'approve-change': {
      from: ['approved', 'onGoing'],
      to: 'same',
      verb: 'approve',
      notOwn: true,
      notBy: ['proposedBy', 'sale'],
      guards: ['isProposalOpen'],
      asked: 'isProposalOpen',
      limit: 'proposedTotal',
      emphasis: 'primary',
      undo: { action: 'amend' },
    },
    'reject-change': {
      from: ['approved', 'onGoing'],
      to: 'same',
      verb: 'approve',
      guards: ['isProposalOpen'],
      reason: 'required',
      emphasis: 'danger',
      undo: { action: 'amend' },
    },
    // The other container was set up in its place: handed out by a requisition, found sound, photographed.
    exchange: {
      from: ['onGoing'],
      to: 'same',
      guards: ['isExchangeAgreed'],
      undo: { irreversible: 'Another exchange puts the container of before in its place again.' },
    },
    // A container that was handed out comes back by its requisition first.
    'call-off-exchange': {
      from: ['onGoing'],
      to: 'same',
      verb: 'approve',
      guards: ['isExchangeAgreed', 'isReplacementIn'],
      reason: 'required',
      emphasis: 'danger',
      undo: { irreversible: 'Another exchange is proposed instead.' },
    },
    'change-sale': {
      from: ['draft', 'booking', 'pending', 'approved', 'onGoing', 'rejected'],
      to: 'same',
      verb: 'change-sale',
      // Else the salesperson would hand it to somebody and approve what they sold.
      authors: true,
      reason: 'required',
      undo: { action: 'change-sale' },
    },
    'change-customer': {
      from: ['booking', 'pending', 'approved', 'onGoing'],
      to: 'same',
      verb: 'change-customer',
      // Whoever changes the other party does not approve the contract with it.
      authors: true,
      reason: 'required',
      undo: { action: 'change-customer' },
    },
    renew: {
      from: ['onGoing', 'expired'],
      to: 'same',
      verb: 'renew',
      authors: true,
      guards: ['isLease', 'isNotRenewed'],
      undo: { irreversible: 'The new contract is cancelled instead.' },
    },
    terminate: {
      from: ['approved', 'onGoing'],
      to: ['terminated'],
      verb: 'terminate',
      reason: 'required',
      emphasis: 'danger',
      undo: { irreversible: 'What was ended is agreed anew by a new contract.' },
    },
    // What both sides still owe each other once it is over (docs/adr/0043); whoever ends contracts settles them.
    settle: {
      from: ['terminated', 'expired', 'completed'],
      to: 'same',
      verb: 'terminate',
      guards: ['isNotSettled'],
      undo: {
        irreversible: 'Too much is credited by a credit note, too little is invoiced.',
      },
    },
    cancel: cancelling(['draft', 'booking', 'pending', 'approved', 'rejected'], {
      ownerMay: ['draft', 'booking', 'pending', 'rejected'],
      // What stands at the customer is settled by a termination.
      guards: ['isNotInstalled'],
    }),
    expire: { from: ['onGoing'], to: ['expired'], undo: { action: 'renew' } },
    complete: {
      from: ['onGoing'],
      to: ['completed'],
      undo: { irreversible: 'It is paid; the container is the customer’s.' },
    },
  },
});

export type ContractStatus = keyof typeof contractMachine.states;

/** Actions that the call `change-status` does; the others have a call of their own. */
export const CONTRACT_STATUS_ACTIONS = [
  'submit',
  'withdraw',
  'approve',
  'reject',
  'revise',
  'activate',
  'terminate',
  'cancel',
] as const satisfies (keyof typeof contractMachine.actions)[];

/** Statuses of the tab Pending (domain-containers 2.5). */
export const PENDING_CONTRACT_STATUSES = [
  'booking',
  'pending',
  'rejected',
] as const satisfies ContractStatus[];

/** Statuses of a contract that somebody has approved, whatever became of it. */
export const AGREED_CONTRACT_STATUSES = [
  'approved',
  'onGoing',
  'completed',
  'expired',
  'terminated',
] as const satisfies ContractStatus[];

/** Statuses in which nothing more is agreed, and both sides settle what is left. */
export const endedContractStatuses = contractMachine.actions.settle.from;

/** Whether a contract has a deposit to give back, and whether that was settled. */
export const SETTLEMENT_STATUSES = ['none', 'open', 'settled'] as const;

/** What of a contract is paid; derived from its invoices, never set (2.6). */
export const CONTRACT_PAYMENT_STATUSES = [
  'notBilled',
  'unpaid',
  'partiallyPaid',
  'paid',
  'overdue',
  'refunded',
] as const;

/** What a container is after its contract is in force. */
export const saleStatusInForce = { sale: 'sold', installment: 'sold', lease: 'leased' } as const;

/** A condition of the next step. */
export interface ContractCheck {
  /** The action that needs it. */
  readonly action: 'submit' | 'approve' | 'activate';
  readonly guard: string;
  readonly isMet: boolean;
}

const NEXT_STEPS = ['submit', 'approve', 'activate'] as const;

/** The conditions of the step that a contract is before, as its page lists them. */
export const contractChecklist = (doc: MachineDocument): ContractCheck[] =>
  NEXT_STEPS.filter((action) =>
    (contractMachine.actions[action].from as readonly string[]).includes(doc.status),
  ).flatMap((action) =>
    (contractMachine.actions[action].guards ?? []).map((guard) => ({
      action,
      guard,
      isMet: contractMachine.guards?.[guard]?.(doc) === true,
    })),
  );
