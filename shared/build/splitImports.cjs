// A remote imports from "@boxyard/shared/ui" and "/kit" and need not know their parts. Its build asks the
// host for those parts only that hold what it names (docs/adr/0060): a list comes without forms.
const { readFileSync, statSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..', '..');

/** Parts by layer, each of which the host shares on its own. */
const PARTS = { ui: ['base', 'more'], kit: ['list', 'form', 'document', 'report'] };

const partName = (layer, part) => `@boxyard/shared/${layer}/parts/${part}.ts`;
const ALL_PARTS = Object.entries(PARTS).flatMap(([layer, parts]) =>
  parts.map((part) => partName(layer, part)),
);

/** Names that a file exports, its `export *` followed. */
function exportsOf(file, seen = new Set()) {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const names = [];
  for (const [, list] of text.matchAll(/^export \{([^}]*)\}/gm)) {
    for (const one of list.split(',').map((each) => each.trim())) {
      if (one === '' || one.startsWith('type ')) continue;
      names.push(one.split(/\s+as\s+/).at(-1));
    }
  }
  for (const [, name] of text.matchAll(/^export (?:async )?(?:const|function|class|let) (\w+)/gm)) {
    names.push(name);
  }
  for (const [, from] of text.matchAll(/^export \* from '([^']+)'/gm)) {
    names.push(...exportsOf(join(file, '..', from), seen));
  }
  return names;
}

let known;

const stampOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

/** The parts of all names, and the files that say so; read anew once one of these has changed. */
function parts() {
  if (known !== undefined && [...known.stamps].every(([file, at]) => stampOf(file) === at)) {
    return known;
  }
  const files = new Set();
  const byName = new Map(
    Object.entries(PARTS).flatMap(([layer, names]) =>
      names.flatMap((part) => {
        const file = join(root, 'shared', 'src', layer, 'parts', `${part}.ts`);
        return exportsOf(file, files).map((exported) => [`${layer}:${exported}`, part]);
      }),
    ),
  );
  known = { byName, stamps: new Map([...files].map((file) => [file, stampOf(file)])) };
  return known;
}

/** Which part holds a name of a layer. */
const partOf = (layer, name) => parts().byName.get(`${layer}:${name}`);

const IMPORT = /^import \{([^}]*)\} from '@boxyard\/shared\/(ui|kit)';/gm;

/** The same imports by parts; every line stays where it was. */
function splitImports(source) {
  return source.replace(IMPORT, (whole, list, layer) => {
    const byPart = new Map();
    for (const one of list.split(',').map((each) => each.trim())) {
      // Types leave nothing behind.
      if (one === '' || one.startsWith('type ')) continue;
      const part = partOf(layer, one.split(/\s+as\s+/)[0]);
      if (part === undefined) return whole;
      byPart.set(part, [...(byPart.get(part) ?? []), one]);
    }
    const lines = [...byPart].map(
      ([part, names]) => `import { ${names.join(', ')} } from '${partName(layer, part)}';`,
    );
    return lines.join(' ') + '\n'.repeat(whole.split('\n').length - 1);
  });
}

/**
 * As a loader of webpack. What it writes follows from the parts as well: a module that names them is
 * written anew once they have changed, or a cached build would ask for a part that is not needed.
 */
module.exports = function splitImportsLoader(source) {
  for (const file of parts().stamps.keys()) this.addDependency(file);
  return splitImports(source);
};
Object.assign(module.exports, { ALL_PARTS, PARTS, partName, partOf, splitImports });
