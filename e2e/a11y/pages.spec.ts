import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, expect, test } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { addressOf, builtPages } from '../fixtures/builtPages.ts';
import { contextOf, type Look } from '../fixtures/looks.ts';
import { watch } from '../fixtures/settled.ts';

// Every page that works, by the rules of WCAG 2.2 AA (quality, "Pleasant"). Two of the four looks in
// an everyday run: each theme and each language once; all of them with --full.
const EVERYDAY: readonly Look[] = [
  { theme: 'light', locale: 'en' },
  { theme: 'dark', locale: 'th' },
];
const FURTHER: readonly Look[] = [
  { theme: 'dark', locale: 'en' },
  { theme: 'light', locale: 'th' },
];
const LOOKS = process.env.TEST_FULL ? [...EVERYDAY, ...FURTHER] : EVERYDAY;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

for (const look of LOOKS) {
  test.describe(`${look.theme} ${look.locale}`, () => {
    let signedIn: BrowserContext;
    let stranger: BrowserContext;
    test.beforeAll(async ({ browser }) => {
      signedIn = await contextOf(browser, { ...look, account: 'system-admin' });
      stranger = await contextOf(browser, look);
    });
    test.afterAll(() => Promise.all([signedIn.close(), stranger.close()]));

    for (const built of builtPages()) {
      test(`${built.name} has no violation`, async ({ baseURL }) => {
        const context = built.isPublic ? stranger : signedIn;
        const page = await context.newPage();
        const { settled } = watch(page);
        await page.goto(await addressOf(built, serverFor(baseURL, 'system-admin')));
        await settled();
        await expect(page.locator('html')).toHaveAttribute('lang', look.locale);
        await expect(page.locator('html')).toHaveAttribute('data-theme', look.theme);
        const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
        expect(
          violations.flatMap(({ id, help, nodes }) =>
            nodes.map(({ target, failureSummary }) => ({
              rule: `${id}: ${help}`,
              at: target.join(' '),
              why: failureSummary,
            })),
          ),
        ).toEqual([]);
        await page.close();
      });
    }
  });
}
