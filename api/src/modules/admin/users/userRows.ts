import {
  allowedActions,
  can,
  type MachineDocument,
  type Refusal,
  refusalOf,
  userMachine,
} from '@boxyard/shared/domain';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { type Actor, type Ctx, isAdmin, notFound, viewerOf } from '../../../kernel/index.ts';
import { refOf } from '../../masterData/index.ts';

/** Whoever manages everything; only they touch others who do (domain-conventions "Granting"). */
export const managesAll = (actor: Actor): boolean => can(actor.grants, 'all:manage');

type UserQuery<O> = SelectQueryBuilder<Database & { u: Database['users'] }, 'u', O>;

/** People (alias `u`) with a company in common. */
export function isColleague({ companyIds }: Actor): RawBuilder<boolean> {
  if (companyIds === null) return sql<boolean>`true`;
  return sql<boolean>`(select true from user_companies uc
    where uc.user_id = u.id and uc.company_id = any(${companyIds}::uuid[]) limit 1)`;
}

/**
 * People (alias `u`) that a person sees: those of their companies, and, for whoever may let people
 * in, sign-ups that belong to no company yet. Asked of each row, so that lists keep their index.
 */
export function visible(actor: Actor): RawBuilder<boolean> {
  if (actor.companyIds === null) return sql<boolean>`true`;
  const colleague = isColleague(actor);
  if (!can(actor.grants, 'users:approve-signup')) return colleague;
  const mayDecide = [...userMachine.actions['approve-signup'].from];
  return sql<boolean>`case when u.status = any(${mayDecide})
    then (select true from user_companies uc where uc.user_id = u.id limit 1) is null
    else ${colleague} end`;
}

/**
 * People with a role (alias `u`) whom a person sees, asked of all of them at once: for counting
 * many, where no order is to be kept. Sign-ups are missing, which have no role.
 */
export function visibleAtOnce({ companyIds }: Actor): RawBuilder<boolean> {
  if (companyIds === null) return sql<boolean>`true`;
  return sql<boolean>`u.id in (select uc.user_id from user_companies uc
    where uc.company_id = any(${companyIds}::uuid[]))`;
}

export const userSource = (ctx: Ctx) => ctx.db.selectFrom('users as u').where(visible(ctx.actor));

export const withRole = (query: ReturnType<typeof userSource>) =>
  query
    .leftJoin('roles as r', 'r.id', 'u.roleId')
    .leftJoin('teams as t', 't.id', 'u.teamId')
    .select([
      'u.id',
      'u.version',
      'u.email',
      'u.firstName',
      'u.lastName',
      'u.phone',
      'u.status',
      'u.statusReason',
      'u.lastLoginAt',
      'u.createdAt',
      'u.createdBy',
      'u.teamPosition',
      'u.updatedAt',
      'r.id as roleId',
      'r.name as roleName',
      'r.labelEn as roleLabelEn',
      'r.labelTh as roleLabelTh',
      't.id as teamId',
      't.name as teamName',
      't.nameTh as teamNameTh',
    ])
    .select([isAdmin('u').as('isAdmin'), seesEverything('u').as('seesEverything')]);

export type UserRow = Awaited<ReturnType<ReturnType<typeof withRole>['execute']>>[number];

/** Somebody else who may sign in manages everything, too. */
async function otherAdmins(ctx: Ctx): Promise<readonly string[]> {
  const working = [...userMachine.actions['reset-password'].from];
  const rows = await ctx.db
    .selectFrom('users as u')
    .select('u.id')
    .where(isAdmin('u'))
    .where(sql<boolean>`u.status = any(${working}) and u.password_hash is not null`)
    .limit(2)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether the role of a user (by alias) sees the records of all companies, whichever are named. */
export const seesEverything = (alias: string): RawBuilder<boolean> => sql<boolean>`(
  select true from roles sr
  where sr.id = ${sql.ref(`${alias}.role_id`)} and sr.data_scope = 'all') is not null`;

type Judged = Pick<UserRow, 'id' | 'status' | 'createdBy' | 'isAdmin' | 'seesEverything'> & {
  /** Some of their companies are beyond the viewer's. */
  readonly worksElsewhere: boolean;
  /** Warehouses that they are limited to; none: all of their companies'. */
  readonly warehouseIds: readonly string[];
};

/**
 * Whether all companies and warehouses of an account are the viewer's own, so that they may place it
 * anew (domain-conventions "Granting": an empty list counts as all). Whoever sees everything works for
 * every company.
 */
export function isCovered(
  { companyIds, warehouseIds }: Actor,
  account: Pick<Judged, 'seesEverything' | 'worksElsewhere' | 'warehouseIds'>,
): boolean {
  if (companyIds !== null && (account.seesEverything || account.worksElsewhere)) return false;
  if (warehouseIds === null) return true;
  const held = account.warehouseIds;
  return held.length > 0 && held.every((id) => warehouseIds.includes(id));
}

const documentOf = (ctx: Ctx, row: Judged, admins: readonly string[]): MachineDocument => ({
  id: row.id,
  status: row.status,
  createdBy: row.createdBy,
  manageable: !row.isAdmin || managesAll(ctx.actor),
  isCovered: isCovered(ctx.actor, row),
  worksElsewhere: row.worksElsewhere,
  notSelf: row.id !== ctx.actor.userId,
  notLastAdmin: !row.isAdmin || admins.some((id) => id !== row.id),
});

/** Why an action on this account is refused now, or null. */
export async function refusalFor(ctx: Ctx, action: string, row: Judged): Promise<Refusal | null> {
  const doc = documentOf(ctx, row, await otherAdmins(ctx));
  return refusalOf(userMachine, action, { doc, viewer: viewerOf(ctx.actor) });
}

export async function actionsFor(ctx: Ctx, row: Judged): Promise<string[]> {
  return allowedActions(
    userMachine,
    documentOf(ctx, row, await otherAdmins(ctx)),
    viewerOf(ctx.actor),
  );
}

interface Ref {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
  readonly nameTh: string | null;
}

const grouped = <
  R extends { userId: string; id: string; code: string; name: string; nameTh: string | null },
>(
  rows: readonly R[],
): Map<string, Ref[]> => {
  const groups = new Map<string, Ref[]>();
  for (const { userId, id, code, name, nameTh } of rows) {
    groups.set(userId, [...(groups.get(userId) ?? []), { id, code, name, nameTh }]);
  }
  return groups;
};

/** Rows of people; companies and warehouses beyond the viewer's own are not shown. */
export async function shownUsers(ctx: Ctx, rows: readonly UserRow[]) {
  const ids = rows.map(({ id }) => id);
  const { companyIds } = ctx.actor;
  const mine = sql<boolean>`(${companyIds}::uuid[] is null or c.id = any(${companyIds}::uuid[]))`;
  const companies = await ctx.db
    .selectFrom('userCompanies as uc')
    .innerJoin('companies as c', 'c.id', 'uc.companyId')
    .where(sql<boolean>`uc.user_id = any(${ids}::uuid[])`)
    .where(mine)
    .orderBy('c.code')
    .select(['uc.userId', 'c.id', 'c.code', 'c.nameEn as name', 'c.nameTh'])
    .execute();
  const warehouses = await ctx.db
    .selectFrom('userWarehouses as uw')
    .innerJoin('warehouses as w', 'w.id', 'uw.warehouseId')
    .innerJoin('companies as c', 'c.id', 'w.companyId')
    .where(sql<boolean>`uw.user_id = any(${ids}::uuid[])`)
    .where(mine)
    .orderBy('w.code')
    .select(['uw.userId', 'w.id', 'w.code', 'w.name', 'w.nameTh'])
    .execute();
  const admins = await otherAdmins(ctx);
  const companiesOf = grouped(companies);
  const zones = await ctx.db
    .selectFrom('userZones as uz')
    .innerJoin('zones as z', 'z.id', 'uz.zoneId')
    .where(sql<boolean>`uz.user_id = any(${ids}::uuid[])`)
    .orderBy('z.code')
    .select(['uz.userId', 'z.id', 'z.code', 'z.name', 'z.nameTh'])
    .execute();
  const warehousesOf = grouped(warehouses);
  const zonesOf = grouped(zones);
  const elsewhere = new Set(
    companyIds === null
      ? []
      : (
          await ctx.db
            .selectFrom('userCompanies')
            .where(
              sql<boolean>`user_id = any(${ids}::uuid[]) and not company_id = any(${companyIds}::uuid[])`,
            )
            .select('userId')
            .execute()
        ).map(({ userId }) => userId),
  );
  const viewer = viewerOf(ctx.actor);
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    phone: row.phone,
    status: row.status,
    role:
      row.roleId === null
        ? null
        : {
            id: row.roleId,
            name: row.roleName ?? '',
            labelEn: row.roleLabelEn ?? '',
            labelTh: row.roleLabelTh ?? '',
          },
    team: refOf(row.teamId, null, { name: row.teamName, nameTh: row.teamNameTh }),
    teamPosition: row.teamPosition,
    companies: companiesOf.get(row.id) ?? [],
    warehouses: warehousesOf.get(row.id) ?? [],
    zones: zonesOf.get(row.id) ?? [],
    lastLoginAt: row.lastLoginAt,
    suspendedReason: row.statusReason,
    allowedActions: allowedActions(
      userMachine,
      documentOf(
        ctx,
        {
          ...row,
          worksElsewhere: elsewhere.has(row.id),
          warehouseIds: (warehousesOf.get(row.id) ?? []).map(({ id }) => id),
        },
        admins,
      ),
      viewer,
    ),
  }));
}

export async function oneUser(ctx: Ctx, query: UserQuery<object>) {
  const rows = await withRole(query as ReturnType<typeof userSource>).execute();
  const [first] = await shownUsers(ctx, rows);
  if (!first) throw notFound();
  return first;
}

export const userById = (ctx: Ctx, id: string) =>
  oneUser(ctx, userSource(ctx).where('u.id', '=', id));
