import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ROUTES } from '../../src/domain/access/pages.ts';
import { newPage, newRemote } from './scaffold.ts';

const repository = join(import.meta.dirname, '..', '..', '..');
// Inside the repository, since the generated sources resolve its packages.
const root = join(repository, '.cache', 'scaffold');

beforeEach(() => {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(join(root, 'host', 'public'), { recursive: true });
  cpSync(join(repository, 'host/public/remotes.json'), join(root, 'host/public/remotes.json'));
  symlinkSync(join(repository, 'remote-admin/node_modules'), join(root, 'node_modules'));
  writeFileSync(
    join(root, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.json',
      include: ['remote-*/**/*', '../../shared/build/types/*'],
    }),
  );
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a new remote is in the registry, builds contributions and type-checks with its test', async () => {
  const { remote, path } = await newRemote({ root, name: 'fleet', thai: 'ยานพาหนะ' });
  await newPage({ root, remote, name: 'fuel-cards', thai: 'บัตรเติมน้ำมัน' });
  const { open } = await newPage({
    root,
    remote,
    name: 'garages',
    thai: 'อู่ซ่อม',
    list: 'suppliers.list',
  });
  expect([remote, path]).toEqual(['remote-fleet', '/fleet/fleet']);

  // The kit calls the list through its area of the contract, and th.json holds no English.
  const resource = readFileSync(
    join(root, remote, 'src/features/garages/garages.resource.ts'),
    'utf8',
  );
  expect(resource).toContain('registerContract(warehouseArea);');
  expect(resource).toContain("c.text('code')");
  const thai = JSON.parse(readFileSync(join(root, remote, 'src/i18n/th.json'), 'utf8'));
  expect(JSON.stringify(thai.garages).replace(/"\w+":/g, '')).not.toMatch(/[a-z]{3}/);
  expect(thai.garages.field.isBlocked).toMatch(/[ก-๙]/);
  expect(open.join(' ')).toContain('Further fields of the row');

  const registry = JSON.parse(readFileSync(join(root, 'host/public/remotes.json'), 'utf8'));
  expect(registry['remote-fleet'].contributions).toBe('/remotes/remote-fleet/contributions.json');
  expect(registry['remote-warehouse']).toBeDefined();

  const { readContributions } = await import('../contributions.ts');
  const contributions = await readContributions(join(root, remote), remote);
  expect(contributions.pages.map((page) => page.name)).toEqual(['garages', 'fuel-cards', 'fleet']);

  const tsc = join(repository, 'node_modules/typescript7/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', root], { encoding: 'utf8' });
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
});

test('a page of the table of routes takes its path and titles from there', async () => {
  const { remote } = await newRemote({ root, name: 'repair-maintenance', thai: 'ซ่อมบำรุง' });
  const { path } = await newPage({ root, remote, name: 'maintenance-list', routes: ROUTES });
  expect(path).toBe('/maintenance-management/maintenance-list/default');
  const thai = JSON.parse(readFileSync(join(root, remote, 'src/i18n/th.json'), 'utf8'));
  expect(thai.maintenanceList.title).toMatch(/[ก-๙]/);
  expect(readFileSync(join(root, remote, 'contributions.ts'), 'utf8')).toContain(
    "'maintenance-list',",
  );
});

test('any other page stands in the area of its remote', async () => {
  const { remote } = await newRemote({ root, name: 'warehouse', thai: 'คลัง' });
  const made = { root, remote, routes: ROUTES, thai: 'ชั้นวาง' };
  expect((await newPage({ ...made, name: 'shelves' })).path).toBe('/warehouse-management/shelves');
  const admin = await newRemote({ root, name: 'admin', thai: 'ผู้ดูแล' });
  const several = { ...made, remote: admin.remote, name: 'badges' };
  await expect(newPage(several)).rejects.toThrow('several areas: add --area');
  const { path } = await newPage({ ...several, area: 'users-management' });
  expect(path).toBe('/users-management/badges');
});

test('what cannot be made is refused with a sentence and leaves nothing behind', async () => {
  const thai = 'ยานพาหนะ';
  await expect(newRemote({ root, name: 'Fleet 2', thai })).rejects.toThrow('is no name');
  await expect(newRemote({ root, name: 'fleet', thai: 'Fleet' })).rejects.toThrow('add --thai');
  await expect(newPage({ root, remote: 'remote-none', name: 'x' })).rejects.toThrow(
    'There is no remote',
  );
  const { remote } = await newRemote({ root, name: 'fleet', thai });
  await expect(newPage({ root, remote, name: 'x' })).rejects.toThrow('no title in Thai');
  await expect(newPage({ root, remote, name: 'x', thai, list: 'none.list' })).rejects.toThrow(
    'no list "none.list"',
  );
  await expect(newPage({ root, remote, name: 'claim', routes: ROUTES })).rejects.toThrow(
    'belongs to remote-warehouse',
  );
  await expect(newRemote({ root, name: 'fleet', thai })).rejects.toThrow('exists already');
  expect(existsSync(join(root, remote, 'src/features/claim'))).toBe(false);
});
