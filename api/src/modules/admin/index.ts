import type { ServerModule } from '../../workflow/index.ts';
import { activityLogsHandlers } from './activity/activityLogs.ts';
import { headerConstraints, headerHandlers } from './headers/headers.ts';
import { menuConstraints, menuHandlers } from './menus/menus.ts';
import { accessRightsConstraints, accessRightsHandlers } from './roles/index.ts';
import { settingsHandlers } from './settings/settings.ts';
import { teamConstraints, teamHandlers, teamsNightly } from './teams/index.ts';
import { territoryConstraints, territoryHandlers } from './territories/index.ts';
import { usersHandlers } from './users/users.ts';

/** Users, roles, menus, teams, territories, document headers and the activity log. */
export const adminModule = {
  handlers: {
    ...accessRightsHandlers,
    ...activityLogsHandlers,
    ...headerHandlers,
    ...menuHandlers,
    ...settingsHandlers,
    ...teamHandlers,
    ...territoryHandlers,
    ...usersHandlers,
  },
  constraints: {
    ...accessRightsConstraints,
    ...headerConstraints,
    ...menuConstraints,
    ...teamConstraints,
    ...territoryConstraints,
    users_email_uq: 'email',
    users_username_uq: 'email',
  },
  nightly: teamsNightly,
  recordScopes: {
    teams: { table: 'teams', scope: { company: 'd.company_id' } },
    teamMoves: {
      table: `(select m.*, (select l.id from users l
          where l.team_id = m.to_team_id and l.team_position = 'leader') as to_leader_id,
        (select l.id from users l
          where l.team_id = m.from_team_id and l.team_position = 'leader') as from_leader_id
        from team_moves m)`,
      scope: {
        company: 'd.company_id',
        owner: ['d.created_by', 'd.user_id', 'd.to_leader_id', 'd.from_leader_id'],
      },
    },
    // A person may work in several companies. Whoever belongs to none is seen by those who see all.
    users: {
      table: '(select uc.user_id as id, uc.company_id from user_companies uc)',
      scope: { company: 'd.company_id' },
    },
  },
} satisfies ServerModule;
export { alertBrokenChain } from './activity/alert.ts';
export { anchorAnew } from './activity/anchorAnew.ts';
export { SEAL_BATCH, sealActivity } from './activity/seal.ts';
export { followRemotes } from './menus/followRemotes.ts';
export { movePath } from './teams/moveType.ts';
export { usersImport } from './users/usersImport.ts';
