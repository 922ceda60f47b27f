import type {
  RequisitionLineStatus,
  RequisitionType,
} from '@boxyard/shared/domain/containers/containerRequisitionMachine.ts';
import type { DocumentColumns, Timestamp, WithDefault } from './columns.ts';

/** Tables of 0101_container_requisitions.sql. */
export interface ContainerRequisitionsTables {
  containerRequisitions: ContainerRequisitionTable;
  containerRequisitionItems: ContainerRequisitionItemTable;
}

interface ContainerRequisitionTable extends DocumentColumns {
  type: RequisitionType;
  warehouseId: string;
  neededBy: string;
  purpose: string;
  destinationName: string | null;
  destinationAddress: string | null;
  releasedAt: Timestamp | null;
  releasedBy: string | null;
  itemCount: number;
  searchText: WithDefault<string>;
}

interface ContainerRequisitionItemTable {
  id: WithDefault<string>;
  documentId: string;
  lineNo: number;
  productModelId: string;
  productId: string | null;
  contractId: string | null;
  /** The contract held the container before it was asked for, and keeps it when the line comes to nothing. */
  heldByContract: WithDefault<boolean>;
  lineStatus: RequisitionLineStatus;
  note: string | null;
}
