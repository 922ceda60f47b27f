import type { EstimateStatus } from '@boxyard/shared/domain/service/estimates.ts';
import type { DefaultNumeric, Numeric, RecordColumns, WithDefault } from './columns.ts';

/** Tables of 0550_job_estimates.sql. */
export interface JobEstimateTables {
  jobEstimates: JobEstimateTable;
  jobEstimateItems: JobEstimateItemTable;
}

interface JobEstimateTable extends RecordColumns {
  companyId: string;
  jobId: string;
  estimateNo: number;
  status: EstimateStatus;
  statusReason: WithDefault<string | null>;
  customerId: string;
  validUntil: string;
  remark: string | null;
  listTotal: Numeric;
  discountTotal: DefaultNumeric;
  discountReason: string | null;
  subTotal: Numeric;
  vatRate: Numeric;
  vatAmount: Numeric;
  grandTotal: Numeric;
  sentAt: WithDefault<Date | null>;
  sentBy: WithDefault<string | null>;
  sentTo: WithDefault<string | null>;
  answeredAt: WithDefault<Date | null>;
  answeredBy: WithDefault<string | null>;
  answerReason: WithDefault<string | null>;
  recordedBy: WithDefault<string | null>;
  answerNote: WithDefault<string | null>;
}

interface JobEstimateItemTable {
  id: WithDefault<string>;
  estimateId: string;
  lineNo: number;
  partId: string | null;
  isLabour: WithDefault<boolean>;
  description: string;
  quantity: Numeric;
  unit: string | null;
  listPrice: Numeric;
  unitPrice: Numeric;
  lineTotal: Numeric;
}
