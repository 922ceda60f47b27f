import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { lying, newPart, stock, worth } from '../requisitions/testing/world.ts';
import {
  act,
  ask,
  asPlanned,
  comesOut,
  dismountable,
  done,
  goesIn,
  held,
  makeWorld,
  transformationBody,
  transformed,
  type World,
} from './testing/world.ts';

/** What a transformation does to the stock, and what it refuses (domain-warehouse 2.9, 3.2, I10). */
let world: World;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});
beforeEach(() => {
  clock.advance(60_000);
});

const bin = (code: string): string => world.bins[code] ?? '';
const seen = async (by: Person, id: string) =>
  expectData(await by.get(`/material_transform/${id}`));
const faultsOf = (answer: { body: { errors: { field: string; code: string }[] } }) =>
  answer.body.errors.map(({ field, code }) => [field, code]);
const serial = () => `S-${crypto.randomUUID().slice(0, 8).toUpperCase()}`;

it('takes a unit apart: what is recovered takes over its value and the labour, to the satang', async () => {
  const unit = await dismountable(world);
  const [fan, board] = [await newPart(world), await newPart(world)];
  await stock(world, unit, { quantity: 2, unitCost: '33.3333' });
  await stock(world, unit, { quantity: 1, unitCost: '33.3500' });
  const lines = {
    inputs: [goesIn(world, unit)],
    outputs: [
      comesOut(world, fan, { quantity: 3, costShare: '33.33' }),
      comesOut(world, board, { costShare: '66.67', disposition: 'quarantine', binId: null }),
    ],
  };
  const doc = await held(world, lines, { laborCost: '10.00' });
  expect(await lying(world, unit, bin('A-01'))).toEqual([3, 1]);
  // What it will be worth is told before anybody does it.
  expect(doc).toMatchObject({ inputValue: '33.34', outputValue: '43.34', lossValue: '0.00' });
  clock.advance(60_000);
  const after = await done(world.chief, doc, {
    action: 'confirm',
    outputs: asPlanned(doc, lines),
    laborCost: '20.01',
  });
  expect(after).toMatchObject({
    status: 'completed',
    inputValue: '33.34',
    laborCost: '20.01',
    outputValue: '53.35',
    lossValue: '0.00',
    completedAt: '2026-11-20',
    completedBy: { id: world.chief.userId },
    inputs: [{ value: '33.34' }],
    outputs: [{ value: '17.78' }, { value: '35.57' }],
    related: [],
  });
  expect(await lying(world, unit, bin('A-01'))).toEqual([2, 0]);
  expect(await lying(world, fan, bin('B-01'))).toEqual([3, 0]);
  expect(await lying(world, board, world.places.QUARANTINE)).toEqual([1, 0]);
  expect([await worth(world, fan), await worth(world, board)]).toEqual(['17.78', '35.57']);
});

it('names as a loss what scrapped parts bear of the cost; without a share the kept ones bear it', async () => {
  const unit = await dismountable(world);
  const [fan, board] = [await newPart(world), await newPart(world, 'serial')];
  await stock(world, unit, { quantity: 2, unitCost: '100' });
  const lines = {
    inputs: [goesIn(world, unit)],
    outputs: [comesOut(world, fan), comesOut(world, board, { costShare: '0.00' })],
  };
  const asked = await held(world, lines);
  const half = await done(world.chief, asked, {
    action: 'confirm',
    outputs: [
      { ...lines.outputs[0], id: asked.outputs[0].id, costShare: '60.00' },
      // Its plate is gone: it never was in the books.
      { ...lines.outputs[1], id: asked.outputs[1].id, disposition: 'scrap', costShare: '40.00' },
    ],
  });
  expect(half).toMatchObject({ inputValue: '100.00', outputValue: '60.00', lossValue: '40.00' });
  expect(await worth(world, fan)).toBe('60.00');
  const again = await held(world, lines);
  for (const odd of ['ก ข#:+(1)', 'A 1', 'A\u20111', 'A:1']) {
    const refused = await act(world.chief, again, {
      action: 'confirm',
      outputs: [lines.outputs[0], { ...lines.outputs[1], serials: [odd] }],
    });
    expect(refused.body.errors).toEqual([
      expect.objectContaining({ field: 'outputs[1].serials', code: 'CODE' }),
    ]);
  }
  const all = await done(world.chief, again, {
    action: 'confirm',
    outputs: [lines.outputs[0], { ...lines.outputs[1], disposition: 'scrap', serials: [serial()] }],
  });
  expect(all).toMatchObject({ outputValue: '100.00', lossValue: '0.00' });
  // Lines that nobody named came to nothing.
  expect(
    all.outputs.map((line: { quantity: number; plannedQty: number }) => [
      line.plannedQty,
      line.quantity,
    ]),
  ).toEqual([
    [0, 1],
    [0, 1],
    [1, 0],
    [1, 0],
  ]);
  const scrap = await lying(world, board, world.places.SCRAP);
  expect(scrap).toEqual([1, 0]);
  expect(await worth(world, fan)).toBe('160.00');
});

it('keeps serial numbers of parts from when a unit was put together', async () => {
  const unit = await dismountable(world, 'serial');
  const [fan, board] = [await newPart(world, 'serial'), await newPart(world)];
  const [fanNo, unitNo] = [serial(), serial()];
  await stock(world, fan, { serials: [fanNo], unitCost: '70' });
  await stock(world, board, { quantity: 1, unitCost: '30' });
  const built = await transformed(
    world,
    {
      inputs: [goesIn(world, fan, { serials: [fanNo] }), goesIn(world, board)],
      outputs: [comesOut(world, unit, { serials: [unitNo], condition: 'new' })],
    },
    { type: 'assemble' },
  );
  expect(built).toMatchObject({ part: { id: unit }, quantity: 1, outputValue: '100.00' });
  const part = expectData(await world.admin.get(`/material_parts/${unit}`));
  expectData(
    await world.admin.put(`/material_parts/${unit}/components`, {
      version: part.version,
      items: [
        { partId: fan, quantity: 1, recoveryRate: '100.00', costShare: '70.00' },
        { partId: board, quantity: 1, recoveryRate: '40.00', costShare: '30.00' },
      ],
    }),
  );
  const proposal = expectData(
    await world.picker.get(`/material_transform/bom?partId=${unit}&quantity=1&serials=${unitNo}`),
  );
  expect(proposal).toMatchObject([
    { part: { id: fan }, quantity: 1, disposition: 'stock', costShare: '100.00', serials: [fanNo] },
    { part: { id: board }, quantity: 1, disposition: 'scrap', costShare: '0.00', serials: [] },
  ]);
  const apart = await transformed(world, {
    inputs: [goesIn(world, unit, { serials: [unitNo], binId: bin('B-01') })],
    outputs: [comesOut(world, fan, { serials: [fanNo] })],
  });
  expect(apart).toMatchObject({ inputValue: '100.00', outputValue: '100.00' });
  expect(await lying(world, fan, bin('B-01'))).toEqual([1, 0]);
  // Taken apart, it is made of nothing any more.
  const later = expectData(
    await world.picker.get(`/material_transform/bom?partId=${unit}&serials=${unitNo}`),
  );
  expect(later[0].serials).toEqual([]);
});

it('says what a part consists of once, in full and without a circle', async () => {
  const [unit, fan] = [await dismountable(world), await newPart(world)];
  const line = (partId: string, costShare = '100.00') => ({
    partId,
    quantity: 1,
    recoveryRate: '90.00',
    costShare,
  });
  const set = async (id: string, items: readonly object[]) => {
    const { version } = expectData(await world.admin.get(`/material_parts/${id}`));
    return world.admin.put(`/material_parts/${id}/components`, { version, items });
  };
  const short = await set(unit, [line(fan, '99.99'), line(fan, '0.00')]);
  expect(faultsOf(short)).toEqual([
    ['items[1].partId', 'REPEATED'],
    ['items', 'SHARES_SUM'],
  ]);
  expect(expectData(await set(unit, [line(fan)]))).toMatchObject([{ part: { id: fan } }]);
  expect(faultsOf(await set(fan, [line(unit)]))).toEqual([['items[0].partId', 'CYCLE']]);
  expect(faultsOf(await set(unit, [line(unit)]))).toEqual([['items[0].partId', 'CYCLE']]);
  expect(expectData(await set(unit, []))).toEqual([]);
});

it('refuses lines that do not fit the type, the stock or the cost', async () => {
  const [unit, plain, fan] = [
    await dismountable(world),
    await newPart(world),
    await newPart(world, 'serial'),
  ];
  for (const part of [unit, plain]) await stock(world, part, { quantity: 5 });
  const refused = async (
    inputs: readonly object[],
    outputs: readonly object[],
    type = 'disassemble',
  ) =>
    faultsOf(
      await world.picker.post(
        '/material_transform',
        transformationBody(world, { inputs, outputs } as never, { type }),
      ),
    );
  const out = (more: object = {}) => comesOut(world, fan, more as never);
  expect(await refused([goesIn(world, plain)], [out()])).toEqual([
    ['inputs[0].partId', 'NOT_DISASSEMBLABLE'],
  ]);
  expect(await refused([goesIn(world, unit), goesIn(world, plain)], [out()])).toEqual([
    ['inputs[1].partId', 'ONE_INPUT'],
  ]);
  expect(await refused([goesIn(world, unit, { quantity: 6 })], [out()])).toEqual([
    ['inputs[0].quantity', 'INSUFFICIENT_STOCK'],
  ]);
  expect(
    await refused(
      [goesIn(world, unit)],
      [out({ costShare: '50.00' }), comesOut(world, plain, { costShare: '49.99' })],
      'convert',
    ),
  ).toEqual([
    ['outputs[1].partId', 'ONE_OUTPUT'],
    ['outputs', 'SHARES_SUM'],
  ]);
  expect(await refused([goesIn(world, unit)], [comesOut(world, unit)])).toEqual([
    ['outputs[0].partId', 'SAME_PART'],
  ]);
  expect(await refused([goesIn(world, unit)], [out({ condition: 'defective' })])).toEqual([
    ['outputs[0].condition', 'NOT_SOUND'],
  ]);
  expect(await refused([goesIn(world, unit)], [out({ disposition: 'scrap' })])).toEqual([
    ['outputs', 'ALL_SCRAPPED'],
  ]);
  expect(await refused([goesIn(world, unit)], [out({ quantity: 1.5 })])).toEqual([
    ['outputs[0].quantity', 'WHOLE'],
  ]);
  expect(await refused([goesIn(world, unit)], [out({ binId: world.otherBin })])).toEqual([
    ['outputs[0].binId', 'BIN_ELSEWHERE'],
  ]);
  // Numbers may come late, but not later than the goods.
  const doc = await held(world, {
    inputs: [goesIn(world, unit)],
    outputs: [comesOut(world, fan, { quantity: 2 })],
  });
  const late = await act(world.chief, doc, {
    action: 'confirm',
    outputs: [{ ...out({ quantity: 2 }), id: doc.outputs[0].id }],
  });
  expect(faultsOf(late)).toEqual([['outputs[0].serials', 'SERIAL_COUNT']]);
  const unknown = await act(world.chief, doc, {
    action: 'confirm',
    completedAt: '2026-11-21',
    outputs: [{ ...out({ serials: [serial()] }), id: doc.id }],
  });
  expect(faultsOf(unknown)).toEqual([
    ['outputs[0].id', 'UNKNOWN_ID'],
    ['completedAt', 'FUTURE_DATE'],
  ]);
});

it('brings what has no bin yet to the dock, where a goods import puts it away', async () => {
  const unit = await dismountable(world);
  const [fan, glue] = [await newPart(world), await newPart(world, 'lot')];
  await stock(world, unit, { quantity: 1, unitCost: '80' });
  const lines = {
    inputs: [goesIn(world, unit)],
    outputs: [
      comesOut(world, fan, { quantity: 2, costShare: '25.00', binId: null }),
      comesOut(world, glue, { costShare: '75.00', binId: null, lotNo: 'G-1' }),
    ],
  };
  const doc = await transformed(world, lines);
  const [goods] = doc.related;
  expect(goods).toMatchObject({ type: 'goodsImport', status: 'pending' });
  expect(await lying(world, fan, world.places.RECEIVING)).toEqual([2, 0]);
  const waiting = expectData(await world.admin.get(`/material-receives/${goods.id}`));
  expect(waiting).toMatchObject({
    sourceType: 'transform',
    related: [{ type: 'transformation', documentNo: doc.documentNo }],
    items: [{ expectedQty: 2, unitCost: '10.0000', condition: 'used' }, { expectedQty: 1 }],
  });
  // Nobody has touched it: taking the transformation back takes it along.
  const back = await done(world.chief, doc, { action: 'reverse', reason: 'Wrong unit' });
  expect(back).toMatchObject({ status: 'reversed', related: [{ status: 'reversed' }] });
  expect(await lying(world, fan, world.places.RECEIVING)).toEqual([0, 0]);
  expect([await worth(world, unit), await worth(world, fan)]).toEqual(['80.00', '0.00']);
});

it('is taken back while everything that came out is there, and not afterwards', async () => {
  const unit = await dismountable(world, 'serial');
  const fan = await newPart(world, 'serial');
  const [unitNo, first, second] = [serial(), serial(), serial()];
  await stock(world, unit, { serials: [unitNo], unitCost: '90' });
  const doc = await transformed(world, {
    inputs: [goesIn(world, unit, { serials: [unitNo] })],
    outputs: [comesOut(world, fan, { quantity: 2, serials: [first, second] })],
  });
  const gone = await transformed(
    world,
    {
      inputs: [goesIn(world, fan, { serials: [first], binId: bin('B-01'), condition: 'used' })],
      outputs: [comesOut(world, await newPart(world))],
    },
    { type: 'convert' },
  );
  const early = await act(world.chief, doc, { action: 'reverse', reason: 'Wrong unit' });
  expect([early.status, early.body.code]).toEqual([409, 'INSUFFICIENT_STOCK']);
  await done(world.chief, gone, { action: 'reverse', reason: 'Wrong fan' });
  await done(world.chief, doc, { action: 'reverse', reason: 'Wrong unit' });
  expect(await lying(world, unit, bin('A-01'))).toEqual([1, 0]);
  expect([await worth(world, unit), await worth(world, fan)]).toEqual(['90.00', '0.00']);
});

it('has a serial to itself while it is open, and gives it back when it ends', async () => {
  const unit = await dismountable(world, 'serial');
  const fan = await newPart(world);
  const unitNo = serial();
  await stock(world, unit, { serials: [unitNo] });
  const lines = {
    inputs: [goesIn(world, unit, { serials: [unitNo] })],
    outputs: [comesOut(world, fan)],
  };
  const doc = await ask(world, lines);
  const second = await world.picker.post('/material_transform', transformationBody(world, lines));
  expect(faultsOf(second)).toEqual([['inputs[0].binId', 'NOTHING_HERE']]);
  await done(world.chief, doc, { action: 'reject', reason: 'Still in use' });
  await ask(world, lines);
});

it('shows no value to whoever may not see cost, prints, and exports', async () => {
  const unit = await dismountable(world);
  await stock(world, unit, { quantity: 1 });
  const doc = await ask(world, {
    inputs: [goesIn(world, unit)],
    outputs: [comesOut(world, await newPart(world))],
  });
  const shown = await seen(world.picker, doc.id);
  expect([shown.inputValue, shown.inputs[0].value, shown.outputs[0].value]).toEqual([
    null,
    null,
    null,
  ]);
  const pdf = await world.picker.get(`/material_transform/${doc.id}/document`);
  expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
  const sheet = await world.picker.get(`/material_transform?format=csv&search=${doc.documentNo}`);
  expect(sheet.status).toBe(200);
});
