import { registerContract } from '@boxyard/shared/client';
import { inspectionsArea } from '@boxyard/shared/contract/areas/inspections.ts';
import {
  INSPECTION_TYPES,
  inspectionMachine,
} from '@boxyard/shared/domain/containers/inspectionMachine.ts';
import { defineResource } from '@boxyard/shared/kit';
import '../../kitTexts.ts';

registerContract(inspectionsArea);

export const RESULT_TONES = { pass: 'success', partial: 'warning', fail: 'error' } as const;

/** Inspections of containers (domain-containers 1.1). */
export const inspections = defineResource({
  list: 'inspections.list',
  texts: 'remote-purchase-sales:inspections',
  page: 'container-inspection',
  machine: inspectionMachine,
  routes: {
    list: 'container-inspection',
    create: 'inspection-create',
    document: 'inspection-detail',
  },
  columns: (c) => [
    c.text('documentNo'),
    c.choice('type'),
    c.custom('product', { render: ({ product }) => product.serialNumber }),
    c.ref('productModel', { show: 'name' }),
    c.date('dueOn', { due: inspectionMachine }),
    c.person('assignee'),
    c.choice('result', {
      tone: ({ result }) => (result === null ? 'neutral' : RESULT_TONES[result]),
    }),
    c.number('failedCount', { hidden: true }),
    c.date('documentDate', { hidden: true }),
    c.person('createdBy', { hidden: true }),
    c.status(inspectionMachine),
  ],
  form: (f) => [
    f.section('general', [
      f.record('productId', 'inspections.products', { autoFocus: true, only: 'create' }),
      f.choice('type', INSPECTION_TYPES),
      f.date('dueOn'),
      f.record('assigneeId', 'users.all'),
      f.longText('remark', { span: 6 }),
    ]),
  ],
});
