import type { Pg } from '../kernel/index.ts';
import { loadState } from './load.ts';
import { planConversion, planMoves } from './plan.ts';
import { loadOriginals, planReversal } from './reversal.ts';
import { assertShape } from './shape.ts';
import type { Conversion, PostRequest, PostResult, ReverseRequest } from './types.ts';
import { writePlan } from './write.ts';

/**
 * The only code that changes a stock balance (D3). Call it inside the transaction that changes the
 * document: three statements lock, read, and write moves, entries, balances, valuations and
 * serials (a fourth comes first where there are serials). Whoever shares an item waits for the other at the item's valuation, taken in sorted
 * order, so that every figure planned here still holds when it is written (3.4).
 */
export async function postMoves(pg: Pg, request: PostRequest): Promise<PostResult> {
  assertShape(request);
  const state = await loadState(pg, request);
  return writePlan(pg, planMoves(state, request));
}

/**
 * Posts moves and what comes of them as one: everything is locked, read and written once, where two
 * postings would hold the first one's parts while the second waits for its own. Answers the moves
 * taken, then those that came of them.
 */
export async function postConversion(
  pg: Pg,
  request: PostRequest,
  into: Conversion,
): Promise<PostResult> {
  assertShape(request);
  const moves = [...request.moves, ...into.moves];
  const state = await loadState(pg, { ...request, moves });
  return writePlan(pg, planConversion(state, request, into));
}

/**
 * Posts the contra of each move at its ORIGINAL value, once only (3.3, I11). What the owned value
 * no longer covers becomes a cost variance.
 */
export async function reverseMoves(pg: Pg, request: ReverseRequest): Promise<PostResult> {
  const plan = planReversal(request, await loadOriginals(pg, request.moveIds));
  return writePlan(pg, planMoves(await loadState(pg, plan), plan));
}
