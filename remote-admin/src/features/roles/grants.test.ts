import { compareRoles } from './compare.ts';
import {
  type Access,
  byArea,
  changesBetween,
  EVERYTHING,
  NO_ACCESS,
  namedOf,
  type PermissionGroup,
  setAbilities,
  setEverything,
} from './grants.ts';

const group = (name: string, verbs: readonly string[], menuId: string | null): PermissionGroup => ({
  name,
  labelEn: name,
  labelTh: name,
  menuId,
  area: { name: 'area', labelEn: 'Area', labelTh: 'หมวด' },
  permissions: ['view', ...verbs].map((verb) => ({
    name: `${name}:${verb}`,
    labelEn: verb,
    labelTh: verb,
  })),
});
const orders = group('purchase-orders', ['create', 'approve', 'approve-own'], 'm1');
const parts = group('parts-warehouse', ['create'], 'm2');
const lone = group('intranet', [], null);
const groups = [orders, parts, lone];

const on = (of: PermissionGroup, access: Access, ...abilities: string[]) =>
  setAbilities(of, access, { abilities, on: true });
const off = (of: PermissionGroup, access: Access, ...abilities: string[]) =>
  setAbilities(of, access, { abilities, on: false });

describe('the matrix', () => {
  it('gives the page with its first action, by its menu', () => {
    expect(on(orders, NO_ACCESS, 'purchase-orders:create')).toEqual({
      menuIds: ['m1'],
      permissionNames: ['purchase-orders:create'],
    });
    expect(on(orders, NO_ACCESS, 'purchase-orders:view')).toEqual({
      menuIds: ['m1'],
      permissionNames: [],
    });
  });

  it('takes every action with the page, and nothing of another page', () => {
    const both = on(
      parts,
      on(orders, NO_ACCESS, 'purchase-orders:create'),
      'parts-warehouse:create',
    );
    expect(off(orders, both, 'purchase-orders:view')).toEqual({
      menuIds: ['m2'],
      permissionNames: ['parts-warehouse:create'],
    });
    expect(off(orders, both, 'purchase-orders:create').menuIds).toEqual(['m1', 'm2']);
  });

  it('names a page without a menu by its permission', () => {
    const access = on(lone, NO_ACCESS, 'intranet:view');
    expect(access).toEqual({ menuIds: [], permissionNames: ['intranet:view'] });
    expect([...namedOf(lone, access)]).toEqual(['intranet:view']);
    expect(off(lone, access, 'intranet:view')).toEqual(NO_ACCESS);
  });

  it('shows `view` that a permission gives, and takes it as well', () => {
    const access: Access = { menuIds: [], permissionNames: ['purchase-orders:view'] };
    expect([...namedOf(orders, access)]).toEqual(['purchase-orders:view']);
    expect(off(orders, access, 'purchase-orders:view')).toEqual(NO_ACCESS);
  });

  it('tells what saving changes, and nothing when all was put back', () => {
    const before = on(orders, NO_ACCESS, 'purchase-orders:create');
    const after = setEverything(
      on(parts, off(orders, before, 'purchase-orders:create'), 'parts-warehouse:create'),
      true,
    );
    expect(changesBetween(groups, before, after)).toEqual([
      { ability: EVERYTHING, kind: 'added' },
      { ability: 'purchase-orders:create', kind: 'removed' },
      { ability: 'parts-warehouse:view', kind: 'added' },
      { ability: 'parts-warehouse:create', kind: 'added' },
    ]);
    const back = setEverything(
      on(orders, off(parts, after, 'parts-warehouse:view'), 'purchase-orders:create'),
      false,
    );
    expect(changesBetween(groups, before, back)).toEqual([]);
  });

  it('keeps pages of an area together', () => {
    const areas = byArea([orders, { ...lone, area: null }, parts]);
    expect(areas.map(({ groups: pages }) => pages.map(({ name }) => name))).toEqual([
      ['purchase-orders', 'parts-warehouse'],
      ['intranet'],
    ]);
  });
});

describe('two roles side by side', () => {
  it('says what only one may do, and what both may', () => {
    const a = on(orders, NO_ACCESS, 'purchase-orders:create');
    const b = on(parts, on(orders, NO_ACCESS, 'purchase-orders:approve'), 'parts-warehouse:view');
    const shown = compareRoles(groups, a, b).map(({ group: page, abilities }) => [
      page.name,
      ...abilities.map(({ name, side }) => `${name} ${side}`),
    ]);
    expect(shown).toEqual([
      [
        'purchase-orders',
        'purchase-orders:view both',
        'purchase-orders:create onlyA',
        'purchase-orders:approve onlyB',
      ],
      ['parts-warehouse', 'parts-warehouse:view onlyB'],
    ]);
  });

  it('counts what managing everything gives, but not the right to approve one’s own work', () => {
    const rows = compareRoles(groups, setEverything(NO_ACCESS, true), NO_ACCESS);
    const names = rows.flatMap(({ abilities }) => abilities.map(({ name }) => name));
    expect(names).toContain('purchase-orders:approve');
    expect(names).not.toContain('purchase-orders:approve-own');
  });
});
