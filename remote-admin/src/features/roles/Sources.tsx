import type { Contract, RowOf } from '@boxyard/shared/contract';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { nameIn } from '@boxyard/shared/ui';
import classes from './roles.module.css';

interface Props {
  readonly sources: RowOf<Contract['access.list']>['sources'];
}

/** Everything that gives an ability: taking one of several away changes nothing. */
export function Sources({ sources }: Props) {
  const t = useT('remote-admin');
  const locale = useLocale();
  return (
    <span className={classes.sources}>
      {sources.map((source) => (
        <span key={`${source.kind}-${source.name}`}>
          <span className={classes.kind}>{t(`roles.who.choice.source.${source.kind}`)}</span>{' '}
          {nameIn(source, locale)}
        </span>
      ))}
    </span>
  );
}
