import { attachPicture } from '../../../testing/index.ts';
import { actsOn } from '../../../workflow/testing/actsOn.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';
import { inspected } from '../../containers/testing/life.ts';
import {
  act as actOnContract,
  approved,
  askedFor,
  booked,
  PATH as CONTRACTS,
  type Doc as Contract,
  draft,
  handedOut,
  makeWorld,
  newContainer,
  setUp,
  signed,
  status,
  to,
  today,
  type World,
} from './testing/world.ts';

/**
 * A container goes from its warehouse to the customer of a contract by one path: a requisition, its
 * release by scan, and the installation with inspection and photograph (domain-containers 2.2, 2.5).
 */
let world: World;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});

const PATH = '/withdraw_products';
const REASON = 'The customer asked for another day';
const { act } = actsOn(PATH);

const contract = async ({ id }: { readonly id: string }): Promise<Contract> =>
  expectData(await world.admin.get(`${CONTRACTS}/${id}`));
const containerOf = async ({ product }: Pick<Contract, 'product'>) =>
  expectData(await world.admin.get(`/products/${product?.id}`));
const request = (contracts: readonly Pick<Contract, 'id'>[], more: object = {}) =>
  world.secondAdmin.post(`${PATH}/request_contract`, {
    warehouseId: world.warehouseId,
    neededBy: dayFrom(world as never, 3),
    purpose: 'Deliver what was agreed',
    contracts: contracts.map(({ id }) => ({ contractId: id })),
    ...more,
  });

it('no call says of a container in a warehouse that it stands at the customer', async () => {
  const doc = await signed(world, await approved(world));
  expect(doc.allowedActions).not.toContain('install');
  const answer = await world.admin.post(`${CONTRACTS}/${doc.id}/install`, {
    version: doc.version,
    installedOn: today(world),
  });
  expect(answer.status).toBe(404);
  expect(await containerOf(doc)).toMatchObject({ status: 'inWarehouse', saleStatus: 'contracted' });
  const early = await status('activate')(world.admin, doc);
  expect([early.status, early.body.code]).toEqual([409, 'NOT_INSTALLED']);
});

it('a container on its way is neither found sound nor photographed by its contract', async () => {
  const doc = await signed(world, await approved(world));
  await handedOut(world, doc);
  const { id, version, site, ...rest } = await containerOf(doc);
  expect(rest).toMatchObject({ status: 'withdrawn' });
  const install = () => world.admin.post(`/products/${id}/install`, { version, ...site });
  const unseen = await install();
  expect([unseen.status, unseen.body.code]).toEqual([409, 'NOT_INSPECTED']);
  await inspected(world, id);
  const unshown = await install();
  expect([unshown.status, unshown.body.code]).toEqual([409, 'SITE_PHOTO_REQUIRED']);
  expect((await contract(doc)).installedOn).toBeNull();
  const stands = await setUp(world, doc);
  expect(stands.installedOn).toBe(today(world));
  expect(await to(world.admin, stands, { action: 'activate' })).toMatchObject({
    status: 'onGoing',
  });
});

describe('a container of a contract at another address', () => {
  /** On its way, found sound and photographed. */
  async function ready() {
    const doc = await signed(world, await approved(world, {}, world.seller));
    await handedOut(world, doc);
    const { id } = await containerOf(doc);
    await inspected(world, id);
    expectData(await attachPicture(world.admin, `/products/${id}`));
    const { version, site } = await containerOf(doc);
    const install = (more: object, locale = 'en') =>
      world.admin.post(
        `/products/${id}/install`,
        { version, ...site, ...more },
        { headers: { 'accept-language': locale } },
      );
    return { doc, id, install };
  }
  const OTHER = { address: '1 ถนนสีลม กรุงเทพฯ' };

  it.each([
    ['en', /another address/],
    ['th', /ไม่ตรงกับสถานที่ติดตั้งในสัญญา/],
  ] as const)('is refused without a reason, in %s', async (locale, message) => {
    const { doc, install } = await ready();
    const refused = await install(OTHER, locale);
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      [{ field: 'address', code: 'SITE_DIFFERS', message: expect.stringMatching(message) }],
    ]);
    expect(await containerOf(doc)).toMatchObject({ status: 'withdrawn' });
    expect((await contract(doc)).installedOn).toBeNull();
  });

  it('stands there with a reason, which is kept and told to the salesperson', async () => {
    const { doc, id, install } = await ready();
    expectData(await install({ ...OTHER, siteReason: 'The shop moved' }));
    expect(await containerOf(doc)).toMatchObject({ status: 'installed', site: OTHER });
    expect((await contract(doc)).installedOn).toBe(today(world));
    const history = expectData(await world.admin.get(`/products/${id}/history`));
    expect(
      history.find(({ action }: { action: string }) => action === 'install').diff,
    ).toMatchObject({ ...OTHER, siteReason: 'The shop moved' });
    const { rows } = await world.test.app.pg.query(
      `select user_id as "userId", description_en as why from notifications where dedupe_key like $1`,
      [`contracts:${doc.id}:standsElsewhere:%`],
    );
    expect(rows).toMatchObject([
      { userId: world.seller.userId, why: expect.stringMatching(/^The shop moved/) },
    ]);
  });

  it('is the same address with other spaces, and nothing is kept of a reason then', async () => {
    const { id, install } = await ready();
    const spaced = { address: ' 12  ถนนพระราม 4 กรุงเทพฯ', siteReason: 'None is needed' };
    expectData(await install(spaced));
    const history = expectData(await world.admin.get(`/products/${id}/history`));
    const { diff } = history.find(({ action }: { action: string }) => action === 'install');
    expect(diff).not.toHaveProperty('siteReason');
  });
});

describe('a contract that holds a container', () => {
  it('is asked for by a requisition, which hands out that container', async () => {
    const doc = await booked(world);
    expect(doc.handOut).toEqual({ warehouseId: world.warehouseId });
    // Another one has waited longer.
    const given = await askedFor(world, doc);
    expect(given.items).toMatchObject([
      { lineStatus: 'allocated', product: { id: doc.product?.id } },
    ]);
    expect(await contract(doc)).toMatchObject({ status: 'booking', handOut: null });
    const again = await request([doc]);
    expect(again.body.errors).toMatchObject([
      { field: 'contracts[0].contractId', code: 'UNKNOWN_ID' },
    ]);
  });

  it('keeps it when the requisition is cancelled or rejected', async () => {
    const doc = await approved(world);
    const given = await askedFor(world, doc);
    expectData(await act(world.admin, given, { action: 'cancel', reason: REASON }));
    expect(await contract(doc)).toMatchObject({
      status: 'approved',
      product: { id: doc.product?.id },
      handOut: { warehouseId: world.warehouseId },
    });
    const asked = expectData(await request([doc]));
    expectData(
      await act(world.admin, asked, { action: 'approval', decision: 'reject', reason: REASON }),
    );
    expect(await contract(doc)).toMatchObject({ status: 'approved', product: doc.product });
    expect(await containerOf(doc)).toMatchObject({ saleStatus: 'contracted' });
  });

  it('takes its line along when it gives the container up', async () => {
    const doc = await booked(world);
    const asked = expectData(await request([doc]));
    await actOnContract(world.secondAdmin, await contract(doc), { action: 'release' });
    expect(expectData(await world.admin.get(`${PATH}/${asked.id}`))).toMatchObject({
      status: 'cancelled',
      items: [{ lineStatus: 'removed' }],
    });
  });

  it('is not given another one, nor by another warehouse', async () => {
    const doc = await booked(world);
    const elsewhere = await request([doc], { warehouseId: world.otherWarehouseId });
    expect(elsewhere.body.errors).toMatchObject([
      { field: 'contracts[0].contractId', code: 'HELD_ELSEWHERE' },
    ]);
    const asked = expectData(await request([doc]));
    const other = await newContainer(world);
    const answer = await act(world.admin, asked, {
      action: 'approval',
      decision: 'approve',
      items: [{ id: asked.items[0].id, productId: other.id }],
    });
    expect(answer.body.errors).toMatchObject([
      { field: 'items[0].productId', code: 'HELD_BY_CONTRACT' },
    ]);
  });

  it('stays in a requisition that is changed, with what it holds', async () => {
    const doc = await booked(world);
    const asked = expectData(await request([doc]));
    const one = await draft(world);
    const changed = expectData(
      await world.secondAdmin.patch(`${PATH}/${asked.id}/contracts`, {
        version: asked.version,
        warehouseId: world.warehouseId,
        neededBy: dayFrom(world as never, 5),
        purpose: REASON,
        contracts: [{ contractId: one.id }, { contractId: doc.id }],
      }),
    );
    expect(changed.items).toMatchObject([
      { contract: { id: one.id }, product: null },
      { contract: { id: doc.id }, product: { id: doc.product?.id }, proposal: null },
    ]);
    await newContainer(world);
    const given = expectData(
      await act(world.admin, changed, { action: 'approval', decision: 'approve' }),
    );
    // The draft that was given one is a draft again; the other one keeps its own.
    expectData(await act(world.admin, given, { action: 'cancel', reason: REASON }));
    expect(await contract(one)).toMatchObject({ status: 'draft', product: null });
    expect(await contract(doc)).toMatchObject({ status: 'booking', product: doc.product });
  });

  it('is offered with the drafts, for the warehouse in which its container stands', async () => {
    const doc = await booked(world);
    const offered = async (warehouseId: string) => {
      const { body } = await world.secondAdmin.get(
        `${PATH}/available_draft_contract?limit=1000&warehouseId=${warehouseId}`,
      );
      return (body.data as { readonly id: string }[]).map(({ id }) => id);
    };
    expect(await offered(world.warehouseId)).toContain(doc.id);
    expect(await offered(world.otherWarehouseId)).not.toContain(doc.id);
    // A reader without contracts learns nothing of what is agreed.
    const { body } = await world.picker.get(
      `${PATH}/available_draft_contract?limit=1000&warehouseId=${world.warehouseId}`,
    );
    expect(body.data.map(({ id }: { id: string }) => id)).not.toContain(doc.id);
  });
});

it('a container that came back before it was set up is handed out by another requisition', async () => {
  const doc = await signed(world, await approved(world));
  const out = await handedOut(world, doc);
  const itemIds = out.items.map(({ id }: { readonly id: string }) => id);
  const back = expectData(
    await act(world.admin, out, { action: 'return', reason: REASON, itemIds }),
  );
  const receipt = expectData(
    await world.admin.get(`/warehouse-receives/${back.related.at(-1)?.id}`),
  );
  expectData(
    await world.receiverChief.post(`/warehouse-receives/${receipt.id}/approve`, {
      version: receipt.version,
      lines: receipt.items.map((item: { id: string; product: { serialNumber: string } }) => ({
        itemId: item.id,
        lineStatus: 'accepted',
        scannedSerial: item.product.serialNumber,
        conditionIn: 'good',
      })),
    }),
  );
  expect(await contract(doc)).toMatchObject({
    status: 'approved',
    product: doc.product,
    handOut: { warehouseId: world.warehouseId },
  });
  expect(await setUp(world, doc)).toMatchObject({ installedOn: today(world) });
});
