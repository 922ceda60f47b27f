// Two projects. Suites of the browser run in jsdom, compiled by the same SWC as the builds; packages
// published as ES modules only are compiled too, since Jest's own module loader takes CommonJS. Suites
// of the server run as the server does: Node takes the sources as they are (docs/adr/0093).
import { readdirSync } from 'node:fs';

const root = import.meta.dirname;

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
  transformIgnorePatterns: ['/node_modules/'],
  extensionsToTreatAsEsm: [],
  clearMocks: true,
};

/** Layers that server and browser share and that need neither: their suites run without a browser. */
const PURE = ['shared/src/domain', 'shared/src/contract'];
const seeded = { '^fast-check$': '<rootDir>/shared/build/jest/fastCheck.cjs' };
const remotes = readdirSync(root).filter((name) => name.startsWith('remote-'));

export default {
  // Modules that a suite has loaded are not all given back: a worker that has grown is begun anew
  // before it runs out of memory.
  workerIdleMemoryLimit: '1.5GB',
  testSequencer: '<rootDir>/shared/build/jest/sequencer.cjs',
  projects: [
    {
      ...common,
      displayName: 'browser',
      // Its entry for browsers is an ES module (of the library that drags).
      transformIgnorePatterns: ['/node_modules/(?!.*@preact/signals-core/)'],
      globalSetup: '<rootDir>/shared/build/jest/checkWiring.cjs',
      testEnvironment: '<rootDir>/shared/build/jest/browserEnvironment.cjs',
      testMatch: ['host', 'shared/src', ...remotes].map(
        (dir) => `<rootDir>/${dir}/**/*.test.{ts,tsx}`,
      ),
      testPathIgnorePatterns: ['/node_modules/', ...PURE.map((dir) => `<rootDir>/${dir}/`)],
      setupFiles: ['<rootDir>/shared/build/jest/setupBrowser.cjs'],
      setupFilesAfterEnv: ['<rootDir>/shared/build/jest/setupMatchers.cjs'],
      moduleNameMapper: {
        ...seeded,
        '^antd/es/(.*)$': 'antd/lib/$1',
        '^@ant-design/icons/es/(.*)$': '@ant-design/icons/lib/$1',
        '^(.+\\.json)\\?(first|remaining)$': '$1',
        '(^|/)Dom/dynamicCSS$': '<rootDir>/shared/build/jest/dynamicCss.cjs',
        '\\.module\\.css$': '<rootDir>/shared/build/jest/cssModule.cjs',
        '\\.(css|woff2|svg|png|wasm)$': '<rootDir>/shared/build/jest/asset.cjs',
      },
    },
    {
      displayName: 'node',
      rootDir: root,
      modulePathIgnorePatterns: common.modulePathIgnorePatterns,
      // Sources run as Node runs them, and a process keeps what it has loaded for the next suite.
      runner: 'jest-light-runner/child-process',
      transform: {},
      // The parts fit together; then one PostgreSQL for all API suites of a run.
      globalSetup: '<rootDir>/api/src/testing/globalSetup.ts',
      globalTeardown: '<rootDir>/api/src/testing/globalTeardown.ts',
      setupFilesAfterEnv: ['<rootDir>/api/src/testing/setup.ts'],
      testMatch: ['api', 'shared/build', ...PURE].map((dir) => `<rootDir>/${dir}/**/*.test.ts`),
    },
  ],
};
