import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { addressOf, type BuiltPage, builtPages, inTurn } from '../fixtures/builtPages.ts';
import { contextOf, dress, LOOKS, type Look } from '../fixtures/looks.ts';
import { watch } from '../fixtures/settled.ts';
import { goInside, test } from '../fixtures/shell.ts';
import { turnOf } from '../fixtures/texts.ts';

// Every page that works, by the rules of WCAG 2.2 AA. One browser walks from page to page, as a person
// does, and changes its looks as the settings drawer makes it do. Each page has one of the four looks,
// by its name, so that each theme and language has about half of them; the long run has all (quality
// "Pleasant").
const lookOf = ({ name }: BuiltPage): number => turnOf(name, LOOKS.length);
const looksOf = (built: BuiltPage): readonly Look[] =>
  process.env.TEST_FULL ? LOOKS : LOOKS.filter((_, at) => at === lookOf(built));
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Header, menu and footer are the same around every page. */
const FRAME = ['header', 'aside', 'footer'].map((name) => `#root ${name}:not(#content *)`);

/** What axe finds on a page in one look: on all of it, or on what is within the frame of the shell. */
async function violationsOf(page: Page, look: Look, isFramed = true) {
  await expect(page.locator('html')).toHaveAttribute('lang', look.locale);
  await expect(page.locator('html')).toHaveAttribute('data-theme', look.theme);
  // A document keeps axe, whose megabyte would otherwise be sent to it and read anew for each page.
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: 'undefined' } : {}) })
    // What passes is not told: the way to each such element would be made, and sent here.
    .options({ resultTypes: ['violations'], runOnly: { type: 'tag', values: RULES } })
    // Without the tab that it would open each time for frames of other origins, which nobody has here.
    .setLegacyMode();
  if (!isFramed) for (const part of FRAME) axe.exclude(part);
  const { violations } = await axe.analyze();
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

// One look after the other, since a page that is dressed anew is drawn anew.
const pages = builtPages()
  .filter(inTurn)
  .sort((one, other) => lookOf(one) - lookOf(other));

test.describe('signed in', () => {
  // Each worker walks a part of the pages.
  test.describe.configure({ mode: 'parallel' });
  let context: BrowserContext;
  let walk: { readonly page: Page; readonly settled: () => Promise<void> } | undefined;
  /** Looks in which the frame around the pages has been seen. */
  const framed = new Set<Look>();
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
    if (walk) {
      // What a page opens by its query is often a drawer, which the page looks for when it comes.
      if (address.includes('?')) await leaveFor(walk.page, '/');
      await leaveFor(walk.page, address);
    } else {
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
      const visits = looksOf(built).map((look) => async () => {
        await dress(page, look);
        await settled();
        const isFramed = !framed.has(look) || Boolean(process.env.TEST_FULL);
        framed.add(look);
        return violationsOf(page, look, isFramed);
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
      const visits = looksOf(built).map(
        (look) => async () => visit(await contextOf(browser, look), built, look),
      );
      expect(await found(visits)).toEqual([]);
    });
  }
});
