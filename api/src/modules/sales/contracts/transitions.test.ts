import { terminalStatuses } from '@boxyard/shared/domain';
import { contractMachine } from '@boxyard/shared/domain/sales/contractMachine.ts';
import { SYSTEM } from '../../../kernel/index.ts';
import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import {
  callsOn,
  type Perform,
  type TransitionTable,
  testReversals,
  testTransitions,
} from '../../../workflow/testing/transitions.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { containerState } from '../../containers/testing/state.ts';
import { received } from '../../containers/testing/world.ts';
import { moneyState } from '../../money/testing/state.ts';
import { watchContracts } from './index.ts';
import {
  act,
  approved,
  booked,
  contractBody,
  type Doc,
  dayAfter,
  draft,
  exchangeAgreed,
  inForce,
  installed,
  lease,
  makeWorld,
  newContainer,
  PATH,
  pending,
  setUp,
  signed,
  status,
  swapOf,
  to,
  today,
  type World,
} from './testing/world.ts';

/** Every state × action × ability (domain-containers 2.5, 7.1). */
let world: World;
let auditor: Person;
withTestServer(
  '2026-12-02T03:00:00Z',
  async (test) => {
    world = await makeWorld(test);
    auditor = await test.as('auditor');
    // Drafts are given one of these.
    for (let index = 0; index < 8; index += 1) await newContainer(world);
  },
  { atEnd: true },
);

const REASON = 'The customer withdrew';
/** A state that only the nightly work or the invoices reach. */
const reached = async (doc: Doc, state: string): Promise<Doc> => {
  await world.test.app.pg.query('update contracts set status = $2 where id = $1', [doc.id, state]);
  return expectData(await world.admin.get(`${PATH}/${doc.id}`));
};
const make: TransitionTable<Doc>['make'] = {
  draft: () => draft(world),
  booking: () => booked(world),
  pending: () => pending(world),
  approved: () => approved(world),
  onGoing: () => inForce(world, lease(world)),
  completed: async () => reached(await inForce(world), 'completed'),
  expired: async () => reached(await inForce(world, lease(world)), 'expired'),
  rejected: async () => to(world.admin, await pending(world), { action: 'reject', reason: REASON }),
  terminated: async () =>
    to(world.admin, await approved(world), { action: 'terminate', reason: REASON }),
  cancelled: async () =>
    to(world.admin, await pending(world), { action: 'cancel', reason: REASON }),
};

const { call } = callsOn<Doc>(PATH);
const period = () => ({ startDate: dayAfter(world, 30), endDate: dayAfter(world, 60) });
/** What may take the place of a contract's container, the same each time. */
const standIns = new Map<string, string>();
async function standInFor({ id }: Doc): Promise<string> {
  const productId = standIns.get(id) ?? (await newContainer(world)).id;
  standIns.set(id, productId);
  return productId;
}
const perform: TransitionTable<Doc>['perform'] = {
  update: (by, doc, extra) =>
    by.put(
      `${PATH}/${doc.id}`,
      { version: doc.version, ...contractBody(world), versionReason: 'Corrected' },
      extra,
    ),
  reserve: call('reserve'),
  extend: call('extend', { reason: 'The customer asked for time' }),
  release: call('release'),
  submit: status('submit'),
  withdraw: status('withdraw'),
  approve: status('approve'),
  reject: status('reject', { reason: REASON }),
  revise: status('revise'),
  amend: call('amend', (doc) => ({
    ...contractBody(world, doc.type === 'lease' ? lease(world) : {}),
    reason: 'Goodwill',
    effectiveDate: today(world),
  })),
  'swap-product': async (by, doc, extra) => {
    const productId = await standInFor(doc);
    return call('swap-product', { ...swapOf(world), productId })(by, doc, extra);
  },
  'change-sale': call('change_sale', () => ({ saleID: world.seller.userId, reason: REASON })),
  'change-customer': call('change_customer', () => ({
    customerID: world.otherCustomerId,
    reason: REASON,
    assumeOutstanding: true,
  })),
  renew: call('renew', period),
  settle: call('settle', {
    charges: [{ kind: 'damage', reason: 'The door is dented', amount: '1200.00' }],
  }),
  terminate: (by, doc, extra) =>
    status('terminate', { reason: REASON, returnWarehouseId: world.warehouseId })(by, doc, extra),
  cancel: status('cancel', { reason: REASON }),
};

/** These need more than a state: a signed file and a container in place, or a proposed change. */
const apart = {
  activate: status('activate'),
  'approve-change': call('approve-change'),
  'reject-change': call('reject-change', { reason: REASON }),
  'withdraw-change': call('withdraw-change'),
  'call-off-exchange': call('call-off-exchange', { reason: REASON }),
} satisfies TransitionTable<Doc>['perform'];

const walk: TransitionTable<Doc> = {
  path: ({ id }) => `${PATH}/${id}`,
  machine: contractMachine,
  make,
  perform,
  seen: async (id) => expectData(await world.admin.get(`${PATH}/${id}`)),
  admin: () => world.admin,
  auditor: () => auditor,
  apart: Object.keys(apart),
};
testTransitions<Doc>(walk);

const proposed = async (): Promise<Doc> =>
  act(world.secondAdmin, await installed(world), {
    action: 'amend',
    ...contractBody(world, { price: '88000.00' }),
    reason: 'Goodwill',
    effectiveDate: today(world),
  });

const agreedExchange = async (): Promise<Doc> => {
  const doc = await inForce(world, lease(world));
  return exchangeAgreed(world, doc, (await newContainer(world)).id);
};

describe.each([
  ['activate', () => installed(world), () => world.admin],
  ['approve-change', proposed, () => world.admin],
  ['reject-change', proposed, () => world.admin],
  ['withdraw-change', proposed, () => world.secondAdmin],
  ['call-off-exchange', agreedExchange, () => world.admin],
] as const)('%s', (action, ready, by) => {
  const perform = apart[action];

  it('is for whoever has the verb, with the version that was read, and happens once', async () => {
    const doc = await ready();
    expect(expectData(await by().get(`${PATH}/${doc.id}`))).toMatchObject({
      status: doc.status,
      allowedActions: expect.arrayContaining([action]),
    });
    expect((await perform(auditor, doc)).status).toBe(403);
    const stale = await perform(by(), { ...doc, version: doc.version + 7 });
    expect([stale.status, stale.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    const key = `${action}-${doc.id}`;
    const once = await perform(by(), doc, { key });
    const twice = await perform(by(), doc, { key });
    expect([once.status, once.body.code]).toEqual([200, undefined]);
    expect(twice.body).toEqual(once.body);
  });

  it('is refused without what it needs, in every state', async () => {
    for (const state of ['draft', 'booking', 'pending', 'approved', 'rejected'] as const) {
      const doc = await (make[state] as () => Promise<Doc>)();
      expect((await perform(by(), doc)).status).toBe(409);
    }
  });
});

it('a change is decided by somebody else, and no second one waits beside it', async () => {
  const doc = await proposed();
  const again = await perform.amend?.(world.secondAdmin, doc);
  expect([again?.status, again?.body.code]).toEqual([409, 'PROPOSAL_WAITS']);
  const own = await apart['approve-change'](world.secondAdmin, doc);
  expect([own.status, own.body.code]).toEqual([409, 'SELF_APPROVAL']);
  const refused = expectData(await apart['reject-change'](world.admin, doc));
  expect(refused).toMatchObject({ price: '90000.00', proposal: null });
});

/** What the contracts that hold a container or are in force say of it, of their parties and of their money. */
async function agreedState(): Promise<string> {
  const { rows } = await world.test.app.pg.query<{ state: string }>(
    `select coalesce(json_agg(a order by a.id), '[]')::text as state from (
      select id, customer_id, sale_id, product_id, price, grand_total, start_date, end_date, proposal,
        (select json_agg(s order by s.seq) from (select seq, due_date, total from contract_schedule
          where contract_id = c.id) s) as schedule
      from contracts c where product_id is not null and status <> all($1::text[])) a`,
    [terminalStatuses(contractMachine)],
  );
  return String(rows[0]?.state);
}

/** What the contract of `contractBody` comes to, and another price. */
const AGREED_TOTAL = '96300.00';
const CHANGED = '95000.00';
const priced = (price: string) => contractBody(world, { price });
const changed = (price: string) => ({
  ...priced(price),
  reason: REASON,
  effectiveDate: today(world),
});

describe('what people do', () => {
  /** Containers that were there before their contracts. */
  const spare: string[] = [];
  beforeAll(async () => {
    for (let index = 0; index < 3; index += 1) spare.push((await newContainer(world)).id);
    agreed = await approved(world);
  });
  let agreed: Doc;
  const heldBy = new Map<string, string>();
  const holding = async (more: object = {}): Promise<Doc> =>
    act(world.secondAdmin, await draft(world, { ...more }), {
      action: 'reserve',
      productId: spare.pop(),
    });
  const waiting = async (more: object = {}) =>
    to(world.secondAdmin, await holding(more), { action: 'submit' });

  const proposedTo = (doc: Doc) =>
    act(world.secondAdmin, doc, { action: 'amend', ...changed(CHANGED) });

  const reversible: TransitionTable<Doc> = {
    ...walk,
    make: {
      ...make,
      booking: async () => {
        const doc = await booked(world);
        heldBy.set(doc.id, doc.product?.id ?? '');
        return doc;
      },
      onGoing: async () => {
        const doc = await inForce(world, lease(world));
        await standInFor(doc);
        return doc;
      },
      proposed: async () => proposedTo(await approved(world)),
    },
    perform: {
      ...perform,
      ...apart,
      // What waits was proposed by them.
      'withdraw-change': (_by, doc) => apart['withdraw-change'](world.secondAdmin, doc),
      update: (by, doc) =>
        by.put(`${PATH}/${doc.id}`, { version: doc.version, ...priced(CHANGED) }),
      amend: (by, doc) => call('amend', changed(CHANGED))(by, doc),
    },
    triedIn: {
      update: 'booking',
      'change-sale': 'booking',
      'reject-change': 'proposed',
      'withdraw-change': 'proposed',
    },
  };
  /** Proposed anew where it was rejected; where it was approved, the terms before it are agreed again. */
  const amended: Perform<Doc> = async (by, doc) => {
    if (doc.grandTotal === AGREED_TOTAL) return call('amend', changed(CHANGED))(by, doc);
    const { body } = await call('amend', changed('90000.00'))(by, doc);
    return apart['approve-change'](world.admin, body.data);
  };
  /** The container comes back to where it was, and what was charged is credited by somebody else. */
  const ended: Perform<Doc> = async (by, doc) => {
    const answer = await (perform.terminate as Perform<Doc>)(by, doc);
    const container = expectData(await world.admin.get(`/products/${doc.product?.id}`));
    const { related } = answer.body.data as Doc;
    await received(world, { ...container, related });
    const invoices = await world.admin.get(`/invoices?search=${doc.documentNo}`);
    const [{ id: invoiceId, balance: amount }] = expectData(invoices);
    const note = expectData(
      await by.post('/credit_notes', { invoiceId, cause: 'terminated', reason: REASON, amount }),
    );
    expectData(
      await world.admin.post(`/credit_notes/${note.id}/approve`, { version: note.version }),
    );
    return answer;
  };
  testReversals(reversible, {
    state: async () =>
      [
        await containerState(world.test.app),
        await moneyState(world.test),
        await agreedState(),
      ].join(' '),
    by: () => world.secondAdmin,
    // They change who is asked next, and for how long; what is held and agreed stays.
    still: ['extend', 'submit', 'withdraw', 'revise'],
    perform: {
      update: (by, doc) =>
        by.put(`${PATH}/${doc.id}`, { version: doc.version, ...priced('90000.00') }),
      reserve: call('reserve', ({ id }) => ({ productId: heldBy.get(id) })),
      amend: amended,
      // Only whoever proposed it, who is the administrator here.
      'withdraw-change': (_by, doc) => apart['withdraw-change'](world.admin, doc),
      terminate: ended,
      'change-sale': call('change_sale', () => ({
        saleID: world.secondAdmin.userId,
        reason: REASON,
      })),
      'change-customer': call('change_customer', () => ({
        customerID: world.customerId,
        reason: REASON,
        assumeOutstanding: true,
      })),
    },
    sinceMade: {
      'approve-change': () => proposedTo(agreed),
      // The others are taken back by an end of the contract, which gives its container up.
      extend: () => holding(),
      approve: () => waiting(),
      // A warranty would stay, suspended with its contract.
      activate: async () =>
        setUp(
          world,
          await signed(
            world,
            await to(world.admin, await waiting({ warrantyMonths: 0 }), { action: 'approve' }),
          ),
        ),
    },
  });
});

/** Every way out of a contract, from every state that has one: whatever was held is free as before. */
describe('what a contract held', () => {
  type Way = readonly [state: string, out: (doc: Doc) => Promise<unknown>];
  const cancel = (doc: Doc) => to(world.admin, doc, { action: 'cancel', reason: REASON });
  const reject = (doc: Doc) => to(world.admin, doc, { action: 'reject', reason: REASON });
  const lapse = async ({ id }: Doc) => {
    await world.test.app.pg.query(
      "update contracts set reserved_until = reserved_until - interval '90 days' where id = $1",
      [id],
    );
    await world.test.app.transaction({ actor: SYSTEM }, watchContracts);
  };
  const STEPS = ['booking', 'pending', 'approved', 'rejected'] as const;
  const ways: readonly Way[] = [
    ...STEPS.map((state): Way => [state, cancel]),
    ['booking', (doc) => act(world.secondAdmin, doc, { action: 'release' })],
    ['booking', lapse],
    ['rejected', lapse],
    [
      'approved',
      (doc) =>
        to(world.admin, doc, {
          action: 'terminate',
          reason: REASON,
          returnWarehouseId: world.warehouseId,
        }),
    ],
  ];

  it.each(ways)('is free again after %s, way %#', async (state, out) => {
    const { id: productId } = await newContainer(world);
    const drafted = await draft(world);
    const before = await containerState(world.test.app);
    const held = await act(world.secondAdmin, drafted, { action: 'reserve', productId });
    expect(await containerState(world.test.app)).not.toBe(before);
    let doc = held;
    if (state !== 'booking') doc = await to(world.secondAdmin, doc, { action: 'submit' });
    if (state === 'approved') doc = await to(world.admin, doc, { action: 'approve' });
    if (state === 'rejected') doc = await reject(doc);
    expect(doc.status).toBe(state);
    await out(doc);
    expect(await containerState(world.test.app)).toBe(before);
    // Somebody else may have it at once.
    const next = await act(world.secondAdmin, await draft(world), { action: 'reserve', productId });
    expect(next.product?.id).toBe(productId);
    await cancel(next);
  });

  it('is every state that a contract may be cancelled in, or that holds nothing', () => {
    const held = new Set<string>(STEPS);
    expect(contractMachine.actions.cancel.from.filter((state) => !held.has(state))).toEqual([
      'draft',
    ]);
  });
});
