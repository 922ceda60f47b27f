import { correctionMachine } from './correctionMachine.ts';

/** Credit note: less is owed of an invoice. */
export const creditNoteMachine = correctionMachine('creditNote', {
  issued: 'A credit note that was issued is answered by a new invoice.',
  refused: 'A credit note that was refused is asked for again.',
});

/** Why less is owed, as the Revenue Department asks a credit note to say. */
export const CREDIT_REASONS = [
  'returned',
  'priceReduced',
  'overcharged',
  'terminated',
  'handedOver',
] as const;
export type CreditReason = (typeof CREDIT_REASONS)[number];
