import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import {
  buildRemote,
  deployRemote,
  hostFiles,
  newRemote,
  scratchWorkspace,
  serveFolder,
  writeRegistry,
} from '../fixtures/releases.ts';
import { pageOf, test } from '../fixtures/shell.ts';

const NAME = 'remote-fleet';
/** From the edit of remotes.json to the menu. */
const SOON = 120_000;

interface Menu {
  readonly id: string;
  readonly name: string;
}
interface Role {
  readonly id: string;
  readonly version: number;
  readonly menuIds: readonly string[];
  readonly roleGroup: { readonly id: string } | null;
  readonly [field: string]: unknown;
}

let workspace: string;
let releases: string;
let other: Awaited<ReturnType<typeof serveFolder>>;

test.beforeAll(async () => {
  workspace = await scratchWorkspace('seventh');
  releases = join(workspace, 'releases');
  other = await serveFolder(releases);
});
test.afterAll(async () => {
  await writeRegistry({});
  await other?.close();
  await rm(workspace, { recursive: true, force: true });
});

const readRegistry = async () =>
  JSON.parse(await readFile(join(releases, 'remotes.json'), 'utf8')) as Record<string, unknown>;

test('a remote made by the generator and served elsewhere is in the menu after one edit of a file', async ({
  browser,
  baseURL,
  request,
}) => {
  await newRemote(workspace, 'fleet', 'ยานพาหนะ');
  await buildRemote(join(workspace, NAME));
  await deployRemote(NAME, {
    to: releases,
    from: join(workspace, NAME),
    url: other.origin,
  });
  const scripts = async () => {
    const policy = (await request.get('/login')).headers()['content-security-policy'] ?? '';
    return /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
  };
  expect(await scripts()).not.toContain(other.origin);
  const before = hostFiles();

  const admin = await pageOf(browser, 'system-admin');
  const entry = admin.getByRole('navigation').getByRole('link', { name: 'Fleet', exact: true });
  await admin.goto('/dashboard');
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(entry).toHaveCount(0);

  // The one edit.
  await writeRegistry(await readRegistry());
  await expect(async () => {
    await admin.reload();
    await expect(entry).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: SOON });
  expect(await scripts()).toContain(other.origin);

  await entry.click();
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Fleet');
  await expect(admin).toHaveURL(/\/fleet\/fleet$/);
  expect(hostFiles()).toEqual(before);

  // Others see it once it is granted.
  const staff = await pageOf(browser, 'warehouse-staff');
  const theirs = staff.getByRole('navigation').getByRole('link', { name: 'Fleet', exact: true });
  await staff.goto('/fleet/fleet');
  await expect(staff).toHaveURL(/\/$/);
  await expect(theirs).toHaveCount(0);
  const server = serverFor(baseURL, 'system-admin');
  const menus = await server.get<Menu[]>('/menus', { search: 'fleet' });
  const roles = await server.get<Role[]>('/roles', { search: 'warehouse-staff' });
  const role = await server.get<Role>(`/roles/${roles[0]?.id}`);
  const rights = (menuIds: readonly unknown[], version: number) => ({
    version,
    labelEn: role.labelEn,
    labelTh: role.labelTh,
    roleGroupId: role.roleGroup?.id ?? null,
    dataScope: role.dataScope,
    approvalLimit: role.approvalLimit,
    discountLimitPercent: role.discountLimitPercent,
    menuIds,
    permissionNames: role.permissionNames,
  });
  const granted = await server.patch<Role>(
    `/roles/${role.id}`,
    rights([...role.menuIds, menus[0]?.id], role.version),
  );
  // The open tab hears of it.
  await expect(theirs).toBeVisible();
  await theirs.click();
  await expect(staff.getByRole('heading', { level: 1 })).toHaveText('Fleet');
  await server.patch(`/roles/${role.id}`, rights(role.menuIds, granted.version));
});

test('a remote whose page is called like another is refused, and named', async ({ browser }) => {
  // By the command that releases it …
  const dist = join(workspace, NAME, 'dist', 'contributions.json');
  const own = JSON.parse(await readFile(dist, 'utf8'));
  const copy = {
    ...own.pages[0],
    name: 'suppliers',
    path: '/fleet/suppliers',
    page: 'fleet',
    title: { en: 'Suppliers of vehicles', th: 'ผู้จำหน่ายรถ' },
  };
  await writeFile(dist, JSON.stringify({ ...own, pages: [...own.pages, copy] }));
  const refused = deployRemote(NAME, { to: releases, from: join(workspace, NAME) });
  await expect(refused).rejects.toThrow(
    'remote-fleet: "suppliers" (/fleet/suppliers) is a page of remote-warehouse already',
  );

  // … and, entered by hand past it, by the shell: its own page says so, the other's is as it was.
  const folder = join(releases, 'by-hand');
  const clash = { ...own, pages: [{ ...copy, name: 'fleet-two', path: '/fleet/two' }, copy] };
  await rm(folder, { recursive: true, force: true });
  const file = join(releases, 'clash.json');
  await writeFile(file, JSON.stringify(clash));
  const [row] = Object.values(await readRegistry()) as object[];
  const at = `${other.origin}/clash.json`;
  await writeRegistry({ [NAME]: { ...row, contributions: at, integrity: undefined } });

  const admin = await pageOf(browser, 'system-admin');
  const problem = admin.locator('[role="alert"][data-kind]');
  // This process serves the file: where it was busy for long, the page has given it up.
  await expect(async () => {
    await admin.goto('/fleet/two');
    await expect(problem).toHaveAttribute('data-kind', 'collision', { timeout: 10_000 });
  }).toPass();
  await expect(problem).toContainText(NAME);
  await admin.goto('/warehouse-management/suppliers/list');
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Suppliers');
});
