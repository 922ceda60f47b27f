import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { type Dispatch, makeDispatch, seen } from './testing/dispatch.ts';
import {
  acceptBody,
  act,
  begun,
  completed,
  type Doc,
  done,
  giveChecks,
  photograph,
  report,
  resolved,
  scheduled,
  summary,
} from './testing/world.ts';

/** People do not accept, close or give up a job on which they worked (domain-containers 2.10). */
let world: Dispatch['world'];
let dispatcher: Person;
/** Hands out jobs of the same engineers. */
let other: Person;
withTestServer('2026-11-20T03:00:00Z', async (test) => {
  const made = await makeDispatch(test);
  ({ world, dispatcher } = made);
  other = await test.as('engineer-manager', { teamId: made.teamId });
});

/** The dispatcher sends themselves, and does the work. */
async function ownJob(): Promise<Doc> {
  const doc = await report(world);
  const sent = await done(dispatcher, doc, {
    action: 'manager-response',
    ...acceptBody(world, [dispatcher.userId]),
  });
  return done(dispatcher, sent, { action: 'start' });
}

async function ownSolved(): Promise<Doc> {
  const doc = await ownJob();
  expectData(await photograph(dispatcher, doc.id));
  return done(dispatcher, doc, { action: 'technician-summary', ...summary() });
}

const withReport = async (doc: Doc): Promise<Doc> =>
  done(world.admin, doc, { action: 'final-report', finalReport: 'It was dirty.' });

/** Jobs on which the dispatcher was one who worked. */
const handsOn: Readonly<Record<string, () => Promise<Doc>>> = {
  'is its technician': ownSolved,
  'was its technician until another one was sent': async () => {
    const doc = await report(world);
    const sent = await done(dispatcher, doc, {
      action: 'manager-response',
      ...acceptBody(world, [dispatcher.userId]),
    });
    const instead = await done(dispatcher, sent, {
      action: 'manager-response',
      ...acceptBody(world, [world.technician.userId]),
    });
    const work = await done(world.technician, instead, { action: 'start' });
    expectData(await photograph(world.technician, doc.id));
    return done(world.technician, work, { action: 'technician-summary', ...summary() });
  },
  'begins it in the technician’s name': async () => {
    const work = await done(dispatcher, await scheduled(world), { action: 'start' });
    expectData(await photograph(world.technician, work.id));
    return done(world.technician, work, { action: 'technician-summary', ...summary() });
  },
  'answers its checklist': async () => {
    const work = await begun(world);
    const [id] = await giveChecks(world, work);
    const answered = await done(dispatcher, work, {
      action: 'answer-checks',
      checks: [{ id, answer: 'ok' }],
    });
    expectData(await photograph(world.technician, work.id));
    return done(world.technician, answered, { action: 'technician-summary', ...summary() });
  },
  'says what was done': async () => {
    const work = await begun(world);
    expectData(await photograph(world.technician, work.id));
    return done(dispatcher, work, { action: 'technician-summary', ...summary() });
  },
};

describe.each(Object.keys(handsOn))('a dispatcher who %s', (name) => {
  const make = () => handsOn[name]?.() as Promise<Doc>;
  const refused = async (doc: Doc, step: { action: string }) => {
    const answer = await act(dispatcher, doc, step);
    expect([answer.status, answer.body.code]).toEqual([409, 'SELF_APPROVAL']);
    expect((await seen(dispatcher, doc.id)).allowedActions).not.toContain(step.action);
  };

  it('does not accept the work, and somebody else does', async () => {
    const doc = await make();
    await refused(doc, { action: 'complete' });
    expect((await done(other, doc, { action: 'complete' })).status).toBe('completed');
  });

  it('does not close it', async () => {
    const doc = await withReport(await done(other, await make(), { action: 'complete' }));
    await refused(doc, { action: 'close' });
    expect((await done(other, doc, { action: 'close' })).status).toBe('closed');
  });

  it('does not say who pays for it', async () => {
    const body = { action: 'override-coverage', coverage: 'warranty', reason: 'A gift' };
    await refused(await make(), body);
  });
});

it('waits for others than those who worked on it', async () => {
  const solved = await ownSolved();
  const waits = async (by: Person) =>
    JSON.stringify((await by.get('/dashboard/work?limit=100')).body).includes(solved.id);
  expect([await waits(dispatcher), await waits(other)]).toEqual([false, true]);
});

it('is given up by somebody else once its work has begun', async () => {
  const step = { action: 'cancel', reason: 'Not needed' };
  const doc = await ownJob();
  const refused = await act(dispatcher, doc, step);
  expect([refused.status, refused.body.code]).toEqual([409, 'SELF_APPROVAL']);
  expect((await done(other, doc, step)).status).toBe('cancelled');
  // It has not begun yet.
  const planned = await done(dispatcher, await report(world), {
    action: 'manager-response',
    ...acceptBody(world, [dispatcher.userId]),
  });
  expect((await done(dispatcher, planned, step)).status).toBe('cancelled');
});

it('is accepted and closed by its dispatcher where a technician did the work', async () => {
  const accepted = await done(dispatcher, await resolved(world), { action: 'complete' });
  const written = await withReport(accepted);
  expect((await done(dispatcher, written, { action: 'close' })).status).toBe('closed');
  expect((await completed(world)).status).toBe('completed');
});
