import { join } from 'node:path';
// @ts-expect-error: plain JavaScript, since `npm test` starts on whatever Node 20 there is.
import { jestTimes, playwrightTimes, slowest } from './slowest.mjs';

const root = join(import.meta.dirname, '..', '..', '..');

test('the slowest tests of both runners come first, with their file and seconds', () => {
  const jest = {
    testResults: [
      {
        name: join(root, 'api/src/a.test.ts'),
        assertionResults: [
          { ancestorTitles: [], title: 'adds', duration: 20 },
          { ancestorTitles: [], title: 'was not run', duration: null },
          { ancestorTitles: [], title: 'divides', duration: 12_340 },
        ],
      },
    ],
  };
  const results = [{ duration: 90_000 }, { duration: 10_000 }];
  const spec = { file: 'journeys/b.spec.ts', title: 'walks', tests: [{ results }] };
  const playwright = { suites: [{ suites: [{ specs: [spec] }] }] };
  expect(slowest([...jestTimes(jest), ...playwrightTimes(playwright)], 2)).toEqual([
    ' 100.0 s  e2e/journeys/b.spec.ts › walks',
    '  12.3 s  api/src/a.test.ts › divides',
  ]);
});
