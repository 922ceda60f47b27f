import { createTestApp, manualClock, type Person, type TestApp } from '../../testing/index.ts';
import { dayFrom, expectData, makeWorld, type World } from '../../workflow/testing/world.ts';
import { requestBody } from '../purchasing/testing/documents.ts';

/** Dashboard layouts of people, and the list of their work. */

const DAY_MS = 86_400_000;
const clock = manualClock(new Date('2026-11-02T01:00:00Z'));
let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp({ clock });
  world = await makeWorld(test);
});
afterAll(() => test?.close());

const LAYOUT = '/dashboard/layout';
const summaryOf = async (person: Person) => expectData(await person.get('/dashboard/summary'));
const shownTo = async (person: Person) =>
  ((await summaryOf(person)).figures as { key: string }[]).map(({ key }) => key);

describe('the order of pieces, and those that are not shown', () => {
  it('are kept by person', async () => {
    const [one, other] = await Promise.all([test.as('system-admin'), test.as('system-admin')]);
    const usual = await shownTo(one);
    const { offered, layout } = await summaryOf(one);
    expect(layout).toEqual({ order: [], hidden: [] });
    expect(usual).toEqual((offered as { key: string }[]).slice(0, 12).map(({ key }) => key));
    const [first, second, third] = usual;
    const kept = {
      order: [`figure:${third}`, 'widget:top-suppliers', `figure:${first}`],
      hidden: [`figure:${second}`, 'widget:orders-due'],
    };
    expect((await one.put(LAYOUT, kept)).status).toBe(200);
    expect((await summaryOf(one)).layout).toEqual(kept);
    const shown = await shownTo(one);
    expect(shown.slice(0, 2)).toEqual([third, first]);
    expect(shown).not.toContain(second);
    expect(shown).toHaveLength(12);
    expect(await shownTo(other)).toEqual(usual);
    await one.put(LAYOUT, { order: [], hidden: [] });
    expect(await shownTo(one)).toEqual(usual);
  });

  it('never bring what somebody may not see', async () => {
    const keeper = await test.as('warehouse-staff');
    const order = ['figure:contractValue', 'figure:partsOut'];
    expect((await keeper.put(LAYOUT, { order, hidden: [] })).status).toBe(200);
    expect((await shownTo(keeper))[0]).toBe('partsOut');
    expect(await shownTo(keeper)).not.toContain('contractValue');
  });

  it.each([
    ['order', { order: ['figure:<b>'], hidden: [] }, 'order[0]'],
    ['hidden', { order: [], hidden: ['menu:x'] }, 'hidden[0]'],
    ['a list that is too long', { order: [], hidden: Array(201).fill('figure:a') }, 'hidden'],
  ])('are refused where they are none: %s', async (_name, body, field) => {
    const answer = await world.manager.put(LAYOUT, body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });
});

describe('what waits for somebody', () => {
  const ask = async (days: number) =>
    expectData(
      await world.asker.post(
        '/purchase_requests',
        requestBody(world, { neededBy: dayFrom(world, days) }),
      ),
    ).id as string;
  const workOf = async (query: string) => {
    const { myWork, myWorkTotal, myTasks } = expectData(
      await world.manager.get(`/dashboard/work?${query}`),
    );
    return {
      ids: (myWork as { id: string }[]).map(({ id }) => id),
      total: myWorkTotal as number,
      tasks: myTasks as { key: string; total: number }[],
    };
  };

  it('comes by pages, by task and by age; how much it is of each task stays', async () => {
    const early = await ask(2);
    clock.advance(4 * DAY_MS);
    const late = await ask(30);
    const more: string[] = [];
    for (let index = 0; index < 5; index += 1) more.push(await ask(40));
    const task = 'task=approveRequest';
    const all = await workOf(task);
    expect(all.ids).toEqual([early, late, ...more]);
    const five = await workOf(`${task}&limit=5`);
    expect([five.ids, five.total]).toEqual([all.ids.slice(0, 5), 7]);
    expect((await workOf(`${task}&limit=5&page=2`)).ids).toEqual(all.ids.slice(5));
    for (const age of ['overdue', 'day', 'days3']) {
      const old = await workOf(`${task}&age=${age}`);
      expect([age, old.ids, old.total]).toEqual([age, [early], 1]);
      expect(old.tasks.find(({ key }) => key === 'approveRequest')?.total).toBe(7);
    }
    expect((await workOf(`${task}&age=week`)).total).toBe(0);
    expect((await workOf('task=orderRequest')).ids).toEqual([]);
  });

  it.each([
    ['limit=7', 'limit'],
    ['page=0', 'page'],
    ['age=old', 'age'],
  ])('is refused a query that says nothing: %s', async (query, field) => {
    const answer = await world.manager.get(`/dashboard/work?${query}`);
    expect([answer.status, answer.body.errors[0].field]).toEqual([422, field]);
  });
});
