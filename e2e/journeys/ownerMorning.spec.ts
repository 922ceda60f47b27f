import { expect } from '@playwright/test';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { nameOf } from '../fixtures/people.ts';
import { test } from '../fixtures/shell.ts';
import { localesOf, REPORTS, textsOf } from '../fixtures/texts.ts';
import { pressOpened } from '../pages/press.ts';

// The owner opens one page in the morning: a figure leads to its report, a group to its rows, a row to its
// contract, and a comment to the colleague who knows why.
const SLUG = 'purchase-contract-report';
const WHOLE = 'startDate=2020-01-01&endDate=2035-12-31';
const COMMENTS = 'shared/src/kit/comments/i18n';

for (const locale of localesOf('ownerMorning')) {
  test(`the owner asks a colleague about a figure of the morning, in ${locale}`, {
    tag: ['@reports', '@sales'],
  }, async ({ browser, baseURL }) => {
    const work = desk(browser, locale);
    const t = textsOf(REPORTS, locale);
    const say = textsOf(COMMENTS, locale);
    const colleague = await nameOf(baseURL, 'sales-manager');
    let contract = '';

    await work('system-admin', async ({ page }) => {
      await test.step('a figure leads to the report behind it', async () => {
        await page.goto('/dashboard');
        const figures = page.getByRole('main').locator(`a[href*="/report-management/${SLUG}?"]`);
        await figures.first().click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleOf(SLUG, locale));
      });
      await test.step('a group leads to its rows, and a row to its contract', async () => {
        // This month has none on its first day.
        await page.goto(`/report-management/${SLUG}?${WHOLE}`);
        await page.getByRole('button', { name: t('reports.field.groupBy') }).click();
        const kind = t('purchaseContractReport.field.type');
        await pressOpened(page.getByRole('menuitem', { name: kind, exact: true }));
        const groups = page.getByRole('table', {
          name: t('reports.page.groups', { kind }),
        });
        await groups.getByRole('link').first().click();
        await expect(page).toHaveURL(/[?&]type=/);
        const rows = page.getByRole('table', { name: titleOf(SLUG, locale) });
        await expect(rows).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        const link = rows.getByRole('link', { name: /^CT/ }).first();
        contract = (await link.textContent()) ?? '';
        await link.click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(contract);
      });
      await test.step('a comment names the colleague who knows', async () => {
        const field = page.getByLabel(say('write'), { exact: true });
        await field.pressSequentially(`@${colleague.split(' ')[0]}`);
        await page.getByRole('option', { name: colleague }).click();
        await field.pressSequentially('what holds this up?');
        await page.getByRole('button', { name: say('send'), exact: true }).click();
        await expect(page.getByText('what holds this up?')).toBeVisible();
        await expect(field).toHaveValue('');
      });
    });

    await work('sales-manager', async ({ page }) => {
      await test.step('the colleague is told, and is one press away from the contract', async () => {
        const bell = textsOf('host/src/i18n', locale)('header.notifications');
        await page.getByRole('button', { name: new RegExp(`^${bell}`) }).click();
        const notice = page.getByRole('link').filter({ hasText: contract }).first();
        await notice.click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(contract);
        await expect(page.getByText('what holds this up?')).toBeVisible();
      });
    });
  });
}
