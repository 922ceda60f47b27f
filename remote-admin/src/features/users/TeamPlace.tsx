import type { UserRow } from '@boxyard/shared/contract';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { nameIn } from '@boxyard/shared/ui';

/** Who signs in here, and where they stand in which team; that changes on the page of the team, by assignment or request. */
export function TeamPlace({ user }: { readonly user: UserRow }) {
  const t = useT('remote-admin');
  const locale = useLocale();
  return (
    <p>
      {user.email} ·{' '}
      {user.team && user.teamPosition
        ? t('users.teamOf', {
            position: t(`teamMoves.choice.position.${user.teamPosition}`),
            team: nameIn(user.team, locale),
          })
        : t('users.noTeam')}
    </p>
  );
}
