import { runNightly } from '../../../jobs/tasks.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  begin,
  boltLine,
  type Doc as ContainerDoc,
  done as doneWithContainer,
  fanLine,
  newFan,
  received,
} from '../../containers/testing/world.ts';
import {
  act,
  type Doc,
  draft,
  hirePurchase,
  lease,
  makeWorld,
  PATH,
  setUp,
  signed,
  to,
  today,
  type World,
} from './testing/world.ts';

/**
 * Whose a container is (docs/domain/containers.md "Contract"): what is sold leaves the books with
 * everything inside, and comes back at what it was worth. After each test the books are verified.
 */
let world: World;
withTestServer('2026-11-20T03:00:00Z', async (test) => {
  world = await makeWorld(test);
  await test.app.pg.query('update product_models set labour_cost = 5000 where id = $1', [
    world.modelId,
  ]);
});

const container = async (id: string): Promise<ContainerDoc & { isOfCustomer: boolean }> =>
  expectData(await world.admin.get(`/products/${id}`));

/** On the shelf, with a fan and two bolts inside. */
async function built(): Promise<ContainerDoc> {
  const parts = [fanLine(world, await newFan(world)), boltLine(world)];
  const begun = await begin(world, { parts });
  const complete = await doneWithContainer(world.chief, begun, { action: 'complete' });
  return received(world, complete as ContainerDoc);
}

/** Its contract in force. */
async function agreed(more: object = {}): Promise<Doc> {
  const { id } = await built();
  const held = await act(world.secondAdmin, await draft(world, { ...more }), {
    action: 'reserve',
    productId: id,
  });
  const sent = await to(world.secondAdmin, held, { action: 'submit' });
  const approved = await to(world.admin, sent, { action: 'approve' });
  const stands = await setUp(world, await signed(world, approved));
  return to(world.admin, stands, { action: 'activate' });
}

/** What the company owns of parts and containers, and where the container lies. */
async function books(productId: string) {
  const { rows } = await world.test.app.pg.query<{
    worth: string;
    place: string | null;
    inside: string;
  }>(
    `select (select sum(owned_value)::text from part_valuations where company_id = $2) as worth,
       (select w.code from stock_balances b join bins n on n.id = b.location_id
          join warehouses w on w.id = n.warehouse_id
        where b.item_type = 'container' and b.item_id = $1 and b.on_hand > 0) as place,
       (select w.code from products p join bins n on n.id = p.interior_bin_id
          join warehouses w on w.id = n.warehouse_id where p.id = $1) as inside`,
    [productId, world.companyId],
  );
  const [found] = rows;
  if (!found) throw new Error('one row');
  return found;
}

const productOf = ({ product }: Doc) => product?.id ?? '';
const THERE = { place: 'SITE', inside: 'CONTAINER' };
const GONE = { place: 'SOLD', inside: 'SOLD' };

it.each([
  ['a sale', {}, GONE],
  ['hire purchase whose title passes at once', 'customer', GONE],
  ['hire purchase whose title stays', 'company', THERE],
  ['a lease', 'lease', THERE],
] as const)('%s in force leaves it where its title says', async (_case, kind, expected) => {
  const more =
    kind === 'lease'
      ? lease(world)
      : typeof kind === 'string'
        ? { ...hirePurchase(world), titleHolder: kind }
        : {};
  const doc = await agreed(more);
  expect(await books(productOf(doc))).toMatchObject(expected);
  expect((await container(productOf(doc))).isOfCustomer).toBe(expected === GONE);
});

it('a sale takes what it cost out of the books, its end brings it back', async () => {
  const doc = await agreed();
  const id = productOf(doc);
  const { worth } = await books(id);
  const ended = await to(world.admin, doc, {
    action: 'terminate',
    reason: 'Never paid',
    returnWarehouseId: world.warehouseId,
  });
  // On its way it is still the customer's.
  expect(await books(id)).toEqual({ worth, ...GONE });
  const back = await received(world, {
    ...(await container(id)),
    related: ended.related,
  } as ContainerDoc);
  expect(back).toMatchObject({ status: 'inWarehouse', isOfCustomer: false });
  const after = await books(id);
  // Labour, one fan and two bolts, as they left.
  expect(after.inside).toBe('CONTAINER');
  const sold = await world.test.app.pg.query<{ value: string }>(
    `select sum(m.value)::text as value from stock_moves m where m.doc_id = $1 and m.action = 'hand-over-title'`,
    [id],
  );
  expect(Number(sold.rows[0]?.value)).toBeGreaterThan(5900);
  expect((Number(after.worth) - Number(worth)).toFixed(2)).toBe(sold.rows[0]?.value);
});

it('is sold a second time after it came back', async () => {
  const doc = await agreed();
  const id = productOf(doc);
  const ended = await to(world.admin, doc, {
    action: 'terminate',
    reason: 'Never paid',
    returnWarehouseId: world.warehouseId,
  });
  await received(world, { ...(await container(id)), related: ended.related } as ContainerDoc);
  const held = await act(world.secondAdmin, await draft(world), {
    action: 'reserve',
    productId: id,
  });
  const approved = await to(world.admin, await to(world.secondAdmin, held, { action: 'submit' }), {
    action: 'approve',
  });
  const stands = await setUp(world, await signed(world, approved));
  await to(world.admin, stands, { action: 'activate' });
  expect(await books(id)).toMatchObject(GONE);
});

it('parts that go into a sold container leave the books, those that come out return to them', async () => {
  const id = productOf(await agreed());
  const before = await books(id);
  const serialNo = await newFan(world, '1200');
  const { worth } = await books(id);
  const doc = await container(id);
  const withFan = expectData(
    await world.admin.put(`/products/${id}/material_parts`, {
      version: doc.version,
      warehouseId: world.warehouseId,
      add: [fanLine(world, serialNo)],
      reason: 'The old one was loud',
    }),
  );
  const spent = Number(worth) - Number((await books(id)).worth);
  expect(spent).toBeGreaterThan(0);
  expect((await books(id)).place).toBe(before.place);
  const fan = withFan.parts.find((part: { serialNo: string }) => part.serialNo === serialNo);
  expectData(
    await world.admin.put(`/products/${id}/material_parts`, {
      version: withFan.version,
      warehouseId: world.warehouseId,
      remove: [{ id: fan.id, quantity: 1, disposition: 'restock', condition: 'used' }],
      reason: 'It did not fit',
    }),
  );
  expect((await books(id)).worth).toBe(worth);
});

it('hire purchase that is paid to the end is the customer’s with the next night, once', async () => {
  const doc = await agreed({ ...hirePurchase(world) });
  const id = productOf(doc);
  const { pg } = world.test.app;
  // How a contract comes to be completed is the test of its invoices (`billing.test.ts`).
  await pg.query("update contracts set status = 'completed' where id = $1", [doc.id]);
  await runNightly(world.test.app);
  expect(await books(id)).toMatchObject(GONE);
  const moves = async () =>
    (
      await pg.query<{ n: string }>(
        "select count(*) as n from stock_moves where doc_id = $1 and action = 'hand-over-title'",
        [id],
      )
    ).rows[0]?.n;
  const posted = await moves();
  await runNightly(world.test.app);
  expect(await moves()).toBe(posted);
});

it('hire purchase may hand its title over by a change that somebody approves', async () => {
  const doc = await agreed({ ...hirePurchase(world) });
  const id = productOf(doc);
  const seen = expectData(await world.admin.get(`${PATH}/${doc.id}`));
  const amended = await act(world.secondAdmin, doc, {
    action: 'amend',
    ...bodyFrom(seen),
    titleHolder: 'customer',
    reason: 'The bank asks for it',
    effectiveDate: today(world),
  });
  expect(await books(id)).toMatchObject(THERE);
  await act(world.admin, amended, { action: 'approve-change' });
  expect(await books(id)).toMatchObject(GONE);
});

/** A contract as it would be sent again. */
const bodyFrom = (seen: Record<string, unknown>) => ({
  ...Object.fromEntries(
    [
      'type',
      'documentDate',
      'price',
      'vatMode',
      'whtRate',
      'depositAmount',
      'depositRefundable',
      'downPayment',
      'installmentCount',
      'interval',
      'dueDay',
      'firstDueDate',
      'interestType',
      'interestRate',
      'warrantyMonths',
      'coverage',
      'witnesses',
      'installSite',
      'startDate',
    ].map((key) => [key, seen[key]]),
  ),
  customerId: (seen.customer as { id: string }).id,
  saleId: (seen.sale as { id: string }).id,
  productModelId: (seen.productModel as { id: string }).id,
});
