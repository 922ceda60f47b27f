import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { makeGoods } from '../fixtures/goods.ts';
import { purchasing } from '../fixtures/purchasing.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, textsOf, WAREHOUSE } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { searchFor } from '../pages/ListPage.ts';
import { PartPage } from '../pages/PartPage.ts';
import { pressOpened } from '../pages/press.ts';

// What runs low is seen, asked for at one click and put on the shelf: 10 pieces,
// watched from 15 up to 40 in the central warehouse, so 30 are to be bought. On a phone in Thai.
const OPENING = { quantity: 10, unitCost: '40.0000' };
const WIDTH = { en: 1440, th: 390 } as const;
const TO_REORDER = '/warehouse-management/parts-warehouse?tab=reorder';

for (const locale of localesOf('reorder')) {
  test(`what runs low is bought and comes to the shelf, in ${locale}`, {
    tag: ['@warehouse', '@purchasing'],
  }, async ({ browser, baseURL }) => {
    const { mark, partA, supplier } = await makeGoods(
      {
        staff: serverFor(baseURL, 'warehouse-staff'),
        manager: serverFor(baseURL, 'warehouse-manager'),
        officer: serverFor(baseURL, 'purchasing-officer'),
      },
      OPENING,
    );
    const width = WIDTH[locale];
    const work = desk(browser, locale);
    const people = purchasing({ work, locale });
    const t = textsOf(WAREHOUSE, locale);
    const kit = textsOf(KIT, locale);

    await test.step('the manager of the warehouse says from when to buy', () =>
      work('warehouse-manager', async ({ page, list, form }) => {
        await list.goto(titleOf('parts-warehouse', locale));
        await list.open(partA.partNo);
        await page.getByRole('tab', { name: t('rules.tab', { count: 0 }) }).click();
        await page.getByRole('button', { name: t('rules.edit') }).click();
        const dialog = page.getByRole('dialog');
        const line = (key: string) => form.cell(t(`parts.field.${key}`), 1);
        await form.choose(line('warehouseId'), 'CENTRAL');
        // Wrong the wrong way round, and said where.
        await form.type(line('reorderPoint'), '15');
        await form.type(line('maxStock'), '4');
        await dialog.getByRole('button', { name: t('rules.save') }).click();
        await expect(line('reorderPoint')).toHaveAttribute('aria-invalid', 'true');
        await form.type(line('maxStock'), '40');
        await dialog.getByRole('button', { name: t('rules.save') }).click();
        await expect(dialog).toBeHidden();
        await expect(page.getByRole('tab', { name: t('rules.tab', { count: 1 }) })).toBeVisible();
        await expect(page.getByRole('tabpanel')).toContainText(t('parts.choice.stock.low'));
      }));

    const requestNo = await test.step('somebody asks for what is suggested', () =>
      work(
        'warehouse-staff',
        async ({ page, form }) => {
          await page.goto(TO_REORDER);
          const panel = page.getByRole('tabpanel');
          await searchFor(panel.getByRole('searchbox', { name: kit('list.search') }), partA.partNo);
          const name = kit('list.selectRow', { name: partA.partNo });
          await panel.getByRole('checkbox', { name }).check();
          await panel.getByRole('button', { name: t('reorder.bulk.request') }).click();
          const dialog = page.getByRole('dialog');
          await expect(form.cell(t('reorder.field.quantity'), 1)).toHaveValue('30');
          await pressOpened(dialog.getByRole('button', { name: t('reorder.request.ok') }));
          const doc = new DocumentPage(page, kit, 'purchaseRequest');
          const number = await doc.number('PR');
          await doc.isNow('pending');
          return number;
        },
        { width },
      ));

    await test.step('a purchasing manager approves it', () => people.approveRequest(requestNo));
    const orderNo = await test.step('a purchasing officer orders from it', () =>
      people.orderFrom(requestNo, locale === 'th' ? supplier.nameTh : supplier.name));
    await test.step('a purchasing manager approves the order', () => people.approveOrder(orderNo));
    const receiptNo = await test.step('warehouse staff receive it', () =>
      people.receive(orderNo, `TX-R${mark}`));
    const importNo = await test.step('other warehouse staff count it into a bin', () =>
      people.count(receiptNo, 'A-01-01'));
    await test.step('the manager puts it away', () => people.putAway(importNo, partA.partNo));

    await test.step('nothing is to be bought any more', () =>
      work(
        'warehouse-staff',
        async ({ page }) => {
          await page.goto(`/warehouse-management/parts-warehouse/${partA.id}`);
          const part = new PartPage(page, t);
          await expect(part.figure(t('parts.stock.onHand'))).toHaveText(/^40\D*$/);
          await page.goto(TO_REORDER);
          const panel = page.getByRole('tabpanel');
          await searchFor(panel.getByRole('searchbox', { name: kit('list.search') }), partA.partNo);
          await expect(panel.getByText(kit('list.empty'))).toBeVisible();
        },
        { width },
      ));
  });
}
