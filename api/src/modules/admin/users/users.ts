import { ACCOUNT, type Machine, type Refusal, userMachine } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import {
  type Ctx,
  conflict,
  containing,
  defineList,
  expectVersion,
  type Family,
  folded,
  forbidden,
  type HandlersOf,
  type Happening,
  isAdmin,
  mayUseCompany,
  notFound,
  refuseFaults,
  updated,
} from '../../../kernel/index.ts';
import { endWorkOf } from '../../../workflow/index.ts';
import { notifySuspension } from '../../auth/index.ts';
import { recordChange, referencesTo, refuseReferences } from '../../masterData/index.ts';
import { lockAdmins } from '../roles/roleRights.ts';
import { sendApproval, sendPasswordLink, sendRefusal } from './accountMails.ts';
import { announcementReceivers, sendAnnouncement } from './announcements.ts';
import { invite, valuesOf } from './invite.ts';
import { TEXTS } from './labels.ts';
import { notifyOfRole, type Placement, place, placementFaults, roleOf } from './placement.ts';
import {
  actionsFor,
  isColleague,
  oneUser,
  refusalFor,
  seesEverything,
  shownUsers,
  userById,
  userSource,
  withRole,
} from './userRows.ts';
import { zoneIdsOf } from './userZones.ts';

/** People with an account (domain-containers 1.5; domain-conventions "Granting", "Authentication"). */

/** The states that this module itself leads to, by the machine. */
const { active: ACTIVE, invited: INVITED, suspended: SUSPENDED } = ACCOUNT;

const userList = defineList('users.list', {
  id: 'u.id',
  from: (ctx, { query }) => {
    const { companyId } = query.filters;
    const people = userSource(ctx);
    if (companyId === undefined) return people;
    // Companies beyond the viewer's are not shown, and tell nothing as a filter either.
    const ids = companyId.filter((id) => mayUseCompany(ctx.actor, id));
    return people.where(
      sql<boolean>`(select true from user_companies f
        where f.user_id = u.id and f.company_id = any(${ids}::uuid[]) limit 1)`,
    );
  },
  select: withRole,
  map: (rows, ctx) => shownUsers(ctx, rows),
  sorts: {
    createdAt: 'u.created_at',
    email: { column: 'u.email', unique: true },
    firstName: 'u.first_name',
    lastLoginAt: { column: 'u.last_login_at', nullable: true },
  },
  filters: {
    status: 'u.status',
    roleId: 'u.role_id',
    teamId: 'u.team_id',
    // Applied in `from`: whose company it is matters.
    companyId: (query) => query,
  },
  search: 'u.search_text',
  countsColumn: 'u.status',
  export: {
    fileName: 'users',
    columns: {
      email: { title: TEXTS.field.email, type: 'text' },
      firstName: { title: TEXTS.field.firstName, type: 'text' },
      lastName: { title: TEXTS.field.lastName, type: 'text' },
      phone: { title: TEXTS.field.phone, type: 'text' },
      role: {
        title: TEXTS.field.role,
        type: 'text',
        value: ({ role }, locale) => (locale === 'th' ? role?.labelTh : role?.labelEn),
      },
      team: { title: TEXTS.field.team, type: 'text' },
      status: { title: TEXTS.field.status, type: 'status', labels: TEXTS.status },
      lastLoginAt: { title: { en: 'Last sign-in', th: 'เข้าสู่ระบบล่าสุด' }, type: 'datetime' },
      createdAt: { title: { en: 'Created', th: 'สร้างเมื่อ' }, type: 'datetime' },
    },
  },
});

const userChoices = defineList('users.all', {
  id: 'u.id',
  // Whoever can be asked to do something; a label is resolved for any colleague.
  from: (ctx, input) => {
    const people = ctx.db.selectFrom('users as u').where(isColleague(ctx.actor));
    return input.query.ids ? people : people.where('u.status', '=', ACTIVE);
  },
  select: (query) =>
    query
      .select(['u.id', sql<string | null>`null::text`.as('code')])
      .select(sql<string>`u.full_name`.as('name')),
  map: (rows) => rows,
  sorts: { name: 'u.full_name' },
  filters: {},
  // By the name alone, which is part of the indexed text: addresses and numbers are not to be guessed.
  search: (query, term) =>
    query
      .where(folded('u.search_text', term))
      .where(sql<boolean>`fold_search(u.full_name) like fold_search(${containing(term)})`),
});

/** Somebody's account, locked, or 404 when they are out of scope. */
export async function locked(ctx: Ctx, id: string) {
  const found = userSource(ctx)
    .where('u.id', '=', id)
    .select([isAdmin('u').as('isAdmin'), seesEverything('u').as('seesEverything')]);
  if ((await found.executeTakeFirst())?.isAdmin) {
    await lockAdmins(ctx);
  }
  const row = await found.selectAll('u').forNoKeyUpdate('u').executeTakeFirst();
  if (!row) throw notFound();
  const places = await placesOf(ctx, id);
  const worksElsewhere = places.companyIds.some((company) => !mayUseCompany(ctx.actor, company));
  return { ...row, ...places, worksElsewhere };
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
  readonly action: Happening['action'];
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
  'users.receivers': announcementReceivers,
  'users.broadcast': sendAnnouncement,
  'users.get': async (ctx, { params }) => ({ data: await userById(ctx, params.id) }),

  'users.create': async (ctx, { body }) => {
    refuseFaults(await placementFaults(ctx, body));
    const id = await invite(ctx, body);
    return { data: await oneUser(ctx, ctx.db.selectFrom('users as u').where('u.id', '=', id)) };
  },

  'users.update': async (ctx, { params, body }) => {
    const before = await locked(ctx, params.id);
    refuseFaults(await placementFaults(ctx, body, before));
    expectVersion(before, body.version);
    await expectAllowed(ctx, before, 'update');
    await refuseLastDemotion(ctx, before, body.roleId ?? null);
    await change(ctx, before, { action: 'update', set: valuesOf(body), placement: body });
    await notifyOfRole(ctx, before, { roleId: body.roleId, before: before.roleId });
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
    await endWorkOf(ctx, before.id);
    await notifySuspension(ctx, before, body.reason);
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
    await notifyOfRole(ctx, before, { roleId: body.roleId });
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

  'users.leaveCompanies': async (ctx, { params, body }) => {
    const before = await locked(ctx, params.id);
    expectVersion(before, body.version);
    await expectAllowed(ctx, before, 'leave-companies');
    const gone = before.companyIds.filter((id) => mayUseCompany(ctx.actor, id));
    // No warehouse left means all of them: whoever is limited to ours only would gain the others.
    const { rows: kept } = await ctx.pg.query(
      `select 1 from user_warehouses uw join warehouses w on w.id = uw.warehouse_id
        where uw.user_id = $1 and not w.company_id = any($2::uuid[]) limit 1`,
      [before.id, gone],
    );
    if (before.warehouseIds.length > 0 && kept.length === 0) throw conflict('LAST_WAREHOUSES');
    await ctx.pg.query(
      `with gone as (delete from user_companies where user_id = $1 and company_id = any($2::uuid[]))
        delete from user_warehouses uw using warehouses w
          where uw.user_id = $1 and w.id = uw.warehouse_id and w.company_id = any($2::uuid[])`,
      [before.id, gone],
    );
    await change(ctx, before, { action: 'leave-companies', set: {}, reason: body.reason });
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
