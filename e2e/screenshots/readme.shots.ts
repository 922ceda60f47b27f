import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { addressOf, builtPages } from '../fixtures/builtPages.ts';
import { contextOf, type Look } from '../fixtures/looks.ts';
import { watch } from '../fixtures/settled.ts';

// The four pictures of the README (design, "Pictures to keep"): `npm run screenshots -- --readme`.
const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'pictures');
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 800 };
const QUALITY = 80;

interface Picture extends Look {
  readonly page: string;
  readonly screen: typeof DESK;
}

const PICTURES: readonly Picture[] = [
  { page: 'dashboard', theme: 'light', locale: 'en', screen: DESK },
  { page: 'purchase-order-detail', theme: 'light', locale: 'th', screen: DESK },
  { page: 'purchase-report', theme: 'dark', locale: 'en', screen: DESK },
  { page: 'purchase-requests', theme: 'light', locale: 'th', screen: PHONE },
];

for (const { page: name, screen, ...look } of PICTURES) {
  test(`README: ${name}`, async ({ browser, baseURL }) => {
    const built = builtPages().find((one) => one.name === name);
    if (!built) throw new Error(`no remote contributes the page "${name}"`);
    const context = await contextOf(browser, { ...look, account: 'system-admin' });
    const page = await context.newPage();
    await page.setViewportSize(screen);
    const { settled } = watch(page);
    await page.goto(await addressOf(built, serverFor(baseURL, 'system-admin')));
    await settled();
    // Playwright writes no WebP, which is a third of the size.
    const devtools = await context.newCDPSession(page);
    const { data } = await devtools.send('Page.captureScreenshot', {
      format: 'webp',
      quality: QUALITY,
    });
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, `${name}.webp`), Buffer.from(data, 'base64'));
    await context.close();
  });
}
