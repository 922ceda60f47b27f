import type { TransferLineStatus } from '@boxyard/shared/domain/containers/containerTransferMachine.ts';
import type { ProductCondition } from '@boxyard/shared/domain/containers/statuses.ts';
import type { DocumentColumns, Timestamp, WithDefault } from './columns.ts';

/** Tables of 0116_container_transfers.sql. */
export interface ContainerTransfersTables {
  containerTransfers: ContainerTransferTable;
  containerTransferItems: ContainerTransferItemTable;
}

interface ContainerTransferTable extends DocumentColumns {
  fromWarehouseId: string;
  toCompanyId: string;
  toWarehouseId: string;
  transferDate: string;
  expectedArrival: string | null;
  isLate: WithDefault<boolean>;
  carrierName: string | null;
  carrierPlate: string | null;
  carrierPhone: string | null;
  trackingNo: string | null;
  reason: string | null;
  sourceApprovedBy: string | null;
  sourceApprovedAt: Timestamp | null;
  destinationApprovedBy: string | null;
  destinationApprovedAt: Timestamp | null;
  returnOfId: string | null;
  itemCount: number;
  searchText: WithDefault<string>;
}

interface ContainerTransferItemTable {
  id: WithDefault<string>;
  documentId: string;
  lineNo: number;
  productId: string;
  lineStatus: TransferLineStatus;
  conditionOut: ProductCondition | null;
  conditionIn: ProductCondition | null;
  note: string | null;
}
