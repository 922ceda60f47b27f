import {
  type Ctx,
  defineList,
  expectVersion,
  type Family,
  type HandlersOf,
  notFound,
  refuseFaults,
  updated,
} from '../../../kernel/index.ts';
import { COMMON_WORDS } from '../../../workflow/index.ts';
import { defineMaster, mustRef, recordChange } from '../../masterData/index.ts';
import { TEXTS } from './labels.ts';
import { reachesAll } from './roleRights.ts';
import { heldElsewhereOf } from './roleRows.ts';
import { nameFaults, refuseEdit } from './rules.ts';

/** Groups of roles (domain-containers 1.5). Their names become subjects, as roles' names do. */
const groups = defineMaster({ table: 'roleGroups', subject: 'roleGroups' });

const source = (ctx: Ctx) => ctx.db.selectFrom('roleGroups as g');

const withCount = (query: ReturnType<typeof source>) =>
  query.selectAll('g').select((eb) =>
    eb
      .selectFrom('roles as r')
      .whereRef('r.roleGroupId', '=', 'g.id')
      .select((inner) => inner.fn.countAll<number>().as('count'))
      .$asScalar()
      .$notNull()
      .as('rolesCount'),
  );

const groupList = defineList('roleGroups.list', {
  id: 'g.id',
  from: source,
  select: withCount,
  map: (rows) => rows,
  sorts: { name: 'g.name', createdAt: 'g.created_at' },
  filters: {},
  search: ['g.name', 'g.label_en', 'g.label_th'],
  export: {
    fileName: 'role-groups',
    columns: {
      name: { title: COMMON_WORDS.field.name, type: 'text' },
      labelEn: { title: TEXTS.field.labelEn, type: 'text' },
      labelTh: { title: TEXTS.field.labelTh, type: 'text' },
      rolesCount: { title: { en: 'Roles', th: 'จำนวนบทบาท' }, type: 'number' },
      createdAt: { title: TEXTS.field.createdAt, type: 'datetime' },
    },
  },
});

const groupChoices = defineList('roleGroups.all', {
  id: 'g.id',
  from: source,
  select: (query) =>
    query.select(['g.id', 'g.name as code', 'g.labelEn as name', 'g.labelTh as nameTh']),
  map: (rows) => rows,
  sorts: { name: 'g.name' },
  filters: {},
  search: ['g.name', 'g.label_en', 'g.label_th'],
});

async function groupById(ctx: Ctx, id: string) {
  const group = await withCount(source(ctx).where('g.id', '=', id)).executeTakeFirst();
  if (!group) throw notFound();
  const roles = await ctx.db
    .selectFrom('roles')
    .select(['id', 'name', 'labelEn', 'labelTh'])
    .where('roleGroupId', '=', id)
    .orderBy('name')
    .execute();
  return {
    ...group,
    roles: roles.map((role) =>
      mustRef(role.id, role.name, { name: role.labelEn, nameTh: role.labelTh }),
    ),
  };
}

export const roleGroupsHandlers: HandlersOf<Family<'roleGroups'>> = {
  'roleGroups.list': groupList.run,
  'roleGroups.all': groupChoices.run,
  'roleGroups.get': async (ctx, { params }) => ({ data: await groupById(ctx, params.id) }),

  'roleGroups.create': async (ctx, { body }) => {
    refuseFaults(await nameFaults(ctx, body.name));
    const id = await groups.insert(ctx, { values: body });
    return { data: await groupById(ctx, id) };
  },

  'roleGroups.update': async (ctx, { params, body }) => {
    const before = await groups.lock(ctx, params.id);
    const { version, ...values } = body;
    if (values.name !== before.name) refuseFaults(await nameFaults(ctx, values.name));
    expectVersion(before, version);
    await groups.update(ctx, before, { values, touches: ['roles', 'auth'] });
    return { data: await groupById(ctx, before.id) };
  },

  'roleGroups.delete': async (ctx, { params }) =>
    groups.remove(ctx, await groups.lock(ctx, params.id)),

  'roleGroups.unassignRole': async (ctx, { params, body }) => {
    const group = await groups.lock(ctx, params.id);
    const role = await ctx.db
      .selectFrom('roles as r')
      .selectAll('r')
      .select(reachesAll('r').as('reachesAll'))
      .where('r.id', '=', body.roleId)
      .where('r.roleGroupId', '=', group.id)
      .forNoKeyUpdate('r')
      .executeTakeFirst();
    if (!role) refuseFaults([{ field: 'roleId', code: 'UNKNOWN_ID' }]);
    else {
      const elsewhere = await heldElsewhereOf(ctx, [role.id]);
      refuseEdit(ctx, { ...role, isHeldElsewhere: elsewhere.has(role.id) });
      const version = role.version + 1;
      await ctx.db
        .updateTable('roles')
        .set({ roleGroupId: null, ...updated(ctx), version })
        .where('id', '=', role.id)
        .execute();
      await recordChange(ctx, {
        subject: 'roles',
        id: role.id,
        action: 'unassign-group',
        before: { roleGroupId: group.id },
        after: { roleGroupId: null },
        version,
        touches: ['roleGroups', 'auth'],
      });
    }
    return { data: await groupById(ctx, group.id) };
  },
};
