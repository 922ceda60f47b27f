import { openZip } from '../../../documents/tables/readZip.ts';
import { newId, SYSTEM } from '../../../kernel/index.ts';
import { ensureSerials, postMoves } from '../../../ledger/index.ts';
import type { TestApp } from '../../../testing/index.ts';
import { openPdfReader, squeezed } from '../../../testing/pdfReader.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  ask,
  done,
  handedOut,
  lying,
  newPart,
  stock,
  worth,
} from '../requisitions/testing/world.ts';
import {
  type Count,
  lineOf,
  makeWorld,
  moved,
  newBin,
  outcomes,
  plan,
  put,
  reviewed,
  seen,
  send,
  started,
  variance,
  type World,
} from './testing/world.ts';

/** What a count finds, keeps to itself, and posts (domain-warehouse 2.13, 3.2, I24). */
const MINUTE = 60_000;
let test_: TestApp;
let world: World;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  test_ = test;
  world = await makeWorld(test_);
});

const LOST = { decision: 'accept', reasonCode: 'lost' };
const accept = (ids: readonly string[], more: object = LOST) => ids.map((id) => ({ id, ...more }));
const tick = (minutes = 1) => clock.advance(minutes * MINUTE);

/** A part in a bin of its own. */
async function shelf(quantity: number, tracking: 'none' | 'lot' | 'serial' = 'none') {
  const bin = await newBin(world);
  const part = await newPart(world, tracking);
  if (tracking === 'none') await stock(world, part, { quantity, bin });
  return { bin, part };
}

/** All that was counted is there, but for one line. */
const counting =
  (part: string, quantity: number, ageMs = 0) =>
  (doc: { readonly items: readonly never[] }): Count[] => [
    { itemId: lineOf(doc, part), quantity, ageMs },
  ];

describe('the difference', () => {
  it('is what was counted less the snapshot and what moved since, never less what is there now', async () => {
    const { bin, part } = await shelf(10);
    const doc = await started(world, [bin], { isBlind: false });
    expect(doc.items[0]).toMatchObject({ snapshotQty: 10, isOpen: true });
    tick();
    // Before the count five come, after it three more: neither is a difference.
    await stock(world, part, { quantity: 5, bin });
    tick();
    expectData(
      await send({ world, by: world.counter, doc }, [{ itemId: lineOf(doc, part), quantity: 14 }]),
    );
    tick();
    await stock(world, part, { quantity: 3, bin });
    const counted = await moved(world.counter, doc, { status: 'counted' });
    const review = await moved(world.planner, counted, { status: 'review' });
    const { lines } = await variance(world, doc);
    expect(lines[0]).toMatchObject({ snapshotQty: 10, movedSince: 5, variance: -1 });
    const decided = await moved(world.planner, review, {
      status: 'review',
      items: accept([lines[0].id]),
    });
    expect(decided.allDecided).toBe(true);
    const over = await moved(world.approver, decided, { status: 'approved' });
    expect(over.status).toBe('approved');
    expect(await lying(world, part, bin)).toEqual([17, 0]);
    expect(await worth(world, part)).toBe('170.00');
    expect(await lying(world, part, world.places.ADJUST)).toEqual([1, 0]);
  });

  it('takes a count that comes late from the time at which it was made', async () => {
    const { bin, part } = await shelf(10);
    const doc = await started(world, [bin]);
    tick(30);
    await stock(world, part, { quantity: 7, bin });
    tick(30);
    // Counted 45 minutes ago, on a telephone without a network.
    expectData(
      await send({ world, by: world.counter, doc }, [
        { itemId: lineOf(doc, part), quantity: 10, ageMs: 45 * MINUTE },
      ]),
    );
    const counted = await moved(world.counter, doc, { status: 'counted' });
    await moved(world.planner, counted, { status: 'review' });
    const { lines } = await variance(world, doc);
    expect(lines[0]).toMatchObject({ movedSince: 0, variance: 0 });
  });

  it('of what was found besides the snapshot is what the books do not have', async () => {
    const { bin } = await shelf(1);
    const [part, lotPart] = [await newPart(world), await newPart(world, 'lot')];
    const doc = await started(world, [bin]);
    tick();
    await stock(world, part, { quantity: 2, bin });
    tick();
    const [here] = doc.items;
    expect(
      await outcomes({ world, by: world.counter, doc }, [
        { itemId: here.id, quantity: 1 },
        { found: { partId: part, binId: bin }, quantity: 3 },
        { found: { partId: lotPart, binId: bin, lotNo: 'L-9' }, quantity: 4 },
        { found: { partId: lotPart, binId: bin }, quantity: 4 },
        { found: { partId: part, binId: await newBin(world) }, quantity: 4 },
        { found: { partId: part, binId: bin }, quantity: 2.5 },
      ]),
    ).toEqual(['saved', 'saved', 'saved', 'trace', 'outOfScope', 'whole']);
    const counted = await moved(world.counter, doc, { status: 'counted' });
    const review = await moved(world.planner, counted, { status: 'review' });
    const { lines } = await variance(world, doc);
    const byPart = (id: string) =>
      lines.find((line: { part: { id: string } }) => line.part.id === id);
    expect(byPart(part)).toMatchObject({
      isFound: true,
      snapshotQty: 0,
      movedSince: 2,
      variance: 1,
    });
    expect(byPart(lotPart)).toMatchObject({ variance: 4, posting: 'gain' });
    const FOUND = { decision: 'accept', reasonCode: 'found' };
    const items = accept([byPart(part).id, byPart(lotPart).id], FOUND);
    const decided = await moved(world.planner, review, { status: 'review', items });
    // Nobody knows what it costs: whoever reviews says so.
    const unknown = await put(world.approver, decided, { status: 'approved' });
    expect([unknown.status, unknown.body.code]).toEqual([409, 'COST_REQUIRED']);
    const priced = await moved(world.chiefTwo, decided, {
      status: 'review',
      items: [{ id: byPart(lotPart).id, ...FOUND, unitCost: '2.5000' }],
    });
    // It is an amount: whoever says it is an author of the count.
    const own = await put(world.chiefTwo, priced, { status: 'approved' });
    expect([own.status, own.body.code]).toEqual([409, 'SELF_APPROVAL']);
    await moved(world.approver, priced, { status: 'approved' });
    expect([await worth(world, part), await worth(world, lotPart)]).toEqual(['30.00', '10.00']);
  });
});

describe('a blind count', () => {
  const reader = openPdfReader();
  afterAll(() => reader.close());
  const pdf = async (id: string): Promise<string> => {
    const answer = await world.planner.get(`/audits/${id}/document`);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    return squeezed((await reader.pages(answer.raw)).join(' '));
  };
  const SECRETS = /"(snapshotQty|movedSince|variance|varianceValue":"|expected|posting|unitCost)"/;

  it('keeps to itself what the books say, in every answer, until its review (I24)', async () => {
    const { bin, part } = await shelf(987_654);
    const draft = await plan(world, [bin]);
    const answers: unknown[] = [];
    const walk = async () => {
      for (const person of [world.admin, world.planner, world.counter, world.approver]) {
        for (const path of ['', '/history']) {
          answers.push((await person.get(`/audits/${draft.id}${path}`)).body);
        }
        answers.push((await person.get('/audits')).body);
        answers.push((await person.get('/audits/master/materials')).body);
        answers.push((await person.get('/notifications')).body);
        const refused = await person.get(`/audits/${draft.id}/variance`);
        expect([403, 409]).toContain(refused.status);
        answers.push(refused.body);
        const file = await person.get(`/audits/${draft.id}/variance/export`);
        expect([403, 409]).toContain(file.status);
      }
      const list = await world.planner.get('/audits?format=csv');
      expect(list.status).toBe(200);
      answers.push(list.raw.toString());
      answers.push(await pdf(draft.id));
    };
    await walk();
    const doc = await moved(world.counter, draft, { status: 'counting' });
    answers.push(doc);
    await walk();
    const itemId = lineOf(doc, part);
    const saved = await send({ world, by: world.counter, doc }, [{ itemId, quantity: 987_600 }]);
    answers.push(saved.body);
    const counted = await moved(world.counter, doc, { status: 'counted' });
    answers.push(counted);
    await walk();
    const again = await moved(world.planner, counted, { status: 'recount' });
    answers.push(again);
    await walk();
    // Who counts again is not told what was counted first; who did knows it anyway.
    expect((await seen(world, doc, world.recounter)).items[0].first).toBeNull();
    expect((await seen(world, doc, world.counter)).items[0].first.quantity).toBe(987_600);
    answers.push(
      (await send({ world, by: world.recounter, doc }, [{ itemId, quantity: 987_601, round: 2 }]))
        .body,
    );
    await walk();
    const said = JSON.stringify(answers);
    expect(said).not.toMatch(SECRETS);
    expect(said).not.toContain('987654');
    expect(said).not.toContain('987,654');
    const review = await moved(world.recounter, again, { status: 'review' });
    // Whoever reviews has to see it; whoever only counts does not, until the count is closed.
    expect(review.items[0]).not.toHaveProperty('snapshotQty');
    expect((await seen(world, doc)).items[0].snapshotQty).toBe(987_654);
    // The same walk finds it once it may be seen: it would have found it before.
    expect(await pdf(draft.id)).toContain('987,654');
    expect((await variance(world, doc)).lines[0]).toMatchObject({ variance: -53 });
  });

  it('stays blind when it is cancelled before anybody reviewed it', async () => {
    const { bin } = await shelf(4);
    const doc = await started(world, [bin]);
    const over = await moved(world.planner, doc, { status: 'cancelled', reason: 'Wrong shelf' });
    expect(over.items[0]).not.toHaveProperty('snapshotQty');
    expect((await world.planner.get(`/audits/${doc.id}/variance`)).body.code).toBe('AUDIT_BLIND');
  });
});

describe('counts that arrive', () => {
  it('of one person: the last one made holds, in whichever order they come', async () => {
    const { bin, part } = await shelf(10);
    const doc = await started(world, [bin]);
    tick(60);
    const itemId = lineOf(doc, part);
    const at = (quantity: number | null, ageMs: number) => [{ itemId, quantity, ageMs }];
    expect(await outcomes({ world, by: world.counter, doc }, at(9, 10 * MINUTE))).toEqual([
      'saved',
    ]);
    expect(await outcomes({ world, by: world.counter, doc }, at(4, 20 * MINUTE))).toEqual([
      'older',
    ]);
    expect((await seen(world, doc)).items[0].first.quantity).toBe(9);
    expect(await outcomes({ world, by: world.counter, doc }, at(8, 5 * MINUTE))).toEqual(['saved']);
    expect((await seen(world, doc)).items[0].first.quantity).toBe(8);
    const back = expectData(await send({ world, by: world.counter, doc }, at(null, 0)));
    expect([back.openCount, back.itemCount]).toEqual([1, 1]);
  });

  it('of two people: whoever counted first keeps the line, and the other is told who', async () => {
    const { bin, part } = await shelf(10);
    const doc = await started(world, [bin]);
    const itemId = lineOf(doc, part);
    await send({ world, by: world.counter, doc }, [{ itemId, quantity: 10 }]);
    tick();
    const answer = expectData(
      await send({ world, by: world.recounter, doc }, [{ itemId, quantity: 3 }]),
    );
    expect(answer.results).toMatchObject([{ outcome: 'taken', by: { id: world.counter.userId } }]);
    expect((await seen(world, doc)).items[0].first.quantity).toBe(10);
  });

  it('twice are one, and nothing that somebody counted is forgotten', async () => {
    const { bin, part } = await shelf(10);
    const doc = await started(world, [bin]);
    const id = '01a1fdb4-1111-7000-8000-00000000f00d';
    const count = { id, itemId: lineOf(doc, part), quantity: 10 };
    expect(await outcomes({ world, by: world.counter, doc }, [count, count])).toEqual([
      'saved',
      'saved',
    ]);
    expect(await outcomes({ world, by: world.counter, doc }, [count])).toEqual(['saved']);
    await send({ world, by: world.recounter, doc }, [{ itemId: count.itemId, quantity: 1 }]);
    const { rows } = await test_.app.pg.query(
      'select outcome, quantity::int from audit_counts where audit_id = $1 order by received_at, quantity desc',
      [doc.id],
    );
    expect(rows).toEqual([
      { outcome: 'saved', quantity: 10 },
      { outcome: 'taken', quantity: 1 },
    ]);
  });

  it('are of those who are named, while anybody is', async () => {
    const { bin, part } = await shelf(10);
    const doc = await started(world, [bin], { counterIds: [world.counter.userId] });
    const itemId = lineOf(doc, part);
    expect(await outcomes({ world, by: world.recounter, doc }, [{ itemId, quantity: 9 }])).toEqual([
      'notCounter',
    ]);
    expect(await outcomes({ world, by: world.counter, doc }, [{ itemId, quantity: 9 }])).toEqual([
      'saved',
    ]);
  });

  it('of something found by somebody who is not named leave no line and no serial number', async () => {
    const { bin } = await shelf(10);
    const doc = await started(world, [bin], { counterIds: [world.counter.userId] });
    const partId = await newPart(world, 'serial');
    const found = { partId, binId: bin, serialNo: 'NOT-NAMED-1' };
    const sending = { world, by: world.recounter, doc };
    expect(await outcomes(sending, [{ found, quantity: 1 }])).toEqual(['notCounter']);
    expect((await seen(world, doc)).items).toHaveLength(doc.items.length);
    const { rowCount } = await test_.app.pg.query('select 1 from serials where serial_no = $1', [
      found.serialNo,
    ]);
    expect(rowCount).toBe(0);
  });
});

describe('counting again', () => {
  it('is for lines beyond the tolerance, and for somebody else; a late first count changes nothing', async () => {
    const bin = await newBin(world);
    const parts = [await newPart(world), await newPart(world), await newPart(world)];
    for (const part of parts) await stock(world, part, { quantity: 100, bin });
    const [exact = '', little = '', much = ''] = parts;
    const doc = await started(world, [bin], {
      toleranceQty: 0,
      tolerancePct: '2.00',
      toleranceValue: '50.00',
    });
    await send({ world, by: world.counter, doc }, [
      { itemId: lineOf(doc, exact), quantity: 100 },
      { itemId: lineOf(doc, little), quantity: 99 },
      { itemId: lineOf(doc, much), quantity: 90 },
    ]);
    const counted = await moved(world.counter, doc, { status: 'counted' });
    const again = await moved(world.planner, counted, { status: 'recount' });
    const open = again.items.filter((line: { needsRecount: boolean }) => line.needsRecount);
    expect(open.map((line: { part: { id: string } }) => line.part.id)).toEqual([much]);
    const itemId = lineOf(doc, much);
    tick();
    const at = (round: number, quantity: number) => [{ itemId, quantity, round }];
    expect(await outcomes({ world, by: world.counter, doc }, at(2, 95))).toEqual(['sameCounter']);
    expect(
      await outcomes({ world, by: world.recounter, doc }, [
        { itemId: lineOf(doc, exact), quantity: 1, round: 2 },
      ]),
    ).toEqual(['notToRecount']);
    expect(await outcomes({ world, by: world.recounter, doc }, at(2, 100))).toEqual(['saved']);
    expect(await outcomes({ world, by: world.counter, doc }, at(1, 12))).toEqual(['roundOver']);
    const review = await moved(world.recounter, await seen(world, doc), { status: 'review' });
    expect(review.status).toBe('review');
    const { lines } = await variance(world, doc);
    const byId = lines.find(({ id }: { id: string }) => id === itemId);
    expect(byId).toMatchObject({ first: 90, recount: 100, variance: 0 });
  });

  it('needs a line to count again', async () => {
    const { bin, part } = await shelf(5);
    const review = await reviewed(world, [bin], { counts: counting(part, 5) });
    const answer = await put(world.planner, review, { status: 'recount' });
    expect([answer.status, answer.body.code]).toEqual([409, 'NOTHING_OVER']);
    const chosen = await moved(world.planner, review, {
      status: 'recount',
      items: [{ id: lineOf(review, part) }],
    });
    expect([chosen.status, chosen.round, chosen.openCount]).toEqual(['recount', 2, 1]);
  });
});

describe('bins', () => {
  it('that are locked refuse every move and hold until the count is over', async () => {
    const { bin, part } = await shelf(5);
    const doc = await started(world, [bin], { freeze: 'hardLock' });
    await expect(stock(world, part, { quantity: 1, bin })).rejects.toMatchObject({
      code: 'BIN_LOCKED',
    });
    const asked = await ask(world, [[part, 1]]);
    expect(asked.items[0].available).toBe(0);
    await send({ world, by: world.counter, doc }, [{ itemId: lineOf(doc, part), quantity: 4 }]);
    const counted = await moved(world.counter, doc, { status: 'counted' });
    const review = await moved(world.planner, counted, { status: 'review' });
    const decided = await moved(world.planner, review, {
      status: 'review',
      items: accept([lineOf(doc, part)]),
    });
    await moved(world.approver, decided, { status: 'approved' });
    await stock(world, part, { quantity: 1, bin });
    expect(await lying(world, part, bin)).toEqual([5, 0]);
  });

  it('that only warn say so to whoever picks from them', async () => {
    const { bin, part } = await shelf(5);
    const approved = await done(world.chief, await ask(world, [[part, 1]]), { action: 'approve' });
    const warned = async () =>
      expectData(await world.picker.get(`/material_dispatch/${approved.id}`)).items[0].picks[0]
        .isCounted;
    expect(await warned()).toBe(false);
    const doc = await started(world, [bin], { freeze: 'softLock' });
    expect(await warned()).toBe(true);
    await moved(world.planner, doc, { status: 'cancelled', reason: 'Not today' });
    expect(await warned()).toBe(false);
  });

  it('are free again once the count is cancelled, and are under one count at a time', async () => {
    const { bin, part } = await shelf(5);
    const doc = await started(world, [bin], { freeze: 'hardLock' });
    const other = await put(world.counter, await plan(world, [bin]), { status: 'counting' });
    expect([other.status, other.body.code, other.body.details.documents]).toEqual([
      409,
      'AUDIT_OVERLAP',
      doc.documentNo,
    ]);
    await moved(world.planner, doc, { status: 'cancelled', reason: 'Not today' });
    await stock(world, part, { quantity: 1, bin });
    await started(world, [bin]);
  });

  it('that are empty by the books are confirmed to be', async () => {
    const bin = await newBin(world);
    const part = await newPart(world);
    await stock(world, part, { quantity: 2, bin });
    const nothing = await put(world.counter, await plan(world, [await newBin(world)]), {
      status: 'counting',
    });
    expect(nothing.body.code).toBe('NOTHING_TO_COUNT');
    const out = await handedOut(world, [[part, 2]]);
    expect(out.status).toBe('dispatched');
    const doc = await started(world, [bin], { type: 'zeroConfirm', isBlind: false });
    expect(doc.items).toMatchObject([{ part: { id: part }, snapshotQty: 0 }]);
  });
});

it('counts the parts of a category, or of a class of the warehouse, and no others', async () => {
  const bin = await newBin(world);
  const [fast, slow] = [await newPart(world), await newPart(world)];
  for (const part of [fast, slow]) await stock(world, part, { quantity: 3, bin });
  await test_.app.pg.query(
    `insert into stock_rules (company_id, warehouse_id, part_id, abc_class, part_no, category_id, is_watched, created_at, updated_at)
     select $1, $2, id, 'A', part_no, category_id, false, now(), now() from material_parts where id = $3`,
    [test_.companyId, world.warehouseId, fast],
  );
  const doc = await started(world, [bin], { abcClass: 'A' });
  expect(doc).toMatchObject({ abcClass: 'A', items: [{ part: { id: fast } }] });
  const found = { partId: slow, binId: bin };
  expect(await outcomes({ world, by: world.counter, doc }, [{ found, quantity: 3 }])).toEqual([
    'outOfScope',
  ]);
  const category = doc.company.id;
  const none = await world.planner.post('/audits', {
    warehouseId: world.warehouseId,
    type: 'cycle',
    isBlind: true,
    freeze: 'none',
    categoryIds: [category],
  });
  expect(none.body.errors).toMatchObject([{ field: 'categoryIds[0]', code: 'UNKNOWN_ID' }]);
});

/** Puts a serial number on a shelf again: nothing stands in a container that there is not. */
const takeBack = (
  itemId: string,
  { serialNo, from }: { readonly serialNo: string; readonly from: string },
) =>
  world.test.app.transaction({ actor: SYSTEM }, async (ctx) => {
    const now = ctx.clock.now();
    const [serialId = null] = await ensureSerials(ctx.pg, { serials: [{ itemId, serialNo }], now });
    const move = { itemId, quantity: 1, from, to: world.bins['A-01'] ?? '', serialId };
    await postMoves(ctx.pg, {
      docType: 'test',
      docId: newId(),
      action: 'takeBack',
      now,
      postedBy: null,
      moves: [{ ...move, docItemId: newId() }],
    });
  });

describe('posting', () => {
  it('counts what is held, too, and releases the youngest holds where they are not there', async () => {
    const { bin, part } = await shelf(10);
    const first = await done(world.chief, await ask(world, [[part, 4]]), { action: 'approve' });
    tick();
    const second = await done(world.chief, await ask(world, [[part, 5]]), { action: 'approve' });
    await done(world.picker, second, {
      action: 'confirm-items',
      items: [{ id: second.items[0].id, quantity: 5 }],
    });
    tick();
    const review = await reviewed(world, [bin], { counts: counting(part, 6) });
    const items = accept([lineOf(review, part)]);
    const decided = await moved(world.planner, review, { status: 'review', items });
    await moved(world.approver, decided, { status: 'approved' });
    expect(await lying(world, part, bin)).toEqual([6, 6]);
    const older = expectData(await world.chief.get(`/material_dispatch/${first.id}`));
    const younger = expectData(await world.chief.get(`/material_dispatch/${second.id}`));
    expect(older.items[0]).toMatchObject({ reservedQty: 4, state: 'reserved' });
    expect(younger).toMatchObject({ status: 'picking', hasShortLines: true });
    expect(younger.items[0]).toMatchObject({ reservedQty: 2, pickedQty: 2, shortQty: 3 });
    const told = (await world.technician.get('/notifications')).body.data as { title: string }[];
    const of = (no: string) =>
      told.filter(({ title }) => /lost stock/.test(title) && title.includes(no));
    expect([of(first.documentNo).length, of(second.documentNo).length]).toEqual([0, 1]);
  });

  it('takes no serial number that a receipt would refuse, unless the books have it', async () => {
    const bin = await newBin(world);
    const part = await newPart(world, 'serial');
    await stock(world, part, { serials: ['W1'], bin, unitCost: '100' });
    await test_.app.pg.query(
      `insert into serials (id, item_id, serial_no, created_at) values (new_id(), $1, 'OLD 1', now())`,
      [part],
    );
    const doc = await started(world, [bin]);
    const found = (serialNo: string) => ({ partId: part, binId: bin, serialNo });
    const told = await outcomes({ world, by: world.counter, doc }, [
      { found: found('ก ข#:+(1)'), quantity: 1 },
      { found: found('A 1'), quantity: 1 },
      { found: found('A:1'), quantity: 1 },
      { found: found('№1'), quantity: 1 },
      { found: found('old 1'), quantity: 1 },
    ]);
    expect(told).toEqual(['trace', 'trace', 'trace', 'trace', 'saved']);
  });

  it.each([
    ['a document that waits for it at the dock', 'RECEIVING'],
    ['the container that it is built into', 'CONTAINER'],
  ] as const)('takes no serial number away from %s', async (_what, place) => {
    const bin = await newBin(world);
    const part = await newPart(world, 'serial');
    await stock(world, part, { serials: ['W1'], bin, unitCost: '100' });
    await stock(world, part, { serials: ['W2'], bin: world.places[place], unitCost: '100' });
    const doc = await started(world, [bin]);
    await send({ world, by: world.counter, doc }, [
      { itemId: lineOf(doc, part, { serial: 'W1' }), quantity: 1 },
      { found: { partId: part, binId: bin, serialNo: 'W2' }, quantity: 1 },
    ]);
    const counted = await moved(world.counter, doc, { status: 'counted' });
    const review = await moved(world.planner, counted, { status: 'review' });
    const { lines } = await variance(world, doc);
    const differing = lines.filter((line: { variance: number }) => line.variance !== 0);
    const decided = await moved(world.planner, review, {
      status: 'review',
      items: accept(
        differing.map(({ id }: { id: string }) => id),
        { decision: 'accept', reasonCode: 'misplaced' },
      ),
    });
    const { status, body } = await world.approver.put(`/audits/${doc.id}/status`, {
      version: decided.version,
      status: 'approved',
    });
    expect([status, body.code]).toEqual([409, 'SERIAL_NOT_AVAILABLE']);
    expect(await lying(world, part, world.places[place])).toEqual([1, 0]);
    await takeBack(part, { serialNo: 'W2', from: world.places[place] });
  });

  it('moves a serial number that lies elsewhere by the books: no gain and no loss', async () => {
    const [left, right, far] = [await newBin(world), await newBin(world), await newBin(world)];
    const part = await newPart(world, 'serial');
    await stock(world, part, { serials: ['M1', 'M2'], bin: left, unitCost: '100' });
    await stock(world, part, { serials: ['M3'], bin: far, unitCost: '100' });
    const doc = await started(world, [left, right]);
    await send({ world, by: world.counter, doc }, [
      { itemId: lineOf(doc, part, { serial: 'M1' }), quantity: 1 },
      { itemId: lineOf(doc, part, { serial: 'M2' }), quantity: 0 },
      { found: { partId: part, binId: right, serialNo: 'm2' }, quantity: 1 },
      { found: { partId: part, binId: right, serialNo: 'M3' }, quantity: 1 },
      { found: { partId: part, binId: right, serialNo: 'NEW-1' }, quantity: 1 },
    ]);
    const counted = await moved(world.counter, doc, { status: 'counted' });
    const review = await moved(world.planner, counted, { status: 'review' });
    const { lines } = await variance(world, doc);
    const postings = lines.map(
      (line: { serialNo: string; bin: { id: string }; posting: string }) => [
        line.serialNo,
        line.bin.id === left ? 'left' : 'right',
        line.posting,
      ],
    );
    expect(postings.sort()).toEqual([
      ['M1', 'left', null],
      ['M2', 'left', 'move'],
      ['M2', 'right', 'move'],
      ['M3', 'right', 'move'],
      ['NEW-1', 'right', 'gain'],
    ]);
    const differing = lines.filter((line: { variance: number }) => line.variance !== 0);
    const decided = await moved(world.planner, review, {
      status: 'review',
      items: accept(
        differing.map(({ id }: { id: string }) => id),
        { decision: 'accept', reasonCode: 'misplaced' },
      ),
    });
    expect(decided.varianceValue).toBe('100.00');
    await moved(world.approver, decided, { status: 'approved' });
    expect(await lying(world, part, left)).toEqual([1, 0]);
    expect(await lying(world, part, right)).toEqual([3, 0]);
    expect(await lying(world, part, far)).toEqual([0, 0]);
    expect(await worth(world, part)).toBe('400.00');
    expect(await lying(world, part, world.places.ADJUST)).toEqual([-1, 0]);
  });

  it('waits for every difference to be accepted with its reason, or ignored', async () => {
    const { bin, part } = await shelf(5);
    const review = await reviewed(world, [bin], { counts: counting(part, 4) });
    const id = lineOf(review, part);
    for (const item of [
      { id, decision: 'accept' },
      { id, decision: 'recount', reasonCode: 'lost' },
    ]) {
      const now = await seen(world, review);
      const decided = await moved(world.planner, now, { status: 'review', items: [item] });
      expect(decided.allDecided).toBe(false);
      const answer = await put(world.approver, decided, { status: 'approved' });
      expect([answer.status, answer.body.code]).toEqual([409, 'LINES_UNDECIDED']);
    }
    const now = await seen(world, review);
    const wordless = await put(world.planner, now, {
      status: 'review',
      items: [{ id, decision: 'accept', reasonCode: 'other' }],
    });
    expect(wordless.body.errors).toMatchObject([{ field: 'items[0].reasonText' }]);
    const ignored = await moved(world.planner, now, {
      status: 'review',
      items: [{ id, decision: 'ignore' }],
    });
    expect(ignored).toMatchObject({ allDecided: true, varianceValue: '0.00' });
    await moved(world.approver, ignored, { status: 'approved' });
    expect(await lying(world, part, bin)).toEqual([5, 0]);
  });

  it('is exported place by place with real figures, its worth only to those who see costs', async () => {
    const { bin, part } = await shelf(5);
    const agreeing = await newPart(world);
    await stock(world, agreeing, { quantity: 2, bin });
    const review = await reviewed(world, [bin], {
      counts: (doc: { readonly items: readonly never[] }) => [
        ...counting(part, 4)(doc),
        ...counting(agreeing, 2)(doc),
      ],
    });
    const path = `/audits/${review.id}/variance/export`;
    const items = [{ id: lineOf(review, part), ...LOST }];
    await moved(world.planner, await seen(world, review), { status: 'review', items });
    const sheetOf = async (language: string) => {
      const answer = await world.planner.get(path, { headers: { 'accept-language': language } });
      expect(String(answer.headers['content-disposition'])).toContain('.xlsx');
      const zip = await openZip(answer.raw, { bytes: 10_000_000, entries: 100 });
      return String(await zip.content('xl/worksheets/sheet1.xml'));
    };
    const sheet = await sheetOf('en');
    expect(sheet.match(/<row /g)).toHaveLength(2);
    for (const heading of ['Bin', 'Part', 'Lot / serial', 'Counted at', 'Difference', 'Decision']) {
      expect(sheet).toContain(`>${heading}<`);
    }
    // Figures and dates are numbers of the spreadsheet, not words that look like them.
    expect(sheet).toMatch(/<c [^>]*><v>-1<\/v>/);
    expect(sheet).toMatch(/<c [^>]*><v>4634[67]\.\d+<\/v>/);
    expect(sheet).toContain('>Lost<');
    expect(sheet).toContain('>Accepted<');
    expect(await sheetOf('th')).toContain('>สูญหาย<');

    const csv = async (by: typeof world.planner) => {
      const answer = await by.get(`${path}?format=csv`);
      return answer.status === 200 ? answer.raw.toString('utf8') : answer.status;
    };
    expect(await csv(world.planner)).toContain('Worth of the difference');
    expect(await csv(world.counter)).toBe(403);
    const seeing =
      "(select id from roles where name = 'warehouse-manager'), 'parts-warehouse:view-cost'";
    await test_.app.pg.query(`delete from role_permissions where (role_id, name) in ((${seeing}))`);
    test_.app.forgetActors();
    const unpriced = await csv(await test_.as('warehouse-manager'));
    expect(unpriced).toContain('Difference');
    expect(unpriced).not.toContain('Worth of the difference');
    await test_.app.pg.query(`insert into role_permissions select ${seeing}`);
    test_.app.forgetActors();
  });

  it('is not for whoever planned or counted, and above a limit for a second person', async () => {
    const bin = await newBin(world);
    const part = await newPart(world);
    await stock(world, part, { quantity: 10, bin, unitCost: '60000' });
    const review = await reviewed(world, [bin], { counts: counting(part, 8) });
    const items = accept([lineOf(review, part)]);
    const decided = await moved(world.planner, review, { status: 'review', items });
    expect(decided.varianceValue).toBe('120000.00');
    const own = await put(world.planner, decided, { status: 'approved' });
    expect([own.status, own.body.code]).toEqual([409, 'SELF_APPROVAL']);
    const endorsed = await moved(world.chiefTwo, decided, { status: 'approved' });
    expect(endorsed.status).toBe('review');
    const twice = await put(world.chiefTwo, endorsed, { status: 'approved' });
    expect([twice.status, twice.body.code]).toEqual([409, 'ALREADY_ENDORSED']);
    const over = await moved(world.approver, endorsed, { status: 'approved' });
    expect([over.status, await worth(world, part)]).toEqual(['approved', '480000.00']);

    const mine = await started(world, [bin]);
    await send({ world, by: world.chiefTwo, doc: mine }, [
      { itemId: lineOf(mine, part), quantity: 8 },
    ]);
    const counted = await moved(world.counter, mine, { status: 'counted' });
    const ready = await moved(world.planner, counted, { status: 'review' });
    const counter = await put(world.chiefTwo, ready, { status: 'approved' });
    expect([counter.status, counter.body.code]).toEqual([409, 'SELF_APPROVAL']);
  });

  it('of what has left meanwhile is refused, and changes nothing', async () => {
    const { bin, part } = await shelf(3);
    const review = await reviewed(world, [bin], { counts: counting(part, 0) });
    tick();
    await handedOut(world, [[part, 2]]);
    const items = accept([lineOf(review, part)]);
    const decided = await moved(world.planner, review, { status: 'review', items });
    const answer = await put(world.approver, decided, { status: 'approved' });
    expect([answer.status, answer.body.code]).toEqual([409, 'INSUFFICIENT_STOCK']);
    expect(await seen(world, review)).toMatchObject({ status: 'review', version: decided.version });
  });
});

it('is a draft without a number, which may be changed and deleted', async () => {
  const { bin } = await shelf(5);
  const draft = await plan(world, [bin]);
  expect([draft.status, draft.documentNo, draft.bins.length]).toEqual(['draft', null, 1]);
  const changed = expectData(
    await world.planner.patch(`/audits/${draft.id}`, {
      version: draft.version,
      warehouseId: world.warehouseId,
      type: 'full',
      isBlind: false,
      freeze: 'softLock',
      categoryIds: [],
    }),
  );
  expect(changed).toMatchObject({ type: 'full', isBlind: false, bins: [] });
  expect((await world.planner.delete(`/audits/${draft.id}`)).status).toBe(200);
  const doc = await started(world, [bin]);
  expect(doc.documentNo).toMatch(/^AU2611-\d{4}$/);
  expect((await world.planner.delete(`/audits/${doc.id}`)).body.code).toBe('NOT_DELETABLE');
  const wrong = await world.planner.post('/audits', {
    warehouseId: world.warehouseId,
    type: 'cycle',
    isBlind: true,
    freeze: 'none',
    binIds: [world.otherBin],
    counterIds: [bin, (await test_.as('warehouse-staff', { companyId: null })).userId],
  });
  expect(wrong.body.errors.map((error: { field: string }) => error.field)).toEqual([
    'binIds[0]',
    'counterIds[0]',
    // Somebody who works elsewhere.
    'counterIds[1]',
  ]);
});
