// The sources of the remotes, for a test that runs in jsdom and is typed as browser code.
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
// biome-ignore lint/correctness/useImportExtensions: it takes the declarations for the module
const { readBundle } = require('../familyTexts.cjs');

const root = join(__dirname, '..', '..', '..');

exports.remotes = readdirSync(root).filter((name) => name.startsWith('remote-'));

exports.bundle = (remote, locale) =>
  readBundle(join(root, remote, 'src', 'i18n', `${locale}.json`));

exports.definingModules = (remote) =>
  readdirSync(join(root, remote, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => join(root, remote, 'src', file))
    .filter((file) => readFileSync(file, 'utf8').includes('defineResource('));

/** What a remote's code exposes. */
exports.moduleOf = (remote) => require(join(root, remote, 'src', 'remote.ts')).remote;

/** What a remote contributes, as its build writes it. */
exports.contributionsOf = (remote) =>
  require('../contributions.ts').readContributions(join(root, remote), remote);
