import { useLocale, useT } from '@boxyard/shared/runtime';
import type { Change, PermissionGroup } from './grants.ts';
import classes from './roles.module.css';

interface Props {
  readonly groups: readonly PermissionGroup[];
  readonly changes: readonly Change[];
}

/** What saving gives and takes, in words. */
export function Changes({ groups, changes }: Props) {
  const t = useT('remote-admin');
  const locale = useLocale();
  const words = new Map(
    groups.flatMap((group) =>
      group.permissions.map((permission) => [
        permission.name,
        locale === 'th'
          ? `${group.labelTh}: ${permission.labelTh}`
          : `${group.labelEn}: ${permission.labelEn}`,
      ]),
    ),
  );
  const of = (kind: Change['kind']) => changes.filter((change) => change.kind === kind);
  return (
    <section className={classes.changes} aria-label={t('roles.changes.title')}>
      <p className={classes.changesTitle} role="status">
        {changes.length === 0
          ? t('roles.changes.none')
          : t('roles.changes.summary', {
              added: of('added').length,
              removed: of('removed').length,
            })}
      </p>
      <ul>
        {changes.map(({ ability, kind }) => (
          <li key={ability} className={classes[kind]}>
            <span aria-hidden="true">{kind === 'added' ? '+' : '−'}</span>{' '}
            <span className={classes.spoken}>{t(`roles.changes.${kind}`)} </span>
            {words.get(ability) ?? t('roles.matrix.everything')}
          </li>
        ))}
      </ul>
    </section>
  );
}
