import { SYSTEM } from '../../kernel/index.ts';
import { withTestServer } from '../../workflow/testing/testServer.ts';
import { expectData } from '../../workflow/testing/world.ts';
import { watchContracts } from './contracts/index.ts';
import {
  act,
  PATH as CONTRACTS,
  type Doc as Contract,
  dayAfter,
  exchanged,
  inForce,
  lease,
  makeWorld,
  newContainer,
  signed,
  to,
  today,
  type World,
} from './contracts/testing/world.ts';
import {
  approved,
  asked,
  type Doc,
  invoiced,
  onRequests,
  pay,
  priceList,
  QUOTE,
  quoted,
  sold,
  warranty,
} from './warranties/testing/world.ts';

/**
 * What waits for somebody, while the contract behind it ends, moves or changes: nobody pays for what
 * comes to nothing, and nothing is asked for that was not agreed.
 */

let world: World;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
  await priceList(world);
});

const REASON = 'The customer closed the shop';
const contractNow = async ({ id }: Pick<Contract, 'id'>): Promise<Contract> =>
  expectData(await world.admin.get(`${CONTRACTS}/${id}`));
const terminated = async (contract: Contract) =>
  to(world.admin, await contractNow(contract), {
    action: 'terminate',
    reason: REASON,
    returnWarehouseId: world.warehouseId,
  });
const moved = async (contract: Contract) => {
  const { version } = await contractNow(contract);
  return expectData(
    await world.admin.post(`${CONTRACTS}/${contract.id}/change_customer`, {
      version,
      customerID: world.otherCustomerId,
      reason: REASON,
      assumeOutstanding: true,
    }),
  );
};
/** The last day of a lease has passed. */
async function expired({ id }: Pick<Contract, 'id'>): Promise<void> {
  await world.test.app.pg.query(
    `update contracts set document_date = $2::date - 30, start_date = $2::date - 30,
       end_date = $2::date - 1 where id = $1`,
    [id, today(world)],
  );
  await world.test.app.transaction({ actor: SYSTEM }, watchContracts);
}
const blacklisted = (id: string, isBlacklisted: boolean) =>
  world.test.app.pg.query(
    `update customers set is_blacklisted = $2, blacklist_reason = case when $2 then 'owes' end where id = $1`,
    [id, isBlacklisted],
  );
const notesOn = async (invoiceId: string | undefined) =>
  (
    await world.test.app.pg.query(
      'select status, grand_total::text as amount from credit_notes where invoice_id = $1',
      [invoiceId],
    )
  ).rows;

describe('a request for a warranty', () => {
  const steps: Readonly<
    Record<string, (doc: Doc) => Promise<{ status: number; body: { code?: string } }>>
  > = {
    quote: (doc) => onRequests.act(world.secondAdmin, doc, { action: 'quote', ...QUOTE }),
    approve: (doc) => onRequests.act(world.admin, doc, { action: 'approve' }),
    accept: (doc) => onRequests.act(world.admin, doc, { action: 'accept' }),
  };
  const waits = { quote: asked, approve: quoted, accept: approved };
  const steppedOn = async (step: keyof typeof waits, doc: Doc) => {
    const answer = await steps[step]?.(doc);
    return [answer?.status, answer?.body.code];
  };
  const now = async ({ id }: Pick<Doc, 'id'>, by = world.admin) =>
    expectData(await by.get(`/back-office/purchase-warranty-req/${id}`));

  it.each(['quote', 'approve', 'accept'] as const)(
    'is no step further (%s) for a customer who is blacklisted',
    async (step) => {
      const { productId } = await sold(world);
      const request = await waits[step](world, productId);
      await blacklisted(world.customerId, true);
      const answer = await steppedOn(step, request);
      await blacklisted(world.customerId, false);
      expect(answer).toEqual([409, 'CUSTOMER_BLACKLISTED']);
      const gone = await onRequests.act(world.admin, request, { action: 'cancel', reason: REASON });
      expect(gone.status).toBe(200);
    },
  );

  it.each(['quote', 'approve', 'accept'] as const)(
    'is no step further (%s) once the lease is over',
    async (step) => {
      const { contract, productId } = await sold(world, lease(world));
      const request = await waits[step](world, productId);
      await expired(contract);
      expect(await steppedOn(step, request)).toEqual([409, 'HOLDER_CHANGED']);
      const gone = await onRequests.act(world.admin, request, { action: 'cancel', reason: REASON });
      expect(gone.status).toBe(200);
    },
  );

  it.each(
    (['quote', 'approve', 'accept'] as const).flatMap((step) =>
      (['ended', 'handed over'] as const).map((what) => [step, what] as const),
    ),
  )(
    'that waits for its next step (%s) is cancelled when its contract is %s',
    async (step, what) => {
      const { contract, productId } = await sold(world);
      const request = await waits[step](world, productId);
      await (what === 'ended' ? terminated : moved)(contract);
      const left = await now(request);
      expect(left).toMatchObject({
        status: 'cancelled',
        statusReason: contract.documentNo,
        allowedActions: [],
        customer: { id: world.customerId },
      });
      expect(await steppedOn(step, { ...request, version: left.version })).toEqual([
        409,
        'INVALID_STATE',
      ]);
      const { rows } = await world.test.app.pg.query<{ user: string; title: string }>(
        `select user_id as user, title_en as title from notifications
       where entity_type = 'warrantyRequests' and entity_id = $1 and title_en like '%cancelled'`,
        [request.id],
      );
      expect(rows).toEqual([
        {
          user: world.secondAdmin.userId,
          title: `Warranty request ${request.documentNo} was cancelled`,
        },
      ]);
      if (what === 'ended') return;
      // Whoever has the container now is asked anew.
      const next = await asked(world, productId);
      expect(next.customer.id).toBe(world.otherCustomerId);
    },
  );

  it.each(['ended', 'handed over', 'exchanged'] as const)(
    'that the lease before has brought is cancelled as well when the next one is %s',
    async (what) => {
      const { contract, productId } = await sold(world, lease(world));
      const request = await asked(world, productId);
      const { related } = await act(world.secondAdmin, contract, {
        action: 'renew',
        startDate: dayAfter(world, 21),
        endDate: dayAfter(world, 60),
      });
      await expired(contract);
      const { id } = related.find((one) => one.type === 'contract' && one.id !== contract.id) ?? {
        id: '',
      };
      const sent = await to(world.secondAdmin, await contractNow({ id }), { action: 'submit' });
      const agreed = await to(world.admin, sent, { action: 'approve' });
      const next = await to(world.admin, await signed(world, agreed), { action: 'activate' });
      // It is the same customer's.
      expect((await now(request)).status).toBe('pending');
      if (what === 'ended') await terminated(next);
      if (what === 'handed over') await moved(next);
      if (what === 'exchanged') await exchanged(world, next, (await newContainer(world)).id);
      expect(await now(request)).toMatchObject({
        status: 'cancelled',
        statusReason: next.documentNo,
      });
    },
  );
});

describe('a warranty that has not begun when its contract is handed over', () => {
  const request = async ({ id }: Doc) =>
    expectData(await world.admin.get(`/back-office/purchase-warranty-req/${id}`));

  it('is not paid for: its invoice is void, its request cancelled', async () => {
    const { contract, productId } = await sold(world);
    const asked = await invoiced(world, productId);
    await moved(contract);
    expect(await warranty(world, asked.warranty?.id ?? '')).toMatchObject({
      status: 'voided',
      invoice: { status: 'void' },
      customer: { id: world.customerId },
    });
    expect(await request(asked)).toMatchObject({
      status: 'cancelled',
      statusReason: contract.documentNo,
    });
    // The next holder may ask for one at once.
    const next = await invoiced(world, productId);
    expect(next.customer.id).toBe(world.otherCustomerId);
  });

  it('asks whoever had it for no more than was paid, which is credited', async () => {
    const { contract, productId } = await sold(world);
    const asked = await invoiced(world, productId);
    const { invoice, id } = await warranty(world, asked.warranty?.id ?? '');
    await pay(world, invoice?.id ?? '', '284.00');
    await moved(contract);
    expect((await warranty(world, id)).status).toBe('voided');
    expect(await notesOn(invoice?.id)).toEqual([{ status: 'pending', amount: '1284.00' }]);
    expect((await request(asked)).status).toBe('cancelled');
  });

  it('is not paid for where its money was put off', async () => {
    const { contract, productId } = await sold(world);
    const asked = await invoiced(world, productId);
    const { invoice, id } = await warranty(world, asked.warranty?.id ?? '');
    const path = `/invoices/${invoice?.id}`;
    const { version } = expectData(await world.admin.get(path));
    const later = { version, dueDate: dayAfter(world, 40), reason: REASON };
    expectData(await world.admin.post(`${path}/defer`, later));
    expect(await warranty(world, id)).toMatchObject({ status: 'scheduled', isSettled: true });
    await moved(contract);
    expect(await warranty(world, id)).toMatchObject({
      status: 'voided',
      invoice: { status: 'void' },
      customer: { id: world.customerId },
    });
  });

  it('goes over to the next holder where it is paid', async () => {
    const { contract, productId } = await sold(world);
    const asked = await invoiced(world, productId);
    const { invoice, id } = await warranty(world, asked.warranty?.id ?? '');
    await pay(world, invoice?.id ?? '');
    await moved(contract);
    expect(await warranty(world, id)).toMatchObject({
      status: 'scheduled',
      isSettled: true,
      customer: { id: world.otherCustomerId },
    });
    expect(await notesOn(invoice?.id)).toEqual([]);
    expect((await request(asked)).status).toBe('fulfilled');
  });
});

describe('a warranty that has not begun when its contract ends', () => {
  it('is not paid for: its invoice is void, its request cancelled', async () => {
    const { contract, productId } = await sold(world);
    const request = await invoiced(world, productId);
    await terminated(contract);
    expect(await warranty(world, request.warranty?.id ?? '')).toMatchObject({
      status: 'voided',
      invoice: { status: 'void' },
    });
    const now = expectData(
      await world.admin.get(`/back-office/purchase-warranty-req/${request.id}`),
    );
    expect(now.status).toBe('cancelled');
  });

  it('is credited where it was paid in advance', async () => {
    const { contract, productId } = await sold(world);
    const request = await invoiced(world, productId);
    const { invoice, id } = await warranty(world, request.warranty?.id ?? '');
    await pay(world, invoice?.id ?? '');
    await terminated(contract);
    expect((await warranty(world, id)).status).toBe('voided');
    expect(await notesOn(invoice?.id)).toEqual([{ status: 'pending', amount: '1284.00' }]);
  });
});

describe('an invoice of a contract that somebody writes anew', () => {
  /** The void invoice of the first payment, and the draft that takes its place. */
  async function rewritten() {
    const contract = await inForce(world, lease(world));
    const { rows } = await world.test.app.pg.query<{ id: string; version: number }>(
      `select id, version from invoices where source_id = $1 and source_key = source_id || ':1'`,
      [contract.id],
    );
    const [invoice] = rows;
    expectData(
      await world.admin.post(`/invoices/${invoice?.id}/void`, {
        version: invoice?.version,
        reason: REASON,
        replace: true,
      }),
    );
    const drafts = await world.test.app.pg.query<{ id: string; version: number }>(
      'select id, version from invoices where replaces_id = $1',
      [invoice?.id],
    );
    return { contract, draft: drafts.rows[0] };
  }
  const issue = (draft: { id: string; version: number } | undefined) =>
    world.admin.post(`/invoices/${draft?.id}/issue`, { version: draft?.version });

  it('is issued while the schedule still asks for it', async () => {
    const { draft } = await rewritten();
    expect((await issue(draft)).status).toBe(200);
  });

  it('is not issued once another payment was agreed', async () => {
    const { contract, draft } = await rewritten();
    await world.test.app.pg.query(
      'update contract_schedule set principal = principal - 1, total = total - 1, net = net - 1 where contract_id = $1 and seq = 1',
      [contract.id],
    );
    const late = await issue(draft);
    expect([late.status, late.body.code]).toEqual([409, 'SOURCE_CHANGED']);
  });

  it('is gone once the contract is another customer’s', async () => {
    const { contract, draft } = await rewritten();
    await moved(contract);
    expect((await issue(draft)).status).toBe(404);
  });
});
