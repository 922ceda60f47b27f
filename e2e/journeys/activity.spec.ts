import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { open, pageOf, test } from '../fixtures/shell.ts';
import { pressOpened } from '../pages/press.ts';

// Activity-log: what somebody changed is found, read before and after, and vouched for.

const PAGE = '/manage-system-data/activity-log';

interface Unit {
  readonly id: string;
  readonly code: string;
}

test('a change is found by keyboard, read field by field, and its chain holds', {
  tag: ['@administration'],
}, async ({ browser, baseURL }) => {
  const server = serverFor(baseURL, 'system-admin');
  const code = `LOG${Date.now().toString(36).slice(-6)}`.toUpperCase();
  const unit = await server.post<Unit>('/units', { code, name: 'Crate', allowFraction: false });
  await server.patch(`/units/${unit.id}`, {
    version: 1,
    code: unit.code,
    name: 'Pallet',
    allowFraction: true,
    isActive: true,
  });

  const auditor = await pageOf(browser, 'auditor');
  await open(auditor, PAGE);
  const main = auditor.getByRole('main');
  const rows = main.getByRole('table', { name: 'Activity log' }).locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  await auditor.keyboard.press('/');
  await expect(main.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await auditor.keyboard.type(unit.code);
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('Araya Suwan');
  await expect(rows.nth(0)).toContainText('Changed');
  await expect(rows.nth(0)).toContainText('Name, Fractions');

  await rows.nth(0).getByRole('button').focus();
  await auditor.keyboard.press('Enter');
  const drawer = auditor.getByRole('dialog', { name: `Unit Pallet (${unit.code}) · Changed` });
  const field = (name: string) => drawer.getByRole('row').filter({ hasText: name });
  await expect(field('Name').getByRole('cell')).toHaveText(['Crate', 'Pallet']);
  await expect(field('Fractions').getByRole('cell')).toHaveText(['No', 'Yes']);
  const address = auditor.url();
  await drawer.getByRole('link', { name: 'All entries of this record' }).press('Enter');
  await expect(auditor).toHaveURL(new RegExp(`\\?subjectId=${unit.id}$`));
  await expect(rows).toHaveCount(2);

  // Somebody else opens what they were sent.
  const admin = await pageOf(browser, 'system-admin');
  await open(admin, new URL(address).pathname + new URL(address).search);
  await expect(
    admin.getByRole('dialog', { name: `Unit Pallet (${unit.code}) · Changed` }),
  ).toBeVisible();
  await admin.keyboard.press('Escape');
  await expect(admin.getByRole('dialog')).toHaveCount(0);

  await auditor.getByRole('button', { name: 'Verify the log' }).press('Enter');
  const check = auditor.getByRole('dialog', { name: 'Is the log as it was written?' });
  await expect(check.getByText('The log is as it was written', { exact: true })).toBeVisible();
  const anchor = await check.getByRole('status').textContent();
  await check.getByRole('textbox', { name: 'Anchor kept earlier' }).fill(anchor ?? '');
  await auditor.keyboard.press('Enter');
  await expect(
    check.getByText('The log is as it was written, and your anchor is in it'),
  ).toBeVisible();
});

test('the log leaves the house as it is filtered', { tag: ['@administration'] }, async ({
  browser,
}) => {
  const auditor = await pageOf(browser, 'auditor');
  await open(auditor, `${PAGE}?subject=suppliers&action=create`);
  await auditor.getByRole('button', { name: 'Export' }).click();
  const saved = auditor.waitForEvent('download');
  await pressOpened(auditor.getByRole('menuitem', { name: 'Excel (XLSX)' }));
  expect((await saved).suggestedFilename()).toMatch(/^activity-log-.*\.xlsx$/);
});
