import { type Ctx, SYSTEM } from '../../../kernel/index.ts';
import { untilWaiting } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { lockProduct } from '../../containers/index.ts';
import { received } from '../../containers/testing/world.ts';
import { lockAccount } from '../../money/index.ts';
import { watchContracts } from '../contracts/index.ts';
import {
  act,
  PATH as CONTRACTS,
  draft,
  exchanged,
  inForce,
  installed,
  lease,
  makeWorld,
  newContainer,
  setUp,
  signed,
  to,
  today,
  type World,
} from '../contracts/testing/world.ts';
import { watchWarranties } from './nightly.ts';
import {
  approved,
  type Doc,
  invoiced,
  onRequests,
  onWarranties,
  pay,
  priceList,
  REQUESTS,
  requestBody,
  sold,
  warrantiesOf,
  warranty,
} from './testing/world.ts';

/** Who changes a warranty holds account, contract and container first, in this order (docs/adr/0041). */
let world: World;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
  await priceList(world);
});

const REASON = 'The seal was broken';
const night = () => world.test.app.transaction({ actor: SYSTEM }, watchWarranties);

/** Does `work` while another one holds something, and `meanwhile` once it waits for that. */
async function behind<T>(
  hold: (ctx: Ctx) => Promise<unknown>,
  work: () => Promise<T>,
  meanwhile: (ctx: Ctx) => Promise<unknown> = async () => undefined,
): Promise<{ readonly waited: boolean; readonly answer: T }> {
  const held = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  const other = world.test.app.transaction({ actor: SYSTEM }, async (ctx) => {
    await hold(ctx);
    held.resolve();
    await going.promise;
    await meanwhile(ctx);
  });
  await held.promise;
  const doing = { isOver: false };
  const answer = work().finally(() => {
    doing.isOver = true;
  });
  await untilWaiting(world.test, 1, doing);
  const waited = !doing.isOver;
  going.resolve();
  await other;
  return { waited, answer: await answer };
}

/** Neither warranties nor requests of a container are held by anybody. */
const expectFree = (productId: string) => async (ctx: Ctx) => {
  await ctx.pg.query('select id from warranties where product_id = $1 for update nowait', [
    productId,
  ]);
  await ctx.pg.query('select id from warranty_requests where product_id = $1 for update nowait', [
    productId,
  ]);
};

const change = (contract: { readonly id: string; readonly version: number }, body: object) =>
  world.admin.post(
    `${CONTRACTS}/${contract.id}/${'saleID' in body ? 'change_sale' : 'change_customer'}`,
    { version: contract.version, reason: REASON, ...body },
  );

it.each([
  [
    'a request is cancelled',
    async () => {
      const request = await invoiced(world);
      const work = () => onRequests.act(world.admin, request, { action: 'cancel', reason: REASON });
      return { productId: request.product.id, work };
    },
  ],
  [
    'a request is accepted',
    async () => {
      const request = await approved(world);
      const work = () => onRequests.act(world.admin, request, { action: 'accept' });
      return { productId: request.product.id, work };
    },
  ],
  [
    'a warranty is voided',
    async () => {
      const request = await invoiced(world);
      const made = await warranty(world, request.warranty?.id ?? '');
      const work = () => onWarranties.act(world.admin, made, { action: 'void', reason: REASON });
      return { productId: request.product.id, work };
    },
  ],
  [
    'a warranty is paid',
    async () => {
      const request = await invoiced(world);
      const { invoice } = await warranty(world, request.warranty?.id ?? '');
      const work = async () => {
        await pay(world, invoice?.id ?? '');
        return { status: 200 };
      };
      return { productId: request.product.id, work };
    },
  ],
  [
    'a warranty that was moved to it is paid',
    async () => {
      const { contract, productId } = await sold(world);
      const request = await invoiced(world, productId);
      const { invoice } = await warranty(world, request.warranty?.id ?? '');
      const { id } = await newContainer(world);
      await exchanged(world, contract, id);
      const work = async () => {
        await pay(world, invoice?.id ?? '');
        return { status: 200 };
      };
      return { productId: id, work };
    },
  ],
  [
    'its contract is handed to another customer',
    async () => {
      const { contract, productId } = await sold(world);
      const to = { customerID: world.otherCustomerId, assumeOutstanding: true };
      return { productId, work: () => change(contract, to) };
    },
  ],
  [
    'its contract is handed to another salesperson',
    async () => {
      const { contract, productId } = await sold(world);
      return { productId, work: () => change(contract, { saleID: world.seller.userId }) };
    },
  ],
] as const)(
  'waits for the container before anything that covers it is held: %s',
  async (_case, given) => {
    const { productId, work } = await given();
    const { waited, answer } = await behind(
      (ctx) => lockProduct(ctx, productId),
      work,
      expectFree(productId),
    );
    expect([waited, answer.status]).toEqual([true, 200]);
  },
);

it('a request waits for whoever gives its container to another customer, and is not made then', async () => {
  const { contract, productId } = await sold(world);
  const { waited, answer } = await behind(
    (ctx) => ctx.pg.query('select id from contracts where id = $1 for update', [contract.id]),
    () => world.secondAdmin.post(`${REQUESTS}/create`, requestBody(productId)),
    (ctx) =>
      ctx.pg.query('update contracts set customer_id = $2 where id = $1', [
        contract.id,
        world.otherCustomerId,
      ]),
  );
  expect([waited, answer.status, answer.body.code]).toEqual([true, 409, 'HOLDER_CHANGED']);
});

it('the night leaves what somebody is changing for the next one', async () => {
  const { productId } = await sold(world);
  const [initial] = (await warrantiesOf(world, productId)) as [Doc];
  await world.test.app.pg.query(
    'update warranties set start_date = start_date - 366, end_date = end_date - 366 where id = $1',
    [initial.id],
  );
  const { waited } = await behind((ctx) => lockProduct(ctx, productId), night);
  expect([waited, (await warranty(world, initial.id)).status]).toEqual([false, 'active']);
  await night();
  expect((await warranty(world, initial.id)).status).toBe('expired');
});

describe('the account of whoever had the container before', () => {
  /** Back from a lease that is over, whose customer has not paid for the days that follow. */
  async function left(): Promise<{ productId: string; renewal: Doc }> {
    const contract = await inForce(world, lease(world));
    const productId = contract.product?.id ?? '';
    const request = await invoiced(world, productId);
    await world.test.app.pg.query(
      `update contracts set document_date = $2::date - 30, start_date = $2::date - 30,
         end_date = $2::date - 1 where id = $1`,
      [contract.id, today(world)],
    );
    await world.test.app.transaction({ actor: SYSTEM }, watchContracts);
    const { version } = expectData(await world.admin.get(`/products/${productId}`));
    const back = expectData(
      await world.chief.post(`/products/${productId}/return`, {
        version,
        reason: REASON,
        warehouseId: world.warehouseId,
      }),
    );
    await received(world, back);
    return { productId, renewal: await warranty(world, request.warranty?.id ?? '') };
  }
  const expectVoid = async ({ id }: Doc) =>
    expect(await warranty(world, id)).toMatchObject({
      status: 'voided',
      invoice: { status: 'void' },
    });
  const holdAccount = (ctx: Ctx) => lockAccount(ctx, world.customerId);
  const ofOther = () => ({ customerId: world.otherCustomerId });

  it('is held when the next contract comes into force', async () => {
    const { productId, renewal } = await left();
    const held = await act(world.secondAdmin, await draft(world, ofOther()), {
      action: 'reserve',
      productId,
    });
    const sent = await to(world.secondAdmin, held, { action: 'submit' });
    const agreed = await signed(world, await to(world.admin, sent, { action: 'approve' }));
    const there = await setUp(world, agreed);
    const { waited } = await behind(
      holdAccount,
      () => to(world.admin, there, { action: 'activate' }),
      expectFree(productId),
    );
    expect(waited).toBe(true);
    await expectVoid(renewal);
  });

  it('is held when what they had paid in advance is voided for the next customer', async () => {
    const { contract, productId } = await sold(world);
    const request = await invoiced(world, productId);
    const renewal = await warranty(world, request.warranty?.id ?? '');
    await pay(world, renewal.invoice?.id ?? '');
    const { version } = expectData(await world.admin.get(`${CONTRACTS}/${contract.id}`));
    expectData(
      await change(
        { id: contract.id, version },
        { customerID: world.otherCustomerId, assumeOutstanding: true },
      ),
    );
    const now = await warranty(world, renewal.id);
    expect(now.customer.id).toBe(world.otherCustomerId);
    const { waited, answer } = await behind(
      holdAccount,
      () => onWarranties.act(world.admin, now, { action: 'void', reason: REASON }),
      expectFree(productId),
    );
    expect([waited, answer.status]).toEqual([true, 200]);
  });

  it('is held when the container takes the place of another', async () => {
    const doc = await to(world.admin, await installed(world, ofOther()), { action: 'activate' });
    const { productId, renewal } = await left();
    const { waited } = await behind(
      holdAccount,
      () => exchanged(world, doc, productId),
      expectFree(productId),
    );
    expect(waited).toBe(true);
    await expectVoid(renewal);
  });
});
