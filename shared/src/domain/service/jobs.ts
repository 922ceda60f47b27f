/** Words of service jobs that server, browser and database share (domain-containers 1.4). */

/** Whether something is broken, or is looked after before it breaks. */
export const JOB_KINDS = ['repair', 'maintenance'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** The page on which jobs of a kind stand. */
export const JOB_PAGES: Readonly<Record<JobKind, string>> = {
  repair: 'repair-list',
  maintenance: 'maintenance-list',
};

/** Route of a job of a kind. */
export const JOB_ROUTES: Readonly<Record<JobKind, string>> = {
  repair: 'repair-job-update',
  maintenance: 'maintenance-job-detail',
};

export const JOB_PRIORITIES = ['critical', 'high', 'normal', 'low'] as const;
export type JobPriority = (typeof JOB_PRIORITIES)[number];

/** Channels by which a fault became known; `pm` is a schedule of maintenance. */
export const JOB_CHANNELS = ['phone', 'line', 'qr', 'app', 'pm', 'inspection'] as const;
export type JobChannel = (typeof JOB_CHANNELS)[number];
/** Channels that a person chooses; the others are the system's. */
export const ENTERED_CHANNELS = ['phone', 'line', 'app'] as const;

/** Bearers of the cost: a warranty, the contract of a lease, the customer, or the company itself. */
export const JOB_COVERAGES = ['warranty', 'contract', 'billable', 'goodwill'] as const;
export type JobCoverage = (typeof JOB_COVERAGES)[number];

/** Answers of the dispatcher to a report. */
export const JOB_DECISIONS = ['accept', 'needInfo', 'reject'] as const;
export type JobDecision = (typeof JOB_DECISIONS)[number];

/** Results of the work. The last two leave the job open. */
export const JOB_RESULTS = ['fixed', 'temporary', 'notFixed', 'needParts'] as const;
export type JobResult = (typeof JOB_RESULTS)[number];
export const isResolvedBy = (result: JobResult): boolean =>
  result === 'fixed' || result === 'temporary';

/** Answers to an item of a checklist. */
export const CHECK_ANSWERS = ['ok', 'failed', 'notApplicable'] as const;
export type CheckAnswer = (typeof CHECK_ANSWERS)[number];

/** Why work stops for a while. */
export const PAUSE_REASONS = [
  'parts',
  'customer',
  'access',
  'endOfDay',
  'otherJob',
  'other',
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Why the container did not sell. */
export const DOWNTIME_REASONS = ['fault', 'parts', 'access', 'power', 'network', 'other'] as const;
export type DowntimeReason = (typeof DOWNTIME_REASONS)[number];

/** States of a job against its promised time. */
export const SLA_STATES = ['onTime', 'atRisk', 'breached', 'paused', 'met', 'missed'] as const;
export type SlaState = (typeof SLA_STATES)[number];

/** Share of the promised time after which a job is at risk. */
export const SLA_WARNING = 0.8;
/** Days after completion within which a repair that fails again is done once more, free. */
export const REPAIR_WARRANTY_DAYS = 30;
/** Hours after which a customer who says nothing has accepted the work. */
export const AUTO_ACCEPT_HOURS = 48;

/** An appointment lasts so many hours at most, and lies so many days ahead at most. */
export const APPOINTMENT_LIMITS = { hours: 24, daysAhead: 366 } as const;

export interface SlaClock {
  /** The report, or the last reopening. */
  readonly countedFrom: Date;
  /** Null where no time was promised. */
  readonly dueAt: Date | null;
  /** The instant at which it was solved, or the job ended otherwise. */
  readonly endedAt: Date | null;
  /** Since when the customer is waited for. */
  readonly pausedAt: Date | null;
}

/** State of a job against its promised time at an instant; null where no time was promised. */
export function slaStateOf(
  { countedFrom, dueAt, endedAt, pausedAt }: SlaClock,
  now: Date,
): SlaState | null {
  if (dueAt === null) return null;
  if (endedAt !== null) return endedAt <= dueAt ? 'met' : 'missed';
  if (pausedAt !== null) return pausedAt > dueAt ? 'breached' : 'paused';
  if (now > dueAt) return 'breached';
  const promised = dueAt.getTime() - countedFrom.getTime();
  return now.getTime() - countedFrom.getTime() >= promised * SLA_WARNING ? 'atRisk' : 'onTime';
}

/** Where a serial number drawn for a job is: still on its shelf, with the technician, built in, or back. */
export const JOB_SERIAL_STATES = ['held', 'inHand', 'used', 'returned'] as const;
export type JobSerialState = (typeof JOB_SERIAL_STATES)[number];
