import { expect, type Page } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { desk } from '../fixtures/desk.ts';
import { type Goods, makeGoods, makeShelf, type Shelf } from '../fixtures/goods.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, PURCHASING, textsOf, WAREHOUSE } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { FormPage } from '../pages/FormPage.ts';
import { PickSheet } from '../pages/PickSheet.ts';

// How many clicks the daily jobs take, from the list or the document to what was made; the rest is typed.
const MOST = {
  request: 8,
  approval: 2,
  receipt: 8,
  count: 8,
  putAway: 2,
  requisition: 5,
  picking: 3,
};
type Job = keyof typeof MOST;

const OPENING = { quantity: 10, unitCost: '40.0000' };

/** Counts presses of the pointer, whatever page they are on. */
async function counting(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await page.addInitScript(() =>
    window.addEventListener(
      'pointerdown',
      (event) => {
        // A press that Playwright holds back, since something moved, is done anew and counts then.
        setTimeout(() => {
          if (!event.defaultPrevented)
            (window as unknown as { countClick: () => void }).countClick();
        });
      },
      { capture: true },
    ),
  );
  return () => clicks;
}

/** Types into the look-up that has the focus, and takes the best match by Enter. */
async function chooseByKeys(page: Page, search: string): Promise<void> {
  await page.keyboard.type(search);
  await expect(
    page.locator('.ant-select-item-option-active').filter({ hasText: search, visible: true }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
}

for (const locale of localesOf('clicks')) {
  test(`the daily jobs take few clicks, in ${locale}`, {
    tag: ['@purchasing', '@warehouse'],
  }, async ({ browser, baseURL }) => {
    const people = {
      staff: serverFor(baseURL, 'warehouse-staff'),
      manager: serverFor(baseURL, 'warehouse-manager'),
      officer: serverFor(baseURL, 'purchasing-officer'),
    };
    const goods: Goods = await makeGoods(people, OPENING);
    const shelf: Shelf = await makeShelf(people, OPENING);
    const work = desk(browser, locale);
    const t = textsOf(PURCHASING, locale);
    const stock = textsOf(WAREHOUSE, locale);
    const kit = textsOf(KIT, locale);
    const taken: Partial<Record<Job, number>> = {};
    /** A job on its own, by one person, from an address. */
    const job = <T>(
      name: Job,
      { account, path }: { readonly account: string; readonly path: string },
      part: (page: Page) => Promise<T>,
    ) =>
      test.step(name, () =>
        work(account, async ({ page }) => {
          const clicks = await counting(page);
          await page.goto(path);
          const done = await part(page);
          taken[name] = clicks();
          expect(taken[name], name).toBeLessThanOrEqual(MOST[name]);
          return done;
        }),
      );
    const pathOf = (page: Page) => new URL(page.url()).pathname;
    const saved = async (page: Page, machine: string, prefix: string) => {
      await new DocumentPage(page, kit, machine).number(prefix);
      return pathOf(page);
    };
    const chooseWarehouse = async (page: Page, label: string) => {
      // Known already where there is only one; else it has the focus.
      const field = new FormPage(page).field(label);
      const known = page.locator('.ant-select', { has: field }).getByText('CENTRAL');
      await expect(field).toBeVisible();
      if (await known.isVisible()) return;
      await field.click();
      await chooseByKeys(page, 'CENTRAL');
    };

    const parts = [goods.partA, goods.partB, shelf.counted];
    const request = await job(
      'request',
      { account: 'technician', path: '/purchase-management/purchase-requests/default' },
      async (page) => {
        const form = new FormPage(page);
        await page
          .getByRole('main')
          .getByRole('link', { name: t('requests.new') })
          .click();
        await chooseWarehouse(page, t('requests.field.warehouse'));
        await form.cell(t('requests.line.partId'), 1).click();
        for (const [at, part] of parts.entries()) {
          await chooseByKeys(page, part.partNo);
          const quantity = form.cell(t('requests.line.quantity'), at + 1);
          await expect(quantity).toBeFocused();
          await page.keyboard.type('5');
          if (at === parts.length - 1) break;
          await page.keyboard.press('Enter');
          await expect(form.cell(t('requests.line.partId'), at + 2)).toBeFocused();
        }
        await form.save(t('requests.create'));
        return saved(page, 'purchaseRequest', 'PR');
      },
    );

    await job('approval', { account: 'purchasing-manager', path: request }, async (page) => {
      const doc = new DocumentPage(page, kit, 'purchaseRequest');
      await doc.done('approve', 'approved');
    });

    const requisition = await job(
      'requisition',
      { account: 'technician', path: '/warehouse-management/parts-requisition/list' },
      async (page) => {
        const form = new FormPage(page);
        await page
          .getByRole('main')
          .getByRole('link', { name: stock('requisitions.new') })
          .click();
        await chooseWarehouse(page, stock('requisitions.field.warehouse'));
        await form.cell(stock('requisitions.line.partId'), 1).click();
        await chooseByKeys(page, shelf.counted.partNo);
        await expect(form.cell(stock('requisitions.line.requestedQty'), 1)).toBeFocused();
        await page.keyboard.type('2');
        await form.save(stock('requisitions.create'));
        return saved(page, 'requisition', 'RQ');
      },
    );
    await work('warehouse-manager', async ({ page }) => {
      await page.goto(requisition);
      await new DocumentPage(page, kit, 'requisition').done('approve', 'approved');
    });
    await job('picking', { account: 'warehouse-staff', path: requisition }, async (page) => {
      const doc = new DocumentPage(page, kit, 'requisition');
      // Picking is the next step, so it is the button that stands out.
      await expect(doc.action('confirm-items')).toHaveClass(/ant-btn-primary/);
      await doc.act('confirm-items');
      const sheet = new PickSheet(page, stock);
      await sheet.isReady();
      for (const code of [`B:${shelf.bin}`, `P:${shelf.counted.partNo}`, shelf.counted.partNo]) {
        await sheet.scan(code, /./);
      }
      await sheet.save();
      await doc.isNow('picking');
    });

    const order = await people.officer.post<{ id: string }>('/purchase_orders', {
      supplierId: (goods.supplier as unknown as { id: string }).id,
      warehouseId: shelf.warehouseId,
      paymentType: 'cash',
      vatMode: 'exclusive',
      items: [
        {
          partId: goods.partA.id,
          quantity: 3,
          unitId: (goods.partA as unknown as { unit: { id: string } }).unit.id,
          // Fewer places than a price has are enough.
          unitPrice: '100',
          isService: false,
        },
      ],
    });
    const orderNo = await work('purchasing-manager', async ({ page }) => {
      await page.goto(`/purchase-management/purchase-orders/${order.id}`);
      const doc = new DocumentPage(page, kit, 'purchaseOrder');
      await doc.done('approve', 'approved');
      return doc.number('PO');
    });
    const receipt = await job(
      'receipt',
      { account: 'warehouse-staff', path: '/purchase-management/receipt/default' },
      async (page) => {
        const form = new FormPage(page);
        await page
          .getByRole('main')
          .getByRole('link', { name: t('receipts.new') })
          .click();
        await form.field(t('receipts.chooseOrder')).click();
        await chooseByKeys(page, orderNo);
        await form.field(t('receipts.field.taxInvoiceNo')).click();
        await page.keyboard.type(`INV-${goods.mark}`);
        await form.save(t('receipts.create'));
        return saved(page, 'receipt', 'RC');
      },
    );
    const goodsImport = await job(
      'count',
      { account: 'warehouse-staff.2', path: receipt },
      async (page) => {
        await page.getByRole('button', { name: t('receipts.link.putAway') }).click();
        const doc = new DocumentPage(page, kit, 'goodsImport');
        await expect(doc.action('update')).toHaveClass(/ant-btn-primary/);
        await doc.act('update');
        await page.getByRole('button', { name: stock('counts.allReceived') }).click();
        await page.getByLabel(stock('counts.binForAll'), { exact: true }).click();
        await chooseByKeys(page, shelf.bin);
        await page.getByRole('button', { name: stock('imports.save'), exact: true }).click();
        await doc.isNow('inspecting');
        return pathOf(page);
      },
    );
    await job('putAway', { account: 'warehouse-manager', path: goodsImport }, async (page) => {
      await new DocumentPage(page, kit, 'goodsImport').done('approve', 'completed');
    });

    console.log(
      Object.entries(taken)
        .map(([name, clicks]) => `${name} ${clicks} of ${MOST[name as Job]}`)
        .join(', '),
    );
  });
}
