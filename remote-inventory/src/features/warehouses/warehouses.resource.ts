import { defineResource } from '@boxyard/shared/kit';
import { fullNameIn } from '@boxyard/shared/ui';

/** Warehouses and their bins (domain-warehouse 1.6). The system's own places are only shown. */
export const warehouses = defineResource({
  list: 'subWarehouses.list',
  texts: 'remote-inventory:warehouses',
  page: 'company-groups',
  abilities: {
    create: 'company-groups:create-warehouse',
    update: 'company-groups:update-warehouse',
  },
  columns: (c) => [
    c.text('code'),
    c.ref('name', { value: (row) => ({ name: row.name, nameTh: row.nameTh }) }),
    c.ref('company'),
    c.choice('kind'),
    c.choice('holds', { hidden: true }),
    c.ref('parent', { hidden: true }),
    c.number('binCount'),
    c.refs('managers'),
    c.flag('isActive', { card: 'corner' }),
  ],
  form: (f) => [
    f.record('companyId', 'companies.all', { span: 3, only: 'create' }),
    f.text('code', { span: 3, only: 'create' }),
    f.choice('kind', ['main', 'branch', 'technicianVan'], { span: 3, only: 'create' }),
    f.choice('holds', ['parts', 'containers', 'both'], { span: 3 }),
    f.record('parentId', 'masterData.subWarehouses', {
      span: 3,
      help: 'help.parent',
      query: ({ companyId }) => ({
        storage: true,
        ...(typeof companyId === 'string' ? { companyId: [companyId] } : {}),
      }),
    }),
    f.text('name', { span: 3 }),
    f.text('nameTh', { span: 3 }),
    f.records('managerIds', 'users.all', { span: 6 }),
    f.longText('address', { span: 6 }),
    f.flag('isPickable', { span: 3, help: 'help.isPickable' }),
    f.flag('isActive', { span: 3, only: 'edit' }),
  ],
  nameOf: fullNameIn,
});

export const bins = defineResource({
  list: 'bins.list',
  texts: 'remote-inventory:bins',
  page: 'company-groups',
  abilities: {
    create: 'company-groups:update-warehouse',
    update: 'company-groups:update-warehouse',
  },
  columns: (c) => [
    c.text('code'),
    c.text('barcode'),
    c.quantity('maxQty'),
    c.flag('isLocked'),
    c.flag('isActive', { card: 'corner' }),
  ],
  form: (f) => [
    f.text('code', { span: 3, autoFocus: true }),
    f.text('barcode', { span: 3 }),
    f.quantity('maxQty', { span: 3 }),
    f.flag('isActive', { span: 3, only: 'edit' }),
  ],
});
