import { targetsOf } from '@boxyard/shared/domain/machine/machine.ts';
import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import { BOARD_STATUSES, type BoardStatus } from '@boxyard/shared/domain/service/planning.ts';

/**
 * Ways by which a card reaches another column: a call that asks for nothing, the dialog of assignments,
 * the dialog of an action that asks for a reason, or the page of the job where an action asks for more.
 */
export type BoardMove =
  | { readonly by: 'call'; readonly call: 'jobs.start' | 'jobs.resume' }
  | { readonly by: 'assign' }
  | { readonly by: 'unplan' }
  | { readonly by: 'dialog'; readonly action: 'pause' | 'reopen' }
  | { readonly by: 'page'; readonly action: string };

interface Card {
  readonly status: string;
  readonly allowedActions: readonly string[];
  readonly technicians: readonly unknown[];
  readonly appointmentStart: string | null;
}

/** Actions in the order in which they are tried: what asks for least comes first. */
const WAYS: readonly {
  readonly action: string;
  readonly to: readonly BoardStatus[];
  readonly move: BoardMove;
}[] = [
  { action: 'start', to: ['inProgress'], move: { by: 'call', call: 'jobs.start' } },
  { action: 'resume', to: ['inProgress'], move: { by: 'call', call: 'jobs.resume' } },
  { action: 'manager-response', to: ['scheduled'], move: { by: 'assign' } },
  { action: 'manager-response', to: ['triaged'], move: { by: 'unplan' } },
  { action: 'pause', to: ['scheduled', 'waitingParts'], move: { by: 'dialog', action: 'pause' } },
  { action: 'reopen', to: ['inProgress', 'scheduled'], move: { by: 'dialog', action: 'reopen' } },
  {
    action: 'technician-summary',
    to: ['resolved'],
    move: { by: 'page', action: 'technician-summary' },
  },
  { action: 'stock-summary', to: ['waitingParts'], move: { by: 'page', action: 'stock-summary' } },
  { action: 'complete', to: ['completed'], move: { by: 'page', action: 'complete' } },
];

const actions: Readonly<
  Record<string, (typeof jobMachine.actions)[keyof typeof jobMachine.actions]>
> = jobMachine.actions;

/** The action that takes a card to a column; null where none that this person may take leads there. */
export function moveTo(card: Card, to: BoardStatus): BoardMove | null {
  if (card.status === to) return null;
  const way = WAYS.find(({ action, to: targets, move }) => {
    const def = actions[action];
    if (def === undefined || !card.allowedActions.includes(action) || !targets.includes(to)) {
      return false;
    }
    // A job without an appointment is in the backlog already.
    if (move.by === 'unplan' && card.appointmentStart === null) return false;
    return targetsOf(def, card.status).includes(to);
  });
  return way?.move ?? null;
}

/** Columns that a card may be moved to. */
export const columnsFor = (card: Card): readonly BoardStatus[] =>
  BOARD_STATUSES.filter((status) => moveTo(card, status) !== null);
