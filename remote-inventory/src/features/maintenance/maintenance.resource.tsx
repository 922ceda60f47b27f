import { registerContract } from '@boxyard/shared/client';
import {
  containerMaintenanceArea,
  type MaintainedContainer,
} from '@boxyard/shared/contract/areas/containerMaintenance.ts';
import { jobsArea } from '@boxyard/shared/contract/areas/jobs.ts';
import { warrantiesArea } from '@boxyard/shared/contract/areas/warranties.ts';
import type { ServiceStatus } from '@boxyard/shared/domain/containers/statuses.ts';
import { warrantyMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import type { JobKind } from '@boxyard/shared/domain/service/jobs.ts';
import { defineResource } from '@boxyard/shared/kit';
import { addTexts } from '@boxyard/shared/runtime';
import { None, RefText } from '@boxyard/shared/ui';
import kitEn from '../../i18n/kit.en.json';
import kitTh from '../../i18n/kit.th.json';

registerContract(containerMaintenanceArea);
registerContract(jobsArea);
registerContract(warrantiesArea);
addTexts('kit', { en: kitEn, th: kitTh });

const PAGE = 'container-maintenance';

export const SERVICE_TONES = {
  normal: 'success',
  underMaintenance: 'neutral',
  underRepair: 'warning',
  outOfOrder: 'error',
} as const satisfies Record<ServiceStatus, string>;

/** The warehouse of a container, or whoever has it. */
export function Place({ warehouse, site }: Pick<MaintainedContainer, 'warehouse' | 'site'>) {
  if (warehouse) return <RefText value={warehouse} show="name" />;
  return site ? site.holder : <None />;
}

/** Containers with their open jobs and the next maintenance (domain-containers 2.10). */
export const maintainedContainers = defineResource({
  list: 'containerMaintenance.list',
  texts: 'remote-inventory:containerMaintenance',
  page: PAGE,
  routes: { list: PAGE, document: 'container-maintenance-detail' },
  nameOf: (row: { readonly serialNumber: string }) => row.serialNumber,
  columns: (c) => [
    c.text('serialNumber', { card: 'title' }),
    c.text('name', { hidden: true }),
    c.ref('productModel', { show: 'name' }),
    c.custom('place', { render: (row) => <Place {...row} /> }),
    c.ref('customer', { show: 'name' }),
    c.choice('serviceStatus', { tone: ({ serviceStatus }) => SERVICE_TONES[serviceStatus] }),
    c.number('openJobs'),
    c.date('nextDueAt'),
    c.date('lastMaintainedAt', { hidden: true }),
    c.date('warrantyEnd'),
  ],
});

/** Pages on which jobs of a kind stand. */
const JOB_PAGES = {
  repair: { page: 'repair-list', document: 'repair-job-update' },
  maintenance: { page: 'maintenance-list', document: 'maintenance-job-detail' },
} as const;

const jobsOf = (kind: JobKind) =>
  defineResource({
    list: 'jobs.list',
    texts: 'remote-inventory:jobsOfContainer',
    page: PAGE,
    routes: { list: JOB_PAGES[kind].page, document: JOB_PAGES[kind].document },
    machine: jobMachine,
    firstTab: 'all',
    filters: { kind: { hidden: true }, productId: { hidden: true } },
    columns: (c) => [
      c.text('documentNo', { card: 'title' }),
      c.text('symptom'),
      c.dateTime('reportedAt'),
      c.dateTime('resolvedAt'),
      c.choice('coverage', { hidden: true }),
      c.status(jobMachine),
    ],
  });

export const repairsOfContainer = jobsOf('repair');
export const maintenanceOfContainer = jobsOf('maintenance');

export const warrantiesOfContainer = defineResource({
  list: 'warranties.list',
  texts: 'remote-inventory:warrantiesOfContainer',
  page: PAGE,
  machine: warrantyMachine,
  firstTab: 'all',
  filters: { productId: { hidden: true } },
  columns: (c) => [
    c.text('documentNo', { card: 'title' }),
    c.ref('customer', { show: 'name' }),
    c.choice('type'),
    c.date('startDate'),
    c.date('endDate'),
    c.choice('coverage', { hidden: true }),
    c.status(warrantyMachine),
  ],
});
