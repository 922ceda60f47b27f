import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { makeShelf } from '../fixtures/goods.ts';
import { nameOf } from '../fixtures/people.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, textsOf, WAREHOUSE } from '../fixtures/texts.ts';
import { CountSheet } from '../pages/CountSheet.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';

// A board is repaired with a fuse drawn for it and comes back as refurbished; another one is past saving
// and waits for its destruction. The technician works on a phone in one of the two languages
// (domain-warehouse 2.11).
const OPENING = { quantity: 10, unitCost: '40.0000' };
const BENCH_WIDTH = { en: 390, th: 1440 } as const;

for (const locale of localesOf('partRepair')) {
  test(`a part is repaired with a used part, another one written off, in ${locale}`, {
    tag: ['@warehouse'],
  }, async ({ browser, baseURL }) => {
    const { bin, counted, board, serials } = await makeShelf(
      {
        staff: serverFor(baseURL, 'warehouse-staff'),
        manager: serverFor(baseURL, 'warehouse-manager'),
      },
      OPENING,
    );
    const [first = '', second = ''] = serials;
    const technician = await nameOf(baseURL, 'technician');
    const work = desk(browser, locale);
    const t = textsOf(WAREHOUSE, locale);
    const kit = textsOf(KIT, locale);
    const title = titleOf('repair', locale);

    const ask = (serialNo: string) =>
      work('warehouse-staff', async ({ page, list, form }) => {
        await list.goto(title);
        await list.create(t('repairs.new'));
        await form.choose(form.field(t('repairs.field.warehouse')), 'CENTRAL');
        await form.choose(form.field(t('repairs.field.part')), board.partNo);
        const place = t('repairs.field.binId');
        await form.choose(form.field(place), 'CENTRAL');
        await form.pick(form.field(t('places.serials', { of: place })), serialNo);
        await form.type(form.field(t('repairs.field.symptom')), 'No response when powered');
        await form.choose(form.field(t('repairs.field.technicianId')), technician);
        await form.save(t('repairs.create'));
        const doc = new DocumentPage(page, kit, 'repair');
        const made = await doc.number('RP');
        await doc.isNow('pending');
        return { number: made, path: new URL(page.url()).pathname };
      });
    const approve = (number: string) =>
      work('warehouse-manager', async ({ page, list }) => {
        await list.goto(title);
        await list.open(number);
        const doc = new DocumentPage(page, kit, 'repair');
        await doc.act('approve');
        await doc.isNow('approved');
      });
    const atTheBench = <T>(path: string, part: Parameters<typeof work<T>>[1]) =>
      work<T>(
        'technician',
        async (tools) => {
          await tools.page.goto(path);
          return part(tools);
        },
        { width: BENCH_WIDTH[locale] },
      );

    const { number, path } = await test.step('warehouse staff ask for a repair', () => ask(first));
    await test.step('a warehouse manager approves', () => approve(number));

    await test.step('the technician begins, and draws a fuse for it', () =>
      atTheBench(path, async ({ page, form }) => {
        const doc = new DocumentPage(page, kit, 'repair');
        await doc.done('start', 'onGoing');
        await doc.act('parts');
        await form.choose(form.cell(t('repairs.line.partId'), 1), counted.partNo);
        await doc.confirm('parts');
        await expect(page.getByText(t('repairs.partsOpen'))).toBeVisible();
      }));

    await test.step('the fuse is approved and handed out', async () => {
      await work('warehouse-manager', async ({ page, list }) => {
        await list.goto(title);
        await list.open(number);
        await new DocumentPage(page, kit, 'repair').openRelated(/^RQ\d{4}-\d{4}$/);
        const doc = new DocumentPage(page, kit, 'requisition');
        await doc.number('RQ');
        await doc.done('approve', 'approved');
        await doc.done('confirm-dispatch', 'dispatched');
      });
    });

    await test.step('the technician completes it', () =>
      atTheBench(path, async ({ page, form }) => {
        const doc = new DocumentPage(page, kit, 'repair');
        await doc.act('complete');
        const field = (key: string) => doc.dialog.getByLabel(t(`repairs.field.${key}`));
        await form.type(field('diagnosis'), 'Fuse replaced');
        await form.type(field('laborHours'), '1.5');
        await form.type(field('laborCost'), '300.00');
        await doc.confirm('complete');
        await doc.isNow('completed');
      }));

    const importNo = await test.step('it waits to be put away', () =>
      work('warehouse-manager', async ({ page, list }) => {
        await list.goto(title);
        await list.open(number);
        await expect(page.getByRole('main')).toContainText('340.00');
        await new DocumentPage(page, kit, 'repair').openRelated(/^IM\d{4}-\d{4}$/);
        return new DocumentPage(page, kit, 'goodsImport').number('IM');
      }));

    await test.step('is counted, and put away as refurbished', async () => {
      await work('warehouse-staff.2', async ({ page, list }) => {
        await list.goto(titleOf('import-warehouse', locale));
        await list.open(importNo);
        await new DocumentPage(page, kit, 'goodsImport').act('update');
        const sheet = new CountSheet(page, t);
        await sheet.allReceivedInto(bin);
        await sheet.save();
        await new DocumentPage(page, kit, 'goodsImport').isNow('inspecting');
      });
      await work('warehouse-manager', async ({ page, list }) => {
        await list.goto(titleOf('import-warehouse', locale));
        await list.open(importNo);
        const doc = new DocumentPage(page, kit, 'goodsImport');
        await doc.done('approve', 'completed');
        await expect(page.getByRole('main')).toContainText(t('condition.refurbished'));
      });
    });

    await test.step('another one is past saving: its destruction waits for a decision', async () => {
      const lost = await ask(second);
      await approve(lost.number);
      await atTheBench(lost.path, async ({ page, form }) => {
        const doc = new DocumentPage(page, kit, 'repair');
        await doc.done('start', 'onGoing');
        await doc.act('complete');
        const field = (key: string) => doc.dialog.getByLabel(t(`repairs.field.${key}`));
        await form.pick(field('outcome'), t('repairs.choice.outcome.unrepairable'));
        await form.type(field('diagnosis'), 'Burnt through');
        await doc.confirm('complete');
        await doc.isNow('completed');
      });
      await work('warehouse-manager', async ({ page, list }) => {
        await list.goto(title);
        await list.open(lost.number);
        await new DocumentPage(page, kit, 'repair').openRelated(/^DS\d{4}-\d{4}$/);
        const doc = new DocumentPage(page, kit, 'destruction');
        await doc.number('DS');
        await doc.isNow('pending');
        await expect(page.getByRole('main')).toContainText(second);
        await expect(page.getByRole('main')).toContainText('QUARANTINE');
      });
    });
  });
}
