import { registerContract } from '@boxyard/shared/client';
import { auditsArea } from '@boxyard/shared/contract/areas/audits.ts';
import { ABC_CLASSES } from '@boxyard/shared/contract/areas/stock.ts';
import { AUDIT_FREEZES, AUDIT_TYPES, auditMachine } from '@boxyard/shared/domain';
import { defineResource } from '@boxyard/shared/kit';
import { Progress } from './Progress.tsx';

registerContract(auditsArea);

/** Stock counts: planned, counted, counted again, reviewed, posted (domain-warehouse 2.13). */
export const audits = defineResource({
  list: 'audits.list',
  texts: 'remote-warehouse:audits',
  page: 'audit',
  machine: auditMachine,
  routes: { list: 'audit', create: 'audit-create', document: 'audit-detail' },
  columns: (c) => [
    c.text('documentNo'),
    c.date('documentDate'),
    c.ref('warehouse'),
    c.choice('type'),
    c.flag('isBlind', { hidden: true }),
    c.choice('freeze', { hidden: true }),
    {
      ...c.quantity('itemCount', { title: 'field.progress' }),
      render: (row) => <Progress row={row} />,
    },
    c.money('varianceValue'),
    c.dateTime('startedAt', { hidden: true }),
    c.person('createdBy', { hidden: true }),
    c.person('approvedBy', { hidden: true }),
    c.status(auditMachine),
  ],
  form: (f) => [
    f.section('scope', [
      f.record('warehouseId', 'masterData.subWarehouses', {
        query: () => ({ storage: true }),
        autoFocus: true,
        habit: true,
      }),
      f.choice('type', AUDIT_TYPES, { help: 'help.type' }),
      f.records('binIds', 'masterData.bins', {
        span: 6,
        query: (values) => ({ warehouseId: [values.warehouseId] }),
        disabled: (values) => !values.warehouseId,
        help: 'help.binIds',
      }),
      f.records('categoryIds', 'categories.master', { span: 4, help: 'help.categoryIds' }),
      f.choice('abcClass', ABC_CLASSES, { help: 'help.abcClass' }),
    ]),
    f.section('way', [
      f.flag('isBlind', { span: 3, help: 'help.isBlind' }),
      f.choice('freeze', AUDIT_FREEZES, { span: 3, help: 'help.freeze' }),
      f.records('counterIds', 'users.all', { span: 6, help: 'help.counterIds' }),
      f.longText('remark', { span: 6 }),
    ]),
    f.section('tolerance', [
      f.quantity('toleranceQty', { help: 'help.toleranceQty' }),
      f.percent('tolerancePct', { help: 'help.tolerancePct' }),
      f.money('toleranceValue', { help: 'help.toleranceValue' }),
    ]),
  ],
});
