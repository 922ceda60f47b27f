// THE table of what host and remotes share (architecture 4). The host provides every row, once; a
// remote's build contains none of them (`import: false`), so a second copy of a context, a store or
// a theme cannot come into being.
//
// What is not in the table and not the remote's own code is refused in a remote's build: antd, its
// css-in-js, icons, casl, zustand, dayjs and axios reach a remote through @boxyard/shared only, and
// so exist once by construction. @boxyard/shared/domain and /contract are pure and are bundled.
const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { ALL_PARTS } = require('./splitImports.cjs');

const root = join(__dirname, '..', '..');

/** Folder of an installed package, found from where `shared` or the host would load it. */
function packageDir(name) {
  const file = require.resolve(name, { paths: [join(root, 'shared'), join(root, 'host')] });
  for (let dir = dirname(file); dir !== dirname(dir); dir = dirname(dir)) {
    try {
      // Folders between an entry and its package's root may carry a nameless manifest.
      if (manifestOf(dir).name === name) return dir;
    } catch {
      // No manifest here: further up.
    }
  }
  throw new Error(`no package.json found for ${name}`);
}

const manifestOf = (dir) => JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
const installed = (name) => manifestOf(packageDir(name)).version;
const esmEntry = (name) => join(packageDir(name), manifestOf(packageDir(name)).module);

/**
 * Packages of the shell's first load: the host has them at once, so they cost it no request. Of those
 * with `provided` only the exports listed in that file are shared: a share cannot be tree-shaken.
 */
const CORE = [
  // A remote built for another major of React must fail by itself, visibly (strictVersion).
  { name: 'react', strict: true },
  { name: 'react/', version: 'react', strict: true },
  { name: 'react-dom', strict: true },
  { name: 'react-dom/', version: 'react-dom', strict: true },
  { name: 'react-router-dom', provided: 'reactRouterDom.mjs' },
  { name: '@tanstack/react-query' },
  { name: 'i18next' },
  { name: 'react-i18next', provided: 'reactI18next.mjs' },
  { name: 'zod/mini', version: 'zod', provided: 'zodMini.mjs', entry: 'mini/index.js' },
];

/** Layers of shared that hold state or are large; `lazy` ones load when the shell is idle. */
const LAYERS = [
  { name: '@boxyard/shared/client' },
  { name: '@boxyard/shared/runtime' },
  // Whole, for remotes that were built before there were parts.
  { name: '@boxyard/shared/ui', lazy: true },
  { name: '@boxyard/shared/kit', lazy: true },
  ...ALL_PARTS.map((name) => ({ name, lazy: true })),
];

/** Reach a remote through @boxyard/shared only; importing one of them there fails the build. */
const HOST_ONLY = [
  'antd',
  '@ant-design/cssinjs',
  '@ant-design/icons',
  '@casl/ability',
  '@casl/react',
  'axios',
  'dayjs',
  'react-router',
  'recharts',
  'zustand',
];

/** The `shared` option of the federation plugin for the host or for a remote. */
function sharedTable(role) {
  const host = role === 'host';
  const rows = [
    ...CORE.map(({ name, version, strict, provided }) => {
      const found = installed(version ?? name);
      return [
        name,
        {
          requiredVersion: `^${found}`,
          version: found,
          strictVersion: strict === true,
          eager: host,
          ...(host && provided ? { import: join(__dirname, 'provided', provided) } : {}),
        },
      ];
    }),
    ...LAYERS.map(({ name, lazy }) => [
      name,
      // They come from this workspace: the contract's major, not a version range, says what fits.
      { requiredVersion: false, version: '0.0.0', eager: host && lazy !== true },
    ]),
  ];
  return Object.fromEntries(
    rows.map(([name, row]) => [
      name,
      { singleton: true, ...row, ...(host ? {} : { import: false }) },
    ]),
  );
}

/** Aliases by which the files of provided/ reach the package whose name is taken by the share. */
const providedAliases = () =>
  Object.fromEntries(
    CORE.filter(({ provided }) => provided).map(({ name, version, entry }) => [
      `@provided/${name}$`,
      entry === undefined ? esmEntry(name) : join(packageDir(version), entry),
    ]),
  );

module.exports = {
  CORE,
  LAYERS,
  HOST_ONLY,
  esmEntry,
  packageDir,
  providedAliases,
  sharedTable,
};
