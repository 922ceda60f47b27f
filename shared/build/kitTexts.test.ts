import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
// biome-ignore lint/correctness/useImportExtensions: it takes the declarations for the module
import { readBundle } from './familyTexts.cjs';
// biome-ignore lint/correctness/useImportExtensions: it takes the declarations for the module
import { partsOf } from './kitTexts.cjs';
import { namedKeys } from './texts.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const KIT = 'src/i18n/kit.en.json';

/**
 * A remote keeps the words of its own machines out of the kit. Each feature that shows one adds them,
 * since it may be the first page that a person opens.
 */
const features = readdirSync(ROOT)
  .filter((name) => existsSync(join(ROOT, name, KIT)))
  .flatMap((remote) => {
    const { status } = JSON.parse(readFileSync(join(ROOT, remote, KIT), 'utf8')) as {
      readonly status: object;
    };
    const folder = join(ROOT, remote, 'src/features');
    return readdirSync(folder).flatMap((feature) => {
      const source = globSync('**/*.{ts,tsx}', { cwd: join(folder, feature) })
        .filter((name) => !name.includes('.test.'))
        .map((name) => readFileSync(join(folder, feature, name), 'utf8'))
        .join('\n');
      const own = [...source.matchAll(/^\s*machine: (\w+)Machine/gm)]
        .map(([, machine = '']) => machine)
        .filter((machine) => machine in status);
      return own.length === 0 ? [] : [{ feature: `${remote}/${feature}`, own, source }];
    });
  });

test.each(features)('$feature adds the words of $own', ({ source }) => {
  expect(source).toMatch(/kitTexts\.ts|kit\.en\.json/);
});

describe('the two parts of the kit’s texts', () => {
  const SRC = join(ROOT, 'shared', 'src');
  const json = (file: string) => JSON.parse(readFileSync(join(SRC, 'kit/i18n', file), 'utf8'));
  const REMAINING = join(SRC, 'ui/remainingTexts.ts');
  const texts = readBundle(join(SRC, 'kit/i18n/en.json'));
  const { first, remaining } = partsOf(texts, json('firstTable.json'));

  /** Dotted keys of texts, plural endings dropped. */
  const keysOf = (texts: object, prefix = ''): string[] =>
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'object'
        ? keysOf(value, `${prefix}${key}.`)
        : [`${prefix}${key}`.replace(/_(one|other)$/, '')],
    );
  const remainingKeys = keysOf(remaining);

  const IMPORT = /^(?:import|export) (?!type )(?:[^;']*? from )?'(\.[^']+\.tsx?)'/gm;
  const LATER = /\bimport\((?:\/\*.*?\*\/ )?'(\.[^']+\.tsx?)'\)/g;
  const linked = (file: string, pattern: RegExp): string[] =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, path = '']) =>
      join(dirname(file), path),
    );
  /** What comes with a module at once. */
  function withIt(file: string, found = new Set<string>()): Set<string> {
    if (found.has(file)) return found;
    found.add(file);
    for (const other of linked(file, IMPORT)) withIt(other, found);
    return found;
  }
  /** Texts of the second part that modules name. */
  const namedRemaining = (files: Iterable<string>): string[] =>
    [...files].flatMap((file) =>
      namedKeys(readFileSync(file, 'utf8'))
        .filter(({ of }) => of === 'any')
        .filter(({ key, isPrefix }) =>
          remainingKeys.some((one) => (isPrefix ? one.startsWith(key) : one === key)),
        )
        .map(({ key }) => `${file.slice(SRC.length + 1)}: ${key}`),
    );
  const early = ['kit/parts/list.ts', 'ui/parts/base.ts'].flatMap((part) => [
    ...withIt(join(SRC, part)),
  ]);

  test('hold every text once', () => {
    expect([...keysOf(first), ...remainingKeys].sort()).toEqual(keysOf(texts).sort());
    expect(remainingKeys.length).toBeGreaterThan(100);
  });

  test('a list names only texts of the first until its rows stand', () => {
    expect(early).toContain(join(SRC, 'ui/data/Table.tsx'));
    expect(namedRemaining(early)).toEqual([]);
  });

  test('what is loaded later brings the second along, where it names it', () => {
    const later = [...new Set(early.flatMap((file) => linked(file, LATER)))];
    expect(later).toContain(join(SRC, 'kit/list/tools.ts'));
    const without = later.map((file) => withIt(file)).filter((files) => !files.has(REMAINING));
    expect(without.flatMap(namedRemaining)).toEqual([]);
  });
});
