import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';

let test: TestApp;
let admin: Person;

beforeAll(async () => {
  test = await createTestApp();
  admin = await test.as('system-admin');
});
afterAll(() => test.close());

interface Menu {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly sort: number;
  readonly parent: { readonly id: string } | null;
  readonly labelEn: string;
  readonly labelTh: string;
  readonly isVisible: boolean;
  readonly icon: string | null;
  readonly rolesCount: number;
  readonly allowedActions: readonly string[];
}

const all = async (): Promise<Menu[]> => (await admin.get('/menus?limit=1000')).body.data;
const named = async (name: string): Promise<Menu> => {
  const found = (await all()).find((menu) => menu.name === name);
  if (!found) throw new Error(`no menu ${name}`);
  return found;
};
const below = async (parentId: string | null): Promise<string[]> =>
  (await all())
    .filter(({ parent }) => (parent?.id ?? null) === parentId)
    .sort((a, b) => a.sort - b.sort)
    .map(({ name }) => name);
const bodyOf = (
  { version, labelEn, labelTh, icon, isVisible, parent }: Menu,
  more: object = {},
) => ({
  ...{ version, labelEn, labelTh, icon, isVisible, parentId: parent?.id ?? null },
  ...more,
});
const change = (menu: Menu, more: object = {}) =>
  admin.patch(`/menus/${menu.id}`, bodyOf(menu, more));
const faultsOf = (body: { errors?: { field: string; code: string }[] }) =>
  (body.errors ?? []).map(({ field, code }) => `${field} ${code}`);
const fresh = (more: object = {}) => ({
  name: 'manuals',
  urlPath: '/manuals',
  labelEn: 'Manuals',
  labelTh: 'คู่มือ',
  icon: 'book',
  isVisible: true,
  ...more,
});

describe('places', () => {
  it('are counted among siblings, and the others close up', async () => {
    const area = await named('purchase-management');
    const before = await below(area.id);
    const last = await named(before.at(-1) ?? '');
    expect((await change(last, { position: 0 })).status).toBe(200);
    expect(await below(area.id)).toEqual([last.name, ...before.slice(0, -1)]);
    expect((await change(await named(last.name), { position: 99 })).status).toBe(200);
    expect(await below(area.id)).toEqual(before);
  });

  it('stay when only words change', async () => {
    const area = await named('warehouse-management');
    const before = await below(area.id);
    const second = await named(before[1] ?? '');
    expect((await change(second, { labelEn: 'Another word' })).status).toBe(200);
    expect(await below(area.id)).toEqual(before);
  });

  it('hold in two levels, and a page holds nothing', async () => {
    const area = await named('warehouse-management');
    const other = await named('purchase-management');
    const page = await named('dashboard');
    expect(faultsOf((await change(area, { parentId: other.id })).body)).toEqual(['parentId DEPTH']);
    const child = await named('suppliers');
    expect(faultsOf((await change(child, { parentId: page.id })).body)).toEqual([
      'parentId PARENT_IS_PAGE',
    ]);
    const leaf = await named('users');
    expect(faultsOf((await change(child, { parentId: leaf.id })).body)).toEqual(['parentId DEPTH']);
  });

  it('go to the end of the first level when the parent is taken away', async () => {
    const menu = await named('territories');
    const taken = await admin.post(`/menus/${menu.id}/unassign-parent`, { version: menu.version });
    expect(taken.body.data.parent).toBeNull();
    expect((await below(null)).at(-1)).toBe('territories');
    const again = await admin.post(`/menus/${menu.id}/unassign-parent`, {
      version: taken.body.data.version,
    });
    expect([again.status, again.body.code]).toEqual([409, 'NO_PARENT']);
    await change(taken.body.data, { parentId: menu.parent?.id });
  });
});

describe('who sees what', () => {
  it('gives an area to the roles of a page that moves into it', async () => {
    const made = (await admin.post('/menus', fresh({ name: 'my-area', urlPath: '/my-area' }))).body
      .data;
    // Whoever reaches everything has it from the start.
    expect(made.rolesCount).toBe(1);
    const page = await named('purchase-requests');
    expect((await change(page, { parentId: made.id })).status).toBe(200);
    const officer = await test.as('purchasing-officer');
    const { menus } = (await officer.get('/auth/profile')).body.data.role;
    const area = menus.find(({ name }: { name: string }) => name === 'my-area');
    expect(area?.subMenus.map(({ name }: { name: string }) => name)).toEqual(['purchase-requests']);
  });
});

describe('names', () => {
  it('of seeded menus stay, and they are never deleted', async () => {
    const menu = await named('suppliers');
    const answer = await change(menu, { name: 'vendors', urlPath: '/vendors' });
    expect([answer.status, faultsOf(answer.body)]).toEqual([
      422,
      ['name SYSTEM_MENU', 'urlPath SYSTEM_MENU'],
    ]);
    const gone = await admin.delete(`/menus/${menu.id}`);
    expect([gone.status, gone.body.code]).toEqual([409, 'SYSTEM_MENU']);
    expect(menu.allowedActions).not.toContain('delete');
  });

  it.each(['all', 'system-admin', 'warehousing', 'leader', 'sales'])(
    'that roles, groups, positions and types have are refused: %s',
    async (name) => {
      const answer = await admin.post('/menus', fresh({ name, urlPath: `/x-${name}` }));
      expect([answer.status, faultsOf(answer.body)]).toEqual([422, ['name RESERVED_NAME']]);
    },
  );

  it('and addresses are there once', async () => {
    const duplicate = await admin.post('/menus', fresh({ name: 'suppliers' }));
    expect([duplicate.status, faultsOf(duplicate.body)]).toEqual([409, ['name DUPLICATE']]);
    const address = await admin.post('/menus', fresh({ urlPath: '/dashboard' }));
    expect([address.status, faultsOf(address.body)]).toEqual([409, ['urlPath DUPLICATE']]);
  });
});

describe('an added menu', () => {
  it('is renamed and deleted, once nothing stands below it', async () => {
    const made: Menu = (await admin.post('/menus', fresh())).body.data;
    const renamed = await change(made, { name: 'manuals', urlPath: '/manuals' });
    expect(renamed.body.data).toMatchObject({ name: 'manuals', urlPath: '/manuals' });
    const child = (
      await admin.post('/menus', fresh({ name: 'inside', urlPath: '/inside', parentId: made.id }))
    ).body.data;
    const used = await admin.delete(`/menus/${made.id}`);
    expect([used.status, used.body.code]).toEqual([409, 'IN_USE']);
    expect((await admin.delete(`/menus/${child.id}`)).status).toBe(200);
    expect((await admin.delete(`/menus/${made.id}`)).status).toBe(200);
    expect((await all()).map(({ name }) => name)).not.toContain('manuals');
  });

  it('of an old version is refused, and nothing moves', async () => {
    const menu = await named('claim');
    const before = await below(menu.parent?.id ?? null);
    const answer = await admin.patch(
      `/menus/${menu.id}`,
      bodyOf(menu, { version: menu.version + 1, position: 0 }),
    );
    expect([answer.status, answer.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect(await below(menu.parent?.id ?? null)).toEqual(before);
  });
});
