import { expect, type Page } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { open, ownSession, pageOf, test } from '../fixtures/shell.ts';
import { searchFor } from '../pages/ListPage.ts';
import { pressOpened } from '../pages/press.ts';

// Roles: made from nothing by the keyboard, given, taken under an open page, compared.
const ROLES = '/users-management/roles';

/** The boxes of a page in the matrix. */
const row = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

const RECEIPTS = '/purchase-management/receipt/default';
const ORDERS = '/purchase-management/purchase-orders/default';
const SUPPLIERS = '/warehouse-management/suppliers/list';
/** A page's entry in the menu, in a folded area too. */
const sidebar = (page: Page, path: string) => page.locator(`#sidebar a[href="${path}"]`);

test('a role is made, given, and loses an ability under somebody’s open page', {
  tag: ['@administration', '@needs-alone'],
}, async ({ browser, baseURL }) => {
  // Two people, two browsers: longer than one page takes.
  const mark = Date.now().toString(36);
  const admin = await pageOf(browser, 'system-admin');
  await open(admin, ROLES);
  await admin.getByRole('button', { name: 'New role' }).click();
  const drawer = admin.getByRole('dialog');

  // A name that is a page's would make its people masters of that page.
  await drawer.getByLabel('System name').fill('Users ');
  await drawer.getByLabel('English label').fill(`Order clerk ${mark}`);
  await drawer.getByLabel('Thai label').fill(`เสมียนสั่งซื้อ ${mark}`);
  await drawer.getByRole('radio', { name: /^Company/ }).check();
  await drawer.getByRole('button', { name: 'Create role' }).click();
  await expect(drawer.getByText('This name is reserved.')).toBeVisible();
  await drawer.getByLabel('System name').fill(`order-clerk-${mark}`);

  // Two pages and one verb, by the keyboard alone: the verb brings its page.
  await drawer.getByRole('searchbox', { name: 'Find a page or an action' }).fill('purchase orders');
  await row(admin, 'Purchase orders').getByRole('checkbox', { name: 'Create' }).focus();
  await admin.keyboard.press('Space');
  await expect(row(admin, 'Purchase orders').getByRole('checkbox', { name: 'View' })).toBeChecked();
  await drawer.getByRole('searchbox', { name: 'Find a page or an action' }).fill('suppliers');
  await row(admin, 'Suppliers').getByRole('checkbox', { name: 'View' }).focus();
  await admin.keyboard.press('Space');
  await expect(drawer.getByRole('status')).toHaveText('Saving gives 3 and takes 0.');
  await drawer.getByRole('button', { name: 'Create role' }).click();
  await expect(drawer).toHaveCount(0);

  // Somebody of the demonstration is given it, and has it without signing in again.
  const server = serverFor(baseURL, 'system-admin');
  const [person] = await server.get<{ id: string }[]>('/users', { search: 'warehouse-staff.2' });
  const [before] = await server.get<{ id: string }[]>('/roles', { search: 'warehouse-staff' });
  if (!person || !before) throw new Error('the demonstration has no second warehouse staff');
  const asBefore = () => server.post(`/roles/${before.id}/assign-user`, { userIds: [person.id] });
  await asBefore();
  try {
    const clerk = await ownSession(browser, 'warehouse-staff.2');
    await expect(sidebar(clerk, RECEIPTS)).toHaveCount(1);
    await searchFor(admin.getByRole('searchbox', { name: 'Search' }), mark);
    await admin
      .getByRole('table')
      .getByRole('button', { name: `Order clerk ${mark}` })
      .click();
    await drawer.getByRole('tab', { name: /^People/ }).click();
    await drawer.getByRole('combobox', { name: 'Choose people' }).fill('Boonsong');
    // Typing narrows the list to this one.
    await expect(admin.locator('.ant-select-item-option').filter({ visible: true })).toHaveText([
      'Boonsong Kaewmanee',
    ]);
    await admin.keyboard.press('Enter');
    await admin.keyboard.press('Escape');
    await drawer.getByRole('button', { name: 'Give this role' }).click();
    await expect(drawer.getByRole('region', { name: 'People with this role' })).toContainText(
      'Boonsong Kaewmanee',
    );
    await expect(sidebar(clerk, RECEIPTS)).toHaveCount(0);
    await expect(sidebar(clerk, ORDERS)).toHaveCount(1);
    await expect(sidebar(clerk, SUPPLIERS)).toHaveCount(1);

    // A third page sends to the blank one; the verb draws its button.
    await open(clerk, RECEIPTS);
    await clerk.waitForURL((url) => url.pathname === '/');
    await open(clerk, ORDERS);
    const newOrder = clerk.getByRole('main').getByRole('link', { name: 'New order' });
    await expect(newOrder).toBeVisible();

    // One ability is taken: the button goes while the page stays open.
    await drawer.getByRole('tab', { name: 'Details' }).click();
    await drawer
      .getByRole('searchbox', { name: 'Find a page or an action' })
      .fill('purchase orders');
    await row(admin, 'Purchase orders').getByRole('checkbox', { name: 'Create' }).uncheck();
    await expect(drawer.getByRole('status')).toHaveText('Saving gives 0 and takes 1.');
    await drawer.getByRole('button', { name: 'Save role' }).click();
    await expect(newOrder).toHaveCount(0);
    await expect(clerk.getByRole('heading', { level: 1 })).toHaveText('Purchase orders');

    // Who may do what says so, with the source.
    await open(admin, `${ROLES}?tab=who&person=${person.id}&search=suppliers`);
    await expect(admin.getByRole('row', { name: 'Suppliers View Page Suppliers' })).toBeVisible();
    const download = admin.waitForEvent('download');
    await admin.getByRole('button', { name: 'Export' }).click();
    await pressOpened(admin.getByRole('menuitem', { name: /CSV/ }));
    expect((await download).suggestedFilename()).toMatch(/^abilities-.*\.csv$/);
  } finally {
    // Whatever failed: other journeys need somebody with this role.
    await asBefore();
  }
});

test('a role is copied and compared with its original', { tag: ['@administration'] }, async ({
  browser,
  baseURL,
}) => {
  const mark = Date.now().toString(36);
  const admin = await pageOf(browser, 'system-admin');
  const server = serverFor(baseURL, 'system-admin');
  const [original] = await server.get<{ id: string }[]>('/roles', { search: 'purchasing-officer' });
  await open(admin, `${ROLES}?role=${original?.id}`);
  const drawer = admin.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Copy' }).click();
  await drawer.getByLabel('System name').fill(`junior-${mark}`);
  await drawer.getByLabel('English label').fill(`Junior ${mark}`);
  await drawer.getByRole('searchbox', { name: 'Find a page or an action' }).fill('suppliers');
  await row(admin, 'Suppliers').getByRole('checkbox', { name: 'Open bidding' }).uncheck();
  await drawer.getByRole('button', { name: 'Create role' }).click();
  await expect(drawer).toHaveCount(0);
  const [copy] = await server.get<{ id: string }[]>('/roles', { search: `junior-${mark}` });
  await open(admin, `${ROLES}?tab=compare&a=${original?.id}&b=${copy?.id}`);
  const line = admin
    .getByRole('table', { name: 'Compare' })
    .getByRole('row', { name: /^Suppliers/ });
  await expect(line.getByRole('cell')).toHaveText([
    'Suppliers',
    'Open bidding',
    'View, Create, Change, Enter quotations',
    '–',
  ]);
});
