import { defineResource } from '@boxyard/shared/kit';

/** People with an account: invited, approved, suspended (domain-containers 1.5). */
export const users = defineResource({
  list: 'users.list',
  texts: 'remote-admin:users',
  page: 'users',
  columns: (c) => [
    c.text('firstName', {
      title: 'field.name',
      value: (row) => `${row.firstName} ${row.lastName}`,
      card: 'title',
      width: 160,
    }),
    c.text('email'),
    c.ref('role', {
      value: (row) => row.role && { name: row.role.labelEn, nameTh: row.role.labelTh },
      width: 160,
    }),
    c.ref('team', { show: 'name', width: 140 }),
    c.refs('companies'),
    c.text('phone', { hidden: true }),
    c.dateTime('lastLoginAt'),
    c.dateTime('createdAt', { hidden: true }),
    c.choice('status', {
      card: 'corner',
      tone: (row) => TONES[row.status],
    }),
  ],
  form: (f) => [
    f.section('person', [
      f.text('email', { span: 6, only: 'create', autoFocus: true, help: 'help.email' }),
      f.text('firstName', { span: 3 }),
      f.text('lastName', { span: 3 }),
      f.text('phone', { span: 3 }),
    ]),
    f.section('access', [
      f.record('roleId', 'roles.all', { span: 6 }),
      f.records('companyIds', 'companies.all', { span: 6 }),
      f.records('warehouseIds', 'masterData.subWarehouses', {
        span: 6,
        help: 'help.warehouseIds',
        query: () => ({ storage: true }),
      }),
      f.records('zoneIds', 'zones.all', { span: 6 }),
    ]),
  ],
  nameOf: ({ firstName, lastName }) => `${firstName} ${lastName}`,
});

const TONES = {
  invited: 'processing',
  pendingApproval: 'warning',
  active: 'success',
  suspended: 'error',
} as const;
