import { sql } from 'kysely';
import {
  type Actor,
  type Ctx,
  type FieldFault,
  mayUseCompany,
  mayUseWarehouse,
} from '../../../kernel/index.ts';
import {
  type GrantableRole,
  type Grantor,
  grantableRoles,
  grantorOf,
  mayAssign,
  notifyOfExtendedAssignment,
} from '../roles/granting.ts';
import { teamCompanyFaults } from '../teams/teamCompany.ts';
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
  readonly companyIds: readonly string[];
  readonly warehouseIds: readonly string[];
  readonly zoneIds: readonly string[];
}

/** What there is of everything that placements name. */
export interface Places {
  readonly roles: ReadonlyMap<string, GrantableRole>;
  /** Who gives. */
  readonly grantor: Grantor;
  readonly companies: ReadonlySet<string>;
  /** Company of each warehouse. */
  readonly homes: ReadonlyMap<string, string>;
}

export async function roleOf(ctx: Ctx, roleId: string | null) {
  if (roleId === null) return undefined;
  const [role] = await grantableRoles(ctx, [roleId]);
  return role;
}

/** Looks up what these placements name, at once for all of them. */
export async function placesFor(ctx: Ctx, bodies: readonly Placement[]): Promise<Places> {
  const distinct = (ids: readonly (string | null | undefined)[]) => [
    ...new Set(ids.filter((id) => id !== null && id !== undefined)),
  ];
  const roles = await grantableRoles(ctx, distinct(bodies.map(({ roleId }) => roleId)));
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
    grantor: await grantorOf(ctx),
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
  const faults = [
    ...roleFaults(places.grantor, body, { role, before }),
    ...reachFaults(places.grantor, body, { role, before }),
  ];
  for (const [index, id] of body.companyIds.entries()) {
    if (!places.companies.has(id) || !mayUseCompany(actor, id)) {
      faults.push({ field: `companyIds[${index}]`, code: 'UNKNOWN_ID' });
    }
  }
  // No company means nothing at all, except for roles that see everything.
  if (body.companyIds.length === 0 && role?.dataScope !== 'all') {
    faults.push({ field: 'companyIds', code: 'REQUIRED' });
  }
  // An empty list means all warehouses: whoever is limited to some does not give all.
  const isWidened =
    before === undefined ||
    before.warehouseIds.length > 0 ||
    body.companyIds.some((id) => !before.companyIds.includes(id));
  if (actor.warehouseIds !== null && body.warehouseIds.length === 0 && isWidened) {
    faults.push({ field: 'warehouseIds', code: 'WAREHOUSES_NOT_HELD' });
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
  grantor: Grantor,
  body: Placement,
  {
    role,
    before,
  }: { readonly role: GrantableRole | undefined; readonly before: Present | undefined },
): FieldFault[] {
  const roleId = body.roleId ?? null;
  if (roleId === (before?.roleId ?? null)) return [];
  if (before?.id === grantor.actor.userId) return [{ field: 'roleId', code: 'OWN_ROLE' }];
  if (roleId === null) return [];
  if (!role) return [{ field: 'roleId', code: 'UNKNOWN_ID' }];
  if (!role.isActive) return [{ field: 'roleId', code: 'INACTIVE' }];
  return mayAssign(grantor, role) ? [] : [{ field: 'roleId', code: 'ROLE_NOT_GRANTABLE' }];
}

/**
 * Another company or warehouse is a grant of the role that somebody has already: only whoever could
 * give that role opens more to it.
 */
function reachFaults(
  grantor: Grantor,
  body: Placement,
  {
    role,
    before,
  }: { readonly role: GrantableRole | undefined; readonly before: Present | undefined },
): FieldFault[] {
  if (!before || !role || role.id !== before.roleId || mayAssign(grantor, role)) return [];
  const code = 'ROLE_NOT_GRANTABLE';
  const faults: FieldFault[] = [];
  for (const [index, id] of body.companyIds.entries()) {
    if (!before.companyIds.includes(id)) faults.push({ field: `companyIds[${index}]`, code });
  }
  const isLimited = before.warehouseIds.length > 0;
  // Whoever is limited to some warehouses hears of that first.
  const mayGiveAll = grantor.actor.warehouseIds === null;
  if (isLimited && mayGiveAll && body.warehouseIds.length === 0) {
    faults.push({ field: 'warehouseIds', code });
  }
  for (const [index, id] of body.warehouseIds.entries()) {
    if (isLimited && !before.warehouseIds.includes(id)) {
      faults.push({ field: `warehouseIds[${index}]`, code });
    }
  }
  return faults;
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

/** Whoever manages everything hears of a role that was given beyond the giver's own rights. */
export async function notifyOfRole(
  ctx: Ctx,
  person: { readonly id: string; readonly firstName: string; readonly lastName: string },
  { roleId, before = null }: { roleId: string | null | undefined; before?: string | null },
): Promise<void> {
  const role = roleId === before ? undefined : await roleOf(ctx, roleId ?? null);
  if (!role) return;
  const name = `${person.firstName} ${person.lastName}`.trim();
  await notifyOfExtendedAssignment(ctx, { person: { id: person.id, name }, role });
}
