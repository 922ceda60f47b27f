import { can, routeOf } from '@boxyard/shared/domain';
import {
  JOB_PAGES,
  JOB_ROUTES,
  REPAIR_WARRANTY_DAYS,
} from '@boxyard/shared/domain/service/jobs.ts';
import { inScope } from '../../../kernel/index.ts';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';

const DAY_MS = 86_400_000;

/** Everybody who had a hand in it; whoever took a job over is its technician only. */
const workersOf = (row: {
  readonly workerIds: readonly string[];
  readonly technicianIds: readonly string[];
}): string[] => [...new Set([...row.workerIds, ...row.technicianIds])];

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
    workerIds: workersOf(row),
    begunByIds: row.startedAt === null && row.reopenedAt === null ? [] : workersOf(row),
    isToDispatch:
      row.dispatcherId === null ||
      !can(ctx.actor.grants, `${JOB_PAGES[row.kind]}:manager-response`) ||
      inScope(ctx.actor, {
        companyId: row.companyId,
        ownerIds: [row.dispatcherId],
        zoneId: row.zoneId,
      }),
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
