// The boundaries of architecture 1, in one place. `npm test` and `npm run lint` run it.
const LAYERS = ['domain', 'contract', 'client', 'runtime', 'ui', 'kit', 'testing'];
const TEST = '\\.test\\.tsx?$';

/** Each layer of shared/src imports only those before it. */
const layers = LAYERS.slice(0, -1).map((layer, index) => ({
  name: `shared-${layer}-imports-only-lower-layers`,
  comment: `shared/src/${layer} comes before: ${LAYERS.slice(index + 1).join(', ')}`,
  severity: 'error',
  from: { path: `^shared/src/${layer}/`, pathNot: TEST },
  // Texts are of one namespace for ui and kit.
  to: {
    path: `^shared/src/(${LAYERS.slice(index + 1).join('|')})/`,
    pathNot: '^shared/src/kit/i18n/',
  },
}));

/**
 * The modules of the server in the order of their dependencies (ADR 0018): each imports only those
 * before it. What a later module adds to an earlier one is registered through an interface of the
 * earlier one (workflow/serverModule.ts). A new module gets its line here: containers, sales and
 * service come after purchasing.
 */
const SERVER = [
  'db',
  'documents',
  'kernel',
  'ledger',
  'workflow',
  'modules/masterData',
  'modules/companies',
  'modules/partners',
  'modules/money',
  'modules/warehouse',
  'modules/purchasing',
  'modules/containers',
  'modules/soldContainers',
  'modules/sales',
  'modules/service',
  'modules/reports',
  'modules/auth',
  'modules/admin',
  'modules/imports',
  'modules/exports',
  'modules/dashboard',
  'modules/shell',
];
/** They join the modules; no module imports them. */
const COMPOSITION =
  'modules/index\\.ts|compose\\.ts|main\\.ts|(http|jobs|seed|demo|cli|bench|testing)/';
/** Libraries of files without a common state; the rest is imported through its index.ts. */
const LIBRARIES = ['db', 'documents'];
const TESTING = `${TEST}|/testing/`;

const serverOrder = SERVER.map((module, index) => ({
  name: `server-order-${module.replace('modules/', '')}`,
  comment: `api/src/${module} comes before: ${SERVER.slice(index + 1).join(', ')}`,
  severity: 'error',
  from: { path: `^api/src/${module}/`, pathNot: TESTING },
  to: {
    path: `^api/src/(${[...SERVER.slice(index + 1).map((later) => `${later}/`), COMPOSITION].join('|')})`,
  },
}));

const serverIndexes = SERVER.filter((module) => !LIBRARIES.includes(module)).map((module) => ({
  name: `server-index-${module.replace('modules/', '')}`,
  comment: `Others import api/src/${module}/index.ts; tests may import its testing folders as well.`,
  severity: 'error',
  from: { path: '^api/', pathNot: `^api/src/${module}/` },
  to: { path: `^api/src/${module}/`, pathNot: `^api/src/${module}/index\\.ts$|/testing/` },
}));

module.exports = {
  forbidden: [
    ...layers,
    ...serverOrder,
    ...serverIndexes,
    {
      name: 'server-module-is-in-the-order',
      comment: 'A folder of api/src/modules needs its place in SERVER above.',
      severity: 'error',
      from: {},
      to: {
        path: '^api/src/modules/[^/]+/',
        pathNot: `^api/src/(${SERVER.join('|')})/`,
      },
    },
    {
      name: 'server-testing-in-tests-only',
      severity: 'error',
      from: { path: '^api/src/', pathNot: `${TESTING}|^api/src/bench/` },
      to: { path: ['^api/src/testing/', '^api/src/.+/testing/'] },
    },
    {
      name: 'client-and-runtime-meet-by-ports',
      comment: 'The host joins client and runtime at its composition root.',
      severity: 'error',
      from: { path: '^shared/src/runtime/', pathNot: TEST },
      to: { path: '^shared/src/client/' },
    },
    {
      name: 'shared-imports-no-app',
      severity: 'error',
      from: { path: '^shared/src/' },
      to: { path: '^(host|api|e2e|remote-[^/]+)/' },
    },
    {
      name: 'domain-is-pure',
      comment: 'The schema library and one decimal library, nothing else.',
      severity: 'error',
      from: { path: '^shared/src/domain/', pathNot: TEST },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'core'],
        pathNot: 'node_modules/(zod|big\\.js|@types/big\\.js)/',
      },
    },
    {
      name: 'remote-imports-no-other-app',
      severity: 'error',
      from: { path: '^remote-([^/]+)/' },
      to: { path: '^(remote-[^/]+|host|api|e2e)/', pathNot: '^remote-$1/' },
    },
    {
      name: 'remote-packages',
      comment:
        'Everything else reaches a remote through @boxyard/shared. What drags, and what keeps a day without a network, is needed by one remote alone (ADR 0130, 0140).',
      severity: 'error',
      from: { path: '^remote-[^/]+/src/', pathNot: TEST },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-no-pkg', 'core'],
        pathNot:
          'node_modules/(react|react-dom|react-router|react-router-dom|@tanstack/[a-z-]+|react-i18next|@dnd-kit/[a-z]+|idb|@types/react|@types/react-dom|csstype)/',
      },
    },
    {
      name: 'features-are-islands',
      comment: 'What two features need belongs to the remote or to shared.',
      severity: 'error',
      from: { path: '^(remote-[^/]+)/src/features/([^/]+)/' },
      to: { path: '^$1/src/features/', pathNot: '^$1/src/features/$2/' },
    },
    {
      name: 'host-imports-no-other-app',
      severity: 'error',
      from: { path: '^host/' },
      to: { path: '^(remote-[^/]+|api|e2e)/' },
    },
    {
      name: 'api-imports-domain-and-contract',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: '^(host|e2e|remote-[^/]+)/|^shared/(?!src/(domain|contract)/)' },
    },
    {
      name: 'axios-in-client-only',
      severity: 'error',
      from: { pathNot: '^shared/src/client/' },
      to: { path: 'node_modules/axios/' },
    },
    {
      name: 'no-antd-barrel',
      severity: 'error',
      from: { path: '^(host|shared|remote-[^/]+)/' },
      to: { path: 'node_modules/antd/(es|lib|dist)/(index|antd)[^/]*$' },
    },
    {
      name: 'browser-code-has-no-node',
      severity: 'error',
      from: {
        path: '^(host/src|shared/src|remote-[^/]+/src)/',
        pathNot: `${TEST}|^shared/src/testing/`,
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'testing-in-tests-only',
      severity: 'error',
      from: { pathNot: `${TEST}|^shared/src/testing/|/testing/|^e2e/` },
      to: { path: '^shared/src/testing/' },
    },
    {
      name: 'no-import-of-tests',
      severity: 'error',
      from: {},
      to: { path: TEST },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      // @provided/… are aliases of the bundler (shared/build/federation.cjs).
      to: { couldNotResolve: true, pathNot: '^@provided/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache|\\.data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.cjs', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
