import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { addressOf, type BuiltPage, builtPages } from '../fixtures/builtPages.ts';
import { contextOf, dress, LOOKS, type Look } from '../fixtures/looks.ts';
import { watch } from '../fixtures/settled.ts';
import { test } from '../fixtures/shell.ts';

// Every page that works, in both themes and both languages, by the rules of WCAG 2.2 AA. A page is
// loaded once and changes its looks, as the settings drawer makes it do. Of the four looks each page
// has two by turns, which are both themes and both languages; the long run has all (quality,
// "Pleasant").
const looksOf = (index: number): readonly Look[] =>
  process.env.TEST_FULL ? LOOKS : LOOKS.filter((_, look) => look % 2 === index % 2);
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds on a page in one look. */
async function violationsOf(page: Page, look: Look) {
  await expect(page.locator('html')).toHaveAttribute('lang', look.locale);
  await expect(page.locator('html')).toHaveAttribute('data-theme', look.theme);
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
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

const pages = builtPages();

test.describe('signed in', () => {
  let context: BrowserContext;
  test.beforeAll(async ({ browser }) => {
    context = await contextOf(browser, { account: 'system-admin' });
  });
  test.afterAll(() => context.close());

  for (const built of pages.filter(({ isPublic }) => !isPublic)) {
    test(`${built.name} has no violation in its looks`, async ({ baseURL }) => {
      const page = await context.newPage();
      const { settled } = watch(page);
      await page.goto(await addressOf(built, serverFor(baseURL, 'system-admin')));
      await settled();
      const visits = looksOf(pages.indexOf(built)).map((look) => async () => {
        await dress(page, look);
        await settled();
        return violationsOf(page, look);
      });
      expect(await found(visits)).toEqual([]);
      await page.close();
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
