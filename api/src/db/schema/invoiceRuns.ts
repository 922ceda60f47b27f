import type { InvoiceRunStatus, RunItemStatus } from '@boxyard/shared/domain/money/invoiceRuns.ts';
import type { DefaultNumeric, RecordColumns, Timestamp, WithDefault } from './columns.ts';

/** Tables of 0200_invoice_runs.sql. */
export interface InvoiceRunTables {
  invoiceRuns: InvoiceRunTable;
  invoiceRunItems: InvoiceRunItemTable;
}

interface InvoiceRunTable extends RecordColumns {
  companyId: string;
  until: string;
  status: InvoiceRunStatus;
  total: number;
  startedAt: Timestamp | null;
  finishedAt: Timestamp | null;
}

interface InvoiceRunItemTable {
  runId: string;
  contractId: string;
  lineNo: number;
  status: WithDefault<RunItemStatus>;
  invoiceCount: WithDefault<number>;
  amount: DefaultNumeric;
  error: string | null;
  errorField: string | null;
  at: Timestamp | null;
}
