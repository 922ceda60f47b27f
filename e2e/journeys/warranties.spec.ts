import { expect, type Locator, type Page } from '@playwright/test';
import { errorText } from '../../shared/src/domain/texts/errors.ts';
import '../../shared/src/domain/texts/serverErrors.ts';
import { type ServerFor, serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { today } from '../fixtures/days.ts';
import { desk } from '../fixtures/desk.ts';
import { type Invoice, paidInCash } from '../fixtures/invoices.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, PURCHASING, textsOf } from '../fixtures/texts.ts';
import { DrawerPage } from '../pages/DrawerPage.ts';
import { InspectionPage } from '../pages/InspectionPage.ts';
import { pressOpened } from '../pages/press.ts';

// A customer asks for a longer warranty: it is quoted by the price list, approved by the manager,
// accepted by the customer, and waits for its money behind the one that the contract gave.
for (const locale of localesOf('warranties')) {
  test(`warranty: asked for, quoted, approved and accepted, in ${locale}`, {
    tag: ['@sales'],
  }, async ({ browser, baseURL }) => {
    const number = await asked(serverFor(baseURL, 'sales-officer'));
    const work = desk(browser, locale);
    const t = textsOf(PURCHASING, locale);
    const kit = textsOf(KIT, locale);
    const title = titleOf('warranty', locale);
    const status = (name: string) => kit(`status.warrantyRequest.${name}`);
    const action = (name: string) => kit(`action.warrantyRequest.${name}`);

    await test.step('sales quote it', () =>
      work('sales-officer', async ({ page, list, form }) => {
        await list.goto(title);
        await page.getByRole('tab', { name: t('warrantyRequests.title'), exact: true }).click();
        await list.open(number);
        const drawer = page.getByRole('dialog');
        await drawer.getByRole('button', { name: action('quote'), exact: true }).click();
        const dialog = page.getByRole('dialog').last();
        await form.type(
          dialog.getByLabel(t('warrantyRequests.field.months'), { exact: true }),
          '24',
        );
        await dialog.getByRole('button', { name: t('warranties.takePrice') }).click();
        await dialog.getByRole('button', { name: action('quote'), exact: true }).click();
        await expect(drawer.getByText(status('quoted')).first()).toBeVisible();
      }));

    await test.step('the manager approves, and the customer accepts', () =>
      work('sales-manager', async ({ page, list }) => {
        await list.goto(title);
        await page.getByRole('tab', { name: t('warrantyRequests.title'), exact: true }).click();
        await page.getByText(number, { exact: true }).first().click();
        const drawer = page.getByRole('dialog').first();
        for (const [name, after] of [
          ['approve', 'approved'],
          ['accept', 'invoiced'],
        ] as const) {
          await drawer.getByRole('button', { name: action(name), exact: true }).click();
          await pressOpened(
            page
              .getByRole('dialog')
              .last()
              .getByRole('button', { name: action(name), exact: true }),
          );
          await expect(drawer.getByText(status(after)).first()).toBeVisible();
        }
        await drawer.getByRole('tab', { name: kit('document.related') }).click();
        await drawer
          .getByRole('tabpanel')
          .getByRole('link', { name: /^WA\d{4}-\d{4}$/ })
          .click();
        await expect(drawer.getByText(kit('status.warranty.scheduled')).first()).toBeVisible();
        await expect(drawer.getByText(t('warranties.unpaid'))).toBeVisible();
      }));
  });
}

// A warranty ended long ago: the manager is told that somebody has to look at the container first; once
// the technician has found it sound, it is renewed, and begins with its money.
for (const locale of localesOf('warrantyLapse')) {
  test(`warranty: renewed after a lapse and an inspection, in ${locale}`, {
    tag: ['@sales'],
  }, async ({ browser, baseURL }) => {
    const lapsed = await findLapsed(serverFor(baseURL, 'sales-manager'));
    const work = desk(browser, locale);
    const t = textsOf(PURCHASING, locale);
    const kit = textsOf(KIT, locale);
    const title = titleOf('warranty', locale);
    const field = (name: string) => t(`warranties.field.${name}`);

    /** Opens the dialog of renewals, and chooses the container. */
    const renewing = <T>(then: (page: Page, dialog: Locator) => Promise<T>) =>
      work('sales-manager', async ({ page, list, form }) => {
        await list.goto(title);
        await page.getByRole('button', { name: t('warranties.new'), exact: true }).click();
        const product = page.getByRole('dialog').getByLabel(field('productId'), { exact: true });
        await form.choose(product, lapsed.code);
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: t('warranties.takePrice') }).click();
        await expect(dialog.getByText(t('warranties.choice.type.renewal')).first()).toBeVisible();
        return then(page, dialog);
      });
    const refusal = errorText(locale, 'INSPECTION_REQUIRED', { days: lapsed.days });
    const renew = t('warranties.renew.ok');
    const needsInspection = t('warranties.needsInspection', { count: lapsed.days });

    await test.step('the manager is told to have it inspected, and gets no warranty', () =>
      renewing(async (page, dialog) => {
        await expect(dialog.getByText(needsInspection)).toBeVisible();
        await dialog.getByRole('button', { name: renew, exact: true }).click();
        await expect(page.getByText(refusal).first()).toBeVisible();
        await expect(dialog).toBeVisible();
      }));

    await test.step('the technician finds it sound', async () => {
      const planner = serverFor(baseURL, 'engineer-manager');
      const technician = await serverFor(baseURL, 'technician').get<{ id: string }>(
        '/auth/profile',
      );
      const planned = await planner.post<{ id: string; items: readonly unknown[] }>(
        '/product_follow_ups',
        {
          productId: lapsed.id,
          type: 'warrantyCheck',
          dueOn: today(),
          assigneeId: technician.id,
        },
      );
      await work('technician', async ({ page }) => {
        await page.goto(`/sales-management/container-inspection/${planned.id}`);
        const doc = new InspectionPage(page, { kit, t });
        await doc.begin();
        await expect(doc.items).toHaveCount(planned.items.length);
        for (const item of planned.items.keys()) await doc.said(item, 'pass').check();
        await doc.conclude('pass');
      });
    });

    const number = await test.step('the manager renews it by the price list', () =>
      renewing(async (page, dialog) => {
        await expect(dialog.getByText(needsInspection)).toBeHidden();
        await dialog.getByRole('button', { name: renew, exact: true }).click();
        const shown = new DrawerPage(page, kit, 'warranty');
        const made = await shown.number('WA');
        await shown.isNow('scheduled');
        await expect(shown.frame.getByText(t('warranties.unpaid'))).toBeVisible();
        return made;
      }));

    await test.step('it begins with its money', async () => {
      const clerk = serverFor(baseURL, 'accounting-officer');
      const [invoice] = await clerk.get<Invoice[]>('/invoices', { search: number });
      if (!invoice) throw new Error('the renewal was not billed');
      await paidInCash({ clerk, manager: serverFor(baseURL, 'accounting-manager') }, invoice);
      await work('sales-manager', async ({ page, list }) => {
        await list.goto(title);
        await list.open(number);
        await new DrawerPage(page, kit, 'warranty').isNow('active');
      });
    });
  });
}

const WARRANTIES = '/back-office/purchase-warranty';
const REQUESTS = '/back-office/purchase-warranty-req';
interface Container {
  readonly id: string;
  readonly code: string;
}
interface Terms {
  readonly type: string;
  readonly needsInspection: boolean;
  readonly lapsedDays: number;
}

/** Containers that warranties may be made for, each with what the next one would be. */
async function* containersOf(by: ServerFor): AsyncGenerator<Container & Terms> {
  const containers = await by.get<Container[]>(`${WARRANTIES}/containers`, { limit: '1000' });
  for (const { id, code } of containers) {
    yield { id, code, ...(await by.get<Terms>(`${WARRANTIES}/terms`, { productId: id })) };
  }
}

/** A request for a container whose warranty runs, and which none follows. */
async function asked(seller: ServerFor): Promise<string> {
  const held = async (path: string, status: string) =>
    (await seller.get<{ product: { id: string } }[]>(path, { status, limit: '100' })).map(
      ({ product }) => product.id,
    );
  const taken = new Set([
    ...(await held(`${WARRANTIES}/list`, 'scheduled')),
    ...(await held(`${REQUESTS}/list`, 'pending,quoted,approved')),
  ]);
  for await (const { id, type } of containersOf(seller)) {
    if (type !== 'extension' || taken.has(id)) continue;
    const { documentNo } = await seller.post<{ documentNo: string }>(`${REQUESTS}/create`, {
      productId: id,
      months: 12,
      coverage: 'full',
      channel: 'backoffice',
    });
    return documentNo;
  }
  throw new Error('the demonstration has no container whose warranty may go on');
}

/** A container whose last warranty has been over for so long that somebody has to look at it. */
async function findLapsed(manager: ServerFor) {
  for await (const { id, code, needsInspection, lapsedDays } of containersOf(manager)) {
    if (needsInspection) return { id, code, days: lapsedDays };
  }
  throw new Error('the demonstration has no warranty that lapsed long ago');
}
