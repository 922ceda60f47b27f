import { defineMachine } from '../machine/machine.ts';

/**
 * A payment to a supplier for what was bought on credit (domain-warehouse 1.7): it counts from the
 * moment it is entered; a wrong one is reversed, which owes its invoices again.
 */
export const supplierPaymentMachine = defineMachine({
  id: 'supplierPayment',
  page: 'suppliers',
  states: {
    posted: { tone: 'success', step: 0 },
    reversed: { tone: 'error', terminal: true, stamp: 'reversed' },
  },
  actions: {
    reverse: {
      from: ['posted'],
      to: ['reversed'],
      verb: 'reverse-payment',
      reason: 'required',
      emphasis: 'danger',
      undo: { irreversible: 'A payment that was reversed is entered again as a new one.' },
    },
  },
});

/** How a supplier was paid. */
export const PAYMENT_METHODS = ['transfer', 'cheque', 'cash'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
