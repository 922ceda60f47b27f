import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { addressOf, type BuiltPage, builtPages, inTurn } from '../fixtures/builtPages.ts';
import { contextOf, dress, LOOKS, type Look } from '../fixtures/looks.ts';
import { watch } from '../fixtures/settled.ts';
import { goInside, test } from '../fixtures/shell.ts';

// Every page that works, in both themes and both languages, by the rules of WCAG 2.2 AA. One browser
// walks from page to page, as a person does, and changes its looks as the settings drawer makes it
// do. Of the four looks each page has two by turns, which are both themes and both languages, and
// with the second only what is the page's own is looked at; the long run has all (quality
// "Pleasant").
const looksOf = (index: number): readonly Look[] =>
  process.env.TEST_FULL ? LOOKS : LOOKS.filter((_, look) => look % 2 === index % 2);
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds on a page in one look: on all of it, or on what is within `part`. */
async function violationsOf(page: Page, look: Look, part?: string) {
  await expect(page.locator('html')).toHaveAttribute('lang', look.locale);
  await expect(page.locator('html')).toHaveAttribute('data-theme', look.theme);
  // Without the tab that it would open each time for frames of other origins, which nobody has here.
  const axe = new AxeBuilder({ page }).withTags(RULES).setLegacyMode();
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({
      look: `${look.theme} ${look.locale}`,
      rule: `${id}: ${help}`,
      at: target.join(' '),
      why: failureSummary,
    })),
  );
}

const found = async (visits: readonly (() => ReturnType<typeof violationsOf>)[]) => {
  const all = [];
  for (const visit of visits) all.push(...(await visit()));
  return all;
};

/** Goes to another page and waits until the one before is gone. */
async function leaveFor(page: Page, address: string): Promise<void> {
  const here = page.locator('#content > [data-transition]');
  const isElsewhere = new URL(address, page.url()).pathname !== new URL(page.url()).pathname;
  if (isElsewhere) await here.evaluate((shown) => shown.setAttribute('data-left', ''));
  await goInside(page, address);
  await expect(page.locator('[data-left]')).toHaveCount(0);
}

const pages = builtPages().filter(inTurn);

test.describe('signed in', () => {
  let context: BrowserContext;
  let walk: { readonly page: Page; readonly settled: () => Promise<void> } | undefined;
  test.beforeAll(async ({ browser }) => {
    context = await contextOf(browser, { account: 'system-admin' });
  });
  test.afterAll(() => context.close());
  test.afterEach(async ({ browserName: _ }, { status, expectedStatus }) => {
    if (status === expectedStatus) return;
    // What went wrong on one page is not the next one's matter.
    await walk?.page.close();
    walk = undefined;
  });
  const open = async (address: string) => {
    // What a page opens by its query is often a drawer: it is loaded in a tab of its own.
    if (address.includes('?')) {
      await walk?.page.close();
      walk = undefined;
    }
    if (walk) await leaveFor(walk.page, address);
    else {
      const page = await context.newPage();
      walk = { page, ...watch(page) };
      await page.goto(address);
    }
    await walk.settled();
    return walk;
  };

  for (const built of pages.filter(({ isPublic }) => !isPublic)) {
    test(`${built.name} has no violation in its looks`, async ({ baseURL }) => {
      const { page, settled } = await open(
        await addressOf(built, serverFor(baseURL, 'system-admin')),
      );
      if (built.tab !== undefined) {
        const tab = page.locator(`[role="tab"][id$="-${built.tab}"]`);
        await tab.click();
        await expect(tab).toHaveAttribute('aria-selected', 'true');
      }
      const visits = looksOf(pages.indexOf(built)).map((look, turn) => async () => {
        await dress(page, look);
        await settled();
        const isWhole = turn === 0 || Boolean(process.env.TEST_FULL);
        return violationsOf(page, look, isWhole ? undefined : '#content');
      });
      expect(await found(visits)).toEqual([]);
    });
  }
});

// The sign-in entry is small and has no settings: it is loaded in each look.
test.describe('without a session', () => {
  const visit = async (context: BrowserContext, built: BuiltPage, look: Look) => {
    const page = await context.newPage();
    const { settled } = watch(page);
    await page.goto(built.path);
    await settled();
    const violations = await violationsOf(page, look);
    await context.close();
    return violations;
  };

  for (const built of pages.filter(({ isPublic }) => isPublic)) {
    test(`${built.name} has no violation in its looks`, async ({ browser }) => {
      const visits = looksOf(pages.indexOf(built)).map(
        (look) => async () => visit(await contextOf(browser, look), built, look),
      );
      expect(await found(visits)).toEqual([]);
    });
  }
});
