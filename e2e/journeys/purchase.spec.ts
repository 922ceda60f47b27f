import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { makeGoods } from '../fixtures/goods.ts';
import { smallOrder } from '../fixtures/orders.ts';
import { squeezed, textOfPdf } from '../fixtures/pdfs.ts';
import { purchasing } from '../fixtures/purchasing.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, type Locale, localesOf, PURCHASING, textsOf, WAREHOUSE } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { PartPage } from '../pages/PartPage.ts';
import { baht, grouped, satang, share } from './money.ts';

// The job of the foundation: a request becomes stock on a shelf. Six people, since nobody approves
// their own, two remotes, prices with VAT in them, a discount on the document, tax withheld from the
// service. All amounts are worked out here by whole satang (domain-warehouse 1.10, 3.3).
const OPENING = { quantity: 10, unitCost: '40.0000' };
const LINES = {
  a: { quantity: 7, price: '33.30' },
  b: { quantity: 3, price: '1234.50' },
  service: { quantity: 1, price: '850.00' },
} as const;
const DISCOUNT = '478.66';
const VAT = 7n;
const WHT = 3n;

const gross = (line: { readonly quantity: number; readonly price: string }): bigint =>
  BigInt(line.quantity) * satang(line.price);
const a = gross(LINES.a);
const b = gross(LINES.b);
const service = gross(LINES.service);
const subTotal = a + b + service;
const grandTotal = subTotal - satang(DISCOUNT);
const base = share(grandTotal, 100n, 100n + VAT);
/** What a line costs before VAT: its share of the base, the discount falling on all alike. */
const baseOf = (line: bigint): bigint => share(base, line, subTotal);
const withheld = share(baseOf(service), WHT, 100n);

const EXPECTED = {
  request: baht(subTotal),
  subTotal: baht(subTotal),
  discountTotal: baht(satang(DISCOUNT)),
  baseAmount: baht(base),
  vatAmount: baht(grandTotal - base),
  grandTotal: baht(grandTotal),
  whtAmount: baht(withheld),
  netPayable: baht(grandTotal - withheld),
};

/** Moving average: what lay there and what came, by value, over all pieces; shown to 4 places. */
const shelfA = {
  quantity: OPENING.quantity + LINES.a.quantity,
  value: BigInt(OPENING.quantity) * satang('40.00') + baseOf(a),
};
const shelfB = { quantity: LINES.b.quantity, value: baseOf(b) };
const average = ({ quantity, value }: typeof shelfA) =>
  grouped(share(value, 100n, BigInt(quantity)), 4);

const WORDS = {
  en: {
    request: 'Four thousand seven hundred and eighty-six baht and sixty satang only',
    order: 'Four thousand three hundred and seven baht and ninety-four satang only',
    company: 'บริษัท บ็อกซ์ยาร์ด เวนดิ้ง จำกัด',
  },
  th: {
    request: 'สี่พันเจ็ดร้อยแปดสิบหกบาทหกสิบสตางค์',
    order: 'สี่พันสามร้อยเจ็ดบาทเก้าสิบสี่สตางค์',
    company: 'บริษัท บ็อกซ์ยาร์ด เวนดิ้ง จำกัด',
  },
} as const;

test('the prices are chosen so that every way of sharing them comes to the same satang', {
  tag: ['@purchasing', '@warehouse'],
}, () => {
  for (const line of [a, b, service]) {
    expect((line * satang(DISCOUNT)) % subTotal).toBe(0n);
  }
  expect(baseOf(a) + baseOf(b) + baseOf(service)).toBe(base);
});

for (const locale of localesOf('purchase')) {
  test(`a request becomes stock on the shelf, by six people, in ${locale}`, {
    tag: ['@purchasing', '@warehouse'],
  }, async ({ browser, baseURL }) => {
    const goods = await makeGoods(
      {
        staff: serverFor(baseURL, 'warehouse-staff'),
        manager: serverFor(baseURL, 'warehouse-manager'),
        officer: serverFor(baseURL, 'purchasing-officer'),
      },
      OPENING,
    );
    const { partA, partB, supplier, mark } = goods;
    const work = desk(browser, locale);
    const people = purchasing({ work, locale });
    const t = textsOf(PURCHASING, locale);
    const stock = textsOf(WAREHOUSE, locale);
    const kit = textsOf(KIT, locale);
    const pdfs: Record<'request' | 'order' | 'receipt', Buffer | null> = {
      request: null,
      order: null,
      receipt: null,
    };

    const requestNo = await test.step('a technician asks for two parts and a service', () =>
      work('technician', async ({ page, list, form }) => {
        await list.goto(titleOf('purchase-requests', locale));
        await list.create(t('requests.new'));
        await form.choose(form.field(t('requests.field.warehouse')), 'CENTRAL');
        const line = (key: string, number: number) => form.cell(t(`requests.line.${key}`), number);
        await form.choose(line('partId', 1), partA.partNo);
        await form.type(line('quantity', 1), String(LINES.a.quantity));
        await form.type(line('estimatedPrice', 1), LINES.a.price);
        await form.addLine(kit('lines.add'));
        await form.choose(line('partId', 2), partB.partNo);
        await form.type(line('quantity', 2), String(LINES.b.quantity));
        await form.type(line('estimatedPrice', 2), LINES.b.price);
        await form.addLine(kit('lines.add'));
        await form.type(line('freeText', 3), `Installation ${mark}`);
        await form.type(line('quantity', 3), String(LINES.service.quantity));
        await form.choose(line('unitId', 3), 'set');
        await form.type(line('estimatedPrice', 3), LINES.service.price);
        await form.save(t('requests.create'));
        const doc = new DocumentPage(page, kit, 'purchaseRequest');
        const number = await doc.number('PR');
        await doc.isNow('pending');
        await expect(page.getByRole('table')).toContainText(EXPECTED.request);
        return number;
      }));

    await test.step('a purchasing manager approves it', () => people.approveRequest(requestNo));

    await test.step('the technician prints it', () =>
      work('technician', async ({ page, list }) => {
        await list.goto(titleOf('purchase-requests', locale));
        await list.open(requestNo);
        pdfs.request = await new DocumentPage(page, kit, 'purchaseRequest').download();
      }));

    const orderNo = await test.step('a purchasing officer orders from it', () =>
      work('purchasing-officer', async ({ page, list, form }) => {
        await list.goto(titleOf('purchase-requests', locale));
        await list.open(requestNo);
        await page.getByRole('button', { name: t('requests.link.createOrder') }).click();
        const field = (key: string) => form.field(t(`orders.field.${key}`));
        await form.choose(field('supplier'), locale === 'th' ? supplier.nameTh : supplier.name);
        await form.pick(field('vatMode'), t('orders.choice.vatMode.inclusive'));
        await form.type(field('whtRate'), '3');
        await form.type(field('discount'), DISCOUNT);
        await form.pick(
          page.getByRole('combobox', { name: t('discount.type') }).first(),
          t('discount.amount'),
        );
        for (const key of ['subTotal', 'discountTotal', 'grandTotal', 'netPayable'] as const) {
          await expect(form.amount(key)).toContainText(EXPECTED[key]);
        }
        await form.save(t('orders.create'));
        const doc = new DocumentPage(page, kit, 'purchaseOrder');
        const number = await doc.number('PO');
        await doc.isNow('pending');
        return number;
      }));

    await test.step('a purchasing manager approves the order', () =>
      work('purchasing-manager', async ({ page, list }) => {
        await list.goto(titleOf('purchase-orders', locale));
        await list.open(orderNo);
        const doc = new DocumentPage(page, kit, 'purchaseOrder');
        for (const key of [
          'subTotal',
          'discountTotal',
          'baseAmount',
          'vatAmount',
          'grandTotal',
          'whtAmount',
          'netPayable',
        ] as const) {
          await expect(doc.amount(key)).toContainText(EXPECTED[key]);
        }
        await doc.done('approve', 'approved');
      }));

    await test.step('the officer notes the supplier’s confirmation and prints the order', () =>
      work('purchasing-officer', async ({ page, list, form }) => {
        await list.goto(titleOf('purchase-orders', locale));
        await list.open(orderNo);
        const doc = new DocumentPage(page, kit, 'purchaseOrder');
        await doc.act('confirm');
        await form.type(form.field(t('orders.field.supplierConfirmationNo')), `SO-${mark}`);
        await form.type(form.field(t('orders.field.promisedDate')), nextWeek(locale));
        await doc.confirm('confirm');
        await doc.isNow('booking');
        pdfs.order = await doc.download();
      }));

    const receiptNo = await test.step('warehouse staff receive it on a tax invoice', () =>
      work('warehouse-staff', async ({ page, list, form }) => {
        await list.goto(titleOf('receipt', locale));
        await list.create(t('receipts.new'));
        await form.choose(form.field(t('receipts.chooseOrder')), orderNo);
        await form.type(form.field(t('receipts.field.taxInvoiceNo')), `TX-${mark}`);
        await form.save(t('receipts.create'));
        const doc = new DocumentPage(page, kit, 'receipt');
        const number = await doc.number('RC');
        await doc.isNow('posted');
        await expect(doc.amount('grandTotal')).toContainText(EXPECTED.grandTotal);
        pdfs.receipt = await doc.download();
        return number;
      }));

    const importNo = await test.step('other warehouse staff count it into a bin', () =>
      people.count(receiptNo, 'A-01-01'));

    await test.step('a warehouse manager puts it away', () =>
      people.putAway(importNo, partA.partNo));

    await test.step('the parts’ pages show quantity, value and average cost', () =>
      work('warehouse-manager', async ({ page, list }) => {
        const part = new PartPage(page, stock);
        await list.goto(titleOf('parts-warehouse', locale));
        await list.open(partA.partNo);
        await part.shows({
          name: locale === 'th' ? partA.nameTh : 'VALVE',
          onHand: shelfA.quantity,
          averageCost: average(shelfA),
          stockValue: baht(shelfA.value),
        });
        await expect(part.moves).toContainText(receiptNo);
        await expect(part.moves).toContainText(importNo);
        await list.goto(titleOf('parts-warehouse', locale));
        await list.open(partB.partNo);
        await part.shows({
          name: locale === 'th' ? partB.nameTh : 'PUMP',
          onHand: shelfB.quantity,
          averageCost: average(shelfB),
          stockValue: baht(shelfB.value),
        });
      }));

    await test.step('the PDFs say the same', async () => {
      const names = locale === 'th' ? [partA.nameTh, partB.nameTh] : [partA.partNo, partB.partNo];
      const { company, ...words } = WORDS[locale];
      const read = async (pdf: Buffer | null, said: readonly string[]) => {
        const text = await textOfPdf(pdf ?? Buffer.alloc(0));
        for (const one of [...said, ...names, company]) expect(text).toContain(squeezed(one));
      };
      await read(pdfs.request, [requestNo, EXPECTED.request, words.request]);
      const { request: _estimate, ...amounts } = EXPECTED;
      // The supplier by the name in which it writes its tax invoices.
      const billed = [...Object.values(amounts), words.order, supplier.nameTh];
      await read(pdfs.order, [orderNo, ...billed]);
      await read(pdfs.receipt, [receiptNo, orderNo, `TX-${mark}`, ...billed]);
    });
  });
}

/** A week from now as it is typed: in Thai by the Buddhist era. */
function nextWeek(locale: Locale): string {
  const day = new Date(Date.now() + 7 * 86_400_000);
  const [year = '', month = '', date = ''] = day
    .toLocaleDateString('sv-SE', { timeZone: 'Asia/Bangkok' })
    .split('-');
  return `${date}/${month}/${Number(year) + (locale === 'th' ? 543 : 0)}`;
}

test('a draft of an order is deleted; it was never sent', {
  tag: ['@purchasing', '@warehouse'],
}, async ({ browser, baseURL }) => {
  const t = textsOf(PURCHASING, 'th');
  const kit = textsOf(KIT, 'th');
  const officer = serverFor(baseURL, 'purchasing-officer');
  const draft = await smallOrder(officer, { isDraft: true });
  await desk(browser, 'th')(
    'purchasing-manager',
    async ({ page }) => {
      await page.goto(`/purchase-management/purchase-orders/${draft.id}`);
      await page.getByRole('button', { name: kit('document.more') }).click();
      const menu = page.getByRole('menuitem');
      await menu.filter({ hasText: t('orders.link.delete') }).waitFor();
      await expect(menu.filter({ hasText: kit('action.purchaseOrder.cancel') })).toHaveCount(0);
      await menu.filter({ hasText: t('orders.link.delete') }).click();
      const asked = page.getByRole('dialog');
      await expect(asked).toContainText(t('orders.deleteConsequence'));
      await asked.getByRole('button', { name: t('orders.link.delete') }).click();
      await expect(page).toHaveURL(/\/purchase-management\/purchase-orders\/default$/);
    },
    { width: 390 },
  );
  await expect(officer.get(`/purchase_orders/${draft.id}`)).rejects.toThrow('404');
});
