import { expect, type Page } from '@playwright/test';
import { pageOf, test } from '../fixtures/shell.ts';
import { PURCHASING, textsOf } from '../fixtures/texts.ts';
import { FormPage } from '../pages/FormPage.ts';
import { pressOpened } from '../pages/press.ts';

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
  // The old message stands until the page was asked for again in vain.
  const refused = page.waitForEvent('console', (said) => said.text().includes('ChunkLoadError'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await refused;
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

test('what is sent offline waits in sight, can be taken back, and is sent when the network is back', async ({
  browser,
}) => {
  const page = await pageOf(browser, 'system-admin');
  await page.goto('/purchase-management/purchase-requests/default');
  await page.getByRole('main').getByRole('link', { name: 'New request' }).click();
  const t = textsOf(PURCHASING, 'en');
  const form = new FormPage(page);
  const remark = form.field(t('requests.field.remark'));
  await form.choose(form.field(t('requests.field.warehouse')), 'CENTRAL');
  await form.cell(t('requests.line.partId'), 1).click();
  await pressOpened(
    page.locator('.ant-select-dropdown .ant-select-item-option').filter({ visible: true }).first(),
  );
  await form.type(form.cell(t('requests.line.quantity'), 1), '2');
  await form.type(form.cell(t('requests.line.estimatedPrice'), 1), '10');
  await remark.fill('Sent from the yard');

  await page.context().setOffline(true);
  const send = page.getByRole('button', { name: t('requests.create'), exact: true });
  await send.click();
  const outbox = page.getByRole('region', { name: 'Waiting to be sent' });
  await expect(outbox.getByRole('listitem')).toHaveCount(1);
  await outbox.getByRole('button', { name: /^Cancel/ }).click();
  await expect(outbox).toHaveCount(0);
  await remark.fill('Sent from the yard, once');
  await send.click();
  await expect(outbox.getByRole('listitem')).toHaveCount(1);

  await page.context().setOffline(false);
  await expect(outbox).toHaveCount(0);
  await expect(page).toHaveURL(/purchase-requests\/[0-9a-f-]{36}/);
  await expect(page.getByText('Sent from the yard, once')).toBeVisible();
});
