import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { firstBinOf, makeShelf } from '../fixtures/goods.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, textsOf, WAREHOUSE } from '../fixtures/texts.ts';
import { CountSheet } from '../pages/CountSheet.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { PickSheet } from '../pages/PickSheet.ts';

// Parts go to the northern branch: one arrives damaged, one not at all and is written off; whoever
// ships works on a phone in one of the two languages (domain-warehouse 2.8).
const OPENING = { quantity: 10, unitCost: '40.0000' };
const SHIPPER_WIDTH = { en: 1440, th: 390 } as const;

for (const locale of localesOf('transfer')) {
  test(`parts are sent to a branch, one arrives damaged and one is lost, in ${locale}`, {
    tag: ['@warehouse'],
  }, async ({ browser, baseURL }) => {
    const staff = serverFor(baseURL, 'warehouse-staff');
    const manager = serverFor(baseURL, 'warehouse-manager');
    const { bin, counted, board, serials } = await makeShelf({ staff, manager }, OPENING);
    const [, second = ''] = serials;
    const farBin = await firstBinOf(staff, 'NORTH');
    const work = desk(browser, locale);
    const t = textsOf(WAREHOUSE, locale);
    const kit = textsOf(KIT, locale);
    const title = titleOf('parts-transfer', locale);

    const { number, path } = await test.step('the branch is asked to be filled', () =>
      work('warehouse-staff', async ({ page, list, form }) => {
        await list.goto(title);
        await page.getByRole('button', { name: t('transfers.new') }).click();
        const drawer = page.getByRole('dialog');
        const field = (key: string) => drawer.getByLabel(t(`transfers.field.${key}`));
        await form.choose(field('fromWarehouse'), 'CENTRAL');
        await form.choose(field('toWarehouse'), 'NORTH');
        const line = (key: string, at: number) => form.cell(t(`transfers.line.${key}`), at);
        await form.choose(line('partId', 1), counted.partNo);
        await form.type(line('quantity', 1), '4');
        await form.addLine(kit('lines.add'));
        await form.choose(line('partId', 2), board.partNo);
        await form.save(t('transfers.create'));
        const doc = new DocumentPage(page, kit, 'transfer');
        const made = await doc.number('TF');
        await doc.isNow('pending');
        return { number: made, path: new URL(page.url()).pathname };
      }));

    await test.step('the manager of the source approves, which holds the stock', () =>
      work('warehouse-manager', async ({ page, list }) => {
        await list.goto(title);
        await list.open(number);
        const doc = new DocumentPage(page, kit, 'transfer');
        await doc.act('approve');
        await expect(doc.dialog).toContainText(counted.partNo);
        await doc.confirm('approve');
        await doc.isNow('approved');
        await expect(page.getByRole('main')).toContainText(t('transfers.choice.state.reserved'));
      }));

    await test.step('a storekeeper scans what leaves, another board than was held', () =>
      work(
        'warehouse-staff',
        async ({ page, form }) => {
          await page.goto(`${path}?ship=1`);
          const sheet = new PickSheet(page, t);
          const said = (key: string, values: Record<string, string | number>) =>
            t(`picking.said.${key}`, values);
          await sheet.isReady();
          const part = counted.partNo;
          for (const picked of [1, 2, 3, 4]) {
            await sheet.scan(`P:${part}`, said('added', { part, picked, due: 4, bin }));
          }
          const named = { part: board.partNo, due: 1 };
          await sheet.scan(`S:${second}`, said('exchanged', { ...named, code: second, picked: 1 }));
          await form.type(form.field(t('shipping.field.carrier')), 'Flash Express');
          await sheet.save('shipping.save');
          await new DocumentPage(page, kit, 'transfer').isNow('inTransit');
          await expect(page.getByRole('main')).toContainText('Flash Express');
        },
        { width: SHIPPER_WIDTH[locale] },
      ));

    await test.step('whoever shipped may not receive', () =>
      work('warehouse-staff', async ({ page }) => {
        await page.goto(path);
        const doc = new DocumentPage(page, kit, 'transfer');
        await doc.openRelated(/^IM\d{4}-\d{4}$/);
        const goods = new DocumentPage(page, kit, 'goodsImport');
        await goods.number('IM');
        await expect(goods.action('update')).toHaveAttribute('aria-disabled', 'true');
      }));

    await test.step('somebody else counts: one is damaged, one is missing', () =>
      work('warehouse-staff.2', async ({ page, form }) => {
        await page.goto(path);
        await new DocumentPage(page, kit, 'transfer').openRelated(/^IM\d{4}-\d{4}$/);
        const goods = new DocumentPage(page, kit, 'goodsImport');
        await goods.number('IM');
        await goods.act('update');
        const sheet = new CountSheet(page, t);
        await sheet.allReceivedInto(farBin);
        const fuse = page.getByRole('listitem').filter({ hasText: counted.partNo });
        const count = (key: string) => fuse.getByLabel(t(`counts.field.${key}`), { exact: true });
        await form.type(count('receivedQty'), '2');
        await form.type(count('damagedQty'), '1');
        await form.type(count('missingQty'), '1');
        await form.type(count('discrepancyReason'), 'กล่องฉีกขาด');
        await sheet.save();
        await goods.isNow('inspecting');
      }));

    await test.step('and the manager of the branch puts it away', () =>
      work('warehouse-manager.north', async ({ page }) => {
        await page.goto(path);
        const doc = new DocumentPage(page, kit, 'transfer');
        await doc.isNow('inTransit');
        await doc.openRelated(/^IM\d{4}-\d{4}$/);
        const goods = new DocumentPage(page, kit, 'goodsImport');
        await goods.number('IM');
        await goods.done('approve', 'completed');
        await goods.openRelated(number);
        await doc.isNow('partlyReceived');
      }));

    await test.step('the lost one is written off, and the carrier answers for it', () =>
      work('warehouse-manager', async ({ page, form }) => {
        await page.goto(path);
        const doc = new DocumentPage(page, kit, 'transfer');
        await expect(page.getByRole('main')).toContainText(
          t('transfers.missingLines_one', { count: 1 }),
        );
        await doc.act('resolve-loss');
        await form.type(doc.dialog.getByRole('textbox').last(), 'ผู้ขนส่งหาไม่พบ');
        await doc.confirm('resolve-loss');
        await doc.isNow('completed');
        await page.getByRole('tab', { name: t('transfers.section.losses') }).click();
        const losses = page.getByRole('tabpanel');
        await expect(losses).toContainText(t('transfers.choice.liable.carrier'));
        await expect(losses).toContainText('40.00');
      }));
  });
}
