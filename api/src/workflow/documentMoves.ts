import type { DataOf } from '@boxyard/shared/contract';
import type { Contract, Ctx, Loose } from '../kernel/index.ts';
import { familyOf } from './families.ts';

type Moves = Loose<DataOf<Contract['goodsImports.moves']>>;

/**
 * The moves that a document posted, by the names that the ledger gives to those of its family.
 * Documents are of many modules, the ledger's pages are the warehouse's, which registers the answer.
 */
export type DocumentMoves = (
  ctx: Ctx,
  document: { readonly id: string; readonly moveTypes: readonly string[] },
) => Promise<Moves>;

let known: DocumentMoves | undefined;

/** Makes known who reads the moves; modules/index.ts calls it through `registerModules`. */
export function registerDocumentMoves(moves: DocumentMoves): void {
  if (known) throw new Error('the moves of documents are registered twice');
  known = moves;
}

/** The moves of a document that the caller may see. */
export async function movesOfDocument(ctx: Ctx, subject: string, id: string): Promise<Moves> {
  const moveTypes = familyOf(subject)?.moveTypes;
  if (!known || !moveTypes) throw new Error(`${subject}: nobody knows its stock moves`);
  return known(ctx, { id, moveTypes });
}
