import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { modelWithFree } from '../fixtures/containers.ts';
import { YEAR_AHEAD } from '../fixtures/days.ts';
import { desk } from '../fixtures/desk.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, textsOf } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';

// One person asks for a container, another one approves with the one that is proposed, a third one
// hands it out by scanner on a telephone and takes it back.
for (const locale of localesOf('containerRequisitions')) {
  test(`container requisition: asked for, approved, released by scan and returned, in ${locale}`, {
    tag: ['@containers'],
  }, async ({ browser, baseURL }) => {
    const work = desk(browser, locale);
    const t = textsOf('remote-inventory/src/i18n', locale);
    const kit = textsOf(KIT, locale);
    const title = titleOf('container-requisition', locale);
    const field = (name: string) => t(`containerRequisitions.field.${name}`);

    const model = await modelWithFree(serverFor(baseURL, 'warehouse-manager'), 'CENTRAL');

    const number = await test.step('sales ask', () =>
      work('sales-officer', async ({ page, list, form }) => {
        await list.goto(title);
        await list.create(t('containerRequisitions.new'));
        await form.choose(form.field(field('warehouse')), 'CENTRAL');
        await form.type(form.field(field('neededBy')), `31/12/${YEAR_AHEAD}`);
        await form.type(form.field(field('purpose')), 'Franchise fair');
        await form.choose(form.cell(t('containerRequisitions.line.productModelId'), 1), model.code);
        await form.save(t('containerRequisitions.create'));
        const doc = new DocumentPage(page, kit, 'containerRequisition');
        const made = await doc.number('WD');
        await doc.isNow('pending');
        return made;
      }));

    const { serial, address } = await test.step('the manager approves with the oldest', () =>
      work('warehouse-manager', async ({ page, list }) => {
        await list.goto(title);
        await list.open(number);
        const doc = new DocumentPage(page, kit, 'containerRequisition');
        await doc.done('approve', 'approved');
        // Built here or taken in with the fleet: serial numbers of both kinds.
        const link = page.getByRole('link', { name: /^[A-Z]{3}\d{2,4}-\d{4}$/ });
        return { serial: (await link.first().textContent()) ?? '', address: page.url() };
      }));

    await test.step('staff hand it out by scanner on a telephone', () =>
      work(
        'warehouse-staff',
        async ({ page }) => {
          await page.goto(address);
          const doc = new DocumentPage(page, kit, 'containerRequisition');
          await doc.act('release');
          const scan = doc.dialog.getByRole('textbox', { name: t('scan.label') });
          await scan.fill('NOT-THIS-ONE');
          await scan.press('Enter');
          await expect(doc.dialog.locator('#scan-said')).toContainText('NOT-THIS-ONE');
          await scan.fill(serial);
          await scan.press('Enter');
          await expect(doc.dialog.getByText(t('scan.done'), { exact: true })).toBeVisible();
          await doc.confirm('release');
          await doc.isNow('released');
          await doc.act('return');
          await doc.dialog.getByRole('textbox').last().fill('The fair is over');
          await doc.confirm('return');
          await doc.openRelated(/^WR\d{4}-\d{4}$/);
          await new DocumentPage(page, kit, 'containerReceipt').isNow('pending');
        },
        { width: 390 },
      ));

    await test.step('the manager receives it, and the requisition is over', () =>
      work('warehouse-manager', async ({ page, list }) => {
        await list.goto(title);
        await list.open(number);
        const doc = new DocumentPage(page, kit, 'containerRequisition');
        await doc.openRelated(/^WR\d{4}-\d{4}$/);
        const receipt = new DocumentPage(page, kit, 'containerReceipt');
        await receipt.act('approve');
        const scan = receipt.dialog.getByRole('textbox', { name: t('scan.label') });
        await scan.fill(serial);
        await scan.press('Enter');
        await receipt.confirm('approve');
        await receipt.isNow('approved');
        await list.goto(title);
        await list.open(number);
        await doc.isNow('completed');
        const pdf = await doc.download();
        expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      }));
  });
}
