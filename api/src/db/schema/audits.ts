import type {
  AuditDecision,
  AuditFreeze,
  AuditReason,
  AuditType,
  Condition,
} from '@boxyard/shared/domain';
import type { ColumnType } from 'kysely';
import type { DocumentColumns, Timestamp, WithDefault } from './columns.ts';

/** numeric that begins with 0. */
type DefaultNumeric = ColumnType<string, string | number | undefined, string | number>;
/** Empty until something is known. */
type DefaultNull<S, I> = ColumnType<S | null, I | null | undefined, I | null>;

/** Tables of 0023_audits.sql. */
export interface AuditTables {
  audits: AuditTable;
  auditBins: AuditBinTable;
  auditItems: AuditItemTable;
  auditCounts: AuditCountTable;
}

interface AuditTable extends DocumentColumns {
  warehouseId: string;
  type: AuditType;
  isBlind: boolean;
  freeze: AuditFreeze;
  binIds: WithDefault<string[]>;
  categoryIds: WithDefault<string[]>;
  abcClass: WithDefault<'A' | 'B' | 'C' | null>;
  counterIds: WithDefault<string[]>;
  assigneeId: WithDefault<string | null>;
  countedByIds: WithDefault<string[]>;
  toleranceQty: DefaultNumeric;
  tolerancePct: DefaultNumeric;
  toleranceValue: DefaultNumeric;
  round: WithDefault<number>;
  itemCount: WithDefault<number>;
  openCount: WithDefault<number>;
  undecidedCount: WithDefault<number>;
  startedAt: DefaultNull<Date, Date | string>;
  reviewedBy: WithDefault<string | null>;
  reviewedAt: DefaultNull<Date, Date | string>;
  varianceValue: DefaultNull<string, string | number>;
  searchWords: WithDefault<string>;
  searchText: ColumnType<string, never, never>;
}

interface AuditBinTable {
  auditId: string;
  binId: string;
  isOpen: WithDefault<boolean>;
}

interface AuditItemTable {
  id: WithDefault<string>;
  auditId: string;
  lineNo: number;
  partId: string;
  binId: string;
  lotId: string | null;
  serialId: string | null;
  condition: Condition;
  isFound: WithDefault<boolean>;
  snapshotQty: DefaultNumeric;
  snapshotSeq: WithDefault<number>;
  firstCount: DefaultNull<string, string | number>;
  firstMoved: DefaultNull<string, string | number>;
  firstBy: WithDefault<string | null>;
  firstAt: DefaultNull<Date, Date | string>;
  recount: DefaultNull<string, string | number>;
  recountMoved: DefaultNull<string, string | number>;
  recountBy: WithDefault<string | null>;
  recountAt: DefaultNull<Date, Date | string>;
  needsRecount: WithDefault<boolean>;
  decision: WithDefault<AuditDecision | null>;
  reasonCode: WithDefault<AuditReason | null>;
  reasonText: WithDefault<string | null>;
  unitCost: DefaultNull<string, string | number>;
  postedQty: DefaultNull<string, string | number>;
  postedValue: DefaultNull<string, string | number>;
  movedFromBinId: WithDefault<string | null>;
}

interface AuditCountTable {
  id: string;
  auditId: string;
  itemId: string | null;
  round: number;
  quantity: ColumnType<string | null, string | number | null, string | number | null>;
  outcome: string;
  countedBy: string | null;
  countedAt: Timestamp;
  receivedAt: Timestamp;
}
