import { type AuditStatus, auditMachine, startsFrom } from '@boxyard/shared/domain';
import type { Person, TestApp } from '../../../testing/index.ts';
import { closeMonth, withTestServer } from '../../../workflow/testing/testServer.ts';
import {
  callsOn,
  firstStates,
  type Perform,
  type TransitionTable,
  testTransitions,
} from '../../../workflow/testing/transitions.ts';
import { expectData } from '../../../workflow/testing/world.ts';
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
let test_: TestApp;
let world: World;
let auditor: Person;
let part: string;
withTestServer(
  '2026-12-02T03:00:00Z',
  async (test) => {
    test_ = test;
    world = await makeWorld(test_);
    auditor = await test_.as('auditor');
    part = await newPart(world);
  },
  { atEnd: true },
);

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

const { change } = callsOn<Doc>('/audits');
const asking =
  (status: string, more: (doc: Doc) => object = () => ({})): Perform<Doc> =>
  (by, doc, extra) =>
    by.put(`/audits/${doc.id}/status`, { version: doc.version, status, ...more(doc) }, extra);

const update = change((doc) =>
  auditBody(
    world,
    doc.bins.map(({ id }) => id),
  ),
);

/** `review` is asked for by three actions: by where the count is, one of them is meant. */
const perform: TransitionTable<Doc>['perform'] = {
  update,
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
const walk: TransitionTable<Doc> = {
  path: ({ id }) => `/audits/${id}`,
  machine: auditMachine,
  make,
  perform,
  seen: (_id, doc) => seen(world, doc, world.admin),
  admin: () => world.admin,
  auditor: () => auditor,
  meant: { review: ['review', 'finish-recount', 'decide'] },
  apart: ['count'],
};
testTransitions(walk);

const STATES = Object.keys(make) as AuditStatus[];
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

it.each(firstStates(walk))('%s: who only counts neither plans nor decides', async (call, state) => {
  const mayCount = ['start', 'finish'].includes(call);
  const answer = await perform[call]?.(world.counter, await make[state as AuditStatus]());
  expect([call, answer?.status]).toEqual([call, mayCount ? 200 : 403]);
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
  await closeMonth(test_, '2026-11');
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
  const back = expectData(await update(world.planner, { ...changed, bins: draft.bins }));
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
