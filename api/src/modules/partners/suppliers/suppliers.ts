import type { BodyOut } from '@boxyard/shared/contract';
import { sql } from 'kysely';
import type { StoredAddress, WhtType } from '../../../db/schema/masters.ts';
import {
  type Contract,
  type Ctx,
  defineList,
  expectVersion,
  type Family,
  type FieldFault,
  type HandlersOf,
  notFound,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import {
  addressOf,
  choiceFault,
  defineMaster,
  geography,
  MASTER_COLUMNS,
  mustRef,
  shownAddress,
} from '../../masterData/index.ts';
import { TEXTS } from './labels.ts';
import { supplierFigures, supplierRating } from './supplierFigures.ts';

/** Suppliers (domain-warehouse 1.7): shared by all companies; what is owed is per company. */
const suppliers = defineMaster({ table: 'suppliers', subject: 'suppliers' });

type CreateBody = BodyOut<Contract['suppliers.create']>;

/** Withholding tax of each kind, in percent (domain-containers 0, WHT); `custom` names its own. */
const WHT_RATES: Readonly<Record<Exclude<WhtType, 'custom'>, string>> = {
  none: '0.00',
  service3: '3.00',
  transport1: '1.00',
  rent5: '5.00',
  ads2: '2.00',
};

const source = (ctx: Ctx) => ctx.db.selectFrom('suppliers as s');

const withRow = (query: ReturnType<typeof source>) =>
  query.select([
    's.id',
    's.version',
    's.code',
    's.name',
    's.nameTh',
    's.taxId',
    's.branchCode',
    's.isVatRegistered',
    's.creditDays',
    's.creditLimit',
    's.address',
    's.contacts',
    's.isActive',
    's.isBlocked',
    's.blockedReason',
    's.createdAt',
    's.updatedAt',
  ]);

type SupplierRow = Awaited<ReturnType<ReturnType<typeof withRow>['execute']>>[number];

async function shownRows(ctx: Ctx, rows: readonly SupplierRow[]) {
  const places = await geography();
  const figures = await supplierFigures(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map(({ address, contacts, ...row }) => {
    const province = places.province.get(address.provinceId ?? 0);
    const contact = contacts.find(({ isPrimary }) => isPrimary) ?? contacts[0];
    return {
      ...row,
      ...figures(row.id),
      province: (ctx.locale === 'th' ? province?.nameTh : province?.nameEn) ?? null,
      primaryContact: contact
        ? { name: contact.name, phone: contact.phone, email: contact.email }
        : null,
    };
  });
}

async function supplierById(ctx: Ctx, id: string) {
  const row = await withRow(source(ctx).where('s.id', '=', id))
    .select(['s.bankAccounts', 's.whtType', 's.whtRate', 's.remark'])
    .executeTakeFirst();
  if (!row) throw notFound();
  const { bankAccounts, whtType, whtRate, remark, ...head } = row;
  const [first] = await shownRows(ctx, [head]);
  if (!first) throw notFound();
  const categories = await ctx.db
    .selectFrom('supplierCategories as sc')
    .innerJoin('categories as c', 'c.id', 'sc.categoryId')
    .where('sc.supplierId', '=', id)
    .orderBy('c.code')
    .select(['c.id', 'c.code', 'c.name', 'c.nameTh'])
    .execute();
  const rating = await supplierRating(ctx, id);
  return {
    ...first,
    address: shownAddress(row.address),
    contacts: row.contacts,
    bankAccounts,
    categories: categories.map((c) => mustRef(c.id, c.code, c)),
    whtType,
    whtRate,
    remark,
    rating,
  };
}

const supplierList = defineList('suppliers.list', {
  id: 's.id',
  from: source,
  select: withRow,
  map: (rows, ctx) => shownRows(ctx, rows),
  sorts: { code: 's.code', name: 's.name', createdAt: 's.created_at' },
  filters: {
    // Asked of each row while an index gives the order, so that the matches are never sorted.
    categoryId: (query, ids) =>
      query.where(
        sql<boolean>`(select true from supplier_categories sc where sc.supplier_id = s.id
          and sc.category_id = any(${ids}::uuid[]) limit 1)`,
      ),
    isVatRegistered: 's.is_vat_registered',
    isBlocked: 's.is_blocked',
    hasOverdue: (query, isLate, ctx) => {
      const { companyIds, warehouseIds } = ctx.actor;
      const late = sql<boolean>`coalesce((select true from credit_purchases c
        where c.supplier_id = s.id and c.status in ('unpaid', 'partial')
          and c.due_date < ${today(ctx.clock)}
          and (${companyIds}::uuid[] is null or c.company_id = any(${companyIds}::uuid[]))
          and (${warehouseIds}::uuid[] is null or exists (select 1 from purchase_order_receipts r
            where r.id = c.receipt_id and r.warehouse_id = any(${warehouseIds}::uuid[])))
        limit 1), false)`;
      return query.where(sql<boolean>`${late} = ${isLate}`);
    },
    isActive: 's.is_active',
  },
  search: 's.search_text',
  export: {
    fileName: 'suppliers',
    columns: {
      ...MASTER_COLUMNS,
      taxId: { title: TEXTS.field.taxId, type: 'text' },
      branchCode: { title: { en: 'Branch', th: 'สาขา' }, type: 'text' },
      creditDays: { title: TEXTS.field.creditDays, type: 'number' },
      creditLimit: { title: TEXTS.field.creditLimit, type: 'money' },
      province: { title: TEXTS.field.province, type: 'text' },
      isBlocked: { title: TEXTS.field.isBlocked, type: 'text' },
    },
  },
});

const supplierChoices = defineList('suppliers.master', {
  id: 's.id',
  from: (ctx, input) =>
    input.query.ids ? source(ctx) : source(ctx).where('s.isBlocked', '=', false),
  offered: 's.is_active',
  select: (query) =>
    query.select([
      's.id',
      's.code',
      's.name',
      's.nameTh',
      's.isVatRegistered',
      's.creditDays',
      's.whtType',
      's.whtRate',
    ]),
  map: (rows) => rows,
  sorts: { code: 's.code' },
  filters: {
    partId: (query, ids) =>
      query.where(
        sql<boolean>`(exists (select 1 from supplier_parts sp
            where sp.supplier_id = s.id and sp.part_id = any(${ids}::uuid[]))
          or exists (select 1 from material_parts p
            where p.preferred_supplier_id = s.id and p.id = any(${ids}::uuid[])))`,
      ),
  },
  search: 's.search_text',
});

interface Prepared {
  readonly values: ReturnType<typeof valuesOf>;
  readonly faults: FieldFault[];
}

/** Checks a body against the tables and turns it into columns. */
async function prepared(
  ctx: Ctx,
  body: CreateBody,
  before: readonly string[] = [],
): Promise<Prepared> {
  const { address, faults } = await addressOf(body.address);
  const categories = await ctx.db
    .selectFrom('categories')
    .select(['id', 'isActive'])
    .where(sql<boolean>`id = any(${body.categoryIds}::uuid[])`)
    .execute();
  const known = new Map(categories.map((category) => [category.id, category]));
  for (const [index, id] of body.categoryIds.entries()) {
    faults.push(...choiceFault(`categoryIds[${index}]`, known.get(id), before.includes(id)));
  }
  const primaries = body.contacts.flatMap(({ isPrimary }, index) => (isPrimary ? [index] : []));
  for (const index of primaries.slice(1)) {
    faults.push({ field: `contacts[${index}].isPrimary`, code: 'ONE_PRIMARY' });
  }
  const isCustom = body.whtType === 'custom';
  if (isCustom && (body.whtRate === undefined || Number(body.whtRate) === 0)) {
    faults.push({ field: 'whtRate', code: 'REQUIRED' });
  }
  return { values: valuesOf(body, address), faults };
}

function valuesOf(body: CreateBody, address: StoredAddress) {
  const hasPrimary = body.contacts.some(({ isPrimary }) => isPrimary);
  return {
    name: body.name,
    nameTh: body.nameTh || null,
    taxId: body.taxId,
    branchCode: body.branchCode,
    isVatRegistered: body.isVatRegistered,
    address,
    contacts: body.contacts.map((contact, index) => ({
      name: contact.name,
      phone: contact.phone ?? null,
      email: contact.email ?? null,
      line: contact.line || null,
      isPrimary: contact.isPrimary || (!hasPrimary && index === 0),
    })),
    bankAccounts: body.bankAccounts,
    creditDays: body.creditDays,
    creditLimit: body.creditLimit ?? null,
    whtType: body.whtType,
    whtRate: body.whtType === 'custom' ? (body.whtRate ?? '0.00') : WHT_RATES[body.whtType],
    remark: body.remark || null,
  };
}

/** SUP-0001: the counter's row stays locked until the commit, so that no number is lost. */
async function nextCode(ctx: Ctx): Promise<string> {
  const { lastNo } = await ctx.db
    .insertInto('masterCodes')
    .values({ kind: 'supplier', lastNo: 1 })
    .onConflict((on) => on.column('kind').doUpdateSet({ lastNo: sql`master_codes.last_no + 1` }))
    .returning('lastNo')
    .executeTakeFirstOrThrow();
  return `SUP-${String(lastNo).padStart(4, '0')}`;
}

async function setCategories(ctx: Ctx, id: string, categoryIds: readonly string[]): Promise<void> {
  await ctx.db.deleteFrom('supplierCategories').where('supplierId', '=', id).execute();
  const unique = [...new Set(categoryIds)];
  if (unique.length === 0) return;
  await ctx.db
    .insertInto('supplierCategories')
    .values(unique.map((categoryId) => ({ supplierId: id, categoryId })))
    .execute();
}

async function locked(ctx: Ctx, id: string) {
  const row = await suppliers.lock(ctx, id);
  const chosen = await ctx.db
    .selectFrom('supplierCategories')
    .select('categoryId')
    .where('supplierId', '=', id)
    .orderBy('categoryId')
    .execute();
  return { ...row, categoryIds: chosen.map(({ categoryId }) => categoryId) };
}

export const supplierHandlers: HandlersOf<Family<'suppliers'>> = {
  'suppliers.list': supplierList.run,
  'suppliers.master': supplierChoices.run,
  'suppliers.get': async (ctx, { params }) => ({ data: await supplierById(ctx, params.id) }),

  'suppliers.exist': async (ctx, { body }) => {
    const { taxId, branchCode, name, excludeId } = body;
    const found = await ctx.db
      .selectFrom('suppliers as s')
      .select(['s.id', 's.code', 's.name', 's.taxId', 's.branchCode'])
      .where((on) =>
        on.or([
          ...(taxId === undefined
            ? []
            : [
                branchCode === undefined
                  ? on('s.taxId', '=', taxId)
                  : on.and([on('s.taxId', '=', taxId), on('s.branchCode', '=', branchCode)]),
              ]),
          ...(name ? [sql<boolean>`lower(s.name) = lower(${name})`] : []),
        ]),
      )
      .orderBy('s.code')
      .limit(20)
      .execute();
    const matched = found
      .filter(({ id }) => id !== excludeId)
      .map((row) => ({
        id: row.id,
        code: row.code,
        name: row.name,
        field: row.taxId === taxId ? 'taxId' : 'name',
      }));
    return { data: { exists: matched.length > 0, matches: matched } };
  },

  'suppliers.create': async (ctx, { body }) => {
    const { values, faults } = await prepared(ctx, body);
    refuseFaults(faults);
    const id = await suppliers.insert(ctx, {
      values: { code: await nextCode(ctx), ...values },
      also: { categoryIds: [...body.categoryIds].sort() },
    });
    await setCategories(ctx, id, body.categoryIds);
    return { data: await supplierById(ctx, id) };
  },

  'suppliers.update': async (ctx, { params, body }) => {
    const before = await locked(ctx, params.id);
    const { values, faults } = await prepared(ctx, body, before.categoryIds);
    const blockedReason = body.isBlocked ? (body.blockedReason ?? '') : null;
    if (blockedReason !== null && blockedReason.length < 3) {
      faults.push({ field: 'blockedReason', code: 'REASON' });
    }
    refuseFaults(faults);
    expectVersion(before, body.version);
    const flags = { isActive: body.isActive, isBlocked: body.isBlocked, blockedReason };
    await suppliers.update(ctx, before, {
      values: { ...values, ...flags },
      also: { categoryIds: [...body.categoryIds].sort() },
      reason: blockedReason,
    });
    await setCategories(ctx, before.id, body.categoryIds);
    return { data: await supplierById(ctx, before.id) };
  },

  'suppliers.delete': async (ctx, { params }) =>
    suppliers.remove(ctx, await locked(ctx, params.id)),
};

/** Unique constraints a person can meet. */
export const supplierConstraints = { suppliers_tax_branch_uq: 'taxId' };
