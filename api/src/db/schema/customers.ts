import type { CustomerFileKind, CustomerType } from '@boxyard/shared/domain/sales/customers.ts';
import type { DefaultJson, Json, RecordColumns, Timestamp, WithDefault } from './columns.ts';
import type { StoredAddress } from './masters.ts';

/** A place at which containers of a customer stand or may stand. */
export interface StoredInstallAddress {
  readonly name: string;
  readonly address: StoredAddress;
  readonly contactName: string | null;
  readonly contactPhone: string | null;
}

/** Tables of 0115_customers.sql. */
export interface CustomerTables {
  customers: CustomerTable;
  customerFiles: CustomerFileTable;
}

export interface StoredCustomerContact {
  readonly name: string;
  readonly role: string | null;
  readonly phone: string | null;
  readonly email: string | null;
}

interface CustomerTable extends RecordColumns {
  companyId: string;
  code: string;
  type: CustomerType;
  prefix: string | null;
  firstName: string | null;
  lastName: string | null;
  companyName: string | null;
  name: string;
  nameEn: string | null;
  taxId: string | null;
  branchCode: string | null;
  phone: string;
  phone2: string | null;
  email: string | null;
  lineId: string | null;
  birthDate: string | null;
  contacts: Json<readonly StoredCustomerContact[]>;
  registeredAddress: Json<StoredAddress>;
  billingAddress: Json<StoredAddress> | null;
  shippingAddress: Json<StoredAddress> | null;
  installAddresses: DefaultJson<readonly StoredInstallAddress[]>;
  saleId: string;
  zoneId: string | null;
  source: string | null;
  creditTermDays: WithDefault<number>;
  consentAt: Timestamp | null;
  isBlacklisted: WithDefault<boolean>;
  blacklistReason: string | null;
  mergedIntoId: string | null;
  remark: string | null;
  isActive: WithDefault<boolean>;
  searchText: WithDefault<string>;
  personalText: WithDefault<string>;
}

interface CustomerFileTable {
  id: WithDefault<string>;
  customerId: string | null;
  fileId: string;
  kind: CustomerFileKind;
  expiresOn: string | null;
  createdAt: Timestamp;
  createdBy: string | null;
  removedAt: Timestamp | null;
  removedBy: string | null;
}
