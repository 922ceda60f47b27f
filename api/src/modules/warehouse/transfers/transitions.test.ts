import { transferMachine } from '@boxyard/shared/domain';
import { transferStatus } from '@boxyard/shared/domain/warehouse/transferLines.ts';
import { SYSTEM } from '../../../kernel/index.ts';
import { holdPeriod, reopenPeriod } from '../../../ledger/index.ts';
import type { Person, TestApp } from '../../../testing/index.ts';
import { stockState } from '../../../workflow/testing/stockState.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import {
  callsOn,
  type TransitionTable,
  testReversals,
  testTransitions,
} from '../../../workflow/testing/transitions.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { newPart, stock } from '../requisitions/testing/world.ts';
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
import { transfers } from './type.ts';

/** Every state × action of a transfer (domain-warehouse 7), by the people of the seeded roles. */
let test_: TestApp;
let world: World;
let auditor: Person;
let part: string;
const clock = withTestServer(
  '2026-12-02T03:00:00Z',
  async (test) => {
    test_ = test;
    world = await makeWorld(test_);
    auditor = await test_.as('auditor');
    part = await newPart(world);
    await stock(world, part, { quantity: 5000, unitCost: '12.3456' });
  },
  { atEnd: true },
);

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

const partlyReceived = async (): Promise<Doc> =>
  received(world, await shipped(world, LINES()), { missing: 1 });

const make: TransitionTable<Doc>['make'] = {
  pending: () => ask(world, LINES()),
  approved: () => approved(world, LINES()),
  inTransit: () => shipped(world, LINES()),
  partlyReceived,
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

const { call, change } = callsOn<Doc>('/material_tranfers');
const perform: TransitionTable<Doc>['perform'] = {
  update: change(() => transferBody(world, [[part, 4]])),
  approve: call('approve'),
  reject: call('reject', { reason: REASON }),
  ship: call('ship'),
  cancel: call('cancel', { reason: REASON }),
  recall: call('recall', { reason: REASON }),
  'resolve-loss': call('resolve-loss', (doc) => ({
    reason: REASON,
    outcome: 'lost',
    liable: 'carrier',
    items: [{ id: doc.items[0]?.id, quantity: 1 }],
  })),
};

const walk: TransitionTable<Doc> = {
  path: ({ id }) => `/material_tranfers/${id}`,
  machine: transferMachine,
  make,
  perform,
  seen: (_id, doc) => seen(world, doc),
  admin: () => world.admin,
  auditor: () => auditor,
  // Of missing goods only where some are.
  refusal: (action, { hasMissing }) =>
    action === 'resolve-loss' && !hasMissing ? 'NOTHING_MISSING' : null,
  triedIn: { 'resolve-loss': 'partlyReceived' },
};
testTransitions(walk);

it('nobody approves or refuses what they asked for', async () => {
  const mine = expectData(
    await world.chief.post('/material_tranfers', transferBody(world, LINES())),
  );
  for (const action of ['approve', 'reject']) {
    const answer = await perform[action]?.(world.chief, mine);
    expect([answer?.status, answer?.body.code]).toEqual([409, 'SELF_APPROVAL']);
  }
  expect((await perform.cancel?.(world.chief, mine))?.status).toBe(200);
});

it('an owner cancels while it waits, and not later', async () => {
  expect((await perform.cancel?.(world.sender, await ask(world, LINES())))?.status).toBe(200);
  expect((await perform.cancel?.(world.sender, await approved(world, LINES())))?.status).toBe(403);
});

it('nothing moves while the month is on hold', async () => {
  const doc = await approved(world, LINES());
  const lost = await partlyReceived();
  const period = { companyId: test_.companyId, period: '2026-12', now: clock.now(), by: null };
  const change = (work: typeof holdPeriod | typeof reopenPeriod) =>
    test_.app.transaction({ actor: SYSTEM }, (ctx) => work(ctx.pg, { ...period, reason: REASON }));
  await change(holdPeriod);
  const sent = await act(world.picker, doc, { action: 'ship' });
  expect([sent.status, sent.body.code]).toEqual([409, 'PERIOD_HOLD']);
  const writtenOff = await perform['resolve-loss']?.(world.chief, lost);
  expect([writtenOff?.status, writtenOff?.body.code]).toEqual([409, 'PERIOD_HOLD']);
  expect(await seen(world, doc)).toMatchObject({ status: 'approved', version: doc.version });
  await change(reopenPeriod);
  expect((await act(world.picker, doc, { action: 'ship' })).status).toBe(200);
});

testReversals(walk, {
  state: () => stockState(test_.app.pg),
  by: () => world.chief,
  still: ['update'],
});

it('I17, I22: each stored status follows from the lines, and TRANSIT holds what they say', async () => {
  const { rows } = await test_.app.pg.query<{ id: string; status: string; recalled: boolean }>(
    `select id, status, recalled_at is not null as recalled from part_transfers
     where shipped_at is not null`,
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const { id, status, recalled: isRecalled } of rows) {
    const lines = await test_.app.transaction({ actor: SYSTEM }, (ctx) =>
      transfers.linesOf(ctx, id),
    );
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
