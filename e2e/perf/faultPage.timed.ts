import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { labelLink } from '../fixtures/labels.ts';
import { test } from '../fixtures/shell.ts';
import { say } from './measures.ts';

const USABLE_MS = 3000;
const ROUNDS = 5;

test(`a fault can be reported within ${USABLE_MS} ms at 4 × slower CPU and 1.6 Mbit/s`, async ({
  browser,
  baseURL,
}) => {
  const [container] = await serverFor(baseURL, 'system-admin').get<{ id: string }[]>('/products', {
    status: 'installed',
  });
  const link = await labelLink(baseURL, 'system-admin', container?.id ?? '');
  const usable: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
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
    await page.goto(link);
    // The field for photographs is there once the script has run, which is last.
    await page.locator('input[type="file"]').waitFor();
    await expect(page.locator('input[type="tel"]')).toBeEditable();
    usable.push(await page.evaluate(() => performance.now()));
    await context.close();
  }
  say('page of a fault report can be used', usable, USABLE_MS);
});
