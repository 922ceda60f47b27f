import type { Period } from '@boxyard/shared/domain/values/recurrence.ts';
import type { RecordColumns, Timestamp, WithDefault } from './columns.ts';

/** Tables of 0401_report_schedules.sql. */
export interface ReportScheduleTables {
  reportSchedules: RecordColumns & {
    userId: string;
    /** Name in the contract. */
    report: string;
    viewId: string | null;
    query: string;
    period: Period;
    every: 'day' | 'week' | 'month';
    weekday: number | null;
    monthDay: number | null;
    hour: number;
    format: 'xlsx' | 'pdf' | 'csv';
    sendsEmpty: WithDefault<boolean>;
    isActive: WithDefault<boolean>;
    pauseReason: 'owner' | 'export' | null;
    nextAt: Timestamp;
  };
  reportScheduleReceivers: { scheduleId: string; userId: string; stoppedAt: Timestamp | null };
  reportRuns: {
    id: WithDefault<string>;
    scheduleId: string;
    dueAt: Timestamp;
    isByHand: boolean;
    missed: WithDefault<number>;
    createdAt: Timestamp;
  };
  reportRunReceivers: {
    runId: string;
    userId: string;
    result: string;
    lines: number | null;
    mailId: string | null;
  };
}
