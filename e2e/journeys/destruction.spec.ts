import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { makeShelf } from '../fixtures/goods.ts';
import { nameOf } from '../fixtures/people.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, textsOf, WAREHOUSE } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { PartPage } from '../pages/PartPage.ts';
import { pressOpened } from '../pages/press.ts';

// Three people destroy goods: one asks, one approves and records it with a photograph, on a phone in one
// of the two languages, one watches and later corrects what was entered wrongly (domain-warehouse 2.12).
const OPENING = { quantity: 10, unitCost: '40.0000' };
const YARD_WIDTH = { en: 1440, th: 390 } as const;
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

for (const locale of localesOf('destruction')) {
  test(`goods are destroyed before a witness and one is found again, in ${locale}`, {
    tag: ['@warehouse'],
  }, async ({ browser, baseURL }) => {
    const { counted, board, serials } = await makeShelf(
      {
        staff: serverFor(baseURL, 'warehouse-staff'),
        manager: serverFor(baseURL, 'warehouse-manager'),
      },
      OPENING,
    );
    const [, second = ''] = serials;
    const witness = await nameOf(baseURL, 'accounting-manager');
    const work = desk(browser, locale);
    const t = textsOf(WAREHOUSE, locale);
    const kit = textsOf(KIT, locale);
    const title = titleOf('destruction', locale);

    const { number, path } =
      await test.step('warehouse staff ask for it from the part’s own page', () =>
        work('warehouse-staff', async ({ page, list, form }) => {
          await list.goto(titleOf('parts-warehouse', locale));
          await list.open(counted.partNo);
          await page.getByRole('link', { name: t('parts.send.destroy') }).click();
          const drawer = page.getByRole('dialog');
          await expect(drawer).toContainText(counted.partNo);
          const warehouse = t('destructions.field.warehouse');
          await form.choose(drawer.getByLabel(warehouse, { exact: true }), 'CENTRAL');
          const place = (line: number) => form.field(t('places.of', { line }));
          await form.choose(place(1), 'CENTRAL');
          await form.type(form.cell(t('destructions.line.quantity'), 1), '4');
          await form.addLine(kit('lines.add'));
          await form.choose(form.cell(t('destructions.line.partId'), 2), board.partNo);
          await form.choose(place(2), 'CENTRAL');
          const of = t('places.of', { line: 2 });
          await form.pick(form.field(t('places.serials', { of })), second);
          // The list of a choice of several stays open until somebody looks elsewhere.
          await drawer.getByRole('heading', { name: t('destructions.section.items') }).click();
          await form.save(t('destructions.create'));
          const doc = new DocumentPage(page, kit, 'destruction');
          const made = await doc.number('DS');
          await doc.isNow('pending');
          await expect(page.getByRole('main')).toContainText(second);
          return { number: made, path: new URL(page.url()).pathname };
        }));

    await test.step('a warehouse manager approves, which holds the goods', () =>
      work('warehouse-manager', async ({ page, list }) => {
        await list.goto(title);
        await list.open(number);
        const doc = new DocumentPage(page, kit, 'destruction');
        await doc.done('approve', 'approved');
        await expect(doc.action('complete')).toBeDisabled();
      }));

    await test.step('photographs what is left, and records it with the witness', () =>
      work(
        'warehouse-manager',
        async ({ page, form }) => {
          await page.goto(path);
          const doc = new DocumentPage(page, kit, 'destruction');
          await page.getByRole('tab', { name: kit('document.attachments') }).click();
          await form.pick(page.getByLabel(kit('files.kind')), kit('files.kinds.photo'));
          await page.locator('input[type="file"]').setInputFiles({
            name: 'after.png',
            mimeType: 'image/png',
            buffer: PICTURE,
          });
          await expect(page.getByRole('tabpanel')).toContainText('after.png');
          await doc.act('complete');
          const people = doc.dialog.getByLabel(t('destructions.field.witnessIds'));
          await people.click();
          await people.fill(witness);
          await pressOpened(
            page
              .locator('.ant-select-dropdown .ant-select-item-option')
              .filter({ hasText: witness, visible: true })
              .first(),
          );
          await doc.dialog.getByText(kit('consequence.destruction.complete')).click();
          await form.type(doc.dialog.getByLabel(t('destructions.field.salvageAmount')), '15.00');
          await doc.confirm('complete');
          await doc.isNow('completed');
          await expect(page.getByRole('main')).toContainText(witness);
        },
        { width: YARD_WIDTH[locale] },
      ));

    await test.step('the certificate names the witness; the stock and its value are gone', () =>
      work('warehouse-manager', async ({ page, list }) => {
        await list.goto(title);
        await list.open(number);
        const pdf = await new DocumentPage(page, kit, 'destruction').download();
        expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
        const part = new PartPage(page, t);
        await list.goto(titleOf('parts-warehouse', locale));
        await list.open(counted.partNo);
        await part.shows({
          name: locale === 'th' ? counted.nameTh : 'FUSE',
          onHand: 6,
          averageCost: '40.0000',
          stockValue: '240.00',
        });
        await expect(part.moves).toContainText(number);
      }));

    await test.step('one serial was still in its box: a correction puts it back as found', () =>
      work('accounting-manager', async ({ page, list, form }) => {
        await list.goto(title);
        await list.open(number);
        const doc = new DocumentPage(page, kit, 'destruction');
        await doc.act('correct');
        await doc.dialog.getByRole('checkbox', { name: board.partNo }).check();
        await form.type(doc.dialog.getByRole('textbox').last(), 'Still in its box');
        await doc.confirm('correct');
        await expect(page.getByRole('main')).toContainText(t('destructions.wasCorrected'));
        await page.getByRole('tab', { name: t('destructions.section.corrections') }).click();
        await expect(page.getByRole('tabpanel')).toContainText(/RV\d{4}-\d{4}/);
      }));
  });
}
