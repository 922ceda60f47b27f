import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { watch } from '../fixtures/settled.ts';
import { goInside, open, ownSession, test } from '../fixtures/shell.ts';

const SUPPLIERS = '/warehouse-management/suppliers/list';
const ORDERS = '/purchase-management/purchase-orders/default';
const PAGES = {
  Suppliers: SUPPLIERS,
  'Purchase orders': ORDERS,
  Users: '/users-management/users',
} as const;

/** Remotes whose code a document has asked for, from now on. */
function watchRemotes(page: Page): Set<string> {
  const names = new Set<string>();
  page.on('request', (request) => {
    const name = /\/remotes\/([\w-]+)\/assets\/.*\.js$/.exec(new URL(request.url()).pathname)?.[1];
    if (name !== undefined) names.add(name);
  });
  return names;
}

/** The code of a page of the warehouse, as it was built. */
async function filesOf(page: string): Promise<readonly string[]> {
  const file = join(import.meta.dirname, '../../remote-warehouse/dist/preloads.json');
  const { pages } = JSON.parse(await readFile(file, 'utf8')) as {
    pages: Record<string, { files: string[] }>;
  };
  return pages[page]?.files ?? [];
}

/** How many pages this browser remembers visits of. */
const rememberedVisits = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const kept = Object.entries(localStorage).find(([key]) => key.startsWith('visits:'))?.[1];
    return Object.keys(JSON.parse(kept ?? '{}')).length;
  });

test('the three pages that somebody visits most are fetched while idle, and open without their network', async ({
  browser,
}) => {
  const page = await ownSession(browser, 'system-admin');
  const { settled } = watch(page);
  await open(page, '/profile');
  await settled();
  // Counting begins when the shell has warmed up; until then a visit is not remembered.
  await expect(async () => {
    for (const [title, path] of Object.entries(PAGES)) {
      await goInside(page, path);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(title);
    }
    expect(await rememberedVisits(page)).toBeGreaterThanOrEqual(3);
  }).toPass();
  await settled();

  // A new document on a page of no remote: what is fetched, nobody has asked for.
  const fetched = watchRemotes(page);
  const paths = new Set<string>();
  page.on('requestfinished', (request) => paths.add(new URL(request.url()).pathname));
  await open(page, '/profile');
  await expect
    .poll(() => [...fetched].sort())
    .toEqual(['remote-admin', 'remote-purchase-sales', 'remote-warehouse']);
  // Between a remote's entry and the page's own code lies a moment in which nothing is under way.
  for (const file of await filesOf('suppliers')) {
    await expect.poll(() => [...paths].some((path) => path.endsWith(file))).toBe(true);
  }
  await settled();
  await page.route('**/remotes/**', (route) => route.abort());
  await goInside(page, SUPPLIERS);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Suppliers');
  await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible();
});
