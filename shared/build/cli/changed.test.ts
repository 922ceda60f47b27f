import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chooseSuites, planFor, SHORT, specsWith } from './changed.ts';

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
