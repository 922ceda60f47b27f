import type { RequisitionPurpose } from '@boxyard/shared/domain';
import type {
  DefaultNull,
  DefaultNumeric,
  DocumentColumns,
  Numeric,
  WithDefault,
} from './columns.ts';

/** Tables of 0021_requisitions.sql. */
export interface RequisitionTables {
  requisitions: RequisitionTable;
  requisitionItems: RequisitionItemTable;
  requisitionPicks: RequisitionPickTable;
}

interface RequisitionTable extends Omit<DocumentColumns, 'documentNo'> {
  documentNo: string;
  requesterId: string;
  purpose: RequisitionPurpose;
  warehouseId: string;
  toWarehouseId: string | null;
  neededBy: string;
  itemCount: number;
  hasShortLines: WithDefault<boolean>;
  reservedUntil: DefaultNull<Date, Date | string>;
  expiryWarnedAt: DefaultNull<Date, Date | string>;
  recipientName: WithDefault<string | null>;
  refNo: WithDefault<string | null>;
  recipientSignatureFileId: WithDefault<string | null>;
  dispatchedAt: DefaultNull<Date, Date | string>;
  dispatchedBy: WithDefault<string | null>;
  dispatchedDate: WithDefault<string | null>;
  backorderOfId: WithDefault<string | null>;
  repairId: WithDefault<string | null>;
  jobId: WithDefault<string | null>;
  searchText: WithDefault<string>;
}

interface RequisitionItemTable {
  id: WithDefault<string>;
  requisitionId: string;
  lineNo: number;
  partId: string;
  substitutePartId: WithDefault<string | null>;
  requestedQty: Numeric;
  approvedQty: DefaultNull<string, string | number>;
  reservedQty: DefaultNumeric;
  pickedQty: DefaultNumeric;
  cancelledQty: DefaultNumeric;
  dispatchedQty: DefaultNumeric;
  returnedQty: DefaultNumeric;
  usedQty: DefaultNumeric;
  isBillable: WithDefault<boolean>;
  cancelReason: WithDefault<string | null>;
  note: string | null;
  issueValue: DefaultNull<string, string | number>;
}

interface RequisitionPickTable {
  reservationId: string;
  itemId: string;
  pickedQty: DefaultNumeric;
  dispatchedQty: DefaultNumeric;
  issueValue: DefaultNull<string, string | number>;
  returnedQty: DefaultNumeric;
  usedQty: DefaultNumeric;
  usedValue: DefaultNumeric;
}
