import { registerContract } from '@boxyard/shared/client';
import { containerMastersArea } from '@boxyard/shared/contract/areas/containerMasters.ts';
import { importsArea } from '@boxyard/shared/contract/areas/imports.ts';
import { ledgerArea } from '@boxyard/shared/contract/areas/ledger.ts';
import { stockArea } from '@boxyard/shared/contract/areas/stock.ts';
import { PART_CONDITIONS, TRACKING_TYPES } from '@boxyard/shared/domain';
import { defineResource } from '@boxyard/shared/kit';
import { RefText, Thumbnail } from '@boxyard/shared/ui';
import { StockQuantity } from '../../StockQuantity.tsx';
import { IdentityField } from './IdentityField.tsx';
import { StockLevel } from './StockLevel.tsx';

// Levels, months, what to reorder and models: asked for by the pages of parts only.
registerContract({ ...containerMastersArea, ...importsArea, ...ledgerArea, ...stockArea });

/** Unit and tracking decide what every quantity means: fixed after the first move. */
const hasMoved = (values: Readonly<Record<string, unknown>>) => values.hasMoves === true;

const VIEW_COST = 'parts-warehouse:view-cost';

/** Parts with their stock; made and changed in a drawer (domain-warehouse 1.4). */
export const parts = defineResource({
  list: 'parts.list',
  texts: 'remote-warehouse:parts',
  page: 'parts-warehouse',
  routes: { list: 'parts-warehouse', document: 'parts-warehouse-tracking' },
  columns: (c) => [
    // The first column leads to the part.
    c.text('partNo', { width: 150 }),
    c.custom('cover', { width: 48, render: (row) => <Thumbnail picture={row.cover} /> }),
    c.ref('name', { value: (row) => ({ name: row.name, nameTh: row.nameTh }) }),
    c.ref('category', {
      value: ({ category, subCategory }) => {
        const { name, nameTh } = subCategory ?? category;
        return { name, nameTh };
      },
    }),
    c.text('brand', { hidden: true }),
    c.text('model', { hidden: true }),
    c.choice('trackingType', { hidden: true }),
    {
      ...c.quantity('onHand', { value: (row) => row.stock.onHand }),
      render: ({ stock, unit }) => (
        <StockQuantity value={stock.onHand} unit={<RefText value={unit} show="name" />} />
      ),
    },
    {
      ...c.quantity('reserved', { value: (row) => row.stock.reserved, hidden: true }),
      render: ({ stock }) => <StockQuantity value={stock.reserved} />,
    },
    {
      ...c.quantity('available', { value: (row) => row.stock.available }),
      render: ({ stock }) => <StockQuantity value={stock.available} />,
    },
    c.quantity('onOrder', { value: (row) => row.stock.onOrder }),
    c.quantity('reorderPoint', { hidden: true }),
    c.custom('stockLevel', {
      title: 'field.stock',
      card: 'corner',
      render: (row) => <StockLevel level={row.stockLevel} companies={row.levelCompanies} />,
    }),
    c.money('averageCost', { places: 4, ability: VIEW_COST }),
    c.money('stockValue', { ability: VIEW_COST }),
    c.money('standardPrice', { places: 4, hidden: true }),
    c.money('lastPurchasePrice', { places: 4, ability: VIEW_COST, hidden: true }),
    c.flag('isActive', { hidden: true }),
  ],
  form: (f) => [
    f.section('identity', [
      f.custom('partNo', (props) => <IdentityField field="partNo" {...props} />),
      f.custom('name', (props) => <IdentityField field="name" {...props} />, { span: 4 }),
      f.text('nameTh', { span: 4 }),
      f.text('barcode', { help: 'help.barcode' }),
      f.record('categoryId', 'categories.master', {
        span: 3,
        query: () => ({ level: ['main'] }),
        onPick: (category, values) => ({
          subCategoryId: null,
          ...(category.defaultUnitId && !hasMoved(values) && !values.unitId
            ? { unitId: category.defaultUnitId }
            : {}),
          ...(category.defaultWarrantyMonths !== null && !values.warrantyMonths
            ? { warrantyMonths: category.defaultWarrantyMonths }
            : {}),
        }),
      }),
      f.record('subCategoryId', 'categories.master', {
        span: 3,
        disabled: (values) => !values.categoryId,
        query: (values) => ({ level: ['sub'], mainId: [values.categoryId] }),
      }),
      f.text('brand', { span: 3 }),
      f.text('model', { span: 3 }),
      f.records('productModelIds', 'productModels.all', { span: 6 }),
      f.longText('spec', { span: 6 }),
    ]),
    f.section('stock', [
      f.record('unitId', 'units.master', { help: 'help.locked', disabled: hasMoved, span: 3 }),
      f.choice('trackingType', TRACKING_TYPES, {
        help: 'help.locked',
        disabled: hasMoved,
        span: 3,
      }),
      f.choice('defaultCondition', PART_CONDITIONS, { help: 'help.defaultCondition', span: 3 }),
      f.quantity('minStock', { span: 3 }),
      f.quantity('maxStock', { span: 3 }),
      f.quantity('reorderPoint', { span: 3, help: 'help.reorderPoint' }),
      f.quantity('reorderQty', { span: 3 }),
    ]),
    f.section('purchasing', [
      f.record('preferredSupplierId', 'suppliers.master', { span: 4 }),
      f.integer('leadTimeDays'),
      f.record('purchaseUnitId', 'units.master', { span: 3 }),
      f.quantity('purchaseFactor', { span: 3, help: 'help.purchaseFactor' }),
      f.price('standardPrice', { span: 3 }),
      f.integer('warrantyMonths', { span: 3 }),
    ]),
    f.section('flags', [f.flag('isRepairable'), f.flag('isDisassemblable'), f.flag('isSellable')]),
  ],
});
