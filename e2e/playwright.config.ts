import { chmodSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const root = join(import.meta.dirname, '..');
const port = Number(process.env.E2E_PORT ?? 4310);
// Workers read this file too: the first reading makes the folder, the others inherit its name.
if (process.env.E2E_DATA_DIR === undefined) {
  process.env.E2E_DATA_DIR = mkdtempSync(join(tmpdir(), 'boxyard-e2e-'));
  // Else a root's PostgreSQL, which runs as another user, cannot reach it and settles elsewhere.
  chmodSync(process.env.E2E_DATA_DIR, 0o711);
}
process.env.E2E_MAIL_PORT ??= String(port + 500);
const baseURL = `http://localhost:${port}`;
const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const pinned = join(root, 'node_modules', 'node', 'bin', 'node');

export default defineConfig({
  testDir: '.',
  testMatch: [
    'shell/**/*.spec.ts',
    'journeys/**/*.spec.ts',
    'a11y/**/*.spec.ts',
    'perf/**/*.spec.ts',
  ],
  outputDir: join(root, 'test-results', 'e2e'),
  // Two cores serve the database, the server and the browser alike.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // One server and one database for all: files run one after another, in one worker.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  globalSetup: './fixtures/globalSetup.ts',
  globalTeardown: './fixtures/globalTeardown.ts',
  reporter: [
    ['line'],
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
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Asia/Bangkok',
    viewport: { width: 1440, height: 900 },
    // Snapshots show a failure as well as pictures of every frame, which the two cores would draw.
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    // Nobody watches: only the specs about movement let the pages move.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: chromium,
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    },
  },
  webServer: {
    command: `"${existsSync(pinned) ? pinned : process.execPath}" api/src/main.ts`,
    cwd: root,
    url: `${baseURL}/readyz`,
    timeout: 300_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(port),
      DATA_DIR: process.env.E2E_DATA_DIR,
      // Empty but for the journeys that release a remote (fixtures/releases.ts).
      REMOTES_DIR: join(process.env.E2E_DATA_DIR, 'remotes'),
      LOG_LEVEL: 'warn',
      DEMO_PASSWORD: 'Boxyard-e2e-2026',
      // Received by fixtures/mail.ts.
      SMTP_URL: `smtp://127.0.0.1:${process.env.E2E_MAIL_PORT}`,
    },
  },
});
