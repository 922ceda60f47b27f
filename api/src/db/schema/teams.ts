import type { TeamPosition, TeamType } from '@boxyard/shared/domain';
import type { RecordColumns, Timestamp } from './columns.ts';

/** Tables of 0008_teams.sql. */
export interface TeamTables {
  teamMoves: TeamMoveTable;
  /** What the approver chose for each piece of open work; nobody: it stays with the person. */
  teamMoveWork: {
    moveId: string;
    type: string;
    subjectId: string;
    documentNo: string | null;
    status: string;
    toUserId: string | null;
  };
}

interface TeamMoveTable extends RecordColumns {
  /** Of the team that the person moves to. */
  companyId: string;
  type: TeamType;
  userId: string;
  fromTeamId: string | null;
  toTeamId: string;
  position: TeamPosition;
  /** `YYYY-MM-DD`. */
  effectiveDate: string;
  reason: string;
  status: 'pending' | 'approved' | 'rejected' | 'cancelled';
  statusReason: string | null;
  decidedBy: string | null;
  decidedAt: Timestamp | null;
  appliedAt: Timestamp | null;
}
