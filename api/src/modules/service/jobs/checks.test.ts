import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  begun,
  type Doc,
  done,
  giveChecks,
  makeWorld,
  PATH,
  photograph,
  summary,
  type World,
} from './testing/world.ts';

/** Checklists of jobs (domain-containers 2.10). */
let world: World;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});

const faultsOf = (answer: { body: { errors: { field: string; code: string }[] } }) =>
  answer.body.errors.map(({ field, code }) => [field, code]);
const started = async () => {
  const doc = await begun(world);
  return { doc, ids: await giveChecks(world, doc, ['Door closes', 'Cools', 'Lamp']) };
};
const answer = (doc: Doc, checks: readonly object[], by = world.technician) =>
  by.post(`${PATH}/${doc.id}/answer-checks`, { version: doc.version, checks });
const seen = async ({ id }: Doc) => expectData(await world.technician.get(`${PATH}/${id}`));

it('keeps work from being reported as done while an item is not answered', async () => {
  const { doc, ids } = await started();
  expectData(await photograph(world.technician, doc.id));
  const early = await world.technician.post(`${PATH}/${doc.id}/technician-summary`, {
    version: doc.version,
    ...summary(),
  });
  expect([early.status, faultsOf(early)]).toEqual([422, [['result', 'CHECKS_OPEN']]]);
  const answered = expectData(
    await answer(
      doc,
      ids.map((id) => ({ id, answer: 'ok' })),
    ),
  ) as unknown as Doc;
  await done(world.technician, answered, { action: 'technician-summary', ...summary() });
});

it('reports a repair of a failed item, once', async () => {
  const { doc, ids } = await started();
  const failed = { id: ids[1], answer: 'failed', note: '14 °C', repair: true };
  const after = expectData(await answer(doc, [{ id: ids[0], answer: 'ok' }, failed]));
  expect(after.checklist).toMatchObject([
    { answer: 'ok', repair: null },
    { answer: 'failed', note: '14 °C', repair: { documentNo: expect.any(String) } },
    { answer: null, repair: null },
  ]);
  const repairId = after.checklist[1].repair.id;
  expect(expectData(await world.technician.get(`${PATH}/${repairId}`))).toMatchObject({
    kind: 'repair',
    channel: 'inspection',
    symptom: 'Cools: 14 °C',
    product: { id: world.productId },
  });
  const again = expectData(await answer(after, [{ ...failed, note: '15 °C' }]));
  expect(again.checklist[1].repair.id).toBe(repairId);
  const undone = await answer(again, [{ id: ids[1], answer: 'ok' }]);
  expect([undone.status, faultsOf(undone)]).toEqual([
    422,
    [['checks[0].answer', 'REPAIR_REPORTED']],
  ]);
});

it('names what is wrong, and is the technician’s own', async () => {
  const { doc, ids } = await started();
  const [id] = ids;
  for (const [check, ...fault] of [
    [{ id, answer: 'fine' }, 'checks[0].answer', 'ONE_OF'],
    [{ id, answer: 'failed' }, 'checks[0].note', 'REQUIRED'],
    [{ id, answer: 'ok', repair: true }, 'checks[0].repair', 'NOT_FAILED'],
    [{ id: doc.id, answer: 'ok' }, 'checks[0].id', 'UNKNOWN_ID'],
  ] as const) {
    const refused = await answer(doc, [check]);
    expect([refused.status, faultsOf(refused)]).toEqual([422, [fault]]);
  }
  const twice = await answer(doc, [
    { id, answer: 'ok' },
    { id, answer: 'ok' },
  ]);
  expect(faultsOf(twice)).toEqual([['checks[1].id', 'REPEATED']]);
  const other = await answer(doc, [{ id, answer: 'ok' }], world.otherTechnician);
  expect(other.status).toBe(404);
  expect((await seen(doc)).checklist).toMatchObject([{ answer: null }, {}, {}]);
  const bare = await begun(world);
  const guarded = await answer(bare, [{ id, answer: 'ok' }]);
  expect([guarded.status, guarded.body.code]).toEqual([409, 'GUARD']);
});

it('asks anew after a reopening, and gives the answers back with it', async () => {
  const { doc, ids } = await started();
  expectData(await photograph(world.technician, doc.id));
  const answered = expectData(
    await answer(
      doc,
      ids.map((id) => ({ id, answer: 'ok' })),
    ),
  ) as unknown as Doc;
  const solved = await done(world.technician, answered, {
    action: 'technician-summary',
    ...summary(),
  });
  const accepted = await done(world.admin, solved, { action: 'complete' });
  const again = await done(world.admin, accepted, { action: 'reopen', reason: 'Fails again' });
  const { checklist, periods } = await seen(again);
  expect(checklist).toMatchObject([
    { name: 'Door closes', answer: null },
    { name: 'Cools', answer: null },
    { name: 'Lamp', answer: null },
  ]);
  expect(periods).toMatchObject([{ checklist: ids.map((id) => ({ id, answer: 'ok' })) }]);
  const cancelled = await done(world.secondAdmin, again, { action: 'cancel', reason: 'A mistake' });
  expect(await seen(cancelled)).toMatchObject({
    status: 'completed',
    checklist: ids.map((id) => ({ id, answer: 'ok' })),
    periods: [],
  });
});
