import { defineMachine, flagged, openStatuses, unflagged } from '../machine/machine.ts';
import { JOB_PAGES } from './jobs.ts';

/** States in which nobody has begun to work. */
const NOT_BEGUN = ['reported', 'triaged', 'scheduled'] as const;
/** States before the work is done. */
const OPEN = [...NOT_BEGUN, 'waitingParts', 'inProgress'] as const;

/**
 * Service job, `material_repair_maintenances` (domain-containers 2.10): a repair or a maintenance, which
 * stand on a page each. Work done (completed) and report final (closed) are two closings. Documents given
 * to it carry `isBegun`, `hasChecks`, `hasPartsInHand`, `workerIds` (its technicians, and who wrote their
 * work down), the same once the work has begun (`begunByIds`) and once it was accepted (`doneByIds`);
 * `isToDispatch`, false for dispatchers of other teams and zones; `isToJoin`, false for whoever does not
 * join the work that is under way; `isToBill` (its customer bears something of it that no invoice charges);
 * `isOwed` (an issued invoice is unpaid); and `hasOpenInvoice` (one is a draft, or unpaid). Of estimates:
 * `isToEstimate` (its customer bears it), `hasEstimateDraft`, `isAwaited` (one is sent), `hasOpenEstimate`
 * (one may be taken back) and `isUnapproved` (the customer has not said yes to the latest).
 */
export const jobMachine = defineMachine({
  id: 'job',
  page: JOB_PAGES.repair,
  pages: { by: 'kind', of: JOB_PAGES, readers: ['container-maintenance'] },
  states: {
    reported: { tone: 'warning', step: 0, stamp: 'draft' },
    triaged: { tone: 'warning' },
    scheduled: { tone: 'processing', step: 1 },
    waitingParts: { tone: 'warning' },
    inProgress: { tone: 'processing', step: 2 },
    resolved: { tone: 'processing', step: 3 },
    completed: { tone: 'success', step: 4 },
    closed: { tone: 'success', step: 5, terminal: true },
    rejected: { tone: 'error', terminal: true, stamp: 'rejected' },
    cancelled: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
  },
  undecided: ['reported', 'triaged'],
  guards: {
    isBegun: flagged('isBegun'),
    isNotBegun: unflagged('isBegun'),
    hasParts: flagged('hasPartsInHand'),
    isToDispatch: flagged('isToDispatch'),
    hasChecks: flagged('hasChecks'),
    isToJoin: flagged('isToJoin'),
    isToBill: flagged('isToBill'),
    isOwed: flagged('isOwed'),
    isSettled: unflagged('hasOpenInvoice'),
    isToEstimate: flagged('isToEstimate'),
    hasEstimateDraft: flagged('hasEstimateDraft'),
    isAwaited: flagged('isAwaited'),
    hasOpenEstimate: flagged('hasOpenEstimate'),
    isApproved: unflagged('isUnapproved'),
  },
  guardCodes: {
    isToDispatch: 'NOT_YOUR_TEAM',
    isToBill: 'JOB_NOT_BILLABLE',
    isOwed: 'JOB_OWES_NOTHING',
    isSettled: 'JOB_INVOICE_OPEN',
    isToEstimate: 'JOB_NOT_BILLABLE',
    hasEstimateDraft: 'NO_ESTIMATE',
    isAwaited: 'NO_ESTIMATE',
    hasOpenEstimate: 'NO_ESTIMATE',
    isApproved: 'ESTIMATE_NOT_APPROVED',
  },
  actions: {
    // Dispatchers correct reports of others.
    update: {
      from: [...OPEN],
      to: 'same',
      verb: 'update',
      authors: true,
      undo: { action: 'update' },
    },
    'manager-response': {
      from: [...NOT_BEGUN, 'waitingParts'],
      to: {
        reported: ['scheduled', 'triaged', 'rejected'],
        triaged: ['scheduled', 'triaged', 'rejected'],
        scheduled: ['scheduled', 'triaged'],
        waitingParts: ['waitingParts'],
      },
      verb: 'manager-response',
      guards: ['isToDispatch'],
      emphasis: 'primary',
      undo: { action: 'manager-response' },
    },
    'override-coverage': {
      from: [...OPEN, 'resolved'],
      to: 'same',
      verb: 'override-coverage',
      notBy: ['workerIds'],
      reason: 'required',
      undo: { action: 'override-coverage' },
    },
    start: {
      from: ['scheduled'],
      to: ['inProgress'],
      verb: 'work',
      own: true,
      guards: ['isNotBegun', 'isApproved'],
      emphasis: 'primary',
      undo: { action: 'pause' },
    },
    pause: {
      from: ['inProgress'],
      // It goes on while somebody else works on it.
      to: ['scheduled', 'waitingParts', 'inProgress'],
      verb: 'work',
      own: true,
      undo: { action: 'resume' },
    },
    resume: {
      from: ['scheduled', 'waitingParts', 'inProgress'],
      to: ['inProgress'],
      verb: 'work',
      own: true,
      guards: ['isBegun', 'isToJoin', 'isApproved'],
      emphasis: 'primary',
      undo: { action: 'pause' },
    },
    'answer-checks': {
      from: ['inProgress'],
      to: 'same',
      verb: 'work',
      own: true,
      guards: ['hasChecks'],
      undo: { action: 'answer-checks' },
    },
    'technician-summary': {
      from: ['inProgress'],
      to: ['resolved', 'inProgress', 'waitingParts'],
      verb: 'technician-summary',
      own: true,
      emphasis: 'primary',
      undo: { action: 'reopen' },
    },
    // What there is, is held and handed out; what is missing is bought.
    'stock-summary': {
      from: ['scheduled', 'inProgress', 'waitingParts'],
      to: {
        scheduled: ['scheduled', 'waitingParts'],
        inProgress: ['inProgress', 'waitingParts'],
        waitingParts: 'same',
      },
      verb: 'stock-summary',
      undo: { action: 'return-parts' },
    },
    'return-parts': {
      from: ['scheduled', 'inProgress', 'waitingParts'],
      to: 'same',
      verb: 'work',
      own: true,
      guards: ['hasParts'],
      undo: { action: 'stock-summary' },
    },
    // The last of the missing parts was handed out: somebody may go on.
    'parts-issued': {
      from: ['waitingParts'],
      to: ['scheduled'],
      undo: { action: 'pause' },
    },
    // The parts were given up: it waits no longer, and its dispatcher asks anew.
    'parts-given-up': {
      from: ['waitingParts'],
      to: ['scheduled'],
      undo: { action: 'stock-summary' },
    },
    complete: {
      from: ['resolved'],
      to: ['completed'],
      verb: 'complete',
      notBy: ['workerIds'],
      emphasis: 'primary',
      undo: { action: 'reopen' },
    },
    // The report is corrected until the job is closed.
    'final-report': {
      from: ['resolved', 'completed'],
      to: 'same',
      verb: 'close',
      undo: { action: 'final-report' },
    },
    // One draft at a time: it is written anew until it is sent.
    estimate: {
      from: [...OPEN],
      to: 'same',
      verb: 'invoice',
      guards: ['isToEstimate'],
      undo: { action: 'withdraw-estimate' },
    },
    // The customer is waited for: nobody works on it, and the promised time stands.
    'send-estimate': {
      from: [...OPEN],
      to: {
        reported: 'same',
        triaged: 'same',
        scheduled: 'same',
        waitingParts: 'same',
        inProgress: ['scheduled'],
      },
      verb: 'invoice',
      guards: ['isToEstimate', 'hasEstimateDraft'],
      emphasis: 'primary',
      undo: { action: 'withdraw-estimate' },
    },
    // The customer says it by the link; a dispatcher writes down what was said on the telephone.
    'answer-estimate': {
      from: [...OPEN],
      to: 'same',
      verb: 'invoice',
      guards: ['isAwaited'],
      undo: { irreversible: 'The customer answers once; another estimate is sent instead.' },
    },
    'withdraw-estimate': {
      from: [...OPEN],
      to: 'same',
      verb: 'invoice',
      guards: ['hasOpenEstimate'],
      undo: { action: 'estimate' },
    },
    'expire-estimate': {
      from: [...OPEN],
      to: 'same',
      undo: { action: 'estimate' },
    },
    // Accounting issues the draft: nobody charges a customer alone.
    invoice: {
      from: ['completed'],
      to: 'same',
      verb: 'invoice',
      guards: ['isToBill'],
      emphasis: 'primary',
      undo: { irreversible: 'Accounting removes the draft, or makes the invoice void.' },
    },
    'manual-payment': {
      from: ['completed'],
      to: 'same',
      verb: 'invoice',
      guards: ['isOwed'],
      undo: { irreversible: 'Accounting rejects the payment, or reverses it.' },
    },
    close: {
      from: ['completed'],
      to: ['closed'],
      verb: 'close',
      notBy: ['workerIds'],
      guards: ['isSettled'],
      emphasis: 'primary',
      undo: { irreversible: 'A closed job stays closed; what fails again is reported again.' },
    },
    reopen: {
      from: ['resolved', 'completed'],
      to: { resolved: ['inProgress'], completed: ['scheduled'] },
      verb: 'reopen',
      // Accepted work is done once more free, as an override of the coverage would have it.
      notBy: ['doneByIds'],
      reason: 'required',
      undo: { action: 'technician-summary' },
    },
    // Work that was accepted once, or solved before its reopening, is not lost by it.
    cancel: {
      from: [...OPEN],
      to: {
        reported: ['cancelled'],
        triaged: ['cancelled', 'resolved', 'completed'],
        scheduled: ['cancelled', 'resolved', 'completed'],
        waitingParts: ['cancelled', 'resolved', 'completed'],
        inProgress: ['cancelled', 'resolved', 'completed'],
      },
      verb: 'cancel',
      ownerMay: ['reported'],
      notBy: ['begunByIds'],
      reason: 'required',
      emphasis: 'danger',
      undo: { irreversible: 'A cancelled job keeps its number; the fault is reported again.' },
    },
    // The customer said nothing for 48 hours (2.10).
    accept: {
      from: ['resolved'],
      to: ['completed'],
      undo: { action: 'reopen' },
    },
  },
});

/** A job on which somebody has to act: what a leaver passes on, what the container waits for. */
export const openJobStatuses = openStatuses(jobMachine);
/** A job that keeps a container from working as it should. */
export const unsolvedJobStatuses: readonly string[] = OPEN;
/** A job that waits for what its customer has to say of the fault. */
export const questionedJobStatuses: readonly string[] = ['triaged'];
/** A job whose appointment takes its technicians' time. */
export const bookedJobStatuses: readonly string[] = ['scheduled', 'waitingParts', 'inProgress'];
/** A job whose work was accepted. */
export const doneJobStatuses: readonly string[] = ['completed', 'closed'];
