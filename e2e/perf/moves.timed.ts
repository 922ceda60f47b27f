import type { Page } from '@playwright/test';
import { watch } from '../fixtures/settled.ts';
import { open, pageOf, test } from '../fixtures/shell.ts';
import { say } from './measures.ts';

/** quality "Fast": from the click to the next page's heading. */
const GOAL_MS = 100;
const MOVES = 14;

/** Two lists of different remotes: their links' addresses and headings. */
const PAGES = [
  ['/users-management/users', 'Users'],
  ['/purchase-management/purchase-requests/default', 'Purchase requests'],
] as const;

/** Follows a link of the menu; answers when a frame with the page's heading was drawn, in milliseconds. */
const move = (page: Page, path: string, title: string): Promise<number> =>
  page.evaluate(
    ([href, wanted]) =>
      new Promise<number>((resolve) => {
        const isThere = () => document.querySelector('main h1')?.textContent === wanted;
        const seen = new MutationObserver(() => {
          if (!isThere()) return;
          seen.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - start));
        });
        seen.observe(document.body, { childList: true, subtree: true, characterData: true });
        const start = performance.now();
        document.querySelector<HTMLElement>(`nav a[href="${href}"]`)?.click();
      }),
    [path, title] as const,
  );

test(`moving between two pages already visited takes at most ${GOAL_MS} ms`, async ({
  browser,
}) => {
  const page = await pageOf(browser, 'system-admin');
  const { settled } = watch(page);
  await open(page, PAGES[0][0]);
  const menu = page.getByRole('navigation').first();
  for (const area of ['Users', 'Purchasing']) {
    const button = menu.getByRole('button', { name: area, exact: true });
    if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  }
  const taken: number[] = [];
  for (let count = 0; count < MOVES + 2; count += 1) {
    const [path, title] = PAGES[(count + 1) % 2] ?? PAGES[0];
    await settled();
    const ms = await move(page, path, title);
    // The first two fetch the pages.
    if (count >= 2) taken.push(ms);
  }
  say('move between visited pages', taken, GOAL_MS);
});
