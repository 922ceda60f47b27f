import { attachPicture, type TestApp } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  accepted,
  awaiting,
  type Doc,
  makeWorld,
  modelBody,
  receiptOf,
  type World,
} from '../testing/world.ts';

/** The checklist and the photographs of each container of a receipt (domain-containers 1.2). */
let test_: TestApp;
let world: World;
withTestServer('2026-11-20T03:00:00Z', async (test) => {
  test_ = test;
  world = await makeWorld(test_);
  const model = expectData(await world.admin.get(`/product_models/${world.modelId}`));
  expectData(
    await world.chief.patch(`/product_models/${world.modelId}`, {
      ...modelBody(world.typeId, world.prefix),
      version: model.version,
      isActive: true,
      checklist: [
        { name: 'Cooling', nameTh: 'ความเย็น', unit: '°C', minValue: '2', maxValue: '6.5' },
        { name: 'Door', nameTh: 'ประตู' },
      ],
    }),
  );
});

const faultsOf = ({
  body,
}: {
  readonly body: { readonly errors?: readonly { field: string; code: string }[] };
}) => (body.errors ?? []).map(({ field, code }) => [field, code]);

const COLD = { lineNo: 1, result: 'pass', measured: '4.5' };
const SHUT = { lineNo: 2, result: 'pass' };

async function pending() {
  const receipt = await receiptOf(world, (await awaiting(world)) as Doc);
  const path = `/warehouse-receives/${receipt.id}`;
  const line = (more: object) => ({ ...accepted(receipt.items[0]), ...more });
  return { receipt, path, line };
}
const require_ = (value: boolean, effectiveFrom: string) =>
  world.admin.post(`/settings/${world.companyId}/receipt.checksRequired`, { value, effectiveFrom });

it('begins with the checklist of the model, and keeps what was found and photographed', async () => {
  const { receipt, path, line } = await pending();
  expect(receipt.needsChecks).toBe(false);
  expect(receipt.items[0]).toMatchObject({
    checklist: [
      { lineNo: 1, name: 'Cooling', unit: '°C', minValue: '2', maxValue: '6.5', result: null },
      { lineNo: 2, name: 'Door', nameTh: 'ประตู', unit: null, result: null, note: null },
    ],
    photoIds: [],
  });
  const [photo] = expectData(await attachPicture(world.receiverChief, path));
  const kept = expectData(
    await world.receiverChief.patch(path, {
      version: receipt.version,
      lines: [
        line({
          checklist: [COLD, { lineNo: 2, result: 'fail', note: 'Bent' }],
          photoIds: [photo.id],
        }),
      ],
    }),
  );
  const found = {
    checklist: [
      { result: 'pass', measured: '4.5', note: null },
      { result: 'fail', measured: null, note: 'Bent' },
    ],
    photoIds: [photo.id],
  };
  expect(kept.items[0]).toMatchObject(found);
  // Fields that are not sent stay as they were kept. The person who counted does not approve.
  const second = await test_.as('warehouse-manager');
  const done = expectData(
    await second.post(`${path}/approve`, { version: kept.version, lines: [line({})] }),
  );
  expect(done).toMatchObject({ status: 'approved', items: [found] });
  const pdf = await world.chief.get(`${path}/pdf`);
  expect(pdf.status).toBe(200);
});

it('refuses what does not fit the list, and photographs of another receipt', async () => {
  const { receipt, path, line } = await pending();
  const other = await pending();
  const [strange] = expectData(await attachPicture(world.receiverChief, other.path));
  const keep = async (more: object) =>
    faultsOf(
      await world.receiverChief.patch(path, { version: receipt.version, lines: [line(more)] }),
    );
  expect(await keep({ checklist: [{ lineNo: 3, result: 'pass' }] })).toEqual([
    ['lines[0].checklist[0].lineNo', 'UNKNOWN_ID'],
  ]);
  expect(await keep({ checklist: [SHUT, SHUT] })).toEqual([
    ['lines[0].checklist[1].lineNo', 'REPEATED'],
  ]);
  expect(await keep({ checklist: [{ ...COLD, measured: '9' }] })).toEqual([
    ['lines[0].checklist[0].result', 'OUTSIDE_LIMITS'],
  ]);
  expect(await keep({ checklist: [{ ...SHUT, measured: '9' }] })).toEqual([
    ['lines[0].checklist[0].measured', 'NOT_MEASURED'],
  ]);
  expect(await keep({ photoIds: [strange.id] })).toEqual([['lines[0].photoIds', 'UNKNOWN_ID']]);
});

it('accepts a container without them, unless the company asks for them', async () => {
  const { receipt, path, line } = await pending();
  expectData(await require_(true, '2026-11-20'));
  expect(expectData(await world.receiverChief.get(path)).needsChecks).toBe(true);
  const approve = (more: object) =>
    world.receiverChief.post(`${path}/approve`, { version: receipt.version, lines: [line(more)] });
  const codes = async (more: object) => faultsOf(await approve(more));
  expect(await codes({})).toEqual([['lines[0].checklist', 'CHECKS_OPEN']]);
  // A reading is asked for where something passes by it.
  expect(await codes({ checklist: [{ ...COLD, measured: null }, SHUT] })).toEqual([
    ['lines[0].checklist', 'CHECKS_OPEN'],
  ]);
  expect(await codes({ checklist: [COLD, SHUT] })).toEqual([
    ['lines[0].photoIds', 'CONTAINER_PHOTO_REQUIRED'],
  ]);
  const [photo] = expectData(await attachPicture(world.receiverChief, path));
  const done = expectData(await approve({ checklist: [COLD, SHUT], photoIds: [photo.id] }));
  expect(done.status).toBe('approved');

  // A refused container needs neither.
  const refused = await pending();
  expectData(
    await world.receiverChief.post(`${refused.path}/approve`, {
      version: refused.receipt.version,
      lines: [
        { itemId: refused.receipt.items[0].id, lineStatus: 'rejected', rejectReason: 'Dented' },
      ],
    }),
  );
});

it('does not count a photograph that was removed since it was named', async () => {
  const { receipt, path, line } = await pending();
  const [photo] = expectData(await attachPicture(world.receiverChief, path));
  const kept = expectData(
    await world.receiverChief.patch(path, {
      version: receipt.version,
      lines: [line({ checklist: [COLD, SHUT], photoIds: [photo.id] })],
    }),
  );
  expectData(await world.receiverChief.delete(`${path}/attachments/${photo.id}`));
  const second = await test_.as('warehouse-manager');
  const { version } = expectData(await world.admin.get(path));
  const refused = await second.post(`${path}/approve`, { version, lines: [line({})] });
  expect(kept.items[0].photoIds).toEqual([photo.id]);
  expect(faultsOf(refused)).toEqual([['lines[0].photoIds', 'CONTAINER_PHOTO_REQUIRED']]);
});
