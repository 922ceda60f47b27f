import { expect } from '@playwright/test';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, textsOf } from '../fixtures/texts.ts';

// A customer asks for a longer warranty: it is quoted by the price list, approved by the manager,
// accepted by the customer, and waits for its money behind the one that the contract gave.
for (const locale of localesOf('warranties')) {
  test(`warranty: asked for, quoted, approved and accepted, in ${locale}`, {
    tag: ['@sales'],
  }, async ({ browser }) => {
    const work = desk(browser, locale);
    const t = textsOf('remote-purchase-sales/src/i18n', locale);
    const kit = textsOf(KIT, locale);
    const title = titleOf('warranty', locale);
    const status = (name: string) => kit(`status.warrantyRequest.${name}`);
    const action = (name: string) => kit(`action.warrantyRequest.${name}`);

    const number = await test.step('sales note the request and quote it', () =>
      work('sales-officer', async ({ page, list, form }) => {
        await list.goto(title);
        await page.getByRole('tab', { name: t('warrantyRequests.title'), exact: true }).click();
        await page
          .getByRole('row')
          .filter({ hasText: status('pending') })
          .first()
          .waitFor();
        const drawer = page.getByRole('dialog');
        const row = page
          .getByRole('row')
          .filter({ hasText: status('pending') })
          .first();
        const found = /WQ\d{4}-\d{4}/.exec((await row.textContent()) ?? '')?.[0] ?? '';
        await row
          .getByRole('link')
          .or(row.getByRole('button', { name: found }))
          .first()
          .click();
        await drawer.getByRole('button', { name: action('quote'), exact: true }).click();
        const dialog = page.getByRole('dialog').last();
        await form.type(
          dialog.getByLabel(t('warrantyRequests.field.months'), { exact: true }),
          '24',
        );
        await dialog.getByRole('button', { name: t('warranties.takePrice') }).click();
        await dialog.getByRole('button', { name: action('quote'), exact: true }).click();
        await expect(drawer.getByText(status('quoted')).first()).toBeVisible();
        return found;
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
          await page
            .getByRole('dialog')
            .last()
            .getByRole('button', { name: action(name), exact: true })
            .click();
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
