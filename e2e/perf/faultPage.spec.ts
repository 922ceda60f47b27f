import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { labelLink } from '../fixtures/labels.ts';
import { test } from '../fixtures/shell.ts';

/** All that comes over the line until a fault can be reported. */
const MOST_BYTES = 60 * 1024;
const MOST_REQUESTS = 3;

test('the page behind the code on a container weighs 60 KB at most', async ({
  browser,
  baseURL,
}) => {
  const [container] = await serverFor(baseURL, 'system-admin').get<{ id: string }[]>('/products', {
    status: 'installed',
  });
  const link = await labelLink(baseURL, 'system-admin', container?.id ?? '');
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const sizes: number[] = [];
  session.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength));
  await page.goto(link, { waitUntil: 'networkidle' });
  await expect(page.locator('input[type="tel"]')).toBeEditable();
  await context.close();
  expect(sizes.length).toBeLessThanOrEqual(MOST_REQUESTS);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES);
});
