import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, textsOf } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { pressOpened } from '../pages/press.ts';

// Three containers are sent to another company: both ends agree, one is received by scanner on a
// telephone, one is refused and comes home, one is missing and is written off.
for (const locale of localesOf('containerTransfers')) {
  test(`container transfer between companies, with one rejected and one missing, in ${locale}`, {
    tag: ['@containers'],
  }, async ({ browser, baseURL }) => {
    const work = desk(browser, locale);
    const t = textsOf('remote-inventory/src/i18n', locale);
    const kit = textsOf(KIT, locale);
    const title = titleOf('container-transfer', locale);
    const field = (name: string) => t(`containerTransfers.field.${name}`);
    const server = serverFor(baseURL, 'warehouse-staff');
    const [central] = (
      await server.get<readonly { readonly id: string; readonly code: string }[]>(
        '/master-data/sub-warehouses',
        { search: 'CENTRAL', limit: '10' },
      )
    ).filter(({ code }) => code === 'CENTRAL');
    const free = await server.get<readonly { readonly code: string }[]>(
      '/warehouse-transfers/available-products',
      { warehouseId: central?.id ?? '', limit: '100' },
    );
    const serials = free.slice(-3).map(({ code }) => code);
    const [kept = '', refused = '', missing = ''] = serials;

    const { number, address } = await test.step('staff scan what is to be sent', () =>
      work('warehouse-staff', async ({ page, list, form }) => {
        await list.goto(title);
        await list.create(t('containerTransfers.new'));
        await form.choose(form.field(field('fromWarehouse')), 'CENTRAL');
        await form.choose(form.field(field('toWarehouse')), 'EAST');
        await form.type(form.field(field('reason')), 'Sold to the sister company');
        const scan = page.getByRole('textbox', { name: t('scan.label') });
        for (const serial of serials) {
          await scan.fill(serial);
          await scan.press('Enter');
          await expect(page.locator('#scan-said')).toHaveText(
            t('containerTransfers.scanned.added', { code: serial }),
          );
        }
        await scan.fill(kept);
        await scan.press('Enter');
        await expect(page.locator('#scan-said')).toHaveText(
          t('containerTransfers.scanned.twice', { code: kept }),
        );
        await form.save(t('containerTransfers.create'));
        const doc = new DocumentPage(page, kit, 'containerTransfer');
        const made = await doc.number('WT');
        await doc.isNow('pending');
        return { number: made, address: page.url() };
      }));

    await test.step('both ends agree', async () => {
      await work('warehouse-manager', async ({ page }) => {
        await page.goto(address);
        const doc = new DocumentPage(page, kit, 'containerTransfer');
        await doc.done('approve', 'pending');
      });
      await work('warehouse-manager.east', async ({ page, list }) => {
        await list.goto(title);
        await list.open(number);
        const doc = new DocumentPage(page, kit, 'containerTransfer');
        await doc.done('approve', 'approved');
      });
    });

    await test.step('the other end receives by scanner, refuses one and misses one', () =>
      work(
        'warehouse-manager.2.east',
        async ({ page, form }) => {
          await page.goto(address);
          const doc = new DocumentPage(page, kit, 'containerTransfer');
          await doc.openRelated(/^WR\d{4}-\d{4}$/);
          const receipt = new DocumentPage(page, kit, 'containerReceipt');
          await receipt.act('approve');
          const scan = receipt.dialog.getByRole('textbox', { name: t('scan.label') });
          await scan.fill(kept);
          await scan.press('Enter');
          const result = (serial: string) => form.field(t('receipts.resultOf', { serial }));
          const choice = (status: string) => t(`receipts.choice.lineStatus.${status}`);
          await form.pick(result(refused), choice('rejected'));
          await form.field(t('receipts.reasonOf', { serial: refused })).fill('The door is bent');
          await form.pick(result(missing), choice('missing'));
          await receipt.confirm('approve');
          await receipt.isNow('partiallyApproved');
        },
        { width: 390 },
      ));

    await test.step('what was refused comes home, and what is missing is written off', () =>
      work('warehouse-manager', async ({ page }) => {
        await page.goto(address);
        const doc = new DocumentPage(page, kit, 'containerTransfer');
        await doc.isNow('partiallyReceived');
        await doc.act('resolve-loss');
        await expect(doc.dialog).toContainText(missing);
        const { dialog } = doc;
        await dialog.getByLabel(field('outcome'), { exact: true }).click();
        await pressOpened(
          page
            .locator('.ant-select-dropdown .ant-select-item-option')
            .filter({ visible: true, hasText: t('containerTransfers.choice.outcome.writtenOff') }),
        );
        await dialog.getByRole('textbox').last().fill('Lost on the road, the insurer was told');
        await doc.confirm('resolve-loss');
        await expect(
          page.getByText(t('containerTransfers.choice.lineStatus.writtenOff')).first(),
        ).toBeVisible();
        await doc.openRelated(/^WT\d{4}-\d{4}$/);
        await doc.isNow('approved');
        await expect(page.getByText(t('containerTransfers.isReturn'))).toBeVisible();
        await doc.openRelated(/^WR\d{4}-\d{4}$/);
        const receipt = new DocumentPage(page, kit, 'containerReceipt');
        await receipt.act('approve');
        const scan = receipt.dialog.getByRole('textbox', { name: t('scan.label') });
        await scan.fill(refused);
        await scan.press('Enter');
        await receipt.confirm('approve');
        await receipt.isNow('approved');
        await page.goto(address);
        const pdf = await doc.download();
        expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      }));
  });
}
