import { createQueryClient, queryKeyOf, registerContract } from '@boxyard/shared/client';
import { replaceTransport } from '@boxyard/shared/client/http.ts';
import { contract } from '@boxyard/shared/contract';
import { sessionStore } from '@boxyard/shared/runtime';
import { setTablePageSize } from '@boxyard/shared/runtime/tablePreferences.ts';
import { listPrefetcher } from './listPrefetcher.ts';

const client = createQueryClient();
const ask = listPrefetcher(client);
const list = { call: 'suppliers.list', unless: ['tab'] };

/** Keys of what is being asked for. */
const asked = () =>
  client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey);

beforeAll(() => {
  replaceTransport(() => new Promise(() => undefined));
  registerContract(contract);
});
afterEach(() => client.clear());

const nobody = sessionStore.getState();
const person = (id: string) => sessionStore.setState({ ...nobody, user: { id } as never });

test('a page’s list is asked for as its address says, in the size that fits the window', () => {
  Object.assign(window, { innerWidth: 1440, innerHeight: 900 });
  person('anna');
  ask({ list }, new URLSearchParams('search=north&record=17'));
  expect(asked()).toEqual([queryKeyOf(list.call, { query: { search: 'north', limit: 10 } })]);
});

test('a list begins with what its contribution says, until something narrows it', () => {
  const requests = { call: 'purchaseRequests.list', begins: ['pending', 'approved'] };
  ask({ list: requests }, new URLSearchParams());
  ask({ list: requests }, new URLSearchParams('search=north'));
  const { call } = requests;
  expect(asked()).toEqual([
    queryKeyOf(call, { query: { limit: 10, filters: { status: requests.begins } } }),
    queryKeyOf(call, { query: { limit: 10, search: 'north' } }),
  ]);
});

test('the size that somebody has chosen is theirs alone', () => {
  person('anna');
  setTablePageSize(50);
  ask({ list }, new URLSearchParams());
  person('bert');
  ask({ list }, new URLSearchParams());
  expect(asked()).toEqual([
    queryKeyOf(list.call, { query: { limit: 50 } }),
    queryKeyOf(list.call, { query: { limit: 10 } }),
  ]);
});

test.each([
  ['a page that names no list', undefined, ''],
  ['an address that shows another one', list, 'tab=rounds'],
  ['a list that is not known here', { call: 'cars.list' }, ''],
])('nothing is asked ahead for %s', (_, named, search) => {
  ask(named ? { list: named } : {}, new URLSearchParams(search));
  expect(asked()).toEqual([]);
});
