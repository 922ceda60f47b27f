import { registerContract } from '@boxyard/shared/client';
import { contract } from '@boxyard/shared/contract';
import { cancelQueued, dropOutbox, enqueue, outboxStore } from '@boxyard/shared/runtime';
import { fakeServer } from '@boxyard/shared/testing';
import { QueryClient } from '@tanstack/react-query';
import { sendOutbox } from './send.ts';

const CREATE = 'purchaseRequests.create';
const client = new QueryClient();
const states = () =>
  outboxStore.getState().calls.map(({ id, refusal }) => [id, refusal?.code ?? 'waits']);

const wait = (id: string) =>
  enqueue({
    id,
    endpoint: CREATE,
    params: {},
    body: { remark: id },
    title: id,
    path: '/here',
  });

beforeEach(() => {
  registerContract(contract);
  localStorage.setItem('profileUser', JSON.stringify({ id: 'me' }));
});
afterEach(() => {
  jest.restoreAllMocks();
  dropOutbox();
});

test('changes are sent in their order, each under its own key', async () => {
  const server = fakeServer();
  server.answer(CREATE, { data: {} } as never);
  wait('one');
  wait('two');
  wait('three');
  cancelQueued('two');
  expect(await sendOutbox(client)).toBe(true);
  expect(server.requests(CREATE).map(({ headers }) => headers['Idempotency-Key'])).toEqual([
    'one',
    'three',
  ]);
  expect(states()).toEqual([]);
  expect(Object.keys(outboxStore.getState().answers)).toEqual(
    expect.arrayContaining(['one', 'three']),
  );
});

test('what is refused stays with its reason, and does not hold up what follows', async () => {
  const server = fakeServer();
  server.fail(CREATE, { statusCode: 409, code: 'VERSION_CONFLICT', message: 'Changed meanwhile' });
  wait('one');
  wait('two');
  expect(await sendOutbox(client)).toBe(true);
  expect(states()).toEqual([
    ['one', 'VERSION_CONFLICT'],
    ['two', 'VERSION_CONFLICT'],
  ]);
  // Neither is sent a second time.
  await sendOutbox(client);
  expect(server.requests(CREATE)).toHaveLength(2);
});

test.each([503, 429, 401])('after a %s everything waits on, in its order', async (statusCode) => {
  const server = fakeServer();
  server.fail(CREATE, { statusCode, code: 'UNAVAILABLE', message: 'later' });
  wait('one');
  wait('two');
  expect(await sendOutbox(client)).toBe(false);
  expect(server.requests(CREATE)).toHaveLength(1);
  expect(states()).toEqual([
    ['one', 'waits'],
    ['two', 'waits'],
  ]);
});

test('without a network nothing is tried, and somebody else’s changes never', async () => {
  const server = fakeServer();
  wait('one');
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await sendOutbox(client)).toBe(false);
  jest.restoreAllMocks();
  localStorage.setItem('profileUser', JSON.stringify({ id: 'another' }));
  expect(await sendOutbox(client)).toBe(true);
  expect(server.requests(CREATE)).toHaveLength(0);
});
