import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { makeShelf } from '../fixtures/goods.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, textsOf, WAREHOUSE } from '../fixtures/texts.ts';
import { AuditSheet } from '../pages/AuditSheet.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { PartPage } from '../pages/PartPage.ts';
import { pressOpened } from '../pages/press.ts';

const OPENING = { quantity: 10, unitCost: '40.0000' };

interface Versioned {
  readonly id: string;
  readonly version: number;
}

const shelfOf = (baseURL: string | undefined) =>
  makeShelf(
    {
      staff: serverFor(baseURL, 'warehouse-staff'),
      manager: serverFor(baseURL, 'warehouse-manager'),
      admin: serverFor(baseURL, 'system-admin'),
    },
    OPENING,
  );

/** A technician takes parts off the shelf while it is counted. */
async function takeAway(
  baseURL: string | undefined,
  { warehouseId, partId, quantity }: { warehouseId: string; partId: string; quantity: number },
): Promise<void> {
  const asked = await serverFor(baseURL, 'technician').post<Versioned>('/material_dispatch', {
    purpose: 'repairJob',
    warehouseId,
    neededBy: new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10),
    items: [{ partId, requestedQty: quantity }],
  });
  const path = `/material_dispatch/${asked.id}`;
  const held = await serverFor(baseURL, 'warehouse-manager').post<Versioned>(`${path}/approve`, {
    version: asked.version,
  });
  await serverFor(baseURL, 'warehouse-staff').post(`${path}/confirm-dispatch`, {
    version: held.version,
    recipientName: 'Ekkachai',
    pickAll: true,
  });
}

// Nobody who counts sees what the books say; parts leave meanwhile and are no difference; what differs
// is counted again by somebody else, decided and posted by others (domain-warehouse 2.13).
test('a shelf is counted blind while stock moves, counted again and posted, in en', {
  tag: ['@warehouse'],
}, async ({ browser, baseURL }) => {
  const shelf = await shelfOf(baseURL);
  const { bin, counted, board, serials } = shelf;
  const [first = '', second = '', third = ''] = serials;
  const work = desk(browser, 'en');
  const t = textsOf(WAREHOUSE, 'en');
  const kit = textsOf(KIT, 'en');
  const title = titleOf('audit', 'en');

  const path = await test.step('a warehouse manager plans the count', () =>
    work('warehouse-manager', async ({ page, list, form }) => {
      await list.goto(title);
      await list.create(t('audits.new'));
      await form.choose(form.field(t('audits.field.warehouseId')), 'CENTRAL');
      await form.add(form.field(t('audits.field.binIds')), bin);
      await form.save(t('audits.create'));
      return new DocumentPage(page, kit, 'audit').isMade('draft');
    }));

  await test.step('a storekeeper counts by scanner, without seeing the books', () =>
    work('warehouse-staff', async ({ page }) => {
      await page.goto(path);
      const doc = new DocumentPage(page, kit, 'audit');
      await doc.act('start');
      await doc.isNow('counting');
      await expect(page.getByRole('tabpanel')).toContainText(counted.partNo);
      await expect(page.getByRole('tabpanel')).not.toContainText(t('audits.line.snapshotQty'));
      await doc.act('count');
      const sheet = new AuditSheet(page, t);
      await sheet.isReady();
      await sheet.scan(`B:${bin}`);
      await sheet.scan(`P:${counted.partNo}`);
      await sheet.scan('8');
      await sheet.scan(`S:${first}`);
      await sheet.scan(second);
      await sheet.row(third).click();
      await sheet.key('notThere').click();
      await sheet.finish('finish');
      await doc.isNow('counted');
    }));

  await test.step('parts leave the shelf meanwhile', () =>
    takeAway(baseURL, { ...shelf, partId: counted.id, quantity: 3 }));

  await test.step('what differs is counted again by somebody else', async () => {
    await work('warehouse-manager', async ({ page }) => {
      await page.goto(path);
      const doc = new DocumentPage(page, kit, 'audit');
      await doc.act('recount');
      await doc.isNow('recount');
    });
    await work('warehouse-staff.2', async ({ page }) => {
      await page.goto(`${path}?count=1`);
      const sheet = new AuditSheet(page, t);
      await sheet.isReady();
      await sheet.openBin(bin);
      await sheet.scan(counted.partNo);
      await sheet.scan('7');
      await sheet.row(third).click();
      await sheet.key('notThere').click();
      await sheet.finish('finishRecount');
      await new DocumentPage(page, kit, 'audit').isNow('review');
    });
  });

  await test.step('only the missing board differs; it is accepted by the keyboard', () =>
    work('warehouse-manager', async ({ page }) => {
      await page.goto(`${path}?review=1`);
      const lines = page.getByRole('list', { name: t('reviewing.lines') }).getByRole('listitem');
      await expect(lines).toHaveCount(1);
      await expect(lines).toContainText(third);
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('a');
      await expect(lines).toContainText(t('reviewing.reason.lost'));
      await page.getByRole('button', { name: t('reviewing.save') }).click();
      const doc = new DocumentPage(page, kit, 'audit');
      await expect(page.getByRole('tabpanel')).toContainText(t('reviewing.decision.accept'));
      // Whoever planned it does not post it.
      await expect(doc.action('approve')).toHaveAttribute('aria-disabled', 'true');
    }));

  await test.step('and posted by somebody who neither planned nor counted', () =>
    work('accounting-manager', async ({ page }) => {
      await page.goto(path);
      const doc = new DocumentPage(page, kit, 'audit');
      await doc.done('approve', 'approved');
      await page.getByRole('button', { name: kit('export.button') }).click();
      const download = page.waitForEvent('download');
      await pressOpened(page.getByRole('menuitem', { name: kit('export.csv') }));
      const table = await readFile(await (await download).path(), 'utf8');
      const [, line, ...more] = table.trim().split(/\r?\n/);
      expect(more).toEqual([]);
      expect(line).toContain(`${third},`);
      expect(line).toContain(t('reviewing.reason.lost'));
    }));

  await test.step('the stock is as it was counted', () =>
    work('warehouse-manager', async ({ page, list }) => {
      await list.goto(titleOf('parts-warehouse', 'en'));
      await list.open(board.partNo);
      await new PartPage(page, t).shows({
        name: 'BOARD',
        onHand: 2,
        averageCost: '40.0000',
        stockValue: '80.00',
      });
    }));
});

test('counts made without a network outlive a reload and are sent later, on a phone, in th', {
  tag: ['@warehouse'],
}, async ({ browser, baseURL }) => {
  const { bin, binId, warehouseId, counted, serials } = await shelfOf(baseURL);
  const [first = '', second = '', third = ''] = serials;
  const t = textsOf(WAREHOUSE, 'th');
  const kit = textsOf(KIT, 'th');
  const staff = serverFor(baseURL, 'warehouse-staff');
  const draft = await serverFor(baseURL, 'warehouse-manager').post<Versioned>('/audits', {
    warehouseId,
    type: 'spot',
    isBlind: true,
    freeze: 'none',
    binIds: [binId],
  });
  await staff.put(`/audits/${draft.id}/status`, { version: draft.version, status: 'counting' });

  await desk(browser, 'th')(
    'warehouse-staff',
    async ({ page }) => {
      const path = `/warehouse-management/audit/${draft.id}`;
      await page.goto(`${path}?count=1`);
      const sheet = new AuditSheet(page, t);
      await sheet.openBin(bin);
      await page.context().setOffline(true);
      await sheet.row(counted.partNo).click();
      await sheet.key('1').click();
      await sheet.key('2').click();
      await sheet.key('save').click();
      await expect(sheet.row(counted.partNo)).toContainText('12');
      await sheet.scan(`S:${first}`);
      await sheet.waits(2);

      // There is a network again, yet the server does not answer; the page is loaded anew.
      await page.route('**/counts', (route) => route.abort());
      await page.context().setOffline(false);
      await page.reload();
      await sheet.waits(2);
      await sheet.openBin(bin);
      await expect(sheet.row(counted.partNo)).toContainText('12');
      // Said otherwise before it was sent: the last count of a line holds.
      await sheet.row(counted.partNo).click();
      await sheet.key('9').click();
      await sheet.key('save').click();
      // The attempt that carries all three: the next one follows seconds later, if nobody sends.
      const failed = page.waitForEvent(
        'requestfailed',
        (request) =>
          request.url().endsWith('/counts') &&
          (request.postDataJSON() as { counts: unknown[] }).counts.length === 3,
      );
      await sheet.scan(second);
      await sheet.waits(3);
      await failed;

      await page.unroute('**/counts');
      await page.getByRole('button', { name: t('counting.sendNow') }).click();
      await sheet.waits(0);
      await sheet.row(third).click();
      await sheet.key('there').click();
      await sheet.finish('finish');
      await new DocumentPage(page, kit, 'audit').isNow('counted');
    },
    { width: 390 },
  );

  const { items } = await staff.get<{
    items: readonly {
      readonly part: { readonly id: string };
      readonly serialNo: string | null;
      readonly first: { readonly quantity: number };
    }[];
  }>(`/audits/${draft.id}`);
  const said = items.map(({ serialNo, first: count }) => [serialNo, count.quantity]);
  expect(said).toEqual(
    expect.arrayContaining([[null, 9], ...serials.map((serial) => [serial, 1])]),
  );
});

test('a plan that never began is deleted', { tag: ['@warehouse'] }, async ({
  browser,
  baseURL,
}) => {
  const { binId, warehouseId } = await shelfOf(baseURL);
  const t = textsOf(WAREHOUSE, 'th');
  const kit = textsOf(KIT, 'th');
  const manager = serverFor(baseURL, 'warehouse-manager');
  const draft = await manager.post<Versioned>('/audits', {
    warehouseId,
    type: 'spot',
    isBlind: true,
    freeze: 'none',
    binIds: [binId],
  });
  await desk(browser, 'th')(
    'warehouse-manager',
    async ({ page }) => {
      await page.goto(`/warehouse-management/audit/${draft.id}`);
      await page.getByRole('button', { name: kit('document.more') }).click();
      await pressOpened(page.getByRole('menuitem', { name: t('audits.link.delete') }));
      const asked = page.getByRole('dialog');
      await expect(asked).toContainText(t('audits.deleteConsequence'));
      await pressOpened(asked.getByRole('button', { name: t('audits.link.delete') }));
      await expect(page).toHaveURL(/\/warehouse-management\/audit$/);
    },
    { width: 390 },
  );
  await expect(manager.get(`/audits/${draft.id}`)).rejects.toThrow('404');
});
