import * as z from 'zod/mini';
import { FAULT_REPORT_STATUSES } from '../../domain/service/faultReportMachine.ts';
import { SPAM_REACHES } from '../../domain/service/faultReports.ts';
import { JOB_KINDS } from '../../domain/service/jobs.ts';
import * as field from '../../domain/values/fields.ts';
import { historyEntry, recordFields, ref, versionOnly } from '../common.ts';
import { ability, file, list, mutation, one } from '../endpoint.ts';
import { containerRef } from './inspections.ts';

/** Faults that people without an account report by the code on a container (docs/adr/0120). */
const PATH = '/fault_reports';
const MAY = ability('repair-list:create');
const TOUCHES = ['faultReports'];

const job = z.nullable(
  z.object({
    /** Null of a job that this person may not read. */
    id: z.nullable(field.id()),
    kind: z.enum(JOB_KINDS),
    documentNo: z.nullable(z.string()),
    status: z.string(),
  }),
);

const faultReportRow = z.object({
  ...recordFields,
  status: z.enum(FAULT_REPORT_STATUSES),
  product: containerRef(),
  productModel: ref(),
  symptomCode: z.nullable(ref()),
  symptom: z.string(),
  /** Times that its sender has reported it. */
  entryCount: z.int(),
  photoCount: z.int(),
  job,
  allowedActions: z.array(z.string()),
});
export type FaultReportRow = z.infer<typeof faultReportRow>;

const faultReportDetail = z.extend(faultReportRow, {
  /** Name and telephone, to dispatchers. */
  reportedByName: z.nullable(z.string()),
  reportedByPhone: z.nullable(z.string()),
  entries: z.array(
    z.object({
      id: field.id(),
      at: field.instant(),
      symptomCode: z.nullable(ref()),
      symptom: z.string(),
    }),
  ),
  photos: z.array(z.object({ id: field.id(), size: z.int() })),
  /** Received reports that one press would call spam with it. */
  alike: z.object({ address: z.int(), container: z.int() }),
  history: z.array(historyEntry),
});
export type FaultReportDetail = z.infer<typeof faultReportDetail>;

export const faultReportsArea = {
  'faultReports.list': list({
    path: PATH,
    access: MAY,
    summary: 'Faults that people without an account have reported',
    list: {
      filters: {
        status: { kind: 'enum', values: FAULT_REPORT_STATUSES },
        productId: { kind: 'id', lookup: 'inspections.products' },
      },
      sorts: ['createdAt'],
      defaultSort: '-createdAt',
      dateField: 'createdAt',
      counts: 'status',
      exportColumns: [
        'createdAt',
        'product',
        'productModel',
        'symptomCode',
        'symptom',
        'entryCount',
        'photoCount',
        'status',
        'job',
      ],
    },
    row: faultReportRow,
  }),
  'faultReports.get': one({
    path: `${PATH}/:id`,
    access: MAY,
    summary: 'A fault report with everything that its sender wrote',
    data: faultReportDetail,
  }),
  'faultReports.photo': file({
    path: `${PATH}/:id/photos/:photoId`,
    access: MAY,
    summary: 'A photograph of a fault report',
    mime: 'image/jpeg',
  }),
  'faultReports.join': mutation({
    method: 'POST',
    path: `${PATH}/:id/join`,
    access: MAY,
    summary: 'Adds a report to an open job of the same container',
    body: z.object({ version: field.version(), jobId: field.id() }),
    data: faultReportDetail,
    touches: [...TOUCHES, 'jobs'],
  }),
  'faultReports.spam': mutation({
    method: 'POST',
    path: `${PATH}/:id/spam`,
    access: MAY,
    summary: 'Calls a report spam, with all that came from its address or of its container',
    notice: 'none',
    body: z.object({
      version: field.version(),
      reach: z.enum(SPAM_REACHES, { error: 'ONE_OF' }),
    }),
    data: faultReportDetail,
    touches: TOUCHES,
  }),
  'faultReports.restore': mutation({
    method: 'POST',
    path: `${PATH}/:id/restore`,
    access: MAY,
    summary: 'Takes a press of spam back, with all that it reached',
    body: versionOnly(),
    data: faultReportDetail,
    touches: TOUCHES,
  }),
} as const;
