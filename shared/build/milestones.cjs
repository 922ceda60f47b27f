// Which files a visitor loads until a given moment ("milestone"), read from webpack's own chunk graph
// and written to .cache/sizes/<app>.json. `shared/build/cli/sizes.mjs` weighs them against budgets.json.
// Beside it, in <app>.shared.json: which files hold which modules of what is shared (federation.cjs).
const { mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { CORE, HOST_ONLY, LAYERS } = require('./federation.cjs');
const { partName } = require('./splitImports.cjs');

/** Beside the app, which may be a copy in a workspace of its own. */
const outOf = (compiler) => join(compiler.context, '..', '.cache', 'sizes');

/** Files of a chunk group and of everything its modules take from the share scope. */
function filesOf(compilation, group, seen = new Set()) {
  const files = new Set();
  if (!group || seen.has(group)) return files;
  seen.add(group);
  for (const chunk of group.chunks) {
    for (const file of chunk.files) if (/\.(js|css)$/.test(file)) files.add(file);
    for (const module of compilation.chunkGraph.getChunkModulesIterable(chunk)) {
      if (module.type !== 'consume-shared-module') continue;
      for (const block of module.blocks) {
        const needed = compilation.chunkGraph.getBlockChunkGroup(block);
        for (const file of filesOf(compilation, needed, seen)) files.add(file);
      }
    }
  }
  return files;
}

/** Files of every group reachable by dynamic imports. */
function reachable(compilation, group, seen = new Set()) {
  const files = new Set();
  if (!group || seen.has(group)) return files;
  seen.add(group);
  for (const file of filesOf(compilation, group)) files.add(file);
  for (const child of group.childrenIterable) {
    for (const file of reachable(compilation, child, seen)) files.add(file);
  }
  return files;
}

/** Files that hold parts of the kit for everybody (shared/build/webpack.cjs). */
const KIT_FILES = new Set(['list', 'form', 'tools', 'document', 'report']);

/** Groups whose chunks hold modules of a path, and none of the app's own. */
function groupsWith(compilation, path) {
  const holds = (chunk) =>
    [...compilation.chunkGraph.getChunkModulesIterable(chunk)].flatMap((module) =>
      (module.modules ?? [module]).map((part) => part.resource ?? ''),
    );
  const isSo = (group) => {
    // What every page begins with says nothing of this one.
    const own = group.chunks.filter(({ name }) => !KIT_FILES.has(name));
    const resources = own.flatMap(holds);
    return (
      resources.some((one) => path.test(one)) && !resources.some((one) => /\/host\/src\//.test(one))
    );
  };
  return new Set(compilation.chunkGroups.filter(isSo));
}

const union = (...sets) => new Set(sets.flatMap((set) => [...set]));
const minus = (set, other) => new Set([...set].filter((file) => !other.has(file)));

/** Files of the chunks that hold a package. */
function filesWith(compilation, name) {
  const files = new Set();
  for (const chunk of compilation.chunks) {
    // Several modules may have been joined into one.
    const modules = [...compilation.chunkGraph.getChunkModulesIterable(chunk)].flatMap(
      (module) => module.modules ?? [module],
    );
    const holds = modules.some((module) => module.identifier().includes(`/node_modules/${name}/`));
    if (holds) for (const file of chunk.files) files.add(file);
  }
  return files;
}

/** Everything that may exist once only, as packages and as layers of shared. */
const ONCE = new Set([...CORE, ...LAYERS].map(({ name }) => name).concat(HOST_ONLY));

/** Which of them a module belongs to; its path stands in its identifier, behind loaders. */
function onceNameOf(identifier) {
  const path = identifier.split('!').at(-1);
  const own = /\/shared\/src\/(\w+)\//.exec(path)?.[1];
  if (own) return `@boxyard/shared/${own}`;
  return /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}

/** Modules of what may exist once, by the file that holds them: `{ file: { package: [module] } }`. */
function sharedModules(compilation) {
  const files = {};
  const add = (file, identifier) => {
    const name = onceNameOf(identifier);
    if (!ONCE.has(name)) return;
    files[file] ??= {};
    files[file][name] ??= [];
    files[file][name].push(identifier.split('/node_modules/').at(-1));
  };
  for (const chunk of compilation.chunks) {
    const script = [...chunk.files].find((file) => file.endsWith('.js'));
    if (script === undefined) continue;
    for (const module of compilation.chunkGraph.getChunkModulesIterable(chunk)) {
      // Several modules may have been joined into one.
      for (const part of module.modules ?? [module]) {
        if (part.resource) add(script, part.resource);
      }
    }
  }
  return files;
}

/** What the modules of a chunk group import dynamically. */
function dynamicImports(compilation, group) {
  const found = [];
  for (const chunk of group.chunks) {
    for (const module of compilation.chunkGraph.getChunkModulesIterable(chunk)) {
      for (const block of module.blocks) {
        const target = compilation.chunkGraph.getBlockChunkGroup(block);
        const request = block.dependencies[0]?.request;
        if (target && request) found.push({ request, group: target });
      }
    }
  }
  return found;
}

/** Chunk group that holds what the host provides under a share name. */
function providedGroup(compilation, shareName) {
  for (const module of compilation.modules) {
    if (module.type !== 'provide-module' || module._name !== shareName) continue;
    for (const block of module.blocks) return compilation.chunkGraph.getBlockChunkGroup(block);
  }
  return undefined;
}

const kinds = {
  /** What sign-in and shell both begin with. */
  base(compilation) {
    return { base: filesOf(compilation, compilation.entrypoints.get('base')) };
  },

  /** The sign-in entry and boot.js. */
  signin(compilation) {
    const files = [...compilation.entrypoints.values()].map((entry) => filesOf(compilation, entry));
    return { signin: union(...files) };
  },

  /**
   * `shell`: the entry, and the chunks named `shell-*` that it loads before the menu can be used.
   * `kit list` …: what a page of that kind needs of antd, ui and kit, each beyond the ones before it; `kit
   * tools`: what stands around a list's rows and comes after them. `kit`: all of them. `charts`: the chart
   * library, for pages with charts. `all`: the shell with everything else that it loads on demand.
   * `kitParts`: what the kit's pages load on demand (comments, imports, labels, camera), which the shell
   * itself never does.
   */
  host(compilation) {
    const entry = compilation.entrypoints.get('shell');
    const named = [...compilation.namedChunkGroups]
      .filter(([name]) => name.startsWith('shell-'))
      .map(([, group]) => filesOf(compilation, group));
    const shell = union(filesOf(compilation, entry), ...named);
    const shared = (...names) =>
      union(...names.map((name) => filesOf(compilation, providedGroup(compilation, name))));
    const theme = filesOf(compilation, compilation.namedChunkGroups.get('theme'));
    const kinds = {
      'kit list': union(theme, shared(partName('ui', 'base'), partName('kit', 'list'))),
      'kit form': shared(partName('ui', 'more'), partName('kit', 'form')),
      'kit tools': filesOf(compilation, compilation.namedChunkGroups.get('listTools')),
      'kit document': shared(partName('kit', 'document')),
      'kit report': shared(partName('kit', 'report')),
    };
    let before = shell;
    for (const [kind, files] of Object.entries(kinds)) {
      kinds[kind] = minus(files, before);
      before = union(before, files);
    }
    const kit = union(...Object.values(kinds));
    const charts = filesWith(compilation, 'recharts');
    const own = (files) => minus(minus(files, kit), charts);
    const all = own(
      reachable(compilation, entry, groupsWith(compilation, /shared\/src\/(ui|kit)\//)),
    );
    const kitParts = minus(own(reachable(compilation, entry)), all);
    return { shell, ...kinds, kit, all, kitParts, charts };
  },

  /** `entry`: what registration costs. `page <file>`: that page as the first, beyond what the host has. */
  remote(compilation) {
    const entry = union(
      ...[...compilation.entrypoints.values()].map((e) => filesOf(compilation, e)),
    );
    const exposed = compilation.namedChunkGroups.get('remote');
    if (!exposed) throw new Error('a remote exposes ./remote (shared/build/webpack.cjs)');
    const imports = dynamicImports(compilation, exposed);
    const texts = imports.find(({ request }) => request.endsWith('i18n/th.json'));
    const start = union(
      entry,
      filesOf(compilation, exposed),
      texts ? filesOf(compilation, texts.group) : new Set(),
    );
    const milestones = { entry, 'no page': start };
    for (const { request, group } of imports) {
      if (!/\.tsx?$/.test(request)) continue;
      const name = request.replace(/^.*\//, '').replace(/\.tsx?$/, '');
      milestones[`page ${name}`] = union(start, filesOf(compilation, group));
    }
    return milestones;
  },
};

/** Records the milestones of one compilation. */
class MilestonesPlugin {
  constructor({ app, kind }) {
    this.app = app;
    this.kind = kind;
  }

  apply(compiler) {
    // Only what is shipped is weighed.
    if (compiler.options.mode !== 'production') return;
    const out = outOf(compiler);
    compiler.hooks.afterEmit.tap('Milestones', (compilation) => {
      if (compilation.errors.length > 0) return;
      const sets = kinds[this.kind](compilation);
      const json = Object.fromEntries(Object.entries(sets).map(([key, set]) => [key, [...set]]));
      mkdirSync(out, { recursive: true });
      const write = (name, value) =>
        writeFileSync(join(out, `${name}.json`), JSON.stringify(value, null, 1));
      write(this.app, json);
      write(`${this.app}.shared`, sharedModules(compilation));
    });
  }
}

module.exports = { MilestonesPlugin, filesOf };
