import { expect, type Page } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { nameOf } from '../fixtures/people.ts';
import { test } from '../fixtures/shell.ts';
import { localesOf, SERVICE, textsOf } from '../fixtures/texts.ts';

// A dispatcher drags a job from the backlog onto a technician, takes it back, and plans it by keyboard;
// the technician finds it, and the board and the map show it (domain-containers 2.10).
const JOBS = '/material_repair_maintenances';
const DAY_MS = 86_400_000;
/** A working day within the year of appointments on which no other journey has some; one for each language. */
function workingDay(ahead: number): string {
  const day = new Date(Date.now() + ahead * DAY_MS);
  const weekday = day.getUTCDay();
  const by = weekday === 0 ? 1 : weekday === 6 ? 2 : 0;
  return new Date(day.getTime() + by * DAY_MS).toISOString().slice(0, 10);
}
const DAYS = { en: workingDay(320), th: workingDay(330) } as const;

interface Job {
  readonly id: string;
  readonly documentNo: string;
  readonly status: string;
  readonly appointmentStart: string | null;
  readonly technicians: readonly { readonly name: string }[];
}

/** Drags by mouse in several steps, as a hand does. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 8 });
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

for (const locale of localesOf('planning')) {
  test(`a job is dragged onto a technician, taken back and planned by keyboard, in ${locale}`, {
    tag: ['@service'],
  }, async ({ browser, baseURL }) => {
    const dispatcher = serverFor(baseURL, 'engineer-manager');
    const [container] = await dispatcher.get<{ id: string }[]>('/products', {
      limit: '10',
      status: 'installed',
    });
    const made = await dispatcher.post<Job>(JOBS, {
      kind: 'repair',
      productId: container?.id,
      channel: 'phone',
      priority: 'critical',
      symptom: `Planned in ${locale}`,
      isDown: true,
    });
    const technician = await nameOf(baseURL, 'technician');
    const work = desk(browser, locale);
    const t = textsOf(SERVICE, locale);
    const day = DAYS[locale];
    const read = () => dispatcher.get<Job>(`${JOBS}/${made.id}`);

    await test.step('the dispatcher plans it by mouse, and by keyboard', () =>
      work('engineer-manager', async ({ page, list }) => {
        await list.goto(titleOf('repair-list', locale));
        await page.goto(`${new URL(page.url()).pathname}?tab=planning&view=day&day=${day}`);
        const backlog = page.getByRole('complementary', { name: t('planning.backlog') });
        const card = backlog.getByRole('button', { name: made.documentNo });
        const row = page.getByRole('row', { name: technician });
        await card.scrollIntoViewIfNeeded();
        const [from, to] = [await card.boundingBox(), await row.boundingBox()];
        if (from === null || to === null) throw new Error('nothing to drag');
        await drag(
          page,
          { x: from.x + 20, y: from.y + 12 },
          { x: to.x + to.width / 4 + 60, y: to.y + to.height / 2 },
        );
        // It is far behind its promise.
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('planning.confirm') })
          .click();
        await expect(row.getByRole('button', { name: made.documentNo })).toBeVisible();
        await expect(card).toBeHidden();
        expect(await read()).toMatchObject({
          status: 'scheduled',
          technicians: [{ name: technician }],
        });

        await page.getByRole('button', { name: t('planning.undo') }).click();
        await expect(card).toBeVisible();
        expect(await read()).toMatchObject({ status: 'triaged', appointmentStart: null });

        await card.focus();
        await page.keyboard.press('Space');
        const step = page.getByRole('status').filter({ hasText: made.documentNo });
        // Rows stand in the order of names.
        for (let press = 0; press < 20; press += 1) {
          if ((await step.textContent())?.includes(technician)) break;
          await page.keyboard.press('ArrowDown');
        }
        for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('planning.confirm') })
          .click();
        await expect(row.getByRole('button', { name: made.documentNo })).toBeVisible();
        expect(await read()).toMatchObject({
          status: 'scheduled',
          appointmentStart: `${day}T03:00:00.000Z`,
        });
      }));

    await test.step('the technician finds it, and moves nothing', () =>
      work('technician', async ({ page, list }) => {
        await list.goto(titleOf('repair-list', locale));
        await page.goto(`${new URL(page.url()).pathname}?tab=planning&view=day&day=${day}`);
        await expect(page.getByRole('row')).toHaveCount(2);
        const own = page.getByRole('button', { name: made.documentNo });
        await own.click();
        await expect(
          page.getByRole('dialog').getByRole('link', { name: t('planning.openJob') }),
        ).toBeVisible();
      }));

    await test.step('the board moves it on, and the map leads to it', () =>
      work('technician', async ({ page, list }) => {
        await list.goto(titleOf('repair-list', locale));
        const path = new URL(page.url()).pathname;
        await page.goto(`${path}?tab=board`);
        const card = page.getByRole('button', { name: made.documentNo });
        await card.focus();
        await page.keyboard.press('Space');
        await page.keyboard.press('Enter');
        await expect.poll(async () => (await read()).status).toBe('inProgress');
        await page.goto(`${path}?tab=map`);
        await expect(
          page.getByRole('button', { name: t('map.states.outOfOrder') }).first(),
        ).toBeVisible();
      }));
  });
}
