import { registerContract } from '@boxyard/shared/client';
import { transfersArea } from '@boxyard/shared/contract/areas/transfers.ts';
import { transferMachine } from '@boxyard/shared/domain';
import { actionFields, defineResource } from '@boxyard/shared/kit';
import { Available } from '../../Available.tsx';
import { PickLines } from '../../picking/PickLines.tsx';
import { askAboutShortage } from '../../shortage.ts';
import { Expected } from './Expected.tsx';

registerContract(transfersArea);

/** Parts transfers: asked for, approved, shipped, received at the other end (domain-warehouse 2.8). */
export const transfers = defineResource({
  list: 'transfers.list',
  texts: 'remote-warehouse:transfers',
  page: 'parts-transfer',
  machine: transferMachine,
  routes: { list: 'parts-transfer', document: 'parts-transfer-detail' },
  question: askAboutShortage('fromWarehouseId'),
  columns: (c) => [
    c.text('documentNo'),
    c.date('documentDate', { hidden: true }),
    c.ref('fromWarehouse'),
    c.ref('toWarehouse'),
    c.number('itemCount'),
    c.custom('expectedDate', {
      render: (row) => <Expected transfer={row} />,
      sort: 'expectedDate',
    }),
    c.text('carrier', { hidden: true }),
    c.dateTime('shippedAt', { hidden: true }),
    c.person('createdBy'),
    c.status(transferMachine),
  ],
  form: (f) => [
    f.section('general', [
      f.record('fromWarehouseId', 'masterData.subWarehouses', {
        query: () => ({ storage: true }),
        autoFocus: true,
        habit: true,
      }),
      f.record('toWarehouseId', 'masterData.subWarehouses', {
        query: () => ({ storage: true }),
      }),
      f.date('expectedDate'),
      f.text('carrier'),
      f.text('trackingNo'),
      f.longText('remark', { span: 6 }),
    ]),
    f.section('items', [
      f.lines('items', {
        newLine: () => ({ quantity: 1 }),
        columns: (l) => [
          l.record('partId', 'parts.master', {
            width: 280,
            query: ({ fromWarehouseId }) => ({ stockIn: fromWarehouseId ?? undefined }),
            onPick: (part) => ({ unitName: part.unit.name }) as object,
          }),
          l.quantity('quantity', { width: 100 }),
          l.computed(
            'available',
            (line, { values }) => (
              <Available
                partId={line.partId}
                warehouseId={values.fromWarehouseId}
                wanted={line.quantity}
              />
            ),
            { width: 120 },
          ),
          l.text('note', { width: 180 }),
        ],
      }),
    ]),
  ],
});

/** The same documents while they are picked and sent off. */
export const transferShipments = defineResource({
  list: 'transfers.list',
  texts: 'remote-warehouse:shipping',
  page: 'parts-transfer',
  routes: { list: 'parts-transfer', document: 'parts-transfer-detail' },
  columns: () => [],
  form: () => [
    ...actionFields('transfers.ship', (f) => [
      f.custom('items', (props) => <PickLines {...props} />, { span: 6 }),
      f.text('carrier'),
      f.text('trackingNo'),
      f.date('expectedDate'),
    ]),
  ],
});
