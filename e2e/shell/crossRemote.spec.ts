import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { writeRegistry } from '../fixtures/releases.ts';
import { forgetContributions, open, pageOf, readForItself, test } from '../fixtures/shell.ts';

// What remotes bring to pages of others: by data alone, so that a dead one costs its own piece.

const PURCHASING = '**/remotes/remote-purchase-sales/**';
const piece = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const missing = 'This part cannot be shown at the moment.';
/** The first attempt that nobody asks for comes after 4 s (useRecovery). */
const wait = (page: Page) => page.clock.fastForward(5000);

/** It is tried again with pauses of up to 30 s, which nobody here has to wait for. */
const recovered = (page: Page, frame: Locator) =>
  expect(async () => {
    await page.clock.fastForward(31_000);
    await expect(frame.getByRole('status')).toHaveCount(0, { timeout: 1000 });
  }).toPass();

interface Part {
  readonly id: string;
  readonly partNo: string;
}
interface Order {
  readonly id: string;
  readonly documentNo: string;
}

test.describe('with the files of purchasing dead', () => {
  test('the dashboard stands, says quietly which pieces are missing, and recovers', async ({
    browser,
  }) => {
    const page = await pageOf(browser, 'system-admin');
    await page.clock.install();
    await page.route(PURCHASING, (route) => route.abort());
    await open(page, '/dashboard');
    await expect(page.getByRole('heading', { name: 'My work' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Figures' }).getByRole('link')).toHaveCount(12);
    const figures = piece(page, 'Value of contracts by month');
    // The piece is drawn anew once the figures are there.
    await expect(() => figures.scrollIntoViewIfNeeded({ timeout: 1000 })).toPass();
    await wait(page);
    await expect(figures.getByRole('status')).toContainText(missing);
    await expect(page.getByRole('alert')).toHaveCount(0);
    const room = async () => (await figures.boundingBox())?.height;
    const before = await room();

    await page.unroute(PURCHASING);
    await recovered(page, figures);
    await expect(figures.getByRole('button', { name: 'Show as table' })).toBeVisible();
    expect(await room()).toBe(before);
  });

  test('so does the page of a part, which recovers by itself', async ({ browser, baseURL }) => {
    const [part] = await serverFor(baseURL, 'system-admin').get<Part[]>('/material_parts');
    const page = await pageOf(browser, 'system-admin');
    await page.clock.install();
    await page.route(PURCHASING, (route) => route.abort());
    await open(page, `/warehouse-management/parts-warehouse/${part?.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(part?.partNo ?? '');
    await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible();
    const orders = piece(page, 'Open purchase orders');
    await wait(page);
    await expect(orders.getByRole('status')).toContainText(missing);

    await page.unroute(PURCHASING);
    await recovered(page, orders);
  });
});

test('the palette finds a part and an order by number, and opens them', async ({
  browser,
  baseURL,
}) => {
  // As the person sees it: an order of another company may have the same number.
  const server = serverFor(baseURL, 'purchasing-manager');
  const [part] = await server.get<Part[]>('/material_parts');
  const [order] = await server.get<Order[]>('/purchase_orders', {
    status: 'approved,booking,onGoing,completed',
  });
  if (!part || !order) throw new Error('the demonstration has no part or no order');
  const page = await pageOf(browser, 'purchasing-manager');
  await open(page, '/');
  const find = async (number: string, group: RegExp) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and go to' }).fill(number);
    const found = page.getByRole('group', { name: group }).getByRole('option').first();
    await expect(found).toContainText(number);
    await found.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
  };
  await find(part.partNo, /^Parts · Parts warehouse/);
  await expect(page).toHaveURL(new RegExp(`/parts-warehouse/${part.id}$`));
  await find(order.documentNo, /^Purchase orders · Purchasing/);
  await expect(page).toHaveURL(new RegExp(`/purchase-orders/${order.id}$`));
  // What somebody may not see is not looked for.
  const staff = await pageOf(browser, 'technician');
  await open(staff, '/');
  await staff.keyboard.press('Control+k');
  const answered = staff.waitForResponse('**/api/v1/search?*');
  await staff.getByRole('combobox', { name: 'Search and go to' }).fill(order.documentNo);
  await answered;
  await expect(staff.getByRole('group', { name: /^Purchase orders/ })).toHaveCount(0);
});

test('a flag switched in remotes.json makes a page and a command appear in an open tab', async ({
  browser,
}) => {
  const built = join(import.meta.dirname, '..', '..', 'host', 'dist', 'remotes.json');
  const row = JSON.parse(await readFile(built, 'utf8'))['remote-warehouse'] as object;
  const page = await pageOf(browser, 'system-admin');
  await readForItself(page);
  await forgetContributions(page);
  await page.route('**/remotes/remote-warehouse/contributions.json', async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    const flagged = (one: { name: string }) =>
      ['categories', 'parts-to-reorder'].includes(one.name) ? { ...one, flag: 'trial' } : one;
    await route.fulfill({
      response: answer,
      json: { ...json, pages: json.pages.map(flagged), commands: json.commands.map(flagged) },
    });
  });
  try {
    await open(page, '/warehouse-management/categories');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await page.keyboard.press('Control+k');
    const command = page.getByRole('option', { name: /^Parts that are low or out/ });
    await expect(page.getByRole('option', { name: /^Goods to count/ })).toBeVisible();
    await expect(command).toHaveCount(0);

    await writeRegistry({ 'remote-warehouse': { ...row, flags: { trial: true } } });
    await expect(command).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Categories');
  } finally {
    await writeRegistry({});
  }
});
