import { everythingTold } from '../../../testing/everyGet.ts';
import type { Person, TestApp } from '../../../testing/index.ts';
import { openPdfReader, squeezed } from '../../../testing/pdfReader.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { newPart, requisitionBody, stock } from '../requisitions/testing/world.ts';
import {
  lineOf,
  makeWorld,
  moved,
  newBin,
  outcomes,
  put,
  send,
  started,
  type World,
} from './testing/world.ts';

/**
 * A blind count (I24, docs/adr/0022): while it is open, no answer to its counters has in it what the
 * bins hold, nor a total from which it follows. A figure is planted, and every GET is searched for it.
 */
let test_: TestApp;
let world: World;
const reader = openPdfReader();
withTestServer('2026-11-20T03:00:00Z', async (test) => {
  test_ = test;
  world = await makeWorld(test_);
});
afterAll(() => reader.close());
/** Both ways in which a quantity, or its value at a price of 10, is written. */
const signsOf = (figures: readonly number[]): string[] =>
  figures
    .flatMap((figure) => [figure, figure * 10])
    .flatMap((figure) => [`${figure}`, figure.toLocaleString('en')]);

interface Planted {
  readonly part: string;
  readonly partNo: string;
  readonly bin: string;
  /** In the bin, and in another one of the warehouse. */
  readonly lies: number;
  readonly elsewhere: number;
  /** What lies in the bin, what came into it, and the total of the warehouse. */
  readonly signs: readonly string[];
}

let plants = 0;
/** A part in a bin, in a quantity that stands nowhere else. */
async function planted(): Promise<Planted> {
  plants += 1;
  const [came, cameLater, elsewhere] = [730_411 + plants * 20_011, 57_236, 12_345 + plants * 3007];
  const lies = came + cameLater;
  const [bin, other] = [await newBin(world), await newBin(world)];
  const part = await newPart(world);
  await stock(world, part, { quantity: came, bin });
  await stock(world, part, { quantity: cameLater, bin });
  await stock(world, part, { quantity: elsewhere, bin: other });
  // Documents and levels that tell of stock besides.
  const requisition = requisitionBody(world, [[part, 5]]);
  expectData(await world.technician.post('/material_dispatch', requisition));
  const rule = { partId: part, warehouseId: world.warehouseId, reorderPoint: 9_000_000 };
  expectData(await world.chief.put('/material_parts/stock-rules', { rules: [rule] }));
  const transfer = await world.picker.post('/material_tranfers', {
    fromWarehouseId: world.warehouseId,
    toWarehouseId: world.otherWarehouseId,
    expectedDate: '2026-11-25',
    items: [{ partId: part, quantity: 3 }],
  });
  expectData(transfer);
  const { partNo } = expectData(await world.admin.get(`/material_parts/${part}`));
  const signs = signsOf([came, lies, lies + elsewhere]);
  return { part, partNo, bin, lies, elsewhere, signs };
}

/** Calls whose answers have one of the signs in them. */
async function leaks(person: Person, { part, partNo, bin, signs }: Planted): Promise<string[]> {
  const { warehouseId } = world;
  const told = await everythingTold(person, {
    guide: world.admin,
    queries: {
      'parts.list': ['', `search=${partNo}`, `warehouseId=${warehouseId}`, 'stock=low', 'stock=ok'],
      'parts.master': ['', `search=${partNo}`, `search=${partNo}&stockIn=${warehouseId}`],
      'jobs.parts': [`search=${partNo}`, `search=${partNo}&stockIn=${warehouseId}`],
      'parts.price': [`search=${partNo}`],
      'parts.supply': [`partIds=${part}&companyId=${test_.companyId}`],
      'parts.places': [`partId=${part}&warehouseId=${warehouseId}`],
      'parts.scan': [`code=${partNo}`],
      'requisitions.available': [`partIds=${part}`, `partIds=${part}&warehouseId=${warehouseId}`],
      'transformations.proposal': [`partId=${part}`],
      'claims.eligible': [`partId=${part}&warehouseId=${warehouseId}`],
      'stock.balances': ['', `warehouseId=${warehouseId}`, `binId=${bin}`, 'asOf=2026-11-21'],
      'stock.ledger': ['', `partId=${part}`, `warehouseId=${warehouseId}`],
      'stock.reorder': ['', `warehouseId=${warehouseId}`],
      'search.records': [`search=${partNo}`],
      'zones.coverage': [''],
    },
    params: { serialNo: ['SN-1'], 'parts.id': [part], 'bins.id': [warehouseId] },
  });
  const found: string[] = [];
  for (const { call, raw, type, status } of told) {
    expect([call, status < 500]).toEqual([call, true]);
    const text = type.startsWith('application/pdf')
      ? squeezed((await reader.pages(raw)).join(' '))
      : raw.toString();
    // Times, ids and versions are none of the figures.
    const said = text.replace(/"?(id|requestId|hash)"?:"[^"]*"/g, '');
    if (signs.some((sign) => new RegExp(`(?<![\\w-])${sign}(?![\\w-])`).test(said)))
      found.push(call);
  }
  return [...new Set(found)].sort();
}

/** Whether the page of the part says how much there is. */
const sees = async (person: Person, { part, lies, elsewhere }: Planted): Promise<boolean> =>
  expectData(await person.get(`/material_parts/${part}`)).stock.onHand === lies + elsewhere;

/** Calls that tell those who may know it. */
const TELLING = [
  'parts.course',
  'parts.get',
  'parts.list',
  'parts.master',
  'parts.places',
  'parts.price',
  'parts.tracking',
  'requisitions.available',
  'requisitions.get',
  'search.records',
  'stock.balances',
  'stock.ledger',
  'stock.reorder',
  'transfers.get',
];

describe('what lies in bins under a blind count', () => {
  it('is told to none of those who may count there, by any GET, until it is closed', async () => {
    const here = await planted();
    expect(await leaks(world.picker, here)).toEqual(TELLING);
    const doc = await started(world, [here.bin]);
    for (const person of [world.picker, world.chief]) expect(await leaks(person, here)).toEqual([]);
    // Nobody counts who may not: they see what they saw before.
    expect(await sees(await test_.as('auditor'), here)).toBe(true);

    const counts = [{ itemId: lineOf(doc, here.part), quantity: 5 }];
    expectData(await send({ world, by: world.counter, doc }, counts));
    const counted = await moved(world.counter, doc, { status: 'counted' });
    expect(await sees(world.picker, here)).toBe(false);
    // Who reviews has to see what differs; who only counts does not.
    const review = await moved(world.planner, counted, { status: 'review' });
    expect(await leaks(world.picker, here)).toEqual([]);
    expect(await leaks(world.planner, here)).toEqual(
      expect.arrayContaining(['audits.get', 'audits.variance', 'parts.get']),
    );
    const over = await put(world.planner, review, { status: 'cancelled', reason: 'Counted anew' });
    expect(over.status).toBe(200);
    expect(await sees(world.picker, here)).toBe(true);
  });

  it('is kept from the people named to count, and from nobody else', async () => {
    const here = await planted();
    await started(world, [here.bin], { counterIds: [world.counter.userId] });
    expect(await leaks(world.counter, here)).toEqual([]);
    expect(await sees(world.picker, here)).toBe(true);
    expect(await sees(world.chief, here)).toBe(true);
  });

  it('is kept from everybody who may count once lines are counted again: that is for others', async () => {
    const here = await planted();
    const doc = await started(world, [here.bin], { counterIds: [world.counter.userId] });
    const itemId = lineOf(doc, here.part);
    await send({ world, by: world.counter, doc }, [{ itemId, quantity: 5 }]);
    const counted = await moved(world.counter, doc, { status: 'counted' });
    expect(await sees(world.picker, here)).toBe(true);
    const recount = await moved(world.planner, counted, { status: 'recount' });
    expect(await leaks(world.picker, here)).toEqual([]);
    const again = [{ itemId, quantity: 5, round: 2 }];
    expect(await outcomes({ world, by: world.picker, doc }, again)).toEqual(['saved']);
    await moved(world.planner, recount, { status: 'cancelled', reason: 'Counted anew' });
  });

  it('is answered as null, beside what follows from it, and other parts as ever', async () => {
    const here = await planted();
    const other = await newPart(world);
    await stock(world, other, { quantity: 7 });
    await started(world, [here.bin], { counterIds: [world.counter.userId] });
    const part = expectData(await world.counter.get(`/material_parts/${here.part}`));
    expect(part).toMatchObject({
      stock: { onHand: null, available: null, projected: null, onOrder: 0 },
      stockLevel: null,
      stockRules: [{ level: null }],
    });
    const balances = part.balances.map(({ onHand }: { onHand: number | null }) => onHand);
    expect(balances).toEqual([null, here.elsewhere]);
    const seen = expectData(await world.counter.get(`/material_parts/${other}`));
    expect(seen.stock).toMatchObject({ onHand: 7, available: 7 });
    const { meta } = (await world.counter.get('/stock/balances')).body;
    expect(meta.summary.totalValue).toBeNull();
  });

  it('is not told by a refusal either', async () => {
    const here = await planted();
    const destroy = (by: Person) =>
      by.post('/material_destroy', {
        warehouseId: world.warehouseId,
        reason: 'obsolete',
        method: 'crush',
        scheduledAt: '2026-11-25',
        witnessIds: [],
        items: [
          {
            partId: here.part,
            quantity: here.lies + 1,
            binId: here.bin,
            condition: 'new',
            lotNo: null,
            serials: [],
          },
        ],
      });
    const told = await destroy(world.picker);
    expect(told.body.errors[0]).toMatchObject({
      code: 'INSUFFICIENT_STOCK',
      params: { available: here.lies },
    });
    await started(world, [here.bin]);
    const kept = await destroy(world.picker);
    expect([kept.status, kept.body.errors[0].code]).toEqual([422, 'INSUFFICIENT_STOCK_COUNTED']);
    expect(kept.raw.toString()).not.toContain(`${here.lies}`);
  });
});
