import {
  attachPicture,
  createTestApp,
  manualClock,
  setSetting,
  type TestApp,
} from '../../../testing/index.ts';
import { openPdfReader } from '../../../testing/pdfReader.ts';
import { expectData, makeWorld, type World } from '../../../workflow/testing/world.ts';
import { closing, onRound, openRound, quote, seeQuotation, seeRound } from './testing/world.ts';

/** What a sealed round keeps to itself besides prices, and when it may close (domain-warehouse 2.3). */
const clock = manualClock(new Date('2026-12-02T03:00:00Z'));
let test_: TestApp;
let world: World;
beforeAll(async () => {
  test_ = await createTestApp({ clock });
  world = await makeWorld(test_);
});
afterAll(() => test_?.close());

const HOUR = 3_600_000;
const inHours = (hours: number): string =>
  new Date(clock.now().getTime() + hours * HOUR).toISOString();

describe('files of a sealed quotation', () => {
  it('are named to nobody to whom the quotation is sealed', async () => {
    const round = await openRound(world);
    const made = await quote(world, round, { by: world.manager });
    const path = `/suppliers/${world.supplier}/quotations/${made.id}`;
    const files = `/suppliers/quotations/${made.id}`;
    const mine = await attachPicture(world.manager, files);
    expect([mine.status, mine.body.data.length]).toEqual([201, 1]);
    const second = expectData(await attachPicture(world.manager, files));
    expectData(await world.manager.delete(`${files}/attachments/${second[1].id}`));

    const officer = await test_.as('purchasing-officer');
    const auditor = await test_.as('auditor');
    const uploaded = await attachPicture(officer, files);
    expect([uploaded.status, uploaded.body.data]).toEqual([201, []]);
    const named = async (person: typeof officer) => {
      const logs = expectData(await auditor.get('/activity-logs?subject=quotations'));
      const answers = await Promise.all([
        ...[path, `/suppliers/${world.supplier}/bidding/${round.id}`].map((one) => person.get(one)),
        ...['', '&format=csv', '&search=box'].map((more) =>
          auditor.get(`/activity-logs?subject=quotations${more}`),
        ),
        ...logs.map(({ id }: { id: string }) => auditor.get(`/activity-logs/${id}`)),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      return answers.some(({ raw }) => raw.toString().includes('box.png'));
    };
    expect(await named(officer)).toBe(false);
    expect(await named(auditor)).toBe(false);
    const read = async (person: typeof officer) =>
      (await person.get(`/attachments/${mine.body.data[0].id}`)).status;
    expect([await read(officer), await read(world.manager)]).toEqual([404, 200]);
    // Whoever entered it sees its files, though they do not stand in the history either.
    expect((await seeQuotation(world, made, world.manager)).attachments).toHaveLength(2);

    await onRound(world, round, { action: 'close' });
    expect((await seeQuotation(world, made, officer)).attachments).toHaveLength(2);
    expect(await read(officer)).toBe(200);
  });

  it('are removed by nobody but whoever attached them', async () => {
    const made = await quote(world, await openRound(world));
    const path = `/suppliers/quotations/${made.id}`;
    const [file] = expectData(await attachPicture(world.officer, path));
    const removed = await world.manager.delete(`${path}/attachments/${file.id}`);
    expect([removed.status, removed.body.code]).toEqual([409, 'FILE_OF_OTHER']);
    expect((await world.officer.delete(`${path}/attachments/${file.id}`)).status).toBe(200);
  });
});

describe('the closing time of a round', () => {
  it('is moved by an action of its own, with a cause, told to whoever works on the round', async () => {
    const round = await openRound(world);
    await quote(world, round, { by: world.manager });
    const reason = 'Two suppliers asked for more time';
    const moved = await onRound(world, round, {
      action: 'reschedule',
      by: world.officer,
      closesAt: closing(world, 5),
      reason,
    });
    expect(moved).toMatchObject({ status: 'open', closesAt: closing(world, 5) });
    expect(moved.history.at(-1)).toMatchObject({
      action: 'reschedule',
      reason,
      diff: { closesAt: { from: round.closesAt, to: closing(world, 5) } },
    });
    const logs = await world.admin.get(`/activity-logs?action=reschedule&subjectId=${round.id}`);
    expect(expectData(logs)).toHaveLength(1);
    const [notice] = expectData(await world.manager.get('/notifications'));
    expect(notice).toMatchObject({ description: reason });
    expect(notice.title).toContain(round.documentNo);
    const own = JSON.stringify(expectData(await world.officer.get('/notifications')));
    expect(own).not.toContain(reason);
  });

  it('is printed as the moment that it is in Bangkok, a day later than the one in UTC', async () => {
    const round = await openRound(world, { closesAt: '2026-12-31T17:30:00Z' });
    const printed = await world.officer.get(`/suppliers/bidding/${round.id}/document`);
    const reader = openPdfReader();
    const text = (await reader.pages(printed.raw)).join(' ');
    await reader.close();
    expect(text).toContain('1 Jan 2027 00:30');
  });

  it('is not moved to earlier than a day from now, or what the company sets', async () => {
    const round = await openRound(world, { closesAt: closing(world, 9) });
    const { version } = await seeRound(world, round.id);
    const move = (hours: number) =>
      world.officer.post(`/suppliers/bidding/${round.id}/reschedule`, {
        version,
        closesAt: inHours(hours),
        reason: 'Needed sooner',
      });
    const soon = await move(23.9);
    expect([soon.status, soon.body.errors]).toMatchObject([
      422,
      [{ field: 'closesAt', code: 'CLOSES_TOO_SOON', params: { hours: 24 } }],
    ]);
    await setSetting(test_, 'biddingNoticeHours', 48);
    expect((await move(47)).status).toBe(422);
    expect((await move(48)).status).toBe(200);
    await setSetting(test_, 'biddingNoticeHours', 24);
  });

  it('is changed by no other edit', async () => {
    const round = await openRound(world);
    const { version } = await seeRound(world, round.id);
    await world.officer.patch(`/suppliers/bidding/${round.id}`, {
      version,
      title: 'Belts, sooner',
      closesAt: inHours(1),
      invitedSupplierIds: [world.supplier],
    });
    expect((await seeRound(world, round.id)).closesAt).toBe(round.closesAt);
  });
});
