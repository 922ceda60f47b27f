import { expect, type Page } from '@playwright/test';
import { signIn } from '../fixtures/session.ts';
import { test } from '../fixtures/shell.ts';

const REQUESTS = '/purchase-management/purchase-requests/default';
const problem = (page: Page) => page.locator('[role="alert"][data-kind]');

/** Stops one remote's files, as if its server were gone. */
const stop = (page: Page) =>
  page.route('**/remotes/remote-purchase-sales/**', (route) => route.abort());
const restore = (page: Page) => page.unroute('**/remotes/remote-purchase-sales/**');

test('without one remote its page says so, the others work, and it recovers without a reload', async ({
  page,
}) => {
  await signIn(page, 'system-admin');
  await stop(page);
  await page.goto(REQUESTS);
  await expect(problem(page)).toHaveAttribute('data-kind', 'unreachable');
  await expect(problem(page)).toContainText('remote-purchase-sales');
  await expect(problem(page)).toContainText(/Since \d\d:\d\d:\d\d/);

  // A mark that a reload would wipe away.
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', 'kept'));
  // At once: four seconds later it would have tried by itself.
  await restore(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Purchase requests');
  await expect(page.locator('html')).toHaveAttribute('data-mark', 'kept');
});

test('the pages of the other remotes open while one is gone', async ({ page }) => {
  await signIn(page, 'system-admin');
  await stop(page);
  await page.goto('/users-management/users');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users');
  await page.goto('/warehouse-inventory/company-groups');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Company groups');
});

test('a page whose remote was down when it was opened appears by itself', async ({ page }) => {
  await signIn(page, 'system-admin');
  await stop(page);
  await page.goto(REQUESTS);
  await expect(problem(page)).toBeVisible();
  await restore(page);
  // The first attempt that nobody asked for comes after 4 s (RemoteProblem).
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Purchase requests');
});

test('scripts run under a policy without eval or inline code, and nothing violates it', async ({
  page,
}) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  const answer = await page.goto('/login');
  const scripts = /script-src ([^;]*)/.exec(
    answer?.headers()['content-security-policy'] ?? '',
  )?.[1];
  expect(scripts).toContain("'self'");
  expect(scripts).not.toMatch(/'unsafe-eval'|unsafe-inline/);
  await signIn(page, 'system-admin');
  await page.goto(REQUESTS);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Purchase requests');
  expect(violations).toEqual([]);
});

test('a remote shares the theme, router, language and queries of the host: one copy of each', async ({
  page,
}) => {
  const addresses = new Set<string>();
  page.on('response', (response) => {
    if (/\/remotes\/.*\.js$/.test(response.url())) addresses.add(response.url());
  });
  await signIn(page, 'system-admin');
  await page.goto(REQUESTS);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Purchase requests');
  expect(addresses.size).toBeGreaterThan(0);
  // Asked for once more: what a page has left behind cannot be read any more.
  const scripts = await Promise.all(
    [...addresses].map(async (address) => (await page.request.get(address)).text()),
  );
  // Marks that these libraries leave in any build of theirs.
  for (const mark of ['react.transitional.element', '__reactRouterVersion', 'ant-', 'i18next: ']) {
    expect(scripts.filter((script) => script.includes(mark))).toEqual([]);
  }
});
