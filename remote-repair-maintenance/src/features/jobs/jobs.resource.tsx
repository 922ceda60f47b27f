import { registerContract } from '@boxyard/shared/client';
import { inspectionsArea } from '@boxyard/shared/contract/areas/inspections.ts';
import { jobsArea } from '@boxyard/shared/contract/areas/jobs.ts';
import { serviceMastersArea } from '@boxyard/shared/contract/areas/serviceMasters.ts';
import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import {
  ENTERED_CHANNELS,
  JOB_PRIORITIES,
  type JobKind,
} from '@boxyard/shared/domain/service/jobs.ts';
import { defineResource } from '@boxyard/shared/kit';
import { None } from '@boxyard/shared/ui';
import { PRIORITY_TONES, SLA_TONES } from '../../jobTones.ts';
import '../../kitTexts.ts';

registerContract(jobsArea);
registerContract(inspectionsArea);
registerContract(serviceMastersArea);

/** Pages on which jobs of a kind stand. */
const PAGES = {
  repair: {
    texts: 'remote-repair-maintenance:jobs',
    page: 'repair-list',
    routes: { list: 'repair-list', create: 'repair-job-create', document: 'repair-job-update' },
  },
  maintenance: {
    texts: 'remote-repair-maintenance:maintenanceJobs',
    page: 'maintenance-list',
    routes: { list: 'maintenance-list', document: 'maintenance-job-detail' },
  },
} as const;

/** Jobs of one kind as their pages show them (domain-containers 2.10). */
const jobsOf = (kind: JobKind) =>
  defineResource({
    list: 'jobs.list',
    ...PAGES[kind],
    machine: jobMachine,
    // Repairs alone, or maintenance alone: what still goes on of them.
    firstTab: 'ongoing',
    columns: (c) => [
      c.text('documentNo'),
      c.custom('product', { render: ({ product }) => product.serialNumber }),
      c.ref('productModel', { show: 'name', hidden: true }),
      c.ref('customer', { show: 'name' }),
      c.text('place', { hidden: true }),
      c.text('symptom'),
      c.ref('symptomCode', { show: 'name', hidden: true }),
      c.choice('priority', { tone: ({ priority }) => PRIORITY_TONES[priority] }),
      c.choice('slaState', {
        tone: ({ slaState }) => (slaState === null ? 'neutral' : SLA_TONES[slaState]),
      }),
      c.dateTime('slaDueAt', { hidden: true }),
      c.custom('technicians', {
        render: ({ technicians }) => technicians.map(({ name }) => name).join(', ') || <None />,
      }),
      c.dateTime('appointmentStart'),
      c.choice('coverage', { hidden: true }),
      c.ref('team', { show: 'name', hidden: true }),
      c.ref('zone', { show: 'name', hidden: true }),
      c.choice('channel', { hidden: true }),
      c.dateTime('reportedAt', { hidden: true }),
      c.dateTime('resolvedAt', { hidden: true }),
      c.person('createdBy', { hidden: true }),
      c.status(jobMachine),
    ],
    form: (f) => [
      f.section('general', [
        f.record('productId', 'inspections.products', { autoFocus: true, only: 'create', span: 3 }),
        f.choice('priority', JOB_PRIORITIES, { span: 3 }),
        f.record('symptomCodeId', 'jobCodes.master', {
          span: 3,
          query: () => ({ kind: ['symptom'] }),
        }),
        f.longText('symptom', { span: 6 }),
        f.flag('isDown', { span: 6, help: 'help.isDown' }),
      ]),
      f.section('reporter', [
        f.choice('channel', ENTERED_CHANNELS, { only: 'create' }),
        f.text('reportedByName'),
        f.text('reportedByPhone'),
        f.longText('remark', { span: 6 }),
      ]),
    ],
  });

export const repairJobs = jobsOf('repair');
export const maintenanceJobs = jobsOf('maintenance');
