import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { accountOf } from '../fixtures/accounts.ts';
import { pageOf, test } from '../fixtures/shell.ts';

const LIST = '/warehouse-management/suppliers/list?limit=20';

const file = join(import.meta.dirname, '..', '..', 'shared', 'build', 'budgets.json');
const { firstTable } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly firstTable: { readonly requests: number; readonly kilobytes: number };
};

interface Loaded {
  readonly path: string;
  readonly bytes: number;
}

/** Notes in the page which files were asked for until its first rows stood. */
const watchRows = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const look = () => {
      const rows = [...document.querySelectorAll('main tbody tr')];
      if (!rows.some((row) => row.textContent?.includes('SUP-'))) {
        requestAnimationFrame(look);
        return;
      }
      const now = performance.now();
      const entries = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ] as PerformanceResourceTiming[];
      const files = entries
        // The words of the rows themselves may ask for Thai letters in the frame that draws them.
        .filter(({ name, startTime }) => startTime <= now && !/\/api\/|-thai-/.test(name))
        .map(({ name, encodedBodySize }) => ({
          path: new URL(name).pathname,
          bytes: encodedBodySize,
        }));
      Object.assign(globalThis, { loaded: files });
    };
    requestAnimationFrame(look);
  });

async function signInTo(page: Page, path: string): Promise<void> {
  const { email, password } = accountOf('auditor');
  await page.goto(`/login?redirect=${encodeURIComponent(path)}`);
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('form button[type="submit"]').click();
}

async function visitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  return context.newPage();
}

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

test(`from an empty cache the first table takes ${firstTable.requests} requests and ${firstTable.kilobytes} KB at most`, async ({
  browser,
}) => {
  const page = await visitor(browser);
  await watchRows(page);
  await signInTo(page, LIST);
  const handle = await page.waitForFunction(
    () => (globalThis as unknown as { loaded?: Loaded[] }).loaded,
  );
  // A file that was fetched ahead is listed again where it is used.
  const sizes = new Map<string, number>();
  for (const { path, bytes } of (await handle.jsonValue()) ?? []) {
    sizes.set(path, Math.max(bytes, sizes.get(path) ?? 0));
  }
  const kilobytes = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) / 1024;
  expect(kilobytes).toBeGreaterThan(100);
  expect([...sizes.keys()].length, [...sizes.keys()].join('\n')).toBeLessThanOrEqual(
    firstTable.requests,
  );
  expect(kilobytes).toBeLessThanOrEqual(firstTable.kilobytes);
  await page.context().close();
});

const isListAsked = (address: string) => new URL(address).pathname === '/api/v1/suppliers';

/**
 * Keeps the code of the list's remote back until the list's rows have been asked for; answers the
 * questions for them.
 */
async function codeAfterRows(page: Page): Promise<readonly string[]> {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (isListAsked(request.url())) asked.push(new URL(request.url()).search);
  });
  const first = page.waitForRequest((request) => isListAsked(request.url()));
  await page.route('**/remotes/remote-warehouse/assets/**', async (route) => {
    await first;
    await route.continue();
  });
  return asked;
}

test('the rows are asked for once, while the page’s code is still on its way', async ({
  browser,
}) => {
  const page = await visitor(browser);
  const asked = await codeAfterRows(page);
  const rows = page.getByRole('main').locator('tbody tr');
  await signInTo(page, LIST);
  await expect(rows.first()).toContainText('SUP-');
  expect(asked).toEqual(['?limit=20']);
  // The same when the address is opened by somebody who is signed in.
  await page.unrouteAll();
  const again = await codeAfterRows(page);
  await page.goto(`${LIST}&page=2`);
  await expect(rows.first()).toContainText('SUP-');
  expect(again).toEqual(['?page=2&limit=20']);
  await page.context().close();
});

test('a file that a release has replaced since the document named it costs its request only', async ({
  browser,
}) => {
  const page = await pageOf(browser, 'auditor');
  const gone: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 404) gone.push(new URL(answer.url()).pathname);
  });
  await page.route('**/warehouse-management/**', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll(
      /("|\/remotes\/remote-warehouse\/assets\/)(\d+)\.[0-9a-f]{10}\.js/g,
      '$1$2.0000000000.js',
    );
    await route.fulfill({ response: answer, body });
  });
  await page.goto(LIST);
  await expect(heading(page)).toHaveText('Suppliers');
  await expect(page.getByRole('main').locator('tbody tr').first()).toContainText('SUP-');
  await expect(page.locator('[role="alert"][data-kind]')).toHaveCount(0);
  expect(gone.length).toBeGreaterThan(0);
});

test('where the shell was released anew under an open sign-in page, a new document brings it', async ({
  browser,
}) => {
  const page = await visitor(browser);
  let documents = 0;
  page.on('domcontentloaded', () => {
    documents += 1;
  });
  // The files that the first document names are no more.
  await page.route('**/assets/shell.*.js', (route) =>
    documents > 1 || page.url().includes('/warehouse-management/')
      ? route.continue()
      : route.fulfill({ status: 404, body: 'Not found' }),
  );
  await signInTo(page, LIST);
  await expect(heading(page)).toHaveText('Suppliers');
  await expect.poll(() => documents).toBe(2);
  await page.context().close();
});
