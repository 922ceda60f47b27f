import { addDays, decimal, isWhole } from '@boxyard/shared/domain';
import {
  asSystem,
  type Ctx,
  type FieldFault,
  type Input,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { loadVisible } from '../../../workflow/index.ts';
import { countsWhole, seesCost } from '../../warehouse/index.ts';
import { askFor, cancelRequest } from './service.ts';
import { purchaseRequests } from './type.ts';

type Body = Input<'stock.createRequests'>['body'];

/** A part whose supplier says nothing of it is asked for in a week. */
const LEAD_DAYS = 7;

const partsOf = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db
    .selectFrom('materialParts as p')
    .innerJoin('units as u', 'u.id', 'p.unitId')
    // A supplier that is out of use is not suggested.
    .leftJoin('suppliers as s', (join) =>
      join.onRef('s.id', '=', 'p.preferredSupplierId').on('s.isActive', '=', true),
    )
    .select([
      'p.id',
      'p.unitId',
      'p.purchaseUnitId',
      'p.purchaseFactor',
      'p.trackingType',
      'p.leadTimeDays',
      'p.lastPurchasePrice',
      'p.standardPrice',
      's.id as preferredSupplierId',
      'p.isActive',
      'u.allowFraction',
    ])
    .where('p.id', '=', (on) => on.fn.any(on.val([...ids])))
    .execute();

type Part = Awaited<ReturnType<typeof partsOf>>[number];

/** As it is bought: by whole packs in the unit of purchase, else in the unit of stock. */
function lineOf(ctx: Ctx, part: Part, quantity: number) {
  const factor = Number(part.purchaseFactor);
  const packs = quantity / factor;
  const isPacked = part.purchaseUnitId !== null && isWhole(packs) && Number.isInteger(packs);
  const last = seesCost(ctx) ? part.lastPurchasePrice : null;
  const price = last ?? part.standardPrice ?? '0';
  return {
    partId: part.id,
    quantity: isPacked ? packs : quantity,
    unitId: isPacked ? (part.purchaseUnitId ?? part.unitId) : part.unitId,
    // Prices of a part are of one stock unit.
    estimatedPrice: decimal.round(decimal.multiply(isPacked ? factor : 1, price), 4),
    suggestedSupplierId: part.preferredSupplierId,
  };
}

function faultsOf({ items }: Body, parts: ReadonlyMap<string, Part>): FieldFault[] {
  return items.flatMap(({ partId, quantity }, index): FieldFault[] => {
    const part = parts.get(partId);
    const at = (field: string, code: string) => [{ field: `items[${index}].${field}`, code }];
    if (!part?.isActive) return at('partId', 'UNKNOWN_ID');
    const whole = countsWhole(part.trackingType, part.allowFraction);
    return whole && !isWhole(quantity) ? at('quantity', 'WHOLE') : [];
  });
}

/** Parts that one warehouse lacks. */
interface Missing {
  readonly warehouseId: string;
  readonly purpose: 'stock' | 'job';
  readonly refNo?: string;
  /** Absent: when the slowest of them may have come. */
  readonly neededBy?: string | undefined;
  readonly items: readonly { readonly partId: string; readonly quantity: number }[];
}

/** Asks for parts as they are bought, in one request. */
async function requestParts(
  ctx: Ctx,
  { items, neededBy, ...head }: Missing,
  {
    parts,
    ...origin
  }: { readonly parts: ReadonlyMap<string, Part> } & Parameters<typeof askFor>[2],
) {
  const named = items.flatMap(({ partId, quantity }) => {
    const part = parts.get(partId);
    return part ? [{ part, quantity }] : [];
  });
  const days = Math.max(...named.map(({ part }) => part.leadTimeDays ?? LEAD_DAYS));
  const { id } = await askFor(
    ctx,
    {
      ...head,
      neededBy: neededBy ?? addDays(today(ctx.clock), days),
      items: named.map(({ part, quantity }) => lineOf(ctx, part, quantity)),
    },
    origin,
  );
  const { documentNo } = await loadVisible(ctx, purchaseRequests.type, { id });
  return { id, documentNo, itemCount: items.length };
}

const foundParts = async (ctx: Ctx, ids: readonly string[]) =>
  new Map((await partsOf(ctx, ids)).map((part) => [part.id, part]));

/** Asks for what is to be reordered: a request for each warehouse, all of them or none (4.1). */
export async function requestReorder(ctx: Ctx, { body }: Input<'stock.createRequests'>) {
  const parts = await foundParts(
    ctx,
    body.items.map(({ partId }) => partId),
  );
  refuseFaults(faultsOf(body, parts));
  const requests: { id: string; documentNo: string | null; itemCount: number }[] = [];
  for (const [warehouseId, items] of Map.groupBy(body.items, (item) => item.warehouseId)) {
    requests.push(
      await requestParts(
        ctx,
        { warehouseId, purpose: 'stock', neededBy: body.neededBy, items },
        { parts, refType: 'stockRule' },
      ),
    );
  }
  return { data: { requests } };
}

/** Asks for parts that a service job lacks (domain-containers 2.10). */
export async function requestForJob(
  ctx: Ctx,
  {
    jobId,
    requisitionId,
    refNo,
    ...missing
  }: Pick<Missing, 'warehouseId' | 'items'> & {
    readonly jobId: string;
    readonly requisitionId: string;
    readonly refNo: string;
  },
) {
  const parts = await foundParts(
    ctx,
    missing.items.map(({ partId }) => partId),
  );
  return requestParts(ctx, { ...missing, purpose: 'job', refNo }, { parts, jobId, requisitionId });
}

/** Cancels what was asked for in the name of a job, or for one requisition of it, as long as nobody has decided on it. */
export async function dropRequestsOfJob(
  ctx: Ctx,
  {
    jobId,
    requisitionId,
    reason,
  }: { readonly jobId: string; readonly requisitionId?: string; readonly reason: string },
): Promise<void> {
  const rows = await ctx.db
    .selectFrom('purchaseRequests')
    .where('jobId', '=', jobId)
    .$if(requisitionId !== undefined, (query) =>
      query.where('requisitionId', '=', requisitionId as string),
    )
    .where('status', '=', 'pending')
    .orderBy('id')
    .select(['id', 'version'])
    .forUpdate()
    .execute();
  for (const { id, version } of rows) {
    await cancelRequest(asSystem(ctx), { params: { id }, body: { version, reason } });
  }
}
