import { mayFillVan, type RequisitionPurpose } from '@boxyard/shared/domain';
import {
  authorId,
  type Ctx,
  conflict,
  type FieldFault,
  type Input,
  mayUseWarehouse,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { deliveryCompany, loadCatalogue } from '../../../workflow/index.ts';
import { lineFaults } from '../parts/lineFaults.ts';
import { requisitions } from './type.ts';

type Body = Input<'requisitions.create'>['body'];

/** A requisition as it is written: by a person, or by the rest of another one. */
export interface NewRequisition {
  readonly companyId: string;
  readonly requesterId: string;
  readonly purpose: RequisitionPurpose;
  readonly warehouseId: string;
  readonly toWarehouseId: string | null;
  readonly neededBy: string;
  readonly refNo: string | null;
  readonly remark: string | null;
  readonly backorderOfId?: string | null;
  /** The repair that it draws parts for. */
  readonly repairId?: string | null;
  /** The service job that it draws parts for. */
  readonly jobId?: string | null;
  readonly items: readonly {
    readonly partId: string;
    readonly requestedQty: number;
    readonly note: string | null;
    readonly isBillable?: boolean;
  }[];
}

/** A van is a place of the same company, and only what stays ours may be put into it (3.2). */
async function vanFaults(ctx: Ctx, body: Body, companyId: string): Promise<FieldFault[]> {
  if (!body.toWarehouseId) return [];
  if (!mayFillVan(body.purpose)) return [{ field: 'toWarehouseId', code: 'NOT_FOR_PURPOSE' }];
  const van = await ctx.db
    .selectFrom('warehouses')
    .where('id', '=', body.toWarehouseId)
    .where('companyId', '=', companyId)
    .where('kind', '=', 'technicianVan')
    .select(['id', 'isActive'])
    .executeTakeFirst();
  if (!van || body.toWarehouseId === body.warehouseId || !mayUseWarehouse(ctx.actor, van.id)) {
    return [{ field: 'toWarehouseId', code: 'UNKNOWN_ID' }];
  }
  return van.isActive ? [] : [{ field: 'toWarehouseId', code: 'INACTIVE' }];
}

/** Columns of a requisition; who asks is said of a new one. */
type Columns = Omit<NewRequisition, 'companyId' | 'items' | 'requesterId'> & {
  readonly requesterId?: string;
};

async function check(ctx: Ctx, body: Body) {
  const faults: FieldFault[] = [];
  if (body.neededBy < today(ctx.clock)) faults.push({ field: 'neededBy', code: 'PAST_DATE' });
  const [companyId, { parts }] = await Promise.all([
    deliveryCompany(ctx, body.warehouseId),
    loadCatalogue(ctx, { partIds: body.items.map((item) => item.partId), unitIds: [] }),
  ]);
  faults.push(...(await vanFaults(ctx, body, companyId)));
  faults.push(...lineFaults(body.items, { parts, quantity: 'requestedQty' }));
  refuseFaults(faults);
  const columns: Columns = {
    purpose: body.purpose,
    warehouseId: body.warehouseId,
    toWarehouseId: body.toWarehouseId ?? null,
    neededBy: body.neededBy,
    refNo: body.refNo || null,
    remark: body.remark || null,
  };
  return {
    companyId,
    columns,
    items: body.items.map(({ partId, requestedQty, note }) => ({
      partId,
      requestedQty,
      note: note || null,
    })),
  };
}

const drafts = requisitions.drafts({
  status: 'pending',
  check,
  searched: ({ items, columns }, ctx) => ({
    partIds: items.map(({ partId }) => partId),
    words: [ctx.actor.name, columns.refNo, columns.remark],
  }),
  ofOtherCompany: { field: 'warehouseId', code: 'UNKNOWN_ID' },
  told: ['purpose', 'neededBy'],
});

/** Writes a pending requisition with its number, history and notices. */
export const insertRequisition = (
  ctx: Ctx,
  { companyId, items, ...columns }: NewRequisition,
): Promise<{ readonly id: string; readonly documentNo: string }> =>
  // A requisition of a job is approved at once: nobody is told to decide.
  drafts.insert(ctx, { companyId, columns, items: [...items] }, { isTold: !columns.jobId });

/** Asks for parts; it waits for an approval at once. */
export const createRequisition = (ctx: Ctx, { body }: Input<'requisitions.create'>) =>
  createRequisitionOf(ctx, { body });

/** The same for a repair, which knows what was drawn for it (2.11). */
export async function createRequisitionOf(
  ctx: Ctx,
  { body, repairId = null }: { readonly body: Body; readonly repairId?: string | null },
) {
  const { columns, ...checked } = await check(ctx, body);
  const requesterId = authorId(ctx.actor);
  if (requesterId === null) throw new Error('a requisition is made by a person');
  return drafts.insert(ctx, { ...checked, columns: { ...columns, requesterId, repairId } });
}

/**
 * Changes a requisition that nobody has decided on. One of a job stays as the job asked: its parts go to
 * the people of that job, and nowhere else.
 */
export const updateRequisition: typeof drafts.update = async (ctx, input) => {
  const answer = await drafts.update(ctx, input);
  const { jobId } = await ctx.db
    .selectFrom('requisitions')
    .where('id', '=', input.params.id)
    .select('jobId')
    .executeTakeFirstOrThrow();
  if (jobId !== null) throw conflict('REQUISITION_OF_JOB');
  return answer;
};
