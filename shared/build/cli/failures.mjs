// What failed in a run, short, so that the end of a long log says it: the machine that ran it may keep
// no more than that.
import { existsSync, readFileSync } from 'node:fs';

const LINES = 14;
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** A report that a test runner wrote as JSON, or nothing where it wrote none. */
export const readJson = (file) =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;

const brief = (text = '') =>
  text
    .replaceAll(ESCAPES, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, LINES)
    .map((line) => `    ${line}`)
    .join('\n');

/** Name of a test in jest's report, after the blocks that it stands in. */
export const nameOf = ({ ancestorTitles, title }) => [...ancestorTitles, title].join(' › ');

/** Each failed test of jest's report: its name and the first lines of what it said. */
export const jestFailures = (report) =>
  report.testResults.flatMap((suite) => {
    const tests = suite.assertionResults.filter(({ status }) => status === 'failed');
    if (tests.length === 0 && suite.status === 'failed')
      return [`${suite.name}\n${brief(suite.message)}`];
    return tests.map(
      (test) => `${suite.name} › ${nameOf(test)}\n${brief(test.failureMessages[0])}`,
    );
  });

/** Every test of a suite of Playwright, nested ones included. */
export const specsIn = (suite) => [
  ...(suite.specs ?? []),
  ...(suite.suites ?? []).flatMap(specsIn),
];

/** A failed test is run once more for its trace (e2e/playwright.config.ts), and stays failed. */
const isFailed = ({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky');

const again = ([, ...more]) => {
  const last = more.at(-1);
  if (last === undefined) return [];
  const trace = last.attachments?.find(({ name }) => name === 'trace')?.path;
  const how = last.status === 'passed' ? 'Run once more it passed' : 'It failed once more';
  return [`    ${how}${trace ? `; trace: ${trace}` : ''}`];
};

/** The same of Playwright's report: what the first run of each test said. */
export const playwrightFailures = (report) => [
  ...(report.errors ?? []).map(({ message }) => brief(message)),
  ...report.suites
    .flatMap(specsIn)
    .filter(isFailed)
    .map(({ file, line, title, tests }) => {
      // A test that ran out of time says so first and where it stood second.
      const errors = tests.flatMap(({ results }) => results[0]?.errors ?? []);
      const said = errors.map(
        ({ message, location }) => `${brief(message)}\n    at line ${location?.line ?? '?'}`,
      );
      const retried = tests.flatMap(({ results }) => again(results));
      return [`${file}:${line} › ${title}`, ...said, ...retried].join('\n');
    }),
];
