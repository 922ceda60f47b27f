import { chromium, expect, type Page } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { filmOf } from '../fixtures/fakeCamera.ts';
import { contextOf } from '../fixtures/looks.ts';
import { test } from '../fixtures/shell.ts';
import { localesOf, textsOf } from '../fixtures/texts.ts';

// The camera as a scanner in a browser that reads no codes itself, as on an iPhone:
// Chromium on Linux has no BarcodeDetector either. Its camera shows the test's own film.
const WIDTH = { en: 1440, th: 390 } as const;
const SYMBOL = { en: 'code128', th: 'qrcode' } as const;

/** Opens the panel for scans from the header and looks through the camera. */
async function look(page: Page, shell: ReturnType<typeof textsOf>): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: shell('header.scan') }).click();
  await page.getByRole('button', { name: shell('scan.useCamera') }).click();
}

const partOf = async (baseURL: string | undefined) => {
  const [part] = await serverFor(baseURL, 'warehouse-manager').get<{ partNo: string }[]>(
    '/material_parts',
  );
  if (!part) throw new Error('the demonstration has no part');
  return part.partNo;
};

for (const locale of localesOf('camera')) {
  test(
    `the camera reads ${SYMBOL[locale]} and opens the part, in ${locale}`,
    { tag: ['@warehouse'] },
    async ({ baseURL, launchOptions }, info) => {
      const shell = textsOf('host/src/i18n', locale);
      const partNo = await partOf(baseURL);
      const film = info.outputPath('code.y4m');
      filmOf(film, SYMBOL[locale], locale === 'en' ? partNo : `P:${partNo}`);
      const filmed = await chromium.launch({
        ...launchOptions,
        args: [
          ...(launchOptions.args ?? []),
          '--use-fake-device-for-media-stream',
          // A Chromium without windows has no question to ask: without this it has no camera either.
          '--use-fake-ui-for-media-stream',
          `--use-file-for-fake-video-capture=${film}`,
        ],
      });
      const context = await contextOf(filmed, {
        account: 'warehouse-manager',
        locale,
        width: WIDTH[locale],
      });
      await context.grantPermissions(['camera'], { origin: String(baseURL) });
      const page = await context.newPage();
      const refused: string[] = [];
      page.on('console', (message) => {
        if (/Content Security Policy/.test(message.text())) refused.push(message.text());
      });
      const readers: string[] = [];
      page.on('request', (request) => {
        if (/\.wasm/.test(request.url())) readers.push(new URL(request.url()).origin);
      });
      await page.goto('/dashboard');
      expect(await page.evaluate(() => 'BarcodeDetector' in globalThis)).toBe(false);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(readers).toEqual([]);
      await look(page, shell);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(partNo);
      expect(readers).toEqual([baseURL]);
      expect(refused).toEqual([]);
      await filmed.close();
    },
  );

  test(`a camera that is missing or forbidden is told in words, in ${locale}`, {
    tag: ['@warehouse'],
  }, async ({ browser, baseURL }) => {
    const shell = textsOf('host/src/i18n', locale);
    const context = await contextOf(browser, {
      account: 'warehouse-manager',
      locale,
      width: WIDTH[locale],
    });
    const page = await context.newPage();
    await context.grantPermissions(['camera'], { origin: String(baseURL) });
    await look(page, shell);
    await expect(page.getByText(shell('scan.noCamera'))).toBeVisible();
    await expect(page.getByRole('button', { name: shell('scan.useCamera') })).toBeVisible();

    await context.addInitScript(() => {
      const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
      navigator.mediaDevices.getUserMedia = refuse;
    });
    await look(page, shell);
    await expect(page.getByText(shell('scan.cameraDenied'))).toBeVisible();
    await context.close();
  });
}
