import type {
  CheckResult,
  InspectionResult,
  InspectionType,
} from '@boxyard/shared/domain/containers/inspectionMachine.ts';
import type { ColumnType } from 'kysely';
import type { DocumentColumns, Numeric, Timestamp, WithDefault } from './columns.ts';

/** Tables of 0106_inspections.sql. */
export interface InspectionsTables {
  inspections: InspectionTable;
  inspectionItems: InspectionItemTable;
}

interface InspectionTable extends Omit<DocumentColumns, 'documentNo'> {
  documentNo: string;
  type: InspectionType;
  productId: string;
  /** Whose it was on that day; the database keeps it. */
  customerId: ColumnType<string | null, never, never>;
  /** Null while the container is out. */
  warehouseId: string | null;
  dueOn: string;
  assigneeId: string | null;
  isLate: WithDefault<boolean>;
  startedAt: Timestamp | null;
  completedAt: Timestamp | null;
  completedBy: string | null;
  result: InspectionResult | null;
  findings: string | null;
  failedCount: WithDefault<number>;
  nextDueOn: string | null;
  followsId: string | null;
  searchText: WithDefault<string>;
}

interface InspectionItemTable {
  id: WithDefault<string>;
  documentId: string;
  lineNo: number;
  name: string;
  nameTh: string | null;
  unit: string | null;
  minValue: Numeric | null;
  maxValue: Numeric | null;
  result: CheckResult | null;
  measured: Numeric | null;
  note: string | null;
  photoIds: WithDefault<string[]>;
  openSince: Timestamp | null;
  resolvedById: string | null;
}
