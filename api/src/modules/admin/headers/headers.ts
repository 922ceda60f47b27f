import {
  ALL_HEADER_TYPES,
  can,
  HEADER_TYPES,
  type HeaderType,
  pageOfHeader,
} from '@boxyard/shared/domain';
import { sql } from 'kysely';
import type { CheckedUpload } from '../../../documents/files.ts';
import {
  type Ctx,
  defineList,
  expectVersion,
  type Family,
  type FieldFault,
  forbidden,
  type HandlersOf,
  historyOf,
  type Input,
  inScope,
  mayUseCompany,
  notFound,
  refuseFaults,
  whereInScope,
} from '../../../kernel/index.ts';
import { keepPicture, pictureUrl, sentPicture, workersOf } from '../../../workflow/index.ts';
import { choiceFault, defineMaster, mustRef } from '../../masterData/index.ts';
import { numberingOf, planNumbering, previewNumbering } from './numbering.ts';
import { samplePdf } from './sample.ts';

/** Headers of documents (domain-warehouse 1.12): one mechanism, two pages. */
const headers = defineMaster({ table: 'documentHeaders', subject: 'documentHeaders' });

type Body = Input<'documentHeaders.save'>['body'];

const holds = (ctx: Ctx, type: HeaderType, verb: string): boolean =>
  can(ctx.actor.grants, `${pageOfHeader(type)}:${verb}`);

/** The endpoint asked for the verb of either page; this asks for that of the header's own. */
function expectVerb(ctx: Ctx, type: HeaderType, verb: string): void {
  if (!holds(ctx, type, verb)) throw forbidden();
}

/** Headers of one's companies, of the kinds whose page one may open. */
const source = (ctx: Ctx) => {
  const types = ALL_HEADER_TYPES.filter((type) => holds(ctx, type, 'view'));
  const seen = whereInScope(ctx.db.selectFrom('documentHeaders as h'), ctx.actor, {
    company: 'h.company_id',
  });
  if (types.length === ALL_HEADER_TYPES.length) return seen;
  return seen.where(sql<boolean>`h.type = any(${types})`);
};

const withCompany = (query: ReturnType<typeof source>) =>
  query
    .innerJoin('companies as c', 'c.id', 'h.companyId')
    .select([
      'h.id',
      'h.version',
      'h.createdAt',
      'h.updatedAt',
      'h.name',
      'h.type',
      'h.companyNameTh',
      'h.companyNameEn',
      'h.taxId',
      'h.branchCode',
      'h.isDefault',
      'h.isActive',
      'c.id as companyId',
      'c.code as companyCode',
      'c.nameEn as companyEn',
      'c.nameTh as companyTh',
    ])
    .select([
      sql<boolean>`h.logo_file_id is not null`.as('hasLogo'),
      sql<number>`jsonb_array_length(h.signature_blocks)`.as('signatureCount'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withCompany>['execute']>>[number];

const shown = <R extends Row>({ companyId, companyCode, companyEn, companyTh, ...header }: R) => ({
  ...header,
  company: mustRef(companyId, companyCode, { name: companyEn, nameTh: companyTh }),
});

const headerList = defineList('documentHeaders.list', {
  id: 'h.id',
  from: source,
  select: withCompany,
  map: (rows) => rows.map(shown),
  sorts: { name: 'h.name', createdAt: 'h.created_at' },
  filters: {
    pageName: (query, pages) => {
      const types = pages.flatMap((page) => HEADER_TYPES[page]);
      return query.where(sql<boolean>`h.type = any(${types})`);
    },
    type: 'h.type',
    companyId: 'h.company_id',
    isActive: 'h.is_active',
  },
  search: 'h.search_text',
});

/** Headers that a document may name; whoever makes documents need not keep headers. */
const headerChoice = defineList('documentHeaders.master', {
  id: 'h.id',
  from: (ctx) =>
    whereInScope(ctx.db.selectFrom('documentHeaders as h'), ctx.actor, { company: 'h.company_id' }),
  select: (query) => query.select(['h.id', 'h.name']),
  map: (rows) => rows.map((row) => ({ ...row, code: null })),
  sorts: { name: 'h.name' },
  filters: {
    type: 'h.type',
    warehouseId: (query, ids) =>
      query.where('h.companyId', 'in', (eb) =>
        eb.selectFrom('warehouses as w').select('w.companyId').where('w.id', 'in', ids),
      ),
  },
  offered: 'h.is_active',
  search: 'h.search_text',
});

async function headerDetail(ctx: Ctx, id: string) {
  const row = await withCompany(source(ctx).where('h.id', '=', id))
    .select(['h.address', 'h.phone', 'h.footer', 'h.terms', 'h.signatureBlocks', 'h.logoFileId'])
    .executeTakeFirst();
  if (!row) throw notFound();
  const { logoFileId, ...header } = row;
  return {
    ...shown(header),
    signatureBlocks: header.signatureBlocks.map(({ userId, roleId, ...block }) => ({
      ...block,
      userId: userId ?? null,
      roleId: roleId ?? null,
    })),
    logo: await pictureUrl(ctx, logoFileId),
    numbering: await numberingOf(ctx, { companyId: header.companyId, type: header.type }),
    history: await historyOf(ctx, 'documentHeaders', id),
  };
}

const sentLogo = (ctx: Ctx, logo: string | null | undefined): Promise<CheckedUpload | null> =>
  sentPicture(ctx, { field: 'logo', dataUrl: logo });

/** The logo of a company that the caller works for. */
async function companyLogo(ctx: Ctx, companyId: string | null): Promise<string | null> {
  if (companyId === null || !mayUseCompany(ctx.actor, companyId)) return null;
  const company = await ctx.db
    .selectFrom('companies')
    .select('logoFileId')
    .where('id', '=', companyId)
    .executeTakeFirst();
  return company?.logoFileId ?? null;
}

const valuesOf = (body: Body, logoFileId: string | null) => ({
  name: body.name,
  companyNameTh: body.companyNameTh,
  companyNameEn: body.companyNameEn,
  taxId: body.taxId,
  branchCode: body.branchCode,
  address: body.address,
  phone: body.phone || null,
  footer: body.footer || null,
  terms: body.terms || null,
  signatureBlocks: body.signatureBlocks.map(({ signer, userId, roleId, ...labels }) => ({
    ...labels,
    signer,
    ...(signer === 'person' ? { userId } : {}),
    ...(signer === 'role' ? { roleId } : {}),
  })),
  isDefault: body.isDefault,
  isActive: body.isActive,
  logoFileId,
});

async function locked(ctx: Ctx, id: string) {
  const row = await headers.lock(ctx, id);
  if (!inScope(ctx.actor, row) || !holds(ctx, row.type, 'view')) throw notFound();
  expectVerb(ctx, row.type, 'update');
  return row;
}
type Locked = Awaited<ReturnType<typeof locked>>;

/** The header that is the default besides this one, and may hand that over. */
const otherDefault = (ctx: Ctx, body: Body) =>
  ctx.db
    .selectFrom('documentHeaders')
    .selectAll()
    .where('companyId', '=', body.companyId)
    .where('type', '=', body.type)
    .where('isDefault', '=', true)
    .$if(body.id !== undefined, (query) => query.where('id', '!=', String(body.id)))
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Exactly one header of a company and type is the default, and it is in use. */
function defaultFaults(body: Body, other: Locked | undefined): FieldFault[] {
  if (!body.isDefault) return other ? [] : [{ field: 'isDefault', code: 'DEFAULT_NEEDED' }];
  return body.isActive ? [] : [{ field: 'isActive', code: 'DEFAULT_ACTIVE' }];
}

/** Two people never make a default of the same company at once: the company is locked. */
async function companyFaults(ctx: Ctx, body: Body, before?: Locked): Promise<FieldFault[]> {
  if (before && before.companyId !== body.companyId) {
    return [{ field: 'companyId', code: 'FIELD_LOCKED' }];
  }
  const company = mayUseCompany(ctx.actor, body.companyId)
    ? await ctx.db
        .selectFrom('companies')
        .select('isActive')
        .where('id', '=', body.companyId)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined;
  return choiceFault('companyId', company, before !== undefined);
}

/** A person works for the company, a role exists; what the signer does not need is left out. */
async function signerFaults(ctx: Ctx, body: Body): Promise<FieldFault[]> {
  const of = (signer: string, name: 'userId' | 'roleId') =>
    body.signatureBlocks.flatMap((block) => (block.signer === signer && block[name]) || []);
  const [people, roles] = await Promise.all([
    workersOf(ctx, { companyId: body.companyId, userIds: of('person', 'userId') }),
    ctx.db
      .selectFrom('roles')
      .select('id')
      .where('id', '=', (on) => on.fn.any(on.val(of('role', 'roleId'))))
      .where('isActive', '=', true)
      .execute(),
  ]);
  const known = new Set([...people, ...roles.map(({ id }) => id)]);
  return body.signatureBlocks.flatMap(({ signer, userId, roleId }, index): FieldFault[] => {
    if (signer !== 'person' && signer !== 'role') return [];
    const [name, id] = signer === 'person' ? ['userId', userId] : ['roleId', roleId];
    const field = `signatureBlocks[${index}].${name}`;
    if (!id) return [{ field, code: 'REQUIRED' }];
    return known.has(id) ? [] : [{ field, code: 'UNKNOWN_ID' }];
  });
}

async function save(ctx: Ctx, body: Body): Promise<string> {
  const before = body.id === undefined ? undefined : await locked(ctx, body.id);
  expectVerb(ctx, body.type, 'update');
  const faults = [...(await companyFaults(ctx, body, before)), ...(await signerFaults(ctx, body))];
  const other = await otherDefault(ctx, body);
  if (before && before.type !== body.type) faults.push({ field: 'type', code: 'FIELD_LOCKED' });
  if (before && body.version === undefined) faults.push({ field: 'version', code: 'REQUIRED' });
  refuseFaults([...faults, ...defaultFaults(body, other)]);
  if (before && body.version !== undefined) expectVersion(before, body.version);
  const also = body.numbering ? { numbering: await planNumbering(ctx, body, body.numbering) } : {};
  const values = valuesOf(body, await keepPicture(ctx, 'logo', await sentLogo(ctx, body.logo)));
  if (other && body.isDefault) await headers.update(ctx, other, { values: { isDefault: false } });
  if (!before) {
    return headers.insert(ctx, {
      values: { companyId: body.companyId, type: body.type, ...values },
      also,
    });
  }
  await headers.update(ctx, before, { values, also });
  return before.id;
}

export const headerHandlers: HandlersOf<Family<'documentHeaders'>> = {
  'documentHeaders.list': headerList.run,
  'documentHeaders.master': headerChoice.run,
  'documentHeaders.get': async (ctx, { params }) => ({ data: await headerDetail(ctx, params.id) }),
  'documentHeaders.save': async (ctx, { body }) => ({
    data: await headerDetail(ctx, await save(ctx, body)),
  }),
  'documentHeaders.numbering': async (ctx, { body }) => {
    expectVerb(ctx, body.type, 'view');
    return { data: await previewNumbering(ctx, body) };
  },
  'documentHeaders.preview': async (ctx, { body }) => {
    expectVerb(ctx, body.type, 'view');
    return samplePdf(ctx, body, {
      logo: (await sentLogo(ctx, body.logo))?.content,
      logoFileId: await companyLogo(ctx, body.companyId ?? null),
    });
  },
};

/** Unique constraint → field of the body. */
export const headerConstraints = {
  document_headers_name_uq: 'name',
  document_headers_default_uq: 'isDefault',
};
