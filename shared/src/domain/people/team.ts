import { defineMachine, type Machine, type MachineDocument } from '../machine/machine.ts';

/**
 * Kinds of teams and places in one (domain-containers 1.5). Both give `{word}:manage`, so they are
 * fixed sets and never words that somebody writes: one called like a page would open that page.
 */
export const TEAM_TYPES = ['sales', 'engineer'] as const;
export type TeamType = (typeof TEAM_TYPES)[number];

export const TEAM_POSITIONS = ['leader', 'deputy', 'member'] as const;
export type TeamPosition = (typeof TEAM_POSITIONS)[number];

/** What a place in a team is set to by the services. */
export const POSITION = { leader: 'leader', deputy: 'deputy' } as const satisfies Record<
  string,
  TeamPosition
>;

/** The page whose verbs guard teams of a type (domain-conventions "Permissions"). */
export const TEAM_PAGES = {
  sales: 'sales-groups',
  engineer: 'engineer-teams',
} as const satisfies Record<TeamType, string>;

/**
 * A person's move into a team (domain-containers 2.11). Documents given to it carry `userId`, who
 * is moved, and `mayDecide`: the viewer leads the team that the person moves to, or places people
 * in teams of this type anyway.
 */
const moveMachine = (type: TeamType) =>
  defineMachine({
    id: 'teamMove',
    page: TEAM_PAGES[type],
    states: {
      pending: { tone: 'processing', step: 0 },
      approved: { tone: 'success', step: 1 },
      rejected: { tone: 'error', terminal: true },
      cancelled: { tone: 'neutral', terminal: true },
    },
    guards: { mayDecide: (doc: MachineDocument) => doc.mayDecide === true },
    guardCodes: { mayDecide: 'NOT_TEAM_LEADER' },
    actions: {
      approve: {
        from: ['pending'],
        to: ['approved'],
        verb: 'approve-assignee',
        notOwn: true,
        notBy: ['userId'],
        guards: ['mayDecide'],
        emphasis: 'primary',
        undo: { irreversible: 'The person goes back by a request of their own.' },
      },
      reject: {
        from: ['pending'],
        to: ['rejected'],
        verb: 'approve-assignee',
        notOwn: true,
        notBy: ['userId'],
        guards: ['mayDecide'],
        reason: 'required',
        emphasis: 'danger',
        undo: { irreversible: 'The move is requested anew.' },
      },
      cancel: {
        from: ['pending'],
        to: ['cancelled'],
        verb: 'request-assignee',
        own: true,
        reason: 'required',
        emphasis: 'danger',
        undo: { irreversible: 'The move is requested anew.' },
      },
      // The nightly job, on the day that the move takes effect.
      apply: {
        from: ['approved'],
        to: 'same',
        undo: { irreversible: 'The person goes back by a request of their own.' },
      },
    },
  });

/** The machine by the type of the team that the person moves to: the page's verbs differ. */
export const teamMoveMachines: Readonly<Record<TeamType, Machine>> = {
  sales: moveMachine('sales') as unknown as Machine,
  engineer: moveMachine('engineer') as unknown as Machine,
};

export const MOVE_STATUSES = ['pending', 'approved', 'rejected', 'cancelled'] as const;

/** What a move is set to by the services. */
export const MOVE = { pending: 'pending', approved: 'approved', rejected: 'rejected' } as const;

/** States in which a document still asks something of whoever owns it: those before its last step. */
export function unfinished(machine: Machine): string[] {
  const steps = Object.values(machine.states).map(({ step }) => step ?? -1);
  const last = Math.max(...steps);
  return Object.entries(machine.states)
    .filter(([, { step }]) => step !== undefined && step < last)
    .map(([status]) => status);
}
