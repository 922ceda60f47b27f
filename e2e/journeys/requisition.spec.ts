import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { makeShelf } from '../fixtures/goods.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, textsOf, WAREHOUSE } from '../fixtures/texts.ts';
import { CountSheet } from '../pages/CountSheet.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { PartPage } from '../pages/PartPage.ts';
import { PickSheet } from '../pages/PickSheet.ts';

// A technician draws parts; the storekeeper picks them by scanner alone, on a phone in one of the two
// languages; one piece comes back whole and one damaged (domain-warehouse 2.7).
const OPENING = { quantity: 10, unitCost: '40.0000' };
const PICKER_WIDTH = { en: 1440, th: 390 } as const;

for (const locale of localesOf('requisition')) {
  test(`parts are asked for, picked by scan, handed out and partly returned, in ${locale}`, {
    tag: ['@warehouse'],
  }, async ({ browser, baseURL }) => {
    const { bin, counted, board, serials } = await makeShelf(
      {
        staff: serverFor(baseURL, 'warehouse-staff'),
        manager: serverFor(baseURL, 'warehouse-manager'),
      },
      OPENING,
    );
    const [first = '', second = '', third = ''] = serials;
    const work = desk(browser, locale);
    const t = textsOf(WAREHOUSE, locale);
    const kit = textsOf(KIT, locale);
    const title = titleOf('parts-requisition', locale);

    const { number, path } = await test.step('a technician asks for parts', () =>
      work('technician', async ({ page, list, form }) => {
        await list.goto(title);
        await list.create(t('requisitions.new'));
        await form.choose(form.field(t('requisitions.field.warehouse')), 'CENTRAL');
        const line = (key: string, at: number) => form.cell(t(`requisitions.line.${key}`), at);
        await form.choose(line('partId', 1), counted.partNo);
        await form.type(line('requestedQty', 1), '4');
        await form.addLine(kit('lines.add'));
        await form.choose(line('partId', 2), board.partNo);
        await form.type(line('requestedQty', 2), '2');
        await form.save(t('requisitions.create'));
        const doc = new DocumentPage(page, kit, 'requisition');
        const made = await doc.number('RQ');
        await doc.isNow('pending');
        return { number: made, path: new URL(page.url()).pathname };
      }));

    await test.step('a warehouse manager approves, which holds the stock', () =>
      work('warehouse-manager', async ({ page, list }) => {
        await list.goto(title);
        await list.open(number);
        const doc = new DocumentPage(page, kit, 'requisition');
        await doc.act('approve');
        await expect(doc.dialog).toContainText(counted.partNo);
        await doc.confirm('approve');
        await doc.isNow('approved');
        await expect(page.getByRole('main')).toContainText(t('requisitions.choice.state.reserved'));
      }));

    await test.step('a storekeeper picks by scanner alone', () =>
      work(
        'warehouse-staff',
        async ({ page }) => {
          await page.goto(`${path}?pick=1`);
          const sheet = new PickSheet(page, t);
          const said = (key: string, values: Record<string, string | number>) =>
            t(`picking.said.${key}`, values);
          await sheet.isReady();
          await sheet.scan(`B:${bin}`, said('bin', { bin }));
          await sheet.scan('P:NOTHING', said('unknown', { code: 'NOTHING' }));
          const part = counted.partNo;
          for (const picked of [1, 2, 3, 4]) {
            await sheet.scan(`P:${part}`, said('added', { part, picked, due: 4, bin }));
          }
          await sheet.scan(part, said('full', { part }));
          // The two that came first are held; the third is taken instead of one of them.
          const named = { part: board.partNo, due: 2 };
          await sheet.scan(`S:${third}`, said('exchanged', { ...named, code: third, picked: 1 }));
          await sheet.scan(first, said('serial', { ...named, code: first, picked: 2 }));
          await sheet.scan(`S:${second}`, said('full', { part: board.partNo }));
          await sheet.save();
          await new DocumentPage(page, kit, 'requisition').isNow('picking');
        },
        { width: PICKER_WIDTH[locale] },
      ));

    await test.step('and hands them out', () =>
      work('warehouse-staff', async ({ page, list }) => {
        await list.goto(title);
        await list.open(number);
        const doc = new DocumentPage(page, kit, 'requisition');
        await doc.act('confirm-dispatch');
        await expect(doc.dialog.getByLabel(t('requisitions.field.recipientName'))).not.toBeEmpty();
        await doc.confirm('confirm-dispatch');
        await doc.isNow('dispatched');
        await page.getByRole('tab', { name: t('requisitions.section.picks') }).click();
        const picks = page.getByRole('tabpanel');
        await expect(picks).toContainText(third);
        await expect(picks).not.toContainText(second);
      }));

    const importNo = await test.step('the technician brings one back whole and one damaged', () =>
      work('technician', async ({ page, list, form }) => {
        await list.goto(title);
        await list.open(number);
        const doc = new DocumentPage(page, kit, 'requisition');
        await doc.act('return');
        const rows = doc.dialog.getByRole('listitem');
        const fuse = rows.filter({ hasText: counted.partNo });
        await form.type(fuse.getByLabel(t('requisitions.field.returnQty')), '1');
        await form.pick(fuse.getByLabel(t('requisitions.field.condition')), t('condition.new'));
        const broken = rows.filter({ hasText: board.partNo });
        await form.pick(broken.getByLabel(t('requisitions.field.serials')), third);
        await page.keyboard.press('Escape');
        await form.pick(
          broken.getByLabel(t('requisitions.field.condition')),
          t('condition.defective'),
        );
        await doc.confirm('return');
        await doc.isNow('partlyReturned');
        await doc.openRelated(/^IM\d{4}-\d{4}$/);
        return new DocumentPage(page, kit, 'goodsImport').number('IM');
      }));

    await test.step('other warehouse staff count what came back', () =>
      work('warehouse-staff.2', async ({ page, list }) => {
        await list.goto(titleOf('import-warehouse', locale));
        await list.open(importNo);
        const doc = new DocumentPage(page, kit, 'goodsImport');
        await doc.act('update');
        await expect(page.getByText(t('counts.toQuarantine'))).toBeVisible();
        const sheet = new CountSheet(page, t);
        await sheet.allReceivedInto(bin);
        await sheet.save();
        await doc.isNow('inspecting');
      }));

    await test.step('and a warehouse manager puts it away, at what it was worth', () =>
      work('warehouse-manager', async ({ page, list }) => {
        await list.goto(titleOf('import-warehouse', locale));
        await list.open(importNo);
        const doc = new DocumentPage(page, kit, 'goodsImport');
        await doc.done('approve', 'completed');
        const part = new PartPage(page, t);
        await list.goto(titleOf('parts-warehouse', locale));
        await list.open(counted.partNo);
        await part.shows({
          name: locale === 'th' ? counted.nameTh : 'FUSE',
          onHand: 7,
          averageCost: '40.0000',
          stockValue: '280.00',
        });
        await expect(part.moves).toContainText(number);
      }));
  });
}
