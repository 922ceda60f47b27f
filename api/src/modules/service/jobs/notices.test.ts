import { SYSTEM } from '../../../kernel/index.ts';
import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { type Dispatch, makeDispatch } from './testing/dispatch.ts';
import {
  begun,
  completed,
  type Doc,
  done,
  photograph,
  report,
  scheduled,
  summary,
} from './testing/world.ts';
import { remindOfParts } from './waiting.ts';
import { watchJobs } from './watch.ts';

const DAY = 86_400_000;

/** Notices of jobs (domain-containers 5): each event, who hears of it, and how loud. */
let world: Dispatch['world'];
let dispatcher: Person;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  ({ world, dispatcher } = await makeDispatch(test));
});

/** Notices that somebody has of a job, the latest first. */
async function told(by: Person, { documentNo }: Pick<Doc, 'documentNo'>): Promise<string[][]> {
  const { body } = await by.get('/notifications?limit=100');
  return body.data
    .filter(({ title }: { title: string }) => title.includes(documentNo))
    .map(({ title, category, type }: Record<string, string>) => [title, category, type]);
}

/** A night's work, as the system does it. */
const night = () => world.test.app.transaction({ actor: SYSTEM }, remindOfParts);

it('tells the dispatcher of a report', async () => {
  const doc = await report(world);
  expect(await told(dispatcher, doc)).toEqual([
    [`Job ${doc.documentNo} was reported`, 'reminder', 'info'],
  ]);
});

it('tells technicians that a job is theirs', async () => {
  const doc = await scheduled(world);
  expect(await told(world.technician, doc)).toEqual([
    [`Job ${doc.documentNo} is yours`, 'message', 'info'],
  ]);
});

it('warns of the last fifth of the promised time, and alerts once it has passed', async () => {
  const doc = await scheduled(world);
  const { rows } = await world.test.app.pg.query<{ due: Date }>(
    'select sla_due_at as due from jobs where id = $1',
    [doc.id],
  );
  const due = rows[0]?.due.getTime() ?? 0;
  const now = () => clock.now().getTime();
  clock.advance(due - now() - 60_000);
  await watchJobs(world.test.app);
  expect((await told(world.technician, doc))[0]).toEqual([
    `Job ${doc.documentNo} is due soon`,
    'reminder',
    'warning',
  ]);
  clock.advance(120_000);
  await watchJobs(world.test.app);
  await watchJobs(world.test.app);
  for (const person of [world.technician, dispatcher]) {
    expect((await told(person, doc))[0]).toEqual([
      `Job ${doc.documentNo} is overdue`,
      'alert',
      'error',
    ]);
  }
  expect(
    (await told(dispatcher, doc)).filter(([title]) => title?.includes('overdue')),
  ).toHaveLength(1);
});

it('alerts the dispatcher once of parts that do not come for three days', async () => {
  const waiting = await done(world.technician, await begun(world), {
    action: 'pause',
    pauseReason: 'parts',
  });
  const late = [
    `Job ${waiting.documentNo} has waited for parts for more than 3 days`,
    'alert',
    'warning',
  ];
  clock.advance(2 * DAY);
  await night();
  expect(await told(dispatcher, waiting)).not.toContainEqual(late);
  clock.advance(2 * DAY);
  await night();
  await night();
  expect((await told(dispatcher, waiting)).filter(([title]) => title === late[0])).toEqual([late]);
  // Another wait is another occasion.
  const again = await done(world.technician, waiting, { action: 'resume' });
  await done(world.technician, again, { action: 'pause', pauseReason: 'parts' });
  clock.advance(4 * DAY);
  await night();
  expect((await told(dispatcher, waiting)).filter(([title]) => title === late[0])).toHaveLength(2);
});

it.each([
  ['is done', {}],
  ['is done, and its customer has signed', { signedBy: 'Malee' }],
])('tells the dispatcher that the work %s', async (words, more) => {
  const doc = await begun(world);
  expectData(await photograph(world.technician, doc.id));
  await done(world.technician, doc, { action: 'technician-summary', ...summary('fixed', more) });
  expect((await told(dispatcher, doc))[0]).toEqual([
    `The work of job ${doc.documentNo} ${words}`,
    'message',
    'success',
  ]);
});

it('alerts dispatcher, technicians and reporter of work that did not hold', async () => {
  const doc = await completed(world);
  await done(world.admin, doc, { action: 'reopen', reason: 'Fails again' });
  for (const person of [world.technician, dispatcher, world.secondAdmin]) {
    const titles = await told(person, doc);
    expect(titles).toContainEqual([`Job ${doc.documentNo} was reopened`, 'alert', 'warning']);
    expect(titles.filter(([title]) => title?.includes('rejected'))).toEqual([]);
  }
});
