import { expect, type Page } from '@playwright/test';
import { watch } from '../fixtures/settled.ts';
import { open, pageOf, test } from '../fixtures/shell.ts';
import { say } from './measures.ts';

// Budgets of quality "Fast".
const LCP_MS = 2000;
const INP_MS = 150;
const CLS = 0.05;
const ROWS = 100;
/** Sort and sort back, several times: one slow answer of a busy machine is no slow page. */
const ROUNDS = 5;

interface Vitals {
  lcp: number;
  shift: number;
  /** The longest event of each interaction since it was last emptied. */
  interactions: Record<string, number>;
}

/** Observes in the page, from its first moment on, what the browser itself measures. */
const observe = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const vitals: Vitals = { lcp: 0, shift: 0, interactions: {} };
    Object.assign(globalThis, { vitals });
    const follow = (type: string, take: (entry: never) => void, more: object = {}) =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) take(entry as never);
      }).observe({ type, buffered: true, ...more });
    follow('largest-contentful-paint', (entry: PerformanceEntry) => {
      vitals.lcp = entry.startTime;
    });
    follow('layout-shift', (entry: { value: number; hadRecentInput: boolean }) => {
      if (!entry.hadRecentInput) vitals.shift += entry.value;
    });
    follow(
      'event',
      ({ interactionId, duration }: { interactionId: number; duration: number }) => {
        if (interactionId === 0) return;
        const before = vitals.interactions[interactionId] ?? 0;
        vitals.interactions[interactionId] = Math.max(before, duration);
      },
      { durationThreshold: 16 },
    );
  });

const vitalsOf = (page: Page): Promise<Vitals> =>
  page.evaluate(() => (globalThis as unknown as { vitals: Vitals }).vitals);

/** How long the slowest interaction took to be drawn; below 16 ms the browser keeps none. */
async function inpOf(page: Page, act: () => Promise<void>, settled: () => Promise<void>) {
  await page.evaluate(() => {
    (globalThis as unknown as { vitals: Vitals }).vitals.interactions = {};
  });
  await act();
  await settled();
  return Math.max(0, ...Object.values((await vitalsOf(page)).interactions));
}

test(`sign-in is drawn within ${LCP_MS} ms at 4 × slower CPU and 1.6 Mbit/s, and holds still`, async ({
  browser,
}) => {
  const drawn: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 93_750,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await observe(page);
    await page.goto('/login');
    await page.locator('input[name="password"]').waitFor();
    await page.evaluate(() => document.fonts.ready);
    const { lcp, shift } = await vitalsOf(page);
    drawn.push(lcp);
    expect(shift).toBeLessThanOrEqual(CLS);
    await context.close();
  }
  say('largest paint of sign-in', drawn, LCP_MS);
});

test(`a list of ${ROWS} rows answers sort, filter and row open within ${INP_MS} ms, and holds still`, async ({
  browser,
}) => {
  const page = await pageOf(browser, 'system-admin');
  await observe(page);
  const { settled } = watch(page);
  await open(page, `/warehouse-management/parts-warehouse?limit=${ROWS}`);
  const main = page.getByRole('main');
  const rows = main.locator('tbody tr');
  await settled();
  await expect(rows).toHaveCount(ROWS);
  expect((await vitalsOf(page)).shift).toBeLessThanOrEqual(CLS);

  const sort = main.getByRole('columnheader', { name: 'Part no.' }).getByRole('button');
  const search = main.getByRole('searchbox', { name: 'Search' });
  const deeds: Record<string, () => Promise<void>> = {
    sort: () => sort.click(),
    filter: () => search.pressSequentially('air'),
    open: () => rows.first().getByRole('link').click(),
  };
  const taken: Record<string, number[]> = { sort: [], filter: [], open: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, deed] of Object.entries(deeds)) {
      taken[name]?.push(await inpOf(page, deed, settled));
      if (name !== 'filter') continue;
      await search.fill('');
      await expect(rows).toHaveCount(ROWS);
      await settled();
    }
    await page.goBack();
    await settled();
  }
  for (const [name, all] of Object.entries(taken)) {
    say(`${name}, ${ROWS} rows`, all, INP_MS);
  }
});
