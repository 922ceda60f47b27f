import type {
  HeaderType,
  NumberReset,
  SignatureBlock,
  TeamPosition,
  TeamType,
} from '@boxyard/shared/domain';
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Json, Numeric, RecordColumns, Timestamp, WithDefault } from './columns.ts';

/** Tables of 0001_kernel.sql. */
export interface KernelTables {
  companies: CompanyTable;
  roleGroups: RecordColumns & { name: string; labelEn: string; labelTh: string };
  roles: RoleTable;
  menus: MenuTable;
  roleMenus: { roleId: string; menuId: string };
  rolePermissions: { roleId: string; name: string };
  teams: RecordColumns & {
    name: string;
    nameTh: string | null;
    type: TeamType;
    companyId: string;
    isActive: WithDefault<boolean>;
    searchText: GeneratedAlways<string>;
  };
  users: UserTable;
  userCompanies: { userId: string; companyId: string };
  userWarehouses: { userId: string; warehouseId: string };
  sessions: SessionTable;
  passwordTokens: {
    id: WithDefault<string>;
    userId: string;
    kind: 'reset' | 'invitation';
    tokenHash: Buffer;
    createdAt: Timestamp;
    expiresAt: Timestamp;
    usedAt: Timestamp | null;
  };
  signInFailures: {
    key: string;
    failures: number;
    firstAt: Timestamp;
    lockedUntil: Timestamp | null;
  };
  idempotencyKeys: {
    userId: string;
    route: string;
    key: string;
    bodyHash: string;
    statusCode: number | null;
    response: string | null;
    createdAt: Timestamp;
  };
  keptSteps: {
    id: string;
    userId: string;
    route: string;
    subjectId: string;
    bodyHash: string;
    doneAt: Timestamp;
  };
  documentSequences: { companyId: string; docType: string; period: string; lastNo: number };
  documentNumbering: {
    companyId: string;
    docType: string;
    effectiveFrom: string;
    prefix: string;
    reset: NumberReset;
    digits: number;
    createdAt: Timestamp;
    createdBy: string | null;
  };
  documentHeaders: DocumentHeaderTable;
  history: HistoryTable;
  approvals: ApprovalTable;
  activityLogs: ActivityLogTable;
  /** The hash chain over the log; a job writes it within a second. */
  activitySeals: { seq: number; logId: string; digest: Buffer; hash: Buffer };
  activityUnsealed: { logId: string; queuedAt: WithDefault<Date> };
  notifications: NotificationTable;
  outboxEvents: {
    id: WithDefault<number>;
    topic: string;
    payload: Json<Record<string, unknown>>;
    createdAt: Timestamp;
    deliveredAt: Timestamp | null;
  };
  mails: MailTable;
  files: FileTable;
  storedFiles: StoredFileTable;
  attachments: AttachmentTable;
  exports: ExportTable;
  imports: ImportTable;
  formDrafts: RecordColumns & {
    userId: string;
    form: string;
    path: string;
    /** Its fields as JSON. */
    typed: string;
  };
  savedViews: RecordColumns & {
    userId: string;
    resource: string;
    name: string;
    /** Query string of the list. */
    query: string;
    isDefault: WithDefault<boolean>;
  };
  /** 0400_shared_views.sql */
  savedViewRoles: { viewId: string; roleId: string; sharedBy: string };
  settings: { companyId: string | null; key: string; value: Json<unknown>; updatedAt: Timestamp };
  settingValues: {
    id: WithDefault<string>;
    companyId: string;
    key: string;
    userId: string | null;
    productModelId: string | null;
    effectiveFrom: string;
    value: Json<unknown>;
    reason: string | null;
    createdAt: Timestamp;
    createdBy: string | null;
  };
}

interface CompanyTable extends RecordColumns {
  code: string;
  nameTh: string;
  nameEn: string;
  taxId: string;
  branchType: 'headOffice' | 'branch';
  branchCode: string;
  isVatRegistered: WithDefault<boolean>;
  address: Json<Record<string, unknown>>;
  phone: string | null;
  email: string | null;
  logoFileId: string | null;
  groupId: string | null;
  isActive: WithDefault<boolean>;
  /** Computed by the database. */
  searchText: GeneratedAlways<string>;
}

interface RoleTable extends RecordColumns {
  name: string;
  labelEn: string;
  labelTh: string;
  roleGroupId: string | null;
  dataScope: 'own' | 'team' | 'zone' | 'company' | 'all';
  approvalLimit: Numeric | null;
  discountLimitPercent: Numeric | null;
  /** Names of roles whose holders may give it although they do not have all of it. */
  assignableBy: WithDefault<string[]>;
  isSystem: WithDefault<boolean>;
  isActive: WithDefault<boolean>;
}

interface MenuTable extends RecordColumns {
  name: string;
  labelEn: string;
  labelTh: string;
  urlPath: string;
  icon: string | null;
  parentId: string | null;
  sort: number;
  isVisible: WithDefault<boolean>;
  isSystem: WithDefault<boolean>;
}

export type UserStatus = 'pendingApproval' | 'invited' | 'active' | 'suspended';

interface UserTable extends RecordColumns {
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  roleId: string | null;
  teamId: string | null;
  teamPosition: TeamPosition | null;
  status: UserStatus;
  passwordHash: string | null;
  mustChangePassword: WithDefault<boolean>;
  locale: WithDefault<'en' | 'th'>;
  theme: WithDefault<'light' | 'dark'>;
  /** Why an account was suspended. */
  statusReason: string | null;
  lastLoginAt: Timestamp | null;
  /** Both are computed by the database. */
  fullName: GeneratedAlways<string>;
  searchText: GeneratedAlways<string>;
}

interface SessionTable {
  id: WithDefault<string>;
  userId: string;
  createdAt: Timestamp;
  lastSeenAt: Timestamp;
  expiresAt: Timestamp;
  ip: string | null;
  userAgent: string | null;
}

interface DocumentHeaderTable extends RecordColumns {
  companyId: string;
  type: HeaderType;
  name: string;
  companyNameTh: string;
  companyNameEn: string;
  taxId: string;
  branchCode: string;
  address: string;
  phone: string | null;
  logoFileId: string | null;
  footer: string | null;
  terms: string | null;
  signatureBlocks: Json<readonly SignatureBlock[]>;
  isDefault: WithDefault<boolean>;
  isActive: WithDefault<boolean>;
  searchText: GeneratedAlways<string>;
}

export interface HistoryTable {
  id: WithDefault<string>;
  subjectType: string;
  subjectId: string;
  at: Timestamp;
  byUserId: string | null;
  action: string;
  fromStatus: string | null;
  toStatus: string | null;
  reason: string | null;
  diff: Json<Record<string, unknown>> | null;
}

interface ApprovalTable {
  id: WithDefault<string>;
  subjectType: string;
  subjectId: string;
  userId: string;
  at: Timestamp;
  amount: Numeric | null;
  approvalLimit: Numeric | null;
  decided: boolean;
  comment: string | null;
  /** Endorsements of an earlier round (before a revision) no longer count. */
  isLive: WithDefault<boolean>;
}

export interface ActivityLogTable {
  id: WithDefault<string>;
  at: Timestamp;
  userId: string | null;
  companyId: string | null;
  action: string;
  subject: string;
  subjectId: string | null;
  before: Json<Record<string, unknown>> | null;
  after: Json<Record<string, unknown>> | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
  result: WithDefault<string>;
  /** What the record was called then. */
  subjectLabel: string | null;
  /** Whom it concerns: a company, else a person, else everybody. */
  scopeId: ColumnType<string, never, never>;
  searchText: ColumnType<string, never, never>;
}

interface NotificationTable {
  id: WithDefault<string>;
  userId: string;
  category: 'message' | 'reminder' | 'news' | 'alert';
  type: 'info' | 'warning' | 'error' | 'success';
  titleEn: string;
  titleTh: string;
  descriptionEn: string;
  descriptionTh: string;
  read: WithDefault<boolean>;
  date: Timestamp;
  action: string | null;
  actionTitleEn: string | null;
  actionTitleTh: string | null;
  entityType: string | null;
  entityId: string | null;
  dedupeKey: string;
}

interface MailTable {
  id: WithDefault<string>;
  toAddress: string;
  subject: string;
  bodyText: string;
  /** The text is shown to nobody, and forgotten once it is sent. */
  hasSecret: WithDefault<boolean>;
  status: 'queued' | 'sent' | 'failed';
  attempts: WithDefault<number>;
  error: string | null;
  createdAt: Timestamp;
  sentAt: Timestamp | null;
  /** Of what is mailed once to each person. */
  dedupeKey: WithDefault<string | null>;
  cc: WithDefault<readonly string[]>;
  attachmentName: WithDefault<string | null>;
  attachment: WithDefault<Buffer | null>;
  /** Its file is removed once it is sent. */
  forgetsAttachment: WithDefault<boolean>;
}

interface FileTable {
  id: WithDefault<string>;
  fileName: string;
  mime: string;
  size: number;
  sha256: string;
  storageKey: string;
  createdAt: Timestamp;
  createdBy: string | null;
}

/** 0250_stored_files.sql */
interface StoredFileTable {
  key: string;
  size: number;
  touchedAt: Timestamp;
}

/** What somebody's rights and scope were when something was made for them (ADR 0085). */
export interface Reach {
  readonly grants: readonly string[];
  readonly companyIds: readonly string[] | null;
  readonly warehouseIds: readonly string[] | null;
  readonly ownerIds: readonly string[] | null;
  readonly zoneIds: readonly string[] | null;
}

/** 0055_exports.sql */
interface ExportTable {
  id: WithDefault<string>;
  userId: string;
  list: string;
  params: Json<Readonly<Record<string, string>>>;
  query: Json<Readonly<Record<string, string>>>;
  locale: 'en' | 'th';
  status: 'queued' | 'ready' | 'failed';
  fileId: string | null;
  fileName: string | null;
  mime: string | null;
  size: number | null;
  /** 0276_reach_of_exports.sql */
  reach: Json<Reach> | null;
  createdAt: Timestamp;
  finishedAt: Timestamp | null;
  expiresAt: Timestamp;
}

/** 0012_imports.sql */
interface ImportTable {
  id: WithDefault<string>;
  version: WithDefault<number>;
  resource: string;
  fileName: string;
  columns: Json<readonly string[]>;
  rows: Json<
    readonly { readonly number: number; readonly cells: Readonly<Record<string, string>> }[]
  >;
  faults: Json<
    readonly {
      readonly row: number;
      readonly column: string;
      readonly code: string;
      readonly params?: Readonly<Record<string, unknown>>;
    }[]
  >;
  totalRows: number;
  importedRows: WithDefault<number>;
  committedAt: Timestamp | null;
  createdAt: Timestamp;
  createdBy: string;
}

interface AttachmentTable {
  id: WithDefault<string>;
  subjectType: string;
  subjectId: string;
  fileId: string;
  kind: 'quotation' | 'taxInvoice' | 'deliveryNote' | 'signedContract' | 'photo' | 'other';
  createdAt: Timestamp;
  createdBy: string | null;
  removedAt: Timestamp | null;
  removedBy: string | null;
}
