import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { makeShelf } from '../fixtures/goods.ts';
import { squeezed, textOfPdf } from '../fixtures/pdfs.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, textsOf, WAREHOUSE } from '../fixtures/texts.ts';
import { pressOpened } from '../pages/press.ts';

// A storekeeper scans what lies on a shelf, on any page and on a phone in one of the two languages; the
// label of a serial is printed and read back; new parts come from a spreadsheet with a bad cell
// (domain-warehouse 1.4, 3.5, 4.1).
const OPENING = { quantity: 6, unitCost: '25.0000' };
const WIDTH = { en: 1440, th: 390 } as const;

/** As a scanner types: faster than this test could, wherever the page stands, Enter at the end. */
async function scan(page: Page, code: string): Promise<void> {
  await page.evaluate(
    (keys) => {
      const at = performance.now();
      for (const [index, key] of keys.entries()) {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        // However long this page is held up in between, a scanner types on.
        Object.defineProperty(event, 'timeStamp', { value: at + index });
        document.body.dispatchEvent(event);
      }
    },
    [...code, 'Enter'],
  );
}

for (const locale of localesOf('scan')) {
  test(`what is scanned is found, labelled and imported, in ${locale}`, {
    tag: ['@warehouse'],
  }, async ({ browser, baseURL }) => {
    const admin = serverFor(baseURL, 'system-admin');
    const { bin, binId, counted, board, serials } = await makeShelf(
      {
        staff: serverFor(baseURL, 'warehouse-staff'),
        manager: serverFor(baseURL, 'warehouse-manager'),
        admin,
      },
      OPENING,
    );
    const [serialNo = ''] = serials;
    const work = desk(browser, locale);
    const t = textsOf(WAREHOUSE, locale);
    const kit = textsOf(KIT, locale);
    const shell = textsOf('host/src/i18n', locale);
    const labels = textsOf('shared/src/kit/labels/i18n', locale);
    const imported = textsOf('shared/src/kit/import/i18n', locale);

    await test.step('a scan on any page finds a part, a serial’s life and a bin', () =>
      work(
        'warehouse-manager',
        async ({ page }) => {
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await scan(page, counted.partNo);
          await expect(page.getByRole('heading', { level: 1 })).toContainText(counted.partNo);

          await scan(page, `S:${serialNo}@${board.partNo}`);
          const life = page.getByRole('dialog', { name: t('serial.title', { serialNo }) });
          await expect(life).toContainText(t('serial.state.inStock'));
          await expect(life).toContainText(bin);
          await expect(life.getByRole('listitem')).not.toHaveCount(0);

          const download = page.waitForEvent('download');
          await life.getByRole('button', { name: kit('labels') }).click();
          const print = page.getByRole('button', {
            name: labels(locale === 'en' ? 'print_one' : 'print', { count: 1 }),
          });
          await pressOpened(print);
          const pdf = await textOfPdf(await readFile(await (await download).path()));
          expect(pdf).toContain(squeezed(serialNo));
          expect(pdf).toContain(squeezed(board.partNo));
          // The key would close the dialog of the labels, as long as that is there.
          await expect(print).toBeHidden();
          await page.keyboard.press('Escape');
          await expect(life).toBeHidden();

          await scan(page, `B:${bin}`);
          await expect(page).toHaveURL(new RegExp(`binId=${binId}`));
          await expect(page.getByRole('main')).toContainText(counted.partNo);
          await expect(page.getByRole('main')).toContainText(board.partNo);

          await scan(page, 'NO-SUCH-CODE');
          await expect(page.getByRole('dialog')).toContainText(
            shell('scan.nothing', { code: 'NO-SUCH-CODE' }),
          );
          await page.getByLabel(shell('scan.field')).fill(board.partNo);
          await page.keyboard.press('Enter');
          await expect(page.getByRole('heading', { level: 1 })).toContainText(board.partNo);
        },
        { width: WIDTH[locale] },
      ));

    await test.step('the balances of a day before it came know nothing of it', () =>
      work('warehouse-manager', async ({ page, list }) => {
        await list.goto(titleOf('parts-warehouse', locale));
        const path = new URL(page.url()).pathname;
        await page.goto(`${path}?tab=balances&search=${counted.partNo}`);
        await expect(page.getByRole('table')).toContainText(counted.partNo);
        await page.goto(`${path}?tab=balances&search=${counted.partNo}&asOf=2024-01-31`);
        await expect(page.getByText(kit('list.empty'), { exact: true })).toBeVisible();
        await page.goto(`${path}?tab=ledger&search=${counted.partNo}`);
        await expect(page.getByRole('table')).toContainText(counted.partNo);
      }));

    await test.step('a spreadsheet of parts: the bad cell is shown, the good row comes in', () =>
      work('warehouse-manager', async ({ page, list }) => {
        await list.goto(titleOf('parts-warehouse', locale));
        const [main] = await admin.get<{ name: string }[]>('/categories/master', { level: 'main' });
        const [unit] = await admin.get<{ code: string }[]>('/units/master', {});
        const fresh = `${counted.partNo}-X`;
        const rows = [
          'partNo,name,category,unit,trackingType',
          `${fresh},Imported pump,${main?.name},${unit?.code},serial`,
          `${fresh}-2,Imported hose,No such category,${unit?.code},`,
        ];
        await page.getByRole('button', { name: kit('import'), exact: true }).click();
        await page.locator('input[type="file"]').setInputFiles({
          name: 'parts.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(rows.join('\r\n')),
        });
        const drawer = page.getByRole('dialog');
        await expect(drawer.getByRole('table')).toContainText('C3');
        await expect(drawer.getByRole('table')).toContainText('No such category');
        await drawer
          .getByRole('button', {
            name: imported(locale === 'en' ? 'take_one' : 'take', { count: 1 }),
          })
          .click();
        await expect(drawer).toContainText(imported('done', { count: 1, total: 2 }));
        await page.keyboard.press('Escape');
        await page.goto(`${new URL(page.url()).pathname}?search=${fresh}`);
        await expect(page.getByRole('table')).toContainText('Imported pump');
        await expect(page.getByRole('table')).not.toContainText('Imported hose');
      }));
  });
}
