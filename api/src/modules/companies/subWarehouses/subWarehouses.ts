import type { BodyOut } from '@boxyard/shared/contract';
import {
  goodsImportMachine,
  openAuditStatuses,
  openClaimStatuses,
  openDestructionStatuses,
  openRepairStatuses,
  openRequisitionStatuses,
  openTransferStatuses,
  openTransformationStatuses,
} from '@boxyard/shared/domain';
import { sql } from 'kysely';
import {
  type Contract,
  type Ctx,
  conflict,
  created,
  defineList,
  expectVersion,
  type Family,
  type FieldFault,
  type HandlersOf,
  notFound,
  type Reference,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { workersOf } from '../../../workflow/index.ts';
import {
  choiceFault,
  companyFaults,
  defineMaster,
  isWithin,
  MASTER_COLUMNS,
  mustRef,
  refOf,
  refuseReferences,
} from '../../masterData/index.ts';
import { TEXTS } from './labels.ts';
import { warehousesInScope } from './scope.ts';

/** Warehouses of companies (domain-warehouse 1.6, domain-containers 1.2). */
const warehouses = defineMaster({ table: 'warehouses', subject: 'subWarehouses' });

type Body = Omit<BodyOut<Contract['subWarehouses.create']>, 'companyId' | 'code' | 'kind'>;

const source = (ctx: Ctx) => warehousesInScope(ctx.db.selectFrom('warehouses as w'), ctx.actor);

const withRefs = (query: ReturnType<typeof source>) =>
  query
    .innerJoin('companies as c', 'c.id', 'w.companyId')
    .leftJoin('warehouses as p', 'p.id', 'w.parentId')
    .select([
      'w.id',
      'w.version',
      'w.code',
      'w.name',
      'w.nameTh',
      'w.kind',
      'w.holds',
      'w.isSystem',
      'w.isPickable',
      'w.address',
      'w.isActive',
      'w.createdAt',
      'w.updatedAt',
      'c.id as companyId',
      'c.code as companyCode',
      'c.nameEn as companyNameEn',
      'c.nameTh as companyNameTh',
      'p.id as parentId',
      'p.code as parentCode',
      'p.name as parentName',
      'p.nameTh as parentNameTh',
    ])
    .select(
      sql<number>`(select count(*)::int from bins b where b.warehouse_id = w.id)`.as('binCount'),
    );

type WarehouseRow = Awaited<ReturnType<ReturnType<typeof withRefs>['execute']>>[number];

async function managersOf(ctx: Ctx, warehouseIds: readonly string[]) {
  const found = new Map<string, { id: string; name: string }[]>();
  if (warehouseIds.length === 0) return found;
  const rows = await ctx.db
    .selectFrom('warehouseManagers as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .where('m.warehouseId', 'in', warehouseIds)
    .orderBy('u.firstName')
    .orderBy('u.id')
    .select(['m.warehouseId', 'u.id', 'u.firstName', 'u.lastName'])
    .execute();
  for (const { warehouseId, id, firstName, lastName } of rows) {
    const manager = { id, name: `${firstName} ${lastName}`.trim() };
    found.set(warehouseId, [...(found.get(warehouseId) ?? []), manager]);
  }
  return found;
}

async function shown(ctx: Ctx, rows: readonly WarehouseRow[]) {
  const managers = await managersOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map(
    ({
      companyId,
      companyCode,
      companyNameEn,
      companyNameTh,
      parentId,
      parentCode,
      parentName,
      parentNameTh,
      ...row
    }) => ({
      ...row,
      company: mustRef(companyId, companyCode, { name: companyNameEn, nameTh: companyNameTh }),
      parent: refOf(parentId, parentCode, { name: parentName, nameTh: parentNameTh }),
      managers: managers.get(row.id) ?? [],
    }),
  );
}

async function one(ctx: Ctx, query: ReturnType<typeof source>) {
  const rows = await withRefs(query).execute();
  const [first] = await shown(ctx, rows);
  if (!first) throw notFound();
  return first;
}

const warehouseById = (ctx: Ctx, id: string) => one(ctx, source(ctx).where('w.id', '=', id));

const warehouseList = defineList('subWarehouses.list', {
  id: 'w.id',
  from: source,
  select: withRefs,
  map: (rows, ctx) => shown(ctx, rows),
  sorts: { code: 'w.code', name: 'w.name', createdAt: 'w.created_at' },
  filters: {
    companyId: 'w.company_id',
    kind: 'w.kind',
    isSystem: 'w.is_system',
    isActive: 'w.is_active',
  },
  search: 'w.search_text',
  export: {
    fileName: 'warehouses',
    columns: {
      ...MASTER_COLUMNS,
      kind: { title: { en: 'Kind', th: 'ชนิดคลัง' }, type: 'text' },
      holds: { title: TEXTS.field.holds, type: 'text' },
      company: { title: TEXTS.field.company, type: 'text' },
    },
  },
});

interface Home {
  readonly companyId: string;
  readonly before?: { readonly id: string; readonly parentId: string | null };
}

const TREE = { table: 'warehouses', parent: 'parent_id' } as const;

/** The warehouse above is of the same company and not below this one; managers are people here. */
async function faultsOf(ctx: Ctx, body: Body, { companyId, before }: Home): Promise<FieldFault[]> {
  const faults: FieldFault[] = [];
  if (body.parentId != null) {
    const parent = await ctx.db
      .selectFrom('warehouses')
      .select(['isActive', 'isSystem', 'companyId'])
      .where('id', '=', body.parentId)
      .executeTakeFirst();
    const fits = parent && parent.companyId === companyId && !parent.isSystem;
    faults.push(
      ...choiceFault('parentId', fits ? parent : undefined, before?.parentId === body.parentId),
    );
    const isLoop =
      fits && before && (await isWithin(ctx, TREE, { id: body.parentId, above: before.id }));
    if (isLoop) {
      faults.push({ field: 'parentId', code: 'CYCLE' });
    }
  }
  if (body.managerIds.length > 0) {
    const known = await workersOf(ctx, { companyId, userIds: body.managerIds });
    for (const [index, id] of body.managerIds.entries()) {
      if (!known.has(id)) faults.push({ field: `managerIds[${index}]`, code: 'UNKNOWN_ID' });
    }
  }
  return faults;
}

const valuesOf = (body: Body) => ({
  name: body.name,
  nameTh: body.nameTh || null,
  holds: body.holds,
  parentId: body.parentId ?? null,
  isPickable: body.isPickable,
  address: body.address || null,
});

async function setManagers(ctx: Ctx, warehouseId: string, userIds: readonly string[]) {
  await ctx.db.deleteFrom('warehouseManagers').where('warehouseId', '=', warehouseId).execute();
  const unique = [...new Set(userIds)];
  if (unique.length === 0) return;
  await ctx.db
    .insertInto('warehouseManagers')
    .values(unique.map((userId) => ({ warehouseId, userId })))
    .execute();
}

/** What lies in a warehouse or is on its way there. */
async function contents(ctx: Ctx, warehouseId: string): Promise<Reference[]> {
  const { rows } = await sql<{ family: string; n: number }>`
    select 'stock' as family, count(*)::int as n
    from stock_balances s join bins b on b.id = s.location_id
    where b.warehouse_id = ${warehouseId}::uuid and s.on_hand <> 0
    union all
    select 'purchaseOrders', count(*)::int from purchase_orders o
    where o.warehouse_id = ${warehouseId}::uuid and o.is_receivable
    union all
    select 'goodsImports', count(*)::int from goods_imports g
    where g.warehouse_id = ${warehouseId}::uuid
      and g.status = any(${[...goodsImportMachine.actions.approve.from]})
    union all
    select 'requisitions', count(*)::int from requisitions q
    where q.warehouse_id = ${warehouseId}::uuid and q.status = any(${[...openRequisitionStatuses]})
    union all
    select 'destructions', count(*)::int from destructions d
    where d.warehouse_id = ${warehouseId}::uuid and d.status = any(${[...openDestructionStatuses]})
    union all
    select 'transformations', count(*)::int from transformations x
    where x.warehouse_id = ${warehouseId}::uuid
      and x.status = any(${[...openTransformationStatuses]})
    union all
    select 'claims', count(*)::int from claims c
    where c.warehouse_id = ${warehouseId}::uuid and c.status = any(${[...openClaimStatuses]})
    union all
    select 'repairs', count(*)::int from repairs r
    where r.warehouse_id = ${warehouseId}::uuid and r.status = any(${[...openRepairStatuses]})
    union all
    select 'audits', count(*)::int from audits a
    where a.warehouse_id = ${warehouseId}::uuid and a.status = any(${[...openAuditStatuses]})
    union all
    select 'transfers', count(*)::int from part_transfers t
    where ${warehouseId}::uuid in (t.from_warehouse_id, t.to_warehouse_id)
      and t.status = any(${[...openTransferStatuses]})
  `.execute(ctx.db);
  return rows.filter(({ n }) => n > 0).map(({ family, n }) => ({ family, count: n }));
}

async function locked(ctx: Ctx, id: string) {
  const row = await source(ctx)
    .where('w.id', '=', id)
    .selectAll('w')
    .forNoKeyUpdate('w')
    .executeTakeFirst();
  if (!row) throw notFound();
  const managers = await managersOf(ctx, [id]);
  return { ...row, managerIds: (managers.get(id) ?? []).map((manager) => manager.id).sort() };
}

type Before = Awaited<ReturnType<typeof locked>>;

/** The system's own places keep doing what posting needs them for. */
function refuseSystemChange(before: Before, body: Body & { readonly isActive: boolean }): void {
  if (!before.isSystem) return;
  const field = !body.isActive
    ? 'isActive'
    : body.isPickable !== before.isPickable
      ? 'isPickable'
      : body.holds !== before.holds
        ? 'holds'
        : (body.parentId ?? null) !== before.parentId
          ? 'parentId'
          : null;
  if (field !== null) throw conflict('FIELD_LOCKED', { field });
}

export const subWarehouseHandlers: HandlersOf<Family<'subWarehouses'>> = {
  'subWarehouses.list': warehouseList.run,
  'subWarehouses.get': async (ctx, { params }) => ({ data: await warehouseById(ctx, params.id) }),

  'subWarehouses.create': async (ctx, { body }) => {
    const { companyId } = body;
    refuseFaults([
      ...(await companyFaults(ctx, companyId)),
      ...(await faultsOf(ctx, body, { companyId })),
    ]);
    const values = { companyId, code: body.code, kind: body.kind, ...valuesOf(body) };
    const id = await warehouses.insert(ctx, {
      values,
      also: { managerIds: [...body.managerIds].sort() },
      touches: ['companies', 'bins'],
    });
    await ctx.db
      .insertInto('bins')
      .values({ warehouseId: id, code: 'DEFAULT', ...created(ctx) })
      .execute();
    await setManagers(ctx, id, body.managerIds);
    if (ctx.actor.kind === 'person' && ctx.actor.warehouseIds !== null) {
      // Whoever is held to certain warehouses would not see the one they have just made.
      await ctx.db
        .insertInto('userWarehouses')
        .values({ userId: ctx.actor.userId, warehouseId: id })
        .execute();
      ctx.afterCommit(() => ctx.app.forgetActors());
    }
    const query = ctx.db.selectFrom('warehouses as w').where('w.id', '=', id);
    return { data: await one(ctx, query) };
  },

  'subWarehouses.update': async (ctx, { params, body }) => {
    const before = await locked(ctx, params.id);
    refuseFaults(await faultsOf(ctx, body, { companyId: before.companyId, before }));
    expectVersion(before, body.version);
    refuseSystemChange(before, body);
    const closes = before.isActive && !body.isActive;
    const stopsParts = before.holds !== 'containers' && body.holds === 'containers';
    if (closes || stopsParts) refuseReferences(await contents(ctx, before.id));
    const values = { ...valuesOf(body), isActive: body.isActive };
    // Where stock begins or ceases to be pickable, levels are found anew as of this day.
    await ctx.pg.query("select set_config('boxyard.today', $1, true)", [today(ctx.clock)]);
    await warehouses.update(ctx, before, {
      values,
      also: { managerIds: [...body.managerIds].sort() },
    });
    await setManagers(ctx, before.id, body.managerIds);
    return { data: await warehouseById(ctx, before.id) };
  },
};

/** Unique constraints a person can meet. */
export const subWarehouseConstraints = { warehouses_code_uq: 'code' };
