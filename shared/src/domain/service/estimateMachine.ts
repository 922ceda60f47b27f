import { defineMachine } from '../machine/machine.ts';
import type { EstimateStatus } from './estimates.ts';
import { JOB_PAGES } from './jobs.ts';

/**
 * Estimate of a job, to which its customer says yes or no once (docs/adr/0150). The actions of the job
 * lead to these; the customer's answer by the link, and the end of its time, are the system's.
 */
export const estimateMachine = defineMachine<
  EstimateStatus,
  'update' | 'send' | 'accept' | 'decline' | 'expire' | 'withdraw' | 'supersede'
>({
  id: 'jobEstimate',
  page: JOB_PAGES.repair,
  pages: { by: 'kind', of: JOB_PAGES },
  states: {
    draft: { tone: 'neutral', step: 0, stamp: 'draft' },
    sent: { tone: 'processing', step: 1 },
    accepted: { tone: 'success', step: 2, terminal: true },
    declined: { tone: 'error', terminal: true, stamp: 'rejected' },
    expired: { tone: 'warning', closed: true, stamp: 'cancelled' },
    withdrawn: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
    superseded: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
  },
  undecided: ['draft'],
  actions: {
    update: { from: ['draft'], to: 'same', verb: 'invoice', undo: { action: 'update' } },
    send: { from: ['draft'], to: ['sent'], verb: 'invoice', undo: { action: 'withdraw' } },
    accept: {
      from: ['sent'],
      to: ['accepted'],
      verb: 'invoice',
      undo: { irreversible: 'The customer answers once; another estimate is sent instead.' },
    },
    decline: {
      from: ['sent'],
      to: ['declined'],
      verb: 'invoice',
      undo: { irreversible: 'The customer answers once; another estimate is sent instead.' },
    },
    expire: {
      from: ['sent'],
      to: ['expired'],
      undo: { irreversible: 'Another estimate is sent instead.' },
    },
    withdraw: {
      from: ['draft', 'sent', 'expired'],
      to: ['withdrawn'],
      verb: 'invoice',
      undo: { irreversible: 'Another estimate is sent instead.' },
    },
    // Sending another one does it.
    supersede: {
      from: ['sent', 'expired'],
      to: ['superseded'],
      verb: 'invoice',
      undo: { irreversible: 'The later estimate counts.' },
    },
  },
});

/** Statuses in which an estimate counts for its job: the latest of these says how the job stands. */
export const countingEstimates: readonly EstimateStatus[] = [
  'sent',
  'accepted',
  'declined',
  'expired',
];
/** Statuses of an estimate that the customer has not said yes to: the work waits. */
export const unapprovedEstimates: readonly EstimateStatus[] = ['sent', 'declined', 'expired'];
/** Statuses of an estimate that is taken back. */
export const withdrawableEstimates: readonly EstimateStatus[] =
  estimateMachine.actions.withdraw.from;
