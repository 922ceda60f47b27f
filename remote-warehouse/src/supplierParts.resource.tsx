import { registerContract } from '@boxyard/shared/client';
import { supplierPartsArea } from '@boxyard/shared/contract/areas/supplierParts.ts';
import { defineResource } from '@boxyard/shared/kit';

registerContract(supplierPartsArea);

/** Parts as suppliers sell them (domain-warehouse 1.4); a supplier's page and a part's page list them. */
const supplierPartsOf = (on: 'supplier' | 'part') =>
  defineResource({
    list: 'supplierParts.list',
    texts: 'remote-warehouse:supplierParts',
    page: 'suppliers',
    abilities: { create: 'suppliers:update', delete: 'suppliers:update' },
    columns: (c) => [
      ...(on === 'supplier'
        ? [c.ref('part', { card: 'title' })]
        : [c.ref('supplier', { card: 'title' })]),
      c.text('supplierPartNo'),
      c.quantity('packQty'),
      c.quantity('moq'),
      c.ref('unit'),
      c.number('leadTimeDays'),
      c.money('lastPrice', { places: 4, ability: 'parts-warehouse:view-cost' }),
      c.flag('isPreferred', { card: 'corner' }),
    ],
    filters: { supplierId: { hidden: true }, partId: { hidden: true } },
    form: (f) => [
      on === 'supplier'
        ? f.record('partId', 'parts.master', { span: 6, only: 'create', autoFocus: true })
        : f.record('supplierId', 'suppliers.master', { span: 6, only: 'create', autoFocus: true }),
      f.text('supplierPartNo', { span: 6 }),
      f.quantity('packQty', { span: 3, help: 'help.stockUnit' }),
      f.quantity('moq', { span: 3, help: 'help.stockUnit' }),
      f.integer('leadTimeDays', { span: 3 }),
      f.flag('isPreferred', { span: 3, help: 'help.isPreferred' }),
      f.lines('priceBreaks', {
        columns: (l) => [l.quantity('minQty'), l.price('price')],
        newLine: () => ({}),
        max: 20,
      }),
    ],
    nameOf: ({ part, supplier }) =>
      on === 'supplier' ? `${part.code ?? ''} ${part.name}` : supplier.name,
  });

export const supplierParts = {
  supplier: supplierPartsOf('supplier'),
  part: supplierPartsOf('part'),
} as const;
