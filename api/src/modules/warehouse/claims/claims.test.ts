import { SYSTEM } from '../../../kernel/index.ts';
import { closePeriod, verifyStock } from '../../../ledger/index.ts';
import { createTestApp, manualClock, type TestApp } from '../../../testing/index.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';
import { approvedOrder, receive } from '../../purchasing/testing/documents.ts';
import { handedOut, lying, newPart, stock, worth } from '../requisitions/testing/world.ts';
import { notifyOverdueAnswers } from './overdue.ts';
import {
  act,
  answer,
  ask,
  claimBody,
  type Doc,
  done,
  guarantee,
  lineOf,
  makeWorld,
  sent,
  type World,
} from './testing/world.ts';

/** What a claim does to the stock, to serials and their warranty, and what it refuses (domain-warehouse 2.10, 3.2). */
const clock = manualClock(new Date('2026-11-20T03:00:00Z'));
let test_: TestApp;
let world: World;
beforeAll(async () => {
  test_ = await createTestApp({ clock });
  world = await makeWorld(test_);
});
afterEach(async () => {
  const report = await verifyStock(test_.app.pg);
  expect(report.drift).toEqual([]);
});
afterAll(() => test_.close());

const bin = (code: string): string => world.bins[code] ?? '';
const faultsOf = (answered: { body: { errors: { field: string; code: string }[] } }) =>
  answered.body.errors.map(({ field, code }) => [field, code]);
const seen = async (id: string) =>
  expectData(await world.admin.get(`/material_repair_claims/${id}`));

interface Related {
  readonly related: readonly { type: string; id: string; status: string }[];
}
const importsOf = ({ related }: Related) => related.filter(({ type }) => type === 'goodsImport');

/** Counts and puts away what the supplier gave; `missing` pieces of each line did not come. */
async function putAway({ related }: Related, { missing = 0, by = world.keeper } = {}) {
  const { id = '' } = importsOf({ related }).find(({ status }) => status === 'pending') ?? {};
  const goods = expectData(await world.picker.get(`/material-receives/${id}`));
  const counted = expectData(
    await world.picker.patch(`/material-receives/${id}`, {
      version: goods.version,
      items: goods.items.map((item: { id: string; expectedQty: string; serials: string[] }) => ({
        id: item.id,
        receivedQty: Number(item.expectedQty) - missing,
        damagedQty: 0,
        missingQty: missing,
        missingSerials: missing > 0 ? item.serials : [],
        binId: bin('B-01'),
        ...(missing > 0 ? { discrepancyReason: 'Not in the box' } : {}),
      })),
    }),
  );
  return expectData(
    await by.post(`/material-receives/${id}/approve`, { version: counted.version }),
  );
}

/** A serial on the shelf that the world's supplier answers for. */
async function guaranteed(serialNo: string, { until = '2027-03-31', unitCost = '900' } = {}) {
  const part = await newPart(world, 'serial');
  await stock(world, part, { serials: [serialNo], unitCost });
  await guarantee(world, part, until);
  return part;
}

const serialsOf = async (part: string) =>
  (
    await test_.app.pg.query(
      `select s.serial_no as "serialNo", o.serial_no as replaces,
         s.supplier_warranty_end::text as until
       from serials s left join serials o on o.id = s.replaces_serial_id
       where s.item_id = $1 order by s.created_at, s.serial_no`,
      [part],
    )
  ).rows;

it('begins with what a delivery brought damaged, until that is claimed (2.6)', async () => {
  const order = await approvedOrder(world, {
    items: [
      { partId: world.serialPart, quantity: 2, unitId: world.pcs, unitPrice: '50.0000' },
      { partId: world.part, quantity: 5, unitId: world.pcs, unitPrice: '10.0000' },
    ].map((line) => ({ ...line, isService: false, warrantyMonths: 12 })),
  });
  const got = expectData(
    await receive(world, order, {
      lines: ({ id }) => (id === order.items[0].id ? { serials: ['DM-1', 'DM-2'] } : {}),
    }),
  );
  const path = `/material-receives/${got.goodsImport.id}`;
  const goods = expectData(await world.picker.get(path));
  expect(goods.claimable).toBeNull();
  const [boards, belts] = goods.items;
  const counted = expectData(
    await world.picker.patch(path, {
      version: goods.version,
      items: [
        { id: boards.id, receivedQty: 1, damagedQty: 1, damagedSerials: ['DM-2'] },
        { id: belts.id, receivedQty: 3, damagedQty: 2 },
      ].map((line) => ({
        ...line,
        missingQty: 0,
        binId: bin('B-01'),
        discrepancyReason: 'Crushed on the way',
      })),
    }),
  );
  const away = expectData(await world.keeper.post(`${path}/approve`, { version: counted.version }));
  const quarantined = {
    binId: world.places.QUARANTINE,
    condition: 'defective',
    defect: 'Crushed on the way',
    lotNo: null,
  };
  expect(away.claimable).toEqual({
    supplierId: world.supplier,
    items: [
      { ...quarantined, partId: world.serialPart, serialNo: 'DM-2', quantity: 1 },
      { ...quarantined, partId: world.part, serialNo: null, quantity: 2 },
    ],
  });
  const { items, supplierId } = away.claimable;
  const asked = expectData(
    await world.picker.post('/material_repair_claims', {
      supplierId,
      warehouseId: world.warehouseId,
      items,
    }),
  );
  expect(asked).toMatchObject({ status: 'pending', overrideReason: null });
  expect(expectData(await world.picker.get(path)).claimable).toBeNull();
});

it('replaces a serial: aside, away, another piece at the same value, both linked', async () => {
  const part = await guaranteed('C1');
  const asked = expectData(
    await world.picker.post(
      '/material_repair_claims',
      claimBody(world, [lineOf(world, part, { serialNo: 'c1' })], { overrideReason: null }),
    ),
  );
  expect(asked).toMatchObject({
    status: 'pending',
    overrideReason: null,
    items: [{ serialNo: 'C1', inWarranty: true, warrantyEnd: '2027-03-31' }],
  });
  expect(await lying(world, part, world.places.QUARANTINE)).toEqual([1, 1]);
  const away = await done(world.picker, asked, {
    action: 'send',
    sentDate: dayFrom(world, 0),
    rmaNo: 'RMA-1',
    promisedDays: 14,
  });
  expect(away).toMatchObject({ status: 'sent', dueDate: dayFrom(world, 14), daysOpen: 0 });
  expect(await lying(world, part, world.places.CLAIM)).toEqual([1, 0]);
  const doc = await done(
    world.chief,
    away,
    answer(away, { resolution: 'replace', replacementSerialNo: 'c1-new', newWarrantyMonths: 2 }),
  );
  expect(doc).toMatchObject({
    status: 'confirmed',
    items: [{ replacementSerialNo: 'C1-NEW', claimedValue: '900.00', arrivedQty: 0 }],
    related: [{ type: 'goodsImport', status: 'pending' }],
  });
  expect(await worth(world, part)).toBe('900.00');
  expect(await lying(world, part, world.places.RECEIVING)).toEqual([1, 0]);
  const goods = await putAway(doc);
  expect(goods).toMatchObject({
    sourceType: 'claimReplacement',
    related: [{ type: 'claim', id: doc.id, status: 'completed' }],
    items: [{ serials: ['C1-NEW'], condition: 'new' }],
  });
  expect(await seen(doc.id)).toMatchObject({ status: 'completed', items: [{ arrivedQty: 1 }] });
  // The rest of the old warranty is longer than the two months that the supplier gives.
  expect(await serialsOf(part)).toEqual([
    { serialNo: 'C1', replaces: null, until: '2027-03-31' },
    { serialNo: 'C1-NEW', replaces: 'C1', until: '2027-03-31' },
  ]);
  expect(await lying(world, part, bin('B-01'))).toEqual([1, 0]);
  const [found] = expectData(await world.admin.get(`/material_parts/${part}/claims`));
  expect(found).toMatchObject({ serialNo: 'C1', replacementSerialNo: 'C1-NEW', claimId: doc.id });
});

it('gives the replacement the supplier’s own term where that is longer', async () => {
  const part = await guaranteed('L1', { until: '2026-12-01' });
  const doc = await sent(world, [lineOf(world, part, { serialNo: 'L1' })]);
  const replace = { resolution: 'replace', replacementSerialNo: 'L2', newWarrantyMonths: 12 };
  const made = await done(world.chief, doc, answer(doc, replace));
  expect(made.items[0].newWarrantyEnd).toBe('2027-11-20');
  expect((await serialsOf(part)).at(-1)).toEqual({
    serialNo: 'L2',
    replaces: 'L1',
    until: '2027-11-20',
  });
});

it('takes the same serial back once it is mended', async () => {
  const part = await guaranteed('M1');
  const doc = await sent(world, [lineOf(world, part, { serialNo: 'M1' })]);
  const made = await done(world.chief, doc, answer(doc, { resolution: 'repair' }));
  expect(await lying(world, part, world.places.CLAIM)).toEqual([1, 0]);
  const goods = await putAway(made);
  expect(goods).toMatchObject({
    sourceType: 'claimReturn',
    items: [{ serials: ['M1'], condition: 'refurbished' }],
  });
  expect(await seen(doc.id)).toMatchObject({ status: 'completed' });
  expect(await worth(world, part)).toBe('900.00');
});

it('takes money instead, and closes when the credit note is there', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 10, unitCost: '30' });
  const doc = await sent(world, [lineOf(world, part, { quantity: 4 })]);
  const made = await done(
    world.chief,
    doc,
    answer(doc, { resolution: 'creditNote', refundAmount: '100.00' }),
  );
  expect(made).toMatchObject({
    status: 'confirmed',
    refundTotal: '100.00',
    items: [{ claimedValue: '120.00', refundAmount: '100.00' }],
  });
  expect(await worth(world, part)).toBe('180.00');
  const paid = expectData(
    await world.picker.patch(`/material_repair_claims/${doc.id}`, {
      version: made.version,
      creditNoteNo: 'CN-77',
      creditNoteDate: dayFrom(world, 0),
    }),
  );
  expect(paid).toMatchObject({ status: 'completed', creditNoteNo: 'CN-77' });
});

it('says for which other claims the same credit note was entered, and takes none of a day to come', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 10, unitCost: '30' });
  const refund = { resolution: 'creditNote', refundAmount: '100.00' };
  const first = await sent(world, [lineOf(world, part, { quantity: 1 })]);
  const paid = { creditNoteNo: 'CN 81', creditNoteDate: dayFrom(world, 0) };
  const one = await done(world.chief, first, { ...answer(first, refund), ...paid });
  expect(one).toMatchObject({ sharedCreditNote: [] });
  const second = await sent(world, [lineOf(world, part, { quantity: 1 })]);
  const early = await act(world.chief, second, {
    ...answer(second, refund),
    ...paid,
    creditNoteDate: dayFrom(world, 1),
  });
  expect(early.body.errors).toMatchObject([{ field: 'creditNoteDate', code: 'FUTURE_DATE' }]);
  const other = await done(world.chief, second, {
    ...answer(second, refund),
    ...paid,
    creditNoteNo: 'cn๘๑',
  });
  expect(other).toMatchObject({
    sharedCreditNote: [{ id: first.id, documentNo: one.documentNo }],
  });
  const third = await sent(world, [lineOf(world, part, { quantity: 1 })]);
  const owed = await done(world.chief, third, answer(third, refund));
  const late = await world.picker.patch(`/material_repair_claims/${third.id}`, {
    version: owed.version,
    creditNoteNo: 'CN 82',
    creditNoteDate: dayFrom(world, 1),
  });
  expect(late.body.errors).toMatchObject([{ field: 'creditNoteDate', code: 'FUTURE_DATE' }]);
});

it('answers line by line; what the supplier gives nothing for lies in quarantine', async () => {
  const part = await newPart(world);
  const lots = await newPart(world, 'lot');
  await stock(world, part, { quantity: 5 });
  await stock(world, lots, { quantity: 5, lot: { lotNo: 'L-7' } });
  const doc = await sent(world, [
    lineOf(world, part, { quantity: 2 }),
    lineOf(world, lots, { quantity: 3, lotNo: 'L-7' }),
  ]);
  const [first, second] = doc.items as Doc['items'];
  const some = await act(world.chief, doc, {
    action: 'confirm',
    items: [{ id: first?.id, resolution: 'none' }],
  });
  expect(faultsOf(some)).toEqual([['items', 'EVERY_LINE']]);
  const nothing = await act(world.chief, doc, answer(doc, { resolution: 'none' }));
  expect(faultsOf(nothing)).toEqual([['items[0].resolution', 'REJECT_INSTEAD']]);
  const made = await done(world.chief, doc, {
    action: 'confirm',
    items: [
      { id: first?.id, resolution: 'none' },
      { id: second?.id, resolution: 'replace' },
    ],
  });
  expect(await lying(world, part, world.places.QUARANTINE)).toEqual([2, 0]);
  expect(await lying(world, lots, world.places.RECEIVING)).toEqual([3, 0]);
  await putAway(made);
  expect(await lying(world, lots, bin('B-01'))).toEqual([3, 0]);
  expect(await seen(doc.id)).toMatchObject({ status: 'completed' });
});

it('still owes what did not come, and follows an import that is taken back', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 5, unitCost: '10' });
  const doc = await sent(world, [lineOf(world, part, { quantity: 3 })]);
  const made = await done(world.chief, doc, answer(doc, { resolution: 'replace' }));
  const first = await putAway(made, { missing: 1 });
  const owing = await seen(doc.id);
  expect(owing).toMatchObject({ status: 'confirmed', items: [{ arrivedQty: 2 }] });
  expect(
    importsOf(owing)
      .map(({ status }) => status)
      .sort(),
  ).toEqual(['completed', 'pending']);
  // Whoever caused an import does not approve it.
  const again = await putAway(owing, { by: world.chief });
  expect(again.items).toMatchObject([{ expectedQty: 1 }]);
  expect(await seen(doc.id)).toMatchObject({ status: 'completed', items: [{ arrivedQty: 3 }] });
  expectData(
    await world.keeper.post(`/material-receives/${first.id}/reverse`, {
      version: first.version,
      reason: 'Wrong shelf',
    }),
  );
  const open = await seen(doc.id);
  expect(open).toMatchObject({ status: 'confirmed', items: [{ arrivedQty: 1 }] });
  await putAway(open, { by: world.chief });
  expect(await seen(doc.id)).toMatchObject({ status: 'completed', items: [{ arrivedQty: 3 }] });
  expect(await worth(world, part)).toBe('50.00');
});

it('closes when what the supplier gave is refused: it came, and lies in quarantine', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 1 });
  const doc = await sent(world, [lineOf(world, part)]);
  const made = await done(world.chief, doc, answer(doc, { resolution: 'replace' }));
  const [goods] = importsOf(made);
  expectData(
    await world.keeper.post(`/material-receives/${goods?.id}/reject`, {
      version: 1,
      reason: 'Broken, too',
    }),
  );
  expect(await seen(doc.id)).toMatchObject({ status: 'completed' });
  expect(await lying(world, part, world.places.QUARANTINE)).toEqual([1, 0]);
});

it('confirms what was never marked as sent, on the day that it left', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 1 });
  const doc = await ask(world, [lineOf(world, part)]);
  const repaired = answer(doc, { resolution: 'repair' });
  expect(faultsOf(await act(world.chief, doc, repaired))).toEqual([['sentDate', 'REQUIRED']]);
  const made = await done(world.chief, doc, { ...repaired, sentDate: dayFrom(world, 0) });
  expect(made).toMatchObject({ status: 'confirmed', sentDate: dayFrom(world, 0) });
  expect(await lying(world, part, world.places.CLAIM)).toEqual([1, 0]);
});

describe('a warranty', () => {
  const goods = () => ({ quantity: 1, unitId: world.pcs, isService: false });
  it('that is over, or that nothing proves, needs the ability and a reason', async () => {
    const over = await guaranteed('W1', { until: '2026-11-19' });
    const bare = await newPart(world);
    await stock(world, bare, { quantity: 1 });
    const body = claimBody(world, [lineOf(world, over, { serialNo: 'W1' }), lineOf(world, bare)], {
      overrideReason: null,
    });
    const staff = await world.picker.post('/material_repair_claims', body);
    expect(faultsOf(staff)).toEqual([
      ['items[0].binId', 'WARRANTY_OVER'],
      ['items[1].binId', 'NO_WARRANTY'],
    ]);
    const silent = await world.chief.post('/material_repair_claims', body);
    expect(faultsOf(silent)).toEqual([['overrideReason', 'OVERRIDE_REASON']]);
    expect(await lying(world, bare, bin('A-01'))).toEqual([1, 0]);
  });

  it('begins with the receipt, proves itself by it, and is another supplier’s to refuse', async () => {
    const order = await approvedOrder(world, {
      items: [
        { ...goods(), partId: world.serialPart, unitPrice: '500.0000', warrantyMonths: 6 },
        { ...goods(), partId: world.part, unitPrice: '10.0000', warrantyMonths: 3 },
      ],
    });
    const [serialLine] = order.items;
    const serialNo = 'PROOF-1';
    const receipt = expectData(
      await receive(world, order, {
        lines: ({ id }) => (id === serialLine.id ? { serials: [serialNo] } : {}),
      }),
    );
    const eligible = async (query: Record<string, string>) =>
      expectData(
        await world.picker.get(
          `/material_repair_claims/eligible?${new URLSearchParams({ warehouseId: world.warehouseId, ...query })}`,
        ),
      );
    const proof = { id: receipt.id, documentNo: receipt.documentNo };
    expect(await eligible({ partId: world.serialPart, serialNo })).toMatchObject({
      supplier: { id: world.supplier },
      warrantyEnd: '2027-05-20',
      inWarranty: true,
      receipt: proof,
    });
    expect(await eligible({ partId: world.part })).toMatchObject({
      warrantyEnd: '2027-02-20',
      inWarranty: true,
      receipt: proof,
    });
    const stranger = { partId: world.serialPart, serialNo, supplierId: world.smallSupplier };
    expect(await eligible(stranger)).toMatchObject({ inWarranty: false, receipt: null });
  });

  it('of a part counts for what is received from then on', async () => {
    const part = await newPart(world, 'serial', { warrantyMonths: 12 });
    const path = `/material_parts/${part}/warranty`;
    const before = expectData(await world.chief.get(path));
    expect(before).toMatchObject({ months: 12, startsFrom: 'install', terms: null });
    const order = await approvedOrder(world, {
      items: [{ ...goods(), partId: part, unitPrice: '500.0000' }],
    });
    expectData(await receive(world, order, { lines: () => ({ serials: ['SNAP-1'] }) }));
    const change = { version: before.version, months: 6, startsFrom: 'sale', terms: 'No water' };
    expect(expectData(await world.chief.put(path, change))).toMatchObject({
      months: 6,
      startsFrom: 'sale',
      terms: 'No water',
    });
    expect((await world.chief.put(path, change)).body.code).toBe('VERSION_CONFLICT');
    expect((await world.picker.put(path, change)).status).toBe(403);
    const { rows } = await test_.app.pg.query(
      `select warranty_months as months from serials where item_id = $1`,
      [part],
    );
    expect(rows).toEqual([{ months: 12 }]);
    await stock(world, part, { serials: ['SALE1', 'SALE2'] });
    await handedOut(world, [[part, 1]]);
    await handedOut(world, [[part, 1]], { purpose: 'sale' });
    const { rows: running } = await test_.app.pg.query<{ months: number | null }>(
      `select count(*)::int as n from serials where item_id = $1 and customer_warranty_end is not null`,
      [part],
    );
    expect(running).toEqual([{ n: 1 }]);
  });
});

describe('what the supplier refuses', () => {
  const refused = async (nextStep: string, part: string) =>
    act(world.chief, await sent(world, [lineOf(world, part)]), {
      action: 'reject',
      reason: 'Water damage',
      nextStep,
    });

  it('is used as it is: an import brings it back to the shelf', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 1 });
    const doc = expectData(await refused('use', part));
    expect(doc).toMatchObject({ status: 'rejected', nextStep: 'use' });
    await putAway(doc);
    expect(await lying(world, part, bin('B-01'))).toEqual([1, 0]);
    expect(await seen(doc.id)).toMatchObject({ status: 'rejected' });
  });

  it('stays in quarantine where the import finds it unfit after all', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 1 });
    const doc = expectData(await refused('use', part));
    const [goods] = importsOf(doc);
    expectData(
      await world.keeper.post(`/material-receives/${goods?.id}/reject`, {
        version: 1,
        reason: 'Rust',
      }),
    );
    expect(await lying(world, part, world.places.QUARANTINE)).toEqual([1, 0]);
  });

  it('is repaired or destroyed by a document of its own, which names the claim', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 3 });
    expect(faultsOf(await refused('repair', part))).toEqual([['nextStep', 'NOT_REPAIRABLE']]);
    await test_.app.pg.query('update material_parts set is_repairable = true where id = $1', [
      part,
    ]);
    const mended = expectData(await refused('repair', part));
    expect(mended.related).toMatchObject([{ type: 'repair', status: 'pending' }]);
    const repair = expectData(await world.admin.get(`/material_repair/${mended.related[0].id}`));
    expect(repair).toMatchObject({
      source: 'claimRejected',
      related: [{ type: 'claim', id: mended.id }],
      remark: null,
    });
    const gone = expectData(await refused('destroy', part));
    expect(gone.related).toMatchObject([{ type: 'destruction', status: 'pending' }]);
    const destroyed = expectData(await world.admin.get(`/material_destroy/${gone.related[0].id}`));
    expect(destroyed).toMatchObject({ related: [{ type: 'claim', id: gone.id }], remark: null });
  });
});

it('keeps a serial for one open document', async () => {
  const part = await guaranteed('B1');
  await ask(world, [lineOf(world, part, { serialNo: 'B1' })]);
  const again = await world.chief.post(
    '/material_repair_claims',
    claimBody(world, [lineOf(world, part, { serialNo: 'B1', binId: world.places.QUARANTINE })]),
  );
  expect(faultsOf(again)).toEqual([['items[0].binId', 'NOTHING_HERE']]);
});

it('refuses a replacement that is on the shelf, named twice, or missing', async () => {
  const part = await guaranteed('D1');
  await stock(world, part, { serials: ['D2', 'D3'] });
  await guarantee(world, part, '2027-03-31');
  const doc = await sent(world, [
    lineOf(world, part, { serialNo: 'D1' }),
    lineOf(world, part, { serialNo: 'D2' }),
  ]);
  const replace = (replacementSerialNo: string | null) =>
    act(world.chief, doc, answer(doc, { resolution: 'replace', replacementSerialNo }));
  const at = (code: string) => [
    ['items[0].replacementSerialNo', code],
    ['items[1].replacementSerialNo', code],
  ];
  expect(faultsOf(await replace(null))).toEqual(at('REQUIRED'));
  for (const odd of ['ก ข#:+(1)', 'A 1', 'A\u200B1', 'A:1', '-A1', '"A1"']) {
    expect([odd, faultsOf(await replace(odd))]).toEqual([odd, at('CODE')]);
  }
  expect(faultsOf(await replace('d3'))).toEqual([
    ['items[0].replacementSerialNo', 'SERIAL_EXISTS'],
    ['items[1].replacementSerialNo', 'SERIAL_REPEATED'],
  ]);
});

it('says once that a supplier is late', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 1 });
  const doc = await sent(world, [lineOf(world, part)]);
  const told = async () =>
    (
      await test_.app.pg.query(
        `select distinct title_en from notifications where entity_id = $1 and title_en like '%late%'`,
        [doc.id],
      )
    ).rows;
  const night = () => test_.app.transaction({ actor: SYSTEM }, notifyOverdueAnswers);
  await night();
  expect(await told()).toEqual([]);
  const began = clock.now();
  clock.set(new Date('2026-12-05T03:00:00Z'));
  await night();
  await night();
  clock.set(began);
  expect(await told()).toEqual([{ title_en: `Claim ${doc.documentNo} is late` }]);
  const late = expectData(await world.admin.get('/material_repair_claims?late=true'));
  expect(late.map(({ id }: { id: string }) => id)).toContain(doc.id);
  // A later promise is a new one.
  const more = await world.picker.patch(`/material_repair_claims/${doc.id}`, {
    version: doc.version,
    promisedDays: 60,
  });
  expect(expectData(more)).toMatchObject({ isLate: false, dueDate: dayFrom(world, 60) });
});

it('writes what may still be written, and nothing else', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 2 });
  const doc = await ask(world, [lineOf(world, part)]);
  const path = `/material_repair_claims/${doc.id}`;
  const change = (more: object, version = doc.version) =>
    world.picker.patch(path, { version, ...more });
  expect((await change({ promisedDays: 3 })).body.code).toBe('FIELD_LOCKED');
  expect((await change({ creditNoteNo: 'CN' })).body.code).toBe('FIELD_LOCKED');
  const defects = [{ id: doc.items[0].id, defect: 'Burnt smell' }];
  const changed = expectData(await change({ defects, rmaNo: 'R-1' }));
  expect(changed).toMatchObject({ rmaNo: 'R-1', items: [{ defect: 'Burnt smell' }] });
  const search = expectData(await world.admin.get('/material_repair_claims?search=r-1'));
  expect(search.map(({ id }: { id: string }) => id)).toContain(doc.id);
  const away = await done(world.picker, changed, {
    action: 'send',
    sentDate: dayFrom(world, 0),
    promisedDays: 5,
  });
  expect((await change({ defects }, away.version)).body.code).toBe('FIELD_LOCKED');
  const other = await ask(world, [lineOf(world, part)]);
  const early = { action: 'send', promisedDays: 5, sentDate: dayFrom(world, 1) };
  expect(faultsOf(await act(world.picker, other, early))).toEqual([['sentDate', 'FUTURE_DATE']]);
  const before = { ...early, sentDate: dayFrom(world, -1) };
  expect(faultsOf(await act(world.picker, other, before))).toEqual([
    ['sentDate', 'BEFORE_DOCUMENT'],
  ]);
});

it('lists what goes on with a part, as far as the person may look', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 5 });
  const doc = await ask(world, [lineOf(world, part, { quantity: 2 })]);
  const path = `/material_parts/${part}/follow_ups`;
  expect(expectData(await world.chief.get(path))).toMatchObject([
    { type: 'claim', id: doc.id, quantity: 2, status: 'pending' },
  ]);
  await done(world.chief, doc, { action: 'cancel', reason: 'Found the key' });
  expect(expectData(await world.chief.get(path))).toEqual([]);
  expect(
    (await world.chief.get('/material_parts/01890000-0000-7000-8000-00000000ffff/follow_ups'))
      .status,
  ).toBe(404);
});

it('is printed as a PDF, before and after the answer', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 1 });
  const doc = await sent(world, [lineOf(world, part)]);
  for (const say of [null, { resolution: 'refund', refundAmount: '5.00' }]) {
    if (say) await done(world.chief, doc, answer(doc, say));
    const pdf = await world.chief.get(`/material_repair_claims/${doc.id}/document`);
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
  }
});

it('moves nothing in a closed period', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 1 });
  const doc = await ask(world, [lineOf(world, part)]);
  clock.set(new Date('2026-12-02T03:00:00Z'));
  await test_.app.transaction({ actor: SYSTEM }, (ctx) =>
    closePeriod(ctx.pg, {
      companyId: world.companyId,
      period: '2026-11',
      by: null,
      now: clock.now(),
    }),
  );
  const late = await act(world.admin, doc, {
    action: 'send',
    sentDate: '2026-11-30',
    promisedDays: 5,
  });
  expect([late.status, late.body.code]).toEqual([409, 'PERIOD_CLOSED']);
});
