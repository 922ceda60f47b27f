import { biddingMachine, type Machine, quotationMachine, startsFrom } from '@boxyard/shared/domain';
import { createTestApp, manualClock, type Person, type TestApp } from '../../../testing/index.ts';
import { dayFrom, makeWorld, type World } from '../testing/world.ts';
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
type Extra = { readonly key: string } | undefined;
type Act = (by: Person, doc: Doc, extra?: Extra) => ReturnType<Person['post']>;

interface Kind {
  readonly machine: Machine;
  readonly make: Readonly<Record<string, () => Promise<Doc>>>;
  readonly perform: Readonly<Record<string, Act>>;
  readonly see: (doc: Doc) => Promise<Doc>;
  /** Actions that are offered by the comparison, line by line, and not by the document's page. */
  readonly byLine: readonly string[];
}

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

const onBidding =
  (action: string, body: object = {}): Act =>
  (by, doc, extra) =>
    by.post(`/suppliers/bidding/${doc.id}/${action}`, { version: doc.version, ...body }, extra);
const award =
  (body: object): Act =>
  (by, doc, extra) =>
    by.post(
      `/suppliers/${doc.bid.supplier.id}/quotations/${doc.bid.id}/items/${doc.bid.items[0].id}/win`,
      { version: doc.version, ...body },
      extra,
    );

const rounds: Kind = {
  machine: biddingMachine,
  byLine: ['award', 'withdraw-award'],
  see: (doc) => withBid(doc, doc.bid),
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
    update: (by, doc, extra) =>
      by.patch(
        `/suppliers/bidding/${doc.id}`,
        {
          version: doc.version,
          title: 'Belts, later',
          closesAt: closing(world, 5),
          invitedSupplierIds: [world.supplier, world.creditSupplier],
        },
        extra,
      ),
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

const quotations: Kind = {
  machine: quotationMachine,
  byLine: ['win', 'lose'],
  see: (doc) => seeQuotation(world, doc),
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

const KINDS: readonly (readonly [string, Kind])[] = [
  ['round', rounds],
  ['quotation', quotations],
];

describe.each(KINDS)('a %s', (_name, { machine, make, perform, see, byLine }) => {
  const made = (state: string) => (make[state] as () => Promise<Doc>)();
  const doing = (action: string) => perform[action] as Act;
  const legal = Object.keys(perform).map((action): [string, string] => [
    action,
    Object.keys(make).find((state) => startsFrom(machine, action, state)) as string,
  ]);

  it('is made in every state of its machine, and each action of a person is called', () => {
    expect(Object.keys(make).sort()).toEqual(Object.keys(machine.states).sort());
    const byPeople = Object.entries(machine.actions)
      .filter(([, { verb }]) => verb !== undefined)
      .map(([action]) => action);
    const called = [...Object.keys(perform), ...byLine];
    expect([...new Set(called)].sort()).toEqual(byPeople.sort());
  });

  const pairs = Object.keys(make).flatMap((state) =>
    Object.keys(perform).map((action): [string, string] => [state, action]),
  );

  it.each(pairs)(
    '%s: %s is done or refused with 409, as the machine says',
    async (state, action) => {
      const doc = await made(state);
      expect(doc.status).toBe(state);
      const answer = await doing(action)(world.manager, doc);
      const def = machine.actions[action];
      const isLegal = startsFrom(machine, action, state);
      expect(doc.allowedActions.includes(action) || !isLegal).toBe(true);
      const after = await see(doc);
      if (isLegal) {
        expect([answer.status, answer.body.code]).toEqual([200, undefined]);
        expect(def?.to).toContain(after.status);
        expect(after.version).toBe(doc.version + 1);
        return;
      }
      expect([answer.status, answer.body.code]).toEqual([409, 'INVALID_STATE']);
      expect(answer.body.details.current).toBe(state);
      expect(after.version).toBe(doc.version);
    },
  );

  it.each(legal)('%s is refused without the ability', async (action, state) => {
    expect((await doing(action)(auditor, await made(state))).status).toBe(403);
  });

  it.each(legal)('%s with a stale version changes nothing', async (action, state) => {
    const doc = await made(state);
    const answer = await doing(action)(world.manager, { ...doc, version: doc.version + 7 });
    expect([answer.status, answer.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect((await see(doc)).version).toBe(doc.version);
  });

  it.each(legal)('%s sent twice with one key happens once', async (action, state) => {
    const doc = await made(state);
    const key = `${action}-${doc.id}`;
    const once = await doing(action)(world.manager, doc, { key });
    const twice = await doing(action)(world.manager, doc, { key });
    expect(once.status).toBe(200);
    expect(twice.body).toEqual(once.body);
    expect((await see(doc)).version).toBe(doc.version + 1);
  });
});

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
