import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const { CORE, LAYERS, HOST_ONLY, sharedTable } = createRequire(import.meta.url)(
  './federation.cjs',
) as {
  CORE: { name: string; provided?: string }[];
  LAYERS: { name: string }[];
  HOST_ONLY: string[];
  sharedTable: (role: 'host' | 'remote') => Record<string, Record<string, unknown>>;
};

/** Sources that run in the browser: the host's, the remotes' and shared's. */
const browserSources = (): string[] =>
  ['host', 'shared', ...readdirSync(root).filter((name) => name.startsWith('remote-'))].flatMap(
    (app) =>
      readdirSync(join(root, app, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
        .map((file) => join(root, app, 'src', file)),
  );

/** Names that a source imports from a package, types aside. */
function importedNames(source: string, name: string): string[] {
  const whole = new RegExp(`import \\* as (\\w+) from '${name}'`).exec(source)?.[1];
  if (whole !== undefined) {
    const used = [...source.matchAll(new RegExp(`\\b${whole}\\.(\\w+)[(<]`, 'g'))];
    // Types leave nothing behind.
    return used.flatMap(([, found = '']) => (/^(infer|input|output|Zod)/.test(found) ? [] : found));
  }
  const statement = new RegExp(`import\\s+\\{([^}]*)\\}\\s+from\\s+'${name}'`, 'g');
  return [...source.matchAll(statement)].flatMap(([, list = '']) =>
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '' && !entry.startsWith('type '))
      .map((entry) => entry.split(/\s+as\s+/)[0] ?? ''),
  );
}

test('a remote carries nothing that is shared, and the host provides all of it', () => {
  const host = sharedTable('host');
  const remote = sharedTable('remote');
  expect(Object.keys(remote)).toEqual(Object.keys(host));
  for (const row of Object.values(remote)) {
    expect(row).toMatchObject({ import: false, singleton: true, eager: false });
  }
  for (const row of Object.values(host)) expect(row).toMatchObject({ singleton: true });
});

test('React of another major is refused, not adapted', () => {
  const { react, 'react-dom/': dom } = sharedTable('remote');
  expect(react).toMatchObject({ strictVersion: true, requiredVersion: `^${react?.version}` });
  expect(dom).toMatchObject({ strictVersion: true });
});

test('state and context are either shared or kept out of remotes', () => {
  const names = [...CORE, ...LAYERS].map(({ name }) => name);
  expect(HOST_ONLY.filter((name) => names.includes(name))).toEqual([]);
  expect(HOST_ONLY).toEqual(expect.arrayContaining(['antd', 'zustand', '@casl/ability', 'axios']));
});

test.each(CORE.filter(({ provided }) => provided))(
  'every name imported from $name is among the provided ones',
  ({ name, provided }) => {
    const list = readFileSync(join(root, 'shared/build/provided', provided ?? ''), 'utf8');
    const offered = new Set(list.match(/\b[A-Za-z]\w+(?=,?\n)/g));
    const missing = browserSources().flatMap((file) =>
      importedNames(readFileSync(file, 'utf8'), name)
        .filter((imported) => !offered.has(imported))
        .map((imported) => `${file.slice(root.length + 1)}: ${imported}`),
    );
    expect(missing).toEqual([]);
  },
);
