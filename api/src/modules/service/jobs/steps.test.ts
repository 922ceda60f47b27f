import { randomUUID } from 'node:crypto';
import { runNightly, tidy } from '../../../jobs/tasks.ts';
import type { Person } from '../../../testing/index.ts';
import { pictureForm } from '../../../testing/photo.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  acceptBody,
  begun,
  type Doc,
  done,
  makeWorld,
  PATH,
  scheduled,
  type World,
} from './testing/world.ts';

/** Steps that waited on a phone come once, however often and late they are sent (ADR 0140). */
let world: World;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});

const send = (
  by: Person,
  { id, version }: Doc,
  { key = randomUUID(), action = 'start', ...more }: Readonly<Record<string, string>> = {},
) => by.post(`${PATH}/${id}/${action}`, { version, ...more }, { key });

const timesOf = async ({ id }: Doc): Promise<readonly unknown[]> =>
  expectData(await world.admin.get(`${PATH}/${id}`)).times;

/** Twenty days, of which each night forgets the answers to repeated requests. */
async function waitDays(): Promise<void> {
  clock.advance(20 * 86_400_000);
  await tidy(world.test.app);
}

describe('a step', () => {
  it('is done once, by two at once', async () => {
    const doc = await scheduled(world);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => send(world.technician, doc, { key })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await timesOf(doc)).toHaveLength(1);
  });

  it('is done once, by two at once, when its answers are forgotten', async () => {
    const doc = await scheduled(world);
    const key = randomUUID();
    const first = expectData(await send(world.technician, doc, { key }));
    await waitDays();
    const answers = await Promise.all([
      send(world.technician, doc, { key }),
      send(world.technician, doc, { key }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ headers }) => headers['idempotent-replay'])).toEqual(['true', 'true']);
    expect(answers.map(({ body }) => body.data.version)).toEqual([first.version, first.version]);
    expect(await timesOf(doc)).toHaveLength(1);
  });

  it('is answered after days by the job as it is then', async () => {
    const doc = await scheduled(world);
    const key = randomUUID();
    const first = expectData(await send(world.technician, doc, { key }));
    await done(world.technician, first, { action: 'pause', pauseReason: 'other' });
    await waitDays();
    const late = expectData(await send(world.technician, doc, { key }));
    expect([late.status, late.version]).toEqual(['scheduled', first.version + 1]);
  });

  it('that was done is told as done to whom the job was taken from', async () => {
    const doc = await scheduled(world);
    const key = randomUUID();
    const first = expectData(await send(world.technician, doc, { key }));
    const paused = await done(world.technician, first, { action: 'pause', pauseReason: 'other' });
    await done(world.admin, paused, {
      action: 'manager-response',
      ...acceptBody(world, [world.otherTechnician.userId]),
    });
    await waitDays();
    const late = await send(world.technician, doc, { key });
    expect([late.status, late.body.code]).toEqual([409, 'STEP_DONE']);
  });

  it.each(['at once', 'after days'])('is refused to another person %s', async (when) => {
    const doc = await scheduled(world);
    const key = randomUUID();
    const first = expectData(await send(world.technician, doc, { key }));
    if (when === 'after days') await waitDays();
    const answer = await send(world.admin, first, { key });
    expect([answer.status, answer.body.code]).toEqual([409, 'STEP_OF_OTHER']);
    expect(await timesOf(doc)).toHaveLength(1);
  });

  it('is refused with another body, another action and for another job, after days', async () => {
    const doc = await scheduled(world);
    const other = await scheduled(world);
    const key = randomUUID();
    expectData(await send(world.technician, doc, { key }));
    await waitDays();
    const answers = [
      await send(world.technician, { ...doc, version: doc.version + 1 }, { key }),
      await send(world.technician, doc, { key, action: 'resume' }),
      await send(world.technician, other, { key }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 3 }, () => [409, 'IDEMPOTENCY_MISMATCH']),
    );
  });

  it('that was refused leaves its id free for the next attempt', async () => {
    const doc = await scheduled(world);
    const key = randomUUID();
    const stale = await send(world.technician, { ...doc, version: doc.version - 1 }, { key });
    expect([stale.status, stale.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    expectData(await send(world.technician, doc, { key }));
    expect(await timesOf(doc)).toHaveLength(1);
  });
});

describe('the moment of a step', () => {
  const HOUR = 3_600_000;
  const ago = (hours: number) => new Date(clock.now().getTime() - hours * HOUR).toISOString();

  it('is when it was done, however late it comes', async () => {
    const doc = await scheduled(world);
    clock.advance(8 * HOUR);
    const by = world.technician;
    const started = expectData(await send(by, doc, { doneAt: ago(6) }));
    const paused = expectData(
      await send(by, started, { action: 'pause', pauseReason: 'other', doneAt: ago(4) }),
    );
    expect(paused.times).toMatchObject([{ startedAt: ago(6), endedAt: ago(4) }]);
    expect([paused.startedAt, paused.workMinutes]).toEqual([ago(6), 120]);
  });

  it('is neither in the future nor before what was done last, whatever the phone’s clock says', async () => {
    const doc = await scheduled(world);
    clock.advance(8 * HOUR);
    const by = world.technician;
    const early = expectData(await send(by, doc, { doneAt: ago(24 * 365) }));
    expect(early.startedAt).toBe(ago(8));
    const back = { action: 'pause', pauseReason: 'other', doneAt: ago(20) };
    const paused = expectData(await send(by, early, back));
    expect(paused.times).toMatchObject([{ startedAt: ago(8), endedAt: ago(8) }]);
    const late = expectData(await send(by, paused, { action: 'resume', doneAt: ago(-24) }));
    expect(late.times[1].startedAt).toBe(ago(0));
  });
});

describe('a photograph in pieces', () => {
  const { content } = pictureForm({}, 'a picture of the door');
  const half = 40;
  const at = (by: Person, doc: Doc, uploadId = randomUUID()) => {
    const path = `${PATH}/${doc.id}/uploads`;
    return {
      uploadId,
      begin: (more = {}) =>
        by.post(path, { uploadId, fileName: 'Before.png', size: content.length, ...more }),
      piece: (startsAt: number, end = content.length) =>
        by.post(`${path}/${uploadId}/pieces`, {
          startsAt,
          content: content.subarray(startsAt, end).toString('base64'),
        }),
      attach: (key?: string) =>
        by.post(`${path}/${uploadId}/attach`, undefined, key === undefined ? {} : { key }),
    };
  };

  it('goes on where it broke, and is attached once', async () => {
    const doc = await begun(world);
    const { begin, piece, attach } = at(world.technician, doc);
    expect(expectData(await begin()).received).toBe(0);
    expect(expectData(await piece(0, half)).received).toBe(half);
    // Once more, and one that is too far on: neither changes anything.
    expect(expectData(await piece(0, half)).received).toBe(half);
    expect(expectData(await piece(half + 1)).received).toBe(half);
    const early = await attach();
    expect([early.status, early.body.code]).toEqual([409, 'UPLOAD_INCOMPLETE']);
    expect(expectData(await begin()).received).toBe(half);
    expectData(await piece(half));
    const key = randomUUID();
    const answers = await Promise.all([attach(key), attach(key), attach()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await waitDays();
    const { attachments } = expectData(await attach(key));
    expect(attachments).toMatchObject([
      {
        fileName: 'Before.png',
        kind: 'photo',
        size: content.length,
        by: { id: world.technician.userId },
      },
    ]);
  });

  it('belongs to whoever takes it, and to its job', async () => {
    const doc = await begun(world);
    const mine = at(world.technician, doc);
    expectData(await mine.begin());
    const theirs = at(world.admin, doc, mine.uploadId);
    const answers = [
      await theirs.begin(),
      await theirs.piece(0),
      await theirs.attach(),
      await at(world.technician, await begun(world), mine.uploadId).piece(0),
      await at(world.otherTechnician, doc).begin(),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  it('that is no picture, or larger than it was said to be, is refused', async () => {
    const doc = await begun(world);
    const by = world.technician;
    const text = at(by, doc);
    expectData(await text.begin({ size: 6 }));
    const body = { startsAt: 0, content: Buffer.from('a text').toString('base64') };
    expectData(await by.post(`${PATH}/${doc.id}/uploads/${text.uploadId}/pieces`, body));
    const wrong = await text.attach();
    expect([wrong.status, wrong.body.errors[0].code]).toEqual([422, 'PHOTO_TYPE']);
    const small = at(by, doc);
    expectData(await small.begin({ size: 10 }));
    const large = await small.piece(0);
    expect([large.status, large.body.errors[0].code]).toEqual([422, 'FILE_TOO_LARGE']);
    expect((await small.begin({ size: 11 })).body.code).toBe('IDEMPOTENCY_MISMATCH');
  });

  it('is forgotten where the rest has never come', async () => {
    const doc = await begun(world);
    const { begin, piece } = at(world.technician, doc);
    expectData(await begin());
    expectData(await piece(0, half));
    clock.advance(70 * 86_400_000);
    await runNightly(world.test.app);
    expect(expectData(await begin()).received).toBe(0);
  });
});
