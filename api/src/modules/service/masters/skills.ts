import { sql } from 'kysely';
import {
  type Ctx,
  containing,
  defineList,
  expectVersion,
  type Family,
  folded,
  type HandlersOf,
  notFound,
  refuseFaults,
} from '../../../kernel/index.ts';
import { whereVisible } from '../../../workflow/index.ts';
import { choiceFault, defineMaster, mustRef } from '../../masterData/index.ts';
import { SKILL_WORDS } from './labels.ts';
import { loadLogCompany, technicianChoices, technicianFaults } from './technicians.ts';

/** Skills: types of containers that technicians can service, and how well. */
const skills = defineMaster({ table: 'technicianSkills', subject: 'technicianSkills' });

const source = (ctx: Ctx) =>
  whereVisible(
    ctx.db
      .selectFrom('technicianSkills as d')
      .innerJoin('users as u', 'u.id', 'd.userId')
      .innerJoin('productTypes as t', 't.id', 'd.productTypeId'),
    ctx.actor,
    'technicianSkills',
  );

const columns = (query: ReturnType<typeof source>) =>
  query
    .select(['d.id', 'd.version', 'd.createdAt', 'd.updatedAt', 'd.level', 'd.note'])
    .select(['d.userId', sql<string>`u.full_name`.as('userName')])
    .select(['d.productTypeId', 't.code as typeCode', 't.name as typeName'])
    .select('t.nameTh as typeNameTh');

type Row = Awaited<ReturnType<ReturnType<typeof columns>['execute']>>[number];

const shown = ({ userId, userName, ...row }: Row) => {
  const { productTypeId, typeCode, typeName, typeNameTh, ...rest } = row;
  return {
    ...rest,
    user: { id: userId, name: userName },
    productType: mustRef(productTypeId, typeCode, { name: typeName, nameTh: typeNameTh }),
  };
};

async function skillById(ctx: Ctx, id: string) {
  const row = await columns(source(ctx).where('d.id', '=', id)).executeTakeFirst();
  if (!row) throw notFound();
  return shown(row);
}

const skillList = defineList('technicianSkills.list', {
  id: 'd.id',
  from: source,
  select: columns,
  map: (rows) => rows.map(shown),
  sorts: { createdAt: 'd.created_at', level: 'd.level' },
  filters: { userId: 'd.user_id', productTypeId: 'd.product_type_id' },
  search: (query, term) =>
    query
      .where(folded('u.search_text', term))
      .where(sql<boolean>`fold_search(u.full_name) like fold_search(${containing(term)})`),
  export: {
    fileName: 'technician-skills',
    columns: {
      user: { title: SKILL_WORDS.field.user, type: 'text', value: ({ user }) => user.name },
      productType: { title: SKILL_WORDS.field.productType, type: 'text' },
      level: { title: SKILL_WORDS.field.level, type: 'number' },
      note: { title: SKILL_WORDS.field.note, type: 'text' },
    },
  },
});

/** The row, locked, or 404 where the person is out of scope. */
async function lockSkill(ctx: Ctx, id: string) {
  await skillById(ctx, id);
  return skills.lock(ctx, id);
}

async function typeFaults(ctx: Ctx, productTypeId: string) {
  const type = await ctx.db
    .selectFrom('productTypes')
    .select('isActive')
    .where('id', '=', productTypeId)
    .executeTakeFirst();
  return choiceFault('productTypeId', type, false);
}

export const skillHandlers: HandlersOf<Family<'technicianSkills'>> = {
  'technicianSkills.list': skillList.run,
  'technicianSkills.technicians': technicianChoices.run,
  'technicianSkills.create': async (ctx, { body }) => {
    const { userId, productTypeId, level, note } = body;
    refuseFaults([
      ...(await technicianFaults(ctx, userId)),
      ...(await typeFaults(ctx, productTypeId)),
    ]);
    const values = { userId, productTypeId, level, note: note || null };
    const id = await skills.insert(ctx, { values, ...(await loadLogCompany(ctx, userId)) });
    return { data: await skillById(ctx, id) };
  },
  'technicianSkills.update': async (ctx, { params, body }) => {
    const before = await lockSkill(ctx, params.id);
    expectVersion(before, body.version);
    await skills.update(ctx, before, {
      values: { level: body.level, note: body.note || null },
      ...(await loadLogCompany(ctx, before.userId)),
    });
    return { data: await skillById(ctx, before.id) };
  },
  'technicianSkills.delete': async (ctx, { params }) => {
    const row = await lockSkill(ctx, params.id);
    return skills.remove(ctx, row, await loadLogCompany(ctx, row.userId));
  },
};

export const skillConstraints = { technician_skills_uq: 'productTypeId' };
