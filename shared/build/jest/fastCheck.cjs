// What tests import as `fast-check`. Properties are held against the same made-up values in every run:
// one that is false for one in many thousands is found by the long run, which draws others, and not by
// the next person, who changed something else.
const { dirname, join } = require('node:path');

// Its own file: the name would lead here again.
const real = dirname(require.resolve('fast-check/package.json'));
const fc = require(join(real, 'lib', 'cjs', 'fast-check.js'));

if (process.env.TEST_FULL !== '1') fc.configureGlobal({ seed: 20_261_121 });

module.exports = fc;
