// Words that server and browser both say stand in one place, shared/src/domain/texts/families (docs/adr/0087).
// A bundle of the browser names them: `"choice": "=repairs.choice"` takes all below that path in
// `repairs.<language>.json`. Everything that reads a bundle reads it through here.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const DOMAIN = join(__dirname, '..', 'src', 'domain');
const FOLDER = join(DOMAIN, 'texts', 'families');
/** What the activity log says: the words of every family's actions. */
const LOG = 'activity';
const fileOf = (name, locale) =>
  name === LOG ? join(DOMAIN, LOG, `texts.${locale}.json`) : join(FOLDER, `${name}.${locale}.json`);
const REFERENCE = /^=(\w+)((?:\.[\w-]+)+)$/;
const BUNDLE = /[/\\](?:kit\.)?(en|th)\.json$/;

/** The bundle with the words that it names; `onFile` hears of every file that was read. */
function withFamilyTexts(texts, locale, onFile = () => undefined) {
  const files = new Map();
  const familyOf = (name) => {
    const file = fileOf(name, locale);
    if (!files.has(file)) {
      files.set(file, JSON.parse(readFileSync(file, 'utf8')));
      onFile(file);
    }
    return files.get(file);
  };
  const resolved = (value) => {
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, resolved(inner)]),
      );
    const [, family, path = ''] = REFERENCE.exec(value) ?? [];
    if (family === undefined) return value;
    const found = path
      .slice(1)
      .split('.')
      .reduce((at, key) => at?.[key], familyOf(family));
    if (found === undefined) throw new Error(`there are no texts "${value}" in ${locale}`);
    return found;
  };
  return resolved(texts);
}

/** A bundle's file as the browser gets it. */
function readBundle(file) {
  return bundleOf(readFileSync(file, 'utf8'), file);
}

function bundleOf(source, file, onFile) {
  const locale = BUNDLE.exec(file)?.[1];
  const texts = JSON.parse(source);
  return locale === undefined ? texts : withFamilyTexts(texts, locale, onFile);
}

/** As a loader of webpack. */
module.exports = function familyTexts(source) {
  return JSON.stringify(bundleOf(source, this.resourcePath, (file) => this.addDependency(file)));
};
module.exports.bundleOf = bundleOf;
module.exports.readBundle = readBundle;
module.exports.FOLDER = FOLDER;
