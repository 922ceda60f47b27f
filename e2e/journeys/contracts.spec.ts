import { expect, type Page } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { desk } from '../fixtures/desk.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, PURCHASING, textsOf } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';

const BASE = '/back-office/purchase-management/contracts';
const TABLE = '/sales-management/purchase-contract';

interface Named {
  readonly id: string;
  readonly code: string;
}

// Hire purchase from the first line to the second version: opened, a container held, approved by another,
// signed, installed, in force and billed; then a lower price that somebody else approves. Thai on a
// telephone, English on a desk.
for (const locale of localesOf('contracts')) {
  test(`contract: agreed, in force, billed and changed, in ${locale}`, {
    tag: ['@sales'],
  }, async ({ browser, baseURL }) => {
    const server = serverFor(baseURL, 'sales-officer');
    const models = await server.get<Named[]>('/product_models/all');
    const free = await Promise.all(
      models.map(({ id }) =>
        server.get<{ id: string }[]>(`${BASE}/available-products`, { productModelId: id }),
      ),
    );
    const model = models[free.findIndex((containers) => containers.length > 0)];
    const [customer] = await server.get<Named[]>('/back-office/customers/master');
    if (!model || !customer) throw new Error('the demonstration has no container to offer');
    const t = textsOf(PURCHASING, locale);
    const kit = textsOf(KIT, locale);
    const work = desk(browser, locale);
    const width = locale === 'th' ? 390 : 1440;
    const field = (name: string) => t(`contracts.field.${name}`);
    const docOf = (page: Page) => new DocumentPage(page, kit, 'contract');

    const address = await test.step('the salesperson opens it and holds a container', () =>
      work(
        'sales-officer',
        async ({ page, form }) => {
          await page.goto(`${TABLE}/create`);
          await form.pick(form.field(field('type')), t('contracts.choice.type.installment'));
          await form.choose(form.field(field('customer')), customer.code);
          await form.choose(form.field(field('productModel')), model.code);
          await form.type(form.field(t('contracts.site.address')), '99 ถนนสาทรใต้');
          await form.type(form.field(t('contracts.site.contactName')), 'คุณวิภา');
          await form.type(form.field(t('contracts.site.contactPhone')), '0812345678');
          await form.type(form.field(field('price')), '120000');
          await form.type(form.field(field('downPayment')), '20000');
          await form.type(form.field(field('installmentCount')), '10');
          // Later than what is billed ahead, so that the down payment alone is.
          await form.type(form.field(field('firstDueDate')), '31/03/2030');
          await form.save(t('contracts.create'));
          const doc = docOf(page);
          await doc.isNow('draft');
          await doc.done('reserve', 'booking');
          await doc.done('submit', 'pending');
          await doc.number('CT');
          return new URL(page.url()).pathname;
        },
        { width },
      ));

    await test.step('the manager approves it', () =>
      work('sales-manager', async ({ page }) => {
        await page.goto(address);
        await docOf(page).done('approve', 'approved');
      }));

    await test.step('it is signed, and the container stands at the customer', () =>
      work('sales-officer', async ({ page, form }) => {
        await page.goto(address);
        await page.getByRole('tab', { name: kit('document.attachments') }).click();
        const panel = page.getByRole('tabpanel');
        await form.pick(panel.getByLabel(kit('files.kind')), kit('files.kinds.signedContract'));
        await panel.locator('input[type="file"]').setInputFiles({
          name: 'signed.png',
          mimeType: 'image/png',
          buffer: Buffer.from(
            'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkaPj/HwADhAIAfI1k4QAAAABJRU5ErkJggg==',
            'base64',
          ),
        });
        await expect(panel.getByText('signed.png').first()).toBeVisible();
        await docOf(page).done('install', 'approved');
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
        await expect(form.field(field('price'))).toHaveValue('120,000.00');
        await form.type(form.field(field('price')), '110000');
        await form.type(form.field(field('versionReason')), 'ลดราคาตามที่ตกลงกับลูกค้า');
        await expect(form.field(field('price'))).toHaveValue('110,000.00');
        await form.save(t('contracts.save'));
        await expect(page.getByRole('alert').first()).toContainText('117,700.00');
      }));

    await test.step('approved, it is version 2, and both are compared', () =>
      work('sales-manager', async ({ page }) => {
        await page.goto(address);
        const doc = docOf(page);
        await doc.act('approve-change');
        await doc.confirm('approve-change');
        await page.getByRole('link', { name: t('contracts.versionOf', { number: 2 }) }).click();
        await page.locator('[data-row-opener]').first().click();
        const row = page.getByRole('row').filter({ hasText: field('price') });
        await expect(row.first()).toContainText('120,000.00');
        await expect(row.first()).toContainText('110,000.00');
        await expect(
          page.getByRole('heading', { name: t('contractVersions.agreed') }),
        ).toBeVisible();
      }));
  });
}
