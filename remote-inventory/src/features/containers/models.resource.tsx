import { registerContract } from '@boxyard/shared/client';
import { containerMastersArea } from '@boxyard/shared/contract/areas/containerMasters.ts';
import { actionFields, defineResource } from '@boxyard/shared/kit';
import { Thumbnail } from '@boxyard/shared/ui';
import { ModelImage } from './ModelImage.tsx';

registerContract(containerMastersArea);

const VERBS = {
  create: 'container-warehouse:create-model',
  update: 'container-warehouse:update-model',
  delete: 'container-warehouse:delete-model',
} as const;

/** Types of containers (domain-containers 1.1). */
export const productTypes = defineResource({
  list: 'productTypes.list',
  texts: 'remote-inventory:productTypes',
  page: 'container-warehouse',
  abilities: VERBS,
  columns: (c) => [
    c.text('code', { width: 160 }),
    c.ref('name', { value: (row) => ({ name: row.name, nameTh: row.nameTh }) }),
    c.number('modelCount'),
    c.flag('isActive', { card: 'corner' }),
  ],
  form: (f) => [
    f.text('code', { span: 2, autoFocus: true }),
    f.text('name', { span: 2 }),
    f.text('nameTh', { span: 2 }),
    f.flag('isActive', { only: 'edit' }),
  ],
});

/** Models of containers; a bill of materials of their own, in revisions. */
export const productModels = defineResource({
  list: 'productModels.list',
  texts: 'remote-inventory:productModels',
  page: 'container-warehouse',
  abilities: VERBS,
  columns: (c) => [
    c.text('code', { width: 120 }),
    c.custom('thumbnail', { width: 48, render: (row) => <Thumbnail picture={row.thumbnail} /> }),
    c.ref('name', { value: (row) => ({ name: row.name, nameTh: row.nameTh }) }),
    c.ref('productType'),
    c.text('serialPrefix', { hidden: true }),
    c.number('currentRevision'),
    c.number('partCount'),
    c.number('containerCount'),
    c.number('warrantyMonths', { hidden: true }),
    c.money('listPrice'),
    c.money('leasePricePerMonth', { hidden: true }),
    c.flag('isActive', { card: 'corner' }),
  ],
  form: (f) => [
    f.section('identity', [
      f.text('code', { autoFocus: true, help: 'help.code' }),
      f.text('name'),
      f.text('nameTh'),
      f.record('productTypeId', 'productTypes.all', { span: 3 }),
      f.integer('warrantyMonths', { span: 3 }),
      f.custom('image', (props) => <ModelImage {...props} />, { span: 6 }),
      f.flag('isActive', { only: 'edit' }),
    ]),
    f.section('serial', [
      f.text('serialPrefix', { help: 'help.serialPrefix' }),
      f.text('serialPattern', { span: 4, help: 'help.serialPattern' }),
    ]),
    f.section('money', [
      f.money('listPrice'),
      f.money('leasePricePerMonth'),
      f.money('labourCost', { ability: 'container-warehouse:view-cost', help: 'help.labourCost' }),
      f.lines('floorPrices', {
        columns: (l) => [
          l.record('companyId', 'companies.all', { width: 320 }),
          l.money('floorPrice', { width: 160 }),
        ],
        max: 60,
      }),
    ]),
    f.section('specs', [
      f.lines('specs', {
        columns: (l) => [l.text('name', { width: 200 }), l.text('value', { width: 320 })],
        max: 60,
      }),
    ]),
    f.section('checklist', [
      f.lines('checklist', {
        columns: (l) => [
          l.text('name', { width: 220 }),
          l.text('nameTh', { width: 220 }),
          l.text('unit', { width: 90 }),
          l.text('minValue', { width: 90 }),
          l.text('maxValue', { width: 90 }),
        ],
        max: 60,
      }),
    ]),
  ],
});

/** The bill of materials of a model, as a form of its own. */
export const bomFields = actionFields('productModels.bom', (f) => [
  f.lines('items', {
    columns: (l) => [
      l.record('partId', 'parts.master', { width: 280 }),
      l.quantity('quantity', { width: 110 }),
      l.text('note', { width: 200 }),
    ],
  }),
  f.text('note', { span: 6, help: 'help.bomNote' }),
]);

/** The dictionary of statuses: names, colours and order. */
export const productStatuses = defineResource({
  list: 'productStatuses.list',
  texts: 'remote-inventory:productStatuses',
  page: 'container-warehouse',
  abilities: { update: 'container-warehouse:update-model' },
  columns: (c) => [
    c.choice('axis'),
    c.text('code', { width: 160 }),
    c.text('name'),
    c.text('nameTh'),
    c.choice('color', {
      tone: ({ color }) =>
        color === 'default' ? 'neutral' : (color as 'processing' | 'success' | 'warning' | 'error'),
    }),
    c.number('sortOrder'),
  ],
  form: (f) => [
    f.text('name', { span: 3, autoFocus: true }),
    f.text('nameTh', { span: 3 }),
    f.choice('color', ['default', 'processing', 'success', 'warning', 'error'], { span: 3 }),
    f.integer('sortOrder', { span: 3 }),
  ],
});
