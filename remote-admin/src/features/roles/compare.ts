import { can, grantSet, sourcedGrantsOf } from '@boxyard/shared/domain/access/abilities.ts';
import { type Access, EVERYTHING, namedOf, type PermissionGroup } from './grants.ts';

export type Side = 'onlyA' | 'both' | 'onlyB';

export interface Compared {
  readonly group: PermissionGroup;
  readonly abilities: readonly { readonly name: string; readonly side: Side }[];
}

/** What a role lets its people do, by the rule that the server decides by. */
function effectiveOf(groups: readonly PermissionGroup[], access: Access): ReadonlySet<string> {
  const grants = sourcedGrantsOf({
    role: {
      name: '',
      roleGroup: null,
      menus: [],
      permissions: [
        ...(access.permissionNames.includes(EVERYTHING) ? [{ name: EVERYTHING }] : []),
        ...groups.flatMap((group) => [...namedOf(group, access)].map((name) => ({ name }))),
      ],
    },
    team: null,
  });
  const held = grantSet(grants);
  const known = groups.flatMap(({ permissions }) => permissions.map(({ name }) => name));
  return new Set(known.filter((name) => can(held, name)));
}

/** What two roles let people do, page by page: only the first, both, only the second. */
export function compareRoles(
  groups: readonly PermissionGroup[],
  a: Access,
  b: Access,
): readonly Compared[] {
  const ofA = effectiveOf(groups, a);
  const ofB = effectiveOf(groups, b);
  const sideOf = (name: string): Side | null => {
    if (ofA.has(name)) return ofB.has(name) ? 'both' : 'onlyA';
    return ofB.has(name) ? 'onlyB' : null;
  };
  return groups.flatMap((group) => {
    const abilities = group.permissions.flatMap(({ name }) => {
      const side = sideOf(name);
      return side === null ? [] : [{ name, side }];
    });
    return abilities.length === 0 ? [] : [{ group, abilities }];
  });
}
