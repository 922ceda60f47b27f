import {
  BRANCH_TYPES,
  branchTypeOf,
  HEAD_OFFICE,
} from '@boxyard/shared/domain/people/companies.ts';
import { defineResource, type FormValues, LogoField } from '@boxyard/shared/kit';
import { AddressInput, fullNameIn } from '@boxyard/shared/ui';

/** The English name is not needed. */
const named = (row: { readonly nameEn: string | null; readonly nameTh: string }) => ({
  name: row.nameEn ?? row.nameTh,
  nameTh: row.nameTh,
});

/** Companies of the group (domain-containers 1.2). */
export const companies = defineResource({
  list: 'companies.list',
  texts: 'remote-inventory:companies',
  page: 'company-groups',
  columns: (c) => [
    c.text('code'),
    c.ref('name', {
      value: named,
      sort: 'nameTh',
    }),
    c.text('taxId'),
    c.choice('branchType'),
    c.text('branchCode', { hidden: true }),
    c.flag('hasLogo', { hidden: true }),
    c.text('phone'),
    c.text('email', { hidden: true }),
    c.ref('parent', { hidden: true }),
    c.number('warehouseCount'),
    c.flag('isActive', { card: 'corner' }),
  ],
  form: (f) => [
    f.section('identity', [
      f.text('code', { span: 2, autoFocus: true }),
      f.text('nameTh', { span: 4 }),
      f.text('nameEn', { span: 4 }),
      f.record('parentId', 'companies.all', { span: 2 }),
      f.text('taxId', { span: 2 }),
      f.choice('branchType', BRANCH_TYPES, { span: 2 }),
      f.text('branchCode', {
        span: 2,
        help: 'help.branchCode',
        show: ({ branchType }) => branchType === 'branch',
      }),
      f.flag('isVatRegistered', { span: 6 }),
      f.custom('logo', (field) => <LogoField field={field} />, { span: 6, help: 'help.logo' }),
    ]),
    f.section('contact', [
      f.custom('address', AddressInput, { span: 6 }),
      f.text('phone', { span: 3 }),
      f.text('email', { span: 3 }),
      f.flag('isActive', { only: 'edit', span: 6 }),
    ]),
  ],
  nameOf: (row, locale) => fullNameIn({ code: row.code, ...named(row) }, locale),
});

/** A form whose branch code is asked of branches alone: the head office has the one it has. */
export const companyBodyOf = (values: FormValues): FormValues =>
  values.branchType === 'branch' ? values : { ...values, branchCode: HEAD_OFFICE };

export const NEW_COMPANY = {
  branchType: branchTypeOf(HEAD_OFFICE),
  branchCode: HEAD_OFFICE,
  isVatRegistered: true,
};
