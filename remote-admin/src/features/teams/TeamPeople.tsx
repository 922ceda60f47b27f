import { isApiError, useEndpointMutation } from '@boxyard/shared/client';
import type { TeamDetail } from '@boxyard/shared/contract';
import { TEAM_PAGES, TEAM_POSITIONS, type TeamPosition } from '@boxyard/shared/domain';
import { confirm, useCan, useT } from '@boxyard/shared/runtime';
import { Button, RecordSelect, RefText, Select, Table, type TableColumn } from '@boxyard/shared/ui';
import { useState } from 'react';
import classes from './teams.module.css';
import { useOpenRequest } from './useOpenRequest.ts';

type Member = TeamDetail['members'][number];

/** Who is in a team: people come without a request only from nowhere, and go from here to nowhere. */
export function TeamPeople({ team }: { readonly team: TeamDetail }) {
  const t = useT('remote-admin');
  const page = TEAM_PAGES[team.type];
  const mayAssign = useCan(`${page}:assign`);
  const mayAsk = useCan(`${page}:request-assignee`);
  const openRequest = useOpenRequest();
  const change = useEndpointMutation('teams.changePosition');
  const remove = useEndpointMutation('teams.removeUser');
  const params = { id: team.id };

  const give = async (member: Member, position: TeamPosition) => {
    const leader = team.leader;
    if (position === 'leader' && leader && leader.id !== member.user.id) {
      const answer = await confirm({
        title: t('teams.people.leadTitle', { name: member.user.name }),
        body: t('teams.people.leadText', { name: leader.name }),
        okText: t('teams.people.lead'),
      });
      if (!answer.ok) return;
    }
    change.mutate({ params, body: { userId: member.user.id, position } });
  };
  const take = async ({ user }: Member) => {
    const answer = await confirm({
      title: t('teams.people.removeTitle', { name: user.name }),
      body: t('teams.people.removeText'),
      okText: t('teams.people.remove'),
      danger: true,
    });
    if (answer.ok) remove.mutate({ params, body: { userIds: [user.id] } });
  };

  const columns: TableColumn<Member>[] = [
    {
      key: 'name',
      title: t('teams.people.name'),
      card: 'title',
      render: ({ user, email }) => (
        <span className={classes.person}>
          {user.name}
          <span className={classes.hint}>{email}</span>
        </span>
      ),
    },
    {
      key: 'role',
      title: t('teams.people.role'),
      render: ({ role }) => (role ? <RefText value={role} show="name" /> : '–'),
    },
    {
      key: 'position',
      title: t('teams.people.position'),
      width: 170,
      render: (member) =>
        mayAssign && member.moveId === null ? (
          <Select
            size="small"
            className={classes.position ?? ''}
            aria-label={t('teams.people.positionOf', { name: member.user.name })}
            value={member.position}
            disabled={change.isPending}
            options={positions(t)}
            onChange={(position) => void give(member, position)}
          />
        ) : (
          t(`teamMoves.choice.position.${member.position}`)
        ),
    },
    {
      key: 'actions',
      title: <span className={classes.spoken}>{t('teams.people.actions')}</span>,
      render: (member) => (
        <span className={classes.actions}>
          {member.moveId === null ? (
            <>
              {mayAsk ? (
                <Button
                  size="small"
                  aria-label={t('teams.people.moveOne', { name: member.user.name })}
                  onClick={() => openRequest.fresh(member.user.id)}
                >
                  {t('teams.people.move')}
                </Button>
              ) : null}
              {mayAssign ? (
                <Button
                  size="small"
                  aria-label={t('teams.people.removeOne', { name: member.user.name })}
                  onClick={() => void take(member)}
                >
                  {t('teams.people.remove')}
                </Button>
              ) : null}
            </>
          ) : (
            <Button
              size="small"
              type="link"
              onClick={() => openRequest.existing(member.moveId ?? '')}
            >
              {t('teams.people.moving')}
            </Button>
          )}
        </span>
      ),
    },
  ];
  return (
    <>
      {mayAssign && team.isActive ? <Joining team={team} /> : null}
      <Table<Member>
        label={t('teams.tab.people')}
        columns={columns}
        rows={team.members}
        rowKey={({ user }) => user.id}
        empty={{ text: t('teams.people.noneText') }}
      />
    </>
  );
}

const positions = (t: ReturnType<typeof useT>) =>
  TEAM_POSITIONS.map((position) => ({
    value: position,
    label: t(`teamMoves.choice.position.${position}`),
  }));

/** Takes people into the team who are in none. */
function Joining({ team }: { readonly team: TeamDetail }) {
  const t = useT('remote-admin');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [position, setPosition] = useState<TeamPosition>('member');
  const assign = useEndpointMutation('teams.assignUser');
  const faults = isApiError(assign.error)
    ? [...new Set(assign.error.errors.map(({ message }) => message))]
    : [];
  return (
    <>
      <div className={classes.joining}>
        <RecordSelect
          lookup="users.all"
          multiple
          value={chosen}
          aria-label={t('teams.people.choose')}
          placeholder={t('teams.people.choose')}
          omit={({ id }) => team.members.some(({ user }) => user.id === id)}
          onChange={(ids) => setChosen(Array.isArray(ids) ? ids : [])}
        />
        <Select
          aria-label={t('teams.people.position')}
          value={position}
          options={positions(t)}
          onChange={setPosition}
        />
        <Button
          disabled={chosen.length === 0}
          loading={assign.isPending}
          onClick={() =>
            assign.mutate(
              { params: { id: team.id }, body: { userIds: [...chosen], position } },
              {
                onSuccess: () => {
                  setChosen([]);
                  setPosition('member');
                },
              },
            )
          }
        >
          {t('teams.people.assign')}
        </Button>
      </div>
      {faults.length > 0 ? (
        <ul className={classes.faults} role="alert">
          {faults.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
