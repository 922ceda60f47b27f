import * as z from 'zod/mini';
import { LIFECYCLE_STATUSES, SERVICE_STATUSES } from '../../domain/containers/statuses.ts';
import { OCCURRENCE_STATUSES } from '../../domain/service/schedules.ts';
import * as field from '../../domain/values/fields.ts';
import { ref } from '../common.ts';
import { ability, list, one } from '../endpoint.ts';
import { siteShown } from '../site.ts';

/** Containers as whoever looks after them sees them: jobs, what is due, what they cost in time (2.10). */
const PATH = '/container_maintenance';
const VIEW = ability('container-maintenance:view');

const maintainedContainer = z.object({
  id: field.id(),
  serialNumber: z.string(),
  name: z.string(),
  productModel: ref(),
  status: z.enum(LIFECYCLE_STATUSES),
  serviceStatus: z.enum(SERVICE_STATUSES),
  warehouse: z.nullable(ref()),
  /** Place of a container that is out of the warehouses. */
  site: z.nullable(siteShown),
  /** The contract's customer; null as well where this person may not read the contract. */
  customer: z.nullable(ref()),
  warrantyEnd: z.nullable(field.date()),
  /** Jobs that are not solved yet, of those that this person may read. */
  openJobs: z.int(),
  /** The earliest day on which planned maintenance is due. */
  nextDueAt: z.nullable(field.date()),
  lastMaintainedAt: z.nullable(field.date()),
});
export type MaintainedContainer = z.infer<typeof maintainedContainer>;

const plannedMaintenance = z.object({
  id: field.id(),
  schedule: z.string(),
  day: field.date(),
  status: z.enum(OCCURRENCE_STATUSES),
});

export const containerMaintenanceArea = {
  'containerMaintenance.list': list({
    path: PATH,
    access: VIEW,
    summary: 'Containers with their open jobs and the next maintenance',
    list: {
      filters: {
        serviceStatus: { kind: 'enum', values: SERVICE_STATUSES },
        productModelId: { kind: 'id', lookup: 'productModels.all' },
        warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      },
      sorts: ['serialNumber'],
      defaultSort: 'serialNumber',
      exportAbility: 'container-maintenance:export',
      exportColumns: [
        'serialNumber',
        'name',
        'productModel',
        'status',
        'serviceStatus',
        'warehouse',
        'customer',
        'openJobs',
        'nextDueAt',
        'lastMaintainedAt',
        'warrantyEnd',
      ],
    },
    row: maintainedContainer,
  }),
  'containerMaintenance.get': one({
    path: `${PATH}/:id`,
    access: VIEW,
    summary: 'A container with its planned maintenance and how often it fails',
    data: z.extend(maintainedContainer, {
      /** Open occurrences, the earliest first. */
      planned: z.array(plannedMaintenance),
      /** Repairs that were reported within a year, of those that this person may read. */
      repairCount: z.int(),
      /** Minutes without selling within a year. */
      downtimeMinutes: z.int(),
      /** Mean minutes from a report until it was solved; null before the first. */
      meanRepairMinutes: z.nullable(z.int()),
      /** Mean days between two failures since it was installed; null before the first. */
      meanDaysBetweenFailures: z.nullable(z.int()),
      /** Repairs that were neither reopened nor repeated, of those that were completed, in percent. */
      firstTimeFixPercent: z.nullable(z.int()),
    }),
  }),
} as const;
