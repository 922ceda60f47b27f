import type { Person, TestApp } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';
import { lying, newPart, stock, worth } from '../requisitions/testing/world.ts';
import {
  act,
  ask,
  destroyed,
  destructionBody,
  done,
  lineOf,
  makeWorld,
  photograph,
  ready,
  type World,
} from './testing/world.ts';

/** What a destruction does to the stock, and what it refuses (domain-warehouse 2.12, 3.2). */
let test_: TestApp;
let world: World;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  test_ = test;
  world = await makeWorld(test_);
});
beforeEach(() => {
  clock.advance(60_000);
});

const bin = (code: string): string => world.bins[code] ?? '';
const shelf = () => bin('A-01');
const seen = async (by: Person, id: string) => expectData(await by.get(`/material_destroy/${id}`));
const faultsOf = (answer: { body: { errors: { field: string; code: string }[] } }) =>
  answer.body.errors.map(({ field, code }) => [field, code]);

it('holds what is approved, destroys it before a witness, and books the loss at average cost', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 3, unitCost: '10' });
  await stock(world, part, { quantity: 3, unitCost: '20' });
  const asked = await ask(world, [lineOf(world, part, 4)]);
  expect(await lying(world, part, shelf())).toEqual([6, 0]);
  const doc = await done(world.chief, asked, { action: 'approve' });
  expect([doc.status, doc.bookValue]).toEqual(['approved', '60.00']);
  expect(await lying(world, part, shelf())).toEqual([6, 4]);
  expectData(await photograph(world.picker, doc.id));
  const gone = await done(world.chief, doc, {
    action: 'complete',
    witnessIds: [world.witness.userId],
    salvageAmount: '7.50',
  });
  expect(gone).toMatchObject({
    status: 'completed',
    bookValue: '60.00',
    salvageAmount: '7.50',
    destroyedAt: '2026-11-20',
    witnesses: [{ id: world.witness.userId }],
    allowedActions: [],
  });
  expect(await lying(world, part, shelf())).toEqual([2, 0]);
  expect(await worth(world, part)).toBe('30.00');
});

it('asks for a photograph taken since the approval; an earlier one shows what there was', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 2 });
  const asked = await ask(world, [lineOf(world, part)]);
  expectData(await photograph(world.picker, asked.id));
  clock.advance(60_000);
  const doc = await done(world.chief, asked, { action: 'approve' });
  const early = await act(world.chief, doc, {
    action: 'complete',
    witnessIds: [world.witness.userId],
  });
  expect([early.status, early.body.code]).toEqual([409, 'AFTER_PHOTO_REQUIRED']);
  clock.advance(60_000);
  expectData(await photograph(world.picker, doc.id, 'other'));
  expect((await seen(world.chief, doc.id)).hasAfterPhoto).toBe(false);
  const [photo] = expectData(await photograph(world.picker, doc.id)).slice(-1);
  expect((await seen(world.chief, doc.id)).allowedActions).toContain('complete');
  await done(world.chief, doc, { action: 'complete', witnessIds: [world.witness.userId] });
  // It is evidence from now on.
  const removed = await world.picker.delete(`/material_destroy/${doc.id}/attachments/${photo.id}`);
  expect([removed.status, removed.body.code]).toEqual([409, 'INVALID_STATE']);
});

it('needs three different people: creator, approver and witness', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 9 });
  const self = await world.picker.post(
    '/material_destroy',
    destructionBody(world, [lineOf(world, part)], { witnessIds: [world.picker.userId] }),
  );
  expect(faultsOf(self)).toEqual([['witnessIds[0]', 'NOT_WITNESS']]);
  const watched = await ask(world, [lineOf(world, part)], { witnessIds: [world.chief.userId] });
  const approval = await act(world.chief, watched, { action: 'approve' });
  expect([approval.status, approval.body.code]).toEqual([409, 'SELF_APPROVAL']);
  const doc = await ready(world, [lineOf(world, part)]);
  for (const [witnessIds, code] of [
    [[], 'WITNESS_REQUIRED'],
    [[world.picker.userId], 'NOT_WITNESS'],
    [[world.chief.userId], 'NOT_WITNESS'],
    [[test_.companyId], 'UNKNOWN_ID'],
  ] as const) {
    const answer = await act(world.chief, doc, { action: 'complete', witnessIds });
    expect([answer.status, answer.body.errors[0].code]).toEqual([422, code]);
  }
});

it('is endorsed by whoever may not decide on so much, and decided by the next', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 2, unitCost: '60000' });
  const asked = await ask(world, [lineOf(world, part, 2)]);
  const endorsed = await done(world.chief, asked, { action: 'approve', comment: 'As inspected' });
  expect([endorsed.status, endorsed.endorsements]).toMatchObject([
    'pending',
    [{ comment: 'As inspected', limit: '100000.00' }],
  ]);
  expect(await lying(world, part, shelf())).toEqual([2, 0]);
  const again = await act(world.chief, endorsed, { action: 'approve' });
  expect([again.status, again.body.code]).toEqual([409, 'ALREADY_ENDORSED']);
  const doc = await done(world.witness, endorsed, { action: 'approve' });
  expect(doc.status).toBe('approved');
});

it('names every fault of what it is asked for at once', async () => {
  const [part, serialPart, lotPart] = [
    await newPart(world),
    await newPart(world, 'serial'),
    await newPart(world, 'lot'),
  ];
  await stock(world, part, { quantity: 2 });
  await stock(world, serialPart, { serials: ['D1', 'D2'] });
  await stock(world, lotPart, { quantity: 2, lot: { lotNo: 'L1' } });
  const answer = await world.picker.post(
    '/material_destroy',
    destructionBody(
      world,
      [
        lineOf(world, part, 3),
        lineOf(world, part, { binId: world.otherBin }),
        lineOf(world, serialPart, { quantity: 2, serials: ['D1'] }),
        lineOf(world, serialPart, { serials: ['NOBODY'] }),
        lineOf(world, lotPart, 1),
        lineOf(world, part, 1),
      ],
      { scheduledAt: dayFrom(world, -1) },
    ),
  );
  expect(answer.status).toBe(422);
  expect(faultsOf(answer)).toEqual([
    ['scheduledAt', 'PAST_DATE'],
    ['items[0].quantity', 'INSUFFICIENT_STOCK'],
    ['items[1].binId', 'NOTHING_HERE'],
    ['items[2].serials', 'SERIAL_COUNT'],
    ['items[3].serials', 'SERIAL_NOT_AVAILABLE'],
    ['items[4].lotNo', 'LOT_REQUIRED'],
    ['items[5].binId', 'REPEATED'],
  ]);
});

it('has a serial to itself as long as it is open', async () => {
  const part = await newPart(world, 'serial');
  await stock(world, part, { serials: ['E1', 'E2'] });
  const line = (serialNo: string) => lineOf(world, part, { serials: [serialNo] });
  const doc = await ask(world, [line('E1')]);
  const second = await world.picker.post('/material_destroy', destructionBody(world, [line('e1')]));
  expect(faultsOf(second)).toEqual(
    [['items[0].binId', 'NOTHING_HERE']].map(() => ['items[0].serials', 'SERIAL_NOT_AVAILABLE']),
  );
  const offered = expectData(
    await world.picker.get(
      `/material_parts/places?partId=${part}&warehouseId=${world.warehouseId}`,
    ),
  );
  expect(offered).toMatchObject([{ bin: { code: 'A-01' }, free: 1, serials: ['E2'] }]);
  // Its own change counts it as free.
  const changed = expectData(
    await world.picker.patch(`/material_destroy/${doc.id}`, {
      version: doc.version,
      ...destructionBody(world, [lineOf(world, part, { quantity: 2, serials: ['E1', 'E2'] })]),
    }),
  );
  expect(changed.items[0].serials).toEqual(['E1', 'E2']);
  await done(world.chief, changed, { action: 'reject', reason: 'Still good' });
  expect((await ask(world, [line('E1')])).status).toBe('pending');
});

it('two people cannot open documents of one serial at the same moment', async () => {
  const part = await newPart(world, 'serial');
  await stock(world, part, { serials: ['R1'] });
  const body = destructionBody(world, [lineOf(world, part, { serials: ['R1'] })]);
  const answers = await Promise.all(
    [world.picker, world.keeper, world.admin].map((by) => by.post('/material_destroy', body)),
  );
  expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
  for (const { status, body: refusal } of answers.filter((one) => one.status !== 201)) {
    expect([409, 422]).toContain(status);
    expect(['SERIAL_BUSY', 'VALIDATION']).toContain(refusal.code);
  }
});

it('destroys serials out of quarantine, and a wrong entry comes back as found stock', async () => {
  const part = await newPart(world, 'serial');
  await stock(world, part, {
    serials: ['Q1', 'Q2', 'Q3'],
    bin: world.places.QUARANTINE,
    unitCost: '33.33',
  });
  const line = lineOf(world, part, {
    quantity: 3,
    binId: world.places.QUARANTINE,
    serials: ['Q1', 'Q2', 'Q3'],
  });
  const doc = await destroyed(world, [line]);
  expect([doc.bookValue, await worth(world, part)]).toEqual(['99.99', '0.00']);
  const found = await done(world.witness, doc, {
    action: 'correct',
    reason: 'Q2 was still in the box',
    items: [{ id: doc.items[0].id, quantity: 1, serials: ['q2'], binId: bin('B-01') }],
  });
  expect(found).toMatchObject({
    status: 'completed',
    corrections: [{ reason: 'Q2 was still in the box', quantity: 1 }],
    isCorrectable: true,
  });
  expect(found.corrections[0].documentNo).toMatch(/^RV2611-\d{4}$/);
  expect(found.items[0]).toMatchObject({ correctedQty: 1, correctedSerials: ['Q2'] });
  expect([await lying(world, part, bin('B-01')), await worth(world, part)]).toEqual([
    [1, 0],
    '33.33',
  ]);
  const again = await act(world.witness, found, {
    action: 'correct',
    reason: 'Once more',
    items: [{ id: doc.items[0].id, quantity: 1, serials: ['Q2'] }],
  });
  expect(faultsOf(again)).toEqual([['items[0].serials', 'SERIAL_UNKNOWN']]);
  const rest = await done(world.witness, found, {
    action: 'correct',
    reason: 'All of them',
    items: [{ id: doc.items[0].id, quantity: 2, serials: ['Q1', 'Q3'] }],
  });
  expect([rest.isCorrectable, await worth(world, part)]).toEqual([false, '99.99']);
});

it('gives found goods back the value that was lost, however they are cut', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 3, unitCost: '3.3333' });
  const before = await worth(world, part);
  let doc = await destroyed(world, [lineOf(world, part, 3)]);
  for (const _unit of [1, 2, 3]) {
    doc = await done(world.witness, doc, {
      action: 'correct',
      reason: 'Found again',
      items: [{ id: doc.items[0].id, quantity: 1 }],
    });
  }
  expect(await worth(world, part)).toBe(before);
});

it('hides what things cost from whoever may not see it', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 1, unitCost: '77' });
  const doc = await ask(world, [lineOf(world, part)]);
  expect([doc.bookValue, doc.items[0].bookValue]).toEqual([null, null]);
  expect((await seen(world.chief, doc.id)).bookValue).toBe('77.00');
});

it('refuses what somebody else took between the request and the approval', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 2 });
  const [first, second] = [
    await ask(world, [lineOf(world, part, 2)]),
    await ask(world, [lineOf(world, part, 1)]),
  ];
  await done(world.chief, first, { action: 'approve' });
  const answer = await act(world.chief, second, { action: 'approve' });
  expect([answer.status, answer.body.code]).toEqual([409, 'INSUFFICIENT_STOCK']);
});

it.each(['en', 'th'])('prints the order and the certificate in %s', async (locale) => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 4 });
  const asked = await ask(world, [lineOf(world, part)]);
  const gone = await destroyed(world, [lineOf(world, part)]);
  for (const { id } of [asked, gone]) {
    const answer = await world.chief.get(`/material_destroy/${id}/document`, {
      headers: { 'accept-language': locale },
    });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  }
});
