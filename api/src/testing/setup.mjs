// Once in each process that runs suites of the server (docs/adr/0093). The runner takes the sources as
// Node runs them; what Jest's own runner gives beyond that, and the suites need, is added here.
import fc from 'fast-check';

/** A limit ends what hangs; it is no measure of speed. Two cores may be shared by many. */
const LIMIT = 900_000;

/** The same function, which fails once the limit is over instead of holding up the whole run. */
const limited = (work, limit = LIMIT) =>
  work &&
  (async (...args) => {
    let timer;
    const over = new Promise((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`it has not ended within ${limit / 1000} s`)),
        limit,
      );
    });
    try {
      await Promise.race([work(...args), over]);
    } finally {
      clearTimeout(timer);
    }
  });

const limitedTest = (original) =>
  Object.assign((name, work, limit) => original(name, limited(work, limit)), original, {
    each:
      (...table) =>
      (name, work, limit) =>
        original.each(...table)(name, limited(work, limit)),
  });

for (const name of ['test', 'it']) globalThis[name] = limitedTest(globalThis[name]);
for (const name of ['beforeAll', 'afterAll', 'beforeEach', 'afterEach']) {
  const original = globalThis[name];
  globalThis[name] = (work, limit) => original(limited(work, limit));
}

// Properties are held against the same made-up values in every run: one that is false for one in many
// thousands is found by the long run, which draws others, and not by the next person, who changed
// something else.
if (process.env.TEST_FULL !== '1') fc.configureGlobal({ seed: 20_261_121 });
