import { expect } from '@playwright/test';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { nameOf } from '../fixtures/people.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, REPORTS, textsOf } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { pressOpened } from '../pages/press.ts';

// The owner opens one page in the morning: a figure leads to its report, a group to its rows, a row to its
// order, and a comment to the colleague who knows why.
const SLUG = 'purchase-report';
const COMMENTS = 'shared/src/kit/comments/i18n';

for (const locale of localesOf('ownerMorning')) {
  test(`the owner asks a colleague about a figure of the morning, in ${locale}`, {
    tag: ['@reports', '@purchasing'],
  }, async ({ browser, baseURL }) => {
    const work = desk(browser, locale);
    const t = textsOf(REPORTS, locale);
    const kit = textsOf(KIT, locale);
    const say = textsOf(COMMENTS, locale);
    const colleague = await nameOf(baseURL, 'purchasing-manager');
    let order = '';

    await work('system-admin', async ({ page }) => {
      await test.step('a figure leads to the report behind it', async () => {
        await page.goto('/dashboard');
        // The open orders of a year; those of this month may be none on its first day.
        const figures = page.getByRole('main').locator(`a[href*="/report-management/${SLUG}?"]`);
        await figures.last().click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleOf(SLUG, locale));
      });
      await test.step('a group leads to its rows, and a row to its order', async () => {
        await page.getByRole('button', { name: t('reports.field.groupBy') }).click();
        const supplier = kit('common.field.supplier');
        await pressOpened(page.getByRole('menuitem', { name: supplier }));
        const groups = page.getByRole('table', {
          name: t('reports.page.groups', { kind: supplier }),
        });
        await groups.getByRole('link').first().click();
        await expect(page).toHaveURL(/supplierId=/);
        const rows = page.getByRole('table', { name: titleOf(SLUG, locale) });
        await expect(rows).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await rows.getByRole('link').first().click();
        order = await new DocumentPage(page, kit, 'purchaseOrder').number('PO');
      });
      await test.step('a comment names the colleague who knows', async () => {
        const field = page.getByLabel(say('write'), { exact: true });
        await field.pressSequentially(`@${colleague.split(' ')[0]}`);
        await page.getByRole('option', { name: colleague }).click();
        await field.pressSequentially('why is this still open?');
        await page.getByRole('button', { name: say('send'), exact: true }).click();
        await expect(page.getByText('why is this still open?')).toBeVisible();
        await expect(field).toHaveValue('');
      });
    });

    await work('purchasing-manager', async ({ page }) => {
      await test.step('the colleague is told, and is one press away from the order', async () => {
        const bell = textsOf('host/src/i18n', locale)('header.notifications');
        await page.getByRole('button', { name: new RegExp(`^${bell}`) }).click();
        const notice = page.getByRole('link').filter({ hasText: order }).first();
        await notice.click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(order);
        await expect(page.getByText('why is this still open?')).toBeVisible();
      });
    });
  });
}
