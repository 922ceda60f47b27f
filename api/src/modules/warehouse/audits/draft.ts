import { sql } from 'kysely';
import {
  type Ctx,
  type FieldFault,
  type Input,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import {
  createDocument,
  deleteDraft,
  deliveryCompany,
  expectCompany,
  workersOf,
} from '../../../workflow/index.ts';
import { audits } from './type.ts';

type Body = Input<'audits.create'>['body'];

const distinct = (ids: readonly string[] | undefined): string[] => [...new Set(ids ?? [])];

/** Ids that a table does not have, or not in the right place. */
async function unknownOf(
  ctx: Ctx,
  { field, ids, known }: { field: string; ids: readonly string[]; known: string },
  values: readonly unknown[],
): Promise<FieldFault[]> {
  if (ids.length === 0) return [];
  const { rows } = await ctx.pg.query<{ id: string }>(known, [ids, ...values]);
  const found = new Set(rows.map(({ id }) => id));
  return ids.flatMap((id, index) =>
    found.has(id) ? [] : [{ field: `${field}[${index}]`, code: 'UNKNOWN_ID' }],
  );
}

/** Whoever counts works for the company. */
async function counterFaults(
  ctx: Ctx,
  companyId: string,
  userIds: readonly string[],
): Promise<FieldFault[]> {
  const known = await workersOf(ctx, { companyId, userIds });
  return userIds.flatMap((id, index) =>
    known.has(id) ? [] : [{ field: `counterIds[${index}]`, code: 'UNKNOWN_ID' }],
  );
}

async function check(ctx: Ctx, body: Body) {
  const companyId = await deliveryCompany(ctx, body.warehouseId);
  const [binIds, categoryIds, counterIds] = [body.binIds, body.categoryIds, body.counterIds].map(
    distinct,
  ) as [string[], string[], string[]];
  const faults = await Promise.all([
    unknownOf(
      ctx,
      {
        field: 'binIds',
        ids: binIds,
        known: 'select id from bins where id = any($1::uuid[]) and warehouse_id = $2 and is_active',
      },
      [body.warehouseId],
    ),
    unknownOf(
      ctx,
      {
        field: 'categoryIds',
        ids: categoryIds,
        known: 'select id from categories where id = any($1::uuid[])',
      },
      [],
    ),
    counterFaults(ctx, companyId, counterIds),
  ]);
  refuseFaults(faults.flat());
  return {
    companyId,
    warehouseId: body.warehouseId,
    type: body.type,
    isBlind: body.isBlind,
    freeze: body.freeze,
    binIds,
    categoryIds,
    abcClass: body.abcClass ?? null,
    counterIds,
    toleranceQty: body.toleranceQty ?? 0,
    tolerancePct: body.tolerancePct ?? '0.00',
    toleranceValue: body.toleranceValue ?? '0.00',
    remark: body.remark || null,
  };
}

/** What the list finds a count by besides its number: the warehouse, who planned it, the remark. */
async function searchWords(ctx: Ctx, warehouseId: string, remark: string | null): Promise<string> {
  const place = await ctx.db
    .selectFrom('warehouses')
    .where('id', '=', warehouseId)
    .select(['code', 'name', 'nameTh'])
    .executeTakeFirstOrThrow();
  return [place.code, place.name, place.nameTh, ctx.actor.name, remark].filter(Boolean).join(' ');
}

/** Plans a count; it takes its number when it begins. */
export async function createAudit(ctx: Ctx, { body }: Input<'audits.create'>) {
  const { companyId, ...columns } = await check(ctx, body);
  return createDocument(ctx, audits.type, {
    companyId,
    status: 'draft',
    documentDate: today(ctx.clock),
    numbered: false,
    write: async (head) => {
      await ctx.db
        .insertInto('audits')
        .values({
          ...head,
          ...columns,
          approvedBy: null,
          approvedAt: null,
          statusReason: null,
          searchWords: await searchWords(ctx, columns.warehouseId, columns.remark),
        })
        .execute();
    },
    after: { type: columns.type, isBlind: columns.isBlind, freeze: columns.freeze },
  });
}

/** Changes a count that has not begun. */
export const updateAudit = audits.action('update', async (ctx, row, body) => {
  const { companyId, binIds, categoryIds, counterIds, ...columns } = await check(ctx, body);
  expectCompany(row, companyId);
  const ids = (values: readonly string[]) => sql<string[]>`${values}::uuid[]`;
  return {
    set: {
      ...columns,
      binIds: ids(binIds),
      categoryIds: ids(categoryIds),
      counterIds: ids(counterIds),
      searchWords: await searchWords(ctx, columns.warehouseId, columns.remark),
    },
  };
});

/** Deletes a draft. */
export const deleteAudit = (ctx: Ctx, { params }: Input<'audits.delete'>) =>
  deleteDraft(ctx, audits.type, {
    id: params.id,
    before: (row) => ({ type: row.type }),
  });
