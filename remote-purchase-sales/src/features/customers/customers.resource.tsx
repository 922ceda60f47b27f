import { registerContract } from '@boxyard/shared/client';
import { customersArea } from '@boxyard/shared/contract/areas/customers.ts';
import { CUSTOMER_TYPES } from '@boxyard/shared/domain/sales/customers.ts';
import { actionFields, defineResource, type FormValues } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { AddressInput, RefText, ToneTag } from '@boxyard/shared/ui';
import { IdentityField } from './IdentityField.tsx';
import { InstallAddresses } from './InstallAddresses.tsx';
import { OtherAddress } from './OtherAddress.tsx';

registerContract(customersArea);

const isJuristic = ({ type }: FormValues): boolean => type === 'juristic';
const isPerson = (values: FormValues): boolean => !isJuristic(values);

/** Customers: persons and companies, each with one salesperson (docs/domain/containers.md). */
export const customers = defineResource({
  list: 'customers.list',
  texts: 'remote-purchase-sales:customers',
  page: 'customer-data',
  routes: { list: 'customer-data' },
  columns: (c) => [
    c.text('code', { width: 110, card: 'body' }),
    c.custom('name', { card: 'title', render: (row) => <RefText value={row} show="name" /> }),
    c.choice('type'),
    c.text('taxId'),
    c.text('branchCode', { hidden: true }),
    c.text('phone', { card: 'body' }),
    c.text('email', { hidden: true }),
    c.text('province'),
    c.person('sale', { card: 'body' }),
    c.ref('zone', { hidden: true }),
    c.ref('company', { hidden: true }),
    c.date('createdAt', { hidden: true }),
    c.custom('standing', { card: 'corner', render: (row) => <Standing {...row} /> }),
  ],
  form: (f) => [
    f.section('identity', [
      f.choice('type', CUSTOMER_TYPES, { span: 2 }),
      f.record('companyId', 'companies.all', {
        span: 4,
        habit: true,
        show: ({ id }) => id === undefined,
      }),
      f.text('prefix', { span: 2 }),
      f.custom('companyName', (props) => <IdentityField field="name" {...props} />, {
        span: 4,
        show: isJuristic,
        required: isJuristic,
      }),
      f.custom('firstName', (props) => <IdentityField field="name" {...props} />, {
        span: 2,
        show: isPerson,
        required: isPerson,
      }),
      f.text('lastName', { span: 2, show: isPerson, required: isPerson }),
      f.text('nameEn', { span: 3 }),
      f.custom('taxId', (props) => <IdentityField field="taxId" {...props} />, {
        span: 3,
        required: isJuristic,
      }),
      f.text('branchCode', {
        span: 3,
        help: 'help.branchCode',
        show: isJuristic,
        required: isJuristic,
      }),
      f.date('birthDate', { span: 3, show: isPerson }),
    ]),
    f.section('contact', [
      f.custom('phone', (props) => <IdentityField field="phone" {...props} />, { span: 2 }),
      f.text('phone2', { span: 2 }),
      f.text('email', { span: 2 }),
      f.text('lineId', { span: 2 }),
      f.lines('contacts', {
        max: 20,
        columns: (l) => [
          l.text('name', { width: '30%' }),
          l.text('role', { width: '22%' }),
          l.text('phone', { width: '20%' }),
          l.text('email'),
        ],
      }),
    ]),
    f.section('address', [
      f.custom('registeredAddress', (props) => <AddressInput {...props} />, { span: 6 }),
      f.custom('billingAddress', (props) => <OtherAddress {...props} />, { span: 6 }),
      f.custom('shippingAddress', (props) => <OtherAddress {...props} />, { span: 6 }),
      f.custom('installAddresses', (props) => <InstallAddresses {...props} />, { span: 6 }),
    ]),
    f.section('terms', [
      f.record('saleId', 'users.all', { span: 3, help: 'help.sale' }),
      f.integer('creditTermDays', { span: 3 }),
      f.text('source', { span: 3 }),
      f.flag('hasConsent', { span: 3 }),
      f.longText('remark', { span: 6 }),
    ]),
  ],
});

/** Into whom a duplicate is merged. */
export const mergeFields = actionFields('customers.merge', (f) => [
  f.record('intoId', 'customers.master', { span: 6 }),
]);

/** Whether one may agree on something with them. */
export function Standing(row: { readonly isActive: boolean; readonly isBlacklisted: boolean }) {
  const t = useT('remote-purchase-sales');
  if (row.isBlacklisted)
    return <ToneTag tone="error">{t('customers.standing.blacklisted')}</ToneTag>;
  if (!row.isActive) return <ToneTag tone="neutral">{t('customers.standing.inactive')}</ToneTag>;
  return <ToneTag tone="success">{t('customers.standing.active')}</ToneTag>;
}
