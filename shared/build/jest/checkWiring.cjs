// Before the first test: one wrong path would fail every test that draws a page, and none says which.
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');

const CHECK = join(__dirname, '..', 'cli', 'wiring.mjs');

module.exports = function checkWiring() {
  // The other project's setup, or `npm test` itself, may have looked already.
  if (process.env.BOXYARD_WIRING === 'checked') return;
  const { status, stderr } = spawnSync(process.execPath, [CHECK], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`No test is run, since the parts do not fit:\n${stderr}`);
  process.env.BOXYARD_WIRING = 'checked';
};
