// A copy of the repository in which a test lets a generator write, and runs what it wrote.
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

interface Ran {
  readonly status: number | null;
  /** Empty where it went well. */
  readonly output: string;
}
export const PASSED: Ran = { status: 0, output: '' };

/** A commit's files with what was installed for them; `remove` it at the end. */
export function makeWorkingCopy() {
  const root = mkdtempSync(join(tmpdir(), 'boxyard-copy-'));
  cpSync(repository, root, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !LEFT_OUT.has(basename(path)),
  });
  for (const name of ['.', ...readdirSync(repository)])
    linkPackages(join(repository, name, 'node_modules'), join(root, name, 'node_modules'));
  const run = (script: string, ...args: string[]): Ran => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [script, ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    return { status, output: status === 0 ? '' : `${stdout}\n${stderr}` };
  };
  return {
    root,
    /** A command of `shared/build/cli`. */
    command: (name: string, ...args: string[]) =>
      run(join(root, 'shared/build/cli', name), ...args),
    jest: (...paths: string[]) => {
      const { resolve } = createRequire(import.meta.url);
      const jest = join(dirname(resolve('jest/package.json')), 'bin/jest.js');
      return run(jest, '--runInBand', ...paths);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
