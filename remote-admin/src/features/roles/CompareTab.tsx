import { oneOptions } from '@boxyard/shared/client';
import type { RoleDetail } from '@boxyard/shared/contract';
import { useQueryKey } from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import {
  EmptyState,
  ErrorState,
  Money,
  None,
  Percent,
  RecordSelect,
  Skeleton,
  Table,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { type Compared, compareRoles, type Side } from './compare.ts';
import type { PermissionGroup } from './grants.ts';
import classes from './roles.module.css';

/** What two roles let people do: only the first, both, only the second (`?a=…&b=…`). */
export function CompareTab() {
  const t = useT('remote-admin');
  const [idA, setA] = useQueryKey('a');
  const [idB, setB] = useQueryKey('b');
  const ids = { a: idA, b: idB };
  const choose = (side: 'a' | 'b') => (id: string | string[] | null) =>
    (side === 'a' ? setA : setB)(typeof id === 'string' ? id : null);
  const a = useRole(ids.a);
  const b = useRole(ids.b);
  const groups = useQuery(oneOptions('permissions.groups', { loading: false }));
  const failed = [a, b, groups].find((query) => query.isError);
  return (
    <div className={classes.tab}>
      <div className={classes.choose}>
        {(['a', 'b'] as const).map((side) => (
          <div key={side}>
            <span className={classes.hint}>{t(`roles.compare.${side}`)}</span>
            <RecordSelect
              lookup="roles.all"
              value={ids[side]}
              onChange={choose(side)}
              aria-label={t(`roles.compare.${side}`)}
            />
          </div>
        ))}
      </div>
      {ids.a === null || ids.b === null ? (
        <EmptyState title={t('roles.compare.empty')} text={t('roles.compare.emptyText')} />
      ) : failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : a.data && b.data && groups.data ? (
        <Comparison a={a.data} b={b.data} groups={groups.data} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </div>
  );
}

const useRole = (id: string | null) =>
  useQuery({
    ...oneOptions('roles.get', { params: { id: id ?? '-' }, loading: false }),
    enabled: id !== null,
  });

interface ComparisonProps {
  readonly a: RoleDetail;
  readonly b: RoleDetail;
  readonly groups: readonly PermissionGroup[];
}

const LIMITS = ['dataScope', 'approvalLimit', 'discountLimitPercent'] as const;
type Limit = (typeof LIMITS)[number];

/** What one role alone may do is as wide as what the other one may. */
const PAGE_WIDTH = '22%';
const SIDE_WIDTH = '26%';
const SIDES: readonly Side[] = ['onlyA', 'both', 'onlyB'];

function Comparison({ a, b, groups }: ComparisonProps) {
  const t = useT('remote-admin');
  const locale = useLocale();
  const nameOf = (item: { readonly labelEn: string; readonly labelTh: string }) =>
    locale === 'th' ? item.labelTh : item.labelEn;
  const names = { a: nameOf(a), b: nameOf(b) };
  const labels = new Map(
    groups.flatMap(({ permissions }) => permissions.map((one) => [one.name, nameOf(one)])),
  );
  const on = (row: Compared, side: Side) =>
    row.abilities
      .filter((ability) => ability.side === side)
      .map(({ name }) => labels.get(name))
      .join(', ');
  const rows = compareRoles(groups, a, b);
  return (
    <>
      <Table<Limit>
        label={t('roles.compare.limits')}
        rows={LIMITS}
        rowKey={(field) => field}
        columns={[
          {
            key: 'limit',
            title: t('roles.compare.limits'),
            width: PAGE_WIDTH,
            render: (field) => t(`roles.field.${field}`),
          },
          {
            key: 'a',
            title: names.a,
            width: SIDE_WIDTH,
            render: (field) => <LimitText role={a} field={field} />,
          },
          { key: 'b', title: names.b, render: (field) => <LimitText role={b} field={field} /> },
        ]}
      />
      <Table<Compared>
        label={t('roles.compare.title')}
        rows={rows}
        rowKey={({ group }) => group.name}
        columns={[
          {
            key: 'page',
            title: t('roles.field.page'),
            width: PAGE_WIDTH,
            render: ({ group }) => nameOf(group),
          },
          ...SIDES.map((side) => ({
            key: side,
            title: t(`roles.compare.${side}`, names),
            width: SIDE_WIDTH,
            render: (row: Compared) => on(row, side) || '–',
          })),
        ]}
        empty={{ text: t('roles.compare.nothing') }}
      />
    </>
  );
}

/** Whose records a role sees, or up to which amount it decides. */
function LimitText({ role, field }: { readonly role: RoleDetail; readonly field: Limit }) {
  const t = useT('remote-admin');
  if (field === 'dataScope') return t(`roles.choice.dataScope.${role.dataScope}`);
  const value = role[field];
  if (value === null) return <None />;
  return field === 'approvalLimit' ? <Money value={value} /> : <Percent value={value} />;
}
