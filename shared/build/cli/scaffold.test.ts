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
  const { remote, path } = newRemote({ root, name: 'fleet' });
  newPage({ root, remote, name: 'fuel-cards' });
  newPage({ root, remote, name: 'garages', list: 'suppliers.list' });
  expect([remote, path]).toEqual(['remote-fleet', '/fleet/fleet']);

  const registry = JSON.parse(readFileSync(join(root, 'host/public/remotes.json'), 'utf8'));
  expect(registry['remote-fleet'].contributions).toBe('/remotes/remote-fleet/contributions.json');
  expect(registry['remote-warehouse']).toBeDefined();

  const { readContributions } = await import('../contributions.ts');
  const contributions = await readContributions(join(root, remote), remote);
  expect(contributions.pages.map((page) => page.name)).toEqual(['garages', 'fuel-cards', 'fleet']);

  const tsc = join(repository, 'node_modules/typescript7/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', root], { encoding: 'utf8' });
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
}, 60_000);

test('a page of the table of routes takes its path and titles from there', () => {
  const { remote } = newRemote({ root, name: 'repair-maintenance' });
  const { path } = newPage({ root, remote, name: 'maintenance-list', routes: ROUTES });
  expect(path).toBe('/maintenance-management/maintenance-list/default');
  const thai = JSON.parse(readFileSync(join(root, remote, 'src/i18n/th.json'), 'utf8'));
  expect(thai.maintenanceList.title).toMatch(/[ก-๙]/);
  expect(readFileSync(join(root, remote, 'contributions.ts'), 'utf8')).toContain(
    "'maintenance-list',",
  );
});

test('what cannot be made is refused with a sentence and leaves nothing behind', () => {
  expect(() => newRemote({ root, name: 'Fleet 2' })).toThrow('is no name');
  expect(() => newPage({ root, remote: 'remote-none', name: 'x' })).toThrow('There is no remote');
  const { remote } = newRemote({ root, name: 'fleet' });
  expect(() => newPage({ root, remote, name: 'x', list: 'none.list' })).toThrow(
    'no list "none.list"',
  );
  expect(() => newPage({ root, remote, name: 'claim', routes: ROUTES })).toThrow(
    'belongs to remote-warehouse',
  );
  expect(() => newRemote({ root, name: 'fleet' })).toThrow('exists already');
  expect(existsSync(join(root, remote, 'src/features/claim'))).toBe(false);
});
