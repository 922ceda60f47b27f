import { expect } from '@playwright/test';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { test } from '../fixtures/shell.ts';
import { CHART, KIT, localesOf, REPORTS, textsOf } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { pressOpened } from '../pages/press.ts';

// A warehouse manager looks for what is used: from this month to the whole story, by part, into the lines of
// one part, and to the document behind a line (domain-warehouse 5).
const SLUG = 'parts-requisition-report';
const WHOLE = 'startDate=2020-01-01&endDate=2035-12-31';

for (const locale of localesOf('reports')) {
  test(`a report leads from its figures to a document, in ${locale}`, {
    tag: ['@reports', '@warehouse'],
  }, async ({ browser, baseURL }) => {
    expect(baseURL).toBeTruthy();
    const work = desk(browser, locale);
    const t = textsOf(REPORTS, locale);
    const kit = textsOf(KIT, locale);
    await work('warehouse-manager', async ({ page }) => {
      await test.step('it begins with this month', async () => {
        await page.goto(`/report-management/${SLUG}`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleOf(SLUG, locale));
        await expect(page).toHaveURL(/startDate=\d{4}-\d{2}-01&endDate=\d{4}-\d{2}-\d{2}$/);
      });

      const issued = t('partsRequisitionReport.field.dispatchedQty');
      await test.step('the sub-totals of the parts are the total', async () => {
        await page.goto(`/report-management/${SLUG}?${WHOLE}`);
        await page.getByRole('button', { name: t('reports.field.groupBy') }).click();
        await pressOpened(page.getByRole('menuitem', { name: kit('common.field.part') }));
        const groups = page.getByRole('table', {
          name: t('reports.page.groups', { kind: kit('common.field.part') }),
        });
        await expect(groups.getByRole('link').first()).toBeVisible();
        const at = (await groups.getByRole('columnheader').allTextContents()).indexOf(issued);
        const figures = await groups
          .getByRole('row')
          .evaluateAll(
            (rows, index) =>
              rows
                .slice(1)
                .map((row) => Number(row.children[index]?.textContent?.replace(/[^\d.]/g, ''))),
            at,
          );
        const total = figures.at(-1) ?? 0;
        expect(total).toBeGreaterThan(0);
        expect(figures.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBeCloseTo(total, 3);
        await groups.getByRole('link').first().click();
      });

      await test.step('a part leads to its lines, and a line to its requisition', async () => {
        await expect(page).toHaveURL(/partId=/);
        const rows = page.getByRole('table', { name: titleOf(SLUG, locale) });
        // Rows of the earlier query stand in until those of the part come.
        await expect(rows).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        const link = rows.getByRole('link').first();
        const number = (await link.textContent()) ?? '';
        await link.click();
        const doc = new DocumentPage(page, kit, 'requisition');
        expect(await doc.number('RQ')).toBe(number);
      });

      await test.step('figures stand beside those of the days before', async () => {
        await page.goto(`/report-management/${SLUG}?${WHOLE}`);
        await page.getByRole('button', { name: t('reports.field.compare') }).click();
        await pressOpened(page.getByRole('menuitem', { name: t('reports.page.compare.year') }));
        await expect(page).toHaveURL(/compare=year/);
        await expect(page.getByText(t('reports.page.against.year')).first()).toBeVisible();
      });

      await test.step('the picture of a chart is copied and saved without a pointer', async () => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        const chart = page.getByRole('figure').first();
        const title = (await chart.locator('figcaption > span').first().textContent()) ?? '';
        const said = textsOf(CHART, locale);
        const button = chart.getByRole('button', { name: said('picture.open', { title }) });
        const item = (name: string) => page.getByRole('menuitem', { name: said(name) });
        const openMenu = async () => {
          await button.press('Enter');
          await expect(item('picture.copy')).toBeFocused();
        };
        await openMenu();
        await page.keyboard.press('Enter');
        await expect(page.getByText(said('picture.copied'))).toBeVisible();
        // A choice leads back to its button.
        await expect(button).toBeFocused();
        const size = await page.evaluate(async () => {
          const [item] = await navigator.clipboard.read();
          const picture = await item?.getType('image/png');
          const { width, height } = await createImageBitmap(picture as Blob);
          return [width, height];
        });
        expect(Math.min(...size)).toBeGreaterThan(200);
        const saved = page.waitForEvent('download');
        await openMenu();
        // The menu hears keys a moment after it has the focus; the last item stays the last one.
        await expect(async () => {
          await page.keyboard.press('End');
          await expect(item('picture.save')).toBeFocused({ timeout: 1000 });
        }).toPass();
        await page.keyboard.press('Enter');
        expect((await saved).suggestedFilename()).toBe(`${title}.png`);
      });
    });
  });
}
