import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { today } from '../fixtures/contracts.ts';
import { desk } from '../fixtures/desk.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, PURCHASING, textsOf } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { DrawerPage } from '../pages/DrawerPage.ts';

const WARRANTIES = '/back-office/purchase-warranty';

interface Container {
  readonly id: string;
  readonly code: string;
}
interface Terms {
  readonly needsInspection: boolean;
  readonly lapsedDays: number;
}
interface Inspection {
  readonly id: string;
  readonly version: number;
  readonly items: readonly { readonly id: string }[];
}

// A warranty ended long ago: the manager is told that somebody has to look at the container first; once
// the technician has found it sound, it is renewed, and begins with its money.
for (const locale of localesOf('warrantyLapse')) {
  test(`warranty: renewed after a lapse and an inspection, in ${locale}`, {
    tag: ['@sales'],
  }, async ({ browser, baseURL }) => {
    const manager = serverFor(baseURL, 'sales-manager');
    const lapsed = await findLapsed(manager);
    const work = desk(browser, locale);
    const t = textsOf(PURCHASING, locale);
    const kit = textsOf(KIT, locale);
    const title = titleOf('warranty', locale);

    /** Chooses the container in the dialog of renewals. */
    const renewing = (then: 'refused' | 'done') =>
      work('sales-manager', async ({ page, list, form }) => {
        await list.goto(title);
        await page.getByRole('button', { name: t('warranties.new') }).click();
        const dialog = page.getByRole('dialog');
        await form.choose(
          dialog.getByLabel(t('warranties.field.productId'), { exact: true }),
          lapsed.code,
        );
        if (then === 'refused') {
          await expect(
            dialog.getByText(t('warranties.needsInspection', { count: lapsed.days })),
          ).toBeVisible();
          return '';
        }
        await dialog.getByRole('button', { name: t('warranties.takePrice') }).click();
        await expect(dialog.getByText(t('warranties.choice.type.renewal')).first()).toBeVisible();
        await dialog.getByRole('button', { name: t('warranties.renew.ok') }).click();
        const shown = new DrawerPage(page, kit, 'warranty');
        await shown.isNow('scheduled');
        await expect(shown.panel.getByText(t('warranties.unpaid'))).toBeVisible();
        return shown.number('WA');
      });

    await test.step('the manager is told to have it inspected', () => renewing('refused'));

    await test.step('the technician finds it sound', async () => {
      const planner = serverFor(baseURL, 'engineer-manager');
      const planned = await planner.post<Inspection>('/inspections', {
        productId: lapsed.id,
        type: 'warrantyCheck',
        dueOn: today(),
      });
      await work('technician', async ({ page }) => {
        await page.goto(`/container-management/container-inspection/${planned.id}`);
        const doc = new DocumentPage(page, kit, 'inspection');
        await doc.act('start');
        await doc.isNow('inProgress');
        await doc.act('complete');
        const items = doc.dialog.getByRole('group');
        for (let item = 0; item < planned.items.length; item += 1) {
          await items
            .nth(item)
            .getByLabel(t('inspections.choice.check.pass'), { exact: true })
            .check();
        }
        await doc.dialog.getByLabel(t('inspections.field.result')).click();
        await page
          .locator('.ant-select-dropdown .ant-select-item-option')
          .filter({ hasText: t('inspections.choice.result.pass'), visible: true })
          .first()
          .click();
        await doc.confirm('complete');
        await doc.isNow('completed');
      });
    });

    const number = await test.step('the manager renews it by the price list', () =>
      renewing('done'));

    await test.step('it begins with its money', async () => {
      const clerk = serverFor(baseURL, 'accounting-officer');
      const accountant = serverFor(baseURL, 'accounting-manager');
      const [invoice] = await clerk.get<
        { id: string; balance: string; customer: { id: string } }[]
      >('/invoices', { search: number });
      if (!invoice) throw new Error('the renewal was not billed');
      const payment = await clerk.post<{ id: string; version: number }>('/payments/manual', {
        customerId: invoice.customer.id,
        method: 'cash',
        paidAt: new Date().toISOString(),
        amount: invoice.balance,
        allocations: [{ invoiceId: invoice.id, amount: invoice.balance }],
      });
      await accountant.post(`/payments/${payment.id}/verify`, { version: payment.version });
      await work('sales-manager', async ({ page, list }) => {
        await list.goto(title);
        const main = page.getByRole('main');
        await main.getByRole('searchbox', { name: kit('list.search') }).fill(number);
        await main
          .getByRole('row')
          .filter({ hasText: number })
          .locator('[data-row-opener]')
          .click();
        await new DrawerPage(page, kit, 'warranty').isNow('active');
      });
    });
  });
}

/** A container whose last warranty is over for so long that somebody has to look at it. */
async function findLapsed(manager: ReturnType<typeof serverFor>) {
  const containers = await manager.get<Container[]>(`${WARRANTIES}/containers`, { limit: '1000' });
  for (const { id, code } of containers) {
    const { needsInspection, lapsedDays } = await manager.get<Terms>(`${WARRANTIES}/terms`, {
      productId: id,
    });
    if (needsInspection) return { id, code, days: lapsedDays };
  }
  throw new Error('the demonstration has no warranty that lapsed long ago');
}
