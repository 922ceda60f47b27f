import { actsOn } from '../../../workflow/testing/actsOn.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';
import {
  act as actOnContract,
  PATH as CONTRACTS,
  type Doc as Contract,
  draft,
  makeWorld,
  newContainer,
  signed,
  status,
  to,
  today,
  type World,
} from './testing/world.ts';

/** Requisitions for contracts (docs/domain/containers.md "Requisition"): request_contract. */
let world: World;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});

const PATH = '/withdraw_products';
const REASON = 'The customer wants another model';

interface Line {
  readonly id: string;
  readonly lineStatus: string;
  readonly product: { readonly id: string; readonly serialNumber: string } | null;
  readonly contract: { readonly id: string; readonly status: string } | null;
}
interface Requisition {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly allowedActions: readonly string[];
  readonly items: readonly Line[];
}

const { act } = actsOn(PATH);
const requestBody = (contracts: readonly { readonly id: string }[]) => ({
  warehouseId: world.warehouseId,
  neededBy: dayFrom(world as never, 3),
  purpose: 'Deliver what was agreed',
  contracts: contracts.map(({ id }) => ({ contractId: id })),
});
const request = async (...contracts: readonly Contract[]): Promise<Requisition> =>
  expectData(await world.secondAdmin.post(`${PATH}/request_contract`, requestBody(contracts)));
const approve = async (doc: Requisition): Promise<Requisition> =>
  expectData(await act(world.admin, doc, { action: 'approval', decision: 'approve' }));
const contract = async ({ id }: { readonly id: string }): Promise<Contract> =>
  expectData(await world.admin.get(`${CONTRACTS}/${id}`));
const seen = async ({ id }: { readonly id: string }): Promise<Requisition> =>
  expectData(await world.admin.get(`${PATH}/${id}`));
const containerOf = async ({ id }: { readonly id: string }) => {
  const { product } = await contract({ id });
  return expectData(await world.admin.get(`/products/${product?.id}`));
};
const choice = async () => {
  const { body } = await world.secondAdmin.get(`${PATH}/available_draft_contract?limit=1000`);
  return (body.data as { readonly id: string }[]).map(({ id }) => id);
};

/** Given a container each; the stock has as many. */
async function allocated(count = 1) {
  const drafts: Contract[] = [];
  for (let index = 0; index < count; index += 1) {
    await newContainer(world);
    drafts.push(await draft(world));
  }
  const doc = await approve(await request(...drafts));
  return { doc, contracts: await Promise.all(drafts.map(contract)) };
}

it('offers drafts until a requisition asks for their containers', async () => {
  const one = await draft(world);
  expect(await choice()).toContain(one.id);
  const doc = await request(one);
  expect(doc).toMatchObject({ status: 'pending', type: 'contract' });
  expect(await choice()).not.toContain(one.id);

  const again = await world.secondAdmin.post(`${PATH}/request_contract`, requestBody([one]));
  expect([again.status, again.body.errors?.[0]]).toEqual([
    422,
    expect.objectContaining({ field: 'contracts[0].contractId', code: 'UNKNOWN_ID' }),
  ]);
  const reserve = await world.secondAdmin.post(`${CONTRACTS}/${one.id}/reserve`, {
    version: (await contract(one)).version,
  });
  expect([reserve.status, reserve.body.code]).toEqual([409, 'CONTAINER_REQUESTED']);
  // Its lines are those of contracts: nobody rewrites them by model.
  expect(doc.allowedActions).not.toContain('update');
});

it('holds a container for each contract with the approval, and hands it to its customer', async () => {
  const { doc, contracts } = await allocated(2);
  expect(doc.status).toBe('approved');
  for (const line of doc.items) {
    expect(line).toMatchObject({ lineStatus: 'allocated', contract: { status: 'booking' } });
  }
  const [first, second] = contracts;
  if (!first || !second) throw new Error('two contracts');
  expect(first).toMatchObject({ status: 'booking', product: { id: expect.any(String) } });
  expect((await containerOf(first)).saleStatus).toBe('reserved');

  const scans = doc.items.map(({ id, product }) => ({
    itemId: id,
    scannedSerial: product?.serialNumber ?? '',
  }));
  const early = await world.admin.post(`${PATH}/${doc.id}/release`, {
    version: doc.version,
    lines: scans,
  });
  expect([early.status, early.body.code]).toEqual([409, 'CONTRACT_NOT_APPROVED']);

  for (const one of contracts) {
    const submitted = await to(world.secondAdmin, one, { action: 'submit' });
    await to(world.admin, submitted, { action: 'approve' });
  }
  const released = expectData(
    await act(world.admin, await seen(doc), { action: 'release', lines: scans }),
  ) as unknown as Requisition;
  expect(released.status).toBe('released');
  expect(await containerOf(first)).toMatchObject({
    status: 'withdrawn',
    saleStatus: 'contracted',
    site: { address: '12 ถนนพระราม 4 กรุงเทพฯ' },
  });

  const done = await actOnContract(world.admin, await signed(world, await contract(first)), {
    action: 'install',
    installedOn: today(world),
  });
  expect(await to(world.admin, done, { action: 'activate' })).toMatchObject({ status: 'onGoing' });
});

it('a rejected or cancelled requisition leaves drafts without a container', async () => {
  const asked = await draft(world);
  const rejected = expectData(
    await act(world.admin, await request(asked), {
      action: 'approval',
      decision: 'reject',
      reason: REASON,
    }),
  ) as unknown as Requisition;
  expect(rejected.items[0]?.lineStatus).toBe('removed');
  expect(await choice()).toContain(asked.id);

  const { doc, contracts } = await allocated();
  const [one] = contracts;
  const serial = one?.product?.id;
  expectData(await act(world.admin, doc, { action: 'cancel', reason: REASON }));
  expect(await contract(doc.items[0]?.contract ?? { id: '' })).toMatchObject({
    status: 'draft',
    product: null,
  });
  expect(expectData(await world.admin.get(`/products/${serial}`)).saleStatus).toBe('available');
  expect(await choice()).toContain(one?.id);
});

it('is not cancelled once a contract has gone on; the contract is, and takes its line with it', async () => {
  const { doc, contracts } = await allocated(2);
  const [first, second] = contracts;
  if (!first || !second) throw new Error('two contracts');
  await to(world.secondAdmin, first, { action: 'submit' });
  const refused = await world.admin.post(`${PATH}/${doc.id}/cancel`, {
    version: doc.version,
    reason: REASON,
  });
  expect([refused.status, refused.body.code]).toEqual([409, 'CONTRACT_GOES_ON']);
  // Nothing of it happened.
  expect(await contract(second)).toMatchObject({ status: 'booking' });

  await to(world.admin, await contract(first), { action: 'cancel', reason: REASON });
  const left = await seen(doc);
  expect(left.status).toBe('approved');
  expect(left.items.map(({ lineStatus }) => lineStatus).sort()).toEqual(['allocated', 'removed']);

  await actOnContract(world.secondAdmin, await contract(second), { action: 'release' });
  expect((await seen(doc)).status).toBe('cancelled');
  expect(await choice()).toContain(second.id);
});

it('two requisitions that ask for the same contract at once: one is made', async () => {
  const one = await draft(world);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      world.secondAdmin.post(`${PATH}/request_contract`, requestBody([one])),
    ),
  );
  const made = answers.filter((answer) => answer.status === 201);
  expect(made).toHaveLength(1);
  // The others came before the first was there, or after it.
  for (const { status: code } of answers) expect([201, 409, 422]).toContain(code);
});

it('a salesperson asks for the containers of their own contracts only', async () => {
  const others = await draft(world);
  const own = await draft(world, {}, world.seller);
  const { body } = await world.seller.get(`${PATH}/available_draft_contract?limit=1000`);
  const ids = (body.data as { readonly id: string }[]).map(({ id }) => id);
  expect(ids).toContain(own.id);
  expect(ids).not.toContain(others.id);
  const hidden = await world.seller.post(`${PATH}/request_contract`, requestBody([others]));
  expect([hidden.status, hidden.body.errors?.[0]?.code]).toEqual([422, 'UNKNOWN_ID']);
});

it('a contract that is cancelled while its requisition waits leaves it', async () => {
  const one = await draft(world);
  const doc = await request(one);
  const cancelled = await status('cancel', { reason: REASON })(world.admin, await contract(one));
  expect(cancelled.status).toBe(200);
  expect((await seen(doc)).status).toBe('cancelled');
});
