import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { makeShelf } from '../fixtures/goods.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, textsOf, WAREHOUSE } from '../fixtures/texts.ts';
import { CountSheet } from '../pages/CountSheet.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { pressOpened } from '../pages/press.ts';

// A faulty board is claimed from its supplier, who sends another one: from the part's own page to the shelf,
// where the new serial number names the old one. The warehouse works on a phone in one of the two languages
// (domain-warehouse 2.10).
const OPENING = { quantity: 10, unitCost: '40.0000' };
const WIDTH = { en: 1440, th: 390 } as const;

for (const locale of localesOf('claims')) {
  test(`a board is claimed and replaced by another one, in ${locale}`, {
    tag: ['@warehouse'],
  }, async ({ browser, baseURL }) => {
    const { bin, board, serials } = await makeShelf(
      {
        staff: serverFor(baseURL, 'warehouse-staff'),
        manager: serverFor(baseURL, 'warehouse-manager'),
      },
      OPENING,
    );
    const [serialNo = ''] = serials;
    const newNo = `${serialNo}N`;
    const buyer = serverFor(baseURL, 'purchasing-manager');
    const [supplier] = await buyer.get<{ name: string; nameTh: string | null }[]>(
      '/suppliers/master',
      { limit: '10' },
    );
    if (!supplier) throw new Error('the demonstration data has no supplier');
    const work = desk(browser, locale);
    const t = textsOf(WAREHOUSE, locale);
    const kit = textsOf(KIT, locale);
    const title = titleOf('claim', locale);
    const size = { width: WIDTH[locale] };

    const { number, path } =
      await test.step('a warehouse manager claims it from the part’s own page, though nothing proves a warranty', () =>
        work(
          'warehouse-manager',
          async ({ page, form }) => {
            await page.goto(`/warehouse-management/parts-warehouse/${board.id}`);
            await page.getByRole('link', { name: t('parts.send.claim'), exact: true }).click();
            const drawer = page.getByRole('dialog');
            await expect(drawer).toContainText(board.partNo);
            const field = (key: string) =>
              drawer.getByLabel(t(`claims.field.${key}`), { exact: true });
            await form.choose(
              field('supplier'),
              (locale === 'th' ? supplier.nameTh : null) ?? supplier.name,
            );
            await form.choose(field('warehouse'), 'CENTRAL');
            const place = t('claims.placeOf', { line: 1 });
            await form.choose(form.field(place), 'CENTRAL');
            await form.pick(form.field(t('places.serials', { of: place })), serialNo);
            await expect(drawer).toContainText(t('claims.warranty.unproven'));
            await form.type(form.cell(t('claims.line.defect'), 1), 'Does not start');
            await form.save(t('claims.create'));
            await expect(drawer.getByRole('alert').first()).toBeVisible();
            await form.type(field('overrideReason'), 'Agreed by telephone');
            await form.save(t('claims.create'));
            const doc = new DocumentPage(page, kit, 'claim');
            const made = await doc.number('CL');
            await doc.isNow('pending');
            return { number: made, path: new URL(page.url()).pathname };
          },
          size,
        ));

    await test.step('warehouse staff send it to the supplier', () =>
      work(
        'warehouse-staff',
        async ({ page, form }) => {
          await page.goto(path);
          const doc = new DocumentPage(page, kit, 'claim');
          await doc.act('send');
          await form.type(doc.dialog.getByLabel(t('claims.field.rmaNo')), 'RMA-2611');
          await doc.confirm('send');
          await doc.isNow('sent');
          await expect(page.getByRole('main')).toContainText('RMA-2611');
        },
        size,
      ));

    const importNo =
      await test.step('the purchasing manager records that another board was sent', () =>
        work('purchasing-manager', async ({ page, list, form }) => {
          await list.goto(title);
          await list.open(number);
          const doc = new DocumentPage(page, kit, 'claim');
          await doc.act('confirm');
          const answer = kit('action.claim.confirm');
          await pressOpened(doc.dialog.getByRole('button', { name: answer, exact: true }));
          // Without its serial number nobody knows the new board.
          await expect(doc.dialog.getByRole('listitem')).toContainText(/\S/);
          const serial = doc.dialog.getByLabel(t('claims.field.replacementSerialNo'));
          await form.type(serial, newNo);
          await form.type(doc.dialog.getByLabel(t('claims.field.newWarrantyMonths')), '12');
          await doc.confirm('confirm');
          await doc.isNow('confirmed');
          await expect(page.getByRole('main')).toContainText(`${serialNo} → ${newNo}`);
          await doc.openRelated(/^IM\d{4}-\d{4}$/);
          return new DocumentPage(page, kit, 'goodsImport').number('IM');
        }));

    await test.step('which is counted, and put away', async () => {
      await work('warehouse-staff.2', async ({ page, list }) => {
        await list.goto(titleOf('import-warehouse', locale));
        await list.open(importNo);
        await new DocumentPage(page, kit, 'goodsImport').act('update');
        const sheet = new CountSheet(page, t);
        await sheet.allReceivedInto(bin);
        await sheet.save();
        await new DocumentPage(page, kit, 'goodsImport').isNow('inspecting');
      });
      await work('warehouse-manager', async ({ page, list }) => {
        await list.goto(titleOf('import-warehouse', locale));
        await list.open(importNo);
        const doc = new DocumentPage(page, kit, 'goodsImport');
        await doc.act('approve');
        await doc.confirm('approve');
        await doc.isNow('completed');
      });
    });

    await test.step('the claim is over, and the part knows both numbers', () =>
      work(
        'warehouse-manager',
        async ({ page }) => {
          await page.goto(path);
          const doc = new DocumentPage(page, kit, 'claim');
          await doc.isNow('completed');
          const pdf = await doc.download();
          expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
          await page.goto(`/warehouse-management/parts-warehouse/${board.id}?tab=claims`);
          await expect(page.getByRole('tabpanel')).toContainText(`${serialNo} → ${newNo}`);
        },
        size,
      ));
  });
}
