// What a change can affect: the files that differ from the main branch, and which checks, tests and
// journeys are about them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
// @ts-expect-error: plain JavaScript, since `npm run e2e` starts on whatever Node 20 there is.
import { AREAS as areas, BELOW_ALL as belowAll } from './areas.mjs';

/** An area of the product: how its journeys are tagged (`@sales`), and which files it is made of. */
interface Area {
  readonly name: string;
  readonly files: RegExp;
}

export const AREAS: readonly Area[] = areas;
export const BELOW_ALL: RegExp = belowAll;

/** A short journey of each area. */
export const SHORT = ['activity', 'destruction', 'partSales', 'sessionEnd'].map(
  (name) => `e2e/journeys/${name}.spec.ts`,
);

/** Files that are code or texts of the product or its tests. */
const isSource = (file: string): boolean => /\.(tsx?|mjs|cjs|json|css|sql)$/.test(file);

export interface Plan {
  /** Files for the linter. */
  readonly lint: readonly string[];
  /** Files whose related unit tests are run. */
  readonly related: readonly string[];
  /** Suites that a file decides about without importing it: SQL, texts, generated docs. */
  readonly suites: readonly string[];
  /** Journeys that were themselves changed. */
  readonly specs: readonly string[];
  /** Tags of the areas whose journeys are run, at most a few tests each. */
  readonly tags: readonly string[];
  /** Whether a short journey of every area is run, since all stand on what has changed. */
  readonly isBelowAll: boolean;
}

/** Documents and reports that are generated are run whole (TEST_GENERATOR) where their suite is chosen. */
export const GENERATORS = {
  document: 'shared/build/cli/newDocument.test.ts',
  report: 'shared/build/cli/newReport.test.ts',
} as const;

/** Suites for what no import shows. */
const BY_READING: readonly (readonly [RegExp, string])[] = [
  [/\.sql$/, 'api/src/db/migrate.test.ts'],
  [/(i18n|families)\/[\w.]+\.json$/, 'shared/build/texts.test.ts'],
  [/(i18n|families)\/[\w.]+\.json$|\.resource\.tsx?$/, 'shared/src/testing/resourceTexts.test.ts'],
  [
    /(i18n|families)\/[\w.]+\.json$|^api\/src\/(modules|workflow|kernel)\/.*\.ts$/,
    'shared/build/familyTexts.test.ts',
  ],
  [/\.md$|^package\.json$/, 'shared/build/commands.test.ts'],
  [/contributions\.ts$|routes\.json$/, 'shared/build/contributions.test.ts'],
  [/shared\/src\/domain\/.*achine/, 'shared/build/machineDocs.test.ts'],
  [
    /^shared\/build\/cli\/(newDocument|scaffold|edits|templates\/document)|^api\/src\/workflow\/define/,
    GENERATORS.document,
  ],
  [
    /^shared\/build\/cli\/(newReport|writeReport|edits|templates\/report)|^api\/src\/modules\/reports\/(defineReport|words)\.ts$|^shared\/src\/contract\/report\.ts$/,
    GENERATORS.report,
  ],
];

/** What to run for files that have changed. */
export function planFor(files: readonly string[]): Plan {
  const sources = files.filter(isSource);
  const product = sources.filter((file) => !file.startsWith('e2e/'));
  return {
    lint: sources.filter((file) => !file.endsWith('.sql')),
    related: product.filter((file) => /\.(tsx?|mjs|cjs|json)$/.test(file)),
    suites: [
      ...new Set(
        BY_READING.flatMap(([pattern, suite]) =>
          files.some((f) => pattern.test(f)) ? [suite] : [],
        ),
      ),
    ],
    specs: files.filter((file) => /^e2e\/.*\.spec\.ts$/.test(file)),
    tags: AREAS.filter((area) =>
      product.some((file) => area.files.test(file) && !/\.test\.tsx?$/.test(file)),
    ).map(({ name }) => `@${name}`),
    isBelowAll: sources.some(
      (file) =>
        BELOW_ALL.test(file) &&
        !/\.test\.tsx?$/.test(file) &&
        !AREAS.some((area) => area.files.test(file)),
    ),
  };
}

/** Journeys that carry one of the tags, by file. */
export function specsWith(root: string, tags: readonly string[]): string[] {
  const folder = join(root, 'e2e', 'journeys');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.spec.ts'))
    .filter((name) => {
      const source = readFileSync(join(folder, name), 'utf8');
      return tags.some((tag) => source.includes(`'${tag}'`));
    })
    .map((name) => `e2e/journeys/${name}`);
}

interface Choice {
  readonly changed: readonly string[];
  /** Suites that a file decides about without importing it. */
  readonly named?: readonly string[];
  /** Seconds that a file took when it last ran. */
  readonly times: ReadonlyMap<string, number>;
  /** Together, over all workers. */
  readonly seconds: number;
}

/** How long a file takes that has not run here yet. */
const UNKNOWN = 4;

/** A file's folder and first word: what `list.ts` and `list.parallel.test.ts` have in common. */
const wordOf = (file: string): string => file.replace(/\.[^/]*$/, '');

/** Nearer than any folder: a suite that was changed itself, and one that is named. */
const NEAREST = { changed: 2000, named: 1000 };

/** How many folders two files have in common. */
const nearness = (a: string, b: string): number => {
  const [left, right] = [a.split('/'), b.split('/')];
  const apart = left.findIndex((part, at) => part !== right[at]);
  return apart === -1 ? left.length : apart;
};

/**
 * The suites that fit into the time: first those that bear the name of what has changed or are named for
 * it, then the nearest. A changed one always counts.
 */
export function chooseSuites(
  suites: readonly string[],
  { changed, named = [], times, seconds }: Choice,
): { readonly chosen: readonly string[]; readonly left: readonly string[] } {
  const words = new Set(changed.map(wordOf));
  const near = (file: string) => {
    if (changed.includes(file)) return NEAREST.changed;
    if (named.includes(file) || words.has(wordOf(file))) return NEAREST.named;
    return Math.max(0, ...changed.map((other) => nearness(file, other)));
  };
  const sorted = [...suites].sort((a, b) => near(b) - near(a) || a.localeCompare(b));
  const chosen: string[] = [];
  const left: string[] = [];
  let taken = 0;
  for (const file of sorted) {
    const cost = times.get(file) ?? UNKNOWN;
    if (changed.includes(file)) chosen.push(file);
    else if (taken + cost > seconds) left.push(file);
    else {
      chosen.push(file);
      taken += cost;
    }
  }
  return { chosen, left };
}
