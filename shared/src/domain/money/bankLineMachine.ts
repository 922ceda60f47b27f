import { defineMachine, unflagged } from '../machine/machine.ts';

export const BANK_LINE_STATUSES = [
  'unmatched',
  'suggested',
  'recorded',
  'ignored',
  'outgoing',
] as const;
export type BankLineStatus = (typeof BANK_LINE_STATUSES)[number];

type LineAction = 'confirm' | 'link' | 'ignore' | 'reopen' | 'release';

/**
 * A line of a bank statement (docs/domain/containers.md "Money"): what came in is the payment of a
 * customer, or of no concern here. Lines given to it carry `isPaymentMade`: the payment was made from
 * the line, and only its own end opens the line again.
 */
export const bankLineMachine = defineMachine<BankLineStatus, LineAction>({
  id: 'bankLine',
  page: 'payment-data',
  states: {
    unmatched: { tone: 'warning', step: 0 },
    suggested: { tone: 'processing', step: 0 },
    recorded: { tone: 'success', step: 1, closed: true },
    ignored: { tone: 'neutral', closed: true },
    outgoing: { tone: 'neutral', terminal: true },
  },
  undecided: ['unmatched', 'suggested'],
  guards: { isLinkOnly: unflagged('isPaymentMade') },
  guardCodes: { isLinkOnly: 'LINE_HAS_PAYMENT' },
  actions: {
    confirm: {
      from: ['unmatched', 'suggested'],
      to: ['recorded'],
      verb: 'import-statement',
      emphasis: 'primary',
      undo: { irreversible: 'The payment is rejected or reversed, which opens its line again.' },
    },
    link: {
      from: ['unmatched', 'suggested'],
      to: ['recorded'],
      verb: 'import-statement',
      undo: { action: 'reopen' },
    },
    ignore: {
      from: ['unmatched', 'suggested'],
      to: ['ignored'],
      verb: 'import-statement',
      reason: 'required',
      emphasis: 'danger',
      undo: { action: 'reopen' },
    },
    reopen: {
      from: ['recorded', 'ignored'],
      to: ['unmatched'],
      verb: 'import-statement',
      guards: ['isLinkOnly'],
      undo: { action: 'link' },
    },
    /** The payment came to nothing: somebody has to say anew what the money is. */
    release: {
      from: ['recorded'],
      to: ['unmatched'],
      undo: { action: 'confirm' },
    },
  },
});

/** Statuses in which somebody has yet to say what the money is. */
export const OPEN_LINE_STATUSES = bankLineMachine.actions.confirm.from;
/** Statuses in which somebody has said what a line is. */
export const DECIDED_LINE_STATUSES = [
  'recorded',
  'ignored',
] as const satisfies readonly BankLineStatus[];
