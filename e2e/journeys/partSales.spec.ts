import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, PURCHASING, textsOf, WAREHOUSE } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { PickSheet } from '../pages/PickSheet.ts';

interface Sale {
  readonly id: string;
  readonly customer: { readonly code: string };
  readonly items: readonly {
    readonly part: { readonly code: string };
    readonly trackingType: string;
    readonly unitAllowsFraction: boolean;
  }[];
}

// The officer drafts, the manager confirms, a storekeeper scans on a telephone, one piece comes back.
for (const locale of localesOf('partSales')) {
  test(`parts sale: confirmed, delivered by scan, partly returned, in ${locale}`, {
    tag: ['@sales', '@warehouse'],
  }, async ({ browser, baseURL }) => {
    const server = serverFor(baseURL, 'sales-officer');
    const rows = await server.get<{ id: string }[]>('/part_sales', { status: 'draft,confirmed' });
    const sales = await Promise.all(rows.map(({ id }) => server.get<Sale>(`/part_sales/${id}`)));
    // Something that lies in the warehouse, is counted in pieces and has no serial number.
    const found = sales
      .flatMap(({ customer, items }) => items.map((item) => ({ ...item, customer })))
      .find(
        ({ trackingType, unitAllowsFraction }) => trackingType === 'none' && !unitAllowsFraction,
      );
    if (!found) throw new Error('the demonstration sells no such part');
    const { part, customer } = found;
    const work = desk(browser, locale);
    const t = textsOf(PURCHASING, locale);
    const stock = textsOf(WAREHOUSE, locale);
    const kit = textsOf(KIT, locale);
    const title = titleOf('parts-sales', locale);
    const field = (name: string) => t(`partSales.field.${name}`);

    const address = await test.step('the officer drafts it', () =>
      work('sales-officer', async ({ page, list, form }) => {
        await list.goto(title);
        await list.create(t('partSales.new'));
        await form.choose(form.field(field('customer')), customer.code);
        await form.choose(form.field(field('warehouse')), 'CENTRAL');
        await form.type(form.field(field('neededBy')), '31/12/2030');
        await form.choose(form.cell(t('partSales.line.partId'), 1), part.code);
        await form.type(form.cell(t('partSales.line.quantity'), 1), '2');
        await form.save(t('partSales.create'));
        const doc = new DocumentPage(page, kit, 'partSale');
        await doc.isNow('draft');
        return new URL(page.url()).pathname;
      }));

    await test.step('the manager confirms, and its stock is held', () =>
      work('sales-manager', async ({ page }) => {
        await page.goto(address);
        const doc = new DocumentPage(page, kit, 'partSale');
        await doc.done('confirm', 'confirmed');
        await doc.number('SP');
      }));

    await test.step('a storekeeper scans it on a telephone and hands it over', () =>
      work(
        'warehouse-staff',
        async ({ page, form }) => {
          await page.goto(`${address}/deliver`);
          const sheet = new PickSheet(page, stock);
          await sheet.isReady();
          await sheet.scan(`P:${part.code}`, part.code);
          await sheet.scan(`P:${part.code}`, part.code);
          await form.type(form.field(stock('saleDelivery.field.recipientName')), 'คุณวิภา');
          await sheet.save('saleDelivery.save');
          await new DocumentPage(page, kit, 'partSale').isNow('delivered');
        },
        { width: 390 },
      ));

    await test.step('one piece comes back', () =>
      work('sales-manager', async ({ page, form }) => {
        await page.goto(`${address}/return`);
        await form.type(form.field(stock('requisitions.field.returnQty')), '1');
        await form.type(form.field(stock('saleReturn.field.reason')), 'สั่งเกิน');
        await form.save(stock('saleReturn.save'));
        const doc = new DocumentPage(page, kit, 'partSale');
        await doc.isNow('partlyReturned');
        expect((await doc.download()).subarray(0, 5).toString()).toBe('%PDF-');
      }));
  });
}
