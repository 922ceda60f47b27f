import { expect, type Locator, type Page } from '@playwright/test';
import { type ServerFor, serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { type Goods, makeGoods, taxIdOf } from '../fixtures/goods.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, type Locale, localesOf, PURCHASING, textsOf, WAREHOUSE } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { pressOpened } from '../pages/press.ts';

// Two suppliers quote under seal for what was asked for; the manager compares them, on a phone in one
// of the two languages, divides a line between them and orders from both (domain-warehouse 2.3).
const OPENING = { quantity: 1, unitCost: '80.0000' };
const MANAGER_WIDTH = { en: 1440, th: 390 } as const;
/** Asked for, and what the first and the second supplier want for one. */
const LINES = {
  a: { quantity: 10, prices: ['100.0000', '110.0000'] },
  b: { quantity: 20, prices: ['50.0000', '45.0000'] },
} as const;

interface Supplier {
  readonly id: string;
  readonly name: string;
  readonly nameTh: string;
}
interface Request {
  readonly id: string;
  readonly version: number;
  readonly documentNo: string;
}
interface Round {
  readonly items: readonly { readonly id: string; readonly quantity: number }[];
}

/** A rival of the supplier that the goods come with. */
const makeRival = (officer: ServerFor, mark: string): Promise<Supplier> =>
  officer.post<Supplier>('/suppliers', {
    name: `Chao Phraya Supply ${mark}`,
    nameTh: `เจ้าพระยาซัพพลาย ${mark}`,
    taxId: taxIdOf(`${Date.now() + 7}`.slice(1)),
    branchCode: '00000',
    isVatRegistered: true,
    address: { line1: '2 River Road' },
    contacts: [],
    creditDays: 0,
    whtType: 'none',
    bankAccounts: [],
    categoryIds: [],
  });

/** A request for both parts that may be ordered. */
async function askFor(
  { partA, partB }: Goods,
  { staff, manager }: { staff: ServerFor; manager: ServerFor },
): Promise<Request> {
  const [central] = await staff.get<{ id: string }[]>('/master-data/sub-warehouses', {
    search: 'CENTRAL',
  });
  const part = (id: string) => staff.get<{ unit: { id: string } }>(`/material_parts/${id}`);
  const unitId = (await part(partA.id)).unit.id;
  const day = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);
  const made = await staff.post<Request>('/purchase_requests', {
    warehouseId: central?.id,
    purpose: 'stock',
    neededBy: day,
    items: [
      { partId: partA.id, quantity: LINES.a.quantity, unitId, estimatedPrice: '100.0000' },
      { partId: partB.id, quantity: LINES.b.quantity, unitId, estimatedPrice: '50.0000' },
    ],
  });
  return manager.post<Request>(`/purchase_requests/${made.id}/approval`, { version: made.version });
}

/** Where a supplier's bid for a part stands: its cell on a desk, its row on a phone. */
function bidOf(
  page: Page,
  {
    partNo,
    supplier,
    at,
    locale,
  }: { partNo: string; supplier: Supplier; at: number; locale: Locale },
): Locator {
  if (MANAGER_WIDTH[locale] < 768) {
    return (
      page
        .locator('section')
        .filter({ has: page.getByRole('heading', { level: 3, name: partNo }) })
        // The page around it is a section, too.
        .last()
        .getByRole('listitem')
        .filter({ hasText: locale === 'th' ? supplier.nameTh : supplier.name })
    );
  }
  return page.getByRole('row').filter({ hasText: partNo }).getByRole('cell').nth(at);
}

for (const locale of localesOf('bidding')) {
  test(`suppliers bid under seal, a line is divided, and two orders come of it, in ${locale}`, {
    tag: ['@purchasing'],
  }, async ({ browser, baseURL }) => {
    const staff = serverFor(baseURL, 'warehouse-staff');
    const officer = serverFor(baseURL, 'purchasing-officer');
    const goods = await makeGoods(
      { staff, manager: serverFor(baseURL, 'warehouse-manager'), officer },
      OPENING,
    );
    const { partA, partB, mark } = goods;
    const first = goods.supplier as Supplier;
    const second = await makeRival(officer, mark);
    const manager = serverFor(baseURL, 'purchasing-manager');
    const request = await askFor(goods, { staff, manager });
    const work = desk(browser, locale);
    const t = textsOf(WAREHOUSE, locale);
    const buying = textsOf(PURCHASING, locale);
    const kit = textsOf(KIT, locale);
    const nameOf = (supplier: Supplier) => (locale === 'th' ? supplier.nameTh : supplier.name);

    const { path, number } = await test.step('an officer opens a round from the request', () =>
      work('purchasing-officer', async ({ page, list, form }) => {
        await list.goto(titleOf('purchase-requests', locale));
        await list.open(request.documentNo);
        await page.getByRole('button', { name: buying('requests.link.openRound') }).click();
        const suppliers = form.field(t('biddings.field.invitedSupplierIds'));
        for (const supplier of [first, second]) {
          await suppliers.click();
          await suppliers.fill(nameOf(supplier));
          await pressOpened(
            page
              .locator('.ant-select-dropdown .ant-select-item-option')
              .filter({ hasText: nameOf(supplier), visible: true })
              .first(),
          );
        }
        await page.keyboard.press('Escape');
        await form.save(t('biddings.create'));
        const doc = new DocumentPage(page, kit, 'bidding');
        const made = await doc.number('QT');
        await doc.isNow('open');
        return { path: new URL(page.url()).pathname, number: made };
      }));

    await test.step('the officer enters what both suppliers quote', () =>
      work('purchasing-officer', async ({ page, form }) => {
        await page.goto(path);
        await page
          .getByRole('button', { name: t('biddings.link.quote') })
          .first()
          .click();
        await form.type(form.field(t('quotations.field.supplierQuoteNo')), `QA-${mark}`);
        const price = (line: number) => form.cell(t('quotations.line.unitPrice'), line);
        await form.type(price(1), LINES.a.prices[0]);
        await form.type(price(2), LINES.b.prices[0]);
        await form.save(t('quotations.create'));
        await expect(page.getByRole('link', { name: `QA-${mark}` })).toBeVisible();
      }));
    const biddingId = path.split('/').at(-1) ?? '';
    const round = await officer.get<Round>(`/suppliers/${first.id}/bidding/${biddingId}`);
    const [lineA, lineB] = round.items;
    await officer.post(`/suppliers/${second.id}/quotations`, {
      biddingId,
      supplierQuoteNo: `QB-${mark}`,
      validUntil: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
      vatMode: 'exclusive',
      creditDays: 0,
      submit: true,
      items: [
        { biddingItemId: lineA?.id, quantity: 10, unitPrice: LINES.a.prices[1], leadTimeDays: 3 },
        { biddingItemId: lineB?.id, quantity: 20, unitPrice: LINES.b.prices[1], leadTimeDays: 3 },
      ],
    });

    await test.step('prices are sealed for a colleague until the officer closes the round', async () => {
      await work('warehouse-staff', async ({ page }) => {
        await page.goto(`${path}?section=quotations`);
        await expect(page.getByText(t('quotations.sealed'), { exact: true })).toHaveCount(2);
      });
      await work('purchasing-officer', async ({ page }) => {
        await page.goto(path);
        const doc = new DocumentPage(page, kit, 'bidding');
        await doc.done('close', 'closed');
      });
    });

    await test.step('the manager divides a line and orders from both suppliers', () =>
      work(
        'purchasing-manager',
        async ({ page }) => {
          await page.goto(path);
          const doc = new DocumentPage(page, kit, 'bidding');
          const award = async (
            bid: { partNo: string; supplier: Supplier; at: number },
            { quantity, reason }: { quantity?: string; reason?: string } = {},
          ) => {
            const cell = bidOf(page, { ...bid, locale });
            await cell.getByRole('button').click();
            if (quantity) await doc.dialog.locator('#won-quantity').fill(quantity);
            if (reason) await doc.dialog.locator('#won-reason').fill(reason);
            await pressOpened(
              doc.dialog.getByRole('button', { name: t('biddings.award'), exact: true }),
            );
            await expect(doc.dialog).toBeHidden();
            await expect(cell.getByText(t('biddings.withdrawAward'))).toBeVisible();
          };
          await award({ partNo: partA.partNo, supplier: first, at: 0 });
          await award({ partNo: partB.partNo, supplier: second, at: 1 }, { quantity: '12' });
          await award({ partNo: partB.partNo, supplier: first, at: 0 }, { reason: 'Two sources' });
          await doc.isNow('awarded');
          await doc.act('create-po');
          await page.getByRole('tab', { name: kit('document.related') }).click();
          const orders = page.getByRole('tabpanel').getByRole('link', { name: /^PO\d/ });
          await expect(orders).toHaveCount(2);
          await orders.first().click();
          await expect(page.getByRole('main')).toContainText(number);
        },
        { width: MANAGER_WIDTH[locale] },
      ));
  });
}
