import { expect } from '@playwright/test';
import { titleOf } from '../fixtures/builtPages.ts';
import { YEAR_AHEAD } from '../fixtures/days.ts';
import { desk } from '../fixtures/desk.ts';
import { PIXEL } from '../fixtures/pictures.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, PURCHASING, textsOf } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { InspectionPage } from '../pages/InspectionPage.ts';

// The manager plans a visit, the technician does it with a telephone and photographs what fails.
for (const locale of localesOf('inspections')) {
  test(`container inspection: planned, done on a telephone with a photograph, in ${locale}`, {
    tag: ['@containers'],
  }, async ({ browser }) => {
    const work = desk(browser, locale);
    const t = textsOf(PURCHASING, locale);
    const kit = textsOf(KIT, locale);
    const title = titleOf('container-inspection', locale);
    const field = (name: string) => t(`inspections.field.${name}`);

    const { number, address } = await test.step('the manager plans it', () =>
      work('engineer-manager', async ({ page, list, form }) => {
        await list.goto(title);
        await list.create(t('inspections.new'));
        await form.choose(form.field(field('productId')), 'VDA');
        await form.type(form.field(field('dueOn')), `31/12/${YEAR_AHEAD}`);
        await form.choose(form.field(field('assigneeId')), 'Ekkachai');
        await form.save(t('inspections.create'));
        const doc = new DocumentPage(page, kit, 'inspection');
        const made = await doc.number('FU');
        await doc.isNow('planned');
        return { number: made, address: page.url() };
      }));

    await test.step('the technician fills in the checklist', () =>
      work(
        'technician',
        async ({ page }) => {
          await page.goto(address);
          const doc = new InspectionPage(page, { kit, t });
          await doc.begin();
          await expect(doc.items).toHaveCount(3);
          await doc.said(0, 'fail').check();
          await doc.said(1, 'pass').check();
          await doc.said(2, 'na').check();
          await doc.dialog.locator('input[type=file]').first().setInputFiles({
            name: 'door.png',
            mimeType: 'image/png',
            buffer: PIXEL,
          });
          await expect(doc.dialog.getByText(t('inspections.photos', { count: 1 }))).toBeVisible();
          await doc.conclude('partial');
        },
        { width: 390 },
      ));

    await test.step('the manager reads what failed, and its PDF', () =>
      work('engineer-manager', async ({ page, list }) => {
        await list.goto(title);
        await list.open(number);
        const doc = new DocumentPage(page, kit, 'inspection');
        await doc.isNow('completed');
        await expect(
          page.getByText(t('inspections.choice.check.fail'), { exact: true }).first(),
        ).toBeVisible();
        expect((await doc.download()).subarray(0, 5).toString()).toBe('%PDF-');
      }));
  });
}
