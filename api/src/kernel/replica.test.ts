import { setTimeout as sleep } from 'node:timers/promises';
import type { Replica } from '../db/replica.ts';
import { positionOf } from '../db/replica.ts';
import { approvedRequest, requestBody } from '../modules/purchasing/testing/documents.ts';
import { SERVER_URL } from '../testing/database.ts';
import { createTestApp, type Person, type TestApp } from '../testing/index.ts';
import { type Streaming, startStreaming } from '../testing/streaming.ts';
import { expectData, makeWorld, type World } from '../workflow/testing/world.ts';

let streaming: Streaming;
let test: TestApp;
let world: World;
let reader: Person;
let replica: Replica;
/** The clock by which the replica is late: it stands still unless a test sets it forward. */
let time = 1000;
const usual = process.env[SERVER_URL];
beforeAll(async () => {
  streaming = await startStreaming();
  process.env[SERVER_URL] = streaming.primary;
  test = await createTestApp({
    live: true,
    keepsFigures: true,
    replica: streaming.standby,
    now: () => time,
  });
  world = await makeWorld(test);
  reader = await test.as('auditor');
  if (test.runtime.replica === null) throw new Error('no replica');
  replica = test.runtime.replica;
  await followed();
});
afterAll(async () => {
  await test?.close();
  await streaming?.close();
  if (usual === undefined) delete process.env[SERVER_URL];
  else process.env[SERVER_URL] = usual;
});

/** Waits until the replica has everything until now. */
async function followed(): Promise<void> {
  time += 1;
  const now = time;
  while (!replica.has(now)) {
    await replica.look();
    await sleep(5);
  }
  time += 1;
}

const LIST = '/purchase_requests?limit=20';
const numbersOf = async (by: Person, headers: Record<string, string> = {}): Promise<number> => {
  const { status, body } = await by.get(LIST, { headers });
  expect(status).toBe(200);
  // The rows and their total are of one database.
  expect(body.data.length).toBe(body.meta.totalItems);
  return body.data.length;
};
const ask = async () =>
  expectData(await world.asker.post('/purchase_requests', requestBody(world)));

describe('reading from a replica', () => {
  it('answers lists up to a second old, and nobody without what they have written', async () => {
    await approvedRequest(world);
    await followed();
    const before = await numbersOf(reader);
    expect(before).toBe(1);
    await streaming.pause();
    time += 1;
    await ask();
    // Another person, from the replica, which does not show it yet.
    expect(await numbersOf(reader)).toBe(before);
    expect(await numbersOf(world.asker)).toBe(before + 1);
    // The writer through a server that does not know of the change.
    expect(await numbersOf(reader, { 'cache-control': 'no-cache' })).toBe(before + 1);
    time += 1100;
    expect(await numbersOf(reader)).toBe(before + 1);
    await streaming.resume();
    await followed();
    expect(await numbersOf(reader)).toBe(before + 1);
  });

  it('shows a single record as it is, with the version that changes name', async () => {
    const request = await ask();
    await followed();
    await streaming.pause();
    time += 1;
    expectData(
      await world.manager.post(`/purchase_requests/${request.id}/approval`, {
        version: request.version,
      }),
    );
    const { body } = await reader.get(`/purchase_requests/${request.id}`);
    expect(body.data.version).toBeGreaterThan(request.version);
    await streaming.resume();
  });

  it('tells of a change only once lists show it', async () => {
    await followed();
    await streaming.pause();
    time += 1;
    await ask();
    let isTold = false;
    const told = replica.caughtUp().then(() => {
      isTold = true;
    });
    await replica.look();
    expect(isTold).toBe(false);
    await streaming.resume();
    while (!isTold) {
      await replica.look();
      await sleep(5);
    }
    await told;
    const shown = await numbersOf(reader);
    // The same by the primary.
    expect(await numbersOf(reader, { 'cache-control': 'no-cache' })).toBe(shown);
  });

  it('does not go back behind what was told while the primary answered', async () => {
    await followed();
    await streaming.pause();
    // Late: reads go to the primary, so what happens is told at once.
    time += 1100;
    await replica.caughtUp();
    // It has caught up with a moment before that, but not with that.
    await streaming.resume();
    const told = time;
    await followed();
    expect(replica.has(told)).toBe(true);
  });

  it('prepares an export with what its owner saw', async () => {
    await followed();
    await streaming.pause();
    time += 1;
    const { id: made } = await ask();
    const number = (await world.asker.get(`/purchase_requests/${made}`)).body.data.documentNo;
    const list = 'purchaseRequests.list';
    const { id } = expectData(
      await world.asker.post('/exports', { list, query: { format: 'csv' } }),
    );
    const prepared = test.runJobs();
    await streaming.resume();
    let isOver = false;
    void prepared.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await replica.look();
      await sleep(5);
    }
    await prepared;
    const file = await world.asker.get(`/exports/${id}/file`);
    expect([file.status, file.raw.toString().includes(number)]).toEqual([200, true]);
  });

  it('turns to the primary while the replica is gone', async () => {
    await followed();
    const before = await numbersOf(reader);
    await streaming.stopStandby();
    // Found out by the first read that fails.
    expect(await numbersOf(reader)).toBe(before);
    expect(replica.behind).toBeNull();
    await ask();
    expect(await numbersOf(reader)).toBe(before + 1);
    await replica.look();
    expect(replica.has(Number.NEGATIVE_INFINITY)).toBe(false);
    const metrics = await test.server.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
    expect(metrics.payload).not.toMatch(/^database_replica_behind_seconds \d/m);
  });
});

it.each([
  ['0/0', 0n],
  ['16/B374D848', 0x16_b374_d848n],
  // Nothing but the head of a page: what is replayed ends before it.
  ['0/3000018', 0x0300_0000n],
  ['0/3000028', 0x0300_0000n],
  ['0/3000030', 0x0300_0030n],
])('reads the position %s', (text, expected) => {
  expect(positionOf(text)).toBe(expected);
});
