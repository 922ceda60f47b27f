import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  act,
  approved,
  contractBody,
  type Doc,
  draft,
  inForce,
  lease,
  makeWorld,
  newContainer,
  PATH,
  swapOf,
  today,
  type World,
} from './testing/world.ts';

/** Whoever proposed a change of a contract takes it back before it is decided (docs/adr/0028, 0091). */
let world: World;
let auditor: Person;
/** Of the largest limit; decides, and changes nothing. */
let boss: Person;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
  auditor = await test.as('auditor');
  boss = await test.as('system-admin');
});

const REASON = 'A mistyped number';
const contract = async ({ id }: Pick<Doc, 'id'>) =>
  expectData(await world.admin.get(`${PATH}/${id}`));
const container = async (id: string | undefined) =>
  expectData(await world.admin.get(`/products/${id}`));
const query = async <R extends object>(text: string, values: readonly unknown[] = []) =>
  (await world.test.app.pg.query<R>(text, [...values])).rows;

const send = (by: Person, { id, version }: Doc, { action, ...more }: { readonly action: string }) =>
  by.post(`${PATH}/${id}/${action}`, { version, ...more });
const WITHDRAW = { action: 'withdraw-change' };
const APPROVE = { action: 'approve-change' };
const REJECT = { action: 'reject-change', reason: REASON };

const amend = (doc: Doc, by: Person, terms: object) =>
  act(by, doc, {
    action: 'amend',
    ...contractBody(world, doc.type === 'lease' ? lease(world) : {}),
    ...(by === world.seller ? { customerId: world.sellersCustomerId } : {}),
    ...terms,
    reason: REASON,
    effectiveDate: today(world),
  });

interface Waiting {
  /** The contract as it was before. */
  readonly before: Doc;
  readonly doc: Doc;
  /** The container that is held beside its own; none where only the price would change. */
  readonly held: string | null;
}

/** Each kind of change that waits, proposed by somebody. */
const KINDS: Readonly<Record<string, (by: Person) => Promise<Waiting>>> = {
  'the exchange of a container': async (by) => {
    const before = await inForce(world, lease(world), by);
    const { id: held } = await newContainer(world);
    const exchange = { action: 'swap-product', ...swapOf(world), productId: held };
    return { before, held, doc: await act(by, before, exchange) };
  },
  'a longer warranty of a lease in force': async (by) => {
    const before = await inForce(world, lease(world), by);
    return { before, held: null, doc: await amend(before, by, { warrantyMonths: 24 }) };
  },
  'another price of what is approved': async (by) => {
    const before = await approved(world, {}, by);
    return { before, held: null, doc: await amend(before, by, { price: '88000.00' }) };
  },
};

describe.each(Object.entries(KINDS))('%s', (_kind, make) => {
  it('is taken back by whoever proposed it, and leaves nothing', async () => {
    const { before, doc, held } = await make(world.seller);
    const shown = expectData(await world.seller.get(`${PATH}/${doc.id}`));
    expect(shown.allowedActions).toContain(WITHDRAW.action);
    expect(shown.allowedActions).not.toContain(REJECT.action);
    if (held !== null) {
      expect(await container(held)).toMatchObject({ saleStatus: 'reserved' });
    }
    const left = await act(world.seller, doc, WITHDRAW);
    const { id, status, product, grandTotal, schedule, currentVersionNo } = before;
    const same = { id, status, product, grandTotal, schedule, currentVersionNo };
    expect(left).toMatchObject({
      ...same,
      proposal: null,
      statusReason: null,
      version: doc.version + 1,
    });
    const { history } = await contract(doc);
    expect(
      history.find(({ action }: { action: string }) => action === WITHDRAW.action),
    ).toMatchObject({
      from: status,
      to: status,
      by: { id: world.seller.userId },
    });
    // Nobody is told what they did themselves.
    expect(
      await query('select user_id from notifications where dedupe_key like $1', [
        `contracts:${id}:changeDropped:%`,
      ]),
    ).toEqual([]);
    if (held === null) return;
    expect(await container(held)).toMatchObject({ status: 'inWarehouse', saleStatus: 'available' });
    // Somebody else may have it at once.
    const other = await act(world.secondAdmin, await draft(world), {
      action: 'reserve',
      productId: held,
    });
    expect(other.product?.id).toBe(held);
  });

  it('may be proposed anew after', async () => {
    const { doc } = await make(world.seller);
    const left = await act(world.seller, doc, WITHDRAW);
    expect(await amend(left, world.seller, { warrantyMonths: 36 })).toMatchObject({
      proposal: { proposedBy: { id: world.seller.userId } },
    });
  });

  it.each([
    ['another salesperson', () => world.seller, [404, 'NOT_FOUND']],
    ['whoever only reads', () => auditor, [403, 'FORBIDDEN']],
    ['whoever decides on it', () => world.admin, [409, 'NOT_PROPOSER']],
  ] as const)('is not taken back by %s', async (_who, by, refusal) => {
    const { doc, held } = await make(world.secondAdmin);
    const answer = await send(by(), doc, WITHDRAW);
    expect([answer.status, answer.body.code]).toEqual(refusal);
    const { version, proposal } = await contract(doc);
    expect([version, proposal.proposedBy.id]).toEqual([doc.version, world.secondAdmin.userId]);
    if (held !== null) expect(await container(held)).toMatchObject({ saleStatus: 'reserved' });
  });

  it.each([
    ['approved', APPROVE, () => boss],
    ['rejected', REJECT, () => boss],
    ['taken back', WITHDRAW, () => world.seller],
  ] as const)('is not taken back once it is %s', async (_decision, decision, by) => {
    const { doc } = await make(world.seller);
    const decided = await act(by(), doc, decision);
    const answer = await send(world.seller, decided, WITHDRAW);
    expect([answer.status, answer.body.code]).toEqual([409, 'NO_PROPOSAL']);
    const stale = await send(world.seller, doc, WITHDRAW);
    expect([stale.status, stale.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect((await contract(doc)).version).toBe(decided.version);
  });

  it.each([
    ['approved', APPROVE],
    ['rejected', REJECT],
  ] as const)(
    'is taken back or %s where both are asked at once, never both',
    async (_way, decision) => {
      const { before, doc, held } = await make(world.seller);
      const [withdrawn, decided] = await Promise.all([
        send(world.seller, doc, WITHDRAW),
        send(boss, doc, decision),
      ]);
      const answers = [withdrawn, decided].map(({ status, body }) => body.code ?? status);
      expect([...answers].sort()).toEqual([200, 'VERSION_CONFLICT']);
      const isApproved = decided.status === 200 && decision === APPROVE;
      const after = await contract(doc);
      // An exchange waits on, for the other container to be set up.
      const isAgreed = isApproved && held !== null;
      expect(after).toMatchObject({
        proposal: isAgreed ? { decidedBy: { id: boss.userId } } : null,
        version: doc.version + 1,
      });
      const isVersion = isApproved && held === null;
      expect(after.currentVersionNo).toBe(before.currentVersionNo + (isVersion ? 1 : 0));
      if (held === null) return;
      expect(after.product.id).toBe(before.product?.id);
      expect((await container(held)).saleStatus).toBe(isApproved ? 'contracted' : 'available');
    },
  );
});

describe('an endorsement of a change', () => {
  /** Who is reminded of a decision on a contract. */
  const reminded = ({ id }: Doc) =>
    query('select 1 from notifications where dedupe_key like $1', [`contracts:${id}:waits:%`]);
  /** Above what the sales manager decides alone. */
  const DEAR = { price: '2500000.00' };
  async function endorsed(): Promise<Doc> {
    const doc = await approved(world, {}, world.seller);
    const waiting = await amend(doc, world.seller, DEAR);
    const after = await act(world.salesChief, waiting, APPROVE);
    expect(after).toMatchObject({
      proposal: { grandTotal: '2675000.00' },
      endorsements: [{ by: { id: world.salesChief.userId } }],
    });
    expect(await reminded(doc)).not.toEqual([]);
    return after;
  }

  it.each([
    ['withdrawn', WITHDRAW, () => world.seller],
    ['rejected', REJECT, () => boss],
  ] as const)(
    'ends when the change is %s, with what reminds of it, and is given anew',
    async (_end, end, by) => {
      const left = await act(by(), await endorsed(), end);
      expect(left).toMatchObject({ proposal: null, endorsements: [] });
      expect(await reminded(left)).toEqual([]);
      const again = await amend(left, world.seller, DEAR);
      expect(await act(world.salesChief, again, APPROVE)).toMatchObject({
        endorsements: [{ by: { id: world.salesChief.userId } }],
      });
    },
  );

  it('reminds nobody of a change that is approved', async () => {
    const agreed = await act(boss, await endorsed(), APPROVE);
    expect(agreed).toMatchObject({ proposal: null, grandTotal: '2675000.00' });
    expect(await reminded(agreed)).toEqual([]);
  });

  it('of the contract itself is none of a change that comes later', async () => {
    const sent = await draft(world, DEAR, world.seller);
    const { id: productId } = await newContainer(world);
    const held = await act(world.seller, sent, { action: 'reserve', productId });
    const step = async (by: Person, { id, version }: Doc, action: string): Promise<Doc> =>
      expectData(await by.put(`${PATH}/${id}/change-status`, { version, action }));
    const waiting = await step(
      world.salesChief,
      await step(world.seller, held, 'submit'),
      'approve',
    );
    const agreed = await step(boss, waiting, 'approve');
    const proposed = await amend(agreed, world.seller, { price: '2600000.00' });
    expect(proposed).toMatchObject({ endorsements: [] });
    expect(await act(world.salesChief, proposed, APPROVE)).toMatchObject({
      endorsements: [{ by: { id: world.salesChief.userId } }],
    });
  });
});
