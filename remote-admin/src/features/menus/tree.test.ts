import type { MenuRow } from '@boxyard/shared/contract';
import { drop, mayEnter, movedTo, step, treeOf } from './tree.ts';

const menu = (id: string, name: string, more: { parent?: string; sort: number }): MenuRow => ({
  id,
  name,
  version: 1,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  labelEn: name,
  labelTh: name,
  urlPath: `/${name}`,
  icon: null,
  parent: more.parent === undefined ? null : { id: more.parent, code: null, name: '' },
  sort: more.sort,
  isVisible: true,
  isSystem: true,
  isBuilt: true,
  childCount: 0,
  rolesCount: 1,
  allowedActions: [],
});

const dashboard = menu('d', 'dashboard', { sort: 10 });
const stock = menu('s', 'warehouse-management', { sort: 20 });
const people = menu('p', 'users-management', { sort: 30 });
const parts = menu('s1', 'parts-warehouse', { parent: 's', sort: 10 });
const suppliers = menu('s2', 'suppliers', { parent: 's', sort: 20 });
const own = menu('o', 'manuals', { sort: 40 });
const tree = treeOf([suppliers, people, own, parts, dashboard, stock]);

test('the tree is in the order of its places', () => {
  expect(tree.map((branch) => [branch.menu.id, branch.children.map(({ id }) => id)])).toEqual([
    ['d', []],
    ['s', ['s1', 's2']],
    ['p', []],
    ['o', []],
  ]);
});

test('steps: among siblings, into the area above, out behind the own area', () => {
  expect(step(tree, parts, 'up')).toBeNull();
  expect(step(tree, parts, 'down')).toEqual({ parentId: 's', position: 1 });
  expect(step(tree, parts, 'out')).toEqual({ parentId: null, position: 2 });
  expect(step(tree, parts, 'in')).toBeNull();
  expect(step(tree, own, 'in')).toEqual({ parentId: 'p', position: 0 });
  expect(step(tree, people, 'up')).toEqual({ parentId: null, position: 1 });
  expect(step(tree, own, 'down')).toBeNull();
});

test('two levels: an area with menus enters nothing, and a page holds nothing', () => {
  expect(step(tree, stock, 'in')).toBeNull();
  const [first, second, third] = tree;
  if (!first || !second || !third) throw new Error('a branch is missing');
  expect(mayEnter(tree, own, first)).toBe(false);
  expect(mayEnter(tree, own, second)).toBe(true);
  expect(mayEnter(tree, stock, third)).toBe(false);
  expect(mayEnter(tree, people, third)).toBe(false);
});

test('a drop counts places without the menu that moves', () => {
  expect(drop(tree, parts, { on: suppliers, zone: 'after' })).toEqual({
    parentId: 's',
    position: 1,
  });
  expect(drop(tree, suppliers, { on: parts, zone: 'before' })).toEqual({
    parentId: 's',
    position: 0,
  });
  expect(drop(tree, own, { on: dashboard, zone: 'before' })).toEqual({
    parentId: null,
    position: 0,
  });
  expect(drop(tree, parts, { on: people, zone: 'into' })).toEqual({ parentId: 'p', position: 0 });
});

test('a drop that would make a third level is refused', () => {
  expect(drop(tree, stock, { on: people, zone: 'into' })).toBeNull();
  expect(drop(tree, stock, { on: parts, zone: 'before' })).toBeNull();
  expect(drop(tree, parts, { on: dashboard, zone: 'into' })).toBeNull();
  expect(drop(tree, parts, { on: parts, zone: 'before' })).toBeNull();
});

test('several steps in a row add up before the server has answered', () => {
  let rows: readonly MenuRow[] = [dashboard, stock, people, parts, suppliers, own];
  for (const direction of ['up', 'in', 'up', 'out'] as const) {
    const menu = rows.find(({ id }) => id === 'o');
    const place = menu && step(treeOf(rows), menu, direction);
    if (place) rows = movedTo(rows, 'o', place);
  }
  // Up past the users, into the warehouse, up before its last page, and out behind it.
  expect(treeOf(rows).map((branch) => branch.menu.id)).toEqual(['d', 's', 'o', 'p']);
});
