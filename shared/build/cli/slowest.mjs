// The tests that took longest, from the reports of both test runners.
import { relative } from 'node:path';
import { nameOf, specsIn } from './failures.mjs';
import { root } from './run.mjs';

const seconds = (ms) => `${(ms / 1000).toFixed(1).padStart(6)} s`;

/** Each test of jest's report with how long it took. */
export const jestTimes = (report) =>
  report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({
      ms: test.duration ?? 0,
      name: `${relative(root, name)} › ${nameOf(test)}`,
    })),
  );

/** The same of Playwright's report; a test that ran again took the sum. */
export const playwrightTimes = (report) =>
  report.suites.flatMap(specsIn).map(({ file, title, tests }) => ({
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    name: `e2e/${file} › ${title}`,
  }));

/** A line for each of the slowest, slowest first. */
export const slowest = (times, count = 10) =>
  [...times]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ ms, name }) => `${seconds(ms)}  ${name}`);
