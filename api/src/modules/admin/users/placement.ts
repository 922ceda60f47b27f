import { sql } from 'kysely';
import {
  type Actor,
  type Ctx,
  type FieldFault,
  mayUseCompany,
  mayUseWarehouse,
} from '../../../kernel/index.ts';
import { reachesAll } from '../roles/roleRights.ts';
import { teamCompanyFaults } from '../teams/teamCompany.ts';
import { managesAll } from './userRows.ts';
import { writeZones, zoneFaults } from './userZones.ts';

/** What somebody is given: a role, and where they may work. */
export interface Placement {
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

type Role = NonNullable<Awaited<ReturnType<typeof roleOf>>>;

/** What there is of everything that placements name. */
export interface Places {
  readonly roles: ReadonlyMap<string, Role>;
  readonly companies: ReadonlySet<string>;
  /** Company of each warehouse. */
  readonly homes: ReadonlyMap<string, string>;
}

const rolesOf = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db
    .selectFrom('roles as r')
    .select(['r.id', 'r.isActive', 'r.dataScope'])
    .select(reachesAll('r').as('reachesAll'))
    .where(sql<boolean>`r.id = any(${ids}::uuid[])`)
    .execute();

export async function roleOf(ctx: Ctx, roleId: string | null) {
  if (roleId === null) return undefined;
  const [role] = await rolesOf(ctx, [roleId]);
  return role;
}

/** Looks up what these placements name, at once for all of them. */
export async function placesFor(ctx: Ctx, bodies: readonly Placement[]): Promise<Places> {
  const distinct = (ids: readonly (string | null | undefined)[]) => [
    ...new Set(ids.filter((id) => id !== null && id !== undefined)),
  ];
  const roles = await rolesOf(ctx, distinct(bodies.map(({ roleId }) => roleId)));
  const companies = await ctx.db
    .selectFrom('companies')
    .select('id')
    .where(sql<boolean>`id = any(${distinct(bodies.flatMap((body) => body.companyIds))}::uuid[])`)
    .execute();
  const warehouses = await ctx.db
    .selectFrom('warehouses')
    .select(['id', 'companyId'])
    .where(sql<boolean>`id = any(${distinct(bodies.flatMap((body) => body.warehouseIds))}::uuid[])`)
    .where('isSystem', '=', false)
    .execute();
  return {
    roles: new Map(roles.map((role) => [role.id, role])),
    companies: new Set(companies.map(({ id }) => id)),
    homes: new Map(warehouses.map(({ id, companyId }) => [id, companyId])),
  };
}

/** Role, companies and warehouses may be given by this person to that one. */
export function judgePlacement(
  actor: Actor,
  body: Placement,
  { places, before }: { readonly places: Places; readonly before?: Present | undefined },
): FieldFault[] {
  const role = places.roles.get(body.roleId ?? '');
  const faults = roleFaults(actor, body, { role, before });
  for (const [index, id] of body.companyIds.entries()) {
    if (!places.companies.has(id) || !mayUseCompany(actor, id)) {
      faults.push({ field: `companyIds[${index}]`, code: 'UNKNOWN_ID' });
    }
  }
  // No company means nothing at all, except for roles that see everything.
  if (body.companyIds.length === 0 && role?.dataScope !== 'all') {
    faults.push({ field: 'companyIds', code: 'REQUIRED' });
  }
  for (const [index, id] of body.warehouseIds.entries()) {
    const home = places.homes.get(id);
    const isOpen = mayUseWarehouse(actor, id) || before?.warehouseIds.includes(id) === true;
    if (home === undefined || !body.companyIds.includes(home) || !isOpen) {
      faults.push({ field: `warehouseIds[${index}]`, code: 'UNKNOWN_ID' });
    }
  }
  return faults;
}

/** The same of one person, with what their team and zones ask for. */
export async function placementFaults(
  ctx: Ctx,
  body: Placement,
  before?: Present,
): Promise<FieldFault[]> {
  const places = await placesFor(ctx, [body]);
  const faults = judgePlacement(ctx.actor, body, { places, before });
  if (before) faults.push(...(await teamCompanyFaults(ctx, before.id, body.companyIds)));
  faults.push(...(await zoneFaults(ctx, body.zoneIds ?? [], before?.zoneIds ?? [])));
  return faults;
}

function roleFaults(
  actor: Actor,
  body: Placement,
  { role, before }: { readonly role: Role | undefined; readonly before: Present | undefined },
): FieldFault[] {
  const roleId = body.roleId ?? null;
  if (roleId === (before?.roleId ?? null)) return [];
  if (before?.id === actor.userId) return [{ field: 'roleId', code: 'OWN_ROLE' }];
  if (roleId === null) return [];
  if (!role) return [{ field: 'roleId', code: 'UNKNOWN_ID' }];
  if (!role.isActive) return [{ field: 'roleId', code: 'INACTIVE' }];
  return role.reachesAll && !managesAll(actor)
    ? [{ field: 'roleId', code: 'ROLE_NOT_GRANTABLE' }]
    : [];
}

/** Writes companies and warehouses; those outside the actor's own companies stay as they were. */
export async function place(ctx: Ctx, userId: string, body: Placement): Promise<void> {
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
