// Once in each process that runs suites of the server (docs/adr/0093). The runner takes the sources as
// Node runs them; what Jest's own runner gives beyond that, and the suites need, is added here.
import fc from 'fast-check';
import { limited } from './limits.ts';

type Work = Parameters<typeof limited>[0];
type Define = (name: string, work?: Work, limit?: number) => void;
type Each = (...table: unknown[]) => Define;
type Hook = (work: Work, limit?: number) => void;

const globals = globalThis as unknown as {
  test: Define & { each: Each };
  it: Define & { each: Each };
} & Record<'beforeAll' | 'afterAll' | 'beforeEach' | 'afterEach', Hook>;

const limitedDefine =
  (define: Define): Define =>
  (name, work, limit) =>
    define(name, work && limited(work, limit));

for (const name of ['test', 'it'] as const) {
  const original = globals[name];
  globals[name] = Object.assign(limitedDefine(original), original, {
    each: (...table: unknown[]) => limitedDefine(original.each(...table)),
  });
}
for (const name of ['beforeAll', 'afterAll', 'beforeEach', 'afterEach'] as const) {
  const original = globals[name];
  globals[name] = (work, limit) => original(limited(work, limit));
}

// Properties are held against the same made-up values in every run: one that is false for one in many
// thousands is found by the long run, which draws others, and not by the next person, who changed
// something else.
if (process.env.TEST_FULL !== '1') fc.configureGlobal({ seed: 20_261_121 });

// Where Jest is gone, nobody waits for the suite that runs here.
if (process.send) process.once('disconnect', () => process.exit());
