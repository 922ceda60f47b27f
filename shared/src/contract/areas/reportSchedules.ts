import * as z from 'zod/mini';
import * as field from '../../domain/values/fields.ts';
import { PERIODS } from '../../domain/values/recurrence.ts';
import { nothing, userRef } from '../common.ts';
import { mutation, one, SIGNED_IN } from '../endpoint.ts';

export const MAX_SCHEDULES = 50;
export const MAX_RECEIVERS = 50;

export const SCHEDULE_INTERVALS = ['day', 'week', 'month'] as const;
export const SCHEDULE_FORMATS = ['xlsx', 'pdf', 'csv'] as const;

/** Why somebody gets no report now. `company`: they work for none of the sender's companies. */
export const RECEIVER_REFUSALS = ['inactive', 'company', 'view', 'export'] as const;
/**
 * Result of a run for one receiver. `sent`: the mail was written; `tooLarge`: with a link in the file's place;
 * `empty`: nothing to tell; `stopped`: they want none any more; `failed`: the report could not be made.
 */
export const DELIVERY_RESULTS = [
  'waiting',
  'sent',
  'tooLarge',
  'empty',
  'stopped',
  'failed',
  ...RECEIVER_REFUSALS,
] as const;
/** Why a schedule stands still though nobody paused it. */
export const PAUSE_REASONS = ['owner', 'export'] as const;

/** Interval and time of a schedule; the server checks that the day fits the interval. */
const timing = {
  every: field.oneOf(SCHEDULE_INTERVALS),
  /** 1: Monday … 7: Sunday. */
  weekday: z.nullable(field.integer(1, 7)),
  /** 31: the last day of each month. */
  monthDay: z.nullable(field.integer(1, 31)),
  /** Hour in Asia/Bangkok. */
  hour: field.integer(0, 23),
};

const content = {
  /** A saved view, one's own or shared; null: the query as it is. */
  viewId: z.nullable(field.id()),
  query: z.string().check(z.maxLength(2000, { error: 'TOO_LONG' })),
  period: field.oneOf(PERIODS),
  ...timing,
  format: field.oneOf(SCHEDULE_FORMATS),
  sendsEmpty: field.flag(),
};
const body = {
  ...content,
  receiverIds: z
    .array(field.id())
    .check(
      z.minLength(1, { error: 'REQUIRED' }),
      z.maxLength(MAX_RECEIVERS, { error: 'TOO_MANY' }),
    ),
};

const refusal = z.nullable(z.enum(RECEIVER_REFUSALS));
const delivery = z.object({
  user: userRef(),
  result: z.enum(DELIVERY_RESULTS),
  lines: z.nullable(z.int()),
  /** State of the mail; null: there is none. */
  mail: z.nullable(z.enum(['queued', 'sent', 'failed'])),
});
const run = z.object({
  id: field.id(),
  dueAt: field.instant(),
  isByHand: z.boolean(),
  /** Times before it that passed while no server ran. */
  missed: z.int(),
  deliveries: z.array(delivery),
});
const schedule = z.object({
  id: field.id(),
  version: field.version(),
  /** Name of the report in the contract, and its page. */
  report: z.string(),
  slug: z.string(),
  title: z.object({ en: z.string(), th: z.string() }),
  ...content,
  every: z.enum(SCHEDULE_INTERVALS),
  period: z.enum(PERIODS),
  format: z.enum(SCHEDULE_FORMATS),
  viewName: z.nullable(z.string()),
  isActive: z.boolean(),
  pauseReason: z.nullable(z.enum(PAUSE_REASONS)),
  /** null while it stands still. */
  nextAt: z.nullable(field.instant()),
  receivers: z.array(
    z.object({ id: field.id(), name: z.string(), refusal, isStopped: z.boolean() }),
  ),
  lastRun: z.nullable(run),
});
export type ReportSchedule = z.output<typeof schedule>;

const received = z.object({
  id: field.id(),
  slug: z.string(),
  title: z.object({ en: z.string(), th: z.string() }),
  owner: userRef(),
  ...timing,
  every: z.enum(SCHEDULE_INTERVALS),
  nextAt: z.nullable(field.instant()),
  isStopped: z.boolean(),
});

const changed = z.object({ id: field.id(), version: field.version() });
const touches = ['reportSchedules'];

/** Reports that go out by e-mail, to each receiver what that receiver may see (ADR 0100). */
export const reportSchedulesArea = {
  'reportSchedules.list': one({
    path: '/report-schedules',
    access: SIGNED_IN,
    summary: 'One’s own schedules with their last run, and those that one receives',
    data: z.object({ own: z.array(schedule), received: z.array(received) }),
  }),
  'reportSchedules.receivers': one({
    path: '/report-schedules/receivers',
    access: SIGNED_IN,
    summary: 'People who may be sent a report, and why one of them would get nothing',
    query: z.object({
      report: field.requiredText(80),
      search: z.optional(field.text(100)),
      /** Ids of people chosen already: they are answered whatever the search is. */
      ids: z.optional(field.text(2000)),
    }),
    data: z.object({
      people: z.array(z.object({ id: field.id(), name: z.string(), refusal })),
    }),
  }),
  'reportSchedules.create': mutation({
    method: 'POST',
    path: '/report-schedules',
    access: SIGNED_IN,
    summary: 'Has a report sent regularly; needs what its export needs',
    status: 201,
    body: z.object({ report: field.requiredText(80), ...body }),
    data: changed,
    touches,
  }),
  'reportSchedules.update': mutation({
    method: 'PATCH',
    path: '/report-schedules/:id',
    access: SIGNED_IN,
    summary: 'Changes one’s own schedule',
    body: z.object({ version: field.version(), ...body }),
    data: changed,
    touches,
  }),
  'reportSchedules.pause': mutation({
    method: 'POST',
    path: '/report-schedules/:id/pause',
    access: SIGNED_IN,
    summary: 'Lets one’s own schedule stand still, or go on',
    body: z.object({ version: field.version(), isActive: field.flag() }),
    data: changed,
    touches,
  }),
  'reportSchedules.send': mutation({
    method: 'POST',
    path: '/report-schedules/:id/send',
    access: SIGNED_IN,
    summary: 'Sends one’s own schedule now, beside its times',
    notice: 'none',
    data: z.object({ id: field.id() }),
    touches,
  }),
  'reportSchedules.stop': mutation({
    method: 'POST',
    path: '/report-schedules/:id/stop',
    access: SIGNED_IN,
    summary: 'Takes oneself out of somebody’s schedule, or back in',
    body: z.object({ isStopped: field.flag() }),
    data: z.object({ id: field.id() }),
    touches,
  }),
  'reportSchedules.delete': mutation({
    method: 'DELETE',
    path: '/report-schedules/:id',
    access: SIGNED_IN,
    summary: 'Ends one’s own schedule',
    data: nothing(),
    touches,
  }),
} as const;
