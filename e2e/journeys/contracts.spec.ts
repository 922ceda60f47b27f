import { expect, type Page } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { deliver, freeModel } from '../fixtures/contracts.ts';
import { YEAR_AHEAD } from '../fixtures/days.ts';
import { desk } from '../fixtures/desk.ts';
import { PIXEL } from '../fixtures/pictures.ts';
import { test } from '../fixtures/shell.ts';
import { INVENTORY, KIT, localesOf, PURCHASING, textsOf } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { pressOpened } from '../pages/press.ts';

const TABLE = '/sales-management/purchase-contract';

interface Known {
  readonly code: string;
  readonly taxId: string | null;
}

// Hire purchase from the first line to the second version: a company that is known already, the contract
// opened, a container held, approved by two since it is above the first one's limit, signed, installed, in
// force and billed; then a lower price that somebody else approves. Thai on a telephone, English on a desk.
for (const locale of localesOf('contracts')) {
  test(`contract: agreed, in force, billed and changed, in ${locale}`, {
    tag: ['@sales'],
  }, async ({ browser, baseURL }) => {
    const server = serverFor(baseURL, 'sales-officer');
    const model = await freeModel(server);
    const companies = await server.get<Known[]>('/back-office/customers', {
      type: 'juristic',
      isBlacklisted: 'false',
      // The demonstration's first: other tests leave customers without an address.
      sort: 'code',
    });
    const known = companies.find(({ taxId }) => taxId !== null);
    if (!known?.taxId) throw new Error('the demonstration has no company');
    const t = textsOf(PURCHASING, locale);
    const kit = textsOf(KIT, locale);
    const warehouse = textsOf(INVENTORY, locale);
    const work = desk(browser, locale);
    const width = locale === 'th' ? 390 : 1440;
    const field = (name: string) => t(`contracts.field.${name}`);
    const docOf = (page: Page) => new DocumentPage(page, kit, 'contract');

    await test.step('the salesperson types a company that is known, and is shown it', () =>
      work(
        'sales-officer',
        async ({ page }) => {
          await page.goto('/sales-management/customer-data');
          await page.getByRole('button', { name: t('customers.new') }).click();
          const drawer = page.getByRole('dialog');
          await drawer.getByLabel(t('customers.field.companyName')).fill('Journey Retail');
          const taxId = drawer.getByLabel(t('customers.field.taxId'));
          await taxId.fill(known.taxId ?? '');
          await expect(drawer.getByText(t('customers.exists.taxId'))).toBeVisible();
          await expect(drawer.getByRole('link', { name: new RegExp(known.code) })).toBeVisible();
        },
        { width },
      ));

    const address = await test.step('the salesperson opens it and holds a container', () =>
      work(
        'sales-officer',
        async ({ page, form }) => {
          await page.goto(`${TABLE}/create`);
          await form.pick(form.field(field('type')), t('contracts.choice.type.installment'));
          await form.choose(form.field(field('customer')), known.code);
          await form.choose(form.field(field('productModel')), model.code);
          await form.type(form.field(t('contracts.site.address')), '99 ถนนสาทรใต้');
          await form.type(form.field(t('contracts.site.contactName')), 'คุณวิภา');
          await form.type(form.field(t('contracts.site.contactPhone')), '0812345678');
          await form.type(form.field(field('price')), '2500000');
          await form.type(form.field(field('downPayment')), '20000');
          await form.type(form.field(field('installmentCount')), '10');
          // Later than what is billed ahead, so that the down payment alone is.
          await form.type(form.field(field('firstDueDate')), `31/03/${YEAR_AHEAD}`);
          await form.save(t('contracts.create'));
          const doc = docOf(page);
          await doc.isMade('draft');
          await doc.done('reserve', 'booking');
          await doc.done('submit', 'pending');
          await doc.number('CT');
          return new URL(page.url()).pathname;
        },
        { width },
      ));

    await test.step('the manager endorses it: it is above their limit', () =>
      work('sales-manager', async ({ page }) => {
        await page.goto(address);
        await page.getByRole('button', { name: kit('action.endorse'), exact: true }).click();
        const doc = docOf(page);
        await pressOpened(
          doc.dialog.getByRole('button', { name: kit('action.endorse'), exact: true }),
        );
        await expect(doc.dialog).toBeHidden();
        await doc.isNow('pending');
      }));

    await test.step('whoever may decide on that much approves it', () =>
      work('accounting-manager', async ({ page }) => {
        await page.goto(address);
        await docOf(page).done('approve', 'approved');
      }));

    await test.step('it is signed, and nobody but a requisition takes its container out', () =>
      work('sales-officer', async ({ page, form }) => {
        await page.goto(address);
        await page.getByRole('tab', { name: kit('document.attachments') }).click();
        const panel = page.getByRole('tabpanel');
        await form.pick(panel.getByLabel(kit('files.kind')), kit('files.kinds.signedContract'));
        await panel.locator('input[type="file"]').setInputFiles({
          name: 'signed.png',
          mimeType: 'image/png',
          buffer: PIXEL,
        });
        await expect(panel.getByText('signed.png').first()).toBeVisible();
        await expect(docOf(page).action('activate')).toHaveCount(0);
        await page.getByRole('button', { name: t('contracts.link.handOut') }).click();
        // The warehouse in which its container stands, and the contract, are there already.
        await form.type(
          form.field(warehouse('containerRequisitions.field.purpose')),
          'ส่งมอบตู้ตามสัญญา',
        );
        await form.type(
          form.field(warehouse('containerRequisitions.field.neededBy')),
          `31/12/${YEAR_AHEAD}`,
        );
        await form.save(warehouse('containerRequisitions.create'));
        const requisition = new DocumentPage(page, kit, 'containerRequisition');
        const made = await requisition.isMade('pending');
        await deliver(serverFor(baseURL, 'system-admin'), made.split('/').at(-1) ?? '');
      }));

    await test.step('in force, its down payment is billed', () =>
      work('sales-manager', async ({ page }) => {
        await page.goto(address);
        const doc = docOf(page);
        await doc.done('activate', 'onGoing');
        await page.getByRole('tab', { name: t('contracts.section.schedule') }).click();
        await expect(page.getByRole('link', { name: /^IV\d{4}-\d{4}/ })).toHaveCount(1);
      }));

    await test.step('a lower price is proposed, and changes nothing yet', () =>
      work('sales-officer', async ({ page, form }) => {
        await page.goto(`${address}?amend=1`);
        await expect(form.field(field('price'))).toHaveValue('2,500,000.00');
        await form.type(form.field(field('price')), '1900000');
        await form.type(form.field(field('versionReason')), 'ลดราคาตามที่ตกลงกับลูกค้า');
        await expect(form.field(field('price'))).toHaveValue('1,900,000.00');
        await form.save(t('contracts.save'));
        await expect(page.getByRole('alert').first()).toContainText('2,033,000.00');
      }));

    await test.step('read in words and approved, it is version 2, and both are compared', () =>
      work('accounting-manager', async ({ page }) => {
        await page.goto(address);
        const doc = docOf(page);
        await page.getByRole('tab', { name: t('contracts.section.proposal') }).click();
        const change = page
          .getByRole('row')
          .filter({ hasText: field('price') })
          .first();
        await expect(change).toContainText('2,500,000.00');
        await expect(change).toContainText('1,900,000.00');
        await doc.act('approve-change');
        await doc.confirm('approve-change');
        await page.getByRole('link', { name: t('contracts.versionOf', { number: 2 }) }).click();
        await page.locator('[data-row-opener]').first().click();
        const row = page.getByRole('row').filter({ hasText: field('price') });
        await expect(row.first()).toContainText('2,500,000.00');
        await expect(row.first()).toContainText('1,900,000.00');
        await expect(
          page.getByRole('heading', { name: t('contractVersions.agreed') }),
        ).toBeVisible();
      }));
  });
}
