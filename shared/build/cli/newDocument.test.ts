import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const repository = join(import.meta.dirname, '..', '..', '..');
const LEFT_OUT = new Set(['.git', '.cache', '.data', 'dist', 'node_modules', 'test-results']);

let root = '';

/** The packages of the workspace lead to the copy, all others to the installed ones. */
function linkPackages(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === '@boxyard')
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(from, name), join(to, name));
  }
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'boxyard-family-'));
  cpSync(repository, root, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !LEFT_OUT.has(basename(path)),
  });
  for (const name of ['.', ...readdirSync(repository)])
    linkPackages(join(repository, name, 'node_modules'), join(root, name, 'node_modules'));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const run = (script: string, ...args: string[]) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, output: status === 0 ? '' : `${stdout}\n${stderr}` };
};
const passed = { status: 0, output: '' };

const cli = (name: string) => join(root, 'shared/build/cli', name);

// ADR 0019: what the generator writes is a family that works, not a sketch of one.
test('a family that the generator writes fits in', () => {
  expect(
    run(cli('newDocument.mjs'), 'warehouse', 'loans', '--thai', 'ใบยืมอะไหล่', '--prefix', 'LN'),
  ).toEqual(passed);
  expect(run(cli('wiring.mjs'))).toEqual(passed);
}, 1_200_000);

// A minute and a half: in the long run, and in `test:changed` where the generator, its templates or
// what they stand on have changed. What else changes is held by the suites of the other families.
if (process.env.TEST_FULL || process.env.TEST_GENERATOR)
  test('it has its types and passes its tests unchanged', () => {
    expect(run(cli('typecheck.mjs'))).toEqual(passed);
    const { resolve } = createRequire(import.meta.url);
    const jest = join(dirname(resolve('jest/package.json')), 'bin/jest.js');
    expect(
      run(jest, '--runInBand', 'warehouse/loans', 'features/loans', 'shared/src/domain/access'),
    ).toEqual(passed);
  }, 1_200_000);
