import type { BodyOut } from '@boxyard/shared/contract';
import { branchTypeOf } from '@boxyard/shared/domain/people/companies.ts';
import { sql } from 'kysely';
import type { StoredAddress } from '../../../db/schema/masters.ts';
import {
  anyId,
  type Contract,
  type Ctx,
  conflict,
  created,
  defineList,
  expectVersion,
  type Family,
  type FieldFault,
  type HandlersOf,
  mayUseCompany,
  newId,
  notFound,
  refuseFaults,
  whereInScope,
} from '../../../kernel/index.ts';
import { ensureSystemPlaces } from '../../../ledger/index.ts';
import { keepPicture, pictureUrl, sentPicture } from '../../../workflow/index.ts';
import {
  activeOf,
  addressOf,
  choiceFault,
  defineMaster,
  isWithin,
  refOf,
  shownAddress,
} from '../../masterData/index.ts';
import { TEXTS } from './labels.ts';

/** Companies of the group (domain-containers 1.2). */
const companies = defineMaster({ table: 'companies', subject: 'companies' });

type CreateBody = BodyOut<Contract['companies.create']>;

const source = (ctx: Ctx) =>
  whereInScope(ctx.db.selectFrom('companies as c'), ctx.actor, { company: 'c.id' });

const withParent = (query: ReturnType<typeof source>) =>
  query
    .leftJoin('companies as g', 'g.id', 'c.groupId')
    .select([
      'c.id',
      'c.version',
      'c.code',
      'c.nameTh',
      'c.nameEn',
      'c.taxId',
      'c.branchType',
      'c.branchCode',
      'c.isVatRegistered',
      'c.address',
      'c.phone',
      'c.email',
      'c.isActive',
      'c.createdAt',
      'c.updatedAt',
      'g.id as parentId',
      'g.code as parentCode',
      'g.nameEn as parentNameEn',
      'g.nameTh as parentNameTh',
    ])
    .select([
      sql<boolean>`c.logo_file_id is not null`.as('hasLogo'),
      sql<number>`(select count(*)::int from warehouses w
        where w.company_id = c.id and not w.is_system)`.as('warehouseCount'),
    ]);

type CompanyRow = Awaited<ReturnType<ReturnType<typeof withParent>['execute']>>[number];

const shown = ({ parentId, parentCode, parentNameEn, parentNameTh, ...row }: CompanyRow) => ({
  ...row,
  address: shownAddress(row.address),
  parent: refOf(parentId, parentCode, { name: parentNameEn, nameTh: parentNameTh }),
});

async function detailOf(ctx: Ctx, query: ReturnType<typeof source>) {
  const row = await withParent(query).select('c.logoFileId').executeTakeFirst();
  if (!row) throw notFound();
  const { logoFileId, ...company } = row;
  return { ...shown(company), logo: await pictureUrl(ctx, logoFileId) };
}

const companyById = (ctx: Ctx, id: string) => detailOf(ctx, source(ctx).where('c.id', '=', id));

const companyList = defineList('companies.list', {
  id: 'c.id',
  from: source,
  select: withParent,
  map: (rows) => rows.map(shown),
  sorts: { code: 'c.code', nameTh: 'c.name_th', createdAt: 'c.created_at' },
  filters: { isActive: 'c.is_active' },
  search: 'c.search_text',
  export: {
    fileName: 'companies',
    columns: {
      code: { title: TEXTS.field.code, type: 'text' },
      nameTh: { title: { en: 'Name (Thai)', th: 'ชื่อไทย' }, type: 'text' },
      nameEn: { title: { en: 'Name (English)', th: 'ชื่ออังกฤษ' }, type: 'text' },
      taxId: { title: TEXTS.field.taxId, type: 'text' },
      branchType: {
        title: TEXTS.field.branchType,
        type: 'status',
        labels: TEXTS.choice.branchType,
      },
      branchCode: { title: { en: 'Branch', th: 'สาขา' }, type: 'text' },
      phone: { title: TEXTS.field.phone, type: 'text' },
      email: { title: TEXTS.field.email, type: 'text' },
      isActive: { title: TEXTS.field.isActive, type: 'text' },
    },
  },
});

const companyChoices = defineList('companies.all', {
  id: 'c.id',
  from: source,
  offered: 'c.is_active',
  select: (query) => query.select(['c.id', 'c.code', 'c.nameEn as name', 'c.nameTh']),
  map: (rows) => rows,
  sorts: { code: 'c.code' },
  filters: {},
  search: 'c.search_text',
});

const TREE = { table: 'companies', parent: 'group_id' } as const;

/** The company above exists, and is not this one or one below it. */
async function parentFaults(
  ctx: Ctx,
  parentId: string | null,
  before?: { readonly id: string; readonly groupId: string | null },
): Promise<FieldFault[]> {
  if (parentId === null) return [];
  const wasChosen = before?.groupId === parentId;
  const parent = await activeOf(ctx, 'companies', parentId);
  const visible = wasChosen || mayUseCompany(ctx.actor, parentId);
  const faults = choiceFault('parentId', visible ? parent : undefined, wasChosen);
  if (before && parent && (await isWithin(ctx, TREE, { id: parentId, above: before.id }))) {
    faults.push({ field: 'parentId', code: 'CYCLE' });
  }
  return faults;
}

/** The head office has one code, and branches any other. */
const branchFaults = ({ branchType, branchCode }: CreateBody): FieldFault[] =>
  branchType === undefined || branchType === branchTypeOf(branchCode)
    ? []
    : [{ field: 'branchCode', code: 'BRANCH_TYPE' }];

/** What a body says of the logo: a picture, none, or nothing. */
async function logoOf(ctx: Ctx, { code, logo }: CreateBody) {
  if (logo === undefined) return {};
  const picture = await sentPicture(ctx, { field: 'logo', dataUrl: logo });
  return { logoFileId: await keepPicture(ctx, code, picture) };
}

const valuesOf = (body: CreateBody, address: StoredAddress) => ({
  code: body.code,
  nameTh: body.nameTh,
  // Documents in English need a name to print.
  nameEn: body.nameEn || body.nameTh,
  taxId: body.taxId,
  branchType: branchTypeOf(body.branchCode),
  branchCode: body.branchCode,
  isVatRegistered: body.isVatRegistered,
  address: { ...address },
  phone: body.phone ?? null,
  email: body.email ?? null,
  groupId: body.parentId ?? null,
});

async function locked(ctx: Ctx, id: string) {
  const row = await companies.lock(ctx, id);
  if (!mayUseCompany(ctx.actor, row.id)) throw notFound();
  return row;
}

async function refuseStock(ctx: Ctx, companyId: string): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from part_valuations v
      where v.company_id = ${companyId}::uuid and v.owned_qty > 0) as found
  `.execute(ctx.db);
  if (rows[0]?.found) throw conflict('IN_USE', { references: [{ family: 'stock', count: 1 }] });
}

/** The places that the system made, which go with a company that was never used. */
async function systemPlacesOf(ctx: Ctx, companyId: string) {
  const places = await ctx.db
    .selectFrom('warehouses')
    .select('id')
    .where('companyId', '=', companyId)
    .where('isSystem', '=', true)
    .execute();
  const warehouses = places.map(({ id }) => id);
  const bins = await ctx.db
    .selectFrom('bins')
    .select('id')
    .where('warehouseId', '=', anyId(warehouses))
    .execute();
  return { warehouses, bins: bins.map(({ id }) => id) };
}

export const companyHandlers: HandlersOf<Family<'companies'>> = {
  'companies.list': companyList.run,
  'companies.all': companyChoices.run,
  'companies.get': async (ctx, { params }) => ({ data: await companyById(ctx, params.id) }),

  'companies.create': async (ctx, { body }) => {
    const { address, faults } = await addressOf(body.address);
    refuseFaults([
      ...faults,
      ...branchFaults(body),
      ...(await parentFaults(ctx, body.parentId ?? null)),
    ]);
    const id = newId();
    await companies.insert(ctx, {
      values: { id, ...valuesOf(body, address), ...(await logoOf(ctx, body)) },
      companyId: id,
      touches: ['subWarehouses'],
    });
    const { createdAt, createdBy } = created(ctx);
    await ensureSystemPlaces(ctx.pg, { companyId: id, now: createdAt, by: createdBy });
    // Whoever made it need not work for it.
    return {
      data: await detailOf(ctx, ctx.db.selectFrom('companies as c').where('c.id', '=', id)),
    };
  },

  'companies.update': async (ctx, { params, body }) => {
    const before = await locked(ctx, params.id);
    const { address, faults } = await addressOf(body.address);
    refuseFaults([
      ...faults,
      ...branchFaults(body),
      ...(await parentFaults(ctx, body.parentId ?? null, before)),
    ]);
    expectVersion(before, body.version);
    if (before.isActive && !body.isActive) await refuseStock(ctx, before.id);
    const values = {
      ...valuesOf(body, address),
      ...(await logoOf(ctx, body)),
      isActive: body.isActive,
    };
    await companies.update(ctx, before, { values, companyId: before.id });
    return { data: await companyById(ctx, before.id) };
  },

  'companies.delete': async (ctx, { params }) => {
    const before = await locked(ctx, params.id);
    const places = await systemPlacesOf(ctx, before.id);
    return companies.remove(ctx, before, {
      companyId: before.id,
      touches: ['subWarehouses'],
      goesToo: places,
      deleteOwn: async () => {
        await ctx.db.deleteFrom('bins').where('id', '=', anyId(places.bins)).execute();
        await ctx.db.deleteFrom('warehouses').where('id', '=', anyId(places.warehouses)).execute();
      },
    });
  },
};

/** Unique constraints a person can meet. */
export const companyConstraints = { companies_code_uq: 'code', companies_tax_branch_uq: 'taxId' };
