import { expect, type Page } from '@playwright/test';
import { pageOf, test } from '../fixtures/shell.ts';
import { ADMIN, KIT, textsOf } from '../fixtures/texts.ts';

// By keyboard alone: what opens gives the focus back when it closes, and
// Escape closes what was opened last and nothing below it.
const t = textsOf(ADMIN, 'en');
const kit = textsOf(KIT, 'en');

/** Tab until something of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const named = page.getByRole('button', { name }).and(page.locator(':focus'));
  for (let stops = 0; stops < 40 && (await named.count()) === 0; stops += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(named).toBeVisible();
}

test('dialogs over a drawer close by themselves and lead back to their buttons', {
  tag: ['@administration'],
}, async ({ browser }) => {
  const page = await pageOf(browser, 'system-admin');
  await page.goto('/users-management/users?search=technician');
  await expect(page.locator('[data-row-opener]').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  const row = page.locator('[data-row-opener]:focus');
  const opener = (await row.textContent()) ?? '';
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: opener });
  await expect(drawer.getByLabel(t('users.field.firstName'))).toBeVisible();

  await tabTo(page, t('users.action.suspend'));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(t('users.field.reason'))).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer.getByRole('button', { name: t('users.action.suspend') })).toBeFocused();

  await tabTo(page, kit('master.delete'));
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog').or(page.locator('dialog[open]'));
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(drawer).toBeVisible();
  await expect(drawer.getByRole('button', { name: kit('master.delete') })).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(row).toHaveText(opener);
});

test('the menu of a button is walked by arrows and left by Escape', {
  tag: ['@administration'],
}, async ({ browser }) => {
  const page = await pageOf(browser, 'system-admin');
  await page.goto('/users-management/system-menu');
  const menu = page.locator('[data-menu="users"]');
  await menu.focus();
  await page.keyboard.press('Tab');
  const actions = page.locator(':focus');
  await expect(actions).toHaveAttribute('aria-label', t('menus.actions', { name: 'Users' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: t('menus.edit') })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem').and(page.locator(':focus'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(actions).toHaveAttribute('aria-label', t('menus.actions', { name: 'Users' }));
});

test('a drawer that an address opened leaves the keyboard on the heading', {
  tag: ['@administration'],
}, async ({ browser }) => {
  const page = await pageOf(browser, 'system-admin');
  await page.goto('/users-management/engineer-teams?tab=requests&request=new');
  const drawer = page.getByRole('dialog', { name: t('teamMoves.new') });
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
