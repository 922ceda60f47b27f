import { claimMachine } from '@boxyard/shared/domain';
import type { Person, TestApp } from '../../../testing/index.ts';
import { stockState } from '../../../workflow/testing/stockState.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import {
  callsOn,
  type TransitionTable,
  testTransitions,
} from '../../../workflow/testing/transitions.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';
import { newPart, stock } from '../requisitions/testing/world.ts';
import {
  answer,
  ask,
  type Doc,
  done,
  lineOf,
  makeWorld,
  sent,
  type World,
} from './testing/world.ts';

/** Every state × action of a claim (domain-warehouse 7), by the people of the seeded roles. */
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
    await stock(world, part, { quantity: 5000, unitCost: '12.3456' });
  },
  { atEnd: true },
);

const REASON = 'Fell from the lorry';
const line = () => [lineOf(world, part)];
const REFUND = { resolution: 'creditNote', refundAmount: '10.00' };
const make: TransitionTable<Doc>['make'] = {
  pending: () => ask(world, line()),
  sent: () => sent(world, line()),
  confirmed: async () => {
    const doc = await sent(world, line());
    return done(world.chief, doc, answer(doc, { resolution: 'replace' }));
  },
  completed: async () => {
    const doc = await sent(world, line());
    return done(world.chief, doc, { ...answer(doc, REFUND), creditNoteNo: 'CN-1' });
  },
  rejected: async () =>
    done(world.chief, await sent(world, line()), { action: 'reject', reason: REASON }),
  cancelled: async () =>
    done(world.chief, await ask(world, line()), { action: 'cancel', reason: REASON }),
};

const { call, change } = callsOn<Doc>('/material_repair_claims');
const perform: TransitionTable<Doc>['perform'] = {
  update: change(() => ({ rmaNo: 'RMA-8', remark: 'By their driver' })),
  send: call('send', () => ({ sentDate: dayFrom(world, 0), promisedDays: 30 })),
  confirm: call('confirm', (doc) => ({
    items: answer(doc, REFUND).items,
    sentDate: dayFrom(world, 0),
  })),
  reject: call('reject', { reason: REASON }),
  cancel: call('cancel', { reason: REASON }),
};

const walk: TransitionTable<Doc> = {
  path: ({ id }) => `/material_repair_claims/${id}`,
  machine: claimMachine,
  make,
  perform,
  seen: async (id) => expectData(await world.admin.get(`/material_repair_claims/${id}`)),
  admin: () => world.admin,
  auditor: () => auditor,
};
testTransitions(walk);

it('an owner without the ability cancels while nothing has left', async () => {
  const officer = await test_.as('warehouse-staff');
  const body = { version: 1, reason: REASON };
  const theirs = await ask(world, line());
  const path = (id: string) => `/material_repair_claims/${id}/cancel`;
  expect((await officer.post(path(theirs.id), body)).status).toBe(403);
});

it.each(['pending', 'sent'])('what is refused out of %s lies free in quarantine', async (state) => {
  const { QUARANTINE } = world.places;
  const doc = await (make[state] as () => Promise<Doc>)();
  const before = await stockState(test_.app.pg);
  await done(world.chief, doc, { action: 'reject', reason: REASON });
  expect(await stockState(test_.app.pg)).not.toBe(before);
  const { rows } = await test_.app.pg.query<{ held: string }>(
    `select sum(reserved)::text as held from stock_balances where location_id = $1`,
    [QUARANTINE],
  );
  const { rows: pending } = await test_.app.pg.query<{ n: string }>(
    `select count(*)::text as n from claims where status = 'pending'`,
  );
  expect(Number(rows[0]?.held)).toBe(Number(pending[0]?.n));
});

it('a cancelled claim leaves stock, holds and value as they were', async () => {
  const before = await stockState(test_.app.pg);
  const doc = await ask(world, line());
  expect(await stockState(test_.app.pg)).not.toBe(before);
  await done(world.chief, doc, { action: 'cancel', reason: REASON });
  expect(await stockState(test_.app.pg)).toBe(before);
});
