import { expect } from '@playwright/test';
import { contextOf } from '../fixtures/looks.ts';
import { open, test } from '../fixtures/shell.ts';
import { KIT, localesOf, PURCHASING, textsOf } from '../fixtures/texts.ts';
import { pressOpened } from '../pages/press.ts';

// A salesperson adds a company, is told of one that looks like it, and binds a file to it. Whoever may
// not see personal data finds it masked. Thai on a phone, English on a desk.
for (const locale of localesOf('customers')) {
  test(`a customer is added with its file and masked for others, in ${locale}`, {
    tag: ['@sales'],
  }, async ({ browser }) => {
    const t = textsOf(PURCHASING, locale);
    const kit = textsOf(KIT, locale);
    const width = locale === 'th' ? 390 : 1440;
    const pageAs = async (account: string) =>
      (await contextOf(browser, { account, locale, width })).newPage();
    const name = `Journey Foods ${locale}`;

    const seller = await pageAs('sales-officer');
    await test.step('the salesperson types what is known', async () => {
      await open(seller, '/sales-management/customer-data');
      await seller.getByRole('button', { name: t('customers.new') }).click();
      const drawer = seller.getByRole('dialog');
      await drawer.getByLabel(t('customers.field.companyName')).fill(name);
      await drawer
        .getByLabel(t('customers.field.taxId'))
        .fill(locale === 'th' ? '0994000158378' : '0994000158459');
      await drawer.getByLabel(t('customers.field.phone'), { exact: true }).fill('0812345678');
      // The address has a chain of its own; the first line is enough.
      await drawer.getByPlaceholder(kit('address.line1')).fill('1 Sukhumvit');
      const company = drawer.getByLabel(t('customers.field.company'), { exact: true });
      if ((await company.count()) > 0 && (await company.inputValue()) === '') {
        await company.click();
        await pressOpened(
          seller
            .locator('.ant-select-dropdown .ant-select-item-option')
            .filter({ visible: true })
            .first(),
        );
      }
      await drawer.getByRole('button', { name: t('customers.create') }).click();
      await expect(drawer).toBeHidden();
    });

    await open(seller, `/sales-management/customer-data?search=${encodeURIComponent(name)}`);
    await expect(seller.getByText(name).first()).toBeVisible();
    await seller.locator('[data-row-opener]').first().click();
    const drawer = seller.getByRole('dialog');
    await test.step('a file is bound', async () => {
      await drawer.getByLabel(t('customers.files.attach')).setInputFiles({
        name: 'map.png',
        mimeType: 'image/png',
        buffer: Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        ),
      });
      await expect(drawer.getByText('map.png').first()).toBeVisible();
    });

    await test.step('the auditor sees that it is there, without personal data', async () => {
      const auditor = await pageAs('auditor');
      await open(auditor, new URL(seller.url()).pathname + new URL(seller.url()).search);
      await auditor.locator('[data-row-opener]').first().click();
      const masked = auditor.getByRole('dialog');
      await expect(masked.getByText(t('customers.masked'))).toBeVisible();
      await expect(auditor.getByText('0812345678')).toHaveCount(0);
    });
  });
}
