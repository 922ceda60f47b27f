import { CONTRACT_MOVES } from './contractMoves.ts';
import { CREDIT_MOVES } from './creditMoves.ts';
import { INVOICE_MOVES } from './invoiceMoves.ts';
import type { Kind } from './move.ts';
import { NOTE_MOVES } from './noteMoves.ts';
import { OFFICE_MOVES } from './officeMoves.ts';
import { PAYMENT_MOVES } from './paymentMoves.ts';

export const KINDS: readonly Kind[] = [
  ...INVOICE_MOVES,
  ...PAYMENT_MOVES,
  ...CREDIT_MOVES,
  ...NOTE_MOVES,
  ...CONTRACT_MOVES,
  ...OFFICE_MOVES,
];

const BY_NAME = new Map(KINDS.map((kind) => [kind.kind, kind]));

export function kindOf(name: string): Kind {
  const kind = BY_NAME.get(name);
  if (!kind) throw new Error(`no move is called ${name}`);
  return kind;
}
