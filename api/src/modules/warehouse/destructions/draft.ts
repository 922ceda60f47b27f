import type { DestructionMethod, DestructionReason } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import {
  type Ctx,
  type FieldFault,
  type Input,
  newId,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import {
  changesOf,
  createDocument,
  deliveryCompany,
  expectCompany,
  freeSerials,
  notifyNewDocument,
  searchTextOf,
  takeSerials,
  workersOf,
} from '../../../workflow/index.ts';
import { findStock, type NamedStock } from '../stock/places.ts';
import { destructions } from './type.ts';

type Body = Input<'destructions.create'>['body'];

/** A destruction as it is written: by a person, or by a repair or a claim that gave goods up. */
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

async function check(
  ctx: Ctx,
  body: Body,
  createdBy: string | null,
): Promise<Omit<NewDestruction, 'repairId' | 'claimId'>> {
  const companyId = await deliveryCompany(ctx, body.warehouseId);
  const witnessIds = body.witnessIds ?? [];
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
  return {
    companyId,
    warehouseId: body.warehouseId,
    reason: body.reason,
    method: body.method,
    scheduledAt: body.scheduledAt,
    remark: body.remark || null,
    witnessIds,
    items: found.stock,
  };
}

const writeItems = (ctx: Ctx, destructionId: string, items: readonly NamedStock[]) =>
  ctx.db
    .insertInto('destructionItems')
    .values(
      items.map((item, index) => ({
        ...item,
        serialIds: [...item.serialIds],
        id: newId(),
        destructionId,
        lineNo: index + 1,
      })),
    )
    .execute();

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

const searchText = (
  documentNo: string,
  { items, remark }: Pick<NewDestruction, 'items' | 'remark'>,
) =>
  searchTextOf({
    documentNo,
    partIds: items.map((item) => item.partId),
    words: [remark],
  });

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

/** Writes a pending destruction with its number, history and notices. */
export async function insertDestruction(
  ctx: Ctx,
  input: NewDestruction,
): Promise<{ readonly id: string; readonly documentNo: string }> {
  const { items, witnessIds, companyId, ...columns } = input;
  const { id, documentNo } = await createDocument(ctx, destructions.type, {
    companyId,
    status: 'pending',
    documentDate: today(ctx.clock),
    numbered: true,
    write: async (head) => {
      await ctx.db
        .insertInto('destructions')
        .values({
          ...head,
          ...columns,
          itemCount: items.length,
          bookValue: 0,
          searchText: searchText(head.documentNo, input),
        })
        .execute();
      await writeItems(ctx, head.id, items);
      await writeWitnesses(ctx, head.id, witnessIds);
      await refreshWorth(ctx, head.id);
      const keeper = { subject: destructions.type.subject, ...head };
      await takeSerials(
        ctx,
        keeper,
        items.flatMap(({ serialIds }) => serialIds),
      );
    },
    after: { reason: input.reason, method: input.method },
  });
  await notifyNewDocument(ctx, destructions.type, id);
  return { id, documentNo };
}

/** Asks for goods to be destroyed; it waits for an approval at once. */
export const createDestruction = async (ctx: Ctx, { body }: Input<'destructions.create'>) =>
  insertDestruction(ctx, await check(ctx, body, ctx.actor.userId));

/** Changes a destruction that nobody has decided on. */
export const updateDestruction = destructions.action('update', async (ctx, row, body) => {
  // Its own serials are free for its new lines.
  await freeSerials(ctx, row.id);
  const { companyId, items, witnessIds, ...columns } = await check(ctx, body, row.createdBy);
  expectCompany(row, companyId);
  await ctx.db.deleteFrom('destructionItems').where('destructionId', '=', row.id).execute();
  await writeItems(ctx, row.id, items);
  await writeWitnesses(ctx, row.id, witnessIds);
  await refreshWorth(ctx, row.id);
  await takeSerials(
    ctx,
    { subject: destructions.type.subject, id: row.id, documentNo: row.documentNo },
    items.flatMap(({ serialIds }) => serialIds),
  );
  const set = {
    ...columns,
    itemCount: items.length,
    searchText: searchText(row.documentNo, { ...columns, items }),
  };
  return { set, diff: changesOf(row, { ...columns, itemCount: items.length }) };
});
