import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, SERVICE, textsOf } from '../fixtures/texts.ts';
import { attachPhoto } from '../pages/attachPhoto.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';

// A dispatcher plans the maintenance of a container; its job is made, a technician does it and finds
// something broken, which becomes a repair (domain-containers 2.10).
/** A day within the year of appointments on which no other journey has some. */
const DAY = new Date(Date.now() + 304 * 86_400_000).toISOString().slice(0, 10);
/** An hour of each language: a technician is at one place at a time. */
const HOUR = { en: `${DAY}T02:00:00.000Z`, th: `${DAY}T04:00:00.000Z` } as const;
const JOBS = '/material_repair_maintenances';
const PHONE = { width: 390 };

interface Job {
  readonly id: string;
  readonly version: number;
  readonly channel: string;
}

const today = (): string => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
const typedDay = (day: string, locale: 'en' | 'th'): string => {
  const [year, month, date] = day.split('-');
  return `${date}/${month}/${Number(year) + (locale === 'th' ? 543 : 0)}`;
};

for (const locale of localesOf('schedules')) {
  test(`planned maintenance finds a fault that is repaired, in ${locale}`, {
    tag: ['@service'],
  }, async ({ browser, baseURL }) => {
    const dispatcher = serverFor(baseURL, 'engineer-manager');
    const containers = await dispatcher.get<{ serialNumber: string }[]>('/products', {
      limit: '10',
      status: 'installed',
    });
    const serial = containers.at(-1)?.serialNumber ?? '';
    const work = desk(browser, locale);
    const t = textsOf(SERVICE, locale);
    const kit = textsOf(KIT, locale);
    const title = titleOf('maintenance-list', locale);
    const name = `Journey ${locale}`;

    await test.step('the dispatcher plans it', () =>
      work('engineer-manager', async ({ page, list, form }) => {
        await list.goto(title);
        await page.getByRole('tab', { name: t('pmSchedules.title') }).click();
        await page.getByRole('button', { name: t('pmSchedules.new'), exact: true }).click();
        const drawer = page.getByRole('dialog');
        const field = (key: string) =>
          drawer.getByLabel(t(`pmSchedules.field.${key}`), { exact: true });
        await form.type(field('name'), name);
        await form.choose(field('productId'), serial);
        await form.type(field('startsOn'), typedDay(today(), locale));
        await field('checklist').fill('Door closes\nCools');
        await form.save(t('pmSchedules.create'));
        await expect(drawer).toBeHidden();
        await page.getByRole('tab', { name: t('calendar.title') }).click();
        await expect(page.getByRole('link', { name }).first()).toBeVisible();
      }));

    const job = await test.step('its job is made and handed out', async () => {
      const find = () => dispatcher.get<Job[]>(JOBS, { search: name, kind: 'maintenance' });
      await expect.poll(async () => (await find()).map(({ channel }) => channel)).toEqual(['pm']);
      const [made] = await find();
      if (!made) throw new Error('no job was made');
      const technicians = await dispatcher.get<{ id: string; name: string }[]>(
        '/technician_skills/technicians',
        { limit: '100' },
      );
      const me = await serverFor(baseURL, 'technician').get<{ id: string }>('/auth/profile');
      expect(technicians.map(({ id }) => id)).toContain(me.id);
      await dispatcher.post(`${JOBS}/${made.id}/manager-response`, {
        version: made.version,
        decision: 'accept',
        technicianIds: [me.id],
        appointmentStart: HOUR[locale],
        appointmentEnd: new Date(Date.parse(HOUR[locale]) + 3_600_000).toISOString(),
      });
      return made;
    });

    await test.step('the technician answers the checklist on a phone', () =>
      work(
        'technician',
        async ({ page, form }) => {
          await page.goto(`/maintenance-management/maintenance-list/${job.id}`);
          const doc = new DocumentPage(page, kit, 'job');
          await doc.act('start');
          await doc.isNow('inProgress');
          await doc.act('answer-checks');
          await form.pick(
            doc.dialog.getByLabel('Door closes', { exact: true }),
            t('jobs.choice.answer.ok'),
          );
          await form.pick(
            doc.dialog.getByLabel('Cools', { exact: true }),
            t('jobs.choice.answer.failed'),
          );
          await doc.dialog.getByLabel(t('jobs.noteOf', { name: 'Cools' })).fill('14 °C');
          await expect(doc.dialog.getByLabel(t('jobs.reportRepair'))).toBeChecked();
          await doc.confirm('answer-checks');
          await page.getByRole('tab', { name: t('jobs.section.checklist') }).click();
          await expect(page.getByRole('tabpanel').getByRole('link', { name: /^JB/ })).toBeVisible();
          await attachPhoto(page, { form, kit });
          await doc.act('technician-summary');
          await form.type(doc.dialog.getByLabel(t('jobs.field.workDone')), 'Cleaned');
          await doc.confirm('technician-summary');
          await doc.isNow('resolved');
        },
        PHONE,
      ));

    await test.step('the dispatcher accepts it and reads the repair', () =>
      work('engineer-manager', async ({ page }) => {
        await page.goto(`/maintenance-management/maintenance-list/${job.id}`);
        const doc = new DocumentPage(page, kit, 'job');
        await doc.done('complete', 'completed');
        await page.getByRole('tab', { name: t('jobs.section.checklist') }).click();
        await page.getByRole('tabpanel').getByRole('link', { name: /^JB/ }).click();
        await expect(page.getByRole('heading', { level: 1 })).toContainText('JB');
        await expect(page.getByText('Cools: 14 °C').first()).toBeVisible();
      }));
  });
}
