// `npm run e2e -- --base-url https://… --accounts FILE [--area a,b] [--only WORDS] [--workers N]
// [--report FOLDER]`:
// the journeys against a host that runs already (docs/qa.md).
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AREAS } from '../shared/build/cli/areas.mjs';
import { chromium } from '../shared/build/cli/chromium.mjs';
import { playwrightFailures, readJson, specsIn } from '../shared/build/cli/failures.mjs';
import { bin, childEnv, install, pinnedNode, root, run } from '../shared/build/cli/run.mjs';

const USE =
  'npm run e2e -- --base-url https://… --accounts FILE [--area warehouse,purchasing] [--only WORDS] [--workers N] [--report FOLDER]';
const NAMES = AREAS.map(({ name }) => name);
const REASONS = {
  '@needs-mail': 'reads mail that the server sends',
  '@needs-releases': 'releases a remote',
  '@needs-database': 'puts rows into the server’s database',
  '@needs-clock': 'moves the server’s clock',
  '@needs-alone': 'changes what everybody on the host sees, and does not put it back',
};

function settings() {
  const { values } = parseArgs({
    options: {
      'base-url': { type: 'string' },
      accounts: { type: 'string' },
      area: { type: 'string', default: '' },
      only: { type: 'string', default: '' },
      workers: { type: 'string', default: '2' },
      report: { type: 'string', default: join(root, 'test-results', 'qa') },
    },
  });
  const { 'base-url': baseUrl, accounts, area, only, workers, report } = values;
  if (!baseUrl || !accounts) throw new Error(`Usage: ${USE}`);
  if (!URL.canParse(baseUrl)) throw new Error(`${baseUrl} is no address`);
  if (!existsSync(accounts)) throw new Error(`There is no file ${accounts}`);
  JSON.parse(readFileSync(accounts, 'utf8'));
  const areas = area.split(',').filter(Boolean);
  const unknown = areas.find((one) => !NAMES.includes(one));
  if (unknown) throw new Error(`There is no area "${unknown}"; there are ${NAMES.join(', ')}`);
  if (!(Number(workers) >= 1)) throw new Error('--workers is a number from 1');
  return {
    baseUrl: baseUrl.replace(/\/$/, ''),
    accounts: resolve(accounts),
    areas,
    only,
    workers,
    report: resolve(report),
  };
}

/** Pages and titles of the remotes, which journeys go by; a build wrote them, or they are read now. */
async function writeContributions(folder) {
  const { readContributions } = await import('../shared/build/contributions.ts');
  const { webApps } = await import('../shared/build/cli/run.mjs');
  mkdirSync(folder, { recursive: true });
  for (const name of webApps().filter((app) => app !== 'host')) {
    const found = await readContributions(join(root, name), name);
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(found));
  }
}

const playwright = (args, options) =>
  run(
    pinnedNode(),
    [bin('@playwright/test', 'playwright'), 'test', '-c', 'e2e/qa.config.ts', ...args],
    options,
  );

/** Names of the journeys that need control over the server, with the reason. */
async function leftOut(env) {
  const { output } = await playwright(['--list', '--reporter=json'], {
    env: { ...env, E2E_LIST: 'left-out', E2E_ONLY: '', TEST_FULL: '1' },
    capture: true,
  });
  const { suites } = JSON.parse(output.slice(output.indexOf('{')));
  return suites.flatMap(specsIn).flatMap(({ title, tags }) => {
    const need = tags.map((tag) => `@${tag.replace(/^@/, '')}`).find((tag) => tag in REASONS);
    return need ? [`${title}: ${REASONS[need]}`] : [];
  });
}

async function main() {
  const { baseUrl, accounts, areas, only, workers, report } = settings();
  await install();
  const folder = report;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Short, since it stands in codes of 20 characters.
  const runId = Math.floor(Date.now() / 1000)
    .toString(36)
    .toUpperCase();
  const files = { made: join(folder, 'made.jsonl'), remaining: join(folder, 'remaining.json') };
  const contributions = join(root, '.cache', 'e2e', `contributions-${runId}`);
  await writeContributions(contributions);
  const env = childEnv({
    FORCE_COLOR: '0',
    CHROMIUM_PATH: await chromium(),
    E2E_BASE_URL: baseUrl,
    E2E_ACCOUNTS: accounts,
    E2E_AREAS: areas.join(','),
    E2E_ONLY: only,
    E2E_DATA_DIR: folder,
    E2E_WORKERS: workers,
    E2E_REPORT: folder,
    E2E_RUN: runId,
    E2E_MADE: files.made,
    E2E_REMAINING: files.remaining,
    E2E_CONTRIBUTIONS: contributions,
    // Every language counts here; nobody waits for it as for `npm test`.
    TEST_FULL: process.env.TEST_FULL ?? '1',
  });
  console.log(`Run ${runId} against ${baseUrl}`);
  const { code } = await playwright([], { env });
  const without = await leftOut(env);
  rmSync(contributions, { recursive: true, force: true });

  const results = readJson(join(folder, 'results.json'));
  for (const failure of results ? playwrightFailures(results) : []) console.log(`\n✗ ${failure}`);
  console.log(`\nLeft out, since they need control over the server (${without.length}):`);
  for (const sentence of without) console.log(`  ${sentence}`);
  console.log('  e2e/shell, e2e/a11y and e2e/perf: rules of the shell, which `npm test` runs');
  const remaining = readJson(files.remaining) ?? [];
  console.log(`\nRemains on the host, marked QA ${runId} (${remaining.length}):`);
  for (const { path, name } of remaining) console.log(`  ${path} ${name}`);
  console.log(`\nReport: ${join(folder, 'report', 'index.html')}`);
  const { expected = 0, unexpected = 1, flaky = 0 } = results?.stats ?? {};
  process.exitCode = code;
  console.log(`${expected} passed, ${unexpected + flaky} failed, ${without.length} left out`);
}

try {
  await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
