import * as z from 'zod/mini';
import { JOB_KINDS } from '../../domain/service/jobs.ts';
import { SCHEDULE_BASES } from '../../domain/service/occurrences.ts';
import {
  MAX_CHECKS,
  MAX_LEAD_DAYS,
  METER_UNITS,
  OCCURRENCE_STATUSES,
  SCHEDULE_UNITS,
  SKIP_CAUSES,
} from '../../domain/service/schedules.ts';
import * as field from '../../domain/values/fields.ts';
import { active, historyEntry, maybeRef, nothing, recordFields, ref, userRef } from '../common.ts';
import { ability, list, mutation, one } from '../endpoint.ts';
import { containerRef } from './inspections.ts';

/** Preventive maintenance: schedules and their occurrences (domain-containers 1.4, 2.10). */
const PATH = '/pm_schedules';
const OCCURRENCES = '/pm_occurrences';
const VIEW = ability('maintenance-list:view');
const UPDATE = ability('maintenance-list:update-schedule');
const touches = ['pmSchedules', 'pmOccurrences'];

const scheduleRow = z.object({
  ...recordFields,
  company: ref(),
  name: z.string(),
  /** Every installed container of a model, or one container. */
  productModel: z.nullable(ref()),
  product: z.nullable(containerRef()),
  every: z.int(),
  unit: z.enum(SCHEDULE_UNITS),
  basedOn: z.enum(SCHEDULE_BASES),
  startsOn: field.date(),
  endsOn: z.nullable(field.date()),
  leadDays: z.int(),
  graceDays: z.int(),
  requireSignature: z.boolean(),
  team: z.nullable(ref()),
  isActive: z.boolean(),
  /** The earliest day on which a container is due; null where nothing is planned. */
  nextDueAt: z.nullable(field.date()),
  lastDoneAt: z.nullable(field.date()),
  /** Occurrences that are overdue now. */
  overdueCount: z.int(),
  /** Done within grace, of all that were due; null before the first was. */
  compliancePercent: z.nullable(z.int()),
  checklist: z.array(z.string()),
  requiredParts: z.array(z.object({ part: ref(), unit: z.nullable(ref()), quantity: z.number() })),
});
export type PmScheduleRow = z.infer<typeof scheduleRow>;

const scheduleDetail = z.extend(scheduleRow, {
  /** Containers that it looks after now. */
  containerCount: z.int(),
  dueCount: z.int(),
  inTimeCount: z.int(),
  history: z.array(historyEntry),
});
export type PmScheduleDetail = z.infer<typeof scheduleDetail>;

const scheduleBody = {
  name: field.requiredText(200),
  every: field.integer(1, 1_000_000),
  unit: z.enum(SCHEDULE_UNITS, { error: 'ONE_OF' }),
  basedOn: z.enum(SCHEDULE_BASES, { error: 'ONE_OF' }),
  startsOn: field.date(),
  endsOn: field.nullish(field.date()),
  leadDays: field.integer(0, MAX_LEAD_DAYS),
  graceDays: field.integer(0, MAX_LEAD_DAYS),
  requireSignature: field.flag(),
  teamId: field.nullish(field.id()),
  /** Lines that a technician answers, in their order. */
  checklist: z.array(field.requiredText(200)).check(z.maxLength(MAX_CHECKS, { error: 'TOO_MANY' })),
  requiredParts: z
    .array(z.object({ partId: field.id(), quantity: field.positiveQuantity() }))
    .check(z.maxLength(MAX_CHECKS, { error: 'TOO_MANY' })),
};
const endsAfterStart = () =>
  z.refine<{ startsOn: string; endsOn?: string | null | undefined }>(
    ({ startsOn, endsOn }) => !endsOn || startsOn <= endsOn,
    { error: 'DATE_ORDER', path: ['endsOn'] },
  );
const lookups = [
  'inspections.products',
  'productModels.all',
  'companies.all',
  'parts.master',
  'teams.all',
];

const occurrenceRow = z.object({
  ...recordFields,
  schedule: z.object({ id: field.id(), name: z.string() }),
  product: containerRef(),
  productModel: ref(),
  status: z.enum(OCCURRENCE_STATUSES),
  /** The day on which it is to be done, and the planned one where it was moved. */
  day: field.date(),
  dueOn: field.date(),
  /** Days of the series that passed before it was done. */
  missedOn: z.array(field.date()),
  doneOn: z.nullable(field.date()),
  skipCause: z.nullable(z.enum(SKIP_CAUSES)),
  reason: z.nullable(z.string()),
  job: z.nullable(
    z.object({ id: field.id(), documentNo: z.nullable(z.string()), status: z.string() }),
  ),
});
export type PmOccurrenceRow = z.infer<typeof occurrenceRow>;

/** A reading of a container's counter. */
const meterReading = z.object({
  id: field.id(),
  version: field.version(),
  kind: z.enum(METER_UNITS),
  value: z.int(),
  readAt: field.instant(),
  by: z.nullable(userRef()),
  /** The technician of a job read it. */
  job: z.nullable(maybeRef()),
  /** Why a counter that reads less than before was replaced. */
  replacedReason: z.nullable(z.string()),
  /** Its first value, and why it was put right; null of one that was written down rightly. */
  correction: z.nullable(
    z.object({
      firstValue: z.int(),
      reason: z.string(),
      by: z.nullable(userRef()),
      at: field.instant(),
    }),
  ),
});
export type MeterReading = z.infer<typeof meterReading>;

/** An entry of the calendar: an occurrence, or the appointment of a maintenance job. */
const calendarEntry = z.object({
  id: field.id(),
  type: z.enum(['occurrence', 'job']),
  day: field.date(),
  /** Begin of an appointment; null of an occurrence. */
  startsAt: z.nullable(field.instant()),
  title: z.string(),
  status: z.string(),
  product: containerRef(),
  team: z.nullable(ref()),
  /** Of an occurrence. */
  schedule: z.nullable(z.object({ id: field.id(), name: z.string() })),
  version: z.nullable(z.int()),
  /** Its job, or the job itself. */
  job: z.nullable(
    z.object({
      id: field.id(),
      kind: z.enum(JOB_KINDS),
      documentNo: z.nullable(z.string()),
      status: z.string(),
    }),
  ),
});
export type PmCalendarEntry = z.infer<typeof calendarEntry>;

export const pmSchedulesArea = {
  'pmSchedules.list': list({
    path: PATH,
    access: VIEW,
    summary: 'Schedules of preventive maintenance',
    list: {
      filters: {
        productModelId: { kind: 'id', lookup: 'productModels.all' },
        productId: { kind: 'id', lookup: 'inspections.products' },
        teamId: { kind: 'id', lookup: 'teams.all' },
        isActive: { kind: 'flag' },
      },
      sorts: ['name', 'createdAt'],
      defaultSort: 'name',
      exportColumns: [
        'name',
        'productModel',
        'product',
        'every',
        'unit',
        'basedOn',
        'startsOn',
        'endsOn',
        'leadDays',
        'graceDays',
        'team',
        'nextDueAt',
        'lastDoneAt',
        'overdueCount',
        'compliancePercent',
        'isActive',
      ],
    },
    row: scheduleRow,
  }),
  'pmSchedules.calendar': one({
    path: `${PATH}/calendar`,
    access: VIEW,
    summary: 'Occurrences and maintenance jobs by day',
    query: z.object({
      from: field.date(),
      to: field.date(),
      teamId: field.optional(field.id()),
    }),
    data: z.object({
      entries: z.array(calendarEntry),
      /** Entries that an answer had no room for. */
      leftOut: z.int(),
    }),
  }),
  'pmSchedules.get': one({
    path: `${PATH}/:id`,
    access: VIEW,
    summary: 'A schedule with its compliance and history',
    data: scheduleDetail,
  }),
  'pmSchedules.create': mutation({
    method: 'POST',
    path: PATH,
    access: ability('maintenance-list:create-schedule'),
    summary: 'Plans the maintenance of a container, or of every container of a model',
    status: 201,
    body: z
      .object({
        /** Of a schedule for a model; that of a container follows from it. */
        companyId: field.nullish(field.id()),
        productModelId: field.nullish(field.id()),
        productId: field.nullish(field.id()),
        ...scheduleBody,
      })
      .check(endsAfterStart()),
    data: scheduleDetail,
    lookups,
    touches,
  }),
  'pmSchedules.update': mutation({
    method: 'PATCH',
    path: `${PATH}/:id`,
    access: UPDATE,
    summary: 'Changes a schedule; jobs that were made keep what they inherited',
    body: z
      .object({ version: field.version(), ...scheduleBody, ...active })
      .check(endsAfterStart()),
    data: scheduleDetail,
    lookups,
    touches,
  }),
  'pmSchedules.delete': mutation({
    method: 'DELETE',
    path: `${PATH}/:id`,
    access: ability('maintenance-list:delete-schedule'),
    summary: 'Deletes a schedule of which nothing came due yet',
    data: nothing(),
    touches,
  }),

  'pmOccurrences.list': list({
    path: OCCURRENCES,
    access: VIEW,
    summary: 'Occurrences of preventive maintenance by container',
    list: {
      filters: {
        scheduleId: { kind: 'id', onlyIs: true },
        productId: { kind: 'id', lookup: 'inspections.products' },
        status: { kind: 'enum', values: OCCURRENCE_STATUSES },
      },
      sorts: ['day'],
      defaultSort: '-day',
      dateField: 'day',
      searchable: false,
      exportColumns: [
        'schedule',
        'product',
        'productModel',
        'day',
        'dueOn',
        'status',
        'doneOn',
        'missedOn',
        'skipCause',
        'reason',
        'job',
      ],
    },
    row: occurrenceRow,
  }),
  'pmOccurrences.skip': mutation({
    method: 'POST',
    path: `${OCCURRENCES}/:id/skip`,
    access: UPDATE,
    summary: 'Leaves one occurrence out; the next one is planned',
    body: z.object({ version: field.version(), reason: field.reason() }),
    data: occurrenceRow,
    touches,
  }),
  'pmOccurrences.move': mutation({
    method: 'POST',
    path: `${OCCURRENCES}/:id/move`,
    access: UPDATE,
    summary: 'Moves one occurrence to another day; the series stays',
    body: z.object({ version: field.version(), day: field.date(), reason: field.reason() }),
    data: occurrenceRow,
    touches: [...touches, 'jobs'],
  }),

  'meterReadings.ofProduct': one({
    path: '/products/:id/meter_readings',
    access: VIEW,
    summary: 'What the counters of a container read, the latest first',
    data: z.array(meterReading),
  }),
  'meterReadings.create': mutation({
    method: 'POST',
    path: '/products/:id/meter_readings',
    access: ability('maintenance-list:update-schedule', 'maintenance-list:work'),
    summary: 'Enters what a counter reads; less than before only where it was replaced',
    status: 201,
    body: z.object({
      kind: z.enum(METER_UNITS, { error: 'ONE_OF' }),
      value: field.integer(0, 999_999_999),
      replacedReason: field.nullish(field.reason()),
    }),
    data: z.array(meterReading),
    touches: ['meterReadings', ...touches],
  }),
  'meterReadings.correct': mutation({
    method: 'PATCH',
    path: '/meter_readings/:id',
    access: UPDATE,
    summary:
      'Puts a reading right that was written down wrongly, within the ones before and after it',
    body: z.object({
      version: field.version(),
      value: field.integer(0, 999_999_999),
      reason: field.reason(),
    }),
    data: z.array(meterReading),
    touches: ['meterReadings', ...touches],
  }),
} as const;
