import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { desk } from '../fixtures/desk.ts';
import { nameOf } from '../fixtures/people.ts';
import { PIXEL } from '../fixtures/pictures.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, SERVICE, textsOf } from '../fixtures/texts.ts';
import { DocumentPage } from '../pages/DocumentPage.ts';
import { EstimatePage } from '../pages/EstimatePage.ts';

// The dispatcher sends an estimate; the customer reads it on a telephone, without an account, and says yes;
// the work is done, and the invoice keeps to what was agreed (docs/adr/0150).
const JOBS = '/material_repair_maintenances';
/** A day within the year of appointments on which no other journey has some. */
const DAY = new Date(Date.now() + 309 * 86_400_000).toISOString().slice(0, 10);
/** A technician is at one place at a time. */
const HOURS = {
  en: [`${DAY}T02:00:00.000Z`, `${DAY}T03:00:00.000Z`],
  th: [`${DAY}T04:00:00.000Z`, `${DAY}T05:00:00.000Z`],
} as const;

interface Job {
  readonly id: string;
  readonly version: number;
  readonly documentNo: string;
  readonly status: string;
  readonly estimateStatus: string | null;
  readonly estimating: {
    readonly estimates: readonly { readonly documentNo: string; readonly link: string | null }[];
  } | null;
}

for (const locale of localesOf('estimate')) {
  test(`an estimate is sent, answered on a telephone and charged, in ${locale}`, {
    tag: ['@service', '@sales'],
  }, async ({ browser, baseURL }) => {
    const dispatcher = serverFor(baseURL, 'engineer-manager');
    const technician = serverFor(baseURL, 'technician');
    const work = desk(browser, locale);
    const t = textsOf(SERVICE, locale);
    const kit = textsOf(KIT, locale);
    const price = '1480.00';

    const { id } = await test.step('a repair that its customer bears is planned', async () => {
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
        symptom: 'The glass of the door is broken',
        isDown: false,
      });
      await act(dispatcher, made.id, {
        action: 'override-coverage',
        coverage: 'billable',
        reason: 'Broken by the customer',
      });
      const [appointmentStart, appointmentEnd] = HOURS[locale];
      await act(dispatcher, made.id, {
        action: 'manager-response',
        decision: 'accept',
        technicianIds: [found?.id ?? ''],
        appointmentStart,
        appointmentEnd,
      });
      return made;
    });
    const path = `/repair-management/detail-repair/update/${id}`;

    await test.step('the dispatcher writes the estimate and sends it', () =>
      work('engineer-manager', async ({ page, form }) => {
        await page.goto(path);
        const doc = new DocumentPage(page, kit, 'job');
        await doc.act('estimate');
        await form.addLine(kit('lines.add'));
        await form.type(form.cell(t('jobs.line.description'), 2), 'กระจกประตู');
        await form.type(form.cell(t('jobs.line.unitPrice'), 2), price);
        await doc.confirm('estimate');
        await doc.act('send-estimate');
        await doc.confirm('send-estimate');
        await expect(page.getByText(t('jobs.estimateSent'))).toBeVisible();
      }));

    const estimate = await test.step('the job waits for the answer', async () => {
      const { estimating, estimateStatus } = await dispatcher.get<Job>(`${JOBS}/${id}`);
      expect(estimateStatus).toBe('sent');
      return estimating?.estimates[0];
    });

    await test.step('the customer says yes on a telephone, without an account', async () => {
      const context = await browser.newContext({
        ...(baseURL === undefined ? {} : { baseURL }),
        locale: locale === 'th' ? 'th-TH' : 'en-GB',
        viewport: { width: 390, height: 844 },
        hasTouch: true,
      });
      const customer = new EstimatePage(await context.newPage(), locale);
      await customer.open(estimate?.link ?? '', estimate?.documentNo ?? '');
      await customer.tells('กระจกประตู');
      await customer.answer('Malee Jaidee', null);
      await customer.isAnswered('accepted');
      await context.close();
    });

    await test.step('the work is done', async () => {
      await act(technician, id, { action: 'start' });
      await technician.upload(
        `${JOBS}/${id}/attachments`,
        { kind: 'photo' },
        { field: 'files', name: 'after.png', mime: 'image/png', content: PIXEL },
      );
      await act(technician, id, {
        action: 'technician-summary',
        workDone: 'New glass',
        result: 'fixed',
      });
      await act(dispatcher, id, { action: 'complete' });
    });

    await test.step('the invoice says what was agreed', () =>
      work('engineer-manager', async ({ page }) => {
        await page.goto(path);
        const doc = new DocumentPage(page, kit, 'job');
        await doc.act('invoice');
        await expect(doc.dialog.getByLabel(t('jobs.line.description')).first()).toBeVisible();
        await doc.confirm('invoice');
        await page.getByRole('tab', { name: t('jobs.section.invoices') }).click();
        await expect(page.getByRole('tabpanel')).toContainText(t('jobs.invoiceDraft'));
      }));
  });
}

async function act(
  by: ReturnType<typeof serverFor>,
  id: string,
  { action, ...body }: { readonly action: string; readonly [field: string]: unknown },
): Promise<void> {
  const { version } = await by.get<Job>(`${JOBS}/${id}`);
  await by.post(`${JOBS}/${id}/${action}`, { version, ...body });
}
