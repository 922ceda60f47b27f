import { addDays } from '@boxyard/shared/domain';
import { warrantyEnd } from '@boxyard/shared/domain/sales/warranties.ts';
import en from '@boxyard/shared/domain/texts/families/warranties.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/warranties.th.json' with { type: 'json' };
import requestsEn from '@boxyard/shared/domain/texts/families/warrantyRequests.en.json' with {
  type: 'json',
};
import requestsTh from '@boxyard/shared/domain/texts/families/warrantyRequests.th.json' with {
  type: 'json',
};
import { SYSTEM } from '../../../kernel/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { watchContracts } from '../contracts/index.ts';
import {
  act,
  PATH as CONTRACTS,
  type Doc as Contract,
  dayAfter,
  exchanged,
  lease,
  makeWorld,
  newContainer,
  signed,
  to,
  today,
  type World,
} from '../contracts/testing/world.ts';
import {
  asked,
  type Doc,
  invoiced,
  onRequests,
  pay,
  priceList,
  QUOTE,
  REQUESTS,
  requestBody,
  reversePayment,
  sold,
  WARRANTIES,
  warrantiesOf,
  warranty,
} from './testing/world.ts';

/** What becomes of a warranty by an event elsewhere stands on its timeline. */
let world: World;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
  await priceList(world);
});

const REASON = 'The shop was sold';
interface Entry {
  readonly action: string;
  readonly reason: string | null;
  readonly diff: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>> | null;
}
const TEXTS = { [WARRANTIES]: [en, th], [REQUESTS]: [requestsEn, requestsTh] } as const;

/** The entries of a timeline that say what something was and is; each field has its name in both languages. */
async function told(
  { id }: Pick<Doc, 'id'>,
  path: keyof typeof TEXTS = WARRANTIES,
): Promise<Entry[]> {
  const { history } = expectData(await world.admin.get(`${path}/${id}`));
  const changes = (history as Entry[]).filter(({ diff }) =>
    Object.values(diff ?? {}).some((change) => typeof change === 'object' && 'to' in change),
  );
  const fields = changes.flatMap(({ diff }) => Object.keys(diff ?? {}));
  for (const { field } of TEXTS[path] ?? []) {
    expect(Object.keys(field)).toEqual(expect.arrayContaining(fields));
  }
  return changes;
}
async function given(
  by = world.secondAdmin,
): Promise<{ contract: Contract; productId: string; initial: Doc }> {
  const { contract, productId } = await sold(world, {}, by);
  const [initial] = (await warrantiesOf(world, productId)) as [Doc];
  return { contract, productId, initial };
}
const nameOf = async (id: string) => {
  const { rows } = await world.test.app.pg.query(
    'select name_en as name, name as "nameTh" from customers where id = $1',
    [id],
  );
  return rows[0];
};

it('another customer, with the names of both', async () => {
  const { contract, initial } = await given();
  await act(world.admin, contract, {
    action: 'change_customer',
    customerID: world.otherCustomerId,
    reason: REASON,
    assumeOutstanding: true,
  });
  expect(await told(initial)).toMatchObject([
    {
      action: 'update',
      reason: contract.documentNo,
      diff: {
        customer: { from: await nameOf(world.customerId), to: await nameOf(world.otherCustomerId) },
      },
    },
  ]);
});

it('another salesperson, who sees what was asked for as well', async () => {
  const { contract, productId, initial } = await given();
  const request = await asked(world, productId);
  await act(world.admin, contract, {
    action: 'change_sale',
    saleID: world.seller.userId,
    reason: REASON,
  });
  const { sale } = expectData(await world.admin.get(`${WARRANTIES}/${initial.id}`));
  expect(sale.id).toBe(world.seller.userId);
  const changes = [
    {
      action: 'update',
      reason: contract.documentNo,
      diff: { sale: { from: { name: expect.any(String) }, to: { name: sale.name } } },
    },
  ];
  expect(await told(initial)).toMatchObject(changes);
  expect(await told(request, REQUESTS)).toMatchObject(changes);
  const seen = expectData(await world.seller.get(`${REQUESTS}/${request.id}`));
  expect([seen.status, seen.sale.id]).toEqual(['pending', world.seller.userId]);
});

it('another container, with what waits for its money and its request', async () => {
  const { contract, productId, initial } = await given();
  await world.test.app.pg.query(
    'update warranties set start_date = start_date - 100, end_date = end_date - 100 where id = $1',
    [initial.id],
  );
  const request = await invoiced(world, productId);
  const next = await newContainer(world);
  await exchanged(world, contract, next.id);
  const product = { from: contract.product?.serialNumber, to: next.serialNumber };
  const change = { action: 'update', reason: contract.documentNo, diff: { product } };
  for (const one of await warrantiesOf(world, next.id)) {
    expect(await told(one)).toMatchObject([change]);
  }
  expect((await told(request, REQUESTS)).at(-1)).toMatchObject(change);
  expect(await told(initial)).toMatchObject([
    {
      action: 'expire',
      reason: contract.documentNo,
      diff: { endDate: { from: addDays(initial.endDate, -100), to: addDays(today(world), -1) } },
    },
  ]);
});

it('money that comes and goes, and days that move on with those of another one', async () => {
  const { productId, initial } = await given();
  const day = today(world);
  const first = expectData(
    await world.admin.post(`${WARRANTIES}/create`, { productId, months: 6 }),
  );
  const payment = await pay(world, first.invoice.id);
  const second = expectData(
    await world.admin.post(`${WARRANTIES}/create`, {
      productId,
      months: 12,
      price: '0.00',
      reason: 'Goodwill after a failure',
    }),
  );
  await reversePayment(world, payment);
  const isSettled = (to: boolean) => ({ action: 'update', diff: { isSettled: { from: !to, to } } });
  expect(await told(first)).toMatchObject([isSettled(true), isSettled(false)]);
  for (const [id, from, until] of [
    [initial.id, -300, -31],
    [first.id, -30, 149],
    [second.id, 150, 514],
  ]) {
    await world.test.app.pg.query(
      'update warranties set start_date = $2::date + $3::int, end_date = $2::date + $4::int where id = $1',
      [id, day, from, until],
    );
  }
  await pay(world, first.invoice.id);
  const endDate = warrantyEnd(day, 6);
  expect((await told(first)).at(-1)).toMatchObject({
    action: 'start',
    diff: {
      isSettled: { from: false, to: true },
      startDate: { from: addDays(day, -30), to: day },
      endDate: { from: addDays(day, 149), to: endDate },
    },
  });
  const { documentNo } = await warranty(world, first.id);
  expect(await told(second)).toMatchObject([
    {
      action: 'update',
      reason: documentNo,
      diff: { startDate: { from: addDays(day, 150), to: addDays(endDate, 1) } },
    },
  ]);
});

it('nothing of the contract to whoever reads no contracts', async () => {
  const { contract, productId, initial } = await given(world.seller);
  const request = await asked(world, productId);
  await act(world.admin, contract, {
    action: 'change_customer',
    customerID: world.otherCustomerId,
    reason: REASON,
    assumeOutstanding: true,
  });
  const { rows } = await world.test.app.pg.query<{ teamId: string }>(
    'select team_id as "teamId" from users where id = $1',
    [world.seller.userId],
  );
  const engineer = await world.test.as('engineer-manager', { teamId: rows[0]?.teamId ?? '' });
  const another = await asked(world, productId);
  await onRequests.done(world.admin, another, { action: 'cancel', reason: REASON });
  for (const path of [`${WARRANTIES}/${initial.id}`, `${REQUESTS}/${request.id}`]) {
    const shown = expectData(await engineer.get(path));
    expect(shown.history.at(-1)).toMatchObject({ reason: null });
    expect(expectData(await engineer.get(`${path}/history`))).toEqual(shown.history);
    expect(JSON.stringify(shown)).not.toContain(contract.documentNo);
  }
  // What a person has written is no contract's number.
  const typed = expectData(await engineer.get(`${REQUESTS}/${another.id}`));
  expect([typed.statusReason, typed.history.at(-1).reason]).toEqual([REASON, REASON]);
  const history = expectData(await engineer.get(`${REQUESTS}/${another.id}/history`));
  expect(history.at(-1).reason).toBe(REASON);
});

/** A colleague's contract has followed on a container of the seller's, and was ended. */
async function followed(contract: Contract): Promise<Contract> {
  const { related } = await act(world.secondAdmin, contract, {
    action: 'renew',
    startDate: dayAfter(world, 21),
    endDate: dayAfter(world, 60),
  });
  const id = related.find((one) => one.type === 'contract' && one.id !== contract.id)?.id ?? '';
  await world.test.app.pg.query('update contracts set sale_id = $2 where id = $1', [
    id,
    world.secondAdmin.userId,
  ]);
  await world.test.app.pg.query(
    `update contracts set document_date = $2::date - 30, start_date = $2::date - 30,
       end_date = $2::date - 1 where id = $1`,
    [contract.id, today(world)],
  );
  await world.test.app.transaction({ actor: SYSTEM }, watchContracts);
  const now = async () => expectData(await world.admin.get(`${CONTRACTS}/${id}`)) as Contract;
  await to(world.secondAdmin, await now(), { action: 'submit' });
  await to(world.admin, await now(), { action: 'approve' });
  await to(world.admin, await signed(world, await now()), { action: 'activate' });
  return to(world.admin, await now(), {
    action: 'terminate',
    reason: REASON,
    returnWarehouseId: world.warehouseId,
  });
}

it.each(['asked for', 'waiting for its money'] as const)(
  'the number of a colleague’s contract to nobody else, of what is %s',
  async (what) => {
    const { contract, productId } = await sold(world, lease(world), world.seller);
    const [initial] = (await warrantiesOf(world, productId)) as [Doc];
    let request: Doc = expectData(
      await world.seller.post(`${REQUESTS}/create`, requestBody(productId)),
    );
    if (what === 'waiting for its money') {
      request = await onRequests.done(world.secondAdmin, request, { action: 'quote', ...QUOTE });
      request = await onRequests.done(world.admin, request, { action: 'approve' });
      request = await onRequests.done(world.admin, request, { action: 'accept' });
    }
    const { documentNo } = await followed(contract);
    for (const path of [`${WARRANTIES}/${initial.id}`, `${REQUESTS}/${request.id}`]) {
      const known = expectData(await world.admin.get(path));
      expect([known.statusReason, known.history.at(-1).reason]).toEqual([documentNo, documentNo]);
      const shown = expectData(await world.seller.get(path));
      const history = expectData(await world.seller.get(`${path}/history`));
      expect([shown.statusReason, shown.history.at(-1).reason]).toEqual([null, null]);
      expect(history).toEqual(shown.history);
      const { raw } = await world.seller.get(
        `${path.replace(/[^/]+$/, 'list')}?search=${shown.documentNo}&limit=10`,
      );
      expect(String(raw)).toContain(shown.documentNo);
      expect(JSON.stringify(shown) + raw).not.toContain(documentNo);
    }
    const { contract: own } = expectData(await world.seller.get(`${WARRANTIES}/${initial.id}`));
    expect(own.documentNo).toBe(contract.documentNo);
    const { rows } = await world.test.app.pg.query<{ user: string; en: string; th: string }>(
      `select user_id as user, description_en as en, description_th as th from notifications
        where entity_id = $1 and title_en like '%was cancelled'`,
      [request.id],
    );
    expect(rows).toEqual([
      {
        user: world.seller.userId,
        en: 'The contract of its container has changed.',
        th: 'สัญญาของตู้มีการเปลี่ยนแปลง',
      },
    ]);
    if (request.warranty === null) return;
    const { invoice, documentNo: warrantyNo } = await warranty(world, request.warranty.id);
    const { status, statusReason } = expectData(await world.admin.get(`/invoices/${invoice?.id}`));
    expect([status, statusReason]).toEqual(['void', warrantyNo]);
  },
);
