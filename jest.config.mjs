// Two projects: what runs in a browser (jsdom) and what runs in Node. Both are compiled by the same
// SWC as the builds. Packages published as ES modules only are compiled too, since Jest's own
// module loader takes CommonJS.
import { readdirSync } from 'node:fs';

const root = import.meta.dirname;

/** Published as ES modules only; whatever else fails with "Cannot use import statement" joins it. */
const esmOnly = [
  'uuid',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'graphile-worker',
  'graphile-config',
  'kysely',
  'until-async',
  'content-disposition',
  // Imports the next one, which Jest's loader must see as a require.
  '@fastify/cookie',
  'cookie',
];

const swc = (tsx) => [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', tsx },
      transform: { react: { runtime: 'automatic' } },
      target: 'es2024',
    },
    module: { type: 'commonjs', ignoreDynamic: false },
    sourceMaps: 'inline',
  },
];

const common = {
  rootDir: root,
  modulePathIgnorePatterns: ['<rootDir>/[^/]+/dist/', '<rootDir>/.cache/', '<rootDir>/.data/'],
  transform: {
    '\\.(ts|js|mjs)$': swc(false),
    '\\.(tsx|jsx)$': swc(true),
    '/i18n/(kit\\.)?(en|th)\\.json$': '<rootDir>/shared/build/jest/familyTexts.cjs',
  },
  transformIgnorePatterns: [
    `/node_modules/(?!\\.pnpm/)(?!(${esmOnly.join('|')})/)`,
    `/node_modules/\\.pnpm/(?!(${esmOnly.map((name) => name.replace('/', '\\+')).join('|')})[@+])`,
  ],
  extensionsToTreatAsEsm: [],
  clearMocks: true,
};

const seeded = { '^fast-check$': '<rootDir>/shared/build/jest/fastCheck.cjs' };
const remotes = readdirSync(root).filter((name) => name.startsWith('remote-'));

export default {
  // Modules that a suite has loaded are not all given back: a worker that has grown is begun anew
  // before it runs out of memory.
  workerIdleMemoryLimit: '1.5GB',
  projects: [
    {
      ...common,
      displayName: 'browser',
      globalSetup: '<rootDir>/shared/build/jest/checkWiring.cjs',
      testEnvironment: '<rootDir>/shared/build/jest/browserEnvironment.cjs',
      testMatch: ['host', 'shared/src', ...remotes].map(
        (dir) => `<rootDir>/${dir}/**/*.test.{ts,tsx}`,
      ),
      setupFiles: ['<rootDir>/shared/build/jest/setupBrowser.cjs'],
      setupFilesAfterEnv: ['<rootDir>/shared/build/jest/setupMatchers.cjs'],
      moduleNameMapper: {
        ...seeded,
        '^antd/es/(.*)$': 'antd/lib/$1',
        '^@ant-design/icons/es/(.*)$': '@ant-design/icons/lib/$1',
        '^(.+\\.json)\\?(first|remaining)$': '$1',
        '\\.module\\.css$': '<rootDir>/shared/build/jest/cssModule.cjs',
        '\\.(css|woff2|svg|png|wasm)$': '<rootDir>/shared/build/jest/asset.cjs',
      },
    },
    {
      ...common,
      displayName: 'node',
      testEnvironment: 'node',
      moduleNameMapper: seeded,
      // The parts fit together; then one PostgreSQL for all API suites of a run.
      globalSetup: '<rootDir>/api/src/testing/globalSetup.ts',
      globalTeardown: '<rootDir>/api/src/testing/globalTeardown.ts',
      setupFilesAfterEnv: ['<rootDir>/api/src/testing/timeouts.ts'],
      testMatch: ['<rootDir>/api/**/*.test.ts', '<rootDir>/shared/build/**/*.test.ts'],
    },
  ],
};
