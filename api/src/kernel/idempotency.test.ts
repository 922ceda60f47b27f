import { setImmediate as later } from 'node:timers/promises';
import { type Pool, pgOf } from '../db/pool.ts';
import { createTestApp, type TestApp, waitingSessions } from '../testing/index.ts';
import { claim, keepAnswer } from './idempotency.ts';
import { transact } from './transaction.ts';

let test: TestApp;
let pool: Pool;
let userId: string;
beforeAll(async () => {
  test = await createTestApp();
  pool = test.runtime.pool;
  ({ userId } = await test.as('system-admin'));
});
afterAll(() => test.close());

const requestOf = (key: string) => ({ userId, route: 'units.create', key, bodyHash: 'same' });
type Asked = ReturnType<typeof requestOf>;

/** What a handler does around its work; answers the cached response, or its own. */
const answering = (request: Asked, work: () => Promise<string>): Promise<string> =>
  transact(pool, async ({ client, background }) => {
    const pg = pgOf(client);
    const earlier = await claim(pg, request);
    if (earlier) return earlier.body;
    const body = await work();
    background(keepAnswer(pg, request, { statusCode: 201, body, at: new Date() }));
    return body;
  });

/** Until somebody waits for a duplicate; nobody does where duplicates pass each other. */
async function waiting(): Promise<void> {
  for (let look = 0; look < 2000; look += 1) {
    if ((await waitingSessions(test)) > 0) return;
    await later();
  }
  throw new Error('nobody waits');
}

/** A request and its duplicate, which comes while the first one's work is under way. */
function withDuplicate(
  request: Asked,
  work: () => Promise<string>,
  duplicates: () => Promise<string>,
) {
  const duplicate = Promise.withResolvers<string>();
  const first = answering(request, async () => {
    answering(request, duplicates).then(duplicate.resolve, duplicate.reject);
    await waiting();
    return work();
  });
  return { first, duplicate: duplicate.promise };
}

it('lets a duplicate do the work when the first fails', async () => {
  const request = requestOf('fails');
  const { first, duplicate } = withDuplicate(
    request,
    async () => {
      throw new Error('failed');
    },
    async () => 'duplicate',
  );
  await expect(first).rejects.toThrow('failed');
  expect(await duplicate).toBe('duplicate');
  expect(await answering(request, async () => 'third')).toBe('duplicate');
});

it('answers as the duplicate did that it waited for, and does nothing itself', async () => {
  const { first, duplicate } = withDuplicate(
    requestOf('succeeds'),
    async () => 'first',
    async () => {
      throw new Error('done twice');
    },
  );
  expect(await Promise.all([first, duplicate])).toEqual(['first', 'first']);
});

it('refuses another body under the same key', async () => {
  const request = requestOf('other body');
  await answering(request, async () => 'first');
  const asked = answering({ ...request, bodyHash: 'other' }, async () => 'second');
  await expect(asked).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
});
