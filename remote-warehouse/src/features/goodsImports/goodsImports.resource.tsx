import { goodsImportMachine } from '@boxyard/shared/domain';
import { actionFields, defineResource } from '@boxyard/shared/kit';
import { type Traced, TraceInput } from '../../places/TraceInput.tsx';
import { CountLines } from './CountLines.tsx';

const openingHead = actionFields('goodsImports.create', (f) => [
  f.record('warehouseId', 'masterData.subWarehouses', {
    span: 4,
    query: () => ({ storage: true }),
  }),
  f.date('documentDate'),
]);

/** Opening stock, with its cost, once per part (domain-warehouse 3.2). */
const openingLines = actionFields('goodsImports.create', (f) => [
  f.lines('items', {
    newLine: () => ({ quantity: 1 }),
    columns: (l) => [
      l.record('partId', 'parts.price', {
        width: 210,
        // What the part is tracked by decides the last cell; the call leaves it out.
        onPick: (part) =>
          ({
            trackingType: part.trackingType,
            unitCost: part.lastPurchasePrice ?? part.standardPrice ?? '',
            serials: [],
            lotNo: null,
          }) as object,
      }),
      l.quantity('quantity', { width: 88 }),
      l.price('unitCost', { width: 120 }),
      l.record('binId', 'masterData.bins', {
        width: 150,
        query: (values) => ({ warehouseId: [values.warehouseId] }),
      }),
      l.custom(
        'serials',
        (line, { change, disabled, index }) => (
          <TraceInput
            line={line as Traced}
            number={index + 1}
            onChange={(patch) => change({ ...patch })}
            disabled={disabled}
          />
        ),
        { width: 140 },
      ),
    ],
  }),
]);

/** Goods to be counted and put away; made by other documents, or as opening stock (domain-warehouse 2.6). */
export const goodsImports = defineResource({
  list: 'goodsImports.list',
  texts: 'remote-warehouse:imports',
  page: 'import-warehouse',
  machine: goodsImportMachine,
  routes: { list: 'import-warehouse', document: 'import-warehouse-detail' },
  columns: (c) => [
    c.text('documentNo'),
    c.date('documentDate'),
    c.choice('sourceType'),
    c.text('source', { value: (row) => row.source?.documentNo }),
    c.ref('warehouse'),
    c.number('itemCount'),
    c.quantity('expectedQty'),
    c.person('countedBy', { hidden: true }),
    c.person('createdBy', { hidden: true }),
    c.status(goodsImportMachine),
  ],
  form: (f) => [
    f.section('opening', openingHead),
    f.section('items', openingLines),
    f.longText('remark', { span: 6 }),
  ],
});

/** The same documents while they are being counted. */
export const goodsCounts = defineResource({
  list: 'goodsImports.list',
  texts: 'remote-warehouse:imports',
  page: 'import-warehouse',
  routes: { list: 'import-warehouse', document: 'import-warehouse-detail' },
  columns: () => [],
  form: (f) => [
    f.custom('items', (props) => <CountLines {...props} />, { span: 6 }),
    f.longText('remark', { span: 6 }),
  ],
});
