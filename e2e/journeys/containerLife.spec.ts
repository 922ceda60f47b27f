import { expect, type Page } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { inspect, makeModel, makeRelease, type Row } from '../fixtures/containers.ts';
import { YEAR_AHEAD } from '../fixtures/days.ts';
import { desk } from '../fixtures/desk.ts';
import { makeShelf } from '../fixtures/goods.ts';
import { PIXEL } from '../fixtures/pictures.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, textsOf } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { pressOpened } from '../pages/press.ts';

const AREA = '/warehouse-inventory';
const OPENING = { quantity: 20, unitCost: '40.0000' };
const PHONE = { width: 390 };

interface Container extends Row {
  readonly status: string;
  readonly software: { readonly versionNo: string } | null;
  readonly removedParts: readonly { readonly disposition: string }[];
}
interface Requisition extends Row {
  readonly items: readonly Row[];
}

// A container that was built with a substitute is received, handed out by scanner, set up, mended, brought
// up to date, taken back and taken apart. How it is begun and asked for, other journeys walk.
for (const locale of localesOf('containerLife')) {
  test(`container: from its last part to its last piece, in ${locale}`, {
    tag: ['@containers'],
  }, async ({ browser, baseURL }) => {
    const people = {
      staff: serverFor(baseURL, 'warehouse-staff'),
      manager: serverFor(baseURL, 'warehouse-manager'),
      admin: serverFor(baseURL, 'system-admin'),
      sales: serverFor(baseURL, 'sales-officer'),
      engineer: serverFor(baseURL, 'engineer-manager'),
    };
    const shelf = await makeShelf(people, OPENING);
    const other = await makeShelf(people, OPENING);
    const model = await makeModel(people.manager, shelf.counted.partNo.slice(-6), [
      { partId: shelf.counted.id, quantity: 2 },
      { partId: shelf.board.id, quantity: 1 },
      { partId: other.counted.id, quantity: 1 },
    ]);
    const work = desk(browser, locale);
    const t = textsOf('remote-inventory/src/i18n', locale);
    const kit = textsOf(KIT, locale);
    const field = (name: string) => t(`containers.field.${name}`);
    const docOf = (page: Page) => new DocumentPage(page, kit, 'product');
    const [worn = '', fresh = ''] = shelf.serials;
    const [substitute = '', spare = ''] = other.serials;
    const { serialNumbers } = await people.staff.post<{ readonly serialNumbers: string[] }>(
      '/products/generate_serial_number',
      { productModelId: model.id },
    );
    const [serial = ''] = serialNumbers;
    const from = (one: typeof shelf) => ({ binId: one.binId, condition: 'new' });
    const { id } = await people.staff.post<Row>('/products', {
      serialNumber: serial,
      productModelId: model.id,
      warehouseId: shelf.warehouseId,
      name: `Drinks ${serial}`,
      condition: 'new',
      parts: [
        { partId: shelf.counted.id, quantity: 2, ...from(shelf) },
        { partId: shelf.board.id, quantity: 1, serials: [worn], ...from(shelf) },
        ...[substitute, spare].map((board) => ({
          partId: other.board.id,
          quantity: 1,
          serials: [board],
          note: 'In place of a fuse',
          ...from(other),
        })),
      ],
    });
    const address = `${AREA}/container-warehouse-tracking-info/${id}`;
    const seen = () => people.admin.get<Container>(`/products/${id}`);
    const scan = async (doc: DocumentPage) => {
      const reader = doc.dialog.getByRole('textbox', { name: t('scan.label') });
      await reader.fill(serial);
      await reader.press('Enter');
      await expect(doc.dialog.getByText(t('scan.done'), { exact: true })).toBeVisible();
    };
    const receive = async (page: Page) => {
      await page.goto(address);
      await docOf(page).openRelated(/^WR\d{4}-\d{4}$/);
      const receipt = new DocumentPage(page, kit, 'containerReceipt');
      await receipt.act('approve');
      await scan(receipt);
      await receipt.confirm('approve');
      await receipt.isNow('approved');
    };

    await test.step('it is complete, for a reason that is written down', () =>
      work('system-admin', async ({ page, form }) => {
        await page.goto(`${AREA}/container-warehouse/detail-product/update/${id}`);
        await form.type(form.field(field('deviationReason')), 'The fuse is not made any more');
        await form.save(t('containers.save'));
        await docOf(page).act('complete');
        await docOf(page).isNow('awaitingReceipt');
      }));

    await test.step('the manager receives it with a telephone', () =>
      work('warehouse-manager', ({ page }) => receive(page), PHONE));

    const requisition = await test.step('it is asked for, for a fair', async () => {
      const asked = await people.sales.post<Requisition>('/withdraw_products/request', {
        type: 'demo',
        warehouseId: shelf.warehouseId,
        neededBy: `${YEAR_AHEAD}-12-31`,
        purpose: 'Franchise fair',
        destinationName: 'Bangkok Fair',
        destinationAddress: '99 Vibhavadi Road',
        items: [{ productModelId: model.id, quantity: 1 }],
      });
      await people.manager.post(`/withdraw_products/${asked.id}/approval`, {
        version: asked.version,
        decision: 'approve',
        items: asked.items.map((item) => ({ id: item.id, productId: id })),
      });
      return asked.id;
    });

    await test.step('staff hand it out by scanner', () =>
      work(
        'warehouse-staff',
        async ({ page }) => {
          await page.goto(`${AREA}/container-requisition/${requisition}`);
          const doc = new DocumentPage(page, kit, 'containerRequisition');
          await doc.act('release');
          await scan(doc);
          await doc.confirm('release');
          await doc.isNow('released');
        },
        PHONE,
      ));

    await inspect(people.engineer, id);
    await people.admin.upload(
      `/products/${id}/attachments`,
      { kind: 'photo' },
      { field: 'files', name: 'at-the-fair.png', mime: 'image/png', content: PIXEL },
    );
    await test.step('it is set up at the fair', () =>
      work(
        'warehouse-staff',
        async ({ page, form }) => {
          await page.goto(address);
          const doc = docOf(page);
          await doc.act('install');
          await form.type(doc.dialog.getByLabel(field('holder'), { exact: true }), 'Bangkok Fair');
          await form.type(
            doc.dialog.getByLabel(field('address'), { exact: true }),
            '99 Vibhavadi Road',
          );
          await doc.confirm('install');
          await doc.isNow('installed');
        },
        PHONE,
      ));

    await test.step('a worn board is replaced, and goes to repair', () =>
      work('warehouse-staff', async ({ page, form }) => {
        await page.goto(`${AREA}/update-parts/${id}`);
        await form.choose(form.field(field('warehouseId')), 'CENTRAL');
        const add = page.getByRole('button', { name: kit('lines.add') });
        await add.last().click();
        const line = (key: string) => form.field(t(`containers.${key}`, { line: 1 }));
        const option = (text: string) =>
          page
            .locator('.ant-select-dropdown .ant-select-item-option')
            .filter({ visible: true, hasText: text })
            .first();
        await line('builtInOf').click();
        await pressOpened(option(worn));
        await form.pick(
          form.cell(t('containers.line.disposition'), 1),
          t('containers.choice.disposition.repair'),
        );
        await add.first().click();
        await form.choose(form.cell(t('containers.line.partId'), 1), shelf.board.partNo);
        await line('placeOf').click();
        await pressOpened(option(shelf.bin));
        await line('serialsOf').click();
        await pressOpened(option(fresh));
        await page.keyboard.press('Escape');
        await line('inPlaceOf').click();
        await pressOpened(option(worn));
        await form.type(form.field(field('reason')), 'It is worn');
        await form.save(t('containers.save'));
        await docOf(page).isNow('installed');
      }));

    await makeRelease(people.engineer, { modelId: model.id, versionNo: '1.0.0' });
    await test.step('it gets its software', () =>
      work('engineer-manager', async ({ page, form }) => {
        await page.goto(`${AREA}/container-warehouse-update-software/${id}`);
        await form.choose(form.field(field('softwareId')), '1.0.0');
        await form.save(t('containers.save'));
        for (const step of ['start', 'apply']) {
          const name = kit(`action.softwareUpdate.${step}`);
          await page.getByRole('button', { name, exact: true }).first().click();
          const dialog = page.getByRole('dialog');
          await pressOpened(dialog.getByRole('button', { name, exact: true }));
          await expect(dialog).toBeHidden();
        }
        await expect.poll(async () => (await seen()).software?.versionNo).toBe('1.0.0');
      }));

    await test.step('it comes back, and is received by scanner', async () => {
      await work('warehouse-staff', async ({ page, form }) => {
        await page.goto(address);
        const doc = docOf(page);
        await doc.act('return');
        await form.choose(doc.dialog.getByLabel(field('warehouseId'), { exact: true }), 'CENTRAL');
        await doc.dialog.getByRole('textbox').last().fill('The fair is over');
        await doc.confirm('return');
        await doc.isNow('returned');
      });
      const { related } = await people.admin.get<{
        readonly related: readonly { readonly type: string; readonly documentNo: string }[];
      }>(`/products/${id}`);
      const receipts = related.filter(({ type }) => type === 'containerReceipt');
      const number = receipts.at(-1)?.documentNo ?? '';
      await work(
        'warehouse-manager',
        async ({ page }) => {
          await page.goto(address);
          await docOf(page).openRelated(number);
          const receipt = new DocumentPage(page, kit, 'containerReceipt');
          await receipt.act('approve');
          await scan(receipt);
          await receipt.confirm('approve');
          await receipt.isNow('approved');
        },
        PHONE,
      );
    });

    await test.step('it is taken apart, each part in a way of its own', () =>
      work('warehouse-manager', async ({ page, form }) => {
        await page.goto(address);
        const doc = docOf(page);
        await doc.act('disassemble');
        const [supplier] =
          await people.manager.get<{ readonly code: string }[]>('/suppliers/master');
        for (const [piece, disposition] of [
          [shelf.counted.partNo, 'restock'],
          [fresh, 'repair'],
          [substitute, 'claim'],
          [spare, 'scrap'],
        ] as const) {
          const row = doc.dialog.getByRole('listitem').filter({ hasText: piece });
          await form.pick(
            row.getByRole('combobox').first(),
            t(`containers.choice.disposition.${disposition}`),
          );
          if (disposition === 'claim') {
            await form.choose(row.getByRole('combobox').last(), supplier?.code ?? 'no supplier');
          }
        }
        await doc.dialog.getByRole('textbox').last().fill('Nobody wants it any more');
        await doc.confirm('disassemble');
        await doc.isNow('disassembled');
      }));
    const { removedParts } = await seen();
    expect(removedParts.map(({ disposition }) => disposition).sort()).toEqual([
      'claim',
      'repair',
      'repair',
      'restock',
      'scrap',
    ]);
  });
}
