import type { WHT_TYPES } from '@boxyard/shared/contract';
import { defineResource } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { AddressInput, PageLink, RefText, ToneTag } from '@boxyard/shared/ui';
import { IdentityField } from './IdentityField.tsx';

const WHT: readonly (typeof WHT_TYPES)[number][] = [
  'none',
  'service3',
  'transport1',
  'rent5',
  'ads2',
  'custom',
];

/** Suppliers; shared by all companies, what is owed to them is per company (domain-warehouse 1.7). */
export const suppliers = defineResource({
  list: 'suppliers.list',
  texts: 'remote-warehouse:suppliers',
  page: 'suppliers',
  routes: { list: 'suppliers' },
  columns: (c) => [
    c.text('code', { width: 110 }),
    c.custom('name', {
      card: 'title',
      render: (row) => (
        <PageLink page="supplier-detail" params={{ supplierId: row.id }}>
          <RefText value={row} show="name" />
        </PageLink>
      ),
    }),
    c.text('taxId'),
    c.text('branchCode', { hidden: true }),
    c.text('province'),
    c.text('contact', { value: (row) => row.primaryContact?.name }),
    c.text('phone', { value: (row) => row.primaryContact?.phone }),
    c.number('creditDays'),
    c.money('creditLimit', { hidden: true }),
    c.money('creditUsed', { hidden: true }),
    c.number('openOrders'),
    c.flag('isVatRegistered', { hidden: true }),
    c.custom('standing', { card: 'corner', render: (row) => <Standing {...row} /> }),
  ],
  form: (f) => [
    f.section('identity', [
      f.custom('name', (props) => <IdentityField field="name" {...props} />, { span: 3 }),
      f.text('nameTh', { span: 3 }),
      f.custom('taxId', (props) => <IdentityField field="taxId" {...props} />, { span: 3 }),
      f.text('branchCode', { span: 3, help: 'help.branchCode' }),
      f.records('categoryIds', 'categories.master', { span: 4 }),
      f.flag('isVatRegistered'),
    ]),
    f.section('address', [
      f.custom('address', (props) => <AddressInput {...props} />, { span: 6 }),
    ]),
    f.section('terms', [
      f.integer('creditDays'),
      f.money('creditLimit', { span: 4, help: 'help.creditLimit' }),
      f.choice('whtType', WHT, { span: 4 }),
      f.percent('whtRate', { show: (values) => values.whtType === 'custom' }),
    ]),
    f.section('contacts', [
      f.lines('contacts', {
        max: 20,
        newLine: () => ({ isPrimary: false }),
        columns: (l) => [
          l.text('name', { width: '26%' }),
          l.text('phone', { width: '20%' }),
          l.text('email', { width: '26%' }),
          l.text('line', { width: '16%' }),
          l.flag('isPrimary', { width: 72 }),
        ],
      }),
    ]),
    f.section('bankAccounts', [
      f.lines('bankAccounts', {
        max: 10,
        columns: (l) => [
          l.text('bank', { width: '30%' }),
          l.text('accountNo', { width: '26%' }),
          l.text('accountName'),
        ],
      }),
      f.longText('remark', { span: 6 }),
    ]),
  ],
});

/** Whether one may order from them: out of use, stopped by somebody, or open. */
export function Standing({ isActive, isBlocked }: { isActive: boolean; isBlocked: boolean }) {
  const t = useT('remote-warehouse');
  if (!isActive) return <ToneTag tone="neutral">{t('suppliers.standing.inactive')}</ToneTag>;
  if (isBlocked) return <ToneTag tone="error">{t('suppliers.standing.blocked')}</ToneTag>;
  return <ToneTag tone="success">{t('suppliers.standing.open')}</ToneTag>;
}
