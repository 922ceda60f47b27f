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

/** Every grant of a person, without duplicates, in a stable order. */
export function grantsOf({ role, team }: AbilitySource): Grant[] {
  const names = [
    ...menuNames(role?.menus ?? []).map((name) => `${name}:view`),
    ...(role?.permissions ?? []).map((permission) => permission.name),
    ...(role?.roleGroup ? [`${role.roleGroup.name}:manage`] : []),
    ...(role ? [`${role.name}:manage`] : []),
    ...(team?.position ? [`${team.position}:manage`] : []),
    ...(team?.teamType ? [`${team.teamType}:manage`] : []),
  ];
  return [...new Set(names)].map(parse);
}

/** Grants prepared for quick questions. */
export type GrantSet = ReadonlySet<string>;

export const grantSet = (grants: readonly Grant[]): GrantSet =>
  new Set(grants.map(({ subject, action }) => `${subject}:${action}`));

/**
 * Whether `ability` (`subject:action`) is held. `manage` means any action and `all` any subject,
 * but `approve-own` counts only where a role names it (handbook "Nobody approves their own work").
 */
export function can(grants: GrantSet, ability: string): boolean {
  const { subject, action } = parse(ability);
  if (grants.has(ability)) return true;
  if (action === 'approve-own') return false;
  return grants.has('all:manage') || grants.has(`${subject}:manage`) || grants.has(`all:${action}`);
}

/** Words that a role, group, team position or team type may never be called (domain-containers 1.5). */
export function isReservedName(name: string, subjects: Iterable<string>): boolean {
  const folded = name.normalize('NFKC').trim().toLowerCase();
  if (folded === 'all') return true;
  for (const subject of subjects) if (subject.toLowerCase() === folded) return true;
  return false;
}
