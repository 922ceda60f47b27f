import { registerContract } from '@boxyard/shared/client';
import { requisitionsArea } from '@boxyard/shared/contract/areas/requisitions.ts';
import { REQUISITION_PURPOSES, requisitionMachine } from '@boxyard/shared/domain';
import { actionFields, defineResource } from '@boxyard/shared/kit';
import { Available } from '../../Available.tsx';
import { PickLines } from '../../picking/PickLines.tsx';
import { askAboutShortage } from '../../shortage.ts';
import { fillsVan } from './fitting.ts';
import { Short } from './Short.tsx';

registerContract(requisitionsArea);

/** Parts requisitions: asked for, approved, picked, handed out, given back (domain-warehouse 2.7). */
export const requisitions = defineResource({
  list: 'requisitions.list',
  texts: 'remote-warehouse:requisitions',
  page: 'parts-requisition',
  machine: requisitionMachine,
  routes: {
    list: 'parts-requisition',
    create: 'parts-requisition-create',
    document: 'parts-requisition-view',
    edit: 'parts-requisition-edit',
  },
  question: askAboutShortage('warehouseId'),
  columns: (c) => [
    c.text('documentNo'),
    c.date('documentDate', { hidden: true }),
    c.person('requester'),
    c.choice('purpose'),
    c.ref('warehouse'),
    c.date('neededBy', { due: requisitionMachine }),
    c.number('itemCount'),
    c.custom('hasShortLines', { render: (row) => <Short isShort={row.hasShortLines} /> }),
    c.dateTime('dispatchedAt', { hidden: true }),
    c.person('createdBy', { hidden: true }),
    c.status(requisitionMachine),
  ],
  form: (f) => [
    f.section('general', [
      f.record('warehouseId', 'masterData.subWarehouses', {
        habit: true,
        query: () => ({ storage: true }),
        autoFocus: true,
      }),
      f.choice('purpose', REQUISITION_PURPOSES, { habit: true }),
      f.date('neededBy'),
      f.text('refNo', { help: 'help.refNo' }),
      f.record('toWarehouseId', 'masterData.subWarehouses', {
        query: () => ({ kind: ['technicianVan'] }),
        show: fillsVan,
        help: 'help.toWarehouse',
      }),
      f.longText('remark', { span: 6 }),
    ]),
    f.section('items', [
      f.lines('items', {
        columns: (l) => [
          l.record('partId', 'parts.master', {
            width: 300,
            query: ({ warehouseId }) => ({ stockIn: warehouseId ?? undefined }),
            onPick: (part) => ({ unitName: part.unit.name, requestedQty: 1 }) as object,
          }),
          l.quantity('requestedQty', { width: 110 }),
          l.computed(
            'available',
            (line, { values }) => (
              <Available
                partId={line.partId}
                warehouseId={values.warehouseId}
                wanted={line.requestedQty}
              />
            ),
            { width: 130 },
          ),
          l.text('note', { width: 200 }),
        ],
      }),
    ]),
  ],
});

/** The same documents while they are being picked. */
export const requisitionPicks = defineResource({
  list: 'requisitions.list',
  texts: 'remote-warehouse:picking',
  page: 'parts-requisition',
  routes: { list: 'parts-requisition', document: 'parts-requisition-view' },
  columns: () => [],
  form: () =>
    actionFields('requisitions.confirmItems', (f) => [
      f.custom('items', (props) => <PickLines {...props} />, { span: 6 }),
    ]),
});
