import type { SoftwareStatus } from '@boxyard/shared/domain/containers/softwareMachine.ts';
import type { UpdateStatus } from '@boxyard/shared/domain/containers/softwareUpdateMachine.ts';
import type { Generated } from 'kysely';
import type { RecordColumns, Timestamp, WithDefault } from './columns.ts';

/** Tables of 0105_software.sql (domain-containers 1.1, 2.12). */
export interface SoftwareTables {
  productSoftwares: ProductSoftwareTable;
  productSoftwareModels: ProductSoftwareModelTable;
  productSoftwareUpdates: ProductSoftwareUpdateTable;
  softwareRollouts: SoftwareRolloutTable;
}

interface ProductSoftwareTable extends RecordColumns {
  versionNo: string;
  /** Sorts as versions do. */
  versionKey: string;
  status: SoftwareStatus;
  releaseNotes: string;
  minHardwareRev: WithDefault<number>;
  isMandatory: WithDefault<boolean>;
  fileId: string;
  releasedAt: Timestamp | null;
  stableAt: Timestamp | null;
  stableBy: string | null;
  withdrawnAt: Timestamp | null;
  statusReason: string | null;
  searchText: Generated<string>;
}

interface ProductSoftwareModelTable {
  softwareId: string;
  productModelId: string;
  versionNo: string;
  isStable: WithDefault<boolean>;
}

interface ProductSoftwareUpdateTable extends RecordColumns {
  companyId: string;
  productId: string;
  rolloutId: string | null;
  fromSoftwareId: string | null;
  toSoftwareId: string;
  status: UpdateStatus;
  reason: string | null;
  error: string | null;
  attempts: WithDefault<number>;
  statusReason: string | null;
  startedAt: Timestamp | null;
  finishedAt: Timestamp | null;
  authorIds: WithDefault<string[]>;
}

interface SoftwareRolloutTable extends RecordColumns {
  companyId: string;
  softwareId: string;
  reason: string | null;
  total: number;
  /** Containers that the job has not looked at yet. */
  waitingIds: string[];
}
