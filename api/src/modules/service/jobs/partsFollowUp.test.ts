import { runNightly } from '../../../jobs/tasks.ts';
import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { newPart, stock } from '../../containers/testing/world.ts';
import {
  acceptBody,
  act,
  ask,
  begun,
  type Doc,
  done,
  issue,
  makeWorld,
  PATH,
  partLine,
  report,
  scheduled,
  summary,
  type World,
} from './testing/world.ts';

/** Parts of jobs that are given up, wait long or come from elsewhere (domain-containers 2.10). */
const DAY = 86_400_000;
const HOUR = 3_600_000;
let world: World;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});

type Faults = { body: { errors: { field: string; code: string }[] } };
const faultsOf = (answer: Faults) => answer.body.errors.map(({ field, code }) => [field, code]);
const seen = async (id: string) => expectData(await world.admin.get(`${PATH}/${id}`));
const titlesOf = async (by: Person): Promise<string[]> =>
  expectData(await by.get('/notifications?limit=50')).map(({ title }: { title: string }) => title);
const line = (partId: string, quantity: number, more = {}) =>
  partLine(world, { partId, quantity, ...more });
const requisitionOf = async (doc: Doc, at = 0) => {
  const { parts } = await seen(doc.id);
  return expectData(await world.chief.get(`/material_dispatch/${parts[at].requisition.id}`));
};
const decide = async (
  doc: Doc,
  action: string,
  { at = 0, ...body }: { readonly at?: number; readonly [field: string]: unknown },
) => {
  const { id, version } = await requisitionOf(doc, at);
  return expectData(
    await world.chief.post(`/material_dispatch/${id}/${action}`, { version, ...body }),
  );
};
/** A job that waits for a part of which there is none. */
const waiting = async () => {
  const doc = await ask(world, await scheduled(world), line(await newPart(world), 1));
  expect(doc.status).toBe('waitingParts');
  return doc;
};

describe('a job whose requisition is given up', () => {
  it('goes on once it is cancelled, and its technician is told', async () => {
    const doc = await waiting();
    const { documentNo } = await decide(doc, 'cancel-all', { reason: 'Out of production' });
    const after = await seen(doc.id);
    expect(after.status).toBe('scheduled');
    expect(after.history.map(({ action }: { action: string }) => action)).toContain(
      'parts-given-up',
    );
    expect(await titlesOf(world.technician)).toContain(
      `Parts of job ${doc.documentNo} were given up with ${documentNo}`,
    );
    expect((await done(world.technician, after, { action: 'start' })).status).toBe('inProgress');
  });

  it('leaves nothing to be bought for that requisition, and goes on buying for another', async () => {
    const requestsOf = async ({ id }: Doc) => {
      const { rows } = await world.test.app.pg.query<{ status: string }>(
        'select status from purchase_requests where job_id = $1 order by created_at, id',
        [id],
      );
      return rows.map(({ status }) => status);
    };
    const [partId, other] = [await newPart(world), await newPart(world)];
    const first = await ask(world, await scheduled(world), line(partId, 1));
    const doc = await ask(world, first, line(other, 2));
    expect(await requestsOf(doc)).toEqual(['pending', 'pending']);
    const { items } = await requisitionOf(doc, 1);
    const some = { id: items[0].id, quantity: 1, reason: 'One will do' };
    await decide(doc, 'cancel-items', { at: 1, items: [some] });
    expect(await requestsOf(doc)).toEqual(['pending', 'pending']);
    await decide(doc, 'cancel-items', { at: 1, items: [{ ...some, reason: 'None will' }] });
    expect(await requestsOf(doc)).toEqual(['pending', 'cancelled']);
    await decide(doc, 'cancel-all', { reason: 'Out of production' });
    expect(await requestsOf(doc)).toEqual(['cancelled', 'cancelled']);
  });

  it('goes on once its lines are cancelled', async () => {
    const doc = await waiting();
    const { items } = await requisitionOf(doc);
    await decide(doc, 'cancel-items', { items: [{ id: items[0].id, reason: 'Not to be had' }] });
    expect((await seen(doc.id)).status).toBe('scheduled');
  });

  it('goes on once it is rejected after its hold has ended', async () => {
    const doc = await waiting();
    clock.advance(40 * DAY);
    await runNightly(world.test.app);
    expect((await requisitionOf(doc)).status).toBe('pending');
    await decide(doc, 'reject', { reason: 'Nobody makes it any more' });
    expect((await seen(doc.id)).status).toBe('scheduled');
  });

  it('goes on waiting for another requisition', async () => {
    const [partId, other] = [await newPart(world), await newPart(world)];
    const doc = await ask(
      world,
      await scheduled(world),
      line(partId, 1),
      line(other, 1, { warehouseId: world.otherWarehouseId }),
    );
    await decide(doc, 'cancel-all', { reason: 'Out of production', at: 1 });
    expect((await seen(doc.id)).status).toBe('waitingParts');
    await decide(doc, 'cancel-all', { reason: 'Out of production' });
    expect((await seen(doc.id)).status).toBe('scheduled');
  });
});

it('holds parts until days after the appointment, and tells when they are held no longer', async () => {
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 2 });
  const start = new Date(clock.now().getTime() + 40 * DAY);
  const sent = await done(world.admin, await report(world), {
    action: 'manager-response',
    ...acceptBody(world, [world.technician.userId]),
    appointmentStart: start.toISOString(),
    appointmentEnd: new Date(start.getTime() + HOUR).toISOString(),
  });
  const doc = await ask(world, sent, line(partId, 2));
  const night = async () => {
    await runNightly(world.test.app);
    return requisitionOf(doc);
  };
  clock.advance(50 * DAY);
  expect((await night()).status).toBe('approved');
  clock.advance(10 * DAY);
  const { status, documentNo } = await night();
  expect(status).toBe('pending');
  expect(await titlesOf(world.technician)).toContain(
    `Parts of job ${doc.documentNo} are no longer held for ${documentNo}`,
  );
});

it('takes nothing out of the van of somebody else without its warehouse', async () => {
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 2, bin: world.vanBin });
  await world.test.app.pg.query(
    'insert into user_warehouses (user_id, warehouse_id) select $1, unnest($2::uuid[])',
    [world.otherTechnician.userId, [world.van, world.warehouseId]],
  );
  const doc = await ask(world, await begun(world), line(partId, 2, { warehouseId: world.van }));
  expect(await seen(doc.id)).toMatchObject({
    status: 'inProgress',
    parts: [{ issuedQty: 0, reservedQty: 2, requisition: { status: 'approved' } }],
  });
});

it('asks for parts whose usual supplier is out of use, and suggests nobody', async () => {
  const partId = await newPart(world);
  await world.test.app.pg.query(
    'update material_parts set preferred_supplier_id = $2 where id = $1',
    [partId, world.supplier],
  );
  await world.test.app.pg.query('update suppliers set is_active = false where id = $1', [
    world.supplier,
  ]);
  const doc = await ask(world, await scheduled(world), line(partId, 1));
  const { related } = await seen(doc.id);
  const { id } = related.find(({ type }: { type: string }) => type === 'purchaseRequest');
  expect(expectData(await world.admin.get(`/purchase_requests/${id}`)).items).toMatchObject([
    { suggestedSupplier: null },
  ]);
});

it('uses and gives back whole parts alone of what is only counted whole', async () => {
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 2 });
  const doc = await issue(world, await ask(world, await begun(world), line(partId, 2)));
  const part = { id: doc.parts[0].id, quantity: 0.5 };
  const used = await act(world.technician, doc, {
    action: 'technician-summary',
    ...summary('notFixed', { used: [part] }),
  });
  expect(faultsOf(used)).toEqual([['used[0].quantity', 'WHOLE']]);
  const back = await act(world.technician, doc, {
    action: 'return-parts',
    items: [{ ...part, condition: 'new' }],
  });
  expect(faultsOf(back)).toEqual([['items[0].quantity', 'WHOLE']]);
});
