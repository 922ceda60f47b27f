import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { type Sent, sendSteps } from './sendSteps.ts';
import { openSteps, type StepStore } from './stepStore.ts';
import type { Step } from './steps.ts';

// A random day of a technician against a model of the server (api/src/modules/service/jobs/steps.test.ts
// holds the server to the same rules): requests are lost before and after they are done, repeated later
// and in another order, and the browser is killed wherever it stands.

const RUNS = 200;
const SEEN = {
  status: 'inProgress',
  appointmentStart: '',
  priority: 'normal',
  symptom: '',
  remark: '',
  technicians: '',
} as const;
const OWNER = 'technician';

/** Numbers between 0 and 1 that a seed repeats. */
function randomBy(seed: number): () => number {
  let state = seed + 0x6d2b79f5;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Request {
  readonly by: string;
  readonly id: string;
  readonly jobId: string;
  readonly version: number;
  readonly text: unknown;
}

let made = 0;
/** An id that no other step has. */
const newId = (): string => {
  made += 1;
  return `step ${made}`;
};

/** The server as far as steps go: versions of jobs, and ids that it remembers for good. */
class ModelServer {
  readonly versions = new Map<string, number>();
  readonly done: Request[] = [];
  readonly #answers = new Map<string, Request & { readonly after: number }>();

  versionOf(jobId: string): number {
    return this.versions.get(jobId) ?? 1;
  }

  /** The dispatcher changes the job. */
  change(jobId: string): void {
    this.versions.set(jobId, this.versionOf(jobId) + 1);
  }

  handle(request: Request): Sent {
    const refused = (code: string): Sent => ({
      kind: 'refused',
      problem: { code, message: code, errors: [] },
    });
    const earlier = this.#answers.get(request.id);
    if (earlier) {
      if (earlier.by !== request.by) return refused('STEP_OF_OTHER');
      const isSame = earlier.version === request.version && earlier.text === request.text;
      return isSame ? { kind: 'done', version: earlier.after } : refused('IDEMPOTENCY_MISMATCH');
    }
    if (this.versionOf(request.jobId) !== request.version) return refused('VERSION_CONFLICT');
    this.change(request.jobId);
    this.done.push(request);
    const after = this.versionOf(request.jobId);
    this.#answers.set(request.id, { ...request, after });
    return { kind: 'done', version: after };
  }
}

class Killed extends Error {}

interface Weather {
  readonly random: () => number;
  /** Share of calls that fail, from 0 to 1. */
  share: number;
}

/** A store of which any call may be the last, before or after it has done its work. */
function mortal(store: StepStore, weather: Weather): StepStore {
  const dies = () => weather.random() < weather.share / 8;
  const wrap =
    <A extends readonly unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (dies()) throw new Killed();
      const result = await work(...args);
      if (dies()) throw new Killed();
      return result;
    };
  return {
    ...store,
    all: wrap(store.all),
    finish: wrap(store.finish),
    refuse: wrap(store.refuse),
  };
}

/** A network that loses, repeats and reorders. */
function network(server: ModelServer, weather: Weather) {
  const late: Request[] = [];
  return async ({ id, owner, jobId, version, body }: Step): Promise<Sent> => {
    const request = { by: owner, id, jobId, version: version ?? 0, text: body.text };
    const { random, share } = weather;
    if (random() < share / 3) late.push(request);
    while (late.length > 0 && random() < share / 2) {
      const [one] = late.splice(Math.floor(random() * late.length), 1);
      if (one) server.handle(one);
    }
    if (random() < share / 3) return { kind: 'later' };
    const answer = server.handle(request);
    if (random() < share / 3) return { kind: 'later' };
    return answer;
  };
}

async function liveThrough(seed: number) {
  globalThis.indexedDB = new IDBFactory();
  const random = randomBy(seed);
  const weather: Weather = { random, share: random() };
  const server = new ModelServer();
  const send = network(server, weather);
  const jobs = ['a', 'b', 'c'];
  const steps: { id: string; jobId: string }[] = [];
  const setAside = new Set<string>();
  let store = await openSteps(OWNER);

  const sending = (through: StepStore) =>
    sendSteps({ store: through, send, isCurrent: () => true, onChange: () => undefined });
  const decide = async (step: Step) => {
    const version = server.versionOf(step.jobId);
    if (random() < 0.5) return store.retry(step, version);
    setAside.add(step.id);
    return store.setAside(step, version);
  };

  for (let turn = 0; turn < 30; turn += 1) {
    const jobId = jobs[Math.floor(random() * jobs.length)] ?? 'a';
    const chance = random();
    if (chance < 0.45) {
      const id = newId();
      steps.push({ id, jobId });
      await store.add(
        {
          id,
          jobId,
          documentNo: jobId,
          action: 'answerChecks',
          body: { text: `${turn}` },
          at: turn,
          seen: SEEN,
        },
        server.versionOf(jobId),
      );
    } else if (chance < 0.55) server.change(jobId);
    else if (chance < 0.65) {
      const refused = (await store.all()).find(({ state }) => state === 'refused');
      if (refused) await decide(refused);
    } else if (chance < 0.75) {
      // Two tabs at once, which the browser's lock keeps apart but cannot where it has none.
      await Promise.allSettled([sending(mortal(store, weather)), sending(mortal(store, weather))]);
    } else {
      await sending(mortal(store, weather)).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
      store.close();
      store = await openSteps(OWNER);
    }
  }
  weather.share = 0;
  for (let left = 200; left > 0; left -= 1) {
    await sending(store);
    const refused = (await store.all()).find(({ state }) => state === 'refused');
    if (!refused) break;
    await decide(refused);
  }
  const kept = await store.all();
  store.close();
  return { server, steps, setAside, kept };
}

test(`in ${RUNS} random days no step is lost, doubled or sent out of its order`, async () => {
  const problems: string[] = [];
  let expectedCount = 0;
  let asideCount = 0;
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const { server, steps, setAside, kept } = await liveThrough(seed);
    const doneIds = server.done.map(({ id }) => id);
    const expected = steps.filter(({ id }) => !setAside.has(id));
    expectedCount += expected.length;
    asideCount += setAside.size;
    for (const jobId of ['a', 'b', 'c']) {
      const inOrder = expected.filter((one) => one.jobId === jobId).map(({ id }) => id);
      const done = server.done.filter((one) => one.jobId === jobId).map(({ id }) => id);
      if (done.join() !== inOrder.join()) problems.push(`seed ${seed}, job ${jobId}`);
    }
    if (new Set(doneIds).size !== doneIds.length) problems.push(`seed ${seed}: done twice`);
    const keptIds = kept.map(({ id }) => id).sort();
    if (keptIds.join() !== [...setAside].sort().join()) problems.push(`seed ${seed}: kept`);
    if (kept.some(({ body }) => typeof body.text !== 'string'))
      problems.push(`seed ${seed}: words`);
  }
  expect(problems).toEqual([]);
  // The days were days of work, and some of it was in conflict.
  expect(expectedCount).toBeGreaterThan(RUNS * 5);
  expect(asideCount).toBeGreaterThan(RUNS / 4);
});

test('another person sees and sends nothing of what waits', async () => {
  globalThis.indexedDB = new IDBFactory();
  const server = new ModelServer();
  const step = {
    id: newId(),
    jobId: 'a',
    documentNo: 'a',
    action: 'start' as const,
    body: {},
    at: 0,
    seen: SEEN,
  };
  const mine = await openSteps(OWNER);
  await mine.add(step, 1);
  const [kept] = await mine.all();
  const theirs = await openSteps('another');
  const send = network(server, { random: () => 1, share: 0 });
  await sendSteps({ store: theirs, send, isCurrent: () => true, onChange: () => undefined });
  if (kept) await theirs.forget({ ...kept, state: 'aside' });
  expect([await theirs.all(), server.done, await mine.all()]).toEqual([[], [], [kept]]);
  // Nor is it sent when somebody else has signed in meanwhile.
  const left = await sendSteps({
    store: mine,
    send,
    isCurrent: () => false,
    onChange: () => undefined,
  });
  expect([left, server.done]).toEqual([false, []]);
});
