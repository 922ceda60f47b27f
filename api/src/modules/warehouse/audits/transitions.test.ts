import { type AuditStatus, auditMachine, startsFrom } from '@boxyard/shared/domain';
import { SYSTEM } from '../../../kernel/index.ts';
import { verifyStock } from '../../../ledger/index.ts';
import { closePeriod } from '../../../ledger/periods.ts';
import { createTestApp, manualClock, type Person, type TestApp } from '../../../testing/index.ts';
import { expectData } from '../../purchasing/testing/world.ts';
import { newPart, stock } from '../requisitions/testing/world.ts';
import {
  auditBody,
  lineOf,
  makeWorld,
  moved,
  newBin,
  plan,
  put,
  reviewed,
  seen,
  send,
  started,
  type World,
} from './testing/world.ts';

/** Every state × action of a count (domain-warehouse 7), by the people of the seeded roles. */
const clock = manualClock(new Date('2026-12-02T03:00:00Z'));
let test_: TestApp;
let world: World;
let auditor: Person;
let part: string;
beforeAll(async () => {
  test_ = await createTestApp({ clock });
  world = await makeWorld(test_);
  auditor = await test_.as('auditor');
  part = await newPart(world);
});
afterAll(async () => {
  const report = await verifyStock(test_.app.pg);
  await test_.close();
  expect(report.drift).toEqual([]);
});

interface Doc {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly bins: readonly { readonly id: string }[];
  readonly round: number;
  readonly items: readonly { readonly id: string }[];
}

const REASON = 'Wrong shelf';
/** Each in a bin of its own: a bin is under one count at a time. */
const shelf = async (): Promise<string[]> => {
  const bin = await newBin(world);
  await stock(world, part, { quantity: 10, bin });
  return [bin];
};
const counting = async (): Promise<Doc> => started(world, await shelf());
const counted = async (quantity = 7): Promise<Doc> => {
  const doc = await counting();
  const counts = [{ itemId: lineOf(doc as never, part), quantity }];
  expectData(await send({ world, by: world.counter, doc }, counts));
  return seen(world, doc);
};
const finished = async (): Promise<Doc> =>
  moved(world.counter, await counted(), { status: 'counted' });
const recounting = async (): Promise<Doc> =>
  moved(world.planner, await finished(), { status: 'recount' });
/** Counted again by somebody else, so that every action of a recount finds something to do. */
const recounted = async (): Promise<Doc> => {
  const doc = await recounting();
  const counts = [{ itemId: lineOf(doc as never, part), quantity: 8, round: 2 }];
  expectData(await send({ world, by: world.recounter, doc }, counts));
  return seen(world, doc);
};
const underReview = async (): Promise<Doc> => {
  const review = await reviewed(world, await shelf(), {
    counts: (doc) => [{ itemId: lineOf(doc, part), quantity: 7 }],
  });
  return moved(world.planner, review, {
    status: 'review',
    items: [{ id: lineOf(review, part), decision: 'accept', reasonCode: 'lost' }],
  });
};

const make: Readonly<Record<AuditStatus, () => Promise<Doc>>> = {
  draft: async () => plan(world, await shelf()),
  counting: () => counted(),
  counted: finished,
  recount: recounted,
  review: underReview,
  approved: async () => moved(world.approver, await underReview(), { status: 'approved' }),
  cancelled: async () =>
    moved(world.planner, await counting(), { status: 'cancelled', reason: REASON }),
};

type Extra = { readonly key: string } | undefined;
type Perform = (by: Person, doc: Doc, extra?: Extra) => ReturnType<Person['put']>;
const asking =
  (status: string, more: (doc: Doc) => object = () => ({})): Perform =>
  (by, doc, extra) =>
    by.put(`/audits/${doc.id}/status`, { version: doc.version, status, ...more(doc) }, extra);

/** `review` is asked for by three actions: by where the count is, one of them is meant. */
const perform: Readonly<Record<string, Perform>> = {
  update: (by, doc, extra) =>
    by.patch(
      `/audits/${doc.id}`,
      {
        version: doc.version,
        ...auditBody(
          world,
          doc.bins.map(({ id }) => id),
        ),
      },
      extra,
    ),
  start: asking('counting'),
  finish: asking('counted'),
  recount: asking('recount', (doc) => ({ items: doc.items.map(({ id }) => ({ id })) })),
  review: asking('review', (doc) =>
    doc.status === 'review'
      ? { items: doc.items.map(({ id }) => ({ id, decision: 'ignore' })) }
      : {},
  ),
  approve: asking('approved'),
  cancel: asking('cancelled', () => ({ reason: REASON })),
};
/** The actions that one wanted status stands for. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  review: ['review', 'finish-recount', 'decide'],
};
const meantBy = (call: string) => (MEANT[call] ?? [call]) as (keyof typeof auditMachine.actions)[];
const isLegal = (call: string, state: string) =>
  meantBy(call).some((action) => startsFrom(auditMachine, action, state));

const STATES = Object.keys(make) as AuditStatus[];
const doing = (call: string): Perform => perform[call] as Perform;

it('is made in every state of its machine, and each action of a person is called', () => {
  expect([...STATES].sort()).toEqual(Object.keys(auditMachine.states).sort());
  const called = ['count', ...Object.keys(perform).flatMap(meantBy)];
  expect(called.sort()).toEqual(Object.keys(auditMachine.actions).sort());
});

const pairs = STATES.flatMap((state) =>
  Object.keys(perform).map((call): [AuditStatus, string] => [state, call]),
);

it.each(pairs)('%s: %s is done or refused with 409, as the machine says', async (state, call) => {
  const made = await make[state]();
  expect(made.status).toBe(state);
  const shown = await seen(world, made, world.admin);
  const answer = await doing(call)(world.admin, shown);
  expect(meantBy(call).some((action) => shown.allowedActions.includes(action))).toBe(
    isLegal(call, state),
  );
  if (isLegal(call, state)) {
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    expect(answer.body.data.version).toBe(shown.version + 1);
    const results = meantBy(call).flatMap((action) => [...auditMachine.actions[action].to]);
    expect(results).toContain(answer.body.data.status);
    return;
  }
  expect([answer.status, answer.body.code]).toEqual([409, 'INVALID_STATE']);
  expect(answer.body.details.current).toBe(state);
  expect((await seen(world, made)).version).toBe(shown.version);
});

it.each(STATES)('%s: counts are taken or refused, as the machine says', async (state) => {
  const doc = await make[state]();
  const [itemId] = doc.items.map(({ id }) => id);
  const round = Math.max(1, doc.round);
  const answer = await send({ world, by: world.admin, doc }, [
    { ...(itemId ? { itemId } : { itemId: doc.id }), quantity: 3, round },
  ]);
  if (startsFrom(auditMachine, 'count', state)) {
    expect([answer.status, answer.body.data.results.length]).toEqual([200, 1]);
  } else expect([answer.status, answer.body.code]).toEqual([409, 'INVALID_STATE']);
});

const legal = Object.keys(perform).map((call): [string, AuditStatus] => [
  call,
  STATES.find((state) => isLegal(call, state)) as AuditStatus,
]);

it.each(legal)('%s is refused without the ability', async (call, state) => {
  const doc = await make[state]();
  expect((await doing(call)(auditor, doc)).status).toBe(403);
  // Who only counts neither plans nor decides.
  const mayCount = ['start', 'finish'].includes(call);
  const answer = await doing(call)(world.counter, doc);
  expect([call, answer.status]).toEqual([call, mayCount ? 200 : 403]);
});

it.each(legal)('%s with a stale version changes nothing', async (call, state) => {
  const doc = await make[state]();
  const answer = await doing(call)(world.admin, { ...doc, version: doc.version + 7 });
  expect([answer.status, answer.body.code]).toEqual([409, 'VERSION_CONFLICT']);
  expect((await seen(world, doc)).status).toBe(state);
});

it.each(legal)('%s sent twice with one key happens once', async (call, state) => {
  const doc = await make[state]();
  const key = `${call}-${doc.id}`;
  const once = await doing(call)(world.admin, doc, { key });
  const twice = await doing(call)(world.admin, doc, { key });
  expect(once.status).toBe(200);
  expect(twice.body).toEqual(once.body);
  expect((await seen(world, doc, world.admin)).version).toBe(once.body.data.version);
});

it('a count that is not whole is not finished', async () => {
  const doc = await counting();
  const answer = await put(world.counter, doc, { status: 'counted' });
  expect([answer.status, answer.body.code]).toEqual([409, 'LINES_UNCOUNTED']);
});

it('nothing is posted into a closed month', async () => {
  const doc = await underReview();
  const period = (status: string) =>
    test_.app.pg.query(
      `insert into stock_periods (company_id, period, status, changed_at) values ($1, '2026-12', $2, now())
       on conflict (company_id, period) do update set status = excluded.status`,
      [test_.companyId, status],
    );
  await test_.app.transaction({ actor: SYSTEM }, (ctx) =>
    closePeriod(ctx.pg, {
      companyId: test_.companyId,
      period: '2026-11',
      now: clock.now(),
      by: null,
    }),
  );
  await period('closed');
  const answer = await put(world.approver, doc, { status: 'approved' });
  await period('open');
  expect([answer.status, answer.body.code]).toEqual([409, 'PERIOD_CLOSED']);
  expect(await seen(world, doc)).toMatchObject({ status: 'review', version: doc.version });
});

it('every action that declares an undo is taken back by it', async () => {
  const draft = await make.draft();
  const locked = await plan(world, await shelf(), { freeze: 'hardLock' });
  const isLocked = async () =>
    (
      await test_.app.pg.query<{ is_locked: boolean }>('select is_locked from bins where id = $1', [
        locked.bins[0]?.id,
      ])
    ).rows[0]?.is_locked;
  // update by update
  const changed = expectData(
    await world.planner.patch(`/audits/${draft.id}`, {
      version: draft.version,
      ...auditBody(world, [], { type: 'full' }),
    }),
  );
  const back = expectData(await doing('update')(world.planner, { ...changed, bins: draft.bins }));
  expect([back.type, back.bins]).toEqual(['cycle', draft.bins]);
  // start by cancel: the bins move again
  const begun = await moved(world.counter, locked, { status: 'counting' });
  expect(await isLocked()).toBe(true);
  await moved(world.planner, begun, { status: 'cancelled', reason: REASON });
  expect(await isLocked()).toBe(false);
  // count by count
  const doc = await counted(4);
  await send({ world, by: world.counter, doc }, [
    { itemId: lineOf(doc as never, part), quantity: null },
  ]);
  expect(await seen(world, doc)).toMatchObject({ openCount: 1, allCounted: false });
  // review and finish-recount by recount, decide by decide
  const review = await underReview();
  const undecided = await moved(world.planner, review, {
    status: 'review',
    items: [{ id: lineOf(review as never, part), decision: null, reasonCode: null }],
  });
  expect(undecided.allDecided).toBe(false);
  const again = await moved(world.planner, undecided, { status: 'recount' });
  expect([again.status, again.varianceValue]).toEqual(['recount', null]);
});
