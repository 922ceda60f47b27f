import type { BodyOut } from '@boxyard/shared/contract';
import { PAGE_VERBS, startsFrom, userMachine } from '@boxyard/shared/domain';
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
  newId,
  notFound,
  notify,
  refuseFaults,
  updated,
} from '../../../kernel/index.ts';
import { COMMON_WORDS } from '../../../workflow/index.ts';
import { recordChange, referencesTo, refuseReferences } from '../../masterData/index.ts';
import { isCovered, managesAll, userSource } from '../users/userRows.ts';
import { change, type Locked, locked } from '../users/users.ts';
import { grantableRoles, grantorOf, mayAssign, notifyOfExtendedAssignment } from './granting.ts';
import { TEXTS } from './labels.ts';
import { lockAdmins, reachesAll, refuseWithoutAdmin } from './roleRights.ts';
import {
  grantedTo,
  heldElsewhereOf,
  roleById,
  roleSource,
  shownRoles,
  withGroup,
} from './roleRows.ts';
import { grantFaults, NOTHING_HELD, nameFaults, refuseAssignment, refuseEdit } from './rules.ts';

/** Roles (domain-containers 1.5, 3.6; domain-conventions "Granting"). */
type Body = Omit<BodyOut<Contract['roles.create']>, 'name'>;

const roleList = defineList('roles.list', {
  id: 'r.id',
  from: roleSource,
  select: withGroup,
  map: (rows, ctx) => shownRoles(ctx, rows),
  sorts: { name: 'r.name', createdAt: 'r.created_at' },
  filters: { roleGroupId: 'r.role_group_id', dataScope: 'r.data_scope', isActive: 'r.is_active' },
  search: ['r.name', 'r.label_en', 'r.label_th'],
  export: {
    fileName: 'roles',
    columns: {
      name: { title: COMMON_WORDS.field.name, type: 'text' },
      labelEn: { title: TEXTS.field.labelEn, type: 'text' },
      labelTh: { title: TEXTS.field.labelTh, type: 'text' },
      roleGroup: { title: { en: 'Group', th: 'กลุ่ม' }, type: 'text' },
      dataScope: {
        title: TEXTS.field.dataScope,
        type: 'status',
        labels: TEXTS.choice.dataScope,
      },
      approvalLimit: { title: TEXTS.field.approvalLimit, type: 'money' },
      discountLimitPercent: {
        title: { en: 'Discount limit (%)', th: 'ส่วนลดสูงสุด (%)' },
        type: 'number',
      },
      usersCount: { title: TEXTS.field.usersCount, type: 'number' },
      isActive: { title: TEXTS.field.isActive, type: 'text' },
      createdAt: { title: TEXTS.field.createdAt, type: 'datetime' },
    },
  },
});

const roleChoices = defineList('roles.all', {
  id: 'r.id',
  from: (ctx, input) => {
    const roles = roleSource(ctx);
    if (input.query.ids) return roles;
    const open = roles.where('r.isActive', '=', true);
    return managesAll(ctx.actor) ? open : open.where(sql<boolean>`not ${reachesAll('r')}`);
  },
  select: (query) =>
    query.select(['r.id', 'r.name as code', 'r.labelEn as name', 'r.labelTh as nameTh']),
  map: (rows) => rows,
  sorts: { name: 'r.name' },
  filters: {},
  search: ['r.name', 'r.label_en', 'r.label_th'],
});

/** A role, locked, with all that it grants; or 404. */
async function lockedRole(ctx: Ctx, id: string) {
  const found = roleSource(ctx).where('r.id', '=', id).select(reachesAll('r').as('reachesAll'));
  // What manages everything is decided upon one at a time, and that lock comes before the row's.
  if ((await found.executeTakeFirst())?.reachesAll) await lockAdmins(ctx);
  const row = await found.selectAll('r').forNoKeyUpdate('r').executeTakeFirst();
  if (!row) throw notFound();
  const heldElsewhere = await heldElsewhereOf(ctx, [id]);
  return { ...row, ...(await grantedTo(ctx, id)), isHeldElsewhere: heldElsewhere.has(id) };
}

type LockedRole = Awaited<ReturnType<typeof lockedRole>>;

const valuesOf = (body: Body) => ({
  labelEn: body.labelEn,
  labelTh: body.labelTh,
  roleGroupId: body.roleGroupId ?? null,
  dataScope: body.dataScope,
  approvalLimit: body.approvalLimit ?? null,
  discountLimitPercent: body.discountLimitPercent ?? null,
});

/** Absent: it stays as it is; only whoever manages everything says another. */
const assignableOf = (body: Body) => (body.assignableBy ? { assignableBy: body.assignableBy } : {});

/** What the log and the timeline say of a role: menus by name, since ids tell nobody anything. */
async function seen(ctx: Ctx, role: Omit<LockedRole, 'reachesAll' | 'isHeldElsewhere'>) {
  const { menuIds, permissionNames, name, isActive } = role;
  const menus = await ctx.db
    .selectFrom('menus')
    .select('name')
    .where(sql<boolean>`id = any(${menuIds}::uuid[])`)
    .orderBy('name')
    .execute();
  return {
    name,
    ...valuesOf(role),
    assignableBy: role.assignableBy,
    isActive,
    menus: menus.map((menu) => menu.name),
    permissions: [...permissionNames].sort(),
  };
}

/**
 * Writes what a role grants: the pages, and the menus they stand below, else no tree could show
 * them. What only holds other menus comes and goes with them.
 */
async function grant(ctx: Ctx, roleId: string, body: Body): Promise<void> {
  await ctx.pg.query(
    `with recursive wanted as (
        select m.id, m.parent_id from menus m
        where m.id = any($2::uuid[])
          and (m.name = any($3::text[]) or not exists (select 1 from menus c where c.parent_id = m.id))
        union select m.id, m.parent_id from menus m join wanted w on m.id = w.parent_id
      ), gone as (
        delete from role_menus where role_id = $1 and menu_id not in (select id from wanted)
      )
      insert into role_menus (role_id, menu_id) select $1, id from wanted on conflict do nothing`,
    [roleId, body.menuIds, Object.keys(PAGE_VERBS)],
  );
  await ctx.pg.query(
    `with gone as (
        delete from role_permissions where role_id = $1 and not (name = any($2::text[]))
      )
      insert into role_permissions (role_id, name) select $1, unnest($2::text[]) on conflict do nothing`,
    [roleId, body.permissionNames],
  );
}

/** Tells people that what they may do has changed (domain-containers 5). */
const tell = (ctx: Ctx, userIds: readonly string[], key: string) =>
  notify(
    ctx,
    userIds.filter((id) => id !== ctx.actor.userId),
    {
      category: 'message',
      kind: 'people',
      type: 'info',
      title: { en: 'Your access has changed', th: 'สิทธิ์การใช้งานของคุณเปลี่ยนแปลง' },
      description: {
        en: 'An administrator has changed your role. Menus and buttons follow at once.',
        th: 'ผู้ดูแลระบบเปลี่ยนบทบาทของคุณ เมนูและปุ่มต่าง ๆ ปรับตามทันที',
      },
      dedupeKey: `role-changed:${key}`,
    },
  );

async function holdersOf(ctx: Ctx, roleId: string): Promise<string[]> {
  const rows = await ctx.db.selectFrom('users').select('id').where('roleId', '=', roleId).execute();
  return rows.map(({ id }) => id);
}

/** People to whom a role is given or from whom it is taken, locked in one order. */
async function lockedPeople(ctx: Ctx, userIds: readonly string[]) {
  await lockAdmins(ctx);
  const visible = await userSource(ctx)
    .where(sql<boolean>`u.id = any(${userIds}::uuid[])`)
    .orderBy('u.id')
    .select('u.id')
    .execute();
  const people: Locked[] = [];
  for (const { id } of visible) people.push(await locked(ctx, id));
  return people;
}

/** One fault for each person who cannot be given or lose a role, at their place in the body. */
function peopleFaults(
  userIds: readonly string[],
  people: readonly Locked[],
  faultOf: (person: Locked) => string | null,
): FieldFault[] {
  const known = new Map(people.map((person) => [person.id, person]));
  return userIds.flatMap((id, index) => {
    const person = known.get(id);
    const code = person ? faultOf(person) : 'UNKNOWN_ID';
    return code === null ? [] : [{ field: `userIds[${index}]`, code }];
  });
}

const isChangeable = (person: Locked): boolean => startsFrom(userMachine, 'update', person.status);

/** Nobody changes their own role, nor below a system administrator the role of one. */
function rankFault(ctx: Ctx, person: Locked): string | null {
  if (person.id === ctx.actor.userId) return 'OWN_ROLE';
  if (person.isAdmin && !managesAll(ctx.actor)) return 'PROTECTED_ACCOUNT';
  return isCovered(ctx.actor, person) ? null : 'OTHER_COMPANIES';
}

export const rolesHandlers: HandlersOf<Family<'roles'>> = {
  'roles.list': roleList.run,
  'roles.all': roleChoices.run,
  'roles.get': async (ctx, { params }) => ({ data: await roleById(ctx, params.id) }),

  'roles.create': async (ctx, { body }) => {
    refuseFaults([
      ...(await nameFaults(ctx, body.name)),
      ...(await grantFaults(ctx, body, NOTHING_HELD)),
    ]);
    const id = newId();
    await ctx.db
      .insertInto('roles')
      .values({ id, name: body.name, ...valuesOf(body), ...assignableOf(body), ...created(ctx) })
      .execute();
    await grant(ctx, id, body);
    const made = await lockedRole(ctx, id);
    await recordChange(ctx, {
      subject: 'roles',
      id,
      action: 'create',
      after: await seen(ctx, made),
      version: 1,
    });
    return { data: await roleById(ctx, id) };
  },

  'roles.update': async (ctx, { params, body }) => {
    const before = await lockedRole(ctx, params.id);
    refuseFaults(await grantFaults(ctx, body, before));
    expectVersion(before, body.version);
    refuseEdit(ctx, before);
    const version = before.version + 1;
    await ctx.db
      .updateTable('roles')
      .set({
        ...valuesOf(body),
        ...assignableOf(body),
        isActive: body.isActive ?? before.isActive,
        ...updated(ctx),
        version,
      })
      .where('id', '=', before.id)
      .execute();
    await grant(ctx, before.id, body);
    if (before.reachesAll) await refuseWithoutAdmin(ctx);
    const after = await lockedRole(ctx, before.id);
    await recordChange(ctx, {
      subject: 'roles',
      id: before.id,
      action: 'update',
      before: await seen(ctx, before),
      after: await seen(ctx, after),
      version,
      touches: ['users', 'auth'],
    });
    await tell(ctx, await holdersOf(ctx, before.id), `${before.id}:${version}`);
    return { data: await roleById(ctx, before.id) };
  },

  'roles.delete': async (ctx, { params }) => {
    const before = await lockedRole(ctx, params.id);
    refuseEdit(ctx, before);
    // The next start would make it again (seed).
    if (before.isSystem) throw conflict('SYSTEM_ROLE');
    refuseReferences(await referencesTo(ctx, 'roles', before.id));
    const was = await seen(ctx, before);
    await ctx.db.deleteFrom('roles').where('id', '=', before.id).execute();
    await recordChange(ctx, { subject: 'roles', id: before.id, action: 'delete', before: was });
    return { data: {} };
  },

  'roles.assignUser': async (ctx, { params, body }) => {
    const people = await lockedPeople(ctx, body.userIds);
    const role = await lockedRole(ctx, params.id);
    refuseFaults(
      peopleFaults(
        body.userIds,
        people,
        (person) => rankFault(ctx, person) ?? (isChangeable(person) ? null : 'ACCOUNT_WAITING'),
      ),
    );
    if (!role.isActive) throw conflict('INACTIVE');
    refuseAssignment(ctx, role);
    const [given] = await grantableRoles(ctx, [role.id]);
    if (!given || !mayAssign(await grantorOf(ctx), given)) throw conflict('ROLE_NOT_GRANTABLE');
    const newcomers = people.filter(({ roleId }) => roleId !== role.id);
    for (const person of newcomers) {
      await change(ctx, person, { action: 'assign-role', set: { roleId: role.id } });
      const name = `${person.firstName} ${person.lastName}`.trim();
      await notifyOfExtendedAssignment(ctx, { person: { id: person.id, name }, role: given });
    }
    await refuseWithoutAdmin(ctx);
    for (const { id, version } of newcomers) await tell(ctx, [id], `${id}:${version + 1}`);
    return { data: await roleById(ctx, role.id) };
  },

  'roles.removeUser': async (ctx, { params, body }) => {
    const people = await lockedPeople(ctx, body.userIds);
    const role = await lockedRole(ctx, params.id);
    refuseFaults(
      peopleFaults(
        body.userIds,
        people,
        (person) => rankFault(ctx, person) ?? (person.roleId === role.id ? null : 'NOT_IN_ROLE'),
      ),
    );
    refuseAssignment(ctx, role);
    for (const person of people) {
      await change(ctx, person, { action: 'remove-role', set: { roleId: null } });
    }
    await refuseWithoutAdmin(ctx);
    for (const { id, version } of people) await tell(ctx, [id], `${id}:${version + 1}`);
    return { data: await roleById(ctx, role.id) };
  },
};
