import type {
  CheckAnswer,
  DowntimeReason,
  JobChannel,
  JobCoverage,
  JobKind,
  JobPriority,
  JobResult,
  PauseReason,
} from '@boxyard/shared/domain/service/jobs.ts';
import type { ColumnType } from 'kysely';
import type { DocumentColumns, Numeric, Timestamp, WithDefault } from './columns.ts';

/** Tables of 0470_jobs.sql, and what 0490_pm_schedules.sql and 0540_kept_steps.sql add to them. */
export interface JobsTables {
  jobs: JobTable;
  jobTimes: JobTimeTable;
  jobPeriods: JobPeriodTable;
  jobChecks: JobCheckTable;
  jobPlannedParts: JobPlannedPartTable;
  jobUploads: JobUploadTable;
  jobUploadPieces: JobUploadPieceTable;
}

interface JobTable extends Omit<DocumentColumns, 'documentNo'> {
  documentNo: string;
  kind: JobKind;
  productId: string;
  customerId: string | null;
  contractId: string | null;
  warrantyId: string | null;
  place: string | null;
  latitude: Numeric | null;
  longitude: Numeric | null;
  coverage: JobCoverage;
  coverageReason: string | null;
  priority: JobPriority;
  channel: JobChannel;
  symptomCodeId: string | null;
  symptom: string;
  isDown: WithDefault<boolean>;
  reportedAt: Timestamp;
  reportedByName: string | null;
  reportedByPhone: string | null;
  zoneId: string | null;
  teamId: string | null;
  dispatcherId: string | null;
  technicianIds: WithDefault<readonly string[]>;
  workerIds: WithDefault<readonly string[]>;
  appointmentStart: Timestamp | null;
  appointmentEnd: Timestamp | null;
  responseNote: string | null;
  estimateLabour: Numeric | null;
  estimateParts: Numeric | null;
  slaDueAt: Timestamp | null;
  slaPausedAt: Timestamp | null;
  slaWarnedAt: Timestamp | null;
  isOverdue: WithDefault<boolean>;
  startedAt: Timestamp | null;
  resolvedAt: Timestamp | null;
  causeCodeId: string | null;
  actionCodeId: string | null;
  workDone: string | null;
  result: JobResult | null;
  meter: number | null;
  downtimeMinutes: number | null;
  downtimeReason: DowntimeReason | null;
  signedBy: string | null;
  signatureFileId: string | null;
  completedAt: Timestamp | null;
  /** Source key of the invoice that charges the present period. */
  invoiceKey: WithDefault<string | null>;
  reopenedCount: WithDefault<number>;
  reopenedAt: Timestamp | null;
  wasCompleted: WithDefault<boolean>;
  finalReport: string | null;
  closedAt: Timestamp | null;
  repeatsId: string | null;
  searchText: WithDefault<string>;
  /** The occurrence of a schedule that it was made for. */
  occurrenceId: WithDefault<string | null>;
  requiresSignature: WithDefault<boolean>;
  checkCount: WithDefault<number>;
  /** Order of the backlog: priority, then the promised time. */
  urgency: ColumnType<number, never, never>;
}

interface JobCheckTable {
  id: WithDefault<string>;
  jobId: string;
  lineNo: number;
  name: string;
  answer: CheckAnswer | null;
  note: string | null;
  repairJobId: string | null;
  /** The period whose answer it is; null: the work that goes on. */
  periodId: WithDefault<string | null>;
}

interface JobPlannedPartTable {
  jobId: string;
  lineNo: number;
  partId: string;
  quantity: Numeric;
}

interface JobUploadTable {
  id: string;
  jobId: string;
  userId: string;
  fileName: string;
  size: number;
  received: WithDefault<number>;
  begunAt: Timestamp;
  attachedAt: Timestamp | null;
}

interface JobUploadPieceTable {
  uploadId: string;
  startsAt: number;
  content: Buffer;
}

interface JobTimeTable {
  id: WithDefault<string>;
  jobId: string;
  technicianId: string;
  startedAt: Timestamp;
  endedAt: Timestamp | null;
  pauseReason: PauseReason | null;
  note: string | null;
}

/** Columns of a job that begin anew when it is reopened. */
interface JobPeriodTable
  extends Pick<
    JobTable,
    | 'reopenedAt'
    | 'coverage'
    | 'coverageReason'
    | 'appointmentStart'
    | 'appointmentEnd'
    | 'slaDueAt'
    | 'slaWarnedAt'
    | 'startedAt'
    | 'causeCodeId'
    | 'actionCodeId'
    | 'workDone'
    | 'result'
    | 'meter'
    | 'downtimeMinutes'
    | 'downtimeReason'
    | 'signedBy'
    | 'signatureFileId'
    | 'completedAt'
    | 'finalReport'
    | 'invoiceKey'
  > {
  id: WithDefault<string>;
  jobId: string;
  technicianIds: readonly string[];
  isOverdue: boolean;
  endedAt: Timestamp;
  resolvedAt: Timestamp;
}
