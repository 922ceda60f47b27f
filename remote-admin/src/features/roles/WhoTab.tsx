import { oneOptions } from '@boxyard/shared/client';
import type { Contract, DataOf } from '@boxyard/shared/contract';
import { ListPage } from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import {
  EmptyState,
  ErrorState,
  Facts,
  Money,
  nameIn,
  Percent,
  RecordSelect,
  Skeleton,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { access } from './access.resource.tsx';
import classes from './roles.module.css';

/** What somebody may do, and why: the answer to "who may do what" (`?tab=who&person=…`). */
export function WhoTab() {
  const t = useT('remote-admin');
  const [search, setSearch] = useSearchParams();
  const id = search.get('person');
  const choose = (person: string | string[] | null) =>
    setSearch(typeof person === 'string' ? { tab: 'who', person } : { tab: 'who' });
  return (
    <div className={classes.tab}>
      <div className={classes.choose}>
        <div>
          <span className={classes.hint}>{t('roles.who.person')}</span>
          <RecordSelect
            lookup="users.all"
            value={id}
            onChange={choose}
            aria-label={t('roles.who.person')}
          />
        </div>
      </div>
      {id === null ? (
        <EmptyState title={t('roles.who.choose')} text={t('roles.who.chooseText')} />
      ) : (
        <Person key={id} id={id} />
      )}
    </div>
  );
}

function Person({ id }: { readonly id: string }) {
  const found = useQuery(oneOptions('access.person', { params: { id }, loading: false }));
  if (found.isError) {
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (!found.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <>
      <PersonFacts person={found.data} />
      <ListPage resource={access} params={{ id }} embedded onCreate={false} />
    </>
  );
}

/** Role, team, scope and limits: what the abilities below follow from. */
function PersonFacts({ person }: { readonly person: DataOf<Contract['access.person']> }) {
  const t = useT('remote-admin');
  const locale = useLocale();
  const { role, roleGroup, team, companies, discountLimitPercent } = person;
  const none = t('roles.who.none');
  const named = (ref: { name: string; nameTh?: string | null | undefined } | null) =>
    ref === null ? none : nameIn(ref, locale);
  const teamText = team?.position
    ? t('users.teamOf', {
        position: t(`teamMoves.choice.position.${team.position}`),
        team: named(team),
      })
    : named(team);
  const roleText = role && !role.isActive ? t('roles.who.inactive', { role: named(role) }) : null;
  return (
    <Facts
      items={[
        { key: 'role', label: t('roles.field.label'), value: roleText ?? named(role) },
        { key: 'group', label: t('roles.field.roleGroup'), value: named(roleGroup) },
        { key: 'team', label: t('roles.who.team'), value: teamText },
        {
          key: 'scope',
          label: t('roles.field.dataScope'),
          value: t(`roles.choice.dataScope.${person.dataScope}`),
        },
        {
          key: 'companies',
          label: t('roles.who.companies'),
          value: companies.map(named).join(', ') || none,
        },
        {
          key: 'limit',
          label: t('roles.field.approvalLimit'),
          value: person.approvalLimit === null ? none : <Money value={person.approvalLimit} />,
        },
        {
          key: 'discount',
          label: t('roles.field.discountLimitPercent'),
          value: discountLimitPercent === null ? none : <Percent value={discountLimitPercent} />,
        },
      ]}
    />
  );
}
