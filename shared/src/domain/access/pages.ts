import permissions from './permissions.json' with { type: 'json' };
import routes from './routes.json' with { type: 'json' };

/** A route as `routes.json` lists it (108 of them). */
export interface RouteDef {
  readonly path: string;
  readonly name: string;
  readonly remote: string;
  readonly title: string;
  readonly titleTh: string;
  readonly access: 'public' | 'all' | 'admin';
  readonly ability: string | null;
  readonly page: string | null;
  readonly skipAbility: boolean;
  readonly layout?: string;
  readonly checkAuth?: boolean;
  readonly redirect?: string;
  readonly needs?: string;
  readonly parent?: string;
  readonly requiresPrevious?: { readonly name: string; readonly fallback: string };
  /** Not one of the specification's routes: the project has it besides. */
  readonly added?: boolean;
}

export interface AreaDef {
  readonly path: string;
  readonly label: string;
  readonly labelTh: string;
  readonly icon: string;
}

export interface RoleSeed {
  readonly name: string;
  readonly labelEn: string;
  readonly labelTh: string;
  readonly roleGroup: string;
  readonly dataScope: 'own' | 'team' | 'zone' | 'company' | 'all';
  readonly approvalLimit: string | null;
  readonly discountLimitPercent: string | null;
  readonly pages: 'all' | Readonly<Record<string, readonly string[]>>;
  readonly permissions?: readonly string[];
}

export const ROUTES = routes.routes as readonly RouteDef[];
export const AREAS = routes.areas as readonly AreaDef[];
/** The verbs of each of the 58 pages, `view` not repeated. */
export const PAGE_VERBS = permissions.pages as unknown as Readonly<
  Record<string, readonly string[]>
>;
export const ROLE_SEEDS = permissions.roles as unknown as readonly RoleSeed[];

const byName = new Map(ROUTES.map((route) => [route.name, route]));

/** The route of a name; an unknown name is a programming error. */
export function routeOf(name: string): RouteDef {
  const route = byName.get(name);
  if (!route) throw new Error(`no route is named "${name}"; see domain/access/routes.json`);
  return route;
}

/** Every `page:verb` that exists, `view` and (where `approve` exists) `approve-own` included. */
export function allAbilities(): string[] {
  return Object.entries(PAGE_VERBS).flatMap(([page, verbs]) => [
    `${page}:view`,
    ...verbs.map((verb) => `${page}:${verb}`),
    ...(verbs.includes('approve') ? [`${page}:approve-own`] : []),
  ]);
}
