// @ts-expect-error: plain JavaScript, since `npm test` starts on whatever Node 20 there is.
import { jestFailures, playwrightFailures } from './failures.mjs';

test('a failed test of jest is named with the first lines of what it said', () => {
  const suite = {
    name: 'a.test.ts',
    status: 'failed',
    message: '',
    assertionResults: [
      { ancestorTitles: [], title: 'adds', status: 'passed', failureMessages: [] },
      {
        ancestorTitles: ['numbers'],
        title: 'divides',
        status: 'failed',
        failureMessages: ['\u001b[31mby zero\u001b[39m\n\nat x'],
      },
    ],
  };
  expect(jestFailures({ testResults: [suite] })).toEqual([
    'a.test.ts › numbers › divides\n    by zero\n    at x',
  ]);
});

test('a suite that did not run is a failure of its own', () => {
  const suite = { name: 'b.test.ts', status: 'failed', message: 'no module', assertionResults: [] };
  expect(jestFailures({ testResults: [suite] })).toEqual(['b.test.ts\n    no module']);
});

test('a journey that ran out of time also says where it stood', () => {
  const spec = {
    file: 'a.spec.ts',
    line: 3,
    title: 'walks',
    ok: false,
    tests: [
      {
        results: [
          {
            errors: [
              { message: 'Test timeout' },
              { message: 'waiting for a row', location: { line: 7 } },
            ],
          },
        ],
      },
    ],
  };
  const fine = { ...spec, ok: true };
  expect(playwrightFailures({ suites: [{ suites: [{ specs: [spec, fine] }] }] })).toEqual([
    'a.spec.ts:3 › walks\n    Test timeout\n    at line ?\n    waiting for a row\n    at line 7',
  ]);
});

test('what failed and passed when it was run once more for its trace is named with its first error', () => {
  const results = [
    { status: 'failed', errors: [{ message: 'no row', location: { line: 9 } }] },
    { status: 'passed', errors: [], attachments: [{ name: 'trace', path: 'a/trace.zip' }] },
  ];
  const spec = { file: 'a.spec.ts', line: 3, title: 'walks', ok: true };
  const flaky = { ...spec, tests: [{ status: 'flaky', results }] };
  const fine = { ...spec, tests: [{ status: 'expected', results: [results[1]] }] };
  const twice = [results[0], { status: 'failed', errors: [{ message: 'another' }] }];
  const failed = { ...spec, ok: false, tests: [{ status: 'unexpected', results: twice }] };
  expect(playwrightFailures({ suites: [{ specs: [flaky, fine, failed] }] })).toEqual([
    'a.spec.ts:3 › walks\n    no row\n    at line 9\n    Run once more it passed; trace: a/trace.zip',
    'a.spec.ts:3 › walks\n    no row\n    at line 9\n    It failed once more',
  ]);
});
