import * as z from 'zod/mini';
import { JOB_KINDS, JOB_PRIORITIES, SLA_STATES } from '../../domain/service/jobs.ts';
import { ABSENCE_REASONS } from '../../domain/service/masters.ts';
import { ASSIGNMENT_WARNINGS, BOARD_STATUSES, MAP_STATES } from '../../domain/service/planning.ts';
import * as field from '../../domain/values/fields.ts';
import { maybeRef, ref, userRef } from '../common.ts';
import { list, mutation, one } from '../endpoint.ts';
import { containerRef } from './inspections.ts';
import { jobDetail, MAX_TECHNICIANS, mayOnJobs } from './jobs.ts';

/** Planning of service jobs: backlog, calendar by technician, board and map (domain-containers 2.10). */
const PATH = '/material_repair_maintenances';
const VIEW = mayOnJobs('view');

/** A job on a board or calendar. */
const plannedJob = z.object({
  id: field.id(),
  version: z.int(),
  kind: z.enum(JOB_KINDS),
  documentNo: z.nullable(z.string()),
  status: z.string(),
  priority: z.enum(JOB_PRIORITIES),
  symptom: z.string(),
  product: containerRef(),
  /** Place of the container, to those who are told. */
  place: z.nullable(z.string()),
  team: z.nullable(ref()),
  technicians: z.array(userRef()),
  appointmentStart: z.nullable(field.instant()),
  appointmentEnd: z.nullable(field.instant()),
  slaDueAt: z.nullable(field.instant()),
  slaState: z.nullable(z.enum(SLA_STATES)),
  /** Actions of its machine that this person may take. */
  allowedActions: z.array(z.string()),
});
export type PlannedJob = z.infer<typeof plannedJob>;

const appointment = z.extend(plannedJob, {
  appointmentStart: field.instant(),
  appointmentEnd: field.instant(),
  /** Technicians of it who are at another job then, or away. */
  clashes: z.array(z.object({ technicianId: field.id(), with: z.enum(['job', 'absence']) })),
});
export type Appointment = z.infer<typeof appointment>;

const plannedTechnician = z.object({
  id: field.id(),
  name: z.string(),
  team: z.nullable(ref()),
  companyId: field.id(),
});
export type PlannedTechnician = z.infer<typeof plannedTechnician>;

const planningCalendar = z.object({
  technicians: z.array(plannedTechnician),
  appointments: z.array(appointment),
  absences: z.array(
    z.object({
      id: field.id(),
      technicianId: field.id(),
      startsAt: field.instant(),
      endsAt: field.instant(),
      reason: z.enum(ABSENCE_REASONS),
    }),
  ),
  /** Working hours of each company: days from 1, Monday, to 7. */
  calendars: z.array(
    z.object({
      companyId: field.id(),
      days: z.array(z.int()),
      from: z.string(),
      to: z.string(),
      holidays: z.array(field.date()),
    }),
  ),
  /** Appointments, and technicians, that an answer had no room for. */
  leftOut: z.object({ appointments: z.int(), technicians: z.int() }),
});
export type PlanningCalendar = z.infer<typeof planningCalendar>;

/** An objection to an assignment. Its key is sent back by whoever confirms it. */
const assignmentWarning = z.object({
  key: z.string(),
  code: z.enum(ASSIGNMENT_WARNINGS),
  technician: z.nullable(userRef()),
  /** The other job, without its number where this person may not see it. */
  job: z.nullable(maybeRef()),
  from: z.nullable(field.instant()),
  until: z.nullable(field.instant()),
});
export type AssignmentObjection = z.infer<typeof assignmentWarning>;

const suggestion = z.object({
  technician: userRef(),
  team: z.nullable(ref()),
  /** Level for containers of its type; null without that skill. */
  skill: z.nullable(z.int()),
  /** Works in the zone of the job, or in its team. */
  isOfZone: z.boolean(),
  isOfTeam: z.boolean(),
  warnings: z.array(assignmentWarning),
  /** Jobs on that day. */
  jobsOfDay: z.int(),
  /** Kilometres from the job before it on that day, and to the one after it. */
  fromKm: z.nullable(z.number()),
  toKm: z.nullable(z.number()),
});
export type TechnicianSuggestion = z.infer<typeof suggestion>;

const boardColumn = z.object({
  status: z.enum(BOARD_STATUSES),
  /** Exact up to 1,000. */
  count: z.int(),
  isCapped: z.boolean(),
  jobs: z.array(plannedJob),
});
export type BoardColumn = z.infer<typeof boardColumn>;

const mapPlace = z.object({
  latitude: z.number(),
  longitude: z.number(),
  place: z.nullable(z.string()),
  /** The worst state of the containers there. */
  state: z.enum(MAP_STATES),
  counts: z.object({
    outOfOrder: z.int(),
    underRepair: z.int(),
    underMaintenance: z.int(),
    normal: z.int(),
  }),
  /** Containers there, the worst first. */
  products: z.array(
    z.object({ id: field.id(), serialNumber: z.string(), state: z.enum(MAP_STATES) }),
  ),
});
export type MapPlace = z.infer<typeof mapPlace>;

const kind = field.optional(z.enum(JOB_KINDS, { error: 'ONE_OF' }));

export const jobPlanningArea = {
  'jobs.planning': one({
    path: `${PATH}/planning`,
    access: VIEW,
    summary: 'Appointments by technician, with absences, working hours and conflicts',
    query: z.object({ from: field.date(), to: field.date(), teamId: field.optional(field.id()) }),
    data: planningCalendar,
  }),
  'jobs.backlog': list({
    path: `${PATH}/backlog`,
    access: VIEW,
    summary: 'Open jobs without an appointment, the most urgent first',
    list: {
      filters: {
        kind: { kind: 'enum', values: JOB_KINDS },
        teamId: { kind: 'id', lookup: 'teams.all' },
      },
      sorts: ['urgency'],
      defaultSort: 'urgency',
    },
    row: plannedJob,
  }),
  'jobs.board': one({
    path: `${PATH}/board`,
    access: VIEW,
    summary: 'Open jobs by status, the most urgent of each first',
    query: z.object({
      kind,
      teamId: field.optional(field.id()),
      /** One column, from this page on; all of them otherwise. */
      status: field.optional(z.enum(BOARD_STATUSES, { error: 'ONE_OF' })),
      page: field.optional(z.string().check(z.regex(/^[1-9]\d?$/, { error: 'INTEGER' }))),
    }),
    data: z.object({ columns: z.array(boardColumn) }),
  }),
  'jobs.map': one({
    path: `${PATH}/map`,
    access: VIEW,
    summary: 'Places of containers by the worst of what is reported there',
    data: z.object({ places: z.array(mapPlace), leftOut: z.int(), withoutPlace: z.int() }),
  }),
  'jobs.technicians': one({
    path: `${PATH}/:id/technicians`,
    access: mayOnJobs('manager-response'),
    summary: 'Technicians for a job: skill, zone, free time and distance',
    /** The job's own appointment unless said, else the next hour. */
    query: z.object({
      start: field.optional(field.instant()),
      end: field.optional(field.instant()),
    }),
    data: z.array(suggestion),
  }),
  'jobs.assign': mutation({
    method: 'POST',
    path: `${PATH}/:id/assignment`,
    access: mayOnJobs('manager-response'),
    summary: 'Gives a job to technicians at a time, or back to the backlog',
    body: z.object({
      version: field.version(),
      /** None: back to the backlog. */
      technicianIds: z.array(field.id()).check(z.maxLength(MAX_TECHNICIANS, { error: 'TOO_MANY' })),
      appointmentStart: field.nullish(field.instant()),
      appointmentEnd: field.nullish(field.instant()),
      /** Keys of the warnings that were confirmed. */
      confirmed: field.optional(
        z.array(field.text(120)).check(z.maxLength(100, { error: 'TOO_MANY' })),
      ),
    }),
    data: jobDetail,
    // The page says what was planned, beside the way back.
    notice: 'none',
    touches: ['jobs', 'products'],
  }),
} as const;
