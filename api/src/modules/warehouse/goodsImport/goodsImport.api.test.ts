import { pgOf } from '../../../db/pool.ts';
import { ensureSerials, postMoves, verifyStock } from '../../../ledger/index.ts';
import { makeWorld, type TestCompany, type World } from '../../../ledger/testing/world.ts';
import {
  attachPdf,
  attachPicture,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../testing/index.ts';
import { createImportForReceipt, importOf, withdrawImports } from './index.ts';

/** Counting and putting away as the people do it (domain-warehouse 2.6, 3.2). */
let test_: TestApp;
let world: World;
let company: TestCompany;
let staff: Person;
let manager: Person;

beforeAll(async () => {
  test_ = await createTestApp();
  world = await makeWorld(pgOf(test_.runtime.pool), { now: new Date(), parts: 7 });
  company = nth(world.companies, 0);
  staff = await test_.as('warehouse-staff', { companyId: company.id });
  manager = await test_.as('warehouse-manager', { companyId: company.id });
});
afterAll(async () => {
  const report = await verifyStock(pgOf(test_.runtime.pool));
  await test_.close();
  expect(report.drift).toEqual([]);
});

function nth<T>(list: readonly T[], index: number): T {
  const value = list[index];
  if (value === undefined) throw new Error(`nothing at ${index}`);
  return value;
}

interface Received {
  readonly partId: string;
  readonly quantity: number;
  readonly serials?: readonly string[];
  readonly lots?: readonly { lotNo: string; quantity: number }[];
}

/** What a posted receipt leaves behind: goods in RECEIVING and an import that waits. */
async function received(
  items: readonly Received[],
  { by = staff, warehouse = 0 } = {},
): Promise<string> {
  const receiptId = crypto.randomUUID();
  const created = await test_.app.transaction({ actor: await by.actor() }, async (ctx) => {
    const now = ctx.clock.now();
    const { SUPPLIER, RECEIVING } = company.places;
    for (const { partId, quantity, serials = [], lots } of items) {
      const ids = await ensureSerials(ctx.pg, {
        serials: serials.map((serialNo) => ({ itemId: partId, serialNo })),
        now,
      });
      if (lots) continue;
      await postMoves(ctx.pg, {
        docType: 'receipt',
        docId: receiptId,
        action: `post-${partId}`,
        now,
        postedBy: by.userId,
        moves:
          ids.length > 0
            ? ids.map((serialId) => ({
                itemId: partId,
                serialId,
                quantity: 1,
                from: SUPPLIER,
                to: RECEIVING,
                unitCost: '25',
              }))
            : [{ itemId: partId, quantity, from: SUPPLIER, to: RECEIVING, unitCost: '25' }],
      });
    }
    return createImportForReceipt(ctx, {
      receiptId,
      receiptNo: 'RC2611-0001',
      companyId: company.id,
      warehouseId: nth(company.warehouses, warehouse),
      documentDate: '2026-11-20',
      items: items.map(({ partId, quantity, serials }) => ({
        receiptItemId: crypto.randomUUID(),
        partId,
        quantity,
        unitCost: '25.0000',
        ...(serials ? { serials } : {}),
      })),
    });
  });
  return created.id;
}

async function stock(partId: string, bin: string): Promise<number> {
  const { rows } = await test_.runtime.pool.query<{ qty: string }>(
    'select coalesce(sum(on_hand), 0)::text as qty from stock_balances where item_id = $1 and location_id = $2',
    [partId, bin],
  );
  return Number(rows[0]?.qty);
}

async function counted(id: string, counts: readonly Record<string, unknown>[], by = staff) {
  const before = await by.get(`/material-receives/${id}`);
  return by.patch(`/material-receives/${id}`, {
    version: before.body.data.version,
    items: counts.map((count, index) => ({
      id: before.body.data.items[index].id,
      receivedQty: 0,
      damagedQty: 0,
      missingQty: 0,
      ...count,
    })),
  });
}

test('good goods go to their bin, damaged ones to quarantine, missing ones stay announced', async () => {
  const part = nth(world.plain, 0);
  const bin = nth(company.bins, 1);
  const id = await received([{ partId: part, quantity: 10 }]);
  const saved = await counted(id, [
    { receivedQty: 7, damagedQty: 2, missingQty: 1, binId: bin, discrepancyReason: 'wet box' },
  ]);
  expect([saved.status, saved.body.data.status, saved.body.data.counted]).toEqual([
    200,
    'inspecting',
    true,
  ]);

  const own = await staff.post(`/material-receives/${id}/approve`, {
    version: saved.body.data.version,
  });
  expect(own.status).toBe(403);
  const { version, allowedActions } = (await manager.get(`/material-receives/${id}`)).body.data;
  expect(allowedActions).toContain('approve');
  const approved = await manager.post(`/material-receives/${id}/approve`, { version });
  expect([approved.status, approved.body.data.status]).toEqual([200, 'completed']);
  expect(approved.body.data.documentNo).toMatch(/^IM2611-\d{4}$/);
  expect([
    await stock(part, bin),
    await stock(part, company.places.QUARANTINE),
    await stock(part, company.places.RECEIVING),
  ]).toEqual([7, 2, 1]);
  expect(approved.body.data.history.map((entry: { action: string }) => entry.action)).toEqual([
    'create',
    'update',
    'approve',
  ]);
});

test('a bin is proposed where most of the part lies, until one was chosen', async () => {
  const part = nth(world.plain, 6);
  const [shelf, other] = [nth(company.bins, 0), nth(company.bins, 1)];
  const proposedOf = async (id: string) =>
    (await staff.get(`/material-receives/${id}`)).body.data.items[0].proposedBin;
  const putAway = async (quantity: number, binId: string) => {
    const id = await received([{ partId: part, quantity }]);
    const saved = await counted(id, [{ receivedQty: quantity, binId }]);
    expect((await staff.get(`/material-receives/${id}`)).body.data.items[0].proposedBin).toBeNull();
    const { version } = saved.body.data;
    expect((await manager.post(`/material-receives/${id}/approve`, { version })).status).toBe(200);
  };
  expect(await proposedOf(await received([{ partId: part, quantity: 1 }]))).toBeNull();
  await putAway(2, shelf);
  await putAway(5, other);
  expect(await proposedOf(await received([{ partId: part, quantity: 1 }]))).toMatchObject({
    id: other,
  });
});

test('whoever counted does not approve, even with the right to', async () => {
  const id = await received([{ partId: nth(world.plain, 1), quantity: 3 }]);
  const saved = await counted(id, [{ receivedQty: 3, binId: nth(company.bins, 0) }], manager);
  const answer = await manager.post(`/material-receives/${id}/approve`, {
    version: saved.body.data.version,
  });
  expect([answer.status, answer.body.code]).toEqual([409, 'SELF_APPROVAL']);
  const other = await test_.as('warehouse-manager', { companyId: company.id });
  const decided = await other.post(`/material-receives/${id}/approve`, {
    version: saved.body.data.version,
  });
  expect(decided.status).toBe(200);
});

test('every fault of a count is named at once and nothing is saved', async () => {
  const foreign = nth(company.bins, 2);
  const id = await received([
    { partId: nth(world.plain, 1), quantity: 5 },
    { partId: nth(world.plain, 2), quantity: 4 },
  ]);
  const answer = await counted(id, [
    { receivedQty: 4.5, damagedQty: 1, binId: foreign },
    { receivedQty: 4 },
  ]);
  expect(answer.status).toBe(422);
  expect(
    answer.body.errors
      .map((error: { field: string; code: string }) => `${error.field} ${error.code}`)
      .sort(),
  ).toEqual([
    'items[0].binId BIN_ELSEWHERE',
    'items[0].discrepancyReason REQUIRED',
    'items[0].receivedQty COUNT_MISMATCH',
    'items[0].receivedQty WHOLE',
    'items[1].binId BIN_REQUIRED',
  ]);
  expect((await staff.get(`/material-receives/${id}`)).body.data.status).toBe('pending');
});

test('a stale version, a repeated approval and a locked bin are 409 and move nothing', async () => {
  const part = nth(world.plain, 3);
  const bin = nth(company.bins, 0);
  const id = await received([{ partId: part, quantity: 2 }]);
  const saved = await counted(id, [{ receivedQty: 2, binId: bin }]);
  const version = saved.body.data.version;
  const stale = await manager.post(`/material-receives/${id}/approve`, { version: version - 1 });
  expect([stale.status, stale.body.code]).toEqual([409, 'VERSION_CONFLICT']);
  await test_.runtime.pool.query('update bins set is_locked = true where id = $1', [bin]);
  const locked = await manager.post(`/material-receives/${id}/approve`, { version });
  await test_.runtime.pool.query('update bins set is_locked = false where id = $1', [bin]);
  expect([locked.status, locked.body.code]).toEqual([409, 'BIN_LOCKED']);
  expect(await stock(part, bin)).toBe(0);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => manager.post(`/material-receives/${id}/approve`, { version })),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect(await stock(part, bin)).toBe(2);
});

test('a part of the lines is put away, the rest stays open', async () => {
  const parts = [nth(world.plain, 4), nth(world.plain, 5)];
  const bin = nth(company.bins, 0);
  const id = await received(parts.map((partId) => ({ partId, quantity: 4 })));
  const saved = await counted(id, [
    { receivedQty: 4, binId: bin },
    { receivedQty: 4, binId: bin },
  ]);
  const [first] = saved.body.data.items;
  const partial = await manager.post(`/material-receives/${id}/approve`, {
    version: saved.body.data.version,
    itemIds: [first.id],
  });
  expect([partial.status, partial.body.data.status]).toEqual([200, 'inspecting']);
  expect(partial.body.data.items.map((item: { postedQty: number }) => item.postedQty)).toEqual([
    4, 0,
  ]);
  const rest = await manager.post(`/material-receives/${id}/approve`, {
    version: partial.body.data.version,
  });
  expect([rest.status, rest.body.data.status]).toEqual([200, 'completed']);
  expect([await stock(nth(parts, 0), bin), await stock(nth(parts, 1), bin)]).toEqual([4, 4]);
});

test('what is partly in stock is refused no more; the rest goes to quarantine as damaged', async () => {
  const parts = [nth(world.plain, 4), nth(world.plain, 5)];
  const bin = nth(company.bins, 1);
  const { QUARANTINE, RECEIVING } = company.places;
  const where = () =>
    Promise.all(
      [bin, QUARANTINE, RECEIVING].flatMap((place) => parts.map((part) => stock(part, place))),
    );
  const before = await where();
  const since = async () => (await where()).map((now, index) => now - nth(before, index));
  const id = await received(parts.map((partId) => ({ partId, quantity: 4 })));
  const saved = await counted(
    id,
    parts.map(() => ({ receivedQty: 4, binId: bin })),
  );
  const [first, second] = saved.body.data.items;
  const partial = await manager.post(`/material-receives/${id}/approve`, {
    version: saved.body.data.version,
    itemIds: [first.id],
  });
  const { version, allowedActions, hasPutAway } = partial.body.data;
  expect([hasPutAway, allowedActions.includes('reject')]).toEqual([true, false]);

  const refused = await manager.post(
    `/material-receives/${id}/reject`,
    { version, reason: 'not what was ordered' },
    { headers: { 'accept-language': 'th' } },
  );
  expect([refused.status, refused.body.code, refused.body.details.guard]).toEqual([
    409,
    'GUARD',
    'nothingPutAway',
  ]);
  expect(refused.body.message).toMatch(/จัดเก็บเข้าคลังแล้ว/);
  expect(await since()).toEqual([4, 0, 0, 0, 0, 4]);

  const recounted = await staff.patch(`/material-receives/${id}`, {
    version,
    items: [
      {
        id: second.id,
        receivedQty: 0,
        damagedQty: 4,
        missingQty: 0,
        discrepancyReason: 'not what was ordered',
      },
    ],
  });
  const done = await manager.post(`/material-receives/${id}/approve`, {
    version: recounted.body.data.version,
  });
  expect([done.status, done.body.data.status]).toEqual([200, 'completed']);
  expect(await since()).toEqual([4, 0, 0, 4, 0, 0]);
});

test('opening stock that is partly in stock cannot be refused and entered again', async () => {
  const bin = nth(company.bins, 0);
  const parts = [nth(world.fraction, 0), nth(world.fraction, 1)];
  const line = (partId: string) => ({ partId, quantity: 1.5, unitCost: '2.0000', binId: bin });
  const made = await staff.post('/material-receives', {
    warehouseId: nth(company.warehouses, 0),
    items: parts.map(line),
  });
  const { id, items } = made.body.data;
  const saved = await counted(
    id,
    parts.map(() => ({ receivedQty: 1.5, binId: bin })),
  );
  const partial = await manager.post(`/material-receives/${id}/approve`, {
    version: saved.body.data.version,
    itemIds: [items[0].id],
  });
  const refused = await manager.post(`/material-receives/${id}/reject`, {
    version: partial.body.data.version,
    reason: 'entered by mistake',
  });
  expect([refused.status, refused.body.details.guard]).toEqual([409, 'nothingPutAway']);
  const again = await staff.post('/material-receives', {
    warehouseId: nth(company.warehouses, 0),
    items: [line(nth(parts, 0))],
  });
  expect(again.body.errors).toMatchObject([{ code: 'OPENING_EXISTS' }]);
});

test('damaged serials are named and lie in quarantine', async () => {
  const part = nth(world.serial, 0);
  const bin = nth(company.bins, 0);
  const id = await received([{ partId: part, quantity: 3, serials: ['s-1', 's-2', 's-3'] }]);
  const vague = await counted(id, [
    { receivedQty: 2, damagedQty: 1, binId: bin, discrepancyReason: 'broken' },
  ]);
  expect([vague.status, vague.body.errors[0].field]).toEqual([422, 'items[0].damagedSerials']);
  const saved = await counted(id, [
    {
      receivedQty: 2,
      damagedQty: 1,
      damagedSerials: ['S-2'],
      binId: bin,
      discrepancyReason: 'broken',
    },
  ]);
  expect(saved.body.data.items[0].damagedSerials).toEqual(['S-2']);
  const approved = await manager.post(`/material-receives/${id}/approve`, {
    version: saved.body.data.version,
  });
  expect(approved.status).toBe(200);
  const { rows } = await test_.runtime.pool.query(
    'select serial_no, location_id = $2 as stored, condition from serials where item_id = $1 order by serial_no',
    [part, bin],
  );
  expect(rows).toEqual([
    { serial_no: 'S-1', stored: true, condition: 'new' },
    { serial_no: 'S-2', stored: false, condition: 'defective' },
    { serial_no: 'S-3', stored: true, condition: 'new' },
  ]);
});

test('a refusal sends everything to quarantine and needs a reason', async () => {
  const part = nth(world.fraction, 0);
  const id = await received([{ partId: part, quantity: 2.5 }]);
  const none = await manager.post(`/material-receives/${id}/reject`, { version: 1, reason: 'no' });
  expect([none.status, none.body.errors[0].code]).toEqual([422, 'REASON']);
  const refused = await manager.post(`/material-receives/${id}/reject`, {
    version: 1,
    reason: 'not what was ordered',
  });
  expect([refused.status, refused.body.data.status, refused.body.data.statusReason]).toEqual([
    200,
    'rejected',
    'not what was ordered',
  ]);
  expect(await stock(part, company.places.QUARANTINE)).toBe(2.5);
});

test('a put-away is taken back while the goods are there, and opens again', async () => {
  const part = nth(world.fraction, 1);
  const bin = nth(company.bins, 1);
  const id = await received([{ partId: part, quantity: 6 }]);
  const saved = await counted(id, [{ receivedQty: 6, binId: bin }]);
  const done = await manager.post(`/material-receives/${id}/approve`, {
    version: saved.body.data.version,
  });
  const taken = await test_.app.transaction({ actor: await manager.actor() }, (ctx) =>
    postMoves(ctx.pg, {
      docType: 'dispatch',
      docId: crypto.randomUUID(),
      action: 'dispatch',
      now: ctx.clock.now(),
      postedBy: manager.userId,
      moves: [{ itemId: part, quantity: 1, from: bin, to: company.places.CONSUMED }],
    }),
  );
  expect(taken.moves[0]?.value).toBe('25.00');
  const gone = await manager.post(`/material-receives/${id}/reverse`, {
    version: done.body.data.version,
    reason: 'wrong bin',
  });
  expect([gone.status, gone.body.code, gone.body.details.available]).toEqual([
    409,
    'INSUFFICIENT_STOCK',
    5,
  ]);
  await test_.app.transaction({ actor: await manager.actor() }, (ctx) =>
    postMoves(ctx.pg, {
      docType: 'dispatch',
      docId: crypto.randomUUID(),
      action: 'return',
      now: ctx.clock.now(),
      postedBy: manager.userId,
      moves: [
        { itemId: part, quantity: 1, from: company.places.CONSUMED, to: bin, value: '25.00' },
      ],
    }),
  );
  const reversed = await manager.post(`/material-receives/${id}/reverse`, {
    version: done.body.data.version,
    reason: 'wrong bin',
  });
  expect([reversed.status, reversed.body.data.status]).toEqual([200, 'reversed']);
  expect([await stock(part, bin), await stock(part, company.places.RECEIVING)]).toEqual([0, 6]);
  const again = reversed.body.data.related.find(
    (row: { type: string; status: string }) => row.type === 'goodsImport',
  );
  expect(again.status).toBe('pending');
});

test('a reversed receipt takes its untouched import along, and only that', async () => {
  const part = nth(world.plain, 0);
  const id = await received([{ partId: part, quantity: 1 }]);
  const sourceId = (await staff.get(`/material-receives/${id}`)).body.data.source.id;
  const withdraw = async () =>
    test_.app.transaction({ actor: await staff.actor() }, async (ctx) => {
      await withdrawImports(ctx, { sourceId, reason: 'entered twice' });
      return importOf(ctx, sourceId);
    });
  await counted(id, [{ receivedQty: 1, binId: nth(company.bins, 0) }]);
  await expect(withdraw()).rejects.toMatchObject({
    code: 'GUARD',
    details: { guard: 'importUntouched' },
  });
  const other = await received([{ partId: part, quantity: 1 }]);
  const otherSource = (await staff.get(`/material-receives/${other}`)).body.data.source.id;
  const after = await test_.app.transaction({ actor: await staff.actor() }, async (ctx) => {
    await withdrawImports(ctx, { sourceId: otherSource, reason: 'entered twice' });
    return importOf(ctx, otherSource);
  });
  expect(after).toBeNull();
  expect((await staff.get(`/material-receives/${other}`)).body.data.status).toBe('reversed');
});

test('opening stock comes in at its cost, once per part', async () => {
  const [part, serial] = [nth(world.lot, 0), nth(world.serial, 1)];
  const bin = nth(company.bins, 0);
  const body = {
    warehouseId: nth(company.warehouses, 0),
    items: [
      { partId: part, quantity: 12.5, unitCost: '8.4000', lotNo: 'L-7', binId: bin },
      { partId: serial, quantity: 2, unitCost: '100.0000', serials: ['o-1', 'o-2'], binId: bin },
    ],
  };
  const made = await staff.post('/material-receives', body);
  expect([made.status, made.body.data.sourceType, made.body.data.items[0].unitCost]).toEqual([
    201,
    'opening',
    null,
  ]);
  for (const no of ['ก ข#:+(1)', 'O 1', 'O:1', '-O1', '\uFF2F1']) {
    const odd = { ...body.items[1], serials: [no, 'o-3'] };
    const refused = await staff.post('/material-receives', { ...body, items: [odd] });
    expect(refused.body.errors).toEqual([
      expect.objectContaining({ field: 'items[0].serials[0]', code: 'CODE' }),
    ]);
  }
  const twice = await staff.post('/material-receives', { ...body, items: [body.items[0]] });
  expect([twice.status, twice.body.errors[0].code]).toEqual([422, 'OPENING_EXISTS']);
  const saved = await counted(made.body.data.id, [
    { receivedQty: 12.5, binId: bin },
    { receivedQty: 2, binId: bin },
  ]);
  const approved = await manager.post(`/material-receives/${made.body.data.id}/approve`, {
    version: saved.body.data.version,
  });
  expect([approved.status, approved.body.data.items[0].unitCost]).toEqual([200, '8.4000']);
  const tracked = await manager.get(`/material_parts/${part}/tracking`);
  expect(tracked.body.data).toMatchObject([
    {
      qtyIn: 12.5,
      qtyOut: 0,
      balanceAfter: 12.5,
      unitCost: '8.4000',
      value: '105.00',
      lotNo: 'L-7',
    },
  ]);
});

test('a manager of another warehouse neither finds nor approves it', async () => {
  const id = await received([{ partId: nth(world.plain, 0), quantity: 1 }]);
  const saved = await counted(id, [{ receivedQty: 1, binId: nth(company.bins, 0) }]);
  const elsewhere = await test_.as('warehouse-manager', {
    companyId: company.id,
    warehouseIds: [nth(company.warehouses, 1)],
  });
  const stranger = await test_.as('warehouse-manager', { companyId: nth(world.companies, 1).id });
  for (const person of [elsewhere, stranger]) {
    expect((await person.get(`/material-receives/${id}`)).status).toBe(404);
    expect((await person.get('/material-receives')).body.meta.totalItems).toBe(0);
    const decided = await person.post(`/material-receives/${id}/approve`, {
      version: saved.body.data.version,
    });
    expect(decided.status).toBe(404);
  }
});

test('the list filters, counts, searches and exports', async () => {
  const all = await staff.get('/material-receives?sort=documentNo&limit=100');
  const { counts, totalItems } = all.body.meta;
  expect(Object.values<number>(counts).reduce((sum, count) => sum + count, 0)).toBe(totalItems);
  const openings = await staff.get('/material-receives?sourceType=opening&status=completed');
  expect(openings.body.data).toHaveLength(1);
  const found = await staff.get(
    `/material-receives?search=${openings.body.data[0].documentNo.toLowerCase()}`,
  );
  expect(found.body.data).toHaveLength(1);
  expect((await staff.get('/material-receives?colour=red')).status).toBe(422);
  const csv = await staff.get('/material-receives?format=csv&sourceType=opening');
  expect(csv.raw.toString()).toContain('Opening stock');
  const choice = await staff.get('/material-receives/master?limit=1000');
  expect(choice.body.data).toHaveLength(totalItems);
});

test('tracking shows in, out and balance, opening and closing, and costs only to whoever may see them', async () => {
  const part = nth(world.plain, 0);
  const seen = await manager.get(`/material_parts/${part}/tracking?limit=100`);
  const rows: {
    qtyIn: number;
    qtyOut: number;
    balanceAfter: number;
    document: { type: string; documentNo: string };
  }[] = seen.body.data;
  // Newest first: each balance is the one before it, plus in, less out.
  rows.slice(0, -1).forEach((row, index) => {
    expect(row.balanceAfter).toBe(nth(rows, index + 1).balanceAfter + row.qtyIn - row.qtyOut);
  });
  const { summary } = seen.body.meta;
  expect(summary.opening + summary.qtyIn - summary.qtyOut).toBe(summary.closing);
  expect(summary.closing).toBe(nth(rows, 0).balanceAfter);
  expect(rows.find((row) => row.document.type === 'goodsImport')?.document.documentNo).toMatch(
    /^IM/,
  );
  const plain = await staff.get(`/material_parts/${part}/tracking`);
  expect(plain.body.data[0]).toMatchObject({ unitCost: null, value: null });
  const tomorrow = await manager.get(`/material_parts/${part}/tracking?startDate=2099-01-01`);
  expect(tomorrow.body.meta.summary).toMatchObject({
    opening: summary.closing,
    qtyIn: 0,
    qtyOut: 0,
    closing: summary.closing,
  });
  const docs = await manager.get(`/material_parts/${part}/tracking?docType=goodsImport`);
  expect(
    docs.body.data.every(
      (row: { document: { type: string } }) => row.document.type === 'goodsImport',
    ),
  ).toBe(true);
  const stranger = await test_.as('warehouse-manager', { companyId: nth(world.companies, 1).id });
  expect((await stranger.get(`/material_parts/${part}/tracking`)).body.data).toEqual([]);
  expect((await manager.get(`/material_parts/${crypto.randomUUID()}/tracking`)).status).toBe(404);
});

test('a file that is no picture proves nothing as a photograph', async () => {
  const id = await received([{ partId: nth(world.plain, 0), quantity: 1 }]);
  const document = `/material-receives/${id}`;
  const refused = await attachPdf(staff, document, 'photo');
  expect([refused.status, refused.body.errors]).toMatchObject([
    422,
    [{ field: 'files[0]', code: 'FILE_NO_PHOTO', message: expect.stringMatching(/ /) }],
  ]);
  for (const kind of ['signedContract', 'other']) {
    expect((await attachPdf(staff, document, kind)).status).toBe(201);
  }
});

test('files are attached, shown and taken off; its PDF is named after the document', async () => {
  const id = await received([{ partId: nth(world.plain, 0), quantity: 1 }]);
  const attached = await attachPicture(staff, `/material-receives/${id}`);
  expect([attached.status, attached.body.data]).toMatchObject([
    201,
    [{ fileName: 'box.png', kind: 'photo' }],
  ]);
  const removed = await staff.delete(
    `/material-receives/${id}/attachments/${attached.body.data[0].id}`,
  );
  expect(removed.status).toBe(200);
  const after = await staff.get(`/material-receives/${id}`);
  expect(after.body.data.attachments).toEqual([]);
  expect(
    (await staff.get(`/material-receives/${id}/history`)).body.data.map(
      (entry: { action: string }) => entry.action,
    ),
  ).toEqual(['create', 'attach', 'detach']);
  const pdf = await staff.get(`/material-receives/${id}/document`);
  expect(pdf.raw.subarray(0, 5).toString()).toBe('%PDF-');
  expect(String(pdf.headers['content-disposition'])).toContain(`${after.body.data.documentNo}.pdf`);
});
