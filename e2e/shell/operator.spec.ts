import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { deployRemote } from '../../shared/build/cli/deploy.ts';
import { REMOTES_DIR } from '../fixtures/releases.ts';
import { signIn } from '../fixtures/session.ts';
import { test } from '../fixtures/shell.ts';

const PAGE = '/system/remotes';
const REQUESTS = '/purchase-management/purchase-requests/default';
const root = join(import.meta.dirname, '..', '..');

const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) });
const liveRow = (page: Page, remote: string) =>
  section(page, 'Live releases').getByRole('row').filter({ hasText: remote });
const told = (page: Page, pattern: RegExp) =>
  page.waitForRequest(
    (request) =>
      request.url().endsWith('/api/v1/telemetry') && pattern.test(request.postData() ?? ''),
  );

/** Releases a build as a team does, with a new version of its own. */
function release(name: string, version: string): string {
  const dist = mkdtempSync(join(tmpdir(), 'boxyard-release-'));
  try {
    cpSync(join(root, name, 'dist'), dist, { recursive: true });
    const file = join(dist, 'contributions.json');
    const contributions = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...contributions, version }));
    return deployRemote(dist, { to: REMOTES_DIR, url: '/remotes', now: new Date() }).release;
  } finally {
    rmSync(dist, { recursive: true, force: true });
  }
}

// The other files of the suite run on the builds again. A registry that is gone would leave its last
// good copy in force; an empty one does not.
test.afterAll(() => {
  if (existsSync(REMOTES_DIR)) writeFileSync(join(REMOTES_DIR, 'remotes.json'), '{}');
});

test('a remote that fails in somebody’s browser is on the operator’s page, with the kind', async ({
  page,
}) => {
  await signIn(page, 'system-admin');
  await page.route('**/remotes/remote-purchase-sales/**', (route) => route.abort());
  const failed = told(page, /"outcome":"unreachable"/);
  await page.goto(REQUESTS);
  await expect(page.locator('[role="alert"][data-kind="unreachable"]')).toBeVisible();
  await (await failed).response();

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('link', { name: 'Parts of the application' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Parts of the application');
  const failure = section(page, 'Failed loads')
    .getByRole('row')
    .filter({ hasText: 'remote-purchase-sales' })
    .filter({ hasText: 'Cannot be reached' });
  // A slow load of another test is a row of its own.
  await expect(failure).toHaveCount(1);
  await expect(liveRow(page, 'remote-purchase-sales')).toContainText('0.1.0');
});

test('how long a remote took is there as well, and which tabs run it', async ({ page }) => {
  await signIn(page, 'system-admin');
  const loaded = told(page, /"remote":"remote-admin"[^}]*"outcome":"ok"/);
  await page.goto('/users-management/users');
  await (await loaded).response();
  await page.goto(PAGE);
  await expect(liveRow(page, 'remote-admin')).toContainText(/\d+\s\/\s\d+\sms/);
  await expect(liveRow(page, 'remote-admin')).toContainText(/\d+ on the live release/);
});

test('it opens only for who manages the system', async ({ page }) => {
  await signIn(page, 'warehouse-manager');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect(page.getByRole('link', { name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Parts of the application' })).toHaveCount(0);
  await page.goto(PAGE);
  await expect(page).toHaveURL('/');
});

test('a release under an open tab is announced and used at the next page there', async ({
  page,
}) => {
  await signIn(page, 'system-admin');
  await page.goto(REQUESTS);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Purchase requests');
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', 'kept'));
  const name = release('remote-purchase-sales', '7.0.0');

  // The server looks every five seconds and tells the tab, which goes on as it was.
  // It names the areas of the remote's pages that this person may open.
  await expect(page.getByTestId('notices')).toContainText(
    'A new version of Purchasing, Sales is there',
  );
  await expect(page.locator('html')).toHaveAttribute('data-mark', 'kept');

  // Pages of others are no reason to load anything anew.
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('link', { name: 'Parts of the application' }).click();
  await expect(liveRow(page, 'remote-purchase-sales')).toContainText(name);
  await expect(page.locator('html')).toHaveAttribute('data-mark', 'kept');

  const entry = page.waitForResponse((answer) => answer.url().includes(`/${name}/`));
  await page.goBack();
  await entry;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Purchase requests');
  await expect(page.locator('html')).not.toHaveAttribute('data-mark', 'kept');
  // Once: the tab now runs what is live.
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', 'new'));
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('link', { name: 'Parts of the application' }).click();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Purchase requests');
  await expect(page.locator('html')).toHaveAttribute('data-mark', 'new');
});
