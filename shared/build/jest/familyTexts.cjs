// Bundles of texts as the builds make them, for tests that import one.
const { createHash } = require('node:crypto');
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
// biome-ignore lint/correctness/useImportExtensions: it takes the declarations for the module
const { FOLDER, bundleOf } = require('../familyTexts.cjs');

const families = createHash('sha256');
for (const name of readdirSync(FOLDER).sort()) families.update(readFileSync(join(FOLDER, name)));
for (const name of ['texts.en.json', 'texts.th.json'])
  families.update(readFileSync(join(FOLDER, '..', '..', 'activity', name)));
families.update(readFileSync(join(__dirname, '..', 'familyTexts.cjs')));
const version = families.digest('hex');

module.exports = {
  process: (source, file) => ({ code: JSON.stringify(bundleOf(source, file)) }),
  getCacheKey: (source, file) =>
    createHash('sha256').update(version).update(file).update(source).digest('hex'),
};
