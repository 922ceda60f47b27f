import type { FaultReportStatus } from '@boxyard/shared/domain/service/faultReportMachine.ts';
import type { SpamReach } from '@boxyard/shared/domain/service/faultReports.ts';
import type { Generated } from 'kysely';
import type { RecordColumns, Timestamp, WithDefault } from './columns.ts';

/** Tables of 0520_fault_reports.sql. */
export interface FaultReportTables {
  faultReports: FaultReportTable;
  faultReportEntries: FaultReportEntryTable;
}

interface FaultReportTable extends RecordColumns {
  companyId: string;
  productId: string;
  zoneId: string | null;
  dispatcherId: string | null;
  status: FaultReportStatus;
  symptomCodeId: string | null;
  symptom: string;
  reportedByName: string | null;
  reportedByPhone: string | null;
  entryCount: WithDefault<number>;
  network: string | null;
  jobId: string | null;
  spamMark: string | null;
  spamReach: SpamReach | null;
  spamAt: Timestamp | null;
  statusReason: string | null;
  searchText: WithDefault<string>;
}

interface FaultReportEntryTable {
  id: Generated<string>;
  reportId: string;
  formKey: string;
  network: string | null;
  symptomCodeId: string | null;
  symptom: string;
  createdAt: Timestamp;
}
