import type { AbsenceReason, JobCodeKind } from '@boxyard/shared/domain/service/masters.ts';
import type { Generated } from 'kysely';
import type { RecordColumns, Timestamp, WithDefault } from './columns.ts';

/** Tables of 0461_job_codes.sql and 0462_technicians.sql. */
export interface ServiceMasterTables {
  jobCodes: JobCodeTable;
  technicianSkills: TechnicianSkillTable;
  technicianAbsences: TechnicianAbsenceTable;
}

interface JobCodeTable extends RecordColumns {
  kind: JobCodeKind;
  code: string;
  name: string;
  nameTh: string | null;
  /** Null: it describes containers of every type. */
  productTypeId: string | null;
  isActive: WithDefault<boolean>;
  searchText: Generated<string>;
}

interface TechnicianSkillTable extends RecordColumns {
  userId: string;
  productTypeId: string;
  level: number;
  note: string | null;
}

interface TechnicianAbsenceTable extends RecordColumns {
  userId: string;
  startsAt: Timestamp;
  endsAt: Timestamp;
  reason: AbsenceReason;
  note: string | null;
}
