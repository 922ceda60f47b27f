import { defineResource } from '@boxyard/shared/kit';
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
    c.text('branchCode', { hidden: true }),
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
      f.text('taxId', { span: 3 }),
      f.text('branchCode', { span: 3, help: 'help.branchCode' }),
      f.flag('isVatRegistered', { span: 6 }),
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
