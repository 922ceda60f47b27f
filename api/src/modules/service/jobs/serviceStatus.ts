import type { ServiceStatus } from '@boxyard/shared/domain/containers/statuses.ts';
import { unsolvedJobStatuses } from '@boxyard/shared/domain/service/jobMachine.ts';
import type { Ctx } from '../../../kernel/index.ts';
import { logStatus } from '../../containers/index.ts';
import type { JobRow } from './type.ts';

/** The worst of what keeps a container from working: unsolved jobs decide, nobody sets it (2.1). */
async function derivedStatus(ctx: Ctx, productId: string): Promise<ServiceStatus> {
  const rows = await ctx.db
    .selectFrom('jobs')
    .where('productId', '=', productId)
    .where('status', 'in', [...unsolvedJobStatuses])
    .select(['kind', 'isDown'])
    .execute();
  if (rows.some(({ isDown }) => isDown)) return 'outOfOrder';
  if (rows.some(({ kind }) => kind === 'repair')) return 'underRepair';
  return rows.length > 0 ? 'underMaintenance' : 'normal';
}

/**
 * Recomputes the state of a job's container, once the job is written. Its row is locked first, so that
 * two jobs that end at the same moment both count.
 */
export async function refreshServiceStatus(
  ctx: Ctx,
  job: Pick<JobRow, 'id' | 'documentNo' | 'productId'>,
): Promise<void> {
  const { serviceStatus } = await ctx.db
    .selectFrom('products')
    .where('id', '=', job.productId)
    .select('serviceStatus')
    .forUpdate()
    .executeTakeFirstOrThrow();
  const to = await derivedStatus(ctx, job.productId);
  if (to === serviceStatus) return;
  await ctx.db
    .updateTable('products')
    .set({ serviceStatus: to })
    .where('id', '=', job.productId)
    .execute();
  await logStatus(ctx, {
    productId: job.productId,
    axis: 'service',
    from: serviceStatus,
    to,
    document: { subject: 'jobs', id: job.id, documentNo: job.documentNo },
  });
}
