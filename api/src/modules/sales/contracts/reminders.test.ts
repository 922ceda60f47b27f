import type { Person } from '../../../testing/index.ts';
import { escalateWaiting } from '../../../workflow/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  act,
  approved,
  contractBody,
  type Doc,
  inForce,
  installed,
  lease,
  makeWorld,
  newContainer,
  pending,
  swapOf,
  to,
  today,
  type World,
} from './testing/world.ts';

/** Who is reminded of a decision on a contract, or on a change of it, and for how long (ADR 0021, 0028). */
let world: World;
/** Of the largest limit. */
let boss: Person;
const clock = withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
  boss = await test.as('system-admin');
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Each test begins in the morning, whatever time another one took: the same day in Bangkok as in UTC. */
beforeEach(() => {
  const start = Date.parse('2026-12-02T03:00:00Z');
  clock.set(new Date(start + DAY * Math.ceil((clock.now().getTime() - start) / DAY)));
});

const REASON = 'A mistyped number';
const WITHDRAW = { action: 'withdraw-change' };
const APPROVE = { action: 'approve-change' };
const REJECT = { action: 'reject-change', reason: REASON };

interface Reminder {
  readonly who: string;
  readonly en: string;
  readonly th: string;
  readonly path: string;
}
/** What stands in people's lists of a decision on this contract. */
const reminders = async ({ id }: Doc): Promise<Reminder[]> =>
  (
    await world.test.app.pg.query<Reminder>(
      `select user_id as who, title_en as en, title_th as th, action as path from notifications
        where entity_id = $1 and dedupe_key like 'contracts:%:waits:%' order by dedupe_key, user_id`,
      [id],
    )
  ).rows;
/** Who hears of it that a document waits too long, by level. */
const escalated = async ({ id }: Doc): Promise<string[]> =>
  (
    await world.test.app.pg.query<{ level: string }>(
      `select distinct split_part(dedupe_key, ':', 5) as level from notifications
        where entity_id = $1 and dedupe_key like 'contracts:%:waits:%:_' order by 1`,
      [id],
    )
  ).rows.map(({ level }) => level);
const hoursLater = async (hours: number): Promise<void> => {
  clock.advance(hours * HOUR);
  await escalateWaiting(world.test.app);
};
/** What the dashboard has of this contract for somebody, by step. */
const tasks = async (who: Person, { id }: Doc) =>
  expectData(await who.get('/dashboard/work'))
    .myWork.filter((item: { id: string }) => item.id === id)
    .map(({ key, path }: { key: string; path: string }) => [key, path]);

const amend = (doc: Doc, by: Person, terms: object) =>
  act(by, doc, {
    action: 'amend',
    ...contractBody(world, doc.type === 'lease' ? lease(world) : {}),
    ...(by === world.seller ? { customerId: world.sellersCustomerId } : {}),
    ...terms,
    reason: REASON,
    effectiveDate: today(world),
  });

/** Each kind of change that waits, as the seller proposes it. */
const KINDS: Readonly<Record<string, () => Promise<Doc>>> = {
  'a change of what is approved': async () =>
    amend(await approved(world, {}, world.seller), world.seller, { price: '88000.00' }),
  'a change of a contract in force': async () =>
    amend(await inForce(world, lease(world), world.seller), world.seller, { warrantyMonths: 24 }),
  'the exchange of a container': async () => {
    const doc = await inForce(world, lease(world), world.seller);
    const { id: productId } = await newContainer(world);
    return act(world.seller, doc, { action: 'swap-product', ...swapOf(world), productId });
  },
};

describe('a contract of which no change waits', () => {
  it('reminds of its approval, and of nothing once it is approved', async () => {
    const sent = await pending(world, {}, world.seller);
    expect((await reminders(sent)).map(({ who }) => who)).toContain(world.salesChief.userId);
    const doc = await to(world.salesChief, sent, { action: 'approve' });
    expect(await reminders(doc)).toEqual([]);
    await hoursLater(49);
    expect(await reminders(doc)).toEqual([]);
  });

  it('reminds nobody while it is in force', async () => {
    const doc = await inForce(world, lease(world), world.seller);
    await hoursLater(49);
    expect(await reminders(doc)).toEqual([]);
  });
});

describe.each(Object.entries(KINDS))('%s', (_kind, propose) => {
  it('tells whoever may decide once, in both languages', async () => {
    const doc = await propose();
    const told = await reminders(doc);
    const people = told.map(({ who }) => who);
    expect(people).toContain(world.salesChief.userId);
    expect(people).not.toContain(world.seller.userId);
    expect(people).toHaveLength(new Set(people).size);
    for (const { en, th, path } of told) {
      expect([en, th]).toEqual([
        `Contract ${doc.documentNo} waits for your decision`,
        `สัญญา ${doc.documentNo} รอการพิจารณาของคุณ`,
      ]);
      expect(path).toMatch(new RegExp(`/${doc.id}$`));
    }
  });

  it('is escalated while it waits, each level once', async () => {
    const doc = await propose();
    await hoursLater(23);
    expect(await escalated(doc)).toEqual([]);
    await hoursLater(2);
    expect(await escalated(doc)).toEqual(['1']);
    await hoursLater(24);
    const told = await reminders(doc);
    expect(await escalated(doc)).toEqual(['1', '2']);
    expect(told.map(({ who }) => who)).not.toContain(world.seller.userId);
    await hoursLater(24);
    expect(await reminders(doc)).toEqual(told);
  });

  it.each([
    ['approved', APPROVE, () => boss],
    ['rejected', REJECT, () => boss],
    ['withdrawn', WITHDRAW, () => world.seller],
  ] as const)('reminds nobody once it is %s', async (_end, end, by) => {
    const doc = await propose();
    await hoursLater(25);
    expect(await escalated(doc)).toEqual(['1']);
    const left = await act(by(), doc, end);
    expect(await reminders(left)).toEqual([]);
    await hoursLater(49);
    expect(await reminders(left)).toEqual([]);
  });

  it('is the work of whoever may decide until it is decided', async () => {
    const doc = await propose();
    const due = ['decideContractChange', expect.stringMatching(new RegExp(`/${doc.id}$`))];
    expect(await tasks(world.salesChief, doc)).toContainEqual(due);
    expect(await tasks(world.seller, doc)).not.toContainEqual(due);
    const after = await act(boss, doc, APPROVE);
    expect(await tasks(world.salesChief, after)).not.toContainEqual(due);
  });
});

describe('a change of a contract', () => {
  it('is no decision of its salesperson, nor of whoever proposed it', async () => {
    const before = await approved(world, { saleId: world.salesChief.userId });
    const doc = await amend(before, world.secondAdmin, { price: '88000.00' });
    await hoursLater(25);
    const people = (await reminders(doc)).map(({ who }) => who);
    expect(people).not.toEqual([]);
    expect(people).not.toContain(world.salesChief.userId);
    expect(people).not.toContain(world.secondAdmin.userId);
    expect(await tasks(world.salesChief, doc)).not.toContainEqual([
      'decideContractChange',
      expect.anything(),
    ]);
  });

  it('goes on waiting while the contract comes into force, and ends with it', async () => {
    const before = await installed(world, lease(world), world.seller);
    const waiting = await amend(before, world.seller, { warrantyMonths: 24 });
    const told = await reminders(waiting);
    const doc = await to(world.admin, waiting, { action: 'activate' });
    expect(await reminders(doc)).toEqual(told);
    await hoursLater(25);
    expect(await escalated(doc)).toEqual(['1']);
    const over = await to(world.admin, doc, {
      action: 'terminate',
      reason: REASON,
      returnWarehouseId: world.warehouseId,
    });
    expect(await reminders(over)).toEqual([]);
    await hoursLater(49);
    expect(await reminders(over)).toEqual([]);
  });

  it('that is endorsed waits for the next approver from then on', async () => {
    const before = await approved(world, {}, world.seller);
    const doc = await amend(before, world.seller, { price: '2500000.00' });
    await hoursLater(20);
    const since = clock.now();
    await act(world.salesChief, doc, APPROVE);
    const levels = async () =>
      (
        await world.test.app.pg.query(
          'select level, waiting_since as since from escalations where subject_id = $1',
          [doc.id],
        )
      ).rows;
    await hoursLater(20);
    expect(await levels()).toEqual([]);
    await hoursLater(5);
    expect(await levels()).toEqual([{ level: 1, since }]);
  });
});
