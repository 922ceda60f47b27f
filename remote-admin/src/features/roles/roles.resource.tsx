import type { RoleRow } from '@boxyard/shared/contract';
import { DATA_SCOPES } from '@boxyard/shared/domain/people/dataScope.ts';
import { defineResource } from '@boxyard/shared/kit';
import type { Locale } from '@boxyard/shared/runtime';
import { nameIn } from '@boxyard/shared/ui';
import { AccessField } from './AccessField.tsx';
import { AssignableField } from './AssignableField.tsx';
import { ScopeField } from './ScopeField.tsx';

const label = ({ labelEn, labelTh }: Pick<RoleRow, 'labelEn' | 'labelTh'>) => ({
  name: labelEn,
  nameTh: labelTh,
});
const nameOf = (row: Parameters<typeof label>[0], locale: Locale) => nameIn(label(row), locale);

/** Roles: which pages and actions, whose records, up to which amounts (domain-containers 1.5). */
export const roles = defineResource({
  list: 'roles.list',
  texts: 'remote-admin:roles',
  page: 'roles',
  columns: (c) => [
    c.ref('label', { value: label, sort: 'name', card: 'title' }),
    c.text('name', { sort: false }),
    c.ref('roleGroup'),
    c.number('usersCount'),
    c.choice('dataScope'),
    c.money('approvalLimit'),
    c.percent('discountLimitPercent'),
    c.flag('isActive', { card: 'corner' }),
    c.dateTime('createdAt', { hidden: true }),
  ],
  form: (f) => [
    f.section('identity', [
      f.text('name', { span: 6, only: 'create', autoFocus: true, help: 'help.name' }),
      f.text('labelEn', { span: 3 }),
      f.text('labelTh', { span: 3 }),
      f.record('roleGroupId', 'roleGroups.all', { span: 6 }),
    ]),
    f.section('reach', [
      f.custom('dataScope', (field) => <ScopeField field={field} values={DATA_SCOPES} />, {
        span: 6,
      }),
      f.money('approvalLimit', { span: 3, help: 'help.approvalLimit' }),
      f.percent('discountLimitPercent', { span: 3, help: 'help.discountLimitPercent' }),
      f.custom('assignableBy', (field) => <AssignableField field={field} />, {
        span: 6,
        ability: 'all:manage',
        help: 'help.assignableBy',
      }),
    ]),
    f.section('access', [
      f.custom('permissionNames', (field) => <AccessField field={field} />, { span: 6 }),
    ]),
  ],
  nameOf,
});

/** Groups of roles. */
export const roleGroups = defineResource({
  list: 'roleGroups.list',
  texts: 'remote-admin:roles.groups',
  page: 'roles',
  abilities: {
    create: 'roles:create-group',
    update: 'roles:update-group',
    delete: 'roles:delete-group',
  },
  columns: (c) => [
    c.ref('label', { value: label, sort: 'name', card: 'title' }),
    c.text('name', { sort: false }),
    c.number('rolesCount'),
    c.dateTime('createdAt', { hidden: true }),
  ],
  form: (f) => [
    f.text('name', { span: 6, autoFocus: true, help: 'help.name' }),
    f.text('labelEn', { span: 6 }),
    f.text('labelTh', { span: 6 }),
  ],
  nameOf,
});
