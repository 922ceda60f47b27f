import type { ActionSpec } from './machine.ts';

/**
 * The decisions that most documents share (domain-warehouse 2): a change keeps the state, nobody
 * approves or refuses their own, a cancelled document keeps its number. A machine adds what is
 * particular to it: guards, a limit, other people who may not decide.
 */
type Particular<S extends string> = Partial<
  Pick<ActionSpec<S>, 'verb' | 'guards' | 'limit' | 'notBy' | 'ownerMay' | 'own'>
>;

/**
 * Changes the document in these states, and leaves it in them. It is the owner's to change; whoever
 * changes it is its author from then on.
 */
export const changing = <const S extends string>(
  from: readonly S[],
  more: Particular<S> = {},
): ActionSpec<S> => ({
  from,
  to: 'same',
  verb: 'update',
  own: true,
  authors: true,
  ...more,
  undo: { action: 'update' },
});

/** Approves what waits; `undo` names the action that ends it again. */
export const approving = (
  undo: string,
  more: Particular<'pending' | 'approved'> = {},
): ActionSpec<'pending' | 'approved'> => ({
  from: ['pending'],
  to: ['approved'],
  verb: 'approve',
  notOwn: true,
  emphasis: 'primary',
  ...more,
  undo: { action: undo },
});

/** Refuses what waits, with a cause; `irreversible` says how it is asked for again. */
export const rejecting = (
  irreversible: string,
  more: Particular<'pending' | 'rejected'> = {},
): ActionSpec<'pending' | 'rejected'> => ({
  from: ['pending'],
  to: ['rejected'],
  verb: 'approve',
  notOwn: true,
  reason: 'required',
  emphasis: 'danger',
  ...more,
  undo: { irreversible },
});

/** Gives the document up, with a cause; whoever made it may as long as nobody has decided. */
export const cancelling = <const S extends string>(
  from: readonly S[],
  more: Particular<S | 'pending'> = {},
): ActionSpec<S | 'pending' | 'cancelled'> => ({
  from,
  to: ['cancelled'],
  verb: 'cancel',
  ownerMay: ['pending'],
  reason: 'required',
  emphasis: 'danger',
  ...more,
  undo: { irreversible: 'A cancelled document keeps its number; a new one is made instead.' },
});
