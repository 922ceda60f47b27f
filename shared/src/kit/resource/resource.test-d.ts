/**
 * Type tests: the kit's value is its inference (anchors 3.8). `tsc` checks this file; nothing runs.
 */
import type { Machine } from '../../domain/index.ts';
import { defineResource } from './defineResource.ts';
import type { CreateBody, Doc, FiltersOf, Row, SummaryOf } from './types.ts';

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const yes = <T extends true>(value?: T): T | undefined => value;

yes<Same<Row<'units.list'>['allowFraction'], boolean>>();
yes<Same<Doc<'parts.list'>['hasMoves'], boolean>>();
// A family without `get` is edited from its row.
yes<Same<Doc<'units.list'>['factor'], number>>();
yes<Same<CreateBody<'units.list'>['code'], string>>();
yes<
  Same<
    FiltersOf<'goodsImports.list'>,
    'status' | 'sourceType' | 'warehouseId' | 'createdBy' | 'partId'
  >
>();
yes<Same<SummaryOf<'purchaseOrders.list'>, { grandTotal: string }>>();

declare const machine: Machine;

defineResource({
  list: 'purchaseOrders.list',
  texts: 'test:orders',
  page: 'purchase-orders',
  machine,
  filters: { supplierId: { hidden: true } },
  columns: (c) => [
    c.text('documentNo'),
    c.ref('supplier'),
    c.money('grandTotal'),
    c.date('promisedDate'),
    c.person('createdBy'),
    c.choice('paymentType'),
    c.text('supplierName', { value: (row) => row.supplier.name }),
    c.custom('both', { render: (row) => `${row.documentNo ?? ''} ${row.grandTotal}` }),
    c.status(machine),
    // @ts-expect-error: an object is no text
    c.text('supplier'),
    // @ts-expect-error: no such field, and nothing says where its value is
    c.date('dueDate'),
    // @ts-expect-error: a string is no quantity
    c.quantity('grandTotal'),
  ],
  form: (f) => [
    f.record('supplierId', 'suppliers.master', {
      onPick: (supplier) => ({ creditDays: supplier.creditDays }),
    }),
    f.choice('vatMode', ['exclusive', 'inclusive', 'none']),
    // @ts-expect-error: not one of the schema's values
    f.choice('paymentType', ['cheque']),
    // @ts-expect-error: no field of the body
    f.text('grandTotal'),
    f.lines('items', {
      newLine: () => ({ isService: false }),
      columns: (l) => [
        l.record('partId', 'parts.master', { onPick: (part) => ({ unitId: part.unit.id }) }),
        l.quantity('quantity'),
        l.price('unitPrice'),
        // @ts-expect-error: a price is no quantity
        l.quantity('unitPrice'),
      ],
    }),
  ],
});

defineResource({
  list: 'units.list',
  texts: 'test:units',
  page: 'categories',
  // @ts-expect-error: units have no such filter
  filters: { supplierId: { hidden: true } },
  columns: (c) => [c.text('code'), c.flag('allowFraction'), c.number('factor')],
});

// @ts-expect-error: not a list of the contract
defineResource({ list: 'units.create', texts: 'x:y', page: 'categories', columns: () => [] });
