import { withTestServer } from '../../workflow/testing/testServer.ts';
import { expectData } from '../../workflow/testing/world.ts';
import {
  PATH as CONTRACTS,
  type Doc as Contract,
  inForce,
  lease,
  makeWorld,
  to,
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
  it.each(
    (['quote', 'approve', 'accept'] as const).flatMap((step) =>
      (['moved', 'blacklisted'] as const).map((what) => [step, what] as const),
    ),
  )('is no step further (%s) once its contract was %s or so', async (step, what) => {
    const { contract, productId } = await sold(world);
    const request = await waits[step](world, productId);
    if (what === 'moved') await moved(contract);
    if (what === 'blacklisted') await blacklisted(world.customerId, true);
    const answer = await steps[step]?.(request);
    if (what === 'blacklisted') await blacklisted(world.customerId, false);
    const code = what === 'blacklisted' ? 'CUSTOMER_BLACKLISTED' : 'HOLDER_CHANGED';
    expect([answer?.status, answer?.body.code]).toEqual([409, code]);
    const gone = await onRequests.act(world.admin, request, { action: 'cancel', reason: REASON });
    expect(gone.status).toBe(200);
  });

  it.each(['quote', 'approve', 'accept'] as const)(
    'that waits for its next step (%s) is cancelled with its contract',
    async (step) => {
      const { contract, productId } = await sold(world);
      const { id } = await waits[step](world, productId);
      await terminated(contract);
      const { status } = expectData(
        await world.admin.get(`/back-office/purchase-warranty-req/${id}`),
      );
      expect(status).toBe('cancelled');
    },
  );
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
