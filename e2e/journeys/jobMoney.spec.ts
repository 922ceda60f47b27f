import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { desk } from '../fixtures/desk.ts';
import { nameOf } from '../fixtures/people.ts';
import { PIXEL } from '../fixtures/pictures.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, SERVICE, textsOf } from '../fixtures/texts.ts';
import { accounting } from '../pages/accounting.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';

// A repair that its customer bears: the dispatcher charges it, accounting issues the invoice, the dispatcher
// takes the money, accounting verifies it, and the job is closed (domain-containers 2.10).
const JOBS = '/material_repair_maintenances';
/** A day within the year of appointments on which no other journey has some. */
const DAY = new Date(Date.now() + 306 * 86_400_000).toISOString().slice(0, 10);
/** A technician is at one place at a time. */
const HOURS = {
  en: [`${DAY}T02:00:00.000Z`, `${DAY}T03:00:00.000Z`],
  th: [`${DAY}T04:00:00.000Z`, `${DAY}T05:00:00.000Z`],
} as const;

interface Job {
  readonly id: string;
  readonly version: number;
}

for (const locale of localesOf('jobMoney')) {
  test(`a repair is charged, paid and closed, in ${locale}`, {
    tag: ['@service', '@sales'],
  }, async ({ browser, baseURL }) => {
    const dispatcher = serverFor(baseURL, 'engineer-manager');
    const technician = serverFor(baseURL, 'technician');
    const work = desk(browser, locale);
    const t = textsOf(SERVICE, locale);
    const kit = textsOf(KIT, locale);
    const books = accounting(locale);

    const path = await test.step('a repair that its customer bears was accepted', async () => {
      const [container] = await dispatcher.get<{ readonly id: string }[]>('/products', {
        limit: '10',
        status: 'installed',
      });
      const name = await nameOf(baseURL, 'technician');
      const [found] = await dispatcher.get<{ readonly id: string }[]>(
        '/technician_skills/technicians',
        { search: name },
      );
      const made = await dispatcher.post<Job>(JOBS, {
        kind: 'repair',
        productId: container?.id,
        channel: 'phone',
        priority: 'normal',
        symptom: 'The door was forced',
        isDown: false,
      });
      const act = async (by: typeof dispatcher, action: string, body: object = {}) => {
        const { version } = await by.get<Job>(`${JOBS}/${made.id}`);
        await by.post(`${JOBS}/${made.id}/${action}`, { version, ...body });
      };
      await act(dispatcher, 'override-coverage', {
        coverage: 'billable',
        reason: 'Broken by the customer',
      });
      const [appointmentStart, appointmentEnd] = HOURS[locale];
      await act(dispatcher, 'manager-response', {
        decision: 'accept',
        technicianIds: [found?.id ?? ''],
        appointmentStart,
        appointmentEnd,
      });
      await act(technician, 'start');
      await technician.upload(
        `${JOBS}/${made.id}/attachments`,
        { kind: 'photo' },
        { field: 'files', name: 'after.png', mime: 'image/png', content: PIXEL },
      );
      await act(technician, 'technician-summary', { workDone: 'New hinge', result: 'fixed' });
      await act(dispatcher, 'complete');
      await act(dispatcher, 'final-report', { finalReport: 'Broken by force.' });
      return `/repair-management/detail-repair/update/${made.id}`;
    });

    const price = '1250.00';
    await test.step('the dispatcher charges it', () =>
      work('engineer-manager', async ({ page, form }) => {
        await page.goto(path);
        const doc = new DocumentPage(page, kit, 'job');
        await doc.act('invoice');
        await form.addLine(kit('lines.add'));
        await form.type(form.cell(t('jobs.line.description'), 1), 'ค่าบานพับ');
        await form.type(form.cell(t('jobs.line.unitPrice'), 1), price);
        await doc.confirm('invoice');
        await page.getByRole('tab', { name: t('jobs.section.invoices') }).click();
        await expect(page.getByRole('tabpanel')).toContainText(t('jobs.invoiceDraft'));
      }));

    await test.step('accounting issues the invoice', () =>
      work('accounting-officer', async (tools) => {
        const { invoices } = await dispatcher.get<{ invoices: { id: string }[] }>(
          `${JOBS}/${path.split('/').at(-1)}/invoices`,
        );
        await tools.page.goto(
          `/sales-management/payment-data?tab=invoices&record=${invoices[0]?.id}`,
        );
        const shown = books.invoice(tools.page);
        await shown.act('issue');
        await shown.isNow('issued');
      }));

    const paymentNo = await test.step('the dispatcher takes the money', () =>
      work('engineer-manager', async ({ page, form }) => {
        await page.goto(path);
        const doc = new DocumentPage(page, kit, 'job');
        await doc.act('manual-payment');
        await form.pick(
          doc.dialog.getByLabel(t('jobs.field.method')),
          t('jobs.choice.method.cash'),
        );
        await doc.confirm('manual-payment');
        const [payment] = await serverFor(baseURL, 'accounting-manager').get<
          { readonly documentNo: string }[]
        >('/payments', { status: 'pending', limit: '10' });
        return payment?.documentNo ?? '';
      }));

    await test.step('accounting verifies it', () =>
      work('accounting-manager', async (tools) => {
        await books.verified(tools, paymentNo);
      }));

    await test.step('the dispatcher closes the job', () =>
      work('engineer-manager', async ({ page }) => {
        await page.goto(path);
        await new DocumentPage(page, kit, 'job').done('close', 'closed');
      }));
  });
}
