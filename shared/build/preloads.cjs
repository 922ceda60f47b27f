// Writes `preloads.json`: which files a page needs, as webpack's own chunk graph knows it. The server
// reads it and tells the browser, so that no file waits for another one to name it (docs/adr/0059).
const { filesOf } = require('./milestones.cjs');

/** What `remote.ts` answers with, by the names of its pages: `suppliers: () => import('./x.tsx')`. */
const PAGES = /(?:'([\w-]+)'|\b(\w+)):\s*\(\)\s*=>\s*import\(\s*'([^']+)'\s*\)/g;

const LAYER = /^@boxyard\/shared\/((?:ui|kit)(?:\/parts\/\w+)?)(?:\.ts)?$/;

const groupOf = (compilation, block) => compilation.chunkGraph.getBlockChunkGroup(block);
const modulesOf = (compilation, chunk) => [
  ...compilation.chunkGraph.getChunkModulesIterable(chunk),
];
/** Modules as they were written: webpack may have joined several into one. */
const parts = (module) => [module, ...(module.modules ?? [])];

/** What the chunks of a group import dynamically, by request. */
function importsOf(compilation, group) {
  const found = new Map();
  for (const module of group.chunks.flatMap((chunk) => modulesOf(compilation, chunk))) {
    for (const block of module.blocks) {
      const target = groupOf(compilation, block);
      const request = block.dependencies[0]?.request;
      if (target && request) found.set(request, target);
    }
  }
  return found;
}

/** Which layers of shared, or parts of them, the modules of a group ask for. */
function askedOf(compilation, group) {
  const asked = new Set();
  const parents = group.chunks.flatMap((chunk) => modulesOf(compilation, chunk)).flatMap(parts);
  for (const module of parents) {
    for (const dependency of module.dependencies) {
      const layer = LAYER.exec(dependency.request ?? '')?.[1];
      if (layer !== undefined) asked.add(layer);
    }
  }
  return [...asked];
}

function remote(compilation) {
  const exposed = compilation.namedChunkGroups.get('remote');
  const imports = importsOf(compilation, exposed);
  const list = (group) => [...filesOf(compilation, group)];
  const texts = Object.fromEntries(
    ['en', 'th'].map((locale) => {
      const group = imports.get(`./i18n/${locale}.json`);
      return [locale, group ? list(group) : []];
    }),
  );
  const source = exposed.chunks
    .flatMap((chunk) => modulesOf(compilation, chunk))
    .flatMap(parts)
    .find(({ resource }) => resource?.endsWith('/src/remote.ts'));
  const text = compilation.inputFileSystem.readFileSync(source.resource, 'utf8');
  const start = list(exposed);
  const pages = {};
  for (const [, quoted, plain, request] of text.matchAll(PAGES)) {
    const group = imports.get(request);
    if (!group) continue;
    const files = [...new Set([...start, ...list(group)])];
    pages[quoted ?? plain] = { files, asks: askedOf(compilation, group) };
  }
  return { texts, pages };
}

/** The host's: what each layer that a remote may ask for consists of. */
function host(compilation) {
  const layers = {};
  for (const module of compilation.modules) {
    if (module.type !== 'provide-module') continue;
    const layer = LAYER.exec(module._name)?.[1];
    if (layer === undefined) continue;
    for (const block of module.blocks) {
      const group = groupOf(compilation, block);
      if (group) layers[layer] = [...filesOf(compilation, group)];
    }
  }
  const theme = [...compilation.namedChunkGroups.entries()].find(([name]) => name === 'theme');
  if (theme) layers.theme = [...filesOf(compilation, theme[1])];
  return { layers };
}

const KINDS = { host, remote };

class PreloadsPlugin {
  constructor(kind) {
    this.kind = kind;
  }

  apply(compiler) {
    // What is not hashed for good is not worth naming.
    if (compiler.options.mode !== 'production') return;
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('Preloads', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'Preloads', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const json = JSON.stringify(KINDS[this.kind](compilation));
          compilation.emitAsset('preloads.json', new sources.RawSource(json));
        },
      );
    });
  }
}

module.exports = { PreloadsPlugin };
