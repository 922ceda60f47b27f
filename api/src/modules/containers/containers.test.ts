import { TRACKED_AT_ONCE } from '@boxyard/shared/contract';
import { renderTestPng } from '../../documents/pdf/testPng.ts';
import { newId } from '../../kernel/index.ts';
import type { Person, TestApp } from '../../testing/index.ts';
import { withTestServer } from '../../workflow/testing/testServer.ts';
import { expectData } from '../../workflow/testing/world.ts';
import { lying, worth } from '../warehouse/requisitions/testing/world.ts';
import {
  accepted,
  act,
  awaiting,
  begin,
  boltLine,
  build,
  type Doc,
  done,
  fanLine,
  makeWorld,
  modelBody,
  newFan,
  newPart,
  productBody,
  receiptOf,
  received,
  reserve,
  stock,
  type World,
  writeBom,
} from './testing/world.ts';

/** Masters, production and receipt of containers (domain-containers 1.1, 2.1, 2.4). */
let test_: TestApp;
let world: World;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  test_ = test;
  world = await makeWorld(test_);
});

const otherCompany = async (): Promise<string> => {
  const id = newId();
  await test_.app.pg.query(
    `insert into companies (id, code, name_th, name_en, tax_id, branch_type, branch_code, created_at, updated_at)
     values ($1, $2, 'บริษัทอื่น', 'Other', $3, 'headOffice', '00000', now(), now())`,
    [id, id.slice(-8), `0${String(Math.floor(Math.random() * 1e12)).padStart(12, '0')}`],
  );
  return id;
};
const faultsOf = (answer: { body: { errors?: { field: string; code: string }[] } }) =>
  (answer.body.errors ?? []).map(({ field, code }) => [field, code]);
const shelf = () => world.bins['A-01'] ?? '';
const changeParts = (by: World['picker'], doc: { id: string; version: number }, body: object) =>
  by.put(`/products/${doc.id}/material_parts`, { version: doc.version, ...body });

describe('a model', () => {
  it('writes its bill of materials in place until a container is built to it, then as a revision', async () => {
    const { chief } = world;
    const part = await newPart(world);
    const model = expectData(
      await chief.post('/product_models', modelBody(world.typeId, `R${Date.now() % 1e6}`)),
    );
    const first = await writeBom(chief, model, [{ partId: part, quantity: 3 }]);
    const second = await writeBom(chief, first, [{ partId: part, quantity: 4 }]);
    expect([second.currentRevision, second.revisions.length]).toEqual([1, 1]);
    await stock(world, part, { quantity: 10 });
    const serialNumber = await reserve(world.picker, model.id);
    const built = expectData(
      await world.picker.post(
        '/products',
        productBody(world, { productModelId: model.id, serialNumber }),
      ),
    );
    const third = await writeBom(chief, second, [{ partId: part, quantity: 5 }]);
    expect([
      third.currentRevision,
      third.revisions.map((r: { revisionNo: number }) => r.revisionNo),
    ]).toEqual([2, [2, 1]]);
    const kept = expectData(await world.admin.get(`/products/${built.id}`));
    expect([kept.revisionNo, kept.bom[0].required]).toEqual([1, 4]);
  });

  it('keeps prefix and type once a serial number was made of it', async () => {
    const model = expectData(await world.admin.get(`/product_models/${world.modelId}`));
    await reserve(world.picker, world.modelId);
    const answer = await world.chief.patch(`/product_models/${model.id}`, {
      ...modelBody(world.typeId, 'OTHER9', { code: model.code }),
      version: model.version,
      isActive: true,
    });
    expect([answer.status, answer.body.code, answer.body.details.field]).toEqual([
      409,
      'FIELD_LOCKED',
      'serialPrefix',
    ]);
  });

  it('refuses a part twice, a fraction of pieces, and a lowest price above the list price', async () => {
    const { chief, bolt } = world;
    const model = expectData(await world.admin.get(`/product_models/${world.modelId}`));
    const items = [
      { partId: bolt, quantity: 1.5 },
      { partId: bolt, quantity: 1 },
    ];
    const bom = await chief.put(`/product_models/${model.id}/bom`, {
      version: model.version,
      items,
    });
    expect(faultsOf(bom)).toEqual([
      ['items[0].quantity', 'WHOLE'],
      ['items[1].partId', 'REPEATED'],
    ]);
    const prices = await chief.post(
      '/product_models',
      modelBody(world.typeId, 'PRICE1', {
        floorPrices: [{ companyId: world.companyId, floorPrice: '90000.01' }],
      }),
    );
    expect(faultsOf(prices)).toEqual([['floorPrices[0].floorPrice', 'ABOVE_LIST_PRICE']]);
  });

  it('shows labour only to those who may see costs, and takes it from nobody else', async () => {
    const seen = expectData(await world.technician.get(`/product_models/${world.modelId}`));
    expect(seen.labourCost).toBeNull();
    expect(expectData(await world.chief.get(`/product_models/${world.modelId}`)).labourCost).toBe(
      '1500.00',
    );
  });

  it('has a picture, which its containers show, until it is taken away', async () => {
    const { chief, technician } = world;
    const drawn = (width: number) =>
      `data:image/png;base64,${renderTestPng({ width, height: 30 }).toString('base64')}`;
    const [picture, thumbnail] = [drawn(200), drawn(40)];
    const change = async (image?: unknown) =>
      chief.patch(`/product_models/${world.modelId}`, {
        ...modelBody(world.typeId, world.prefix),
        isActive: true,
        version: expectData(await chief.get(`/product_models/${world.modelId}`)).version,
        ...(image === undefined ? {} : { image }),
      });
    const container = await begin(world);
    const shown = async () => {
      const seen = expectData(await technician.get(`/product_models/${world.modelId}`));
      const { body: list } = await technician.get(`/products?ids=${container.id}`);
      return [seen.image, seen.thumbnail, list.data[0].thumbnail];
    };
    expect(expectData(await change({ picture, thumbnail })).image).toBe(picture);
    expect(await shown()).toEqual([picture, thumbnail, thumbnail]);
    // Whoever does not know of pictures leaves it as it is.
    expectData(await change());
    expect(await shown()).toEqual([picture, thumbnail, thumbnail]);
    const broken = `data:image/png;base64,${Buffer.from('no picture at all').toString('base64')}`;
    expect(faultsOf(await change({ picture: broken, thumbnail }))).toEqual([['image', 'PICTURE']]);
    expect(faultsOf(await change({ picture, thumbnail: 'x'.repeat(9000) }))).toEqual([
      ['image.thumbnail', 'PICTURE'],
    ]);
    expectData(await change(null));
    expect(await shown()).toEqual([null, null, null]);
  });

  it('counts the containers that somebody sees, and is revised for all that were built', async () => {
    await begin(world);
    const seen = async (by: Person) => {
      const model = expectData(await by.get(`/product_models/${world.modelId}`));
      const [listed] = expectData(await by.get(`/product_models?ids=${world.modelId}`));
      return [model.containerCount, listed.containerCount, model.revisions[0].containerCount];
    };
    const [all, ...others] = await seen(world.chief);
    expect(all).toBeGreaterThan(0);
    expect(others).toEqual([all, all]);
    const elsewhere = await world.test.as('warehouse-manager', {
      companyId: world.companyId,
      warehouseIds: [world.otherWarehouseId],
    });
    expect(await seen(elsewhere)).toEqual([0, 0, 0]);
  });

  it('has a lowest price of each company, which no other reads, overwrites or finds in the log', async () => {
    const { companyId, chief } = world;
    const other = await otherCompany();
    const stranger = await test_.as('warehouse-manager', { companyId: other });
    const code = newId().slice(-8).replaceAll('-', 'A').toUpperCase();
    const { id } = expectData(
      await chief.post(
        '/product_models',
        modelBody(world.typeId, code, { floorPrices: [{ companyId, floorPrice: '81234.50' }] }),
      ),
    );
    const read = async (by: Person) => {
      const model = expectData(await by.get(`/product_models/${id}`));
      const own = model.floorPrices as { company: { id: string }; floorPrice: string }[];
      return own.map(({ company, floorPrice }) => [company.id, floorPrice]);
    };
    const change = async (by: Person, floorPrices: unknown) =>
      by.patch(`/product_models/${id}`, {
        ...modelBody(world.typeId, code),
        floorPrices,
        isActive: true,
        version: expectData(await by.get(`/product_models/${id}`)).version,
      });
    expect([await read(chief), await read(stranger)]).toEqual([[[companyId, '81234.50']], []]);
    expect(String((await stranger.get(`/product_models/${id}`)).raw)).not.toContain('81234');
    expect(String((await stranger.get(`/product_models?ids=${id}`)).raw)).not.toContain('81234');
    // A company sets and removes its own prices only.
    const foreign = await change(stranger, [{ companyId, floorPrice: '1.00' }]);
    expect(faultsOf(foreign)).toEqual([['floorPrices[0].companyId', 'UNKNOWN_ID']]);
    const twice = await change(stranger, [
      { companyId: other, floorPrice: '1.00' },
      { companyId: other, floorPrice: '2.00' },
    ]);
    expect(faultsOf(twice)).toEqual([['floorPrices[1].companyId', 'REPEATED']]);
    expectData(await change(stranger, [{ companyId: other, floorPrice: '70000.00' }]));
    const all = [
      [companyId, '81234.50'],
      [other, '70000.00'],
    ];
    expect((await read(world.admin)).toSorted()).toEqual(all.toSorted());
    expectData(await change(stranger, []));
    expectData(await change(chief, undefined));
    expect([await read(chief), await read(stranger)]).toEqual([[[companyId, '81234.50']], []]);
    // The log of the model is everybody's; what a company asks for it is not.
    const inLog = async (company: string) => {
      const auditor = await test_.as('auditor', { companyId: company });
      return String((await auditor.get('/activity-logs?subject=productModels&format=csv')).raw);
    };
    expect(await inLog(companyId)).toContain('81234.50');
    expect(await inLog(other)).not.toContain('81234.50');
    expect(await inLog(other)).toContain('70000.00');
  });

  it('that containers were built of is not deleted', async () => {
    await begin(world);
    const answer = await world.chief.delete(`/product_models/${world.modelId}`);
    expect([answer.status, answer.body.code]).toEqual([409, 'IN_USE']);
  });
});

describe('a serial number', () => {
  it('is never given out twice, by twenty people at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.picker.post('/products/generate_serial_number', {
          productModelId: world.modelId,
          count: 3,
        }),
      ),
    );
    const numbers = answers.flatMap((answer) => expectData(answer).serialNumbers as string[]);
    expect(new Set(numbers).size).toBe(60);
    expect(numbers.every((number) => number.startsWith(`${world.prefix}2611-`))).toBe(true);
  });

  it('is kept for one person so often only, and those of an hour ago do not count', async () => {
    const person = await world.test.as('warehouse-manager', { companyId: world.companyId });
    const ask = (count: number) =>
      person.post('/products/generate_serial_number', { productModelId: world.modelId, count });
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(50)));
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body.code)).toEqual([
      'TOO_MANY_RESERVED',
      'TOO_MANY_RESERVED',
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    clock.advance(31 * 60_000);
    expect((await ask(1)).status).toBe(200);
  });

  it('belongs to whoever reserved it, for half an hour', async () => {
    const serialNumber = await reserve(world.chief, world.modelId);
    const body = productBody(world, { serialNumber });
    const other = await world.picker.post('/products', body);
    expect(faultsOf(other)).toEqual([['serialNumber', 'SERIAL_RESERVED']]);
    clock.advance(31 * 60_000);
    expect((await world.picker.post('/products', body)).status).toBe(201);
    const twice = await world.chief.post('/products', body);
    expect([twice.status, faultsOf(twice)]).toEqual([409, [['serialNumber', 'DUPLICATE']]]);
  });

  it('is passed over where somebody typed it, and asked about without telling of other companies', async () => {
    const before = await reserve(world.picker, world.modelId);
    const next = before.replace(/\d{4}$/, (n) => String(Number(n) + 1).padStart(4, '0'));
    expectData(await world.picker.post('/products', productBody(world, { serialNumber: next })));
    expect(await reserve(world.picker, world.modelId)).not.toBe(next);
    const ask = async (by: World['picker']) =>
      expectData(await by.post('/products/exist/params', { serialNumber: next.toLowerCase() }));
    expect(await ask(world.picker)).toMatchObject({ exists: true, matches: [{ code: next }] });
    const stranger = await test_.as('warehouse-staff', {
      companyId: await otherCompany(),
    });
    expect(await ask(stranger)).toEqual({ exists: true, matches: [] });
  });

  it('of a deleted container is not used again', async () => {
    const doc = await begin(world);
    expect((await world.chief.delete(`/products/${doc.id}`)).status).toBe(200);
    const again = await world.picker.post(
      '/products',
      productBody(world, { serialNumber: doc.serialNumber }),
    );
    expect([again.status, faultsOf(again)]).toEqual([422, [['serialNumber', 'SERIAL_RESERVED']]]);
  });
});

describe('production', () => {
  it('moves parts from the shelf into the container, by serial, and their value with them', async () => {
    const fan = await newFan(world, '900');
    const [bolts] = await lying(world, world.bolt, shelf());
    const value = await worth(world, world.bolt);
    const doc = await begin(world, { parts: [fanLine(world, fan), boltLine(world)] });
    expect(doc.parts.map(({ serialNo }) => serialNo)).toEqual([fan, null]);
    expect((await lying(world, world.bolt, shelf()))[0]).toBe(bolts - 2);
    // Owned as before: only the place is another one.
    expect(await worth(world, world.bolt)).toBe(value);
    const inside = expectData(
      await world.chief.get(`/material_parts/products?serialNo=${fan.toLowerCase()}`),
    );
    expect(inside).toMatchObject([{ product: { id: doc.id }, serialNo: fan, removedAt: null }]);
  });

  it('is not complete until the bill of materials is filled, or the reason is written down', async () => {
    const doc = await begin(world, { parts: [boltLine(world)] });
    const early = await act(world.chief, doc, { action: 'complete' });
    expect([early.status, early.body.code]).toEqual([409, 'BOM_INCOMPLETE']);
    const changed = expectData(
      await world.picker.patch(`/products/${doc.id}`, {
        version: doc.version,
        name: 'Without a fan',
        condition: 'new',
        deviationReason: 'Fan follows on site',
      }),
    );
    const complete = await done(world.chief, changed, { action: 'complete' });
    expect(complete).toMatchObject({ status: 'awaitingReceipt', costAmount: '1505.00' });
    expect(complete.documentNo).toMatch(/^PD2611-\d{4}$/);
  });

  it('gives a part back to the shelf at the value it had, and keeps what was inside', async () => {
    const doc = await build(world);
    const [fan] = doc.parts;
    const value = await worth(world, world.fan);
    const answer = expectData(
      await changeParts(world.picker, doc, {
        remove: [{ id: fan?.id, quantity: 1, binId: world.bins['B-01'], condition: 'used' }],
      }),
    );
    expect(answer.parts).toHaveLength(1);
    expect(answer.removedParts).toMatchObject([{ serialNo: fan?.serialNo, removedReason: null }]);
    expect(await worth(world, world.fan)).toBe(value);
    // The same piece may go into another container.
    const next = await begin(world, {
      parts: [
        {
          ...fanLine(world, fan?.serialNo ?? ''),
          binId: world.bins['B-01'],
          condition: 'used',
        },
      ],
    });
    expect(next.parts).toHaveLength(1);
  });

  it('takes out a part of a quantity, and refuses more than there is', async () => {
    const doc = await begin(world, { parts: [boltLine(world, 10)] });
    const [bolts] = doc.parts;
    const out = (quantity: number, version: number) =>
      changeParts(
        world.picker,
        { id: doc.id, version },
        {
          remove: [{ id: bolts?.id, quantity, binId: shelf(), condition: 'new' }],
        },
      );
    expect(faultsOf(await out(11, doc.version))).toEqual([['remove[0].quantity', 'MAX']]);
    const less = expectData(await out(4, doc.version));
    expect(less.parts).toMatchObject([{ quantity: 6 }]);
    expect(less.removedParts).toMatchObject([{ quantity: 4 }]);
  });

  it('names at the line what is not on the shelf, and builds nothing in', async () => {
    await newFan(world);
    const before = await lying(world, world.bolt, shelf());
    const serialNumber = await reserve(world.picker, world.modelId);
    const answer = await world.picker.post(
      '/products',
      productBody(world, { serialNumber, parts: [boltLine(world), fanLine(world, 'NOT-THERE')] }),
    );
    expect([answer.status, faultsOf(answer)]).toEqual([
      422,
      [['parts[1].serials', 'SERIAL_NOT_AVAILABLE']],
    ]);
    expect(await lying(world, world.bolt, shelf())).toEqual(before);
  });

  it('builds one piece into one container only, asked by ten people at once', async () => {
    const fan = await newFan(world);
    const docs = await Promise.all(Array.from({ length: 6 }, () => begin(world)));
    const answers = await Promise.all(
      docs.map((doc) => changeParts(world.picker, doc, { add: [fanLine(world, fan)] })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 409, 422].includes(status))).toBe(true);
  });

  it('says where the parts of a model lie, first expiry first', async () => {
    const fan = await newFan(world);
    const answer = expectData(
      await world.picker.get(
        `/material_parts/for_adding?productModelId=${world.modelId}&warehouseId=${world.warehouseId}`,
      ),
    );
    const [fans, bolts] = answer;
    expect([fans.required, bolts.required]).toEqual([1, 2]);
    expect(fans.places.flatMap(({ serials }: { serials: string[] }) => serials)).toContain(fan);
    const elsewhere = await test_.as('warehouse-staff', {
      companyId: await otherCompany(),
    });
    const hidden = expectData(
      await elsewhere.get(
        `/material_parts/for_adding?productModelId=${world.modelId}&warehouseId=${world.warehouseId}`,
      ),
    );
    expect(hidden.every(({ places }: { places: unknown[] }) => places.length === 0)).toBe(true);
  });
});

describe('a receipt', () => {
  it('fixes the cost and offers the container, by somebody who did not send it', async () => {
    const doc = await awaiting(world);
    const receipt = await receiptOf(world, doc);
    const lines = receipt.items.map(accepted);
    const path = `/warehouse-receives/${receipt.id}/approve`;
    const own = await world.chief.post(path, { version: receipt.version, lines });
    expect([own.status, own.body.code]).toEqual([409, 'SELF_APPROVAL']);
    const cost = doc as unknown as { costAmount: string };
    const stored = await received(world, doc);
    expect(stored).toMatchObject({
      status: 'inWarehouse',
      saleStatus: 'available',
      costAmount: cost.costAmount,
      warehouse: { id: world.warehouseId },
    });
    const { rows } = await test_.app.pg.query(
      `select on_hand::int as n from stock_balances where item_type = 'container' and item_id = $1 and is_physical`,
      [doc.id],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('asks for the serial number of the container itself', async () => {
    const doc = await awaiting(world);
    const receipt = await receiptOf(world, doc);
    const [item] = receipt.items;
    const answer = await world.receiverChief.post(`/warehouse-receives/${receipt.id}/approve`, {
      version: receipt.version,
      lines: [{ ...accepted(item), scannedSerial: 'SOMETHING-ELSE' }],
    });
    expect([answer.status, faultsOf(answer)]).toEqual([
      422,
      [['lines[0].scannedSerial', 'SERIAL_DIFFERS']],
    ]);
  });

  it('sends a refused container back to production, to be completed and received again', async () => {
    const doc = await awaiting(world);
    const receipt = await receiptOf(world, doc);
    expectData(
      await world.receiverChief.post(`/warehouse-receives/${receipt.id}/reject`, {
        version: receipt.version,
        reason: 'Door does not close',
      }),
    );
    const back = expectData(await world.admin.get(`/products/${doc.id}`));
    expect([back.status, back.statusReason]).toEqual(['inProduction', 'Door does not close']);
    const again = (await done(world.chief, back, { action: 'complete' })) as unknown as Doc;
    expect(again.documentNo).toBe(doc.documentNo);
    expect((await received(world, again)).status).toBe('inWarehouse');
  });

  it('is printed with its serial numbers', async () => {
    const receipt = await receiptOf(world, await awaiting(world));
    const pdf = await world.chief.get(`/warehouse-receives/${receipt.id}/pdf`);
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
  });
});

describe('a container in the warehouse', () => {
  it('is taken off sale and offered again, with a reason, and says so in its log', async () => {
    const doc = await received(world);
    const set = (version: number, saleStatus: string) =>
      world.chief.put(`/products/${doc.id}/statuses`, { version, saleStatus, reason: 'Show room' });
    const off = expectData(await set(doc.version, 'notForSale'));
    expect(off.saleStatus).toBe('notForSale');
    expect(faultsOf(await set(off.version, 'notForSale'))).toEqual([['saleStatus', 'UNCHANGED']]);
    const log = expectData(await world.chief.get(`/products/${doc.id}/statuses`));
    expect(log[0]).toMatchObject({
      axis: 'sale',
      from: 'available',
      to: 'notForSale',
      reason: 'Show room',
    });
    const latest = expectData(await world.chief.get(`/products/${doc.id}/statuses/latest`));
    expect(latest.map(({ axis }: { axis: string }) => axis).sort()).toEqual(['lifecycle', 'sale']);
  });

  it('has parts changed for a cause only', async () => {
    const doc = await received(world);
    const fan = await newFan(world);
    const silent = await changeParts(world.picker, doc, { add: [fanLine(world, fan)] });
    expect(faultsOf(silent)).toEqual([['reason', 'REQUIRED']]);
    expectData(
      await changeParts(world.picker, doc, { add: [fanLine(world, fan)], reason: 'Second fan' }),
    );
  });

  it('is offered to others only while it is free, sound and there', async () => {
    const doc = await received(world);
    const offered = async () =>
      (
        expectData(
          await world.chief.get(
            `/products/product_available?productModelId=${world.modelId}&limit=1000`,
          ),
        ) as Doc[]
      ).some(({ id }) => id === doc.id);
    expect(await offered()).toBe(true);
    await done(world.chief, doc, { action: 'lose', reason: 'Not in its place' });
    expect(await offered()).toBe(false);
  });

  it('is lost and found, and written off with everything inside', async () => {
    const doc = await received(world);
    const lost = await done(world.chief, doc, { action: 'lose', reason: 'Not in its place' });
    const propose = async (at: Parameters<typeof act>[1]) =>
      done(world.receiverChief, at, { action: 'propose-retirement', reason: 'Burnt down' });
    const alone = async (at: Parameters<typeof act>[1]) => {
      const { status, body } = await act(world.chief, await propose(at), { action: 'retire' });
      return [status, body.code];
    };
    expect(await alone(lost)).toEqual([409, 'SELF_APPROVAL']);
    const asked = expectData(await world.chief.get(`/products/${doc.id}`));
    const found = await done(world.chief, asked, { action: 'found', reason: 'Behind the door' });
    expect(found).toMatchObject({ status: 'inWarehouse', saleStatus: 'notForSale' });
    // To find it again first is no way around a second person.
    expect(await alone(found)).toEqual([409, 'SELF_APPROVAL']);
    const owned = await worth(world, world.fan);
    const waits = expectData(await world.admin.get(`/products/${doc.id}`));
    const retired = await done(world.admin, waits, { action: 'retire' });
    expect(retired).toMatchObject({ status: 'retired', warehouse: null });
    expect(await worth(world, world.fan)).not.toBe(owned);
    const { rows } = await test_.app.pg.query(
      `select count(*)::int as n from stock_balances b join products p on p.interior_bin_id = b.location_id
       where p.id = $1 and b.on_hand <> 0`,
      [doc.id],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('is counted by every axis, within the own companies', async () => {
    await received(world);
    const counts = expectData(await world.chief.get('/products/counting'));
    const { byLifecycle, total } = counts;
    expect(Object.values<number>(byLifecycle).reduce((a, b) => a + b, 0)).toBe(total);
    const stranger = await test_.as('auditor', { companyId: await otherCompany() });
    expect(expectData(await stranger.get('/products/counting')).total).toBe(0);
  });

  it('tells everything that happened to it on one timeline, newest first', async () => {
    const doc = await received(world);
    const entries = expectData(await world.admin.get(`/products/${doc.id}/tracking`));
    const kinds = entries.map(
      ({ kind, what }: { kind: string; what: string }) => `${kind} ${what}`,
    );
    expect(kinds).toContain('part builtIn');
    expect(kinds).toContain('move lifecycle');
    expect(kinds).toContain('status sale');
    const times = entries.map(({ at }: { at: string }) => Date.parse(at));
    expect([...times].sort((a, b) => b - a)).toEqual(times);
  });

  it('reads a long timeline page by page, each event once, and kind by kind', async () => {
    const doc = await received(world);
    await test_.app.pg.query(
      `insert into product_status_log (product_id, axis, from_status, to_status, at)
       select $1, 'sale', 'available', 'notForSale', $2::timestamptz + n % 40 * interval '1 minute'
       from generate_series(1, 120) n`,
      [doc.id, test_.app.clock.now()],
    );
    const page = async (
      query: string,
    ): Promise<{ id: string; place: string; kind: string; at: string }[]> =>
      expectData(await world.admin.get(`/products/${doc.id}/tracking?${query}`));
    const all: string[] = [];
    const times: string[] = [];
    let before = '';
    for (;;) {
      const events = await page(before);
      all.push(...events.map(({ id }) => id));
      times.push(...events.map(({ at }) => at));
      if (events.length < TRACKED_AT_ONCE) break;
      before = `before=${events.at(-1)?.place}`;
    }
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(120);
    expect(times).toEqual(times.toSorted().reverse());
    const parts = await page('kind=part');
    expect(new Set(parts.map(({ kind }) => kind))).toEqual(new Set(['part']));
    expect(parts).toHaveLength(2);
    const moves = await page('kind=move');
    expect(new Set(moves.map(({ kind }) => kind))).toEqual(new Set(['move']));
    expect(moves.length).toBeGreaterThan(1);
    await test_.app.pg.query(
      `insert into product_status_log (product_id, axis, from_status, to_status, at, document_subject)
       values ($1, 'sale', 'available', 'reserved', $2, 'contracts')`,
      [doc.id, test_.app.clock.now()],
    );
    expect((await page('kind=agreement')).map(({ kind }) => kind)).toEqual(['agreement']);
    const bad = await world.admin.get(`/products/${doc.id}/tracking?before=elsewhere`);
    expect([bad.status, faultsOf(bad)]).toEqual([422, [['before', 'CURSOR']]]);
  });
});

it('shows costs only to those who may see them', async () => {
  const doc = await received(world);
  const seen = expectData(await world.technician.get(`/products/${doc.id}`));
  expect([seen.costAmount, seen.labourCost, seen.partsCost, seen.parts[0].unitCost]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
