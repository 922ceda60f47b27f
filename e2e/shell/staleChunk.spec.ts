import { expect, type Page } from '@playwright/test';
import { pageOf, readForItself, test } from '../fixtures/shell.ts';

const FILES = '**/remotes/remote-purchase-sales';
const CREATE = '/purchase-management/purchase-requests/create';
const TYPED = 'Two of them by Friday';

const problem = (page: Page) => page.locator('[role="alert"][data-kind]');
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const remark = (page: Page) => page.getByLabel('Remark', { exact: true });

/** How many documents the tab has loaded from now on. */
function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on('domcontentloaded', () => {
    documents += 1;
  });
  return () => documents;
}

const NEXT = 'assets/remoteEntry.next.js';

/** The remote's files that the tab has asked for until now: from then on they are in its cache. */
function watchFiles(page: Page): Set<string> {
  const files = new Set<string>();
  page.on('request', (request) => files.add(new URL(request.url()).pathname));
  return files;
}

/**
 * Releases the remote anew and takes the files of the release before away: the new one is the old by
 * another name. `isNew` says whether a reading of the manifest, counted from 0, finds the new one.
 */
async function release(
  page: Page,
  cached: ReadonlySet<string>,
  isNew: (reading: number) => boolean,
): Promise<void> {
  const old = new Set(cached);
  let entry = '';
  let readings = 0;
  // What only the new entry asks for is there once that runs.
  let runs = false;
  await page.route(`${FILES}/mf-manifest.json`, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const { remoteEntry } = json.metaData;
    entry = remoteEntry.name;
    if (isNew(readings)) remoteEntry.name = NEXT;
    readings += 1;
    await route.fulfill({ response, json });
  });
  await page.route(`${FILES}/assets/**`, async (route) => {
    const url = route.request().url();
    if (url.endsWith(NEXT)) {
      runs = true;
      return route.fulfill({ response: await route.fetch({ url: url.replace(NEXT, entry) }) });
    }
    if (runs || old.has(new URL(url).pathname)) return route.continue();
    return route.fulfill({ status: 404, body: 'Not found' });
  });
}

/** Types into a form of the remote and follows the menu to its list, whose code this tab has not. */
async function typeAndLeave(page: Page, isNew: (reading: number) => boolean): Promise<void> {
  const cached = watchFiles(page);
  await readForItself(page);
  await page.goto(CREATE);
  await remark(page).fill(TYPED);
  await release(page, cached, isNew);
  const menu = page.getByRole('navigation').first();
  const link = menu.getByRole('link', { name: 'Purchase requests', exact: true });
  if (!(await link.isVisible())) await menu.getByRole('button', { name: 'Purchasing' }).click();
  await link.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
}

test('a chunk that a release has replaced: one reload brings the page, and what was typed is kept', async ({
  browser,
}) => {
  const page = await pageOf(browser, 'system-admin');
  const documents = countDocuments(page);
  await typeAndLeave(page, () => true);
  await expect(heading(page)).toHaveText('Purchase requests');
  await expect(problem(page)).toHaveCount(0);
  expect(documents()).toBe(2);

  await page.getByRole('main').getByRole('link', { name: 'New request' }).click();
  await expect(remark(page)).toHaveValue(TYPED);
  expect(documents()).toBe(2);
});

test('a reload that did not help is not repeated: the page says that there is a new release', async ({
  browser,
}) => {
  const page = await pageOf(browser, 'system-admin');
  const documents = countDocuments(page);
  // Of two servers the one that serves each new document has the release before.
  await typeAndLeave(page, (reading) => reading !== 1);
  await expect(problem(page)).toHaveAttribute('data-kind', 'updated');
  expect(documents()).toBe(2);

  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(heading(page)).toHaveText('Purchase requests');
  expect(documents()).toBe(3);
  await page.getByRole('main').getByRole('link', { name: 'New request' }).click();
  await expect(remark(page)).toHaveValue(TYPED);
});
