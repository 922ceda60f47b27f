import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { nameOf } from '../fixtures/people.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, SERVICE, textsOf } from '../fixtures/texts.ts';
import { attachPhoto } from '../pages/attachPhoto.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';

// A salesperson reports a fault; the dispatcher sends a technician, who works from a phone and has it
// signed; the dispatcher accepts it and closes it with a report (domain-containers 2.10).
/**
 * One day in the words of each language, at hours of its own: a technician is at one place at a time. It lies
 * months ahead, where the demonstration has planned nothing, and within the year of appointments.
 */
const [YEAR = '', MONTH = '', DATE = ''] = new Date(Date.now() + 300 * 86_400_000)
  .toISOString()
  .slice(0, 10)
  .split('-');
const DAY = {
  en: `${DATE}/${MONTH}/${YEAR}`,
  th: `${DATE}/${MONTH}/${Number(YEAR) + 543}`,
} as const;
const HOURS = { en: ['13:00', '14:00'], th: ['15:00', '16:00'] } as const;
const PHONE = { width: 390 };

for (const locale of localesOf('jobs')) {
  test(`a fault is reported, repaired, signed and closed, in ${locale}`, {
    tag: ['@service'],
  }, async ({ browser, baseURL }) => {
    const dispatcher = serverFor(baseURL, 'engineer-manager');
    const [container] = await dispatcher.get<{ serialNumber: string }[]>('/products', {
      limit: '10',
      status: 'installed',
    });
    const serial = container?.serialNumber ?? '';
    const technician = await nameOf(baseURL, 'technician');
    const work = desk(browser, locale);
    const t = textsOf(SERVICE, locale);
    const kit = textsOf(KIT, locale);
    const title = titleOf('repair-list', locale);

    const { number, path } = await test.step('a salesperson reports a fault', () =>
      work('sales-officer', async ({ page, list, form }) => {
        await list.goto(title);
        await list.create(t('jobs.new'));
        await form.choose(form.field(t('jobs.field.productId')), serial);
        await form.type(form.field(t('jobs.field.symptom')), 'Does not pay out change');
        await form.type(form.field(t('jobs.field.reportedByPhone')), '0812345678');
        await form.save(t('jobs.create'));
        const doc = new DocumentPage(page, kit, 'job');
        const made = await doc.number('JB');
        await doc.isNow('reported');
        return { number: made, path: new URL(page.url()).pathname };
      }));

    await test.step('the dispatcher sends a technician', () =>
      work('engineer-manager', async ({ page, list, form }) => {
        await list.goto(title);
        await list.open(number);
        const doc = new DocumentPage(page, kit, 'job');
        await doc.act('manager-response');
        await form.add(doc.dialog.getByLabel(t('jobs.field.technicianIds')), technician);
        await form.type(doc.dialog.getByLabel(t('jobs.field.appointmentStart')), DAY[locale]);
        await form.choose(doc.dialog.getByLabel(t('jobs.appointmentFrom')), HOURS[locale][0]);
        await form.choose(doc.dialog.getByLabel(t('jobs.appointmentUntil')), HOURS[locale][1]);
        await doc.confirm('manager-response');
        await doc.isNow('scheduled');
      }));

    await test.step('the technician works and has it signed, on a phone', () =>
      work(
        'technician',
        async ({ page, form }) => {
          await page.goto(path);
          const doc = new DocumentPage(page, kit, 'job');
          await expect(page.getByRole('link', { name: '0812345678' })).toBeVisible();
          await doc.act('start');
          await doc.isNow('inProgress');
          await attachPhoto(page, { form, kit });
          await doc.act('technician-summary');
          await form.type(doc.dialog.getByLabel(t('jobs.field.workDone')), 'Cleaned the coins');
          await form.type(doc.dialog.getByLabel(t('jobs.field.signedBy')), 'Somying');
          await doc.confirm('technician-summary');
          await doc.isNow('resolved');
        },
        PHONE,
      ));

    await test.step('the dispatcher accepts, reports and closes', () =>
      work('engineer-manager', async ({ page }) => {
        await page.goto(path);
        const doc = new DocumentPage(page, kit, 'job');
        await page.getByRole('tab', { name: t('jobs.section.result') }).click();
        await expect(page.getByRole('tabpanel')).toContainText('Somying');
        await doc.done('complete', 'completed');
        await doc.act('final-report');
        await doc.confirm('final-report');
        await doc.done('close', 'closed');
        const pdf = await doc.download();
        expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      }));
  });
}
