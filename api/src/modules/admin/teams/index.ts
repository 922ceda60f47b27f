import type { Ctx, Family, HandlersOf } from '../../../kernel/index.ts';
import { assignUsers, changePosition, removeUsers } from './members.ts';
import { moveDetail, moveList } from './moveRows.ts';
import { applyMoves, cancelMove, decideMove, requestMove } from './moves.ts';
import { teamDetail } from './teamRows.ts';
import { createTeam, deleteTeam, teamChoices, teamList, updateTeam } from './teams.ts';

/** Sales groups and engineer teams, their people and the moves between them. */
export const teamHandlers: HandlersOf<Family<'teams'> | Family<'teamMoves'>> = {
  'teams.list': teamList.run,
  'teams.all': teamChoices.run,
  'teams.get': async (ctx, { params }) => ({ data: await teamDetail(ctx, params.id) }),
  'teams.create': createTeam,
  'teams.update': updateTeam,
  'teams.delete': deleteTeam,
  'teams.assignUser': assignUsers,
  'teams.removeUser': removeUsers,
  'teams.changePosition': changePosition,
  'teamMoves.list': moveList.run,
  'teamMoves.get': async (ctx, { params }) => ({ data: await moveDetail(ctx, params.id) }),
  'teamMoves.create': requestMove,
  'teamMoves.approving': decideMove,
  'teamMoves.cancel': cancelMove,
};

export const teamConstraints = {
  teams_name_uq: 'name',
  teams_name_th_uq: 'nameTh',
  team_moves_open_uq: 'userId',
};

export const teamsNightly: readonly ((ctx: Ctx) => Promise<void>)[] = [applyMoves];
