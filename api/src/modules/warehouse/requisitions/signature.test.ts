import { renderTestPng } from '../../../documents/pdf/testPng.ts';
import { openPdfReader, squeezed } from '../../../testing/pdfReader.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  act,
  done,
  makeWorld,
  newPart,
  requisitionBody,
  stock,
  type World,
} from './testing/world.ts';

/** What a requisition is for, and who signed for the goods (domain-warehouse 1.12). */
let world: World;
const reader = openPdfReader();
withTestServer('2026-11-20T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});
afterAll(() => reader.close());

const SIGNATURE = `data:image/png;base64,${renderTestPng({ width: 480, height: 140 }).toString('base64')}`;
const broken = `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`;

const approved = async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 5 });
  const body = { ...requisitionBody(world, [[part, 2]]), refNo: 'JOB-0077' };
  const made = expectData(await world.technician.post('/material_dispatch', body));
  expect(made.refNo).toBe('JOB-0077');
  return done(world.chief, made, { action: 'approve' });
};

const pdf = async (id: string) => {
  const answer = await world.picker.get(`/material_dispatch/${id}/document`);
  expect(answer.status).toBe(200);
  return {
    text: squeezed((await reader.pages(answer.raw)).join(' ')),
    pictures: answer.raw.toString('latin1').split('/Subtype /Image').length - 1,
  };
};

it('is found by the number of the job, which a change may take away', async () => {
  const part = await newPart(world);
  const body = requisitionBody(world, [[part, 1]]);
  const made = expectData(
    await world.technician.post('/material_dispatch', { ...body, refNo: 'CON-2611-9' }),
  );
  const { body: found } = await world.technician.get('/material_dispatch?search=CON-2611-9');
  expect(found.data.map(({ id }: { id: string }) => id)).toEqual([made.id]);
  const changed = await world.technician.patch(`/material_dispatch/${made.id}`, {
    ...body,
    version: made.version,
  });
  expect(expectData(changed).refNo).toBeNull();
});

it('keeps the signature of the recipient and prints it', async () => {
  const doc = await approved();
  const before = await pdf(doc.id);
  expect(before.text).toContain('JOB-0077');
  const handed = await done(world.picker, doc, {
    action: 'confirm-dispatch',
    recipientName: 'Ekkachai',
    recipientSignature: SIGNATURE,
    pickAll: true,
  });
  expect(handed.recipientSignature).toBe(SIGNATURE);
  const after = await pdf(doc.id);
  expect(after.pictures).toBeGreaterThan(before.pictures);
});

it('takes nothing for a signature that is no picture, and hands nothing out', async () => {
  const doc = await approved();
  for (const recipientSignature of [broken, 'data:text/html;base64,AAAA', 'x']) {
    const answer = await act(world.picker, doc, {
      action: 'confirm-dispatch',
      recipientName: 'Ekkachai',
      recipientSignature,
      pickAll: true,
    });
    expect([answer.status, answer.body.errors]).toMatchObject([
      422,
      [{ field: 'recipientSignature', code: 'SIGNATURE' }],
    ]);
  }
  const { status } = expectData(await world.picker.get(`/material_dispatch/${doc.id}`));
  expect(status).toBe('approved');
});
