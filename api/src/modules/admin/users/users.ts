import type { BodyOut } from '@boxyard/shared/contract';
import { ACCOUNT, type Machine, type Refusal, userMachine } from '@boxyard/shared/domain';
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
  forbidden,
  type HandlersOf,
  mayUseCompany,
  mayUseWarehouse,
  notFound,
  refuseFaults,
  updated,
} from '../../../kernel/index.ts';
import { matches, recordChange, referencesTo, refuseReferences } from '../../masterData/masters.ts';
import { lockAdmins, reachesAll } from '../roles/roleRights.ts';
import { teamCompanyFaults } from '../teams/teamCompany.ts';
import { sendApproval, sendPasswordLink, sendRefusal } from './accountMails.ts';
import {
  actionsFor,
  isAdmin,
  managesAll,
  oneUser,
  refusalFor,
  shownUsers,
  userById,
  userSource,
  withRole,
} from './userRows.ts';
import { writeZones, zoneFaults, zoneIdsOf } from './userZones.ts';

/** People with an account (domain-containers 1.5; handbook "Granting", "Authentication"). */
type CreateBody = BodyOut<Contract['users.create']>;

/** The states that this module itself leads to, by the machine. */
const { active: ACTIVE, invited: INVITED, suspended: SUSPENDED } = ACCOUNT;

const userList = defineList('users.list', {
  id: 'u.id',
  from: userSource,
  select: withRole,
  map: (rows, ctx) => shownUsers(ctx, rows),
  sorts: {
    createdAt: 'u.created_at',
    email: 'u.email',
    firstName: 'u.first_name',
    lastLoginAt: { column: 'u.last_login_at', nullable: true },
  },
  filters: {
    status: 'u.status',
    roleId: 'u.role_id',
    teamId: 'u.team_id',
    companyId: (query, ids) =>
      query.where(
        sql<boolean>`(select true from user_companies f
          where f.user_id = u.id and f.company_id = any(${ids}::uuid[]) limit 1)`,
      ),
  },
  search: (query, term) => query.where(matches('u.search_text', term)),
  countsColumn: 'u.status',
  export: {
    fileName: 'users',
    columns: {
      email: { title: { en: 'E-mail', th: 'อีเมล' }, kind: 'text' },
      firstName: { title: { en: 'First name', th: 'ชื่อ' }, kind: 'text' },
      lastName: { title: { en: 'Last name', th: 'นามสกุล' }, kind: 'text' },
      phone: { title: { en: 'Phone', th: 'โทรศัพท์' }, kind: 'text' },
      role: {
        title: { en: 'Role', th: 'บทบาท' },
        kind: 'text',
        value: ({ role }, locale) => (locale === 'th' ? role?.labelTh : role?.labelEn),
      },
      team: { title: { en: 'Team', th: 'ทีม' }, kind: 'text' },
      status: { title: { en: 'Status', th: 'สถานะ' }, kind: 'text' },
      lastLoginAt: { title: { en: 'Last sign-in', th: 'เข้าสู่ระบบล่าสุด' }, kind: 'instant' },
      createdAt: { title: { en: 'Created', th: 'สร้างเมื่อ' }, kind: 'instant' },
    },
  },
});

const userChoices = defineList('users.all', {
  id: 'u.id',
  // Whoever can be asked to do something; a label is resolved for anybody in scope.
  from: (ctx, input) =>
    input.query.ids ? userSource(ctx) : userSource(ctx).where('u.status', '=', ACTIVE),
  select: (query) =>
    query
      .select(['u.id', sql<string | null>`null::text`.as('code')])
      .select(sql<string>`u.full_name`.as('name')),
  map: (rows) => rows,
  sorts: { name: 'u.full_name' },
  filters: {},
  search: (query, term) => query.where(matches('u.search_text', term)),
});

interface Placement {
  readonly roleId?: string | null | undefined;
  readonly companyIds: readonly string[];
  readonly warehouseIds: readonly string[];
  /** Absent: they stay as they are. */
  readonly zoneIds?: readonly string[] | undefined;
}

interface Present {
  readonly id: string;
  readonly roleId: string | null;
  readonly warehouseIds: readonly string[];
  readonly zoneIds: readonly string[];
}

/** Role, companies and warehouses may be given by this person to that one. */
async function placementFaults(ctx: Ctx, body: Placement, before?: Present): Promise<FieldFault[]> {
  const role = await roleOf(ctx, body.roleId ?? null);
  const faults = roleFaults(ctx, body, { role, before });
  const companies = await ctx.db
    .selectFrom('companies')
    .select('id')
    .where(sql<boolean>`id = any(${body.companyIds}::uuid[])`)
    .execute();
  const known = new Set(companies.map(({ id }) => id));
  for (const [index, id] of body.companyIds.entries()) {
    if (!known.has(id) || !mayUseCompany(ctx.actor, id)) {
      faults.push({ field: `companyIds[${index}]`, code: 'UNKNOWN_ID' });
    }
  }
  // No company means nothing at all, except for roles that see everything.
  if (body.companyIds.length === 0 && role?.dataScope !== 'all') {
    faults.push({ field: 'companyIds', code: 'REQUIRED' });
  }
  if (before) faults.push(...(await teamCompanyFaults(ctx, before.id, body.companyIds)));
  const warehouses = await ctx.db
    .selectFrom('warehouses')
    .select(['id', 'companyId'])
    .where(sql<boolean>`id = any(${body.warehouseIds}::uuid[])`)
    .where('isSystem', '=', false)
    .execute();
  const homes = new Map(warehouses.map(({ id, companyId }) => [id, companyId]));
  for (const [index, id] of body.warehouseIds.entries()) {
    const home = homes.get(id);
    const isOpen = mayUseWarehouse(ctx.actor, id) || before?.warehouseIds.includes(id) === true;
    if (home === undefined || !body.companyIds.includes(home) || !isOpen) {
      faults.push({ field: `warehouseIds[${index}]`, code: 'UNKNOWN_ID' });
    }
  }
  faults.push(...(await zoneFaults(ctx, body.zoneIds ?? [], before?.zoneIds ?? [])));
  return faults;
}

async function roleOf(ctx: Ctx, roleId: string | null) {
  if (roleId === null) return undefined;
  return ctx.db
    .selectFrom('roles as r')
    .select(['r.id', 'r.isActive', 'r.dataScope'])
    .select(reachesAll('r').as('reachesAll'))
    .where('r.id', '=', roleId)
    .executeTakeFirst();
}

function roleFaults(
  ctx: Ctx,
  body: Placement,
  {
    role,
    before,
  }: {
    readonly role: Awaited<ReturnType<typeof roleOf>>;
    readonly before: Present | undefined;
  },
): FieldFault[] {
  const roleId = body.roleId ?? null;
  if (roleId === (before?.roleId ?? null)) return [];
  if (before?.id === ctx.actor.userId) return [{ field: 'roleId', code: 'OWN_ROLE' }];
  if (roleId === null) return [];
  if (!role) return [{ field: 'roleId', code: 'UNKNOWN_ID' }];
  if (!role.isActive) return [{ field: 'roleId', code: 'INACTIVE' }];
  return role.reachesAll && !managesAll(ctx.actor)
    ? [{ field: 'roleId', code: 'ROLE_NOT_GRANTABLE' }]
    : [];
}

/** Writes companies and warehouses; those outside the actor's own companies stay as they were. */
async function place(ctx: Ctx, userId: string, body: Placement): Promise<void> {
  const { companyIds } = ctx.actor;
  await ctx.pg.query(
    `delete from user_companies
      where user_id = $1 and ($2::uuid[] is null or company_id = any($2::uuid[]))`,
    [userId, companyIds],
  );
  await ctx.pg.query(
    `delete from user_warehouses uw using warehouses w
      where uw.user_id = $1 and w.id = uw.warehouse_id
        and ($2::uuid[] is null or w.company_id = any($2::uuid[]))`,
    [userId, companyIds],
  );
  await ctx.pg.query(
    `insert into user_companies (user_id, company_id) select $1, unnest($2::uuid[])
      on conflict do nothing`,
    [userId, body.companyIds],
  );
  await ctx.pg.query(
    `insert into user_warehouses (user_id, warehouse_id) select $1, unnest($2::uuid[])
      on conflict do nothing`,
    [userId, body.warehouseIds],
  );
  if (body.zoneIds) await writeZones(ctx, userId, body.zoneIds);
}

/** Somebody's account, locked, or 404 when they are out of scope. */
export async function locked(ctx: Ctx, id: string) {
  const found = userSource(ctx).where('u.id', '=', id).select(isAdmin('u').as('isAdmin'));
  if ((await found.executeTakeFirst())?.isAdmin) {
    await lockAdmins(ctx);
  }
  const row = await found.selectAll('u').forNoKeyUpdate('u').executeTakeFirst();
  if (!row) throw notFound();
  return { ...row, ...(await placesOf(ctx, id)) };
}

/** Where somebody may work, in a stable order. */
async function placesOf(ctx: Ctx, userId: string) {
  const companies = await ctx.db
    .selectFrom('userCompanies')
    .select('companyId')
    .where('userId', '=', userId)
    .execute();
  const warehouses = await ctx.db
    .selectFrom('userWarehouses')
    .select('warehouseId')
    .where('userId', '=', userId)
    .execute();
  return {
    companyIds: companies.map(({ companyId }) => companyId).sort(),
    warehouseIds: warehouses.map(({ warehouseId }) => warehouseId).sort(),
    zoneIds: await zoneIdsOf(ctx, userId),
  };
}

export type Locked = Awaited<ReturnType<typeof locked>>;

/** What the log and the timeline may know of an account. */
const seen = (row: Locked) => ({
  email: row.email,
  firstName: row.firstName,
  lastName: row.lastName,
  phone: row.phone,
  roleId: row.roleId,
  status: row.status,
  statusReason: row.statusReason,
  companyIds: row.companyIds,
  warehouseIds: row.warehouseIds,
  zoneIds: row.zoneIds,
});

async function refuse(ctx: Ctx, row: Locked, refusal: Refusal): Promise<never> {
  if (refusal.code === 'FORBIDDEN') throw forbidden();
  if (refusal.code === 'GUARD') {
    const codes = (userMachine as Machine).guardCodes ?? {};
    throw conflict(codes[refusal.guard] ?? 'GUARD', { guard: refusal.guard });
  }
  throw conflict(refusal.code, {
    current: row.status,
    allowedActions: await actionsFor(ctx, row),
  });
}

/** Version, state, rank: whether the machine lets this person do that to this account. */
async function expectAllowed(ctx: Ctx, row: Locked, action: string): Promise<void> {
  const refusal = await refusalFor(ctx, action, row);
  if (refusal !== null) await refuse(ctx, row, refusal);
}

const endSessions = (ctx: Ctx, userId: string) =>
  ctx.db.deleteFrom('sessions').where('userId', '=', userId).execute();

interface Move {
  readonly action: string;
  readonly set: Partial<
    Pick<Locked, 'status' | 'statusReason' | 'roleId' | 'firstName' | 'lastName' | 'phone'>
  >;
  readonly placement?: Placement;
  readonly reason?: string;
}

/** Changes an account and records it. */
export async function change(ctx: Ctx, before: Locked, { action, set, placement, reason }: Move) {
  const version = before.version + 1;
  await ctx.db
    .updateTable('users')
    .set({ ...set, ...updated(ctx), version })
    .where('id', '=', before.id)
    .execute();
  if (placement) await place(ctx, before.id, placement);
  await recordChange(ctx, {
    subject: 'users',
    id: before.id,
    action,
    reason: reason ?? null,
    before: seen(before),
    after: {
      ...seen(before),
      ...set,
      ...(await placesOf(ctx, before.id)),
    },
    version,
    touches: ['auth'],
  });
}

/** Losing the role that manages everything is for no last one. */
async function refuseLastDemotion(ctx: Ctx, before: Locked, roleId: string | null): Promise<void> {
  if (!before.isAdmin || roleId === before.roleId) return;
  const role = roleId === null ? undefined : await roleOf(ctx, roleId);
  const stays =
    role !== undefined &&
    (await ctx.db
      .selectFrom('rolePermissions')
      .select('name')
      .where('roleId', '=', role.id)
      .where('name', '=', 'all:manage')
      .executeTakeFirst()) !== undefined;
  const refusal = stays ? null : await refusalFor(ctx, 'suspend', before);
  if (refusal?.code === 'GUARD' && refusal.guard === 'notLastAdmin') {
    throw conflict('LAST_ADMIN');
  }
}

export const usersHandlers: HandlersOf<Family<'users'>> = {
  'users.list': userList.run,
  'users.all': userChoices.run,
  'users.get': async (ctx, { params }) => ({ data: await userById(ctx, params.id) }),

  'users.create': async (ctx, { body }) => {
    refuseFaults(await placementFaults(ctx, body));
    const values = valuesOf(body);
    const { id } = await ctx.db
      .insertInto('users')
      .values({
        ...values,
        username: body.email,
        email: body.email,
        status: INVITED,
        locale: ctx.locale,
        ...created(ctx),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await place(ctx, id, body);
    await sendPasswordLink(
      ctx,
      { id, email: body.email, ...values, locale: ctx.locale },
      'invitation',
    );
    await recordChange(ctx, {
      subject: 'users',
      id,
      action: 'create',
      after: {
        ...values,
        email: body.email,
        status: INVITED,
        companyIds: [...body.companyIds].sort(),
        warehouseIds: [...body.warehouseIds].sort(),
        zoneIds: [...(body.zoneIds ?? [])].sort(),
      },
      version: 1,
    });
    return { data: await oneUser(ctx, ctx.db.selectFrom('users as u').where('u.id', '=', id)) };
  },

  'users.update': async (ctx, { params, body }) => {
    const before = await locked(ctx, params.id);
    refuseFaults(await placementFaults(ctx, body, before));
    expectVersion(before, body.version);
    await expectAllowed(ctx, before, 'update');
    await refuseLastDemotion(ctx, before, body.roleId ?? null);
    await change(ctx, before, { action: 'update', set: valuesOf(body), placement: body });
    const query = ctx.db.selectFrom('users as u').where('u.id', '=', before.id);
    return { data: await oneUser(ctx, query) };
  },

  'users.delete': async (ctx, { params }) => {
    const before = await locked(ctx, params.id);
    await expectAllowed(ctx, before, 'delete');
    refuseReferences(await referencesTo(ctx, 'users', before.id));
    await ctx.db.deleteFrom('users').where('id', '=', before.id).execute();
    await recordChange(ctx, {
      subject: 'users',
      id: before.id,
      action: 'delete',
      before: seen(before),
    });
    return { data: {} };
  },

  'users.suspend': async (ctx, { params, body }) => {
    const before = await locked(ctx, params.id);
    expectVersion(before, body.version);
    await expectAllowed(ctx, before, 'suspend');
    await change(ctx, before, {
      action: 'suspend',
      set: { status: SUSPENDED, statusReason: body.reason },
      reason: body.reason,
    });
    await endSessions(ctx, before.id);
    return { data: await userById(ctx, before.id) };
  },

  'users.reactivate': async (ctx, { params, body }) => {
    const before = await locked(ctx, params.id);
    expectVersion(before, body.version);
    await expectAllowed(ctx, before, 'reactivate');
    const status = before.passwordHash === null ? INVITED : ACTIVE;
    await change(ctx, before, { action: 'reactivate', set: { status, statusReason: null } });
    return { data: await userById(ctx, before.id) };
  },

  'users.approveSignUp': async (ctx, { params, body }) => {
    const before = await locked(ctx, params.id);
    refuseFaults(await placementFaults(ctx, body, before));
    expectVersion(before, body.version);
    await expectAllowed(ctx, before, 'approve-signup');
    const status = before.passwordHash === null ? INVITED : ACTIVE;
    await change(ctx, before, {
      action: 'approve-signup',
      set: { status, roleId: body.roleId },
      placement: body,
    });
    if (before.passwordHash === null) await sendPasswordLink(ctx, before, 'invitation');
    else await sendApproval(ctx, before);
    const query = ctx.db.selectFrom('users as u').where('u.id', '=', before.id);
    return { data: await oneUser(ctx, query) };
  },

  'users.rejectSignUp': async (ctx, { params, body }) => {
    const before = await locked(ctx, params.id);
    expectVersion(before, body.version);
    await expectAllowed(ctx, before, 'reject-signup');
    await sendRefusal(ctx, before, body.reason);
    await ctx.db.deleteFrom('users').where('id', '=', before.id).execute();
    await recordChange(ctx, {
      subject: 'users',
      id: before.id,
      action: 'reject-signup',
      reason: body.reason,
      before: seen(before),
    });
    return { data: {} };
  },

  'users.resetPassword': async (ctx, { params, body }) => {
    const before = await locked(ctx, params.id);
    expectVersion(before, body.version);
    await expectAllowed(ctx, before, 'reset-password');
    await sendPasswordLink(ctx, before, before.passwordHash === null ? 'invitation' : 'reset');
    await recordChange(ctx, {
      subject: 'users',
      id: before.id,
      action: 'reset-password',
      version: before.version,
    });
    return { data: {} };
  },
};

const valuesOf = (body: Omit<CreateBody, 'email'>) => ({
  firstName: body.firstName,
  lastName: body.lastName,
  phone: body.phone ?? null,
  roleId: body.roleId ?? null,
});
