import { QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { contract } from '../contract/index.ts';
import { type ListQuery, parseListQuery } from '../contract/list.ts';
import { registerContract } from './call.ts';
import type { ApiError } from './errors.ts';
import { type Exchange, replaceTransport } from './http.ts';
import { configureClient } from './ports.ts';
import { addListRows, listRowOf, prefetchList } from './prefetchList.ts';
import { createQueryClient, rowOptions } from './query.ts';

const LIST = 'suppliers.list';
const row = contract[LIST];

type Answer = { status: number; data: unknown };
type Client = ReturnType<typeof createQueryClient>;

/** Requests on their way, with what lets each be answered. */
const sent: { exchange: Exchange; answer: (answer: Answer) => void }[] = [];
const said: string[] = [];
const onUnauthorized = jest.fn();
let token: string | null;
let client: Client;

const rowsOf = (id: string): Answer => ({ status: 200, data: { data: [{ id }], meta: {} } });
const refusal = (statusCode: number): Answer => ({
  status: statusCode,
  data: { statusCode, code: 'X', message: 'No', requestId: '1' },
});
const queryOf = (raw: Record<string, string> = {}): ListQuery =>
  parseListQuery(row.list, raw).query;

/** A page that shows the list: what it shows in the end, the first row or what is wrong. */
function shown(raw: Record<string, string> = {}): Promise<unknown> {
  registerContract({ [LIST]: row });
  const options = rowOptions(LIST, { params: undefined, query: queryOf(raw), loading: false });
  const observer = new QueryObserver(client, options as QueryObserverOptions<unknown, ApiError>);
  return new Promise((done) => {
    const look = () => {
      const { isPending, error, data } = observer.getCurrentResult();
      if (isPending) return;
      done(error ?? (data as { data: { id: string }[] }).data[0]?.id);
    };
    observer.subscribe(look);
    look();
  });
}

beforeEach(() => {
  token = 'first';
  sent.length = 0;
  said.length = 0;
  client = createQueryClient();
  replaceTransport((exchange) => new Promise((answer) => sent.push({ exchange, answer })));
  configureClient({
    getToken: () => token,
    language: () => 'en',
    notify: ({ title }) => said.push(title),
    onUnauthorized,
  });
  // As the server's answer carries it.
  addListRows(JSON.parse(JSON.stringify({ [LIST]: { path: row.path, list: row.list } })));
});
afterEach(() => client.clear());

/** The request of this number, once it is on its way. */
async function request(index: number) {
  while (sent.length <= index) await new Promise((next) => setTimeout(next));
  return sent[index] as (typeof sent)[number];
}

test('what was asked ahead is the answer of the page that asks the same, and there is no other', async () => {
  const asked = prefetchList(client, LIST, queryOf({ limit: '20', search: 'north' }));
  const { exchange, answer } = await request(0);
  expect(exchange).toMatchObject({ path: row.path, query: { limit: '20', search: 'north' } });
  expect(exchange.headers).toMatchObject({ Authorization: 'Bearer first' });
  const early = shown({ limit: '20', search: 'north' });
  answer(rowsOf('S1'));
  await asked;
  expect(await early).toBe('S1');
  // A page that comes later than the answer, too.
  expect(await shown({ limit: '20', search: 'north' })).toBe('S1');
  expect(sent).toHaveLength(1);
});

test('a page that asks something else never sees it', async () => {
  const asked = prefetchList(client, LIST, queryOf({ limit: '20' }));
  (await request(0)).answer(rowsOf('of another query'));
  await asked;
  const other = shown({ limit: '20', page: '2' });
  (await request(1)).answer(rowsOf('S21'));
  expect(await other).toBe('S21');
  expect(sent[1]?.exchange.query).toEqual({ limit: '20', page: '2' });
});

test('who signs in meanwhile never sees what the one before them has asked for', async () => {
  const asked = prefetchList(client, LIST, queryOf());
  const { answer } = await request(0);
  token = 'second';
  const waiting = shown();
  answer(rowsOf('of the first person'));
  const own = await request(1);
  expect(own.exchange.headers).toMatchObject({ Authorization: 'Bearer second' });
  own.answer(rowsOf('of the second'));
  await asked;
  expect(await waiting).toBe('of the second');
});

test('an answer that came for somebody else is not kept', async () => {
  const asked = prefetchList(client, LIST, queryOf());
  const { answer } = await request(0);
  token = 'second';
  answer(rowsOf('of the first person'));
  await asked;
  expect(client.getQueryCache().getAll()).toEqual([]);
});

test('a failure says nothing while nobody waits; the page asks for itself, and says it', async () => {
  const asked = prefetchList(client, LIST, queryOf());
  (await request(0)).answer(refusal(401));
  await asked;
  expect(said).toEqual([]);
  expect(onUnauthorized).not.toHaveBeenCalled();
  const own = shown();
  (await request(1)).answer(refusal(500));
  expect(await own).toMatchObject({ statusCode: 500 });
  expect(said).toEqual(['Server error']);
});

test('a failure that a page waits for is asked again once, as that page asks', async () => {
  const asked = prefetchList(client, LIST, queryOf());
  const { answer } = await request(0);
  const waiting = shown();
  answer(refusal(500));
  (await request(1)).answer(refusal(500));
  await asked;
  expect(await waiting).toMatchObject({ statusCode: 500 });
  expect(said).toEqual(['Server error']);
  expect(sent).toHaveLength(2);
});

test('of a list that nobody has told nothing is asked', async () => {
  addListRows({ 'cars.list': { path: 17 }, 'vans.list': null });
  expect([listRowOf('cars.list'), listRowOf('vans.list')]).toEqual([undefined, undefined]);
  await prefetchList(client, 'cars.list', queryOf());
  expect(sent).toEqual([]);
});
