import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** `npm run e2e`: the journeys against a host that runs already (docs/qa.md). */
const folder = process.env.E2E_REPORT ?? join(import.meta.dirname, '..', 'test-results', 'qa');
const areas = (process.env.E2E_AREAS ?? '').split(',').filter(Boolean);
const tags = areas.map((area) => `@${area}\\b`).join('|');
const only = (process.env.E2E_ONLY ?? '').replace(/[^\p{L}\p{N}\s]/gu, '.');
const { webServer: _servers, globalSetup: _mails, projects: _order, ...settings } = base;

export default defineConfig(settings, {
  testMatch: ['journeys/**/*.spec.ts'],
  // What needs control over the server is listed by run.mjs, not run.
  grepInvert: process.env.E2E_LIST === 'left-out' ? /$^/ : /@needs-/,
  grep: new RegExp(`^(?=[^]*(${tags}))(?=[^]*${only})`, 'i'),
  // Every trace is kept anyway.
  retries: 0,
  workers: Number(process.env.E2E_WORKERS ?? 2),
  outputDir: join(folder, 'traces'),
  globalTeardown: './fixtures/qaCleanUp.ts',
  reporter: [
    ['line'],
    ['html', { outputFolder: join(folder, 'report'), open: 'never' }],
    ['json', { outputFile: join(folder, 'results.json') }],
  ],
  use: { trace: { mode: 'on', screenshots: false, sources: false }, ignoreHTTPSErrors: false },
});
