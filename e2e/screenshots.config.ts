import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

const { projects: _order, ...settings } = base;

/** Writes pictures for a person to look through; asserts nothing about how they look. */
export default defineConfig(settings, {
  retries: 0,
  testMatch: ['screenshots/**/*.shots.ts'],
  outputDir: join(import.meta.dirname, '..', '.cache', 'tests', 'screenshots'),
  timeout: 600_000,
  workers: 2,
  fullyParallel: true,
  reporter: [['line']],
  use: { trace: 'off' },
});
