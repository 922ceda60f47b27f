import type {
  CONTRACT_PAYMENT_STATUSES,
  SETTLEMENT_STATUSES,
} from '@boxyard/shared/domain/sales/contractMachine.ts';
import type { ContractCoverage, InstallSite } from '@boxyard/shared/domain/sales/contracts.ts';
import type {
  ChangeType,
  Json as Snapshot,
  VersionChange,
} from '@boxyard/shared/domain/sales/contractVersions.ts';
import type {
  ContractType,
  InterestType,
  PlanInterval,
  PlanTotals,
  SCHEDULE_KINDS,
  TitleHolder,
} from '@boxyard/shared/domain/sales/paymentPlan.ts';
import type { ChargeKind } from '@boxyard/shared/domain/sales/settlement.ts';
import type { Generated } from 'kysely';
import type {
  DefaultNull,
  DefaultNumeric,
  DocumentColumns,
  Json,
  Numeric,
  RecordColumns,
  Timestamp,
  WithDefault,
} from './columns.ts';

/** Tables of 0125_contracts.sql and 0196_settlements.sql. */
export interface ContractsTables {
  contracts: ContractTable;
  contractSchedule: ContractScheduleTable;
  contractVersions: ContractVersionTable;
  contractClauses: ContractClausesTable;
  contractClauseRevisions: ContractClauseRevisionTable;
  contractSettlements: ContractSettlementTable;
  contractSettlementLines: ContractSettlementLineTable;
}

interface ContractClausesTable extends RecordColumns {
  companyId: string;
  name: string;
  type: ContractType | null;
  isActive: WithDefault<boolean>;
}

interface ContractClauseRevisionTable {
  id: WithDefault<string>;
  clauseId: string;
  revisionNo: number;
  effectiveFrom: string;
  textTh: string;
  textEn: string;
  createdAt: Timestamp;
  createdBy: string | null;
}

/** What of a contract is agreed: a version keeps it, a change of it makes the next one. */
export interface AgreedColumns {
  type: ContractType;
  customerId: string;
  saleId: string;
  productModelId: string;
  installSite: Json<InstallSite>;
  startDate: string;
  endDate: string | null;
  price: Numeric;
  discountType: 'percent' | 'amount' | null;
  discountValue: Numeric | null;
  discountReason: string | null;
  vatMode: 'exclusive' | 'inclusive' | 'none';
  vatRate: Numeric;
  whtRate: Numeric;
  depositAmount: Numeric;
  depositRefundable: boolean;
  downPayment: Numeric;
  installmentCount: number | null;
  interval: PlanInterval | null;
  dueDay: string | null;
  firstDueDate: string | null;
  interestType: InterestType;
  interestRate: Numeric;
  titleHolder: TitleHolder;
  warrantyMonths: number;
  coverage: ContractCoverage;
  witnesses: string[];
  terms: string | null;
}

interface ContractTable extends DocumentColumns, AgreedColumns {
  productId: string | null;
  totals: Json<PlanTotals>;
  grandTotal: Numeric;
  outstandingAmount: Numeric;
  nextDueDate: string | null;
  paymentStatus: WithDefault<(typeof CONTRACT_PAYMENT_STATUSES)[number]>;
  reservedUntil: Timestamp | null;
  expiryWarnedAt: Timestamp | null;
  installedOn: string | null;
  activatedOn: string | null;
  endedOn: string | null;
  currentVersionNo: WithDefault<number>;
  proposal: Json<Snapshot> | null;
  proposalReason: string | null;
  proposalEffectiveDate: string | null;
  proposedTotal: Numeric | null;
  proposedBy: string | null;
  proposedAt: Timestamp | null;
  /** Person and instant of an exchange's approval; the installation of the other container carries it out. */
  proposalDecidedBy: WithDefault<string | null>;
  proposalDecidedAt: DefaultNull<Date, Date | string>;
  previousContractId: string | null;
  /** Its company's clauses as they were when it was first submitted. */
  clauseRevisionId: WithDefault<string | null>;
  settledOn: string | null;
  /** The former number of a contract that was taken over, and the first day that is billed here. */
  formerNo: WithDefault<string | null>;
  takenOverOn: WithDefault<string | null>;
  /** Part of the list price in per cent that the approval of what is agreed gave away. */
  givenPercent: DefaultNumeric;
  settlementStatus: Generated<(typeof SETTLEMENT_STATUSES)[number]>;
  tab: Generated<'pending' | 'other'>;
  searchText: WithDefault<string>;
}

interface ContractScheduleTable {
  contractId: string;
  seq: number;
  kind: (typeof SCHEDULE_KINDS)[number];
  dueDate: string;
  principal: Numeric;
  interest: Numeric;
  vat: Numeric;
  total: Numeric;
  wht: Numeric;
  net: Numeric;
  countsTowardsTotal: boolean;
  /** Paid before the contract was taken over. */
  paidBefore: DefaultNumeric;
}

interface ContractVersionTable {
  id: WithDefault<string>;
  contractId: string;
  versionNo: number;
  changeType: ChangeType;
  reason: string | null;
  effectiveDate: string;
  snapshot: Json<Snapshot>;
  diff: Json<VersionChange[]>;
  sha256: string;
  createdAt: Timestamp;
  createdBy: string | null;
  approvedBy: string | null;
  approvedAt: Timestamp | null;
}

interface ContractSettlementTable {
  id: WithDefault<string>;
  contractId: string;
  customerId: string;
  settledOn: string;
  vatRate: Numeric;
  owed: Numeric;
  charged: Numeric;
  deposit: Numeric;
  setOff: Numeric;
  credit: Numeric;
  stillOwed: Numeric;
  paymentId: string | null;
  remark: string | null;
  createdAt: Timestamp;
  createdBy: string | null;
}

interface ContractSettlementLineTable {
  id: WithDefault<string>;
  settlementId: string;
  lineNo: number;
  kind: 'owed' | ChargeKind;
  invoiceId: string;
  reason: string | null;
  amount: Numeric;
  setOff: Numeric;
}
