import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS, BELOW_ALL, chooseSuites, planFor, SHORT, specsWith } from './changed.ts';

const root = join(import.meta.dirname, '..', '..', '..');

test('a change of an area asks for its journeys and its nearest tests', () => {
  const plan = planFor([
    'remote-warehouse/src/features/parts/parts.resource.tsx',
    'remote-warehouse/src/i18n/th.json',
    'api/src/db/migrations/0099_new.sql',
    'README.md',
  ]);
  expect(plan).toMatchObject({ tags: ['@warehouse'], isBelowAll: false, specs: [] });
  expect(plan.lint).not.toContain('README.md');
  expect(plan.suites).toEqual(
    expect.arrayContaining([
      'api/src/db/migrate.test.ts',
      'shared/build/texts.test.ts',
      'shared/src/testing/resourceTexts.test.ts',
      'shared/build/commands.test.ts',
    ]),
  );
  expect(specsWith(root, plan.tags)).toContain('e2e/journeys/transfer.spec.ts');
  expect(specsWith(root, plan.tags)).not.toContain('e2e/journeys/menus.spec.ts');
});

test('what all areas stand on is said, and a changed journey runs itself', () => {
  const plan = planFor(['api/src/kernel/list.ts', 'e2e/journeys/claims.spec.ts']);
  expect(plan).toMatchObject({ tags: [], isBelowAll: true });
  expect(plan.specs).toEqual(['e2e/journeys/claims.spec.ts']);
  expect(SHORT.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('the nearest suites run while there is time, a changed one always', () => {
  const changed = ['api/src/kernel/list.ts', 'shared/src/kit/list/ListPage.test.tsx'];
  const suites = [
    'api/src/modules/a.test.ts',
    'api/src/kernel/list.test.ts',
    'shared/src/kit/list/ListPage.test.tsx',
  ];
  const times = new Map([
    ['api/src/kernel/list.test.ts', 5],
    ['shared/src/kit/list/ListPage.test.tsx', 60],
    ['api/src/modules/a.test.ts', 8],
  ]);
  const { chosen, left } = chooseSuites(suites, { changed, times, seconds: 10 });
  expect(chosen).toEqual(['shared/src/kit/list/ListPage.test.tsx', 'api/src/kernel/list.test.ts']);
  expect(left).toEqual(['api/src/modules/a.test.ts']);
});

test('a suite that bears the name of what has changed, or is named for it, comes before a nearer one', () => {
  const suites = ['a/b/aside.test.ts', 'a/b/list.parallel.test.ts', 'texts.test.ts'];
  const { chosen, left } = chooseSuites(suites, {
    changed: ['a/b/list.ts'],
    named: ['texts.test.ts'],
    times: new Map(suites.map((file) => [file, 5])),
    seconds: 10,
  });
  expect(chosen).toEqual(['a/b/list.parallel.test.ts', 'texts.test.ts']);
  expect(left).toEqual(['a/b/aside.test.ts']);
});

/** Every file or folder right below one. */
const below = (folder: string) =>
  readdirSync(join(root, folder)).map(
    (name) => `${folder}/${name}${name.includes('.') ? '' : '/'}`,
  );

test('each feature, server module and part of the contract belongs to an area, or all stand on it', () => {
  const isKnown = (file: string) =>
    BELOW_ALL.test(file) || AREAS.some(({ files }) => files.test(file));
  const parts = [
    ...below('api/src/modules').filter((path) => path.endsWith('/')),
    ...below('shared/src/contract/areas').map((path) => path.replace(/^shared\/src/, '')),
    ...readdirSync(root)
      .filter((name) => name.startsWith('remote-'))
      .filter((name) => existsSync(join(root, name, 'src/features')))
      .flatMap((name) => below(`${name}/src/features`)),
  ];
  // What several areas show is told by the host or asked for by all of them.
  const COMMON =
    /^\/contract\/areas\/(comments|dashboard|exports|formDrafts|notifications|search|sharedViews|telemetry|waiting)\.ts$|^remote-purchase-sales\/src\/features\/dashboard/;
  expect(parts.filter((path) => !isKnown(path) && !COMMON.test(path))).toEqual([]);
});

test('a journey is tagged with areas that there are, and each area has one', () => {
  const names: readonly string[] = AREAS.map(({ name }) => name);
  const tags = new Set(
    readdirSync(join(root, 'e2e/journeys')).flatMap((name) =>
      [...readFileSync(join(root, 'e2e/journeys', name), 'utf8').matchAll(/'@([a-z-]+)'/g)].map(
        ([, tag]) => tag,
      ),
    ),
  );
  expect(
    [...tags].filter((tag) => tag && !names.includes(tag) && !tag.startsWith('needs-')),
  ).toEqual([]);
  expect(names.filter((name) => !tags.has(name))).toEqual([]);
});
