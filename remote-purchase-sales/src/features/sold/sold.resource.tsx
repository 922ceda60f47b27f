import { registerContract } from '@boxyard/shared/client';
import { soldContainersArea } from '@boxyard/shared/contract/areas/soldContainers.ts';
import { actionFields, defineResource } from '@boxyard/shared/kit';
import { addTexts, useT } from '@boxyard/shared/runtime';
import { RefText, ToneTag } from '@boxyard/shared/ui';
import kitEn from '../../i18n/kit.en.json';
import kitTh from '../../i18n/kit.th.json';
import { CostInput } from './CostInput.tsx';
import { SettingInput } from './SettingInput.tsx';

registerContract(soldContainersArea);
// What was done to a container, for its timeline.
addTexts('kit', { en: kitEn, th: kitTh });

/** Containers that are sold or leased now (docs/domain/containers.md 3.2). */
export const soldContainers = defineResource({
  list: 'productContracts.list',
  texts: 'remote-purchase-sales:sold',
  page: 'products',
  routes: { list: 'products' },
  nameOf: (row: { readonly serialNumber: string }) => row.serialNumber,
  columns: (c) => [
    c.text('serialNumber', { card: 'title', width: 130 }),
    c.ref('productModel', { show: 'name' }),
    c.custom('customer', { render: (row) => <RefText value={row.customer} show="name" /> }),
    c.text('contract', { value: (row) => row.contract.documentNo }),
    c.person('sale', { hidden: true }),
    c.choice('saleStatus'),
    c.money('monthRevenue', { ability: 'products:view-revenue' }),
    c.dateTime('lastSaleAt'),
    c.text('softwareVersion', { hidden: true }),
    c.date('warrantyEnd', { hidden: true }),
    c.flag('isLineEnabled', { hidden: true }),
    c.custom('state', { card: 'corner', render: (row) => <State row={row} /> }),
  ],
  form: () => [],
});

/** What containers have sold. */
export const transactions = defineResource({
  list: 'productTransactions.list',
  texts: 'remote-purchase-sales:transactions',
  page: 'product-transactions',
  routes: { list: 'product-transactions' },
  nameOf: (row: { readonly machineTxnId: string }) => row.machineTxnId,
  columns: (c) => [
    c.dateTime('occurredAt', { width: 170 }),
    c.text('product', { card: 'title', value: (row) => row.product.serialNumber }),
    c.ref('customer', { show: 'name' }),
    c.text('contract', { hidden: true, value: (row) => row.contract?.documentNo }),
    c.choice('channel'),
    c.text('priceOptionKey', { hidden: true }),
    c.text('itemName'),
    c.quantity('quantity'),
    c.money('amount', { ability: 'products:view-revenue' }),
    c.money('costAmount', { ability: 'products:view-cost', hidden: true }),
    c.money('margin', { ability: 'products:view-cost' }),
    c.text('machineTxnId', { hidden: true }),
    c.text('refundOf', { hidden: true }),
    c.choice('mark', { tone: () => 'warning' }),
    c.dateTime('receivedAt', { hidden: true }),
    c.choice('status', {
      card: 'corner',
      tone: ({ status }) =>
        (({ success: 'success', refunded: 'warning', failed: 'error' }) as const)[status],
    }),
  ],
  form: () => [],
});

/** Whether it sells: silent ones stand out. */
export function State({
  row,
}: {
  readonly row: { readonly isActive: boolean; readonly isSilent: boolean };
}) {
  const t = useT('remote-purchase-sales');
  if (row.isSilent) return <ToneTag tone="error">{t('sold.state.silent')}</ToneTag>;
  if (row.isActive) return <ToneTag tone="success">{t('sold.state.on')}</ToneTag>;
  return <ToneTag tone="neutral">{t('sold.state.off')}</ToneTag>;
}

export const activeFields = actionFields('productContracts.active', (f) => [
  f.longText('reason', { span: 6 }),
]);
export const lineFields = actionFields('productContracts.lineSetting', (f) => [
  f.text('lineTarget', { span: 6, help: 'help.lineTarget' }),
  f.text('lineToken', { span: 6, help: 'help.lineToken' }),
]);
export const costFields = actionFields('productContracts.cost', (f) => [
  f.date('effectiveDate', { span: 3, help: 'help.effectiveDate' }),
  f.custom('cost', (props) => <CostInput {...props} />, { span: 6 }),
]);
export const priceFields = actionFields('productContracts.priceOption', (f) => [
  f.date('effectiveDate', { span: 3, help: 'help.effectiveDate' }),
  f.lines('priceOptions', {
    max: 20,
    columns: (l) => [
      l.text('key', { width: 110 }),
      l.text('label'),
      l.money('price', { width: 120 }),
      l.money('cost', { width: 120, ability: 'products:view-cost' }),
      l.flag('isActive', { width: 80 }),
    ],
  }),
]);
export const settingFields = actionFields('productContracts.setting', (f) => [
  f.date('effectiveDate', { span: 3, help: 'help.effectiveDate' }),
  f.custom('setting', (props) => <SettingInput {...props} />, { span: 6 }),
]);
export const templateFields = actionFields('productContracts.template', (f) => [
  f.custom('setting', (props) => <SettingInput {...props} />, { span: 6 }),
  f.lines(
    'listPrices',
    {
      max: 20,
      columns: (l) => [
        l.text('key', { width: 110 }),
        l.text('label'),
        l.money('price', { width: 120 }),
      ],
    },
    { help: 'help.listPrices', ability: 'purchase-contract:override-price' },
  ),
]);
export const keyFields = actionFields('productContracts.createKey', (f) => [
  f.text('name', { span: 6, help: 'help.keyName' }),
  f.date('expiresOn', { span: 3 }),
]);
export const reasonFields = {
  revert: actionFields('productContracts.revert', (f) => [f.longText('reason', { span: 6 })]),
  revoke: actionFields('productContracts.revokeKey', (f) => [f.longText('reason', { span: 6 })]),
};
