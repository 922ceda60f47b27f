import { registerContract } from '@boxyard/shared/client';
import { jobsArea } from '@boxyard/shared/contract/areas/jobs.ts';
import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import { defineResource } from '@boxyard/shared/kit';

registerContract(jobsArea);

/** Jobs. */
export const jobs = defineResource({
  list: 'jobs.list',
  texts: 'remote-repair-maintenance:jobs',
  page: 'repair-list',
  machine: jobMachine,
  routes: { list: 'repair-list', create: 'repair-job-create', document: 'repair-job-update' },
  columns: (c) => [
    c.text('documentNo'),
    c.date('documentDate', { hidden: true }),
    c.ref('warehouse', { show: 'name' }),
    c.date('neededBy'),
    c.number('itemCount'),
    c.person('createdBy'),
    c.status(jobMachine),
  ],
  form: (f) => [
    f.section('general', [
      f.record('warehouseId', 'masterData.subWarehouses', {
        query: () => ({ storage: true }),
        autoFocus: true,
      }),
      f.date('neededBy'),
      f.longText('remark', { span: 6 }),
    ]),
    f.section('items', [
      f.lines('items', {
        newLine: () => ({ quantity: 1 }),
        columns: (l) => [
          l.record('partId', 'parts.master', { width: 320 }),
          l.quantity('quantity', { width: 110 }),
          l.text('note', { width: 200 }),
        ],
      }),
    ]),
  ],
});
