import type { ScheduleBasis } from '@boxyard/shared/domain/service/occurrences.ts';
import type {
  MeterUnit,
  OccurrenceStatus,
  ScheduleUnit,
  SkipCause,
} from '@boxyard/shared/domain/service/schedules.ts';
import type { Generated } from 'kysely';
import type { Json, Numeric, RecordColumns, Timestamp, WithDefault } from './columns.ts';

/** Tables of 0490_pm_schedules.sql and 0491_meter_readings.sql; those of jobs stand with the jobs. */
export interface PmScheduleTables {
  pmSchedules: PmScheduleTable;
  pmScheduleParts: PmSchedulePartTable;
  pmOccurrences: PmOccurrenceTable;
  meterReadings: MeterReadingTable;
}

interface MeterReadingTable extends RecordColumns {
  productId: string;
  kind: MeterUnit;
  value: number;
  readAt: Timestamp;
  jobId: string | null;
  replacedReason: string | null;
  /** The value before its correction; null: it was never corrected. */
  firstValue: WithDefault<number | null>;
  correctedReason: WithDefault<string | null>;
  correctedAt: Timestamp | null;
  correctedBy: WithDefault<string | null>;
}

interface PmScheduleTable extends RecordColumns {
  companyId: string;
  name: string;
  productModelId: string | null;
  productId: string | null;
  startsOn: string;
  endsOn: string | null;
  every: number;
  unit: ScheduleUnit;
  basedOn: ScheduleBasis;
  leadDays: number;
  graceDays: number;
  checklist: Json<readonly string[]>;
  requireSignature: WithDefault<boolean>;
  teamId: string | null;
  isActive: WithDefault<boolean>;
  plansFrom: string;
  searchText: Generated<string>;
}

interface PmSchedulePartTable {
  scheduleId: string;
  lineNo: number;
  partId: string;
  quantity: Numeric;
}

interface PmOccurrenceTable extends RecordColumns {
  scheduleId: string;
  productId: string;
  status: OccurrenceStatus;
  dueOn: string;
  day: string;
  missedOn: WithDefault<string[]>;
  doneOn: string | null;
  reading: number | null;
  skipCause: SkipCause | null;
  reason: string | null;
}
