import { correctionMachine } from './correctionMachine.ts';

/** Debit note: more is owed of an invoice. */
export const debitNoteMachine = correctionMachine('debitNote', {
  issued: 'A debit note that was issued is answered by a credit note.',
  refused: 'A debit note that was refused is asked for again.',
});

/** Why more is owed, as the Revenue Department asks a debit note to say. */
export const DEBIT_REASONS = ['morePrice', 'moreDelivered', 'undercharged'] as const;
export type DebitReason = (typeof DEBIT_REASONS)[number];
