import { defineMachine } from '../machine/machine.ts';
import { JOB_PAGES } from './jobs.ts';

export const FAULT_REPORT_STATUSES = ['received', 'accepted', 'joined', 'spam'] as const;
export type FaultReportStatus = (typeof FAULT_REPORT_STATUSES)[number];

/**
 * A fault that somebody without an account reported by the code on a container. It is no job until a
 * dispatcher makes one of it, or adds it to one that is open already.
 */
export const faultReportMachine = defineMachine<
  FaultReportStatus,
  'accept' | 'join' | 'spam' | 'restore'
>({
  id: 'faultReport',
  page: JOB_PAGES.repair,
  states: {
    received: { tone: 'warning', step: 0 },
    accepted: { tone: 'success', step: 1, terminal: true },
    joined: { tone: 'success', step: 1, terminal: true },
    spam: { tone: 'neutral', closed: true },
  },
  undecided: ['received'],
  actions: {
    // Making the job does it.
    accept: {
      from: ['received'],
      to: ['accepted'],
      verb: 'create',
      emphasis: 'primary',
      undo: { irreversible: 'The job that was made of it is cancelled instead.' },
    },
    join: {
      from: ['received'],
      to: ['joined'],
      verb: 'create',
      undo: { irreversible: 'The job has its text and photographs from then on.' },
    },
    spam: {
      from: ['received'],
      to: ['spam'],
      verb: 'create',
      emphasis: 'danger',
      undo: { action: 'restore' },
    },
    restore: {
      from: ['spam'],
      to: ['received'],
      verb: 'create',
      undo: { action: 'spam' },
    },
  },
});
