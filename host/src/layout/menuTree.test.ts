import type { MenuItem, Profile } from '@boxyard/shared/contract/areas/auth.ts';
import { activeNames, menuTree } from './menuTree.ts';

const item = (name: string, changes: Partial<MenuItem> = {}): MenuItem => ({
  name,
  label: name,
  labels: { en: name, th: name },
  urlPath: `/${name}`,
  icon: null,
  isVisible: true,
  subMenus: [],
  ...changes,
});
const profileWith = (menus: MenuItem[]) => ({ role: { menus } }) as unknown as Profile;
const built = new Set(['/dashboard', '/orders']);
const pathFor = ({ urlPath }: MenuItem) => (built.has(urlPath) ? urlPath : null);

const menus = [
  item('dashboard'),
  item('purchasing', { subMenus: [item('orders'), item('receipts')] }),
  item('sales', { subMenus: [item('customers')] }),
  item('orders-hidden', { urlPath: '/orders', isVisible: false }),
];

test('only pages that work, and only areas with one of them', () => {
  const tree = menuTree(profileWith(menus), pathFor);
  expect(tree.map(({ name, entries }) => [name, entries.map((entry) => entry.name)])).toEqual([
    ['dashboard', []],
    ['purchasing', ['orders']],
  ]);
});

test('nobody has no menu', () => {
  expect(menuTree(null, pathFor)).toEqual([]);
});

test('the page that is open marks itself and its area', () => {
  const tree = menuTree(profileWith(menus), pathFor);
  expect([...activeNames(tree, 'orders')].sort()).toEqual(['orders', 'purchasing']);
  expect(activeNames(tree, 'customers').size).toBe(0);
  expect(activeNames(tree, null).size).toBe(0);
});
