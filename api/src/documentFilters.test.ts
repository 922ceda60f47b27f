import { contract, type ListEndpoint, type ListName } from '@boxyard/shared/contract';
import { documentFamilyNames } from '@boxyard/shared/domain';
import { approvedOrder, approvedRequest, receive } from './modules/purchasing/testing/documents.ts';
import { createTestApp, type TestApp } from './testing/index.ts';
import { dayFrom, expectData, makeWorld, type World } from './workflow/testing/world.ts';

/** What lists of documents are all cut by: whoever made one, and a part of its lines. */

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
});
afterAll(() => test?.close());

const lists = documentFamilyNames.map((family) => `${family}.list` as ListName);
/** Documents whose lines are parts; the others are about containers or money. */
const OF_PARTS = [
  'purchaseRequests',
  'biddings',
  'quotations',
  'purchaseOrders',
  'receipts',
  'goodsImports',
  'requisitions',
  'transfers',
  'audits',
  'claims',
  'repairs',
  'destructions',
  'transformations',
  'partSales',
];
const filtersOf = (list: ListName) => Object.keys((contract[list] as ListEndpoint).list.filters);
const NOWHERE = '01890000-0000-7000-8000-00000000ffff';

it('are filters of every list of documents', () => {
  expect(lists.filter((list) => !filtersOf(list).includes('createdBy'))).toEqual([]);
  expect(lists.filter((list) => filtersOf(list).includes('partId'))).toEqual(
    OF_PARTS.map((family) => `${family}.list`),
  );
});

it.each(lists)('%s answers both', async (list) => {
  const path = contract[list].path.replace(':supplierId', world.supplier);
  for (const filter of filtersOf(list).filter((one) => /^(createdBy|partId)$/.test(one))) {
    const { status, body } = await world.admin.get(`${path}?${filter}=${NOWHERE}`);
    expect([list, filter, status, body.data]).toEqual([list, filter, 200, []]);
    const not = await world.admin.get(`${path}?${filter}.not=${NOWHERE}`);
    expect([list, filter, not.status]).toEqual([list, filter, 200]);
  }
});

describe('documents', () => {
  const idsOf = async (path: string, query: string): Promise<string[]> =>
    (await world.admin.get(`${path}?limit=100&${query}`)).body.data.map(
      ({ id }: { id: string }) => id,
    );

  it('of one author, and with one part, are found', async () => {
    const request = await approvedRequest(world);
    const order = await approvedOrder(world);
    const receipt = expectData(await receive(world, order));
    const found: readonly (readonly [string, { id: string; createdBy: { id: string } }])[] = [
      ['/purchase_requests', request],
      ['/purchase_orders', order],
      ['/purchase_order_acceptances', receipt],
    ];
    const other = await test.as('purchasing-officer', { companyId: world.companyId });
    for (const [path, { id, createdBy }] of found) {
      expect(await idsOf(path, `createdBy=${createdBy.id}`)).toContain(id);
      expect(await idsOf(path, `createdBy=${other.userId}`)).toEqual([]);
      expect(await idsOf(path, `partId=${world.part}`)).toContain(id);
      expect(await idsOf(path, `partId=${world.serialPart}`)).not.toContain(id);
      expect(await idsOf(path, `createdBy=${createdBy.id}&partId=${world.part}`)).toContain(id);
    }
    const imports = await idsOf('/material-receives', `partId=${world.part}`);
    expect(imports.length).toBeGreaterThan(0);
  });

  it('are found by the part that a line asks for, once, whatever else they ask for', async () => {
    const ask = async (...parts: readonly string[]): Promise<string> => {
      const asked = await world.asker.post('/material_dispatch', {
        purpose: 'repairJob',
        warehouseId: world.warehouseId,
        neededBy: dayFrom(world, 3),
        items: parts.map((partId) => ({ partId, requestedQty: 1 })),
      });
      return expectData(asked).id;
    };
    const both = await ask(world.part, world.serialPart);
    const one = await ask(world.part);
    const of = (...parts: readonly string[]) =>
      idsOf('/material_dispatch', `partId=${parts.join(',')}`);
    expect(await of(world.serialPart)).toEqual([both]);
    expect((await of(world.part, world.serialPart)).sort()).toEqual([both, one].sort());
    const without = await idsOf('/material_dispatch', `createdBy.not=${world.asker.userId}`);
    expect(without).not.toContain(one);
  });
});
