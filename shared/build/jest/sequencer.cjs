// The order of suites: the longest first, since two workers share them and the last one ends alone. It
// follows from the commit alone, so that a suite that something leaks into fails on every machine or on
// none. `TEST_ORDER=<any word>` takes another order; `npm run test:full` chooses one and prints it, which
// is how leaks between suites of one process are found (docs/adr/0093).
const { createHash } = require('node:crypto');
const { statSync } = require('node:fs');
const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites that take far longer than their length says. */
const LONG = [
  'purchasing.property',
  'api/src/plans',
  'purchasing/plans',
  'hostileFiles',
  'process',
];

const order = process.env.TEST_ORDER;

/** A number by which files are sorted, the highest first. */
function rank({ path, context }) {
  const file = relative(context.config.rootDir, path).replaceAll('\\', '/');
  if (order !== undefined)
    return createHash('sha256').update(order).update(file).digest().readUInt32BE(0);
  const long = LONG.findIndex((part) => file.includes(`${part}.test.`));
  return long === -1 ? statSync(path).size : Number.MAX_SAFE_INTEGER - long;
}

module.exports = class ByCommit extends Sequencer {
  sort(tests) {
    return tests
      .map((test) => ({ test, by: rank(test) }))
      .sort((one, other) => other.by - one.by || (one.test.path < other.test.path ? -1 : 1))
      .map(({ test }) => test);
  }
};
