import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Contributions } from '@boxyard/shared/contract';
import { createTestApp, type Person, type TestApp } from '../testing/index.ts';
import { judge, newPagesOf, switchedOn } from './remotePages.ts';

const page = (name: string, path: string, opens: string | null = name) => ({
  name,
  path,
  title: { en: `The ${name}`, th: `หน้า ${name}` },
  page: opens,
});
const remote = (name: string, ...pages: readonly ReturnType<typeof page>[]): Contributions => ({
  name,
  version: '1.0.0',
  contract: 1,
  pages: [...pages],
});

describe('what remotes bring', () => {
  it('is refused whole when another has the name or the address, and says whose it is', () => {
    const { accepted, refused } = judge([
      remote('remote-fleet', page('fleet', '/fleet')),
      remote('remote-second', page('cars', '/cars'), page('fleet', '/fleet-2')),
      remote('remote-third', page('suppliers-2', '/warehouse-management/suppliers/list')),
      remote('remote-fourth', page('home', '/dashboard')),
    ]);
    expect(accepted.map(({ name }) => name)).toEqual(['remote-fleet']);
    expect([...refused.values()]).toEqual([
      'its page "fleet" (/fleet-2) belongs to remote-fleet',
      expect.stringContaining('"suppliers-2"'),
      expect.stringMatching(/"home" \(\/dashboard\) belongs to host/),
    ]);
  });

  it('is refused for a widget, panel, search provider or command of the same name as well', () => {
    const title = { en: 'Cars', th: 'รถ' };
    const widgets = [{ name: 'cars', title, span: 'third' as const, height: 200 }];
    const { refused } = judge([
      { ...remote('remote-fleet'), widgets },
      { ...remote('remote-second'), widgets },
      { ...remote('remote-third'), commands: [{ name: 'cars', title, page: 'suppliers' }] },
    ]);
    expect([...refused]).toEqual([['remote-second', 'its widget "cars" belongs to remote-fleet']]);
  });

  it('has the pages whose flag is on; a flag that the registry does not name is off', () => {
    const fleet = remote('remote-fleet', page('fleet', '/fleet'));
    const flagged = { ...fleet, pages: [...fleet.pages, { ...page('map', '/map'), flag: 'map' }] };
    const shown = (flags?: Record<string, boolean>) =>
      switchedOn(flagged, flags).pages.map(({ name }) => name);
    expect([shown(), shown({ map: false }), shown({ map: true })]).toEqual([
      ['fleet'],
      ['fleet'],
      ['fleet', 'map'],
    ]);
  });

  it('gets one menu for each ability that no table knows, at its first plain address', () => {
    const fleet = remote(
      'remote-fleet',
      page('fleet-detail', '/fleet/:id', 'fleet'),
      page('fleet', '/fleet'),
      page('fleet-map', '/fleet/map', 'fleet'),
      page('fleet-buyers', '/fleet/buyers', 'suppliers'),
      page('fleet-help', '/fleet/help', null),
    );
    expect(newPagesOf([fleet]).map(({ page, path }) => [page, path])).toEqual([
      ['fleet', '/fleet'],
    ]);
  });
});

describe('a remote that the registry names', () => {
  const root = mkdtempSync(join(tmpdir(), 'boxyard-remote-pages-'));
  const put = (path: string, content: unknown) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(content));
  };
  const row = (name: string) => ({
    entry: `/remotes/${name}/mf-manifest.json`,
    contributions: `/remotes/${name}/contributions.json`,
  });
  let test: TestApp;
  let admin: Person;
  let staff: Person;

  beforeAll(async () => {
    const remotes = [
      remote('remote-fleet', page('fleet', '/purchase-management/fleet')),
      remote('remote-clash', page('boats', '/boats'), page('fleet', '/fleet-2')),
      remote('remote-role', page('warehouse-manager', '/trap')),
    ];
    for (const one of remotes) put(`${one.name}/contributions.json`, one);
    put('remotes.json', Object.fromEntries(remotes.map(({ name }) => [name, row(name)])));
    test = await createTestApp({ config: { remotesDir: root } });
    admin = await test.as('system-admin');
    staff = await test.as('warehouse-staff');
  });
  afterAll(async () => {
    await test?.close();
    rmSync(root, { recursive: true, force: true });
  });

  const menus = async () => (await admin.get('/menus?limit=1000')).body.data as MenuRow[];
  interface MenuRow {
    readonly id: string;
    readonly name: string;
    readonly isSystem: boolean;
    readonly isBuilt: boolean;
    readonly parent: { readonly code: string } | null;
  }
  interface Item {
    readonly name: string;
    readonly subMenus: readonly Item[];
  }
  const inMenuOf = async (person: Person): Promise<string[]> => {
    const flat = (items: readonly Item[]): string[] =>
      items.flatMap(({ name, subMenus }) => [name, ...flat(subMenus)]);
    return flat((await person.get('/auth/profile')).body.data.role.menus);
  };

  it('has a system menu in its area, for whoever manages everything, and for others once granted', async () => {
    const fleet = (await menus()).find(({ name }) => name === 'fleet');
    expect(fleet).toMatchObject({
      isSystem: true,
      isBuilt: true,
      parent: { code: 'purchase-management' },
    });
    expect(await inMenuOf(admin)).toContain('fleet');
    expect(await inMenuOf(staff)).not.toContain('fleet');

    const roles = (await admin.get('/roles?search=warehouse-staff')).body.data;
    const role = (await admin.get(`/roles/${roles[0].id}`)).body.data;
    const answer = await admin.patch(`/roles/${role.id}`, {
      version: role.version,
      labelEn: role.labelEn,
      labelTh: role.labelTh,
      roleGroupId: role.roleGroup?.id ?? null,
      dataScope: role.dataScope,
      approvalLimit: role.approvalLimit,
      discountLimitPercent: role.discountLimitPercent,
      menuIds: [...role.menuIds, fleet?.id],
      permissionNames: role.permissionNames,
    });
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    expect(await inMenuOf(staff)).toContain('fleet');
  });

  it('gets none when its names collide, or would be those of a role', async () => {
    const names = (await menus()).map(({ name }) => name);
    expect(names).not.toContain('boats');
    expect(names).not.toContain('warehouse-manager');
  });
});
