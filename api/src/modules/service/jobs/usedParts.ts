import {
  type Ctx,
  type FieldFault,
  type Input,
  named,
  refuseFaults,
} from '../../../kernel/index.ts';
import { placesOf } from '../../../ledger/index.ts';
import { deliveryCompany } from '../../../workflow/index.ts';
import { exchangeForJob } from '../../containers/index.ts';
import { dropRequestsOfJob } from '../../purchasing/index.ts';
import {
  consumeForJob,
  giveUpForJob,
  inHandQty,
  jobPartsOf,
  returnForJob,
  type UsedPiece,
} from '../../warehouse/index.ts';
import { type JobRow, jobs } from './type.ts';

type Body = Input<'jobs.technicianSummary'>['body'];
type Used = NonNullable<Body['used']>[number];
type Removed = NonNullable<Body['removed']>[number];

/** A part takes the place of one that is taken out with the same call, and of no other. */
function replaceFaults(used: readonly Used[], removed: readonly Removed[]): FieldFault[] {
  const leaving = new Set(removed.map(({ id }) => id));
  return used.flatMap(({ replacesId }, index) =>
    !replacesId || leaving.delete(replacesId)
      ? []
      : [{ field: `used[${index}].replacesId`, code: 'UNKNOWN_ID' }],
  );
}

/** Only bulk goods are used up: a serial number is somewhere. */
const consumedFaults = (used: readonly Used[], pieces: readonly UsedPiece[]): FieldFault[] =>
  used.flatMap(({ isConsumed }, index) =>
    isConsumed && pieces.some(({ line, serialId }) => line === index && serialId !== null)
      ? [{ field: `used[${index}].isConsumed`, code: 'SERIAL_BUILT_IN' }]
      : [],
  );

/** The warehouse that removed parts come to: the one that handed parts out, or the container's own. */
async function warehouseFor(
  ctx: Ctx,
  row: JobRow,
  { named, pieces }: { named: string | null | undefined; pieces: readonly UsedPiece[] },
): Promise<string> {
  if (named) {
    const companyId = await deliveryCompany(ctx, named);
    if (companyId !== row.companyId) {
      refuseFaults([{ field: 'warehouseId', code: 'WAREHOUSE_NOT_OF_COMPANY' }]);
    }
    return named;
  }
  const [first] = pieces;
  if (first) return first.warehouseId;
  const { rows } = await ctx.pg.query<{ warehouseId: string | null }>({
    name: 'jobs.removalWarehouse',
    text: `select coalesce((select q.warehouse_id from requisitions q where q.job_id = $1
        and q.dispatched_at is not null order by q.dispatched_at desc limit 1), p.warehouse_id) as "warehouseId"
      from products p where p.id = $2`,
    values: [row.id, row.productId],
  });
  const found = rows[0]?.warehouseId;
  if (!found) refuseFaults([{ field: 'warehouseId', code: 'REQUIRED' }]);
  return found ?? '';
}

/**
 * Takes what a technician says of parts (2.10): used ones go into the container at their exact cost,
 * removed ones out of it with what becomes of them, unused ones back to their warehouses.
 */
export async function settleParts(ctx: Ctx, row: JobRow, body: Body): Promise<void> {
  const { used = [], returned = [], removed = [] } = body;
  refuseFaults(replaceFaults(used, removed));
  const pieces = await consumeForJob(ctx, { jobId: row.id, lines: used, at: 'used' });
  refuseFaults(consumedFaults(used, pieces));
  await returnForJob(ctx, {
    jobId: row.id,
    lines: returned,
    at: 'returned',
    remark: row.documentNo,
  });
  const builtIn = pieces.filter(({ line }) => used[line]?.isConsumed !== true);
  if (builtIn.length + removed.length === 0) return;
  const job = named(jobs.type.subject, row).mark;
  const { CONSUMED } = await placesOf(ctx, row.companyId);
  await exchangeForJob(ctx, {
    productId: row.productId,
    warehouseId:
      removed.length === 0 ? '' : await warehouseFor(ctx, row, { named: body.warehouseId, pieces }),
    job,
    cause: body.workDone.slice(0, 500),
    stock: builtIn.map(({ serialId, shelfId, line: _, warehouseId: __, ...piece }) => ({
      ...piece,
      binId: CONSUMED,
      shelfId,
      serialIds: serialId === null ? [] : [serialId],
    })),
    lines: builtIn.map(({ line }) => ({
      note: job,
      replacesId: used[line]?.replacesId,
    })),
    remove: removed,
  });
}

/**
 * Work that is done leaves nothing in hand: issued = used + returned. What was asked for and never handed
 * out is free again.
 */
export async function expectSettled(ctx: Ctx, row: JobRow): Promise<void> {
  const given = { jobId: row.id, reason: row.documentNo ?? '' };
  await giveUpForJob(ctx, given);
  await dropRequestsOfJob(ctx, given);
  const left = (await jobPartsOf(ctx, row.id)).filter((part) => inHandQty(part) > 0);
  refuseFaults(
    left.length > 0
      ? [{ field: 'used', code: 'PARTS_IN_HAND', params: { count: left.length } }]
      : [],
  );
}
