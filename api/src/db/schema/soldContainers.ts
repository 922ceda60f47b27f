import type { MachineAbility } from '@boxyard/shared/domain/access/machineAbilities.ts';
import type {
  ChangeKind,
  ContainerSetting,
  ListPrice,
  SoldSaleStatus,
  TransactionChannel,
  TransactionMark,
  TransactionStatus,
} from '@boxyard/shared/domain/sales/soldContainers.ts';
import type { ColumnType } from 'kysely';
import type {
  DefaultJson,
  Json,
  Numeric,
  RecordColumns,
  Timestamp,
  WithDefault,
} from './columns.ts';

/** Tables of 0153_machine_keys.sql, 0154_sold_containers.sql, 0278_replaced_containers.sql and those since. */
export interface SoldContainerTables {
  machineKeys: MachineKeyTable;
  productContracts: ProductContractTable;
  productContractChanges: ProductContractChangeTable;
  productSettingTemplates: ProductSettingTemplateTable;
  lineMessages: LineMessageTable;
  productTransactions: ProductTransactionTable;
  productSalesDays: ProductSalesDayTable;
}

interface MachineKeyTable extends RecordColumns {
  companyId: string;
  productId: string;
  name: string;
  abilities: MachineAbility[];
  secretHash: Buffer;
  hint: string;
  expiresAt: Timestamp;
  revokedAt: Timestamp | null;
  revokedBy: string | null;
  revokedReason: string | null;
  lastUsedAt: Timestamp | null;
}

interface ProductContractTable extends RecordColumns {
  contractId: string;
  contractNo: string;
  productId: string;
  companyId: string;
  customerId: string;
  saleId: string;
  saleStatus: SoldSaleStatus;
  serialNumber: string;
  productModelId: string;
  inForceFrom: Timestamp;
  inForceUntil: Timestamp | null;
  /** The container that took its place under the same contract. */
  replacedById: WithDefault<string | null>;
  isActive: WithDefault<boolean>;
  activeSince: Timestamp | null;
  isLineEnabled: WithDefault<boolean>;
  lineTarget: string | null;
  lineToken: Buffer | null;
  lastSaleAt: Timestamp | null;
  toldSilenceOf: Timestamp | null;
  toldDropOn: string | null;
}

interface ProductContractChangeTable {
  id: WithDefault<string>;
  productContractId: string;
  kind: ChangeKind;
  value: Json<unknown>;
  effectiveOn: string;
  createdAt: Timestamp;
  createdBy: string | null;
  revertedAt: Timestamp | null;
  revertedBy: string | null;
  revertedReason: string | null;
}

interface ProductSettingTemplateTable {
  companyId: string;
  productModelId: string;
  setting: Json<ContainerSetting>;
  listPrices: DefaultJson<readonly ListPrice[]>;
  version: WithDefault<number>;
  updatedAt: Timestamp;
  updatedBy: string | null;
}

interface LineMessageTable {
  id: WithDefault<string>;
  productContractId: string;
  customerId: string;
  event: string;
  bodyText: string;
  status: WithDefault<'queued' | 'sent' | 'refused' | 'dropped'>;
  createdAt: Timestamp;
  doneAt: Timestamp | null;
}

interface ProductTransactionTable {
  id: WithDefault<string>;
  companyId: string;
  productId: string;
  /**
   * Has no foreign key (migration 0278): a contract has a row of `product_contracts` for each container
   * that it had, one container twice where it came back, so that no key there says which contracts there
   * are. It is only ever read from those rows, which nothing deletes, and never changed once it is set;
   * a contract has its first with its activation, so none is a draft's. `strayTransactions` looks after
   * every test of ingestion and exchange.
   */
  contractId: string | null;
  machineTxnId: string;
  occurredAt: Timestamp;
  receivedAt: Timestamp;
  channel: TransactionChannel;
  status: TransactionStatus;
  refundOf: string | null;
  priceOptionKey: string | null;
  itemName: string | null;
  quantity: Numeric;
  amount: Numeric;
  costAmount: Numeric;
  rawRef: string | null;
  mark: Exclude<TransactionMark, 'refundOfUnknown'> | null;
  revenue: ColumnType<string, never, never>;
  keyId: string | null;
}

interface ProductSalesDayTable {
  productId: string;
  contractId: string | null;
  companyId: string;
  day: string;
  channel: TransactionChannel;
  status: TransactionStatus;
  priceOptionKey: string | null;
  count: number;
  quantity: Numeric;
  amount: Numeric;
  cost: Numeric;
}
