import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Whoever has Node has npm; pnpm comes with the project and is never typed (docs/adr/0004). So whatever
// is read by a person names commands as npm runs them, and only those that exist.
const root = join(import.meta.dirname, '..', '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(md|ts|tsx|mjs|cjs|json)$/.test(file) && file !== 'package.json')
  .filter((file) => !/\/i18n\/|^shared\/build\/commands\.test\.ts$/.test(file))
  .filter((file) => existsSync(join(root, file)));

/** Scripts of the packages themselves, which `--prefix` runs. */
const OWN = ['build', 'dev'];

test('docs, messages and comments name the commands that npm runs', () => {
  const wrong = files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const byPnpm = [...source.matchAll(/\bpnpm (?!\d)(?:run )?([a-z]+(?::[a-z]+)?)\b/g)]
      .filter(([, name = '']) => Object.hasOwn(scripts, name))
      .map(([said]) => said);
    const unknown = [...source.matchAll(/\bnpm run ([a-z][a-z0-9:]*)/g)]
      .filter(([, name = '']) => !Object.hasOwn(scripts, name) && !OWN.includes(name))
      .map(([said]) => said);
    return [...byPnpm, ...unknown].map((said) => `${file}: ${said}`);
  });
  expect(wrong).toEqual([]);
});
