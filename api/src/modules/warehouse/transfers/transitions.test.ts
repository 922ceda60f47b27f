import { startsFrom, transferMachine } from '@boxyard/shared/domain';
import { transferStatus } from '@boxyard/shared/domain/warehouse/transferLines.ts';
import { SYSTEM } from '../../../kernel/index.ts';
import { verifyStock } from '../../../ledger/index.ts';
import { holdPeriod, reopenPeriod } from '../../../ledger/periods.ts';
import { createTestApp, manualClock, type Person, type TestApp } from '../../../testing/index.ts';
import { expectData } from '../../purchasing/testing/world.ts';
import { newPart, stock } from '../requisitions/testing/world.ts';
import { stockState } from '../testing/stockState.ts';
import {
  act,
  approved,
  ask,
  counted,
  done,
  importOf,
  makeWorld,
  received,
  seen,
  shipped,
  transferBody,
  type World,
} from './testing/world.ts';
import { itemsOf } from './type.ts';

/** Every state × action of a transfer (domain-warehouse 7), by the people of the seeded roles. */
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
  await stock(world, part, { quantity: 5000, unitCost: '12.3456' });
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
  readonly hasMissing?: boolean;
  readonly importUntouched?: boolean;
  readonly items: readonly { readonly id: string; readonly missingQty: number }[];
}

const REASON = 'Not needed any more';
const LINES = (): readonly (readonly [string, number])[] => [[part, 3]];
const recalled = async (): Promise<Doc> =>
  done(world.chief, await shipped(world, LINES()), { action: 'recall', reason: REASON });

const make: Readonly<Record<string, () => Promise<Doc>>> = {
  pending: () => ask(world, LINES()),
  approved: () => approved(world, LINES()),
  inTransit: () => shipped(world, LINES()),
  partlyReceived: async () => received(world, await shipped(world, LINES()), { missing: 1 }),
  completed: async () => received(world, await shipped(world, LINES())),
  recalled,
  returned: async () => {
    const doc = await recalled();
    const bin = world.bins['A-01'] ?? '';
    const sheet = await counted(world, await importOf(world, doc), { by: world.picker, bin });
    const { id, version } = sheet;
    expectData(await world.keeper.post(`/material-receives/${id}/approve`, { version }));
    return seen(world, doc);
  },
  rejected: async () =>
    done(world.chief, await ask(world, LINES()), { action: 'reject', reason: REASON }),
  cancelled: async () =>
    done(world.chief, await approved(world, LINES()), { action: 'cancel', reason: REASON }),
};

type Extra = { readonly key: string } | undefined;
const call =
  (action: string, body: (doc: Doc) => object = () => ({})) =>
  (by: Person, doc: Doc, extra?: Extra) =>
    by.post(
      `/material_tranfers/${doc.id}/${action}`,
      { version: doc.version, ...body(doc) },
      extra,
    );

const perform: Readonly<
  Record<string, (by: Person, doc: Doc, extra?: Extra) => ReturnType<Person['post']>>
> = {
  update: (by, doc, extra) =>
    by.patch(
      `/material_tranfers/${doc.id}`,
      { version: doc.version, ...transferBody(world, [[part, 4]]) },
      extra,
    ),
  approve: call('approve'),
  reject: call('reject', () => ({ reason: REASON })),
  ship: call('ship'),
  cancel: call('cancel', () => ({ reason: REASON })),
  recall: call('recall', () => ({ reason: REASON })),
  'resolve-loss': call('resolve-loss', (doc) => ({
    reason: REASON,
    outcome: 'lost',
    liable: 'carrier',
    items: [{ id: doc.items[0]?.id, quantity: 1 }],
  })),
};

const made = (state: string) => (make[state] as () => Promise<Doc>)();
const doing = (action: string) => perform[action] as (typeof perform)['update'] & object;
const starts = (action: string, state: string) =>
  startsFrom(transferMachine, action as 'update', state);

it('is made in every state of its machine, and each action of a person is called', () => {
  expect(Object.keys(make).sort()).toEqual(Object.keys(transferMachine.states).sort());
  const byPeople = Object.entries(transferMachine.actions)
    .filter(([, def]) => 'verb' in def)
    .map(([action]) => action);
  expect(Object.keys(perform).sort()).toEqual(byPeople.sort());
});

const pairs = Object.keys(make).flatMap((state) =>
  Object.keys(perform).map((action): [string, string] => [state, action]),
);

it.each(pairs)('%s: %s is done or refused with 409, as the machine says', async (state, action) => {
  const doc = await made(state);
  expect(doc.status).toBe(state);
  const shown = await seen(world, doc);
  const answer = await doing(action)(world.admin, shown);
  const def = transferMachine.actions[action as keyof typeof transferMachine.actions];
  const isGuarded = action === 'resolve-loss' && !shown.hasMissing;
  const isLegal = starts(action, state) && !isGuarded;
  expect(shown.allowedActions.includes(action)).toBe(isLegal);
  if (isLegal) {
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    expect(def.to).toContain(answer.body.data.status);
    expect(answer.body.data.version).toBe(shown.version + 1);
    return;
  }
  const code = starts(action, state) ? 'NOTHING_MISSING' : 'INVALID_STATE';
  expect([answer.status, answer.body.code]).toEqual([409, code]);
  expect(answer.body.details.current).toBe(state);
  expect((await seen(world, doc)).version).toBe(shown.version);
});

/** A state from which each action is done: of missing goods only where some are. */
const legal = Object.keys(perform).map((action): [string, string] => [
  action,
  action === 'resolve-loss'
    ? 'partlyReceived'
    : (Object.keys(make).find((state) => starts(action, state)) as string),
]);

it.each(legal)('%s is refused without the ability', async (action, state) => {
  expect((await doing(action)(auditor, await made(state))).status).toBe(403);
});

it.each(legal)('%s with a stale version changes nothing', async (action, state) => {
  const doc = await made(state);
  const answer = await doing(action)(world.admin, { ...doc, version: doc.version + 7 });
  expect([answer.status, answer.body.code]).toEqual([409, 'VERSION_CONFLICT']);
  expect((await seen(world, doc)).status).toBe(state);
});

it.each(legal)('%s sent twice with one key happens once', async (action, state) => {
  const doc = await made(state);
  const key = `${action}-${doc.id}`;
  const once = await doing(action)(world.admin, doc, { key });
  const twice = await doing(action)(world.admin, doc, { key });
  expect(once.status).toBe(200);
  expect(twice.body).toEqual(once.body);
  expect((await seen(world, doc)).version).toBe(once.body.data.version);
});

it('nobody approves or refuses what they asked for', async () => {
  const mine = expectData(
    await world.chief.post('/material_tranfers', transferBody(world, LINES())),
  );
  for (const action of ['approve', 'reject']) {
    const answer = await doing(action)(world.chief, mine);
    expect([answer.status, answer.body.code]).toEqual([409, 'SELF_APPROVAL']);
  }
  expect((await doing('cancel')(world.chief, mine)).status).toBe(200);
});

it('an owner cancels while it waits, and not later', async () => {
  expect((await doing('cancel')(world.sender, await ask(world, LINES()))).status).toBe(200);
  expect((await doing('cancel')(world.sender, await approved(world, LINES()))).status).toBe(403);
});

it('nothing moves while the month is on hold', async () => {
  const doc = await approved(world, LINES());
  const lost = await made('partlyReceived');
  const period = { companyId: test_.companyId, period: '2026-12', now: clock.now(), by: null };
  const change = (work: typeof holdPeriod | typeof reopenPeriod) =>
    test_.app.transaction({ actor: SYSTEM }, (ctx) => work(ctx.pg, { ...period, reason: REASON }));
  await change(holdPeriod);
  const sent = await act(world.picker, doc, { action: 'ship' });
  expect([sent.status, sent.body.code]).toEqual([409, 'PERIOD_HOLD']);
  const writtenOff = await doing('resolve-loss')(world.chief, lost);
  expect([writtenOff.status, writtenOff.body.code]).toEqual([409, 'PERIOD_HOLD']);
  expect(await seen(world, doc)).toMatchObject({ status: 'approved', version: doc.version });
  await change(reopenPeriod);
  expect((await act(world.picker, doc, { action: 'ship' })).status).toBe(200);
});

const stateNow = () => stockState(test_.app.pg);

const undone = Object.entries(transferMachine.actions).flatMap(([action, { undo, ...def }]) =>
  'action' in undo && 'verb' in def ? [[action, undo.action] as const] : [],
);

it.each(undone)(
  '%s, taken back by %s, leaves stock, holds and value as they were',
  async (action, undo) => {
    const doc = await made('pending');
    const before = await stateNow();
    const after = expectData(await doing(action)(world.admin, doc));
    expect([action, (await stateNow()) === before]).toEqual([action, action === 'update']);
    const back = await doing(undo)(world.chief, after);
    expect([back.status, back.body.code]).toEqual([200, undefined]);
    expect(await stateNow()).toBe(before);
  },
);

it('I17, I22: each stored status follows from the lines, and TRANSIT holds what they say', async () => {
  const { rows } = await test_.app.pg.query<{ id: string; status: string; recalled: boolean }>(
    `select id, status, recalled_at is not null as recalled from part_transfers
     where shipped_at is not null`,
  );
  expect(rows.length).toBeGreaterThan(30);
  for (const { id, status, recalled: isRecalled } of rows) {
    const lines = await test_.app.transaction({ actor: SYSTEM }, (ctx) => itemsOf(ctx, id));
    expect([id, transferStatus(lines, { isRecalled })]).toEqual([id, status]);
  }
  const [road] = (
    await test_.app.pg.query<{ here: string; said: string }>(
      `select (select sum(on_hand)::text from stock_balances where location_id = $1) as here,
        (select sum(shipped_qty - received_qty - damaged_qty - returned_qty - lost_qty)::text
          from part_transfer_items) as said`,
      [world.places.TRANSIT],
    )
  ).rows;
  expect(road?.here).toBe(road?.said);
});
