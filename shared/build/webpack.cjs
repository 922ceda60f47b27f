// Webpack preset of every app: `hostConfig()` and `remoteConfig({ name })`.
const { createRequire } = require('node:module');
const { existsSync, readdirSync, readFileSync, statSync } = require('node:fs');
const { basename, dirname, join, relative, sep } = require('node:path');
const { pathToFileURL } = require('node:url');
const zlib = require('node:zlib');
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack');
const CompressionPlugin = require('compression-webpack-plugin');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const MinimizerPlugin = require('minimizer-webpack-plugin');
const { DllPlugin, DllReferencePlugin } = require('webpack');
const {
  HOST_ONLY,
  LAYERS,
  esmEntry,
  packageDir,
  providedAliases,
  sharedTable,
} = require('./federation.cjs');
const { MilestonesPlugin } = require('./milestones.cjs');
const { PreloadsPlugin } = require('./preloads.cjs');

const root = join(__dirname, '..', '..');

const axiosFile = (name) => join(packageDir('axios'), 'lib', name);

/**
 * The federation's runtime asks for this plugin by the path of its CommonJS file, and that for CommonJS
 * files of the whole runtime, which the host has as ES modules already: 22 KB brotli twice.
 */
const CORE_PLUGIN = '@module-federation/inject-external-runtime-core-plugin';
const corePlugin = createRequire(require.resolve('@module-federation/enhanced/webpack')).resolve(
  CORE_PLUGIN,
);

/** The router's package names its development files alone, whose warnings a production build carries. */
const routerFiles = join(
  dirname(createRequire(esmEntry('react-router-dom')).resolve('react-router')),
  '..',
  'production',
);
const productionRouter = {
  'react-router$': join(routerFiles, 'index.mjs'),
  'react-router/dom$': join(routerFiles, 'dom-export.mjs'),
};

/** File of the service worker (docs/adr/0140). */
const WORKER = 'worker.js';

/**
 * Writes down the files of the shell that its service worker keeps for people without a network: all but
 * what draws charts and reports and reads codes where the browser cannot.
 */
class DayFilesPlugin {
  apply(compiler) {
    const { sources, Compilation } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('DayFiles', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'DayFiles', stage }, (assets) => {
        // The entry of sign-in and shell was built before.
        const entry = readdirSync(join(compilation.outputOptions.path, 'entry'));
        const files = [...Object.keys(assets), ...entry.map((name) => `entry/${name}`)]
          .filter((name) => /^(assets|entry)\/(?!charts|report).*\.(js|css|woff2)$/.test(name))
          .sort()
          .map((name) => `/${name}`);
        compilation.emitAsset('files.json', new sources.RawSource(JSON.stringify(files)));
      });
    });
  }
}

/** The variable that holds the base's modules in a document. */
const BASE_NAME = 'boxyardBase';

/**
 * Parts common to all compilations: `dir` is the app's folder, `id` names its cache, `folder` the
 * output's. `hashed`: the names of its files tell one build's from another's.
 */
function base({ dir, id, mode, folder = 'assets', hashed = mode === 'production' }) {
  const production = mode === 'production';
  const chunkName = `${folder}/[name].${hashed ? '[contenthash:10].' : ''}`;
  return {
    name: id,
    mode,
    context: dir,
    target: ['web', 'es2022'],
    devtool: production ? false : 'cheap-module-source-map',
    stats: 'errors-warnings',
    performance: false,
    infrastructureLogging: { level: 'error' },
    output: {
      path: join(dir, 'dist'),
      uniqueName: id,
      // The federation runtime knows no [contenthash] for entries.
      filename: `${folder}/[name].${hashed ? '[fullhash:10].' : ''}js`,
      chunkFilename: `${chunkName}js`,
      assetModuleFilename: `${folder}/[name].[contenthash:10][ext]`,
      hashDigestLength: 10,
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      // Its second way to the network, which it takes only where a browser lacks the first.
      alias: { [axiosFile('adapters/fetch.js')]: join(__dirname, 'provided', 'noFetch.mjs') },
    },
    cache: {
      type: 'filesystem',
      name: `${id}-${mode}`,
      cacheDirectory: join(root, '.cache', 'webpack'),
      buildDependencies: {
        config: [
          join(dir, 'webpack.config.cjs'),
          __filename,
          join(__dirname, 'federation.cjs'),
          join(__dirname, 'splitImports.cjs'),
          join(__dirname, 'kitTexts.cjs'),
          join(__dirname, 'familyTexts.cjs'),
        ],
      },
    },
    module: {
      rules: [
        {
          test: /[/\\]domain[/\\].*([mM]achines?|decisions)\.ts$|[/\\]shared[/\\]src[/\\]contract[/\\].*\.ts$/,
          enforce: 'pre',
          use: {
            loader: require.resolve('./withoutProse.cjs'),
            options: { isHost: !id.startsWith('remote_') },
          },
        },
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          use: {
            loader: require.resolve('swc-loader'),
            options: {
              jsc: {
                parser: { syntax: 'typescript', tsx: true },
                // Also in development: a remote under work runs against a host built for production,
                // whose React has no development runtime to share.
                transform: { react: { runtime: 'automatic', development: false } },
                target: 'es2022',
              },
            },
          },
        },
        {
          test: /\.css$/,
          use: [
            MiniCssExtractPlugin.loader,
            {
              loader: require.resolve('css-loader'),
              options: {
                modules: {
                  auto: /\.module\.css$/,
                  namedExport: false,
                  exportLocalsConvention: 'as-is',
                  localIdentName: production ? '[hash:base64:8]' : '[name]-[local]',
                },
              },
            },
          ],
        },
        {
          test: /\.json$/,
          resourceQuery: /^\?(first|remaining)$/,
          use: require.resolve('./kitTexts.cjs'),
        },
        {
          test: /[/\\]i18n[/\\](kit\.)?(en|th)\.json$/,
          resourceQuery: { not: [/^\?(first|remaining)$/] },
          use: require.resolve('./familyTexts.cjs'),
        },
        { test: /\.(woff2|png|svg|ico|wasm)$/, type: 'asset/resource' },
        // They only define things, and do not say so: a list would carry the whole of antd's forms for
        // the one context that its fields look for.
        {
          test: /[\\/]@(rc-component|ant-design)[\\/][^\\/]+[\\/]es[\\/]/,
          sideEffects: false,
        },
      ],
    },
    optimization: {
      chunkIds: production ? 'deterministic' : 'named',
      minimizer: [
        new MinimizerPlugin({
          minify: MinimizerPlugin.swcMinify,
          terserOptions: {
            ecma: 2020,
            compress: { ecma: 2020, passes: 3 },
            format: { ecma: 2020, comments: false },
          },
          extractComments: false,
        }),
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: `${chunkName}css`,
        chunkFilename: `${chunkName}css`,
        ignoreOrder: true,
      }),
      ...(production ? compression() : []),
    ],
  };
}

/**
 * Files are compressed once, at build; the server only picks one. As small as can be takes a fifth of the
 * build: for `npm start` they are a tenth larger (build.mjs).
 */
const BROTLI = process.env.BUILD_QUICKLY === '1' ? 5 : 11;

function compression() {
  const common = {
    test: /\.(js|css|svg|json|wasm)$/,
    exclude: /(mf-manifest|mf-stats|contributions|remotes|preloads)\.json/,
    threshold: 512,
    minRatio: 1,
  };
  return [
    new CompressionPlugin({ ...common, algorithm: 'gzip', filename: '[path][base].gz' }),
    new CompressionPlugin({
      ...common,
      algorithm: 'brotliCompress',
      filename: '[path][base].br',
      compressionOptions: { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI } },
    }),
  ];
}

/** Copies a folder's files into the output as they are (remotes.json is replaced there on deployment). */
class PublicFilesPlugin {
  constructor(from) {
    this.from = from;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('PublicFiles', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'PublicFiles', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          if (!existsSync(this.from)) return;
          compilation.contextDependencies.add(this.from);
          for (const entry of readdirSync(this.from, { recursive: true })) {
            const file = join(this.from, entry);
            const name = entry.split(sep).join('/');
            if (statSync(file).isDirectory()) continue;
            compilation.emitAsset(name, new sources.RawSource(readFileSync(file)));
          }
        },
      );
    });
  }
}

/** Writes dist/contributions.json from the remote's contributions.ts, checked by the contract. */
class ContributionsPlugin {
  constructor(dir, name) {
    this.dir = dir;
    this.name = name;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('Contributions', (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        { name: 'Contributions', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        async () => {
          compilation.fileDependencies.add(join(this.dir, 'contributions.ts'));
          const module = pathToFileURL(join(__dirname, 'contributions.ts')).href;
          const { readContributions } = await import(module);
          const json = await readContributions(this.dir, this.name);
          compilation.emitAsset('contributions.json', new sources.RawSource(JSON.stringify(json)));
        },
      );
    });
  }
}

/** Refuses what would put a second copy of something shared into a remote. */
class RemoteImportsPlugin {
  apply(compiler) {
    const layers = LAYERS.map(({ name }) => name);
    compiler.hooks.normalModuleFactory.tap('RemoteImports', (factory) => {
      factory.hooks.beforeResolve.tap('RemoteImports', ({ request, contextInfo }) => {
        const hostOnly = HOST_ONLY.find(
          (name) => request === name || request.startsWith(`${name}/`),
        );
        const layer = layers.find(
          (name) => request.startsWith(`${name}/`) && !layers.includes(request),
        );
        if (!hostOnly && !layer) return;
        const from = relative(root, contextInfo.issuer ?? '');
        throw new Error(
          hostOnly
            ? `${from} imports "${request}": a remote takes ${hostOnly} through @boxyard/shared (shared/build/federation.cjs)`
            : `${from} imports "${request}": a remote imports "${layer}" itself, or it would carry a copy of its own`,
        );
      });
    });
  }
}

/** Where the server is that `npm run dev` starts; the host under development is one port further. */
const serverPort = () => Number(process.env.PORT ?? 8080);

/** `npm run dev`: the host's files from memory, reloaded on change; all else from the server. */
const devServer = (dir) => ({
  port: serverPort() + 1,
  hot: false,
  static: { directory: join(dir, 'public') },
  historyApiFallback: true,
  proxy: [{ context: ['/api', '/remotes'], target: `http://localhost:${serverPort()}` }],
});

/** Layers of shared that remotes ask for, and their parts. */
const PART = /[\\/]shared[\\/]src[\\/](?:(ui|kit)[\\/]parts[\\/](\w+)|(?:ui|kit)[\\/](index))\.ts$/;

/**
 * A group of chunks that becomes one file: what comes with these parts of the layers, and with the chunks
 * of these names. They are always asked for together.
 */
function oneFile(name, { parts = [], named = [], priority }) {
  const known = new WeakMap();
  const isOf = (chunk, chunkGraph) => {
    if (named.includes(chunk.name)) return true;
    const found = [];
    for (const { resource = '' } of chunkGraph.getChunkModulesIterable(chunk)) {
      const [, layer, part, index] = PART.exec(resource) ?? [];
      if (layer ?? index) found.push(index ?? `${layer}/${part}`);
    }
    // A whole layer holds them too, and more.
    return found.length > 0 && found.every((one) => parts.includes(one));
  };
  const test = (module, { chunkGraph }) => {
    for (const chunk of chunkGraph.getModuleChunksIterable(module)) {
      if (!known.has(chunk)) known.set(chunk, isOf(chunk, chunkGraph));
      if (known.get(chunk)) return true;
    }
    return false;
  };
  return { name, test, priority, chunks: 'async', enforce: true };
}

/**
 * What sign-in and shell both run, as one file that each is built upon (docs/adr/0060): one download and
 * one instance of each, so that the shell takes over what sign-in has begun. `boot` runs before it and
 * uses none of it.
 */
const BASE = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'i18next',
  'zustand',
  'provided/zodMini',
  ...['context', 'defaults', 'i18nInstance', 'initReactI18next', 'useTranslation'].map(
    (file) => `react-i18next/${file}`,
  ),
  ...['call', 'errors', 'http', 'notices', 'ports'].map((file) => `client/${file}`),
  ...['areas/auth', 'common', 'compared', 'endpoint', 'list'].map((file) => `contract/${file}`),
  ...['access/abilities', 'people/passwords', 'values/dates', 'values/fields', 'values/thai'].map(
    (file) => `domain/${file}`,
  ),
  ...[
    'handOver',
    'i18n',
    'loading',
    'notify',
    'persist',
    'start',
    'storage',
    'stores',
    'token',
  ].map((file) => `runtime/${file}`),
];

/** Where a module of the base lies: a file of shared, a part of a package, or a package. */
function baseModule(name) {
  const [first, ...rest] = name.split('/');
  if (first === 'provided') return join(__dirname, `${name}.mjs`);
  if (['client', 'contract', 'domain', 'runtime'].includes(first)) {
    return join(root, 'shared', 'src', `${name}.ts`);
  }
  if (first === 'react-i18next') return join(dirname(esmEntry(first)), `${rest.join('/')}.js`);
  return name;
}

/** The host's three compilations: base, sign-in (with boot) and shell. One index.html serves them all. */
function hostConfig({ mode = 'production' } = {}) {
  const dir = join(root, 'host');
  /** Asset names of the compilations that finish first. */
  const built = {};
  const remember = {
    apply(compiler) {
      compiler.hooks.afterEmit.tap('EntryFiles', (compilation) => {
        for (const [entry, point] of compilation.entrypoints) built[entry] = point.getFiles();
      });
    },
  };
  const manifest = join(root, '.cache', 'webpack', `base-${mode}.json`);
  const onBase = () => new DllReferencePlugin({ context: root, manifest, name: BASE_NAME });

  const zeroth = base({ dir, id: 'base', mode, folder: 'entry' });
  const first = base({ dir, id: 'signin', mode, folder: 'entry' });
  const second = base({ dir, id: 'host', mode });
  const third = base({ dir, id: 'worker', mode, hashed: false });
  return [
    {
      ...zeroth,
      resolve: {
        ...zeroth.resolve,
        alias: { ...zeroth.resolve.alias, ...providedAliases() },
        modules: ['node_modules', join(dir, 'node_modules'), join(root, 'shared', 'node_modules')],
      },
      entry: { base: BASE.map(baseModule) },
      output: {
        ...zeroth.output,
        publicPath: '/',
        library: { name: BASE_NAME, type: 'var' },
        clean: { keep: (file) => !file.startsWith('entry/') },
      },
      plugins: [
        ...zeroth.plugins,
        new DllPlugin({ context: root, path: manifest, name: BASE_NAME }),
        remember,
        new MilestonesPlugin({ app: 'base', kind: 'base' }),
      ],
    },
    {
      ...first,
      dependencies: ['base'],
      devServer: devServer(dir),
      entry: { boot: './src/boot/boot.ts', signin: './src/signin/main.tsx' },
      output: {
        ...first.output,
        publicPath: '/',
      },
      plugins: [
        ...first.plugins,
        onBase(),
        remember,
        new MilestonesPlugin({ app: 'signin', kind: 'signin' }),
      ],
    },
    {
      ...second,
      dependencies: ['base', 'signin'],
      resolve: {
        ...second.resolve,
        alias: {
          ...second.resolve.alias,
          ...providedAliases(),
          ...(mode === 'production' ? productionRouter : {}),
          [corePlugin]: corePlugin.replace(/cjs$/, 'js'),
        },
      },
      entry: { shell: './src/main.ts' },
      optimization: {
        ...second.optimization,
        splitChunks: {
          cacheGroups: {
            list: oneFile('list', {
              parts: ['ui/base', 'kit/list'],
              named: ['theme'],
              priority: 5,
            }),
            form: oneFile('form', { parts: ['ui/more', 'kit/form'], priority: 4 }),
            tools: oneFile('tools', { named: ['listTools'], priority: 3 }),
            document: oneFile('document', { parts: ['kit/document'], priority: 2 }),
            report: oneFile('report', { parts: ['kit/report'], priority: 1 }),
            // The library and what draws with it come together; nothing else takes from it.
            charts: {
              name: 'charts',
              chunks: (chunk) => chunk.name === 'chartDrawing',
              priority: 0,
              enforce: true,
            },
          },
        },
      },
      output: {
        ...second.output,
        publicPath: '/',
        clean: { keep: (file) => file.startsWith('entry/') || file.startsWith(WORKER) },
      },
      plugins: [
        ...second.plugins,
        onBase(),
        new DayFilesPlugin(),
        new PublicFilesPlugin(join(dir, 'public')),
        new HtmlWebpackPlugin({
          template: join(dir, 'src', 'boot', 'index.html'),
          filename: 'index.html',
          inject: false,
          minify: false,
          cache: false,
          templateParameters: (compilation) => {
            const shell = compilation.entrypoints.get('shell').getFiles();
            const addresses = (...lists) =>
              lists
                .flat()
                .map((file) => `/${file}`)
                .join(' ');
            return {
              // Both entries begin with it; else it would be asked for when boot has come.
              base: addresses(built.base),
              boot: addresses(built.boot.filter((file) => file.endsWith('.js'))),
              styles: addresses(built.boot.filter((file) => file.endsWith('.css'))),
              // Its styles are boot's, which stand before anything is drawn.
              signin: addresses(
                built.base,
                built.signin.filter((file) => file.endsWith('.js')),
              ),
              shell: addresses(built.base, shell),
            };
          },
        }),
        new ModuleFederationPlugin({
          name: 'host',
          dts: false,
          manifest: false,
          shareStrategy: 'loaded-first',
          shared: sharedTable('host'),
          experiments: { provideExternalRuntime: true, optimization: { target: 'web' } },
        }),
        new PreloadsPlugin('host'),
        new MilestonesPlugin({ app: 'host', kind: 'host' }),
      ],
    },
    // Its address stays, and it is above all pages: the browser asks for it anew at each visit.
    {
      ...third,
      dependencies: ['host'],
      target: ['webworker', 'es2022'],
      entry: { worker: './src/worker/worker.ts' },
      output: { ...third.output, publicPath: '/', filename: WORKER },
    },
  ];
}

/**
 * `npm run dev --prefix remote-x`: its files from memory, at an origin of its own. The host listens to what
 * is built (host/src/overrides/devServers.ts) and draws the page anew; nothing of webpack's runs in it.
 */
function remoteDevServer() {
  const port = Number(process.env.PORT ?? 4701);
  return {
    port,
    host: 'localhost',
    hot: false,
    liveReload: false,
    static: false,
    headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-store' },
    // The page that loads it has another origin.
    allowedHosts: 'all',
    client: false,
    webSocketServer: 'ws',
  };
}

/** A remote: one exposed module, `./remote`; everything shared comes from the host. */
function remoteConfig({ dir, mode = 'production' }) {
  const name = basename(dir);
  const id = name.replaceAll('-', '_');
  // Also while it is developed: one document then runs several builds of it, one after another.
  const config = base({ dir, id, mode, hashed: true });
  return {
    ...config,
    entry: {},
    devServer: remoteDevServer(),
    // Without it a browser tells nothing of the errors in scripts of another origin, not even whose.
    output: {
      ...config.output,
      publicPath: 'auto',
      clean: true,
      crossOriginLoading: 'anonymous',
    },
    module: {
      ...config.module,
      rules: [
        ...config.module.rules,
        {
          test: /\.tsx?$/,
          include: join(dir, 'src'),
          enforce: 'pre',
          use: require.resolve('./splitImports.cjs'),
        },
      ],
    },
    // What two pages need is small and is copied into both: a request costs more than it weighs.
    optimization: { ...config.optimization, splitChunks: false },
    plugins: [
      ...config.plugins,
      new RemoteImportsPlugin(),
      new ContributionsPlugin(dir, name),
      new ModuleFederationPlugin({
        name: id,
        filename: 'assets/remoteEntry.[fullhash:10].js',
        exposes: { './remote': { import: './src/remote.ts', name: 'remote' } },
        dts: false,
        manifest: true,
        shareStrategy: 'loaded-first',
        shared: sharedTable('remote'),
        experiments: {
          externalRuntime: true,
          optimization: { target: 'web', disableRemote: true, disableSnapshot: true },
        },
      }),
      new PreloadsPlugin('remote'),
      new MilestonesPlugin({ app: name, kind: 'remote' }),
    ],
  };
}

module.exports = { hostConfig, remoteConfig };
