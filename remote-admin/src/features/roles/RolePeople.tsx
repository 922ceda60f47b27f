import { isApiError, useEndpointMutation } from '@boxyard/shared/client';
import type { RoleDetail } from '@boxyard/shared/contract';
import { confirm, useT } from '@boxyard/shared/runtime';
import { Button, RecordSelect } from '@boxyard/shared/ui';
import { useState } from 'react';
import classes from './roles.module.css';

/** Who has a role: people are given it and lose it here, at once. */
export function RolePeople({ role }: { readonly role: RoleDetail }) {
  const t = useT('remote-admin');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const assign = useEndpointMutation('roles.assignUser');
  const remove = useEndpointMutation('roles.removeUser');
  const params = { id: role.id };
  const refusal = [assign.error, remove.error].find((error) => isApiError(error));
  const faults = [...new Set(refusal?.errors.map(({ message }) => message) ?? [])];
  const take = async ({ id, name }: RoleDetail['users'][number]) => {
    const answer = await confirm({
      title: t('roles.people.removeTitle', { name }),
      body: t('roles.people.removeText'),
      okText: t('roles.people.remove'),
      danger: true,
    });
    if (answer.ok) remove.mutate({ params, body: { userIds: [id] } });
  };
  return (
    <section className={classes.holders} aria-label={t('roles.people.title')}>
      <h2 className={classes.panelTitle}>{t('roles.people.title')}</h2>
      {role.isActive && role.allowedActions.includes('assign-user') ? (
        <div className={classes.give}>
          <RecordSelect
            lookup="users.all"
            multiple
            value={chosen}
            aria-label={t('roles.people.choose')}
            placeholder={t('roles.people.choose')}
            omit={({ id }) => role.users.some((user) => user.id === id)}
            onChange={(ids) => setChosen(Array.isArray(ids) ? ids : [])}
          />
          <Button
            disabled={chosen.length === 0}
            loading={assign.isPending}
            onClick={() =>
              assign.mutate(
                { params, body: { userIds: [...chosen] } },
                { onSuccess: () => setChosen([]) },
              )
            }
          >
            {t('roles.people.assign')}
          </Button>
        </div>
      ) : null}
      {faults.length > 0 ? (
        <ul className={classes.faults} role="alert">
          {faults.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : null}
      {role.users.length === 0 ? (
        <p className={classes.hint}>{t('roles.people.none')}</p>
      ) : (
        <ul className={classes.people}>
          {role.users.map((user) => (
            <li key={user.id}>
              <span className={classes.person}>
                {user.name} <span className={classes.hint}>{user.email}</span>
              </span>
              {role.allowedActions.includes('remove-user') ? (
                <Button
                  size="small"
                  aria-label={t('roles.people.removeOne', { name: user.name })}
                  onClick={() => void take(user)}
                >
                  {t('roles.people.remove')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {role.usersCount > role.users.length ? (
        <p className={classes.hint}>
          {t('roles.people.more', { count: role.usersCount - role.users.length })}
        </p>
      ) : null}
    </section>
  );
}
