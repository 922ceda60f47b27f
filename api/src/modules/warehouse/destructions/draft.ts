import type { DestructionMethod, DestructionReason } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import {
  type Ctx,
  type FieldFault,
  type Input,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { deliveryCompany, freeSerials, takeSerials, workersOf } from '../../../workflow/index.ts';
import { findStock, type NamedStock } from '../stock/places.ts';
import { type DestructionRow, destructions } from './type.ts';

type Body = Input<'destructions.create'>['body'];

/** A destruction that a repair, a claim or a container that is taken apart brings about. */
export interface NewDestruction {
  readonly companyId: string;
  readonly warehouseId: string;
  readonly reason: DestructionReason;
  readonly method: DestructionMethod;
  readonly scheduledAt: string;
  readonly remark: string | null;
  readonly witnessIds: readonly string[];
  readonly repairId?: string | null;
  readonly claimId?: string | null;
  readonly items: readonly NamedStock[];
}

/** Splits a destruction into its columns, lines and witnesses. */
const splitDestruction = ({ companyId, witnessIds, items, ...columns }: NewDestruction) => ({
  companyId,
  columns,
  witnessIds,
  items: items.map((item) => ({ ...item, serialIds: [...item.serialIds] })),
});

/**
 * Witnesses work for the company and are neither creator nor approver: three different people
 * (domain-warehouse 2.12).
 */
export async function witnessFaults(
  ctx: Ctx,
  {
    companyId,
    witnessIds,
    barred,
  }: {
    readonly companyId: string;
    readonly witnessIds: readonly string[];
    readonly barred: readonly (string | null)[];
  },
): Promise<FieldFault[]> {
  const known = await workersOf(ctx, { companyId, userIds: witnessIds });
  return witnessIds.flatMap((id, index) => {
    const field = `witnessIds[${index}]`;
    if (!known.has(id)) return [{ field, code: 'UNKNOWN_ID' }];
    if (barred.includes(id)) return [{ field, code: 'NOT_WITNESS' }];
    return witnessIds.indexOf(id) === index ? [] : [{ field, code: 'REPEATED' }];
  });
}

/** Checks a destruction as it was entered: place, day, witnesses and goods. */
async function check(ctx: Ctx, body: Body, row: DestructionRow | null) {
  const companyId = await deliveryCompany(ctx, body.warehouseId);
  const witnessIds = body.witnessIds ?? [];
  const createdBy = row ? row.createdBy : ctx.actor.userId;
  const [found, witnesses] = await Promise.all([
    findStock(ctx, {
      warehouseId: body.warehouseId,
      lines: body.items,
      at: (index, field) => `items[${index}].${field}`,
    }),
    witnessFaults(ctx, { companyId, witnessIds, barred: [createdBy] }),
  ]);
  refuseFaults([
    ...(body.scheduledAt < today(ctx.clock) ? [{ field: 'scheduledAt', code: 'PAST_DATE' }] : []),
    ...witnesses,
    ...found.faults,
  ]);
  return splitDestruction({
    companyId,
    warehouseId: body.warehouseId,
    reason: body.reason,
    method: body.method,
    scheduledAt: body.scheduledAt,
    remark: body.remark || null,
    witnessIds,
    items: found.stock,
  });
}

/** Who is to watch; in the order named. */
export async function writeWitnesses(
  ctx: Ctx,
  destructionId: string,
  witnessIds: readonly string[],
): Promise<void> {
  await ctx.db
    .deleteFrom('destructionWitnesses')
    .where('destructionId', '=', destructionId)
    .execute();
  if (witnessIds.length === 0) return;
  await ctx.db
    .insertInto('destructionWitnesses')
    .values(witnessIds.map((userId, place) => ({ destructionId, userId, place })))
    .execute();
}

/** Keeps in the row what the goods are worth at present, for lists and exports. */
export async function refreshWorth(ctx: Ctx, id: string): Promise<void> {
  await sql`update destructions d set book_value = x.worth from (
      select coalesce(sum(round(i.quantity * v.avg_cost, 2)), 0) as worth
      from destruction_items i join destructions h on h.id = i.destruction_id
      left join part_valuations v
        on v.company_id = h.company_id and v.item_type = 'part' and v.item_id = i.part_id
      where i.destruction_id = ${id}
    ) x where d.id = ${id}`.execute(ctx.db);
}

const drafts = destructions.drafts({
  status: 'pending',
  first: { bookValue: 0 },
  check,
  searched: ({ items, columns }) => ({
    partIds: items.map(({ partId }) => partId),
    words: [columns.remark],
  }),
  ofOtherCompany: { field: 'warehouseId', code: 'UNKNOWN_ID' },
  told: ['reason', 'method'],
  // Its own serials are free for its new lines.
  freed: (ctx, { id }) => freeSerials(ctx, id),
  written: async (ctx, { id, documentNo }, { items, witnessIds }) => {
    await writeWitnesses(ctx, id, witnessIds);
    await refreshWorth(ctx, id);
    await takeSerials(
      ctx,
      { subject: destructions.type.subject, id, documentNo },
      items.flatMap(({ serialIds }) => serialIds),
    );
  },
});

/** Writes a pending destruction with its number, history and notices. */
export const insertDestruction = (ctx: Ctx, input: NewDestruction) =>
  drafts.insert(ctx, splitDestruction(input));
/** Asks for goods to be destroyed; it waits for an approval at once. */
export const createDestruction = drafts.create;
/** Changes a destruction that nobody has decided on. */
export const updateDestruction = drafts.update;
