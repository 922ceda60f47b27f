import type { Scanned, SerialLife } from '@boxyard/shared/contract';
import { drawPng } from '../../../documents/png.ts';
import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { openPdfReader, squeezed } from '../../../testing/pdfReader.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { lineOf, sent, done as settled } from '../claims/testing/world.ts';
import { makeWorld, type World } from '../destructions/testing/world.ts';
import { onBench } from '../repairs/testing/world.ts';
import { handedOut, newPart, stock } from '../requisitions/testing/world.ts';
import {
  asPlanned,
  done as carriedOut,
  comesOut,
  dismountable,
  goesIn,
  held,
} from '../transformations/testing/world.ts';

let test: TestApp;
let world: World;
/** Of the same company, with the other warehouse alone. */
let elsewhere: Person;
const reader = openPdfReader();
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
  elsewhere = await test.as('warehouse-staff', { warehouseIds: [world.otherWarehouseId] });
});
afterAll(async () => {
  await reader.close();
  await test.close();
});

const scan = async (code: string, by = world.picker): Promise<Scanned[]> =>
  expectData(await by.get(`/material_parts/scan?code=${encodeURIComponent(code)}`));
const kinds = async (code: string, by = world.picker) =>
  (await scan(code, by)).map(({ kind, code: found }) => `${kind} ${found}`);
const lifeOf = async (serialNo: string, partId = '', by = world.chief): Promise<SerialLife> =>
  expectData(
    await by.get(`/material_parts/serials/${serialNo}${partId ? `?partId=${partId}` : ''}`),
  );
const numberOf = async (partId: string): Promise<string> =>
  expectData(await world.admin.get(`/material_parts/${partId}`)).partNo;

const unique = () => `SN${Math.random().toString(36).slice(2, 10).toUpperCase()}`;

describe('a scan (domain-warehouse 1.4, 4.1)', () => {
  it('finds a part by its number, its barcode and its label', async () => {
    const part = await newPart(world);
    const partNo = await numberOf(part);
    const barcode = `885${unique().toLowerCase()}`;
    await test.app.pg.query('update material_parts set barcode = $2 where id = $1', [
      part,
      barcode,
    ]);
    for (const code of [partNo, partNo.toLowerCase(), `P:${partNo}`, barcode, `P:${barcode}`]) {
      expect(await scan(code)).toMatchObject([
        { kind: 'part', id: part, code: partNo, part: { id: part } },
      ]);
    }
  });

  it('finds a serial with its place, and which of two by the label', async () => {
    const [pump, motor] = [await newPart(world, 'serial'), await newPart(world, 'serial')];
    const serialNo = unique();
    await stock(world, pump, { serials: [serialNo] });
    await stock(world, motor, { serials: [serialNo] });
    expect(await kinds(serialNo)).toEqual([`serial ${serialNo}`, `serial ${serialNo}`]);
    expect(await scan(`S:${serialNo}@${await numberOf(motor)}`)).toMatchObject([
      {
        kind: 'serial',
        part: { id: motor },
        bin: { code: 'A-01' },
        warehouse: { id: world.warehouseId },
      },
    ]);
    expect(await scan(`P:${serialNo}`)).toEqual([]);
  });

  it('finds a lot whatever its case, and a bin of each warehouse', async () => {
    const part = await newPart(world, 'lot');
    const lotNo = `b${unique()}`;
    await stock(world, part, { quantity: 3, lot: { lotNo } });
    expect(await kinds(lotNo)).toEqual([`lot ${lotNo}`]);
    expect(await scan(`L:${lotNo}@${await numberOf(part)}`)).toMatchObject([
      { part: { id: part } },
    ]);
    expect(await scan('B:A-01')).toMatchObject([
      { kind: 'bin', code: 'A-01', part: null, warehouse: { id: world.warehouseId } },
    ]);
    const places = await scan('DEFAULT', world.admin);
    expect(places.length).toBeGreaterThan(1);
    expect(new Set(places.map(({ kind }) => kind))).toEqual(new Set(['bin']));
  });

  it('reads a number that only looks like a label as what it is', async () => {
    const part = await newPart(world, 'serial');
    const serialNo = `${unique()}@X`;
    const plain = unique();
    await stock(world, part, { serials: [plain] });
    // Numbers of earlier releases may have signs that new ones may not.
    await world.test.app.pg.query('update serials set serial_no = $1 where serial_no = $2', [
      serialNo,
      plain,
    ]);
    expect(await kinds(`S:${serialNo}`)).toEqual([`serial ${serialNo}`]);
  });

  it('says nothing of what is nobody’s business, and of what is not there', async () => {
    const part = await newPart(world, 'serial');
    const [here, code] = [unique(), unique()];
    await stock(world, part, { serials: [here] });
    expect(await scan(code)).toEqual([]);
    expect(await scan(here, elsewhere)).toEqual([]);
    expect(await scan('B:A-01', elsewhere)).toEqual([]);
    expect((await elsewhere.get(`/material_parts/serials/${here}`)).status).toBe(404);
  });

  it('is refused without a code', async () => {
    expect((await world.picker.get('/material_parts/scan')).status).toBe(422);
    expect((await world.picker.get('/material_parts/scan?code=')).status).toBe(422);
  });
});

describe('the life of a serial (domain-warehouse 3.5)', () => {
  it('runs from its receipt to whoever has it now, the latest first', async () => {
    const part = await newPart(world, 'serial');
    const serialNo = unique();
    await stock(world, part, { serials: [serialNo], unitCost: '12.5' });
    expect(await lifeOf(serialNo)).toMatchObject({
      state: 'inStock',
      part: { id: part },
      place: { bin: 'A-01' },
      events: [{ action: 'stock', to: { bin: 'A-01' } }],
    });
    const doc = await handedOut(world, [[part, 1]]);
    const life = await lifeOf(serialNo);
    expect(life.state).toBe('issued');
    expect(life.events.map(({ document }) => document.type)).toEqual(['dispatch', 'test']);
    expect(life.events[0]).toMatchObject({ document: { id: doc.id, documentNo: doc.documentNo } });
    expect(life.events[0]?.party).toBe('Ekkachai');
  });

  it('names the document that has it in hand, and where it is repaired', async () => {
    const part = await newPart(world, 'serial');
    await test.app.pg.query('update material_parts set is_repairable = true where id = $1', [part]);
    const serialNo = unique();
    await stock(world, part, { serials: [serialNo] });
    const doc = await onBench(world, part, { serialNo });
    const life = await lifeOf(serialNo);
    expect(life.state).toBe('inRepair');
    expect(life.openDocument).toEqual({ type: 'repair', id: doc.id, documentNo: doc.documentNo });
    expect(life.events[0]).toMatchObject({ document: { type: 'repair' }, note: 'Does not cool' });
  });

  it('names the supplier of a claim that has it, and what was wrong with it', async () => {
    const part = await newPart(world, 'serial');
    const [serialNo, other] = [unique(), unique()];
    await stock(world, part, { serials: [serialNo, other] });
    const doc = await sent(world, [
      lineOf(world, part, { serialNo: other, defect: 'Leaks' }),
      lineOf(world, part, { serialNo }),
    ]);
    const life = await lifeOf(serialNo);
    expect(life.state).toBe('atSupplier');
    expect(life.openDocument).toEqual({ type: 'claim', id: doc.id, documentNo: doc.documentNo });
    const claimed = life.events.filter(({ document }) => document.id === doc.id);
    expect(claimed.length).toBeGreaterThan(0);
    for (const event of claimed) expect(event.note).toBe('RMA-7 · Does not cool');
    expect(claimed[0]?.party).toBeTruthy();

    const instead = unique();
    await settled(world.chief, doc, {
      action: 'confirm',
      items: doc.items.map(({ id }: { id: string }, index: number) =>
        index === 0
          ? { id, resolution: 'none' }
          : { id, resolution: 'replace', replacementSerialNo: instead },
      ),
    });
    expect((await lifeOf(serialNo)).openDocument).toBeNull();
    expect((await lifeOf(instead)).events.at(-1)).toMatchObject({
      document: { id: doc.id },
      party: claimed[0]?.party,
      note: 'RMA-7 · Does not cool',
    });
  });

  it('names the transformation that holds it, and what its makers remark', async () => {
    const unit = await dismountable(world, 'serial');
    const fan = await newPart(world);
    const serialNo = unique();
    await stock(world, unit, { serials: [serialNo] });
    const lines = {
      inputs: [goesIn(world, unit, { serials: [serialNo] })],
      outputs: [comesOut(world, fan)],
    };
    const doc = await held(world, lines, { remark: 'For its fan' });
    const during = await lifeOf(serialNo);
    expect(during).toMatchObject({
      state: 'reserved',
      openDocument: { type: 'transform', id: doc.id, documentNo: doc.documentNo },
    });
    await carriedOut(world.chief, doc, { action: 'confirm', outputs: asPlanned(doc, lines) });
    const after = await lifeOf(serialNo);
    expect(after).toMatchObject({
      openDocument: null,
      events: [{ document: { type: 'transform', id: doc.id }, note: 'For its fan' }, {}],
    });
  });

  it('is that of the part asked for where two have the number', async () => {
    const [one, two] = [await newPart(world, 'serial'), await newPart(world, 'serial')];
    const serialNo = unique();
    await stock(world, one, { serials: [serialNo] });
    await stock(world, two, { serials: [serialNo] });
    const latest = await lifeOf(serialNo.toLowerCase());
    expect([latest.part.id, latest.others.map(({ id }) => id)]).toEqual([two, [one]]);
    expect((await lifeOf(serialNo, one)).part.id).toBe(one);
    const wrong = await world.chief.get(
      `/material_parts/serials/${serialNo}?partId=${await newPart(world)}`,
    );
    expect(wrong.status).toBe(404);
  });

  it('shows its cost only to whoever may see costs', async () => {
    const part = await newPart(world, 'serial');
    const serialNo = unique();
    await stock(world, part, { serials: [serialNo], unitCost: '12.5' });
    expect((await lifeOf(serialNo, '', world.technician)).unitCost).toBeNull();
  });
});

describe('labels', () => {
  const print = (items: readonly object[], more: object = {}, by = world.chief) =>
    by.post('/labels', { size: '50x30', symbol: 'qr', items, ...more });
  const pagesOf = async (answer: { raw: Buffer }) =>
    (await reader.pages(new Uint8Array(answer.raw))).map(squeezed);

  it('are printed of parts, serials, lots and bins, as many as asked for', async () => {
    const [part, pump, oil] = [
      await newPart(world),
      await newPart(world, 'serial'),
      await newPart(world, 'lot'),
    ];
    const serialNo = unique();
    await stock(world, pump, { serials: [serialNo] });
    await stock(world, oil, { quantity: 1, lot: { lotNo: 'L-77', expiryDate: '2027-01-31' } });
    const items = [
      { kind: 'part', id: part, quantity: 2 },
      { kind: 'serial', id: pump, number: serialNo, quantity: 1 },
      { kind: 'lot', id: oil, number: 'L-77', quantity: 1 },
      { kind: 'bin', id: world.bins['A-01'], quantity: 1 },
    ];
    for (const symbol of ['qr', 'code128']) {
      const pages = await pagesOf(await print(items, { symbol }));
      expect(pages).toHaveLength(5);
      expect(pages[0]).toContain(await numberOf(part));
      expect(pages[1]).toBe(pages[0]);
      expect(pages[2]).toContain(serialNo);
      expect(pages[2]).toContain(await numberOf(pump));
      expect(pages[3]).toContain('L-77');
      expect(pages[3]).toContain('2027');
      expect(pages[4]).toContain('A-01');
    }
  });

  it('show what they are stuck on, where there is a picture and room for it', async () => {
    const part = await newPart(world);
    const items = [{ kind: 'part', id: part, quantity: 1 }];
    const pictures = async (more: object = {}) =>
      (await print(items, more)).raw.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0;
    expect(await pictures()).toBe(0);
    const picture = `data:image/png;base64,${drawPng({ width: 64, height: 64 }, () => [40, 90, 160, 255]).toString('base64')}`;
    expectData(
      await world.admin.post(`/material_parts/${part}/images`, { picture, thumbnail: picture }),
    );
    expect(await pictures()).toBeGreaterThan(0);
    expect(await pictures({ symbol: 'code128', size: '70x40' })).toBeGreaterThan(0);
    // The smallest labels have room for the code alone.
    expect(await pictures({ size: 'a4-65' })).toBe(0);
  });

  it('fill sheets of A4, and spare what is used up', async () => {
    const part = await newPart(world);
    const items = [{ kind: 'part', id: part, quantity: 24 }];
    expect(await pagesOf(await print(items, { size: 'a4-24' }))).toHaveLength(1);
    expect(await pagesOf(await print(items, { size: 'a4-24', skip: 1 }))).toHaveLength(2);
    expect(await pagesOf(await print(items, { size: 'a4-65' }))).toHaveLength(1);
  });

  it('are all printed or none', async () => {
    const part = await newPart(world, 'serial');
    const serialNo = unique();
    await stock(world, part, { serials: [serialNo] });
    const answer = await world.chief.post('/labels', {
      size: '50x30',
      symbol: 'qr',
      items: [
        { kind: 'serial', id: part, number: serialNo, quantity: 1 },
        { kind: 'serial', id: part, number: 'NOT-THERE', quantity: 1 },
        { kind: 'part', id: world.warehouseId, quantity: 1 },
      ],
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'items[1].number',
      'items[2].id',
    ]);
    const hidden = { kind: 'serial', id: part, number: serialNo, quantity: 1 };
    expect((await print([hidden], {}, elsewhere)).status).toBe(422);
    const tooMany = Array.from({ length: 5 }, () => ({ kind: 'part', id: part, quantity: 500 }));
    expect((await print(tooMany)).status).toBe(422);
  });
});
