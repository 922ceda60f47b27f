import { expect, type Locator, type Page } from '@playwright/test';
import { titleOf } from '../fixtures/builtPages.ts';
import { mailsTo } from '../fixtures/mail.ts';
import { open, pageOf, test } from '../fixtures/shell.ts';
import { ADMIN, textsOf } from '../fixtures/texts.ts';
import { searchFor } from '../pages/ListPage.ts';
import { pressOpened } from '../pages/press.ts';

// A role from nothing, a person invited to it, the password from the real
// e-mail, just the pages of the role, and one ability gone while the person is at work.
const ROLES = '/users-management/roles';
const USERS = '/users-management/users';
const SUPPLIERS = '/warehouse-management/suppliers/list';
const RECEIPTS = '/purchase-management/receipt/default';
const PASSWORD = 'three calm green containers';

const t = textsOf(ADMIN, 'en');

/** Ticks a box of the matrix of pages and actions, after finding its page. */
async function tick(drawer: Locator, title: string, box: string): Promise<void> {
  await drawer.getByRole('searchbox', { name: t('roles.matrix.filter') }).fill(title);
  const row = drawer.getByRole('group', { name: title, exact: true });
  await row.getByRole('checkbox', { name: box, exact: true }).click();
}

/** Takes what a search field finds, and closes its list. */
async function choose(page: Page, field: Locator, search: string): Promise<void> {
  await field.click();
  await field.fill(search);
  const option = page
    .locator('.ant-select-dropdown .ant-select-item-option')
    .filter({ hasText: search, visible: true });
  await pressOpened(option.first());
}

test('a role from nothing, a person invited to it, and an ability lost at work', {
  tag: ['@administration', '@needs-mail'],
}, async ({ browser }) => {
  const mark = Date.now().toString(36);
  const email = `somchai.${mark}@people.test`;
  const roleLabel = `Supplier clerk ${mark}`;
  const suppliers = titleOf('suppliers', 'en');
  const requests = titleOf('purchase-requests', 'en');
  const admin = await pageOf(browser, 'system-admin');
  const drawer = admin.getByRole('dialog');

  await test.step('the administrator makes a role of two pages and one verb', async () => {
    await open(admin, ROLES);
    await admin.getByRole('button', { name: t('roles.new') }).click();
    await drawer.getByLabel(t('roles.field.name')).fill(`supplier-clerk-${mark}`);
    await drawer.getByLabel(t('roles.field.labelEn')).fill(roleLabel);
    await drawer.getByLabel(t('roles.field.labelTh')).fill(`เสมียนผู้ขาย ${mark}`);
    await drawer.getByRole('radio', { name: /^Company/ }).check();
    await tick(drawer, suppliers, 'View');
    await tick(drawer, suppliers, 'Create');
    await tick(drawer, requests, 'View');
    await drawer.getByRole('button', { name: t('roles.create') }).click();
    await expect(drawer).toHaveCount(0);
  });

  await test.step('and invites a person to it', async () => {
    await open(admin, USERS);
    await admin.getByRole('button', { name: t('users.new') }).click();
    await drawer.getByLabel(t('users.field.email')).fill(email);
    await drawer.getByLabel(t('users.field.firstName')).fill('Somchai');
    await drawer.getByLabel(t('users.field.lastName')).fill(`Jaidee ${mark}`);
    await choose(admin, drawer.getByLabel(t('users.field.role')), roleLabel);
    await choose(admin, drawer.getByLabel(t('users.field.companyIds')), 'BX');
    await admin.keyboard.press('Escape');
    await drawer.getByRole('button', { name: t('users.create') }).click();
    await expect(drawer).toHaveCount(0);
  });

  const link = await test.step('the e-mail brings a link', async () => {
    const links = () =>
      mailsTo(email).flatMap((text) => text.match(/https?:\S+token=[\w-]+/g) ?? []);
    // Others may have invited two hundred people just before.
    await expect.poll(links, { timeout: 300_000 }).toHaveLength(1);
    return new URL(links()[0] ?? '');
  });

  const context = await browser.newContext();
  const page = await context.newPage();
  await test.step('the person chooses a password, and signs in with it', async () => {
    await page.goto(link.pathname + link.search);
    await expect(page.getByText('At least 10 characters')).toBeVisible();
    await page.getByLabel('New password', { exact: true }).fill('warehouse9');
    await expect(page.getByRole('status')).toContainText('Fair');
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await expect(page.getByRole('status')).toContainText('Strong');
    await page.getByLabel('New password again').fill(PASSWORD);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname === '/');
  });

  await test.step('sees just these pages, and is sent to the blank page from a third', async () => {
    const links = page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { includeHidden: true });
    await expect(links).toHaveText([suppliers, requests], { useInnerText: false });
    await page.goto(RECEIPTS);
    await expect(page.getByText('Hi, this is a blank page.')).toBeVisible();
    await page.waitForURL((url) => url.pathname === '/');
    // The link of the invitation is spent.
    const answer = await page.request.post('/api/v1/auth/reset-password', {
      data: { token: link.searchParams.get('token'), password: PASSWORD },
      headers: { 'x-xsrf-token': await xsrfOf(page) },
    });
    expect(answer.status()).toBe(422);
  });

  await test.step('loses the verb while the page is open, without a reload', async () => {
    await page.goto(SUPPLIERS);
    const create = page.getByRole('main').getByRole('button', { name: 'New supplier' });
    await expect(create).toBeVisible();
    await page.evaluate(() => {
      document.documentElement.dataset.before = 'yes';
    });
    await open(admin, ROLES);
    await searchFor(admin.getByRole('main').getByRole('searchbox', { name: 'Search' }), mark);
    await admin.getByRole('table').getByRole('button', { name: roleLabel }).click();
    await tick(drawer, suppliers, 'Create');
    await drawer.getByRole('button', { name: t('roles.save') }).click();
    await expect(create).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(suppliers);
    await expect(page.locator('html')).toHaveAttribute('data-before', 'yes');
    // The server agrees.
    const token = await page.evaluate(() => localStorage.getItem('token'));
    const answer = await fetch(new URL('/api/v1/suppliers', page.url()), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(403);
  });
  await context.close();
});

/** The cookie's half of the CSRF pair. */
const xsrfOf = async (page: Page): Promise<string> =>
  (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
