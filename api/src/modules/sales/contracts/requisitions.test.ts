import type { Person } from '../../../testing/index.ts';
import { actsOn } from '../../../workflow/testing/actsOn.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';
import { requisitionBody } from '../../containers/containerRequisitions/testing/world.ts';
import { plantModel } from '../../containers/testing/planted.ts';
import {
  act as actOnContract,
  PATH as CONTRACTS,
  type Doc as Contract,
  contractBody,
  draft,
  makeWorld,
  newContainer,
  setUp,
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
  expect(doc.allowedActions).toContain('update-contracts');
  expect(doc.allowedActions).not.toContain('update');
  const byModel = await world.secondAdmin.patch(`${PATH}/${doc.id}`, {
    version: doc.version,
    ...requisitionBody(world),
  });
  expect([byModel.status, byModel.body.code]).toEqual([409, 'LINES_OF_CONTRACTS']);
});

describe('which contracts it is for', () => {
  const change = (by: Person, doc: Requisition, contracts: readonly { readonly id: string }[]) =>
    by.patch(`${PATH}/${doc.id}/contracts`, { version: doc.version, ...requestBody(contracts) });
  const changed = async (doc: Requisition, ...contracts: Contract[]): Promise<Requisition> =>
    expectData(await change(world.secondAdmin, doc, contracts));
  const askedFor = ({ items }: Requisition) => items.map(({ contract: one }) => one?.id);

  it('is changed until it is decided on: one is taken out, another in', async () => {
    const [first, second, third] = [await draft(world), await draft(world), await draft(world)];
    const doc = await request(first, second);
    const now = await changed(doc, third, second);
    expect(now).toMatchObject({ status: 'pending', version: doc.version + 1, itemCount: 2 });
    expect(askedFor(now)).toEqual([third.id, second.id]);
    // Who was taken out is free at once, to be asked for or held; who was taken in is not.
    const offered = await choice();
    expect(offered).toContain(first.id);
    expect(offered).not.toContain(third.id);
    await newContainer(world);
    await actOnContract(world.secondAdmin, await contract(first), { action: 'reserve' });
    const reserve = await world.secondAdmin.post(`${CONTRACTS}/${third.id}/reserve`, {
      version: (await contract(third)).version,
    });
    expect([reserve.status, reserve.body.code]).toEqual([409, 'CONTAINER_REQUESTED']);

    for (let index = 0; index < 2; index += 1) await newContainer(world);
    const given = await approve(now);
    expect(given.items.map(({ contract: one }) => one?.status)).toEqual(['booking', 'booking']);
    const late = await change(world.secondAdmin, given, [second]);
    expect([late.status, late.body.code]).toEqual([409, 'INVALID_STATE']);
  });

  it('keeps what else is said of it, and says what was changed', async () => {
    const one = await draft(world);
    const doc = await request(one);
    const now = expectData(
      await world.secondAdmin.patch(`${PATH}/${doc.id}/contracts`, {
        version: doc.version,
        ...requestBody([one]),
        neededBy: dayFrom(world as never, 9),
        purpose: 'Deliver after the holidays',
        remark: 'By the back door',
        contracts: [{ contractId: one.id, note: 'Ground floor' }],
      }),
    );
    expect(now).toMatchObject({
      neededBy: dayFrom(world as never, 9),
      purpose: 'Deliver after the holidays',
      remark: 'By the back door',
      items: [{ note: 'Ground floor', contract: { id: one.id } }],
    });
    const { rows } = await world.test.app.pg.query<{ diff: object }>(
      `select diff from history where subject_id = $1 and action = 'update-contracts'`,
      [doc.id],
    );
    expect(rows).toHaveLength(1);
    expect(Object.keys(rows[0]?.diff ?? {}).sort()).toEqual(['neededBy', 'purpose', 'remark']);
  });

  it('says everything that is wrong with a change', async () => {
    const [one, other] = [await draft(world), await draft(world)];
    const doc = await request(one);
    await request(other);
    const answer = await world.secondAdmin.patch(`${PATH}/${doc.id}/contracts`, {
      version: doc.version,
      ...requestBody([one, one, other]),
      neededBy: '2026-01-01',
    });
    expect(answer.status).toBe(422);
    expect(
      answer.body.errors.map(({ field, code }: Record<string, string>) => [field, code]),
    ).toEqual([
      ['contracts[1].contractId', 'REPEATED'],
      ['contracts[2].contractId', 'UNKNOWN_ID'],
      ['neededBy', 'PAST_DATE'],
    ]);
    const auditor = await world.test.as('auditor');
    expect((await change(auditor, doc, [one])).status).toBe(403);
    // Of somebody else.
    expect((await change(world.seller, doc, [one])).status).toBe(404);
    const stale = await change(world.secondAdmin, { ...doc, version: 7 }, [one]);
    expect([stale.status, stale.body.code]).toEqual([409, 'VERSION_CONFLICT']);
  });

  it('makes an author of whoever changes it', async () => {
    const [one, other] = [await draft(world), await draft(world)];
    const doc = await request(one);
    const now = expectData(await change(world.admin, doc, [one, other]));
    const own = await act(world.admin, now, { action: 'approval', decision: 'approve' });
    expect([own.status, own.body.code]).toEqual([409, 'SELF_APPROVAL']);
  });

  it('keeps the contracts that whoever changes it may not read', async () => {
    const [hidden, shown, more] = [
      await draft(world),
      await draft(world, {}, world.seller),
      await draft(world, {}, world.seller),
    ];
    const own = expectData(
      await world.seller.post(`${PATH}/request_contract`, requestBody([shown])),
    );
    const both = await changed(own, hidden, shown);
    const now = expectData(await change(world.seller, both, [more])) as unknown as Requisition;
    expect(askedFor(now)).toEqual([null, more.id]);
    const all = expectData(await world.admin.get(`${PATH}/${now.id}`)) as unknown as Requisition;
    expect(askedFor(all)).toEqual([hidden.id, more.id]);
  });

  it('of two people who take in the same contract at once, one has it', async () => {
    const [one, other, wanted] = [await draft(world), await draft(world), await draft(world)];
    const docs = [await request(one), await request(other)];
    const answers = await Promise.all(
      docs.map((doc, index) => change(world.secondAdmin, doc, [index === 0 ? one : other, wanted])),
    );
    expect(answers.filter(({ status: code }) => code === 200)).toHaveLength(1);
    const after = await Promise.all(docs.map(seen));
    expect(after.flatMap(askedFor).filter((id) => id === wanted.id)).toHaveLength(1);
  });
});

it('leaves the model of a contract as long as its container is asked for', async () => {
  const one = await draft(world);
  const doc = await request(one, await draft(world));
  const { modelId } = await plantModel(world.test);
  const edit = async () =>
    world.secondAdmin.put(`${CONTRACTS}/${one.id}`, {
      ...contractBody(world, { productModelId: modelId }),
      version: (await contract(one)).version,
    });
  const refused = await edit();
  expect([refused.status, refused.body.errors?.[0]]).toEqual([
    422,
    expect.objectContaining({ field: 'productModelId', code: 'CONTAINER_REQUESTED' }),
  ]);
  const [, other] = doc.items;
  expectData(
    await world.secondAdmin.patch(`${PATH}/${doc.id}/contracts`, {
      version: doc.version,
      ...requestBody([other?.contract ?? { id: '' }]),
    }),
  );
  expect((await edit()).status).toBe(200);
});

it('gives no contract a container of another model than it is about', async () => {
  const one = await draft(world);
  await newContainer(world);
  const doc = await request(one);
  const { modelId } = await plantModel(world.test);
  // As contracts may have been changed before the model was kept.
  await world.test.app.pg.query('update contracts set product_model_id = $2 where id = $1', [
    one.id,
    modelId,
  ]);
  const answer = await act(world.admin, doc, { action: 'approval', decision: 'approve' });
  expect([answer.status, answer.body.code]).toEqual([409, 'NOT_AVAILABLE']);
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

  const done = await setUp(world, await signed(world, await contract(first)));
  expect(done.installedOn).toBe(today(world));
  expect(await to(world.admin, done, { action: 'activate' })).toMatchObject({ status: 'onGoing' });
});

/** A contract whose container was handed out to it, and its requisition. */
async function handedOut() {
  const { doc, contracts } = await allocated();
  const [one] = contracts;
  if (!one) throw new Error('one contract');
  const submitted = await to(world.secondAdmin, one, { action: 'submit' });
  await to(world.admin, submitted, { action: 'approve' });
  const [line] = doc.items;
  const lines = [{ itemId: line?.id, scannedSerial: line?.product?.serialNumber }];
  expectData(await act(world.admin, await seen(doc), { action: 'release', lines }));
  return { doc, one, itemIds: [line?.id] };
}

it('does not call back what stands at the customer of a contract', async () => {
  const { doc, one, itemIds } = await handedOut();
  await setUp(world, one);
  const now = await seen(doc);
  expect(now.allowedActions).not.toContain('return');
  const answer = await act(world.admin, now, { action: 'return', reason: REASON, itemIds });
  expect([answer.status, answer.body.code]).toEqual([409, 'NOTHING_OUT']);
  expect(await containerOf(one)).toMatchObject({ status: 'installed', saleStatus: 'contracted' });
});

it('a container on its way back does not stand at the customer', async () => {
  const { doc, one, itemIds } = await handedOut();
  expectData(
    await act(world.admin, await seen(doc), { action: 'return', reason: REASON, itemIds }),
  );
  const { id, version, site } = await containerOf(one);
  const answer = await world.admin.post(`/products/${id}/install`, { version, ...site });
  expect([answer.status, answer.body.code]).toEqual([409, 'INVALID_STATE']);
  expect(await contract(one)).toMatchObject({ status: 'approved', installedOn: null });
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
