import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../kernel/index.ts';
import { postMoves, verifyStock } from '../ledger/index.ts';
import { inTransaction } from '../ledger/testing/run.ts';
import type { Person, TestApp } from '../testing/index.ts';
import { dayFrom, expectData, makeWorld, type World } from '../workflow/testing/world.ts';
import { listen, runBench } from './benchServer.ts';
import { figuresOf, type LoadCall, load } from './load.ts';
import { asked, Report } from './report.ts';

/**
 * Documents of 5 lines posted per second over HTTP, of five document types, by 32 clients at once
 * (at least 250). Each is the real call with everything it does: rights, scope,
 * idempotency, moves, gap-free number, history, activity, notices, commit on disk. What comes before
 * (orders, approvals, counts) is made before the clock runs. So are half as many documents, since
 * each connection plans a statement for its first five calls; between them the database looks at its
 * tables once more, as it does by itself within a minute: what was planned while a table was empty
 * reads all of it.
 *
 *   npm run bench -- documents                  BENCH_DOCUMENTS=300 of each type
 */
const sizes = () => ({ ofEach: asked('DOCUMENTS', 300) });
const WARM_UP = 0.5;
const CLIENTS = 32;
const LINES = 5;
const PARTS = 500;
const HOT = 10;
/** So many documents have their lines of the hot parts alone. */
const HOT_SHARE = 0.25;
const GOAL = 250;
/** As many people at once make what comes before. */
const MAKERS = 12;

interface Yard {
  readonly world: World;
  readonly parts: readonly string[];
  /** The bin of the first warehouse. */
  readonly bin: string;
}

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

function fiveOf({ parts }: Yard): string[] {
  const from = Math.random() < HOT_SHARE ? parts.slice(0, HOT) : parts;
  const chosen = new Set<string>();
  while (chosen.size < LINES) chosen.add(any(from));
  return [...chosen];
}

async function makeYard(test: TestApp): Promise<Yard> {
  const world = await makeWorld(test);
  const { pg } = test.app;
  const { rows: parts } = await pg.query<{ id: string }>(
    `insert into material_parts (id, part_no, name, category_id, unit_id, barcode, tracking_type, created_at, updated_at)
     select new_id(), 'B' || n, 'Part ' || n, p.category_id, p.unit_id, 'B' || n, 'none', now(), now()
     from generate_series(1, ${PARTS}) n, material_parts p where p.id = $1 returning id`,
    [world.part],
  );
  const { rows: bins } = await pg.query<{ id: string }>(
    'select id from bins where warehouse_id = $1',
    [world.warehouseId],
  );
  const bin = bins[0]?.id ?? '';
  await inTransaction(test.runtime.pool, (pg) =>
    postMoves(pg, {
      docType: 'opening',
      docId: newId(),
      action: 'open',
      now: new Date(),
      postedBy: null,
      moves: parts.map(({ id }) => ({
        itemId: id,
        quantity: 1_000_000,
        from: world.places.OPENING,
        to: bin,
        unitCost: '10',
      })),
    }),
  );
  await pg.query('analyze');
  return { world, parts: parts.map(({ id }) => id), bin };
}

const call = (person: Person, path: string, body: object): LoadCall => ({
  token: person.token,
  path: `/api/v1${path}`,
  body,
});

/** An order that was approved: its receipt is what posts. */
async function toReceive(yard: Yard): Promise<LoadCall> {
  const { world } = yard;
  const made = expectData(
    await world.officer.post('/purchase_orders', {
      supplierId: world.supplier,
      warehouseId: world.warehouseId,
      paymentType: 'cash',
      vatMode: 'exclusive',
      items: fiveOf(yard).map((partId) => ({
        partId,
        quantity: 3,
        unitId: world.pcs,
        unitPrice: '12.3456',
        isService: false,
      })),
    }),
  );
  const order = expectData(
    await world.manager.post(`/purchase_orders/${made.id}/approval`, {
      version: made.version,
      decision: 'approve',
    }),
  );
  return call(world.receiver, '/purchase_order_acceptances', {
    orderId: order.id,
    receivedDate: dayFrom(world, 0),
    taxInvoiceNo: `TI-${order.documentNo}`,
    taxInvoiceDate: dayFrom(world, 0),
    post: true,
    items: order.items.map(({ id }: { id: string }) => ({
      orderItemId: id,
      acceptedQty: 3,
      rejectedQty: 0,
    })),
  });
}

/** Goods that were received, and counted by another: putting them away is what posts. */
async function toPutAway(yard: Yard): Promise<LoadCall> {
  const { world, bin } = yard;
  const { body } = await toReceive(yard);
  const receipt = expectData(await world.receiver.post('/purchase_order_acceptances', body));
  const path = `/material-receives/${receipt.goodsImport.id}`;
  const announced = expectData(await world.receiver.get(path));
  const counted = expectData(
    await world.asker.patch(path, {
      version: announced.version,
      items: announced.items.map((item: { id: string; expectedQty: number }) => ({
        id: item.id,
        binId: bin,
        receivedQty: item.expectedQty,
        damagedQty: 0,
        missingQty: 0,
      })),
    }),
  );
  return call(world.keeper, `${path}/approve`, { version: counted.version });
}

/** A document that was asked for and approved by another person. */
async function approved(world: World, family: string, body: object) {
  const made = expectData(await world.asker.post(family, body));
  return expectData(
    await world.keeper.post(`${family}/${made.id}/approve`, { version: made.version }),
  );
}

async function toDispatch(yard: Yard): Promise<LoadCall> {
  const { world } = yard;
  const { id, version } = await approved(world, '/material_dispatch', {
    purpose: 'internal',
    warehouseId: world.warehouseId,
    neededBy: dayFrom(world, 3),
    items: fiveOf(yard).map((partId) => ({ partId, requestedQty: 2 })),
  });
  const body = { version, recipientName: 'ช่าง', pickAll: true };
  return call(world.receiver, `/material_dispatch/${id}/confirm-dispatch`, body);
}

async function toShip(yard: Yard): Promise<LoadCall> {
  const { world } = yard;
  const { id, version } = await approved(world, '/material_tranfers', {
    fromWarehouseId: world.warehouseId,
    toWarehouseId: world.otherWarehouseId,
    expectedDate: dayFrom(world, 3),
    items: fiveOf(yard).map((partId) => ({ partId, quantity: 2 })),
  });
  return call(world.receiver, `/material_tranfers/${id}/ship`, { version });
}

/** Four parts put together into a fifth. */
async function toTransform(yard: Yard): Promise<LoadCall> {
  const { world, bin } = yard;
  const [made, ...used] = fiveOf(yard);
  const { id, version, outputs } = await approved(world, '/material_transform', {
    type: 'assemble',
    warehouseId: world.warehouseId,
    laborCost: '0.00',
    inputs: used.map((partId) => ({
      partId,
      binId: bin,
      condition: 'new',
      quantity: 1,
      serials: [],
    })),
    outputs: [
      {
        partId: made,
        quantity: 1,
        condition: 'new',
        binId: bin,
        disposition: 'stock',
        costShare: '100.00',
      },
    ],
  });
  type Output = Readonly<Record<string, unknown>> & { part: { id: string }; bin: { id: string } };
  return call(world.keeper, `/material_transform/${id}/confirm`, {
    version,
    outputs: outputs.map((output: Output) => ({
      id: output.id,
      partId: output.part.id,
      quantity: output.quantity,
      condition: output.condition,
      disposition: output.disposition,
      costShare: output.costShare,
      binId: output.bin.id,
    })),
  });
}

const KINDS = {
  receipt: toReceive,
  goodsImport: toPutAway,
  dispatch: toDispatch,
  transfer: toShip,
  transform: toTransform,
};

/** Makes what comes before, in the order in which it is then posted: all types mixed. */
async function prepare(yard: Yard, ofEach: number): Promise<LoadCall[]> {
  const kinds = Object.values(KINDS);
  const calls: LoadCall[] = [];
  const wanted = Math.ceil(kinds.length * ofEach * (1 + WARM_UP));
  let begun = 0;
  await Promise.all(
    Array.from({ length: MAKERS }, async () => {
      while (begun < wanted) {
        begun += 1;
        calls.push(await (kinds[begun % kinds.length] as (typeof kinds)[number])(yard));
      }
    }),
  );
  return calls;
}

export async function measure(test: TestApp, report: Report, { ofEach } = sizes()): Promise<void> {
  const yard = await makeYard(test);
  const calls = await prepare(yard, ofEach);
  await test.app.pg.query('analyze');
  const port = await listen(test);
  // What the documents before have queued is done by then.
  await sleep(1000);
  const warm = calls.splice(0, calls.length - Object.keys(KINDS).length * ofEach);
  const unplanned = warm.splice(0, warm.length / 2);
  await load({ port, calls: unplanned, connections: CLIENTS, rate: 0 });
  await test.app.pg.query('analyze');
  await load({ port, calls: warm, connections: CLIENTS, rate: 0 });
  const found = await load({ port, calls, connections: CLIENTS, rate: 0 });
  report.sayLoad(
    `${found.requests} of ${LINES} lines, ${Object.keys(KINDS).join(', ')}, ` +
      `by ${CLIENTS} clients over HTTP: ${figuresOf(found)} (goal ${GOAL})`,
    found,
  );
  report.goal(found.requests / found.seconds >= GOAL, 'documents a second');
  const checked = await verifyStock(test.app.pg);
  report.say(`invariants over ${checked.moves} moves: ${checked.ok ? 'hold' : 'BROKEN'}`);
  if (!checked.ok) report.fault(JSON.stringify(checked.drift.slice(0, 5)));
}

if (import.meta.main) await runBench(new Report('documents'), measure);
