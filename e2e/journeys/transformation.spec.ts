import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { makeShelf } from '../fixtures/goods.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, textsOf, WAREHOUSE } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { PartPage } from '../pages/PartPage.ts';

// Warehouse staff ask for a unit to be taken apart, whose parts fill themselves in; a manager approves it
// and records what came out, at the workbench: one of the parts was worn and bears its share of the cost
// as a loss (domain-warehouse 2.9). The manager works on a phone in one of the two languages.
const OPENING = { quantity: 10, unitCost: '40.0000' };
const BENCH_WIDTH = { en: 1440, th: 390 } as const;
const RELAY = 'RLY-12V';

interface Row {
  readonly id: string;
  readonly version: number;
}

for (const locale of localesOf('transformation')) {
  test(`a unit is taken apart and one of its parts is scrapped, in ${locale}`, {
    tag: ['@warehouse'],
  }, async ({ browser, baseURL }) => {
    const manager = serverFor(baseURL, 'warehouse-manager');
    const { counted, board, bin, serials } = await makeShelf(
      { staff: serverFor(baseURL, 'warehouse-staff'), manager },
      OPENING,
    );
    const [serial = ''] = serials;
    const [relay] = await manager.get<Row[]>('/material_parts', { search: RELAY, limit: '10' });
    const { version } = await manager.get<Row>(`/material_parts/${board.id}`);
    const component = { quantity: 1, recoveryRate: '100.00' };
    await manager.put(`/material_parts/${board.id}/components`, {
      version,
      items: [
        { ...component, partId: counted.id, quantity: 2, costShare: '70.00' },
        { ...component, partId: relay?.id, costShare: '30.00' },
      ],
    });
    const work = desk(browser, locale);
    const t = textsOf(WAREHOUSE, locale);
    const kit = textsOf(KIT, locale);

    const { number, path } =
      await test.step('warehouse staff ask for it from the unit’s own page', () =>
        work('warehouse-staff', async ({ page, list, form }) => {
          await list.goto(titleOf('parts-warehouse', locale));
          await list.open(board.partNo);
          await page.getByRole('tab', { name: t('parts.components.title') }).click();
          await expect(page.getByRole('tabpanel')).toContainText(counted.partNo);
          await page.getByRole('link', { name: t('parts.send.transform') }).click();
          const drawer = page.getByRole('dialog');
          await expect(drawer).toContainText(board.partNo);
          const warehouse = t('transformations.field.warehouse');
          await form.choose(drawer.getByLabel(warehouse, { exact: true }), 'CENTRAL');
          const of = t('places.of', { line: 1 });
          await form.choose(form.field(of), 'CENTRAL');
          await form.pick(form.field(t('places.serials', { of })), serial);
          // The list of a choice of several stays open until somebody looks elsewhere.
          await drawer.getByRole('heading', { name: t('transformations.section.inputs') }).click();
          await form.save(t('transformations.propose'));
          const outputs = drawer.getByRole('table', { name: t('transformations.section.outputs') });
          await expect(outputs).toContainText(counted.partNo);
          await expect(outputs).toContainText(RELAY);
          await form.save(t('transformations.create'));
          const doc = new DocumentPage(page, kit, 'transformation');
          const made = await doc.number('TM');
          await doc.isNow('pending');
          await expect(page.getByRole('main')).toContainText(serial);
          return { number: made, path: new URL(page.url()).pathname };
        }));

    await test.step('a warehouse manager approves, which holds the unit', () =>
      work('warehouse-manager', async ({ page, list }) => {
        await list.goto(titleOf('transformation', locale));
        await list.open(number);
        const doc = new DocumentPage(page, kit, 'transformation');
        await doc.act('approve');
        await doc.isNow('approved');
        await expect(page.getByRole('main')).toContainText(t('transformations.held'));
      }));

    await test.step('takes it apart: the relay was worn and is scrapped with its share', () =>
      work(
        'warehouse-manager',
        async ({ page, form }) => {
          await page.goto(path);
          const doc = new DocumentPage(page, kit, 'transformation');
          await doc.act('confirm');
          const column = (name: string) => t(`transforming.line.${name}`);
          const scrapped = t('transforming.choice.disposition.scrap');
          await form.pick(form.cell(column('disposition'), 2), scrapped);
          await form.choose(form.cell(column('binId'), 1), bin);
          await expect(page.getByRole('main')).toContainText(
            t('transformations.shareSum', { sum: '100.00' }),
          );
          await form.save(t('transforming.save'));
          await doc.isNow('completed');
          const main = page.getByRole('main');
          await expect(main).toContainText(scrapped);
          await expect(main).toContainText('฿12.00');
        },
        { width: BENCH_WIDTH[locale] },
      ));

    await test.step('the PDF says so; what was kept took over the rest of the value', () =>
      work('warehouse-manager', async ({ page, list }) => {
        await page.goto(path);
        const pdf = await new DocumentPage(page, kit, 'transformation').download();
        expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
        const part = new PartPage(page, t);
        await list.goto(titleOf('parts-warehouse', locale));
        await list.open(counted.partNo);
        await part.shows({
          name: locale === 'th' ? counted.nameTh : 'FUSE',
          onHand: 12,
          averageCost: '35.6667',
          stockValue: '428.00',
        });
        await expect(part.moves).toContainText(number);
      }));

    await test.step('it was the wrong unit: everything is taken back', () =>
      work('warehouse-manager', async ({ page }) => {
        await page.goto(path);
        const doc = new DocumentPage(page, kit, 'transformation');
        await doc.act('reverse');
        await doc.dialog.getByRole('textbox').last().fill('Wrong unit');
        await doc.confirm('reverse');
        await doc.isNow('reversed');
      }));
  });
}
