import { expect, type Page } from '@playwright/test';
import { pageOf, test } from '../fixtures/shell.ts';

// Issue: leaving for a page without a network blanked the whole shell, until the document was loaded anew.

const menu = (page: Page) => page.getByRole('navigation').first();

/** How many documents the tab has loaded from now on. */
function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on('domcontentloaded', () => {
    documents += 1;
  });
  return () => documents;
}

async function follow(page: Page, group: string, name: string): Promise<void> {
  const link = menu(page).getByRole('link', { name, exact: true });
  if (!(await link.isVisible())) await menu(page).getByRole('button', { name: group }).click();
  await link.click();
}

test('offline the shell stays, and what could not be opened appears when the network is back', async ({
  browser,
}) => {
  const page = await pageOf(browser, 'system-admin');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const documents = countDocuments(page);

  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();

  // A page of a remote whose code this tab has not.
  await follow(page, 'Purchasing', 'Purchase requests');
  await expect(page.locator('[role="alert"]')).toBeVisible();
  await expect(menu(page)).toBeVisible();

  // Panels: whether their code is here already or not, the page and the menu stay.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('dialog')).toContainText('cannot be opened without a connection');
  await expect(page.locator('[role="alert"]').first()).toBeVisible();
  await expect(menu(page)).toBeAttached();

  await page.context().setOffline(false);
  await expect(page.getByRole('dialog')).toContainText('Theme');
  await page.keyboard.press('Escape');
  await expect(
    page.getByRole('main').getByRole('heading', { level: 1, name: 'Purchase requests' }),
  ).toBeVisible();
  await expect(page.locator('[role="alert"]')).toHaveCount(0);
  expect(documents()).toBe(0);
});

test('a page of the shell itself that was left and tried again offline opens later as if nothing was', async ({
  browser,
}) => {
  const page = await pageOf(browser, 'system-admin');
  await page.goto('/purchase-management/purchase-requests/default');
  await expect(page.getByRole('heading', { level: 1, name: 'Purchase requests' })).toBeVisible();
  const documents = countDocuments(page);

  await page.context().setOffline(true);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('alert')).toContainText('cannot be opened without a connection');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText('cannot be opened without a connection');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Purchase requests' })).toBeVisible();

  await page.context().setOffline(false);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  expect(documents()).toBe(0);
});
