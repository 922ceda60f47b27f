// The kit's texts in two parts (docs/adr/0060): `?first` is what a list says until its rows stand, `?remaining`
// all that stands around, in forms and on documents. Which is which: shared/src/kit/i18n/firstTable.json, where
// `!` takes a part of what is named before it out of the first one again.
const { join } = require('node:path');
// biome-ignore lint/correctness/useImportExtensions: it takes the declarations for the module
const { bundleOf } = require('./familyTexts.cjs');

const FIRST = join(__dirname, '..', 'src', 'kit', 'i18n', 'firstTable.json');

/** Moves the texts at a path (`document.draft`) from one bundle to another. */
function move(from, to, path) {
  const [key, ...rest] = path.split('.');
  if (!(key in from)) throw new Error(`${FIRST}: there are no texts "${path}"`);
  if (rest.length === 0) {
    to[key] = from[key];
    delete from[key];
    return;
  }
  to[key] ??= {};
  move(from[key], to[key], rest.join('.'));
}

/** Both parts of a bundle. */
function partsOf(texts, firstPaths) {
  const remaining = structuredClone(texts);
  const first = {};
  for (const path of firstPaths) {
    if (path.startsWith('!')) move(first, remaining, path.slice(1));
    else move(remaining, first, path);
  }
  return { first, remaining };
}

/** As a loader of webpack. */
module.exports = function kitTexts(source) {
  this.addDependency(FIRST);
  const firstPaths = JSON.parse(this.fs.readFileSync(FIRST, 'utf8'));
  const texts = bundleOf(source, this.resourcePath, (file) => this.addDependency(file));
  return JSON.stringify(partsOf(texts, firstPaths)[this.resourceQuery.slice(1)]);
};
module.exports.partsOf = partsOf;
