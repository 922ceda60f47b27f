import type { LossLiable } from '@boxyard/shared/domain';
import type {
  DefaultNull,
  DefaultNumeric,
  DocumentColumns,
  Numeric,
  Timestamp,
  WithDefault,
} from './columns.ts';

/** Tables of 0022_transfers.sql. */
export interface TransferTables {
  partTransfers: PartTransferTable;
  partTransferItems: PartTransferItemTable;
  partTransferLosses: PartTransferLossTable;
}

interface PartTransferTable extends Omit<DocumentColumns, 'documentNo'> {
  documentNo: string;
  assigneeId: WithDefault<string | null>;
  fromWarehouseId: string;
  toWarehouseId: string;
  carrier: string | null;
  trackingNo: string | null;
  expectedDate: string;
  itemCount: number;
  shippedAt: DefaultNull<Date, Date | string>;
  shippedBy: WithDefault<string | null>;
  shippedDate: WithDefault<string | null>;
  recalledAt: DefaultNull<Date, Date | string>;
  hasMissing: WithDefault<boolean>;
  isLate: WithDefault<boolean>;
  searchText: WithDefault<string>;
}

interface PartTransferItemTable {
  id: WithDefault<string>;
  transferId: string;
  lineNo: number;
  partId: string;
  quantity: Numeric;
  approvedQty: DefaultNull<string, string | number>;
  shippedQty: DefaultNumeric;
  receivedQty: DefaultNumeric;
  damagedQty: DefaultNumeric;
  returnedQty: DefaultNumeric;
  lostQty: DefaultNumeric;
  missingQty: DefaultNumeric;
  note: string | null;
}

interface PartTransferLossTable {
  id: WithDefault<string>;
  itemId: string;
  quantity: Numeric;
  lotId: string | null;
  serialId: string | null;
  liable: LossLiable;
  reason: string;
  value: Numeric;
  createdAt: Timestamp;
  createdBy: string | null;
}
