/**
 * Abilities, built as the specification says (section 6), in one function that the server and the
 * browser share: menus give `{menu}:view`, permission names count as they are, role group, role,
 * team position and team type give `{name}:manage`.
 */
export interface Grant {
  readonly subject: string;
  readonly action: string;
}

export interface MenuNode {
  readonly name: string;
  readonly subMenus?: readonly MenuNode[] | undefined;
}

export interface AbilitySource {
  readonly role: {
    readonly name: string;
    readonly roleGroup: { readonly name: string } | null;
    readonly menus: readonly MenuNode[];
    readonly permissions: readonly { readonly name: string }[];
  } | null;
  readonly team: { readonly position: string | null; readonly teamType: string | null } | null;
}

const parse = (ability: string): Grant => {
  const [subject = '', action = ''] = ability.split(':');
  return { subject, action };
};

function menuNames(menus: readonly MenuNode[]): string[] {
  return menus.flatMap((menu) => [menu.name, ...menuNames(menu.subMenus ?? [])]);
}

/** What gave a grant: a page of the menu, a permission, or the name of something one belongs to. */
export const GRANT_SOURCES = [
  'menu',
  'permission',
  'roleGroup',
  'role',
  'teamPosition',
  'teamType',
] as const;
export type GrantSourceKind = (typeof GRANT_SOURCES)[number];

export interface GrantSource {
  readonly kind: GrantSourceKind;
  /** Of the menu, permission, group, role, position or team type. */
  readonly name: string;
}

export interface SourcedGrant extends Grant {
  readonly sources: readonly GrantSource[];
}

/** Every grant of a person with all that gave it, without duplicates, in a stable order. */
export function sourcedGrantsOf({ role, team }: AbilitySource): SourcedGrant[] {
  const given = (kind: GrantSourceKind, name: string | null | undefined, grant?: string) =>
    name ? [{ ability: grant ?? `${name}:manage`, source: { kind, name } }] : [];
  const all = [
    ...menuNames(role?.menus ?? []).flatMap((name) => given('menu', name, `${name}:view`)),
    ...(role?.permissions ?? []).flatMap(({ name }) => given('permission', name, name)),
    ...given('roleGroup', role?.roleGroup?.name),
    ...given('role', role?.name),
    ...given('teamPosition', team?.position),
    ...given('teamType', team?.teamType),
  ];
  const sources = new Map<string, GrantSource[]>();
  for (const { ability, source } of all) {
    sources.set(ability, [...(sources.get(ability) ?? []), source]);
  }
  return [...sources].map(([ability, from]) => ({ ...parse(ability), sources: from }));
}

/** Every grant of a person, without duplicates, in a stable order. */
export const grantsOf = (source: AbilitySource): Grant[] =>
  sourcedGrantsOf(source).map(({ subject, action }) => ({ subject, action }));

/** Grants prepared for quick questions. */
export type GrantSet = ReadonlySet<string>;

export const grantSet = (grants: readonly Grant[]): GrantSet =>
  new Set(grants.map(({ subject, action }) => `${subject}:${action}`));

/**
 * Whether `ability` (`subject:action`) is held. `manage` means any action and `all` any subject,
 * but `approve-own` counts only where a role names it (domain-conventions "Own work").
 */
export function can(grants: GrantSet, ability: string): boolean {
  const { subject, action } = parse(ability);
  if (grants.has(ability)) return true;
  if (action === 'approve-own') return false;
  return grants.has('all:manage') || grants.has(`${subject}:manage`) || grants.has(`all:${action}`);
}

export interface ExplainedAbility {
  readonly ability: string;
  readonly sources: readonly GrantSource[];
}

/**
 * Which of these abilities somebody holds, and everything that gives each of them: its own name,
 * `manage` of its page, or a grant on all pages, by the same rule as `can`.
 */
export function explainAbilities(
  grants: readonly SourcedGrant[],
  abilities: readonly string[],
): ExplainedAbility[] {
  return abilities.flatMap((ability) => {
    const giving = grants.filter((grant) => can(grantSet([grant]), ability));
    const sources = giving.flatMap((grant) => grant.sources);
    return sources.length === 0 ? [] : [{ ability, sources }];
  });
}

/**
 * Names whose `{name}:manage` the seeds of roles and teams produce, besides those of the seeded
 * roles and groups themselves: no menu or permission may become one of their subjects, and no new
 * role or group one of them (domain-containers 4.1).
 */
const RESERVED_WORDS: readonly string[] = [
  'all',
  'admin',
  'sales',
  'engineer',
  'warehouse',
  'accounting',
  'support',
  'leader',
  'deputy',
  'member',
];

/** A name as it counts when it becomes a subject: `Ｕsers ` is `users`. */
export const foldedName = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** Words that a role, group, team position or team type may never be called (domain-containers 1.5). */
export function isReservedName(name: string, subjects: Iterable<string>): boolean {
  const folded = foldedName(name);
  if (RESERVED_WORDS.includes(folded)) return true;
  for (const subject of subjects) if (foldedName(subject) === folded) return true;
  return false;
}
