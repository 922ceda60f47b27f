import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { YEAR_AHEAD } from '../fixtures/days.ts';
import { desk } from '../fixtures/desk.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, PURCHASING, textsOf, WAREHOUSE } from '../fixtures/texts.ts';
import { accounting } from '../pages/accounting.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { PickSheet } from '../pages/PickSheet.ts';
import { baht, satang, share } from './money.ts';

/** One that was delivered, with its invoice. */
interface Sold {
  readonly grandTotal: string;
  readonly related: readonly { readonly type: string; readonly documentNo: string }[];
}

interface Sale {
  readonly id: string;
  readonly customer: { readonly code: string };
  readonly items: readonly {
    readonly part: { readonly code: string };
    readonly trackingType: string;
    readonly unitAllowsFraction: boolean;
  }[];
}

// The officer drafts, the manager confirms, a storekeeper scans on a telephone, one piece comes back, and
// accounting credits what was charged for it.
for (const locale of localesOf('partSales')) {
  test(`parts sale: confirmed, delivered by scan, partly returned and credited, in ${locale}`, {
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
    const books = accounting(locale);
    const title = titleOf('parts-sales', locale);
    const field = (name: string) => t(`partSales.field.${name}`);

    const address = await test.step('the officer drafts it', () =>
      work('sales-officer', async ({ page, list, form }) => {
        await list.goto(title);
        await list.create(t('partSales.new'));
        await form.choose(form.field(field('customer')), customer.code);
        await form.choose(form.field(field('warehouse')), 'CENTRAL');
        await form.type(form.field(field('neededBy')), `31/12/${YEAR_AHEAD}`);
        await form.choose(form.cell(t('partSales.line.partId'), 1), part.code);
        await form.type(form.cell(t('partSales.line.quantity'), 1), '2');
        await form.save(t('partSales.create'));
        return new DocumentPage(page, kit, 'partSale').isMade('draft');
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

    const sold = await server.get<Sold>(`/part_sales/${address.split('/').at(-1)}`);
    const invoiceNo = sold.related.find(({ type }) => type === 'invoice')?.documentNo ?? '';

    await test.step('one piece comes back', () =>
      work('sales-manager', async ({ page, form }) => {
        await page.goto(`${address}/return`);
        await form.type(form.field(stock('requisitions.field.returnQty')), '1');
        await form.type(form.field(stock('saleReturn.field.reason')), 'สั่งเกิน');
        await form.save(stock('saleReturn.save'));
        const doc = new DocumentPage(page, kit, 'partSale');
        await doc.isNow('partlyReturned');
        expect((await doc.download()).subarray(0, 5).toString()).toBe('%PDF-');
        await page.getByRole('tab', { name: kit('document.related') }).click();
        await expect(page.getByRole('tabpanel')).toContainText(kit('status.creditNote.pending'));
      }));

    // Of two pieces one came back.
    const back = share(satang(sold.grandTotal), 1n, 2n);
    const credit = await test.step('somebody of accounting credits it', () =>
      work('accounting-manager', async (tools) => {
        const shown = await books.credited(tools, invoiceNo);
        await expect(shown.frame.getByText(baht(back)).first()).toBeVisible();
        return shown.number('CN');
      }));

    await test.step('the other piece is owed', () =>
      work('accounting-officer', async (tools) => {
        await books.open(tools, 'invoices', invoiceNo);
        const shown = books.invoice(tools.page);
        await shown.isNow('partiallyPaid');
        const owed = baht(satang(sold.grandTotal) - back);
        await expect(shown.frame.getByText(owed).first()).toBeVisible();
      }));

    await test.step('the manager sees it at the sale', () =>
      work('sales-manager', async ({ page }) => {
        await page.goto(address);
        await page.getByRole('tab', { name: kit('document.related') }).click();
        await page.getByRole('tabpanel').getByRole('link', { name: credit }).click();
        await expect(page.getByRole('dialog')).toContainText(credit);
      }));
  });
}
