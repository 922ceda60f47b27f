import { defineMachine, flagged, ongoingStatuses } from '../machine/machine.ts';
import { JOB_PAGES } from './jobs.ts';
import type { OccurrenceStatus, OpenOccurrenceStatus } from './schedules.ts';

const OPEN = ['planned', 'due', 'overdue'] as const satisfies OpenOccurrenceStatus[];

/**
 * One due day of a schedule for one container (domain-containers 1.4, 2.10). People leave it out or move
 * it; the night, its schedule and its job do the rest. Documents given to it carry `isWithoutJob`.
 */
export const occurrenceMachine = defineMachine<
  OccurrenceStatus,
  'skip' | 'move' | 'refresh' | 'complete' | 'give-up' | 'reopen' | 'withdraw' | 'replan'
>({
  id: 'pmOccurrence',
  page: JOB_PAGES.maintenance,
  states: {
    planned: { tone: 'neutral', step: 0 },
    due: { tone: 'processing', step: 1 },
    overdue: { tone: 'error' },
    done: { tone: 'success', step: 2, closed: true },
    skipped: { tone: 'warning', closed: true },
    cancelled: { tone: 'neutral', closed: true },
  },
  guards: { isWithoutJob: flagged('isWithoutJob') },
  guardCodes: { isWithoutJob: 'OCCURRENCE_HAS_JOB' },
  actions: {
    skip: {
      from: OPEN,
      to: ['skipped'],
      verb: 'update-schedule',
      reason: 'required',
      // Its job is cancelled instead, which skips the occurrence.
      guards: ['isWithoutJob'],
      emphasis: 'danger',
      undo: { irreversible: 'The next one is planned at once, and is moved to an earlier day.' },
    },
    move: {
      from: OPEN,
      to: OPEN,
      verb: 'update-schedule',
      reason: 'required',
      undo: { action: 'move' },
    },
    // By the calendar, its grace days and its job.
    refresh: {
      from: OPEN,
      to: OPEN,
      undo: { irreversible: 'It follows the day.' },
    },
    complete: {
      from: OPEN,
      to: ['done'],
      undo: { action: 'reopen' },
    },
    // Its job came to nothing, or the container is not installed on the day.
    'give-up': {
      from: OPEN,
      to: ['skipped'],
      undo: { action: 'reopen' },
    },
    // Its job goes on; not where the next one is being worked on.
    reopen: {
      from: ['done', 'skipped'],
      to: ['due', 'overdue'],
      undo: { action: 'complete' },
    },
    // Its schedule ended or is not used; no job was made.
    withdraw: {
      from: OPEN,
      to: ['cancelled'],
      undo: { action: 'replan' },
    },
    replan: {
      from: ['cancelled'],
      to: ['planned'],
      undo: { action: 'withdraw' },
    },
  },
});

/** Statuses of an occurrence that is still to be done; a schedule and container have at most one. */
export const OPEN_OCCURRENCE_STATUSES = ongoingStatuses(
  occurrenceMachine,
) as readonly OpenOccurrenceStatus[];
