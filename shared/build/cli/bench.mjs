// `npm run bench -- [ledger] [documents] [growth] [lists] [ingest] [containers] [ageing] [jobs] [reports] [activity] [servers] [sizes] [build] [start] [pages]`: prints the
// figures of docs that depend on the machine; without a name, all of them. Nothing is kept. `BENCH_SECONDS`, `BENCH_ROWS` and
// `BENCH_RATE` make the measurements of the server longer, larger and harder.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build as buildChanged } from './build.mjs';
import { chromium } from './chromium.mjs';
import { bin, childEnv, install, pinnedNode, root, run } from './run.mjs';

const node = (...args) => run(pinnedNode(), args);
const seconds = (since) => ((Date.now() - since) / 1000).toFixed(1);

async function build() {
  const started = Date.now();
  const { code, output } = await run(pinnedNode(), ['shared/build/cli/build.mjs', '--force'], {
    capture: true,
  });
  if (code !== 0) throw new Error(output);
  console.log(`build: all apps in ${seconds(started)} s (goal 120 s on 2 cores)`);
}

/** Seconds from a bare clone to the sign-in page, and of every later start (docs/quality.md). */
const START_BUDGET = { first: 90, later: 10 };

/** `npm start` in a clone until the sign-in page is served; its phases as it prints them. */
async function startIn(clone) {
  const started = Date.now();
  const { DATABASE_URL: _external, ...inherited } = process.env;
  const child = spawn(process.execPath, ['shared/build/cli/start.mjs'], {
    cwd: clone,
    env: { ...inherited, DATA_DIR: join(clone, '.data'), PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => child.once('exit', done));
  const address = await new Promise((found, failed) => {
    let text = '';
    child.stdout.on('data', (data) => {
      for (const line of String(data).split('\n')) {
        if (/^(\d\/\d|Data|Built)/.test(line)) console.log(`   ${seconds(started)} s  ${line}`);
      }
      text += data;
      const match = /http:\/\/localhost:\d+/.exec(text);
      if (match) found(match[0]);
    });
    child.once('exit', () => failed(new Error('it did not start')));
  });
  const { status } = await fetch(address);
  const took = Number(seconds(started));
  child.kill('SIGTERM');
  await ended;
  if (status !== 200) throw new Error(`the first page answered ${status}`);
  return took;
}

/** A bare clone of what is committed, started twice. */
async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'boxyard-bench-start-'));
  // Else a root's PostgreSQL, which runs as another user, cannot reach it.
  chmodSync(folder, 0o711);
  const clone = join(folder, 'clone');
  let code = 0;
  try {
    const cloned = await run('git', ['clone', '--quiet', root, clone], { capture: true });
    if (cloned.code !== 0) throw new Error(cloned.output);
    for (const [which, budget] of Object.entries(START_BUDGET)) {
      const took = await startIn(clone);
      if (took > budget) code = 1;
      const verdict = took > budget ? 'TOO LONG' : 'within';
      console.log(
        `start: ${took} s the ${which} time, ${verdict}: goal ${budget} s on 2 quiet cores`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { code };
}

/** What a browser measures in the pages themselves. */
async function pages() {
  await buildChanged();
  const playwright = bin('@playwright/test', 'playwright');
  // What is timed runs alone.
  const env = childEnv({ CHROMIUM_PATH: await chromium(), E2E_WORKERS: '1' });
  return run(pinnedNode(), [playwright, 'test', '-c', 'e2e/perf.config.ts'], { env });
}

const figures = {
  sizes: () => node('shared/build/cli/sizes.mjs'),
  ledger: () => node('api/src/bench/ledger.ts'),
  documents: () => node('api/src/bench/documents.ts'),
  growth: () => node('api/src/bench/growth.ts'),
  lists: () => node('api/src/bench/lists.ts'),
  ingest: () => node('api/src/bench/ingest.ts'),
  containers: () => node('api/src/bench/containers.ts'),
  ageing: () => node('api/src/bench/ageing.ts'),
  jobs: () => node('api/src/bench/jobs.ts'),
  reports: () => node('api/src/bench/reports.ts'),
  activity: () => node('api/src/bench/activity.ts'),
  servers: () => node('api/src/bench/servers.ts'),
  start,
  build,
  pages,
};

await install();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in figures));
if (unknown.length > 0) {
  console.error(
    `No such figure: ${unknown.join(', ')}. There are ${Object.keys(figures).join(', ')}.`,
  );
  process.exit(1);
}
for (const [name, figure] of Object.entries(figures)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const result = await figure();
  if (result?.code) process.exitCode = 1;
}
