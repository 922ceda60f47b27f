import type { BankLineStatus } from '@boxyard/shared/domain/money/bankLineMachine.ts';
import type {
  LineFault,
  MatchLevel,
  MatchReason,
  StatementFormat,
} from '@boxyard/shared/domain/money/statements.ts';
import type { ColumnType } from 'kysely';
import type { Json, Numeric, RecordColumns, Timestamp, WithDefault } from './columns.ts';

/** Tables of 0190_bank_statements.sql. */
export interface BankStatementTables {
  bankStatements: BankStatementTable;
  bankLines: BankLineTable;
  /** 0232_gateway_events.sql. */
  gatewayEvents: GatewayEventTable;
}

interface GatewayEventTable {
  id: WithDefault<string>;
  eventId: string;
  companyId: string;
  bankAccountId: string;
  body: Json<unknown>;
  receivedAt: Timestamp;
  paymentId: string | null;
  bankLineId: string | null;
}

interface BankStatementTable extends RecordColumns {
  companyId: string;
  bankAccountId: string;
  format: StatementFormat;
  fileName: string;
  fileSha256: string;
  fromDate: string;
  toDate: string;
  openingBalance: Numeric | null;
  closingBalance: Numeric | null;
  balanceGap: Numeric | null;
  lineCount: number;
  repeatedCount: number;
  faultCount: number;
  faults: Json<readonly LineFault[]>;
  creditTotal: Numeric;
  debitTotal: Numeric;
}

interface BankLineTable extends RecordColumns {
  companyId: string;
  bankAccountId: string;
  statementId: string;
  rowNo: number;
  bookedOn: string;
  bookedAt: string | null;
  valueOn: string | null;
  amount: Numeric;
  balance: Numeric | null;
  reference: string;
  payerReference: string;
  payerName: string;
  payerAccount: string;
  description: string;
  occurrence: WithDefault<number>;
  /** 0291_bank_lines_compared.sql. */
  alikeId: WithDefault<string | null>;
  status: BankLineStatus;
  statusReason: string | null;
  customerId: string | null;
  confidence: number | null;
  matchLevel: MatchLevel | null;
  reasons: WithDefault<MatchReason[]>;
  allocations: Json<readonly { readonly invoiceId: string; readonly amount: string }[]>;
  paymentId: string | null;
  isPaymentMade: WithDefault<boolean>;
  isUnlinked: WithDefault<boolean>;
  searchText: ColumnType<string, never, never>;
}
