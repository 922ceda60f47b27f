import { routeOf } from '@boxyard/shared/domain';
import { JOB_ROUTES, REPAIR_WARRANTY_DAYS } from '@boxyard/shared/domain/service/jobs.ts';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';

const DAY_MS = 86_400_000;

/**
 * Service jobs, `material_repair_maintenances` (domain-containers 1.4, 2.10). They are whose they are to
 * hand out, and the technicians'; warehouses do not cut them, since most containers stand at customers.
 */
export const jobs = defineFamily('jobs', {
  as: 'jb',
  warehouses: [],
  owners: ['dispatcherId'],
  ownerLists: ['technicianIds'],
  read: (row, ctx) => ({
    ...row,
    isBegun: row.startedAt !== null,
    hasChecks: row.checkCount > 0,
    isRecent:
      row.completedAt === null ||
      ctx.clock.now().getTime() - row.completedAt.getTime() <= REPAIR_WARRANTY_DAYS * DAY_MS,
  }),
  path: ({ id, kind }) => routeOf(JOB_ROUTES[kind]).path.replace(':id', id),
  concerned: (row) => [row.dispatcherId, ...row.technicianIds],
});
export type JobRow = RowOfFamily<typeof jobs>;

/** Query families that show the state of the container. */
export const TOUCHES = ['products'];
