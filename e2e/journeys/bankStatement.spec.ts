import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { today } from '../fixtures/contracts.ts';
import { desk } from '../fixtures/desk.ts';
import { account, issuedInvoice, payer } from '../fixtures/invoices.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, PURCHASING, textsOf } from '../fixtures/texts.ts';

const KNOWN = 288;
const STRANGE = 12;
const EVERY = KNOWN / STRANGE;

// The statement of a busy day: what names an invoice is confirmed as proposed, and a person says
// what the rest is.
for (const locale of localesOf('bankStatement')) {
  test(`a statement of 300 lines comes in, with twelve that nobody knows, in ${locale}`, {
    tag: ['@sales'],
  }, async ({ browser, baseURL }) => {
    test.setTimeout(240_000);
    const clerk = serverFor(baseURL, 'accounting-officer');
    const from = await payer(clerk);
    const bank = await account(clerk, from.company.id);
    // Amounts that no other invoice has, so that a name alone decides.
    const invoices = [];
    for (let index = 0; index < KNOWN; index += 1) {
      invoices.push(await issuedInvoice(clerk, from, { total: `${70_000 + index}.17` }));
    }
    const [year, month, day] = today().split('-');
    const mark = invoices[0]?.documentNo.replace(/\D/g, '') ?? '';
    const row = (amount: string, text: string, reference: string) =>
      `${day}/${month}/${year},${amount},${text},${reference}`;
    const lines = invoices.flatMap(({ documentNo, grandTotal }, index) => [
      row(grandTotal, `pay ${documentNo}`, `K${mark}${index}`),
      ...(index % EVERY === 0 ? [row(`${900_000 + index}.71`, 'cash in', `S${mark}${index}`)] : []),
    ]);
    expect(lines).toHaveLength(KNOWN + STRANGE);
    const csv = ['Date,Amount,Description,Reference', ...lines].join('\r\n');
    const work = desk(browser, locale);
    const t = textsOf(PURCHASING, locale);
    const kit = textsOf(KIT, locale);
    const [confirm, ignore] = [kit('action.bankLine.confirm'), kit('action.bankLine.ignore')];
    const upload = (key: string, values: Readonly<Record<string, string | number>> = {}) =>
      t(`bankLines.upload.${key}`, values);

    await work('accounting-officer', async ({ page, list, form }) => {
      await test.step('the clerk looks at the file, and takes it', async () => {
        await list.goto(titleOf('payment-data', locale));
        await page.getByRole('tab', { name: t('bankLines.title'), exact: true }).click();
        await page.getByRole('button', { name: upload('button') }).click();
        const drawer = page.getByRole('dialog');
        await form.choose(drawer.getByLabel(t('bankLines.field.bankAccount')), bank.accountNo);
        await drawer.locator('input[type=file]').setInputFiles({
          name: 'day.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(csv),
        });
        await drawer
          .getByRole('button', { name: upload('take', { count: KNOWN + STRANGE }) })
          .click();
        await expect(
          drawer.getByText(upload('totals', { linked: 0, suggested: KNOWN, unmatched: STRANGE })),
        ).toBeVisible();
        await drawer.getByRole('button', { name: upload('show') }).click();
        await expect(drawer).toBeHidden();
      });

      const statementId = new URL(page.url()).searchParams.get('statementId') ?? '';
      const counted = async (status: string) =>
        (await clerk.get<unknown[]>('/bank_lines', { statementId, status, limit: '100' })).length;
      const of = (status: string) =>
        page.goto(
          `${new URL(page.url()).pathname}?tab=bank-lines&statementId=${statementId}&status=${status}`,
        );

      await test.step('what is sure is confirmed as it is proposed', async () => {
        await of('suggested');
        await page.getByRole('main').locator('[data-row-opener]').first().click();
        const drawer = page.getByRole('dialog').first();
        await drawer.getByRole('button', { name: confirm, exact: true }).click();
        const dialog = page.locator('[role="dialog"].ant-modal');
        await dialog.getByRole('button', { name: confirm, exact: true }).click();
        await expect.poll(() => counted('recorded')).toBe(1);
      });

      await test.step('what is no payment is ignored, with a reason', async () => {
        await of('unmatched');
        await page.getByRole('main').locator('[data-row-opener]').first().click();
        const drawer = page.getByRole('dialog').first();
        await expect(drawer.getByText(t('bankLines.unknown'))).toBeVisible();
        await drawer.getByRole('button', { name: ignore, exact: true }).click();
        const dialog = page.locator('[role="dialog"].ant-modal');
        await dialog.getByRole('textbox').fill('ดอกเบี้ยธนาคาร');
        await dialog.getByRole('button', { name: ignore, exact: true }).click();
        await expect.poll(() => counted('unmatched')).toBe(STRANGE - 1);
      });
    });
  });
}
