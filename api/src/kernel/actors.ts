import { grantSet, grantsOf } from '@boxyard/shared/domain';
import type { Actor, DataScope } from './actor.ts';
import type { Clock } from './clock.ts';
import type { Pg } from './types.ts';

interface ActorRow {
  id: string;
  first_name: string;
  last_name: string;
  status: string;
  locale: 'en' | 'th';
  team_id: string | null;
  team_position: string | null;
  team_type: string | null;
  role_name: string | null;
  role_group: string | null;
  data_scope: DataScope | null;
  approval_limit: string | null;
  discount_limit_percent: string | null;
  menus: string[];
  permissions: string[];
  companies: string[];
  warehouses: string[];
  team_users: string[];
  zones: string[];
  zone_users: string[];
  session_id: string | null;
  expires_at: Date | null;
  last_seen_at: Date | null;
}

const SELECT = `select u.id, u.first_name, u.last_name, u.status, u.locale,
    t.id as team_id, u.team_position, t.type as team_type,
    r.name as role_name, g.name as role_group, r.data_scope, r.approval_limit, r.discount_limit_percent,
    array(select m.name from role_menus rm join menus m on m.id = rm.menu_id
      where rm.role_id = r.id order by m.sort) as menus,
    array(select p.name from role_permissions p where p.role_id = r.id order by p.name) as permissions,
    array(select uc.company_id::text from user_companies uc where uc.user_id = u.id order by 1) as companies,
    array(select uw.warehouse_id::text from user_warehouses uw where uw.user_id = u.id order by 1) as warehouses,
    array(select o.id::text from users o where o.team_id = t.id) as team_users,
    array(select uz.zone_id::text from user_zones uz join zones z on z.id = uz.zone_id
      where uz.user_id = u.id and z.is_active order by 1) as zones,
    case when r.data_scope = 'zone' then array(select distinct o.user_id::text
      from user_zones uz join zones z on z.id = uz.zone_id and z.is_active
      join user_zones o on o.zone_id = uz.zone_id where uz.user_id = u.id)
      else '{}' end as zone_users`;
const JOINS = `left join roles r on r.id = u.role_id and r.is_active
    left join role_groups g on g.id = r.role_group_id
    left join teams t on t.id = u.team_id and t.is_active`;

function actorFrom(row: ActorRow): Actor {
  const grants = grantsOf({
    role:
      row.role_name === null
        ? null
        : {
            name: row.role_name,
            roleGroup: row.role_group === null ? null : { name: row.role_group },
            menus: row.menus.map((name) => ({ name })),
            permissions: row.permissions.map((name) => ({ name })),
          },
    team: row.team_id === null ? null : { position: row.team_position, teamType: row.team_type },
  });
  const dataScope = row.data_scope ?? 'own';
  return {
    kind: 'person',
    userId: row.id,
    sessionId: row.session_id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    roleName: row.role_name,
    grants: grantSet(grants),
    approvalLimit: row.approval_limit,
    discountLimitPercent: row.discount_limit_percent,
    dataScope,
    companyIds: dataScope === 'all' ? null : row.companies,
    warehouseIds: dataScope === 'all' || row.warehouses.length === 0 ? null : row.warehouses,
    teamId: row.team_id,
    teamUserIds: row.team_users,
    zoneIds: row.zones,
    zoneUserIds: row.zone_users,
  };
}

/** Somebody's present rights, whether or not they are signed in. */
export async function actorOf(pg: Pg, userId: string): Promise<Actor> {
  const { rows } = await pg.query<ActorRow>({
    name: 'kernel.actor',
    text: `${SELECT}, null as session_id, null as expires_at, null as last_seen_at
      from users u ${JOINS} where u.id = $1`,
    values: [userId],
  });
  const [row] = rows;
  if (!row) throw new Error(`no user has the id ${userId}`);
  return actorFrom(row);
}

/** The present rights of people who may sign in, on the caller's connection. */
export async function actorsOf(pg: Pg, userIds: readonly string[]): Promise<Actor[]> {
  if (userIds.length === 0) return [];
  const { rows } = await pg.query<ActorRow>({
    name: 'kernel.actors',
    text: `${SELECT}, null as session_id, null as expires_at, null as last_seen_at
      from users u ${JOINS} where u.id = any($1::uuid[]) and u.status = 'active' order by u.id`,
    values: [userIds],
  });
  return rows.map(actorFrom);
}

export interface Session {
  readonly actor: Actor;
  readonly locale: 'en' | 'th';
  readonly expiresAt: Date;
  readonly lastSeenAt: Date;
}

/** How long rights are believed without asking again; changes made here are seen at once. */
const BELIEVED_MS = 5000;
const MAX_SESSIONS = 20_000;

/**
 * Sessions by id, with the rights of their people. Kept for a moment, since every call asks; a
 * change of rights empties the memory here (`forget`) and, by database notification, elsewhere.
 */
export class Sessions {
  readonly #pg: Pg;
  readonly #clock: Clock;
  readonly #known = new Map<string, { session: Session; at: number }>();
  #generation = 0;

  constructor(pg: Pg, clock: Clock) {
    this.#pg = pg;
    this.#clock = clock;
  }

  forget(): void {
    this.#generation += 1;
    this.#known.clear();
  }

  /** The live session of that id, or null: unknown, ended, expired or of somebody suspended. */
  async find(id: string): Promise<Session | null> {
    const known = this.#known.get(id);
    const session =
      known && performance.now() - known.at < BELIEVED_MS ? known.session : await this.#load(id);
    return session !== null && session.expiresAt > this.#clock.now() ? session : null;
  }

  async #load(id: string): Promise<Session | null> {
    const generation = this.#generation;
    const { rows } = await this.#pg.query<ActorRow>({
      name: 'kernel.session',
      text: `${SELECT}, s.id as session_id, s.expires_at, s.last_seen_at
        from sessions s join users u on u.id = s.user_id ${JOINS}
        where s.id = $1 and u.status = 'active'`,
      values: [id],
    });
    const [row] = rows;
    if (!row?.expires_at || !row.last_seen_at) return null;
    const session: Session = {
      actor: actorFrom(row),
      locale: row.locale,
      expiresAt: row.expires_at,
      lastSeenAt: row.last_seen_at,
    };
    // What was read before a change must not be remembered after it.
    if (generation === this.#generation) {
      if (this.#known.size >= MAX_SESSIONS) this.#known.clear();
      this.#known.set(id, { session, at: performance.now() });
    }
    return session;
  }
}
