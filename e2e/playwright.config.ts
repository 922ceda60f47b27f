import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { makeQuickDir } from '../api/src/testing/quickDir.ts';
import { BASE_URL, FIRST_PORT } from './fixtures/places.ts';

const root = join(import.meta.dirname, '..');
/** Each worker has a server and a database of its own: what one changes, no other sees. */
const workers = Number(process.env.E2E_WORKERS ?? 2);
// Workers read this file too: the first reading makes the folder, the others inherit its name.
if (process.env.E2E_DATA_DIR === undefined) {
  process.env.E2E_DATA_DIR = makeQuickDir('boxyard-e2e-').dir;
  // Else a root's PostgreSQL, which runs as another user, cannot reach it and settles elsewhere.
  chmodSync(process.env.E2E_DATA_DIR, 0o711);
}
process.env.E2E_MAIL_PORT ??= String(FIRST_PORT + 500);
const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const pinned = join(root, 'node_modules', 'node', 'bin', 'node');
const node = existsSync(pinned) ? pinned : process.execPath;

/**
 * What begins first: whatever `npm run test:changed` names, else the longest specs of the long list of
 * short ones, since the worker that meets one of them last would keep the other waiting.
 */
const { first } = JSON.parse(readFileSync(join(import.meta.dirname, 'budgets.json'), 'utf8')) as {
  readonly first: readonly string[];
};
const named = (process.env.E2E_FIRST ?? '')
  .split(',')
  .filter(Boolean)
  .map((spec) => spec.replace(/^e2e\//, ''));
const early = (named.length > 0 ? named : first).map((spec) => `**/${spec}`);
const specs = ['shell', 'journeys', 'a11y', 'perf'].map((folder) => `${folder}/**/*.spec.ts`);

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'first', testMatch: early },
    { name: 'then', testMatch: specs, testIgnore: early },
  ],
  outputDir: join(root, 'test-results', 'e2e'),
  // Two cores serve the databases, the servers and the browsers alike, and others may share them. Limits
  // end what hangs; none is a measure of speed. Each step of a test ends by itself long before the test.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  // The tests of a file run one after another, in one worker.
  workers,
  fullyParallel: false,
  forbidOnly: true,
  // No trace is kept while all is well. What fails is run once more with one, which explains it and
  // excuses nothing: it stays failed.
  retries: 1,
  failOnFlakyTests: true,
  globalSetup: './fixtures/globalSetup.ts',
  globalTeardown: './fixtures/globalTeardown.ts',
  reporter: [
    ['line'],
    ['./fixtures/budgetReporter.ts'],
    [
      'json',
      {
        outputFile:
          process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ??
          join(root, '.cache', 'tests', 'playwright.json'),
      },
    ],
  ],
  use: {
    baseURL: BASE_URL,
    locale: 'en-GB',
    timezoneId: 'Asia/Bangkok',
    viewport: { width: 1440, height: 900 },
    // A press that finds nothing to press names its step, instead of ending the whole test in silence.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    // Snapshots show a failure as well as pictures of every frame, which the two cores would draw.
    trace: { mode: 'on-first-retry', screenshots: false, sources: false },
    // Nobody watches: only the specs about movement let the pages move.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: chromium,
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    },
  },
  webServer: {
    // One more in the long run: the host that `npm run e2e` is tried against (shell/qa.spec.ts).
    command: `"${node}" api/src/testing/serveDemo.ts "${process.env.E2E_DATA_DIR}" ${FIRST_PORT} ${workers + (process.env.TEST_FULL ? 1 : 0)}`,
    cwd: root,
    // Said when the last of the servers is ready: the first port also answers while it is filled.
    wait: { stdout: /^ready$/m },
    timeout: 1_200_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      LOG_LEVEL: 'warn',
      DEMO_PASSWORD: 'Boxyard-e2e-2026',
      // Received by fixtures/mail.ts.
      SMTP_URL: `smtp://127.0.0.1:${process.env.E2E_MAIL_PORT}`,
    },
  },
});
