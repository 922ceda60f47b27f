import { renderTestPng } from '../../../documents/pdf/testPng.ts';
import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { inForce } from '../../sales/contracts/testing/world.ts';
import { type Dispatch, makeDispatch, seen } from './testing/dispatch.ts';
import {
  acceptBody,
  completed,
  done,
  jobBody,
  PATH,
  report,
  reportBody,
  resolved,
} from './testing/world.ts';

const SIGNATURE = `data:image/png;base64,${renderTestPng({ width: 480, height: 140 }).toString('base64')}`;

/** Readers of a job's customer, reporter and estimate (domain-containers 2.10). */
let world: Dispatch['world'];
let sales: Dispatch['sales'];
let dispatcher: Person;
/** Follows containers, and sees no contracts. */
let keeper: Person;
withTestServer('2026-11-20T03:00:00Z', async (test) => {
  ({ world, sales, dispatcher } = await makeDispatch(test));
  keeper = await test.as('warehouse-staff');
});

it('tells nobody of its reporter by its history', async () => {
  const doc = await report(world);
  const body = reportBody({
    symptom: 'Does not cool',
    reportedByName: 'Wanida',
    reportedByPhone: '0898765432',
    remark: 'Her brother is at 0891112222',
  });
  const changed = expectData(
    await dispatcher.patch(`${PATH}/${doc.id}`, { version: doc.version, ...body }),
  );
  await done(dispatcher, changed, {
    action: 'manager-response',
    ...acceptBody(world, [world.technician.userId]),
    note: 'Ring her at 0898765432',
  });
  for (const by of [keeper, world.admin]) {
    const told = JSON.stringify((await seen(by, doc.id)).history);
    expect(told).toContain('Does not cool');
    for (const word of ['Malee', 'Wanida', '0812345678', '0898765432', '0891112222']) {
      expect(told).not.toContain(word);
    }
  }
  const { rows } = await sales.test.app.pg.query<{ log: string }>(
    `select string_agg(concat(before, after), ' ') as log from activity_logs where subject_id = $1`,
    [doc.id],
  );
  expect(rows[0]?.log).not.toMatch(/0812345678|0898765432|0891112222/);
});

it('is not found by the telephone of its reporter', async () => {
  const doc = await report(world, { reportedByPhone: '0855512345' });
  const found = async (term: string) =>
    (await world.admin.get(`${PATH}?search=${term}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await found('0855512345')).not.toContain(doc.id);
  expectData(
    await world.admin.patch(`${PATH}/${doc.id}`, {
      version: doc.version,
      ...reportBody({ reportedByPhone: '0855512345' }),
    }),
  );
  expect(await found('0855512345')).not.toContain(doc.id);
  expect(await found(doc.documentNo)).toContain(doc.id);
});

describe('the customer', () => {
  const atCustomer = async () => {
    const { product } = await inForce(sales);
    return resolved(world, { productId: product?.id });
  };

  it('is told to the people of the job, and to nobody who follows containers', async () => {
    const doc = await atCustomer();
    for (const by of [dispatcher, world.technician, world.admin]) {
      expect((await seen(by, doc.id)).customer).toMatchObject({ id: sales.customerId });
    }
    expect(await seen(keeper, doc.id)).toMatchObject({
      customer: null,
      contract: { documentNo: null },
      warranty: { documentNo: null },
    });
    const { body } = await keeper.get(`${PATH}?search=${doc.documentNo}`);
    expect(body.data).toMatchObject([{ id: doc.id, customer: null }]);
  });

  it('is not told by the name and signature of whoever signed', async () => {
    const doc = await atCustomer();
    const signed = await done(world.admin, doc, {
      action: 'complete',
      signedBy: 'Malee of Siam Snack',
      signature: SIGNATURE,
    });
    const told = { signedBy: 'Malee of Siam Snack', signature: expect.any(String) };
    expect(await seen(world.technician, doc.id)).toMatchObject(told);
    expect(await seen(keeper, doc.id)).toMatchObject({ signedBy: null, signature: null });
    await done(dispatcher, signed, { action: 'reopen', reason: 'Fails again' });
    expect((await seen(world.technician, doc.id)).periods).toMatchObject([
      { signedBy: 'Malee of Siam Snack' },
    ]);
    expect((await seen(keeper, doc.id)).periods).toMatchObject([{ signedBy: null }]);
  });

  it('finds jobs for those alone who are told of it', async () => {
    const doc = await atCustomer();
    const { product } = await inForce(sales);
    const ofSeller = expectData(await world.seller.post(PATH, jobBody(product?.id ?? '')));
    const found = async (by: Person) =>
      (await by.get(`${PATH}?customerId=${sales.customerId}&limit=100`)).body.data.map(
        ({ id }: { id: string }) => id,
      );
    expect(await found(world.admin)).toEqual(expect.arrayContaining([doc.id, ofSeller.id]));
    expect(await found(dispatcher)).toEqual(expect.arrayContaining([doc.id, ofSeller.id]));
    expect(await found(world.technician)).toContain(doc.id);
    expect(await found(world.seller)).toEqual([]);
    expect(await found(keeper)).toEqual([]);
  });
});

it('tells the estimate and the dispatcher’s note to those who work with them', async () => {
  const { product } = await inForce(sales);
  const doc = expectData(await world.seller.post(PATH, jobBody(product?.id ?? '')));
  await done(dispatcher, doc, {
    action: 'manager-response',
    ...acceptBody(world, [world.technician.userId]),
    note: 'Take the long ladder',
    estimateLabour: '1500.00',
    estimateParts: '250.00',
  });
  const read = async (by: Person) => {
    const { responseNote, estimateLabour, estimateParts } = await seen(by, doc.id);
    return [responseNote, estimateLabour, estimateParts];
  };
  const note = 'Take the long ladder';
  expect(await read(dispatcher)).toEqual([note, '1500.00', '250.00']);
  expect(await read(world.technician)).toEqual([note, null, null]);
  expect(await read(world.seller)).toEqual([null, null, null]);
  expect(JSON.stringify(await seen(world.seller, doc.id))).not.toContain('ladder');
});

it('is still read whole by its dispatcher once it is over', async () => {
  const doc = await completed(world);
  expect((await seen(dispatcher, doc.id)).reportedByPhone).toBe('0812345678');
});
