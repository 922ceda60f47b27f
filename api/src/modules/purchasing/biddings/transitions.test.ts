import { biddingMachine, quotationMachine } from '@boxyard/shared/domain';
import { createTestApp, manualClock, type Person, type TestApp } from '../../../testing/index.ts';
import {
  callsOn,
  type Perform,
  type TransitionTable,
  testTransitions,
} from '../../../workflow/testing/transitions.ts';
import { dayFrom, makeWorld, type World } from '../../../workflow/testing/world.ts';
import {
  closing,
  onRound,
  openRound,
  quotationBody,
  quote,
  seeQuotation,
  seeRound,
  win,
} from './testing/world.ts';

/** Every state × action of rounds and quotations (domain-warehouse 7), by people of the seeded roles. */
const clock = manualClock(new Date('2026-12-02T03:00:00Z'));
let test_: TestApp;
let world: World;
let auditor: Person;
beforeAll(async () => {
  test_ = await createTestApp({ clock });
  world = await makeWorld(test_);
  auditor = await test_.as('auditor');
});
afterAll(() => test_?.close());

const REASON = 'Not needed any more';
// biome-ignore lint/suspicious/noExplicitAny: an answer's shape differs from kind to kind.
type Doc = any;
type Act = Perform<Doc>;

/** Two rivals in a round; what is awarded is the first one's line. */
async function rivals(): Promise<{ round: Doc; cheap: Doc; dear: Doc }> {
  const round = await openRound(world);
  const cheap = await quote(world, round);
  const dear = await quote(world, round, { supplierId: world.creditSupplier, price: '12.0000' });
  return { round, cheap, dear };
}
/** A round in its state, with the quotation of which something is awarded. */
const withBid = async (round: Doc, bid: Doc): Promise<Doc> => ({
  ...(await seeRound(world, round.id)),
  bid,
});
const closed = async () => {
  const { round, cheap } = await rivals();
  await onRound(world, round, { action: 'close' });
  return { round, cheap };
};
/** Closed, some of it awarded: every action of the machine finds something to do. */
const halfAwarded = async () => {
  const made = await closed();
  await win(world, made.cheap, { wonQuantity: 50 });
  return made;
};
const awardedRound = async () => {
  const made = await halfAwarded();
  await onRound(world, made.round, { action: 'conclude' });
  return made;
};

const { call: onBidding, change: changeRound } = callsOn<Doc>('/suppliers/bidding');
const award =
  (body: object): Act =>
  (by, doc, extra) =>
    by.post(
      `/suppliers/${doc.bid.supplier.id}/quotations/${doc.bid.id}/items/${doc.bid.items[0].id}/win`,
      { version: doc.version, ...body },
      extra,
    );

const people = { admin: () => world.manager, auditor: () => auditor };

const rounds: TransitionTable<Doc> = {
  ...people,
  machine: biddingMachine,
  path: ({ id }) => `/suppliers/bidding/${id}`,
  seen: (_id, doc) => withBid(doc, doc.bid),
  make: {
    open: async () => {
      const { round, cheap } = await rivals();
      await win(world, cheap, { wonQuantity: 50 });
      return withBid(round, cheap);
    },
    closed: async () => {
      const { round, cheap } = await halfAwarded();
      return withBid(round, cheap);
    },
    awarded: async () => {
      const { round, cheap } = await awardedRound();
      return withBid(round, cheap);
    },
    cancelled: async () => {
      const { round, cheap } = await closed();
      await onRound(world, round, { action: 'cancel', reason: REASON });
      return withBid(round, cheap);
    },
  },
  perform: {
    update: changeRound(() => ({
      title: 'Belts, later',
      invitedSupplierIds: [world.supplier, world.creditSupplier],
    })),
    reschedule: onBidding('reschedule', () => ({ closesAt: closing(world, 5), reason: REASON })),
    close: onBidding('close'),
    cancel: onBidding('cancel', { reason: REASON }),
    conclude: onBidding('conclude'),
    'create-po': onBidding('create-po'),
    award: award({ win: true, wonQuantity: 60 }),
    'withdraw-award': award({ win: false }),
  },
};

const quotationPath = (doc: Doc) => `/suppliers/${doc.supplier.id}/quotations/${doc.id}`;
const onQuotation =
  (action: string, body: object = {}): Act =>
  (by, doc, extra) =>
    by.post(`${quotationPath(doc)}/${action}`, { version: doc.version, ...body }, extra);

const quotations: TransitionTable<Doc> = {
  ...people,
  machine: quotationMachine,
  path: ({ id }) => `/suppliers/quotations/${id}`,
  // By the comparison, line by line: actions of the round.
  apart: ['win', 'lose'],
  seen: (_id, doc) => seeQuotation(world, doc),
  make: {
    draft: async () => quote(world, await openRound(world), { submit: false }),
    submitted: async () => quote(world, await openRound(world)),
    won: async () => {
      const { round, cheap } = await closed();
      await win(world, cheap);
      await seeRound(world, round.id);
      return seeQuotation(world, cheap);
    },
    partiallyWon: async () => seeQuotation(world, (await awardedRound()).cheap),
    lost: async () => {
      const { round, cheap, dear } = await rivals();
      await onRound(world, round, { action: 'close' });
      await win(world, cheap);
      return seeQuotation(world, dear);
    },
    expired: async () => {
      const made = await quote(world, await openRound(world));
      await test_.app.pg.query(`update quotations set valid_until = '2026-12-01' where id = $1`, [
        made.id,
      ]);
      return seeQuotation(world, made);
    },
    withdrawn: async () => {
      const made = await quote(world, await openRound(world));
      await world.officer.post(`${quotationPath(made)}/withdraw`, {
        version: made.version,
        reason: REASON,
      });
      return seeQuotation(world, made);
    },
  },
  perform: {
    update: async (by, doc, extra) => {
      const round = await seeRound(world, doc.bidding.id);
      const { biddingId: _round, ...terms } = quotationBody(world, round);
      return by.patch(quotationPath(doc), { version: doc.version, ...terms }, extra);
    },
    submit: onQuotation('submit'),
    withdraw: onQuotation('withdraw', { reason: REASON }),
    extend: (by, doc, extra) =>
      onQuotation('extend', { validUntil: dayFrom(world, 20) })(by, doc, extra),
  },
};

describe('a round', () => testTransitions(rounds));
describe('a quotation', () => testTransitions(quotations));

it('an award that is taken back leaves everything as it was', async () => {
  const state = async (doc: Doc) => {
    const { rows } = await test_.app.pg.query(
      `select q.status, i.won_quantity, i.won_reason from quotations q
       join quotation_items i on i.quotation_id = q.id where q.bidding_id = $1 order by i.id`,
      [doc.id],
    );
    return [(await seeRound(world, doc.id)).status, rows];
  };
  const { round, cheap } = await closed();
  const before = await state(round);
  expect((await win(world, cheap)).status).toBe(200);
  expect((await state(round))[0]).toBe('awarded');
  expect((await win(world, cheap, { win: false })).status).toBe(200);
  expect(await state(round)).toEqual(before);
  await win(world, cheap, { wonQuantity: 20 });
  const half = await state(round);
  await onRound(world, round, { action: 'conclude' });
  expect((await win(world, cheap, { win: false })).status).toBe(200);
  await win(world, cheap, { wonQuantity: 20 });
  expect(await state(round)).toEqual(half);
});
