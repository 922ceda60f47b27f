import {
  TEAM_PAGES,
  TEAM_POSITIONS,
  TEAM_TYPES,
  type TeamType,
  teamMoveMachines,
} from '@boxyard/shared/domain';
import { defineResource } from '@boxyard/shared/kit';
import { nameIn } from '@boxyard/shared/ui';

/** Teams of one type (domain-containers 1.5): two pages, each with its own verbs and words. */
const teamsOf = (type: TeamType) =>
  defineResource({
    list: 'teams.list',
    texts: `remote-admin:teams.${type}`,
    page: TEAM_PAGES[type],
    columns: (c) => [
      c.ref('name', { value: (row) => row, card: 'title', show: 'name' }),
      c.person('leader'),
      c.number('memberCount'),
      c.number('openRequests'),
      c.ref('company'),
      c.dateTime('createdAt', { hidden: true }),
      c.flag('isActive', { card: 'corner' }),
    ],
    filters: { type: { hidden: true } },
    form: (f) => [
      f.text('name', { span: 3, autoFocus: true }),
      f.text('nameTh', { span: 3 }),
      f.record('companyId', 'companies.all', { span: 6, only: 'create', help: 'help.companyId' }),
    ],
    nameOf: nameIn,
  });

/** Moves into teams of one type, with the words of the page that they belong to. */
const movesOf = (type: TeamType) =>
  defineResource({
    list: 'teamMoves.list',
    texts: 'remote-admin:teamMoves',
    page: TEAM_PAGES[type],
    abilities: { create: `${TEAM_PAGES[type]}:request-assignee` },
    machine: teamMoveMachines[type],
    columns: (c) => [
      c.person('user', { card: 'title' }),
      c.ref('fromTeam'),
      c.ref('toTeam'),
      c.choice('position'),
      c.date('effectiveDate'),
      c.person('createdBy', { title: 'field.requestedBy' }),
      c.dateTime('createdAt', { hidden: true }),
      c.status(teamMoveMachines[type]),
    ],
    filters: { type: { hidden: true } },
    form: (f) => [
      f.record('userId', 'users.all', { span: 6, autoFocus: true }),
      f.record('toTeamId', 'teams.all', { span: 6, query: () => ({ type: [type] }) }),
      f.choice('position', [...TEAM_POSITIONS], { span: 3 }),
      f.date('effectiveDate', { span: 3, help: 'help.effectiveDate' }),
      f.longText('reason', { span: 6 }),
    ],
    nameOf: (row) => row.user.name,
  });

type Of<R> = Readonly<Record<TeamType, R>>;
const perType = <R>(make: (type: TeamType) => R): Of<R> =>
  Object.fromEntries(TEAM_TYPES.map((type) => [type, make(type)])) as Of<R>;

export const teamResources = perType(teamsOf);
export const moveResources = perType(movesOf);
