import type { DestructionMethod, DestructionReason } from '@boxyard/shared/domain';
import type {
  DefaultNull,
  DefaultNumeric,
  DocumentColumns,
  Numeric,
  WithDefault,
} from './columns.ts';

/** Tables of 0024_destructions.sql. */
export interface DestructionTables {
  openSerials: {
    serialId: string;
    subject: string;
    documentId: string;
    documentNo: string;
  };
  destructions: DestructionTable;
  destructionItems: DestructionItemTable;
  destructionWitnesses: { destructionId: string; userId: string; place: number };
  destructionCorrections: {
    id: WithDefault<string>;
    destructionId: string;
    documentNo: string;
    at: Date;
    by: string | null;
    reason: string;
    quantity: Numeric;
  };
}

interface DestructionTable extends Omit<DocumentColumns, 'documentNo'> {
  documentNo: string;
  reason: DestructionReason;
  method: DestructionMethod;
  warehouseId: string;
  scheduledAt: string;
  itemCount: number;
  bookValue: Numeric;
  salvageAmount: DefaultNumeric;
  destroyedAt: WithDefault<string | null>;
  completedBy: WithDefault<string | null>;
  claimId: WithDefault<string | null>;
  repairId: WithDefault<string | null>;
  searchText: WithDefault<string>;
}

interface DestructionItemTable {
  id: WithDefault<string>;
  destructionId: string;
  lineNo: number;
  partId: string;
  binId: string;
  condition: string;
  lotId: string | null;
  serialIds: string[];
  quantity: Numeric;
  lossValue: DefaultNull<string, string | number>;
  correctedQty: DefaultNumeric;
  correctedSerialIds: WithDefault<string[]>;
}
