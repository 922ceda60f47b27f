import { contract, type Endpoint, type ListName } from '@boxyard/shared/contract';
import { definedLists } from '../../kernel/index.ts';
import { createTestApp, type Person, type TestApp } from '../../testing/index.ts';
import { makeWorld, type World } from '../../workflow/testing/world.ts';
import { approvedOrder } from '../purchasing/testing/documents.ts';

let test: TestApp;
let world: World;
let order: { id: string; documentNo: string; grandTotal: string };

beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
  order = await approvedOrder(world);
});
afterAll(() => test.close());

interface Group {
  readonly list: string;
  readonly hasFailed: boolean;
  readonly hits: readonly { row: Record<string, unknown>; status: string | null }[];
}

const search = async (by: Person, text: string, headers = {}): Promise<Group[]> => {
  const answer = await by.get(`/search?search=${encodeURIComponent(text)}`, { headers });
  expect(answer.status).toBe(200);
  return answer.body.data.groups;
};
const hitsIn = (groups: readonly Group[], list: string) =>
  groups.find((group) => group.list === list)?.hits ?? [];

it('answers a number with the record as its list does, and the words of its status', async () => {
  const groups = await search(world.manager, order.documentNo);
  const [hit] = hitsIn(groups, 'purchaseOrders.list');
  const listed = await world.manager.get(`/purchase_orders?search=${order.documentNo}`);
  expect(hit?.row).toEqual(listed.body.data[0]);
  expect(hit?.status).toBe('Approved');
  const thai = await search(world.manager, order.documentNo, { 'accept-language': 'th' });
  expect(hitsIn(thai, 'purchaseOrders.list')[0]?.status).toBe('อนุมัติแล้ว');
  expect(groups.every(({ hasFailed }) => !hasFailed)).toBe(true);
});

it('looks only through lists that the person may read, in their own scope', async () => {
  const technician = await test.as('technician');
  const groups = await search(technician, order.documentNo);
  expect(groups.map(({ list }) => list)).not.toContain('purchaseOrders.list');
  expect(JSON.stringify(groups)).not.toContain(order.id);

  const elsewhere = await test.as('purchasing-manager', { companyId: null });
  expect(hitsIn(await search(elsewhere, order.documentNo), 'purchaseOrders.list')).toEqual([]);
});

it('looks through every list that says so, and answers at most what is asked of each', async () => {
  const groups = await search(world.admin, 'BELT');
  const said = Object.entries<Endpoint>(contract)
    .filter(([, row]) => row.kind === 'list' && row.isSearched)
    .map(([name]) => name);
  expect(groups.map(({ list }) => list).sort()).toEqual(said.sort());
  expect(said.length).toBeGreaterThan(12);
  const one = await world.manager.get('/search?search=SUP-&limit=1');
  expect(hitsIn(one.body.data.groups, 'suppliers.list')).toHaveLength(1);
});

it('skips nothing that a list’s own call does', () => {
  // The search runs the lists themselves: none of them may have a handler that does more.
  for (const [name, row] of Object.entries<Endpoint>(contract)) {
    if (row.kind !== 'list' || !row.isSearched) continue;
    const handler = test.runtime.handlers[name as ListName];
    expect([name, handler === definedLists.get(name)?.run]).toEqual([name, true]);
  }
});

it('refuses whoever is not signed in, and a text that is too short', async () => {
  expect((await test.nobody.get('/search?search=BELT')).status).toBe(401);
  const short = await world.manager.get('/search?search=B');
  expect([short.status, short.body.errors[0].code]).toEqual([422, 'TOO_SHORT']);
  expect((await world.manager.get('/search?search=BELT&limit=11')).status).toBe(422);
  expect((await world.manager.get('/search')).status).toBe(422);
});
