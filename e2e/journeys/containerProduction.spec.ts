import { expect, type Page } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { makeModel } from '../fixtures/containers.ts';
import { desk } from '../fixtures/desk.ts';
import { makeShelf } from '../fixtures/goods.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, textsOf } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { pressOpened } from '../pages/press.ts';

const AREA = '/warehouse-inventory';
const OPENING = { quantity: 20, unitCost: '40.0000' };

// A container is begun with a number of its model's sequence and what the bill of materials asks for; one
// part of it gives way to two others with serial numbers.
for (const locale of localesOf('containerProduction')) {
  test(`container: begun with parts from the shelves and a substitute, in ${locale}`, {
    tag: ['@containers'],
  }, async ({ browser, baseURL }) => {
    const people = {
      staff: serverFor(baseURL, 'warehouse-staff'),
      manager: serverFor(baseURL, 'warehouse-manager'),
      admin: serverFor(baseURL, 'system-admin'),
    };
    const shelf = await makeShelf(people, OPENING);
    const other = await makeShelf(people, OPENING);
    const mark = shelf.counted.partNo.slice(-6);
    const model = await makeModel(people.manager, mark, [
      { partId: shelf.counted.id, quantity: 2 },
      { partId: shelf.board.id, quantity: 1 },
      { partId: other.counted.id, quantity: 1 },
    ]);
    const work = desk(browser, locale);
    const t = textsOf('remote-inventory/src/i18n', locale);
    const kit = textsOf(KIT, locale);
    const field = (name: string) => t(`containers.field.${name}`);
    const docOf = (page: Page) => new DocumentPage(page, kit, 'product');
    const line = (key: string, number: number) => t(`containers.${key}`, { line: number });
    const [substitute = '', spare = ''] = other.serials;
    const option = (page: Page, text: string) =>
      page
        .locator('.ant-select-dropdown .ant-select-item-option')
        .filter({ visible: true, hasText: text })
        .first();

    const { id, serial } = await test.step('staff build it, with a board in place of a fuse', () =>
      work('warehouse-staff', async ({ page, form }) => {
        await page.goto(`${AREA}/container-warehouse/detail-product/create`);
        await form.choose(form.field(field('productModelId')), model.code);
        await form.choose(form.field(field('warehouseId')), 'CENTRAL');
        await page.getByRole('button', { name: t('containers.reserveSerial') }).click();
        await expect(form.field(field('serialNumber'))).toHaveValue(/-0001$/);
        const reserved = await form.field(field('serialNumber')).inputValue();
        await page.getByRole('button', { name: t('containers.toParts') }).click();
        await page.getByRole('button', { name: t('containers.propose') }).click();
        const place = (number: number) => form.field(line('placeOf', number));
        await expect(place(3)).toBeVisible();
        // A serial number is proposed as any other stock is; the fuse gives way to a board.
        await page.getByRole('button', { name: kit('lines.remove', { number: 3 }) }).click();
        await page
          .getByRole('button', { name: kit('lines.add') })
          .last()
          .click();
        await form.choose(form.cell(t('containers.line.partId'), 3), other.board.partNo);
        await place(3).click();
        await pressOpened(option(page, other.bin));
        await form.field(line('serialsOf', 3)).click();
        await pressOpened(option(page, substitute));
        await page.keyboard.press('Escape');
        // The second board comes by scan, and stands beside the first, which lies in the same place.
        const scan = form.field(t('containers.scan.label'));
        await scan.fill('NO-SUCH-PART');
        await scan.press('Enter');
        const said = page.locator('#scan-said');
        await expect(said).toHaveText(t('containers.scan.said.unknown', { code: 'NO-SUCH-PART' }));
        await scan.fill(`S:${spare}@${other.board.partNo}`);
        await scan.press('Enter');
        await expect(said).toHaveText(
          t('containers.scan.said.serial', { code: spare, part: other.board.partNo }),
        );
        await form.save(t('containers.create'));
        const address = await docOf(page).isMade('inProduction');
        return { id: address.split('/').at(-1) ?? '', serial: reserved };
      }));
    const { parts } = await people.admin.get<{
      readonly parts: readonly { readonly serialNo: string | null }[];
    }>(`/products/${id}`);
    expect(serial).toMatch(/-0001$/);
    const board = parts.find(({ serialNo }) => shelf.serials.includes(serialNo ?? ''))?.serialNo;
    const pieces = parts.map(({ serialNo }) => serialNo ?? '').sort();
    expect(pieces).toEqual(['', board, substitute, spare].sort());
  });
}
