import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

const { projects: _order, ...settings } = base;

/** `npm run bench -- pages`: what is timed needs a machine that does nothing else, so `npm test` leaves it out. */
export default defineConfig(settings, {
  retries: 0,
  testMatch: ['perf/**/*.timed.ts'],
  outputDir: join(import.meta.dirname, '..', '.cache', 'tests', 'perf'),
  timeout: 300_000,
  reporter: [['line']],
  // A trace takes pictures all the while.
  use: { trace: 'off' },
});
