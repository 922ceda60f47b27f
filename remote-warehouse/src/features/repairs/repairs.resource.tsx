import { registerContract } from '@boxyard/shared/client';
import { repairsArea } from '@boxyard/shared/contract/areas/repairs.ts';
import { REPAIR_SOURCES, repairMachine } from '@boxyard/shared/domain';
import { defineResource } from '@boxyard/shared/kit';
import { RefText } from '@boxyard/shared/ui';
import classes from '../../lines.module.css';
import { PartPlace } from './PartPlace.tsx';
import { mayExchange } from './repairForm.ts';

registerContract(repairsArea);

/** Own repairs of parts: taken to the bench, given back or written off (domain-warehouse 2.11). */
export const repairs = defineResource({
  list: 'repairs.list',
  texts: 'remote-warehouse:repairs',
  page: 'repair',
  machine: repairMachine,
  routes: { list: 'repair', create: 'repair-create', document: 'repair-update' },
  columns: (c) => [
    c.text('documentNo'),
    c.date('documentDate', { hidden: true }),
    c.custom('part', {
      render: ({ part, serialNo }) => (
        <>
          <RefText value={part} />
          {serialNo ? <span className={classes.note}>{serialNo}</span> : null}
        </>
      ),
    }),
    c.text('serialNo', { hidden: true }),
    c.quantity('quantity', { unit: (row) => row.unit, hidden: true }),
    c.choice('source', { hidden: true }),
    c.ref('warehouse', { show: 'name', hidden: true }),
    c.text('symptom'),
    c.person('technician'),
    c.choice('outcome'),
    c.money('totalCost', { ability: 'parts-warehouse:view-cost' }),
    c.dateTime('completedAt', { hidden: true }),
    c.person('createdBy', { hidden: true }),
    c.status(repairMachine),
  ],
  form: (f) => [
    f.section('part', [
      f.record('warehouseId', 'masterData.subWarehouses', {
        query: () => ({ storage: true }),
        autoFocus: true,
        habit: true,
        disabled: (values) => !mayExchange(values),
      }),
      f.record('partId', 'parts.master', {
        span: 4,
        query: ({ warehouseId }) => ({ stockIn: warehouseId ?? undefined }),
        disabled: (values) => !mayExchange(values),
        // What lay of the part before says nothing of this one.
        onPick: () => ({ quantity: 1 }),
      }),
      f.custom('binId', (props) => <PartPlace {...props} />, { span: 4 }),
      f.quantity('quantity', {
        disabled: (values) => !mayExchange(values) || Boolean(values.serialNo),
      }),
    ]),
    f.section('fault', [
      f.choice('source', REPAIR_SOURCES),
      f.text('symptom', { span: 4 }),
      f.record('technicianId', 'users.all'),
      f.record('teamId', 'teams.all', { query: () => ({ type: ['engineer'] }) }),
      f.longText('remark', { span: 6 }),
    ]),
    f.section('work', [
      f.longText('diagnosis', { span: 6, only: 'edit' }),
      f.quantity('laborHours', { help: 'help.laborHours', only: 'edit' }),
      f.money('laborCost', { only: 'edit' }),
      f.money('externalCost', { only: 'edit' }),
    ]),
  ],
});
