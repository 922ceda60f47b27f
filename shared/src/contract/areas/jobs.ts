import * as z from 'zod/mini';
import { statusesOf } from '../../domain/machine/machine.ts';
import { ESTIMATE_STATUSES } from '../../domain/service/estimates.ts';
import { jobMachine } from '../../domain/service/jobMachine.ts';
import {
  CHECK_ANSWERS,
  DOWNTIME_REASONS,
  ENTERED_CHANNELS,
  JOB_CHANNELS,
  JOB_COVERAGES,
  JOB_DECISIONS,
  JOB_KINDS,
  JOB_PAGES,
  JOB_PRIORITIES,
  JOB_RESULTS,
  JOB_SERIAL_STATES,
  PAUSE_REASONS,
  SLA_STATES,
} from '../../domain/service/jobs.ts';
import { MAX_CHECKS } from '../../domain/service/schedules.ts';
import { CONDITIONS, TRACKING_TYPES } from '../../domain/stock/locations.ts';
import * as field from '../../domain/values/fields.ts';
import {
  cost,
  documentDetail,
  documentFields,
  linesOf,
  maybeRef,
  orJson,
  ref,
  signature,
  userRef,
  versionOnly,
  withReason,
} from '../common.ts';
import { documentCalls } from '../documentCalls.ts';
import { ability, file, list, lookup, one } from '../endpoint.ts';
import { estimateAnswerBody, estimateBody, jobEstimates } from '../jobEstimates.ts';
import { serials } from '../lines.ts';
import { partChoice, partOut, STOCK_IN } from '../partLines.ts';
import { receivedPayment } from '../receivedPayment.ts';
import { containerRef } from './inspections.ts';

/** Service jobs, `material_repair_maintenances` (domain-containers 1.4, 2.10). */

/** Technicians of one job. */
export const MAX_TECHNICIANS = 6;

const jobRow = z.object({
  ...documentFields,
  kind: z.enum(JOB_KINDS),
  product: containerRef(),
  productModel: ref(),
  /** Null of a container that stands at nobody's. */
  customer: z.nullable(ref()),
  /** Place of the container as text. */
  place: z.nullable(z.string()),
  zone: z.nullable(ref()),
  coverage: z.enum(JOB_COVERAGES),
  priority: z.enum(JOB_PRIORITIES),
  channel: z.enum(JOB_CHANNELS),
  symptomCode: z.nullable(ref()),
  symptom: z.string(),
  /** The container does not sell meanwhile. */
  isDown: z.boolean(),
  team: z.nullable(ref()),
  technicians: z.array(userRef()),
  appointmentStart: z.nullable(field.instant()),
  appointmentEnd: z.nullable(field.instant()),
  reportedAt: field.instant(),
  slaDueAt: z.nullable(field.instant()),
  slaState: z.nullable(z.enum(SLA_STATES)),
  resolvedAt: z.nullable(field.instant()),
});
export type JobRow = z.infer<typeof jobRow>;

const workTime = z.object({
  id: field.id(),
  technician: z.nullable(userRef()),
  startedAt: field.instant(),
  endedAt: z.nullable(field.instant()),
  pauseReason: z.nullable(z.enum(PAUSE_REASONS)),
  note: z.nullable(z.string()),
});

/** A part that is built into the container, and may be taken out. */
const partInside = z.object({
  id: field.id(),
  part: ref(),
  unit: ref(),
  quantity: z.number(),
  serialNo: z.nullable(z.string()),
  lotNo: z.nullable(z.string()),
});
export type PartInside = z.infer<typeof partInside>;
/** An item that the technician of a planned job answers. */
const jobCheck = z.object({
  id: field.id(),
  name: z.string(),
  /** Null until somebody has looked. */
  answer: z.nullable(z.enum(CHECK_ANSWERS)),
  note: z.nullable(z.string()),
  /** The repair that a failed item led to. */
  repair: z.nullable(maybeRef()),
});
export type JobCheck = z.infer<typeof jobCheck>;

/** A job from its report or a reopening until the next one: what was done then stays as it was. */
const jobPeriod = z.object({
  startedAt: field.instant(),
  coverage: z.enum(JOB_COVERAGES),
  slaDueAt: z.nullable(field.instant()),
  resolvedAt: field.instant(),
  completedAt: z.nullable(field.instant()),
  downtimeMinutes: z.nullable(z.int()),
  downtimeReason: z.nullable(z.enum(DOWNTIME_REASONS)),
  result: z.nullable(z.enum(JOB_RESULTS)),
  causeCode: z.nullable(ref()),
  actionCode: z.nullable(ref()),
  workDone: z.nullable(z.string()),
  meter: z.nullable(z.int()),
  signedBy: z.nullable(z.string()),
  finalReport: z.nullable(z.string()),
  checklist: z.array(jobCheck),
});

/** Another open job of the same container, so that nobody is sent twice. */
const similarJob = z.object({
  id: field.id(),
  kind: z.enum(JOB_KINDS),
  documentNo: z.nullable(z.string()),
  status: z.string(),
  symptom: z.string(),
  reportedAt: field.instant(),
});

/** A part that was drawn for a job. Issued = used + returned + in hand. */
const jobPart = z.object({
  id: field.id(),
  requisition: z.object({ id: field.id(), documentNo: z.string(), status: z.string() }),
  part: ref(),
  unit: ref(),
  trackingType: z.enum(TRACKING_TYPES),
  isBillable: z.boolean(),
  askedQty: z.number(),
  reservedQty: z.number(),
  issuedQty: z.number(),
  usedQty: z.number(),
  returnedQty: z.number(),
  /** Handed out, neither used nor given back. */
  inHandQty: z.number(),
  serials: z.array(z.object({ serialNo: z.string(), state: z.enum(JOB_SERIAL_STATES) })),
  /** The used quantity at its exact cost. */
  value: cost(),
});
export type JobPart = z.infer<typeof jobPart>;

/** A line by which a job is charged; prices are in THB before VAT. */
const chargedLine = {
  /** A part of the job; null of labour and what else is charged. */
  partId: z.nullable(field.id()),
  description: z.string(),
  quantity: z.number(),
  unit: z.nullable(z.string()),
  unitPrice: z.string(),
  isService: z.boolean(),
};

/** Invoices of a job, and the lines by which it would be charged at list prices. */
const jobBilling = z.object({
  invoices: z.array(
    z.object({
      id: field.id(),
      documentNo: z.nullable(z.string()),
      status: z.string(),
      dueDate: field.date(),
      grandTotal: z.string(),
      balance: z.string(),
    }),
  ),
  /** Null where nothing is to be charged, or it was. */
  proposal: z.nullable(
    z.object({
      items: z.array(z.object(chargedLine)),
      /** Total of the lines before VAT: a charge below it counts as a discount. */
      listTotal: z.string(),
      dueDate: field.date(),
      /** Per cent; zero of a company that charges none. */
      vatRate: z.string(),
      /** Total before VAT that the customer said yes to: more than it needs a reason. */
      approvedTotal: z.nullable(z.string()),
    }),
  ),
  /** Amount that its invoices leave to be paid. */
  balance: z.string(),
});

export const jobDetail = z.extend(jobRow, {
  ...documentDetail,
  reportedByName: z.nullable(z.string()),
  /** To dispatchers, and to the technicians of a job while it is open. */
  reportedByPhone: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  contract: z.nullable(maybeRef()),
  warranty: z.nullable(maybeRef()),
  coverageReason: z.nullable(z.string()),
  /** The completed job that this one does once more, free. */
  repeats: z.nullable(maybeRef()),
  slaPausedAt: z.nullable(field.instant()),
  /** The dispatcher's note, and the estimate that the customer was told, in THB before VAT. */
  responseNote: z.nullable(z.string()),
  estimateLabour: z.nullable(z.string()),
  estimateParts: z.nullable(z.string()),
  startedAt: z.nullable(field.instant()),
  times: z.array(workTime),
  /** People who worked on it: they accept none of it. Once it has begun, they do not give it up either. */
  workerIds: z.array(field.id()),
  begunByIds: z.array(field.id()),
  /** The same once the work was accepted: they do not do it once more, free. */
  doneByIds: z.array(field.id()),
  /** Periods that ended with a reopening. */
  periods: z.array(jobPeriod),
  /** Minutes of work, of all technicians. */
  workMinutes: z.int(),
  /** Minutes without selling, from the report until it was solved. */
  downtimeMinutes: z.nullable(z.int()),
  downtimeReason: z.nullable(z.enum(DOWNTIME_REASONS)),
  causeCode: z.nullable(ref()),
  actionCode: z.nullable(ref()),
  workDone: z.nullable(z.string()),
  result: z.nullable(z.enum(JOB_RESULTS)),
  meter: z.nullable(z.int()),
  signedBy: z.nullable(z.string()),
  /** A PNG as a data URL. */
  signature: z.nullable(z.string()),
  completedAt: z.nullable(field.instant()),
  reopenedCount: z.int(),
  finalReport: z.nullable(z.string()),
  closedAt: z.nullable(field.instant()),
  parts: z.array(jobPart),
  /** Used parts at their exact cost. */
  partsCost: cost(),
  /** Parts of the container while somebody works on it. */
  inside: z.array(partInside),
  /** The schedule that it was made by, and the day on which it is to be done. */
  schedule: z.nullable(
    z.object({ id: z.nullable(field.id()), name: z.string(), day: field.date() }),
  ),
  /** It is accepted with a signature only. */
  requiresSignature: z.boolean(),
  checklist: z.array(jobCheck),
  plannedParts: z.array(z.object({ part: ref(), unit: z.nullable(ref()), quantity: z.number() })),
  /** Other open jobs of the container. */
  similar: z.array(similarJob),
  /** Told to people who charge its customer, and to readers of its invoices. */
  billing: z.nullable(jobBilling),
  /** The latest estimate that the customer was sent and that counts; null where there is none. */
  estimateStatus: z.nullable(z.enum(ESTIMATE_STATUSES)),
  /** Told to people who hand it out or charge its customer. */
  estimating: z.nullable(jobEstimates),
});
export type JobDetail = z.infer<typeof jobDetail>;

const reported = {
  priority: z.enum(JOB_PRIORITIES, { error: 'ONE_OF' }),
  symptomCodeId: field.nullish(field.id()),
  symptom: field.requiredText(1000),
  isDown: field.flag(),
  reportedByName: field.nullish(field.text(200)),
  reportedByPhone: field.nullish(field.phone()),
  remark: field.nullish(field.longText()),
};

/** Lines of one call. */
const MAX_PARTS = 100;

/** A step that a technician may do without a network: its key is kept for good (ADR 0140). */
export const technicianStep = <E extends object>(call: E) => ({
  ...call,
  remembersBy: 'jobs.get' as const,
});

/** Moment of a step that waited on a phone, by its clock; now unless said. */
const doneAt = { doneAt: field.optional(field.instant()) };

/** Parts that are given back of lines in hand. */
const returnedLine = z.object({
  id: field.id(),
  quantity: field.positiveQuantity(),
  condition: z.enum(CONDITIONS, { error: 'ONE_OF' }),
  serials: field.optional(serials()),
  lotNo: field.nullish(field.text(60)),
});

/** Parts that were used of lines in hand. */
const usedLine = z.object({
  id: field.id(),
  quantity: field.positiveQuantity(),
  serials: field.optional(serials()),
  lotNo: field.nullish(field.text(60)),
  /** Used up and not built in, such as a cleaning agent. */
  isConsumed: field.optional(field.flag()),
  /** The built-in part, taken out with the same call, whose place it takes. */
  replacesId: field.nullish(field.id()),
});

const some = <T extends z.core.$ZodType>(line: T) =>
  field.optional(z.array(line).check(z.maxLength(MAX_PARTS, { error: 'TOO_MANY' })));

/** Query families that change with the parts of a job. */
const PART_TOUCHES = [
  'jobs',
  'products',
  'parts',
  'requisitions',
  'purchaseRequests',
  'goodsImports',
  'repairs',
  'claims',
  'destructions',
];

/** Query families that change with what a job is charged and paid. */
const MONEY_TOUCHES = ['jobs', 'invoices', 'payments', 'receivables'];

/** Look-ups of the forms. */
const lookups = ['inspections.products', 'technicianSkills.technicians', 'jobCodes.master'];
const pages = Object.values(JOB_PAGES);
const abilities = (verb: string) => pages.map((page) => `${page}:${verb}`);
/** A verb on either page of jobs. */
export const mayOnJobs = (verb: string) => ability(...abilities(verb));

/** Readers of containers' maintenance read their jobs as well. */
const READ = ability(...abilities('view'), 'container-maintenance:view');

const jobs = documentCalls('/material_repair_maintenances', {
  family: 'jobs',
  page: pages,
  detail: jobDetail,
  touches: ['jobs', 'products'],
  // Technicians photograph their work.
  attachedBy: ['update', 'work'],
});

export const jobsArea = {
  'jobs.list': {
    ...jobs.list({
      summary: 'Repair and maintenance jobs',
      statuses: statusesOf(jobMachine),
      filters: {
        kind: { kind: 'enum', values: JOB_KINDS },
        coverage: { kind: 'enum', values: JOB_COVERAGES },
        priority: { kind: 'enum', values: JOB_PRIORITIES },
        technicianId: { kind: 'id', lookup: 'technicianSkills.technicians', onlyIs: true },
        teamId: { kind: 'id', lookup: 'teams.all' },
        zoneId: { kind: 'id', lookup: 'zones.all' },
        productId: { kind: 'id', lookup: 'inspections.products' },
        customerId: { kind: 'id', onlyIs: true },
        /** The promised time has passed. */
        overdue: { kind: 'flag' },
      },
      sorts: ['slaDueAt', 'appointmentStart'],
      row: jobRow,
    }),
    access: READ,
  },
  'jobs.master': jobs.master('Choice: job'),
  'jobs.parts': list({
    path: '/material_repair_maintenances/parts',
    access: lookup(...abilities('stock-summary')),
    summary: 'Choice of a part for a job, with what may be picked of it',
    list: { filters: STOCK_IN, sorts: ['partNo'], defaultSort: 'partNo', maxLimit: 1000 },
    row: partChoice,
  }),
  'jobs.get': { ...jobs.get('A job with all that was done'), access: READ },
  'jobs.create': jobs.create({
    summary: 'Reports a fault, or asks for maintenance',
    body: {
      kind: z.enum(JOB_KINDS, { error: 'ONE_OF' }),
      productId: field.id(),
      channel: z.enum(ENTERED_CHANNELS, { error: 'ONE_OF' }),
      /** The fault report that it is made of: its channel is the code then, and it takes its photographs. */
      faultReportId: field.nullish(field.id()),
      ...reported,
    },
    lookups,
    touches: ['jobs', 'products', 'faultReports'],
  }),
  'jobs.update': jobs.update({
    summary: 'Corrects what was reported',
    body: reported,
    lookups,
    touches: ['jobs', 'products'],
  }),
  'jobs.managerResponse': jobs.action('managerResponse', {
    path: 'manager-response',
    may: 'manager-response',
    summary: 'Accepts a job with its technicians and appointment, refuses it, or asks for more',
    body: z.object({
      version: field.version(),
      decision: z.enum(JOB_DECISIONS, { error: 'ONE_OF' }),
      teamId: field.nullish(field.id()),
      technicianIds: field.optional(
        z.array(field.id()).check(z.maxLength(MAX_TECHNICIANS, { error: 'TOO_MANY' })),
      ),
      appointmentStart: field.nullish(field.instant()),
      appointmentEnd: field.nullish(field.instant()),
      priority: field.optional(z.enum(JOB_PRIORITIES, { error: 'ONE_OF' })),
      /** THB before VAT. */
      estimateLabour: field.nullish(field.money()),
      estimateParts: field.nullish(field.money()),
      note: field.nullish(field.longText()),
      /** Why it is refused. */
      reason: field.nullish(field.reason()),
    }),
    lookups,
  }),
  'jobs.overrideCoverage': jobs.action('overrideCoverage', {
    path: 'override-coverage',
    may: 'override-coverage',
    summary: 'Says who bears the cost, whatever contract and warranty say',
    body: z.object({
      version: field.version(),
      coverage: z.enum(JOB_COVERAGES, { error: 'ONE_OF' }),
      reason: field.reason(),
    }),
  }),
  'jobs.start': technicianStep(
    jobs.action('start', {
      may: 'work',
      summary: 'Begins the work',
      body: z.object({ version: field.version(), ...doneAt }),
    }),
  ),
  'jobs.pause': technicianStep(
    jobs.action('pause', {
      may: 'work',
      summary: 'Stops the work for a while',
      body: z.object({
        version: field.version(),
        pauseReason: z.enum(PAUSE_REASONS, { error: 'ONE_OF' }),
        note: field.nullish(field.text(500)),
        ...doneAt,
      }),
    }),
  ),
  'jobs.resume': technicianStep(
    jobs.action('resume', {
      may: 'work',
      summary: 'Goes on with the work',
      body: z.object({ version: field.version(), ...doneAt }),
    }),
  ),
  'jobs.stockSummary': jobs.action('stockSummary', {
    path: 'stock-summary',
    may: 'stock-summary',
    summary: 'Asks for parts: what there is, is held for a requisition; what is short, is bought',
    body: z.object({
      version: field.version(),
      /** The day of the appointment unless said. */
      neededBy: field.nullish(field.date()),
      items: linesOf(
        z.object({
          partId: field.id(),
          quantity: field.positiveQuantity(),
          warehouseId: field.id(),
          /** Charged to the customer; by the coverage of the job unless said. */
          isBillable: field.optional(field.flag()),
        }),
        MAX_PARTS,
      ),
    }),
    lookups: ['jobs.parts', 'masterData.subWarehouses'],
    touches: PART_TOUCHES,
  }),
  'jobs.returnParts': jobs.action('returnParts', {
    path: 'return-parts',
    may: 'work',
    summary: 'Gives parts in hand back; goods imports of them wait at their exact cost',
    body: z.object({
      version: field.version(),
      remark: field.nullish(field.longText()),
      items: linesOf(returnedLine, MAX_PARTS),
    }),
    touches: PART_TOUCHES,
  }),
  'jobs.answerChecks': technicianStep(
    jobs.action('answerChecks', {
      path: 'answer-checks',
      may: 'work',
      summary: 'Answers items of the checklist; a failed one may report a repair',
      body: z.object({
        version: field.version(),
        checks: z
          .array(
            z.object({
              id: field.id(),
              answer: z.enum(CHECK_ANSWERS, { error: 'ONE_OF' }),
              note: field.nullish(field.text(500)),
              /** Reports a repair of what failed, once. */
              repair: field.optional(field.flag()),
            }),
          )
          .check(
            z.minLength(1, { error: 'LINES_REQUIRED' }),
            z.maxLength(MAX_CHECKS, { error: 'TOO_MANY' }),
          ),
      }),
    }),
  ),
  'jobs.technicianSummary': technicianStep(
    jobs.action('technicianSummary', {
      path: 'technician-summary',
      may: 'technician-summary',
      summary: 'Says what was done and what came of it',
      body: z.object({
        version: field.version(),
        causeCodeId: field.nullish(field.id()),
        actionCodeId: field.nullish(field.id()),
        ...doneAt,
        workDone: field.requiredText(2000),
        result: z.enum(JOB_RESULTS, { error: 'ONE_OF' }),
        downtimeReason: field.nullish(z.enum(DOWNTIME_REASONS, { error: 'ONE_OF' })),
        meter: field.nullish(field.integer(0, 999_999_999)),
        signedBy: field.nullish(field.text(200)),
        signature: field.nullish(signature()),
        used: some(usedLine),
        returned: some(returnedLine),
        /** The warehouse that removed parts come to; the one that handed parts out unless said. */
        warehouseId: field.nullish(field.id()),
        /** Parts that were taken out of the container, and what becomes of each. */
        removed: some(z.extend(partOut, { quantity: field.positiveQuantity() })),
      }),
      lookups: [...lookups, 'masterData.subWarehouses', 'suppliers.master'],
      touches: PART_TOUCHES,
    }),
  ),
  'jobs.complete': jobs.action('complete', {
    may: 'complete',
    summary: 'Accepts the work',
    body: z.object({
      version: field.version(),
      signedBy: field.nullish(field.text(200)),
      signature: field.nullish(signature()),
    }),
  }),
  'jobs.finalReport': jobs.action('finalReport', {
    path: 'final-report',
    may: 'close',
    summary: 'Writes the final report, which is corrected until the job is closed',
    body: z.object({ version: field.version(), finalReport: field.requiredText(5000) }),
  }),
  'jobs.invoices': one({
    path: '/material_repair_maintenances/:id/invoices',
    access: ability(...abilities('view')),
    summary: 'Invoices of a job, and what it would be charged',
    data: jobBilling,
  }),
  'jobs.invoice': jobs.action('invoice', {
    path: 'invoices',
    may: 'invoice',
    summary: 'Drafts the invoice of a job; accounting issues it',
    body: z.object({
      version: field.version(),
      /** Today and the days of credit that the customer has, unless said. */
      dueDate: field.nullish(field.date()),
      items: linesOf(
        z.object({
          partId: field.nullish(field.id()),
          description: field.requiredText(300),
          quantity: field.positiveQuantity(),
          unit: field.nullish(field.text(30)),
          unitPrice: field.price(),
          isService: field.optional(field.flag()),
        }),
        MAX_PARTS,
      ),
      /** Reason for charging less than list prices come to. */
      reason: field.nullish(field.reason()),
      remark: field.nullish(field.longText()),
    }),
    touches: MONEY_TOUCHES,
  }),
  'jobs.manualPayment': {
    ...jobs.action('manualPayment', {
      path: 'manual-payment',
      may: 'invoice',
      summary: 'Enters what a customer paid of a job; it counts once accounting has verified it',
      // A form with files carries numbers as text.
      body: z.object({ version: orJson(field.version()), ...receivedPayment() }),
      lookups: ['bankAccounts.master'],
      touches: MONEY_TOUCHES,
    }),
    files: { field: 'slip', max: 2, optional: true },
  },
  'jobs.estimate': jobs.action('estimate', {
    may: 'invoice',
    summary: 'Writes the draft of an estimate to the customer',
    body: estimateBody(),
    lookups: ['jobs.parts'],
  }),
  'jobs.sendEstimate': jobs.action('sendEstimate', {
    path: 'send-estimate',
    may: 'invoice',
    summary:
      'Sends the draft to the customer, who says yes or no by a link; the job waits meanwhile',
    body: versionOnly(),
  }),
  'jobs.answerEstimate': jobs.action('answerEstimate', {
    path: 'answer-estimate',
    may: 'invoice',
    summary: 'Writes down what the customer said of the estimate on the telephone',
    body: estimateAnswerBody(),
  }),
  'jobs.withdrawEstimate': jobs.action('withdrawEstimate', {
    path: 'withdraw-estimate',
    may: 'invoice',
    summary: 'Takes back the draft, or else the estimate that was sent',
    body: versionOnly(),
  }),
  'jobs.estimateDocument': file({
    path: '/material_repair_maintenances/:id/estimates/:estimateId/document',
    access: mayOnJobs('invoice'),
    summary: 'An estimate as PDF',
    mime: 'application/pdf',
  }),
  'jobs.close': jobs.action('close', {
    may: 'close',
    summary: 'Closes a job whose report is final',
    body: versionOnly(),
  }),
  'jobs.reopen': jobs.action('reopen', {
    may: 'reopen',
    summary: 'Goes on with a job that was not solved after all',
    body: withReason(),
  }),
  'jobs.cancel': jobs.action('cancel', {
    may: 'cancel',
    orOwner: true,
    summary: 'Gives up a job; what it holds and has in hand goes back',
    body: withReason(),
    touches: PART_TOUCHES,
  }),
  'jobs.document': jobs.pdf('document', { summary: 'Work order or service report as PDF' }),
  ...jobs.trail,
} as const;
