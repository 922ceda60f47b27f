import { expect, type Page } from '@playwright/test';
import { open, pageOf, test } from '../fixtures/shell.ts';
import { pressOpened } from '../pages/press.ts';

// System-menu: the tree by drag and by keyboard; everybody's sidebar follows.

const PAGE = '/users-management/system-menu';

const menu = (page: Page, name: string) => page.locator(`[data-menu="${name}"]`);
const namesOf = (page: Page) =>
  page
    .locator('[data-menu]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-menu')));
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

/** What a screen reader hears of a move. */
const said = (page: Page) => page.locator('main p[role="status"]');

/** The order of the pages of an area as the tree shows it. */
const between = async (page: Page, area: string, next: string) => {
  const names = await namesOf(page);
  return names.slice(names.indexOf(area) + 1, names.indexOf(next));
};

async function act(page: Page, name: string, action: string): Promise<void> {
  const row = page.locator('div', { has: page.locator(`> [data-menu="${name}"]`) });
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await pressOpened(page.getByRole('menuitem', { name: action }));
}

/** Chooses the area of the menu whose drawer is open, as one does who types what they look for. */
async function choose(page: Page, area: { readonly name: string; readonly label: string }) {
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Below the area').fill(area.name);
  // Before it, where there is one, the area chosen until now: up from the first leads to the last.
  await expect(page.getByRole('option').last()).toHaveText(`${area.name}${area.label}`);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(drawer.locator('.ant-select')).toContainText(area.label);
  await drawer.getByRole('button', { name: 'Save menu' }).click();
}

test('menus move by keyboard, and the sidebar of somebody else follows without a reload', {
  tag: ['@administration', '@needs-alone'],
}, async ({ browser }) => {
  const admin = await pageOf(browser, 'system-admin');
  const officer = await pageOf(browser, 'purchasing-officer');
  await open(officer, '/');
  await sidebar(officer).getByRole('button', { name: 'Purchasing' }).click();
  const links = sidebar(officer).locator('#menu-purchase-management').getByRole('link');
  await expect(links).toHaveText(['Purchase requests', 'Purchase orders', 'Receipts']);

  await open(admin, PAGE);
  await menu(admin, 'receipt').focus();
  await admin.keyboard.press('Alt+ArrowUp');
  await expect(links).toHaveText(['Purchase requests', 'Receipts', 'Purchase orders']);
  await expect(said(admin)).toContainText('Receipts is now number 2 in Purchasing.');
  await expect(menu(admin, 'receipt')).toBeFocused();
  await admin.keyboard.press('Alt+ArrowDown');
  await expect(links).toHaveText(['Purchase requests', 'Purchase orders', 'Receipts']);

  await act(admin, 'receipt', 'Hide from the sidebar');
  await expect(links).toHaveText(['Purchase requests', 'Purchase orders']);
  // Hidden is not forbidden.
  await officer.goto('/purchase-management/receipt/default');
  await expect(officer.getByRole('heading', { level: 1 })).toHaveText('Receipts');
  await act(admin, 'receipt', 'Show in the sidebar');
  // Also for whoever comes next: what is left under way when a test ends is never sent.
  await expect(
    sidebar(officer).locator('a[href="/purchase-management/receipt/default"]'),
  ).toHaveCount(1);
});

test('a menu is dragged to another place', { tag: ['@administration', '@needs-alone'] }, async ({
  browser,
}) => {
  const page = await pageOf(browser, 'system-admin');
  await open(page, PAGE);
  await expect(menu(page, 'suppliers')).toBeVisible();
  const before = await between(page, 'warehouse-management', 'warehouse-inventory');
  await menu(page, 'suppliers').dragTo(menu(page, 'categories'), {
    targetPosition: { x: 40, y: 2 },
  });
  await expect
    .poll(() => between(page, 'warehouse-management', 'warehouse-inventory'))
    .toEqual(['suppliers', ...before.filter((name) => name !== 'suppliers')]);
  await menu(page, 'suppliers').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(said(page)).toContainText('number 2 in Parts warehouse');
  await expect
    .poll(() => between(page, 'warehouse-management', 'warehouse-inventory'))
    .toEqual([
      'categories',
      'suppliers',
      ...before.filter((name) => !['categories', 'suppliers'].includes(name ?? '')),
    ]);
  await page.keyboard.press('Alt+ArrowDown');
  await expect
    .poll(() => between(page, 'warehouse-management', 'warehouse-inventory'))
    .toEqual(before);
});

test('an area is added, takes a page in, gives it back and is deleted', {
  tag: ['@administration', '@needs-alone'],
}, async ({ browser }) => {
  const page = await pageOf(browser, 'system-admin');
  await open(page, PAGE);
  await page.getByRole('button', { name: 'New menu' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Thai label').fill('คู่มือ');
  await form.getByLabel('English label').fill('Manuals');
  await form.getByRole('radio', { name: 'book' }).check({ force: true });
  await form.getByLabel('Name in the system').fill('warehousing');
  await form.getByLabel('Address').fill('/manuals');
  await form.getByRole('button', { name: 'Add menu' }).click();
  await expect(form.getByText('This name is reserved.')).toBeVisible();
  await form.getByLabel('Name in the system').fill('manuals');
  await form.getByRole('button', { name: 'Add menu' }).click();
  await expect(menu(page, 'manuals')).toContainText('Manuals');

  // The page shows the move at once; a form that is opened before it is stored has an old version.
  const moved = page.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && /\/menus\//.test(answer.url()),
  );
  await act(page, 'users', 'Take out of its area');
  await expect(said(page)).toContainText('of the first level');
  await (await moved).finished();
  // The page comes to stand behind its old area; the new one is at the end.
  await act(page, 'users', 'Edit menu');
  await choose(page, { name: 'manuals', label: 'Manuals' });
  await sidebar(page).getByRole('button', { name: 'Manuals' }).click();
  await expect(
    sidebar(page).locator('#menu-manuals').getByRole('link', { name: 'Users' }),
  ).toBeVisible();

  await act(page, 'manuals', 'Delete menu');
  await pressOpened(page.getByRole('dialog').getByRole('button', { name: 'Delete menu' }));
  await expect(page.getByTestId('notices')).toContainText('still in use');
  await act(page, 'users', 'Edit menu');
  await choose(page, { name: 'users-management', label: 'Users' });
  await act(page, 'manuals', 'Delete menu');
  await pressOpened(page.getByRole('dialog').getByRole('button', { name: 'Delete menu' }));
  await expect(menu(page, 'manuals')).toHaveCount(0);
});
