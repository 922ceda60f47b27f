import { registerContract } from '@boxyard/shared/client';
import { inspectionsArea } from '@boxyard/shared/contract/areas/inspections.ts';
import { pmSchedulesArea } from '@boxyard/shared/contract/areas/pmSchedules.ts';
import { occurrenceMachine } from '@boxyard/shared/domain/service/occurrenceMachine.ts';
import { SCHEDULE_BASES } from '@boxyard/shared/domain/service/occurrences.ts';
import {
  isMeterUnit,
  METER_UNITS,
  SCHEDULE_UNITS,
  type ScheduleUnit,
} from '@boxyard/shared/domain/service/schedules.ts';
import { actionFields, defineResource } from '@boxyard/shared/kit';
import { None } from '@boxyard/shared/ui';
import { ChecklistInput } from './ChecklistInput.tsx';
import { Compliance, Interval } from './Figures.tsx';
import '../../kitTexts.ts';

registerContract(pmSchedulesArea);
registerContract(inspectionsArea);

/** Schedules of preventive maintenance (domain-containers 1.4). */
export const pmSchedules = defineResource({
  list: 'pmSchedules.list',
  texts: 'remote-repair-maintenance:pmSchedules',
  page: 'maintenance-list',
  abilities: {
    create: 'maintenance-list:create-schedule',
    update: 'maintenance-list:update-schedule',
    delete: 'maintenance-list:delete-schedule',
  },
  columns: (c) => [
    c.text('name'),
    c.custom('object', {
      render: ({ product, productModel }) =>
        product?.serialNumber ?? productModel?.name ?? <None />,
    }),
    c.custom('interval', { render: (row) => <Interval {...row} /> }),
    c.date('nextDueAt', { due: ({ overdueCount }) => overdueCount > 0 }),
    c.date('lastDoneAt', { hidden: true }),
    c.number('overdueCount'),
    c.custom('compliancePercent', { render: (row) => <Compliance {...row} /> }),
    c.ref('team', { show: 'name' }),
    c.choice('basedOn', { hidden: true }),
    c.flag('isActive', { card: 'corner' }),
  ],
  form: (f) => [
    f.section('object', [
      f.text('name', { span: 6, autoFocus: true }),
      f.record('productModelId', 'productModels.all', {
        span: 3,
        only: 'create',
        help: 'help.productModel',
        show: ({ productId }) => !productId,
      }),
      f.record('productId', 'inspections.products', {
        span: 3,
        only: 'create',
        help: 'help.product',
        show: ({ productModelId }) => !productModelId,
      }),
      f.record('companyId', 'companies.all', {
        span: 3,
        only: 'create',
        help: 'help.company',
        habit: true,
        show: ({ productModelId }) => Boolean(productModelId),
      }),
      f.record('teamId', 'teams.all', { span: 3, query: () => ({ type: ['engineer'] }) }),
      f.flag('isActive', { only: 'edit' }),
    ]),
    f.section('interval', [
      f.integer('every', { span: 2 }),
      f.choice('unit', [...SCHEDULE_UNITS], { span: 2 }),
      f.choice('basedOn', [...SCHEDULE_BASES], {
        span: 2,
        help: 'help.basedOn',
        show: ({ unit }) => !isMeterUnit(unit as ScheduleUnit),
      }),
      f.date('startsOn', { span: 3 }),
      f.date('endsOn', { span: 3 }),
      f.integer('leadDays', { span: 3, help: 'help.leadDays' }),
      f.integer('graceDays', { span: 3 }),
    ]),
    f.section('work', [
      f.custom('checklist', (props) => <ChecklistInput {...props} />, {
        span: 6,
        help: 'help.checklist',
      }),
      f.flag('requireSignature', { span: 6 }),
      f.lines('requiredParts', {
        columns: (l) => [
          l.record('partId', 'parts.master', { width: 280 }),
          l.quantity('quantity', { width: 110 }),
        ],
        max: 60,
      }),
    ]),
  ],
});

/** Occurrences of schedules by container. */
export const pmOccurrences = defineResource({
  machine: occurrenceMachine,
  list: 'pmOccurrences.list',
  texts: 'remote-repair-maintenance:pmOccurrences',
  page: 'maintenance-list',
  columns: (c) => [c.date('day')],
  form: () => [],
});

export const moveFields = actionFields('pmOccurrences.move', (f) => [
  f.date('day', { span: 6 }),
  f.text('reason', { span: 6 }),
]);
/** A reading of a container's counter. */
export const readingFields = actionFields('meterReadings.create', (f) => [
  f.choice('kind', [...METER_UNITS], { span: 3 }),
  f.integer('value', { span: 3 }),
  f.text('replacedReason', { span: 6, help: 'help.replacedReason' }),
]);
export const correctionFields = actionFields('meterReadings.correct', (f) => [
  f.integer('value', { span: 3 }),
  f.text('reason', { span: 6 }),
]);
export const skipFields = actionFields('pmOccurrences.skip', (f) => [
  f.text('reason', { span: 6 }),
]);
