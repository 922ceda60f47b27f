import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { desk } from '../fixtures/desk.ts';
import { makeShelf } from '../fixtures/goods.ts';
import { nameOf } from '../fixtures/people.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, SERVICE, textsOf } from '../fixtures/texts.ts';
import { attachPhoto } from '../pages/attachPhoto.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';

// A container under warranty is repaired with a board of the warehouse: the dispatcher asks for it, the
// warehouse hands it out, and the technician exchanges it on a phone (domain-containers 2.10).
const OPENING = { quantity: 10, unitCost: '40.0000' };
/** A day within the year of appointments on which no other journey has some. */
const DAY = new Date(Date.now() + 302 * 86_400_000).toISOString().slice(0, 10);
/** A technician is at one place at a time. */
const HOURS = {
  en: [`${DAY}T02:00:00.000Z`, `${DAY}T03:00:00.000Z`],
  th: [`${DAY}T04:00:00.000Z`, `${DAY}T05:00:00.000Z`],
} as const;
const JOBS = '/material_repair_maintenances';
const PHONE = { width: 390 };

interface Built {
  readonly id: string;
  readonly serialNo: string | null;
}
interface Container {
  readonly id: string;
  readonly version: number;
  readonly parts: readonly Built[];
  readonly removedParts: readonly (Built & { readonly disposition: string })[];
}

for (const locale of localesOf('jobParts')) {
  test(`a board is exchanged under warranty, in ${locale}`, {
    tag: ['@service'],
  }, async ({ browser, baseURL }) => {
    const manager = serverFor(baseURL, 'warehouse-manager');
    const dispatcher = serverFor(baseURL, 'engineer-manager');
    const staff = serverFor(baseURL, 'warehouse-staff');
    const { board, serials, warehouseId, binId } = await makeShelf({ staff, manager }, OPENING);
    const [old = ''] = serials;
    const work = desk(browser, locale);
    const t = textsOf(SERVICE, locale);
    const kit = textsOf(KIT, locale);

    const container = await test.step('a container under warranty has a board', async () => {
      const warranties = await serverFor(baseURL, 'auditor').get<
        { readonly product: { readonly id: string }; readonly company: { readonly id: string } }[]
      >('/back-office/purchase-warranty/list', { status: 'active', limit: '50' });
      const [here] = await manager.get<{ readonly company: { readonly id: string } }[]>(
        '/material-receives',
        { limit: '10' },
      );
      const { product } =
        warranties.find(({ company }) => company.id === here?.company.id) ?? warranties[0] ?? {};
      const { id, version } = await manager.get<Container>(`/products/${product?.id}`);
      return manager.put<Container>(`/products/${id}/material_parts`, {
        version,
        warehouseId,
        reason: 'Taken over with its board',
        add: [{ partId: board.id, quantity: 1, binId, condition: 'new', serials: [old] }],
      });
    });

    const path = await test.step('the dispatcher sends a technician', async () => {
      const technician = await nameOf(baseURL, 'technician');
      const [found] = await dispatcher.get<{ readonly id: string }[]>(
        '/technician_skills/technicians',
        { search: technician },
      );
      const made = await dispatcher.post<{ readonly id: string }>(JOBS, {
        kind: 'repair',
        productId: container.id,
        channel: 'phone',
        priority: 'normal',
        symptom: 'No power',
        isDown: false,
      });
      const { version } = await dispatcher.get<{ readonly version: number }>(`${JOBS}/${made.id}`);
      const [appointmentStart, appointmentEnd] = HOURS[locale];
      const job = await dispatcher.post<{ readonly coverage: string }>(
        `${JOBS}/${made.id}/manager-response`,
        {
          version,
          decision: 'accept',
          technicianIds: [found?.id ?? ''],
          appointmentStart,
          appointmentEnd,
        },
      );
      expect(job.coverage).toBe('warranty');
      return `/repair-management/detail-repair/update/${made.id}`;
    });

    await test.step('and asks for the board', () =>
      work('engineer-manager', async ({ page, form }) => {
        await page.goto(path);
        const doc = new DocumentPage(page, kit, 'job');
        await doc.act('stock-summary');
        await form.choose(form.cell(t('jobs.line.partId'), 1), board.partNo);
        await form.choose(form.cell(t('jobs.line.warehouseId'), 1), 'CENTRAL');
        await doc.confirm('stock-summary');
        await doc.isNow('scheduled');
        await page.getByRole('tab', { name: t('jobs.section.parts') }).click();
        await expect(page.getByRole('tabpanel')).toContainText(board.partNo);
      }));

    await test.step('the warehouse hands it out', () =>
      work('warehouse-manager', async ({ page }) => {
        await page.goto(path);
        await new DocumentPage(page, kit, 'job').openRelated(/^RQ\d{4}-\d{4}$/);
        const doc = new DocumentPage(page, kit, 'requisition');
        await doc.number('RQ');
        await doc.done('confirm-dispatch', 'dispatched');
      }));

    await test.step('the technician exchanges it, on a phone', () =>
      work(
        'technician',
        async ({ page, form }) => {
          await page.goto(path);
          const doc = new DocumentPage(page, kit, 'job');
          await doc.act('start');
          await doc.isNow('inProgress');
          await attachPhoto(page, { form, kit });
          await doc.act('technician-summary');
          await form.type(doc.dialog.getByLabel(t('jobs.field.workDone')), 'New board');
          await expect(doc.dialog).toContainText(board.partNo);
          await form.choose(doc.dialog.getByLabel(t('jobs.hand.replacesId')), old);
          await form.pick(
            doc.dialog.getByLabel(t('jobs.hand.disposition')),
            t('jobs.choice.disposition.scrap'),
          );
          await doc.confirm('technician-summary');
          await doc.isNow('resolved');
        },
        PHONE,
      ));

    await test.step('the container has the new board, and the old one waits to be destroyed', async () => {
      const now = await manager.get<Container>(`/products/${container.id}`);
      expect(now.parts.map(({ serialNo }) => serialNo)).toContain(serials[1]);
      expect(now.removedParts.find(({ serialNo }) => serialNo === old)).toMatchObject({
        disposition: 'scrap',
      });
    });
  });
}
