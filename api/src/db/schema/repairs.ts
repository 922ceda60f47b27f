import type { RepairOutcome, RepairSource } from '@boxyard/shared/domain';
import type {
  DefaultNull,
  DefaultNumeric,
  DocumentColumns,
  Numeric,
  WithDefault,
} from './columns.ts';

/** Tables of 0025_repairs.sql. */
export interface RepairTables {
  repairs: RepairTable;
}

interface RepairTable extends Omit<DocumentColumns, 'documentNo'> {
  documentNo: string;
  warehouseId: string;
  partId: string;
  quantity: Numeric;
  lotId: string | null;
  serialId: string | null;
  binId: string;
  condition: string;
  source: RepairSource;
  symptom: string;
  diagnosis: WithDefault<string | null>;
  technicianId: WithDefault<string | null>;
  teamId: WithDefault<string | null>;
  laborHours: DefaultNumeric;
  laborCost: DefaultNumeric;
  externalCost: DefaultNumeric;
  partsCost: DefaultNumeric;
  isCapitalized: WithDefault<boolean>;
  outcome: WithDefault<RepairOutcome | null>;
  newWarrantyMonths: WithDefault<number | null>;
  startedAt: DefaultNull<Date, Date | string>;
  completedAt: DefaultNull<Date, Date | string>;
  completedBy: WithDefault<string | null>;
  claimId: WithDefault<string | null>;
  searchText: WithDefault<string>;
}
