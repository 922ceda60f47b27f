import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { today } from '../fixtures/days.ts';
import { desk } from '../fixtures/desk.ts';
import { account, issuedInvoice, payer } from '../fixtures/invoices.ts';
import { test } from '../fixtures/shell.ts';
import { KIT, localesOf, PURCHASING, textsOf } from '../fixtures/texts.ts';
import { openMoneyTab } from '../pages/accounting.ts';
import { pressOpened } from '../pages/press.ts';
import { baht, satang } from './money.ts';

/** A busy day in full mode; else as many as make a second page. */
const KNOWN = process.env.TEST_FULL ? 288 : 132;
const STRANGE = 12;
const EVERY = KNOWN / STRANGE;
/** Invoices that are made at the same time; a divisor of `KNOWN`. */
const AT_ONCE = 6;
/** Lines of a page. */
const PAGE = 100;

interface Several {
  readonly of: string;
  readonly count: number;
  readonly reason?: string;
}
interface Statement {
  readonly id: string;
  readonly lineCount: number;
  readonly recordedCount: number;
  readonly openCount: number;
}

// The statement of a busy day: what names an invoice is confirmed as proposed, a page at a time, and a
// person says what the rest is.
for (const locale of localesOf('bankStatement')) {
  test(`a statement of ${KNOWN + STRANGE} lines comes in, with twelve that nobody knows, in ${locale}`, {
    tag: ['@sales'],
  }, async ({ browser, baseURL }) => {
    const clerk = serverFor(baseURL, 'accounting-officer');
    const from = await payer(clerk);
    const bank = await account(clerk, from.company.id);
    const [other] = await clerk.get<{ code: string }[]>('/back-office/customers/master');
    // Amounts that no other invoice has, so that a name alone decides.
    const invoices = [];
    for (let index = 0; index < KNOWN; index += AT_ONCE) {
      // Several at once: the server has something to do while the database writes.
      const some = Array.from({ length: AT_ONCE }, (_, at) =>
        issuedInvoice(clerk, from, { total: `${70_000 + index + at}.17` }),
      );
      invoices.push(...(await Promise.all(some)));
    }
    const [year, month, day] = today().split('-');
    const mark = invoices[0]?.documentNo.replace(/\D/g, '') ?? '';
    const row = (amount: string, text: string, reference: string) =>
      `${day}/${month}/${year},${amount},${text},${reference}`;
    const strange = (at: number) => ({
      amount: `${900_000 + at}.71`,
      reference: `S${mark}${String(at).padStart(2, '0')}`,
    });
    const stranger = (at: number) => row(strange(at).amount, 'cash in', strange(at).reference);
    const lines = invoices.flatMap(({ documentNo, grandTotal }, index) => [
      row(grandTotal, `pay ${documentNo}`, `K${mark}${index}`),
      ...(index % EVERY === 0 ? [stranger(index / EVERY)] : []),
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
        await openMoneyTab({ page, list }, locale, 'bankLines');
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
          `${new URL(page.url()).pathname}?tab=bank-lines&statementId=${statementId}&status=${status}&limit=${PAGE}`,
        );

      const main = page.getByRole('main');
      /** Opens one of those that nobody knows, by its amount. */
      const opened = async (at: number) => {
        await of('unmatched');
        const row = main.getByRole('row').filter({ hasText: baht(satang(strange(at).amount)) });
        await row.locator('[data-row-opener]').click();
        return page.getByRole('dialog').first();
      };
      const dialog = page.locator('[role="dialog"].ant-modal');
      /** Does something to all lines of the page at once, and reads what came of it. */
      const atOnce = async (action: string, { of: status, count, reason }: Several) => {
        await of(status);
        await expect(main.locator('[data-row-opener]')).toHaveCount(count);
        await main.getByRole('checkbox', { name: kit('list.selectPage') }).check();
        await expect(main.getByText(kit('bulk.selected', { count }))).toBeVisible();
        await main
          .getByRole('button', { name: t(`bankLines.bulk.${action}`), exact: true })
          .click();
        // The shell asks before it begins.
        const question = page.locator('dialog[open]');
        if (reason) await question.getByRole('textbox').fill(reason);
        await question
          .getByRole('button', { name: t(`bankLines.bulk.${action}`), exact: true })
          .click();
        const report = dialog.filter({ hasText: kit('bulk.report', { ok: count, failed: 0 }) });
        await expect(report).toBeVisible({ timeout: 300_000 });
        await report
          .getByRole('button', { name: kit('close') })
          .last()
          .click();
        await expect(report).toBeHidden();
      };

      await test.step('one that is sure is confirmed as it is proposed', async () => {
        await of('suggested');
        await main.locator('[data-row-opener]').first().click();
        const drawer = page.getByRole('dialog').first();
        await drawer.getByRole('button', { name: confirm, exact: true }).click();
        await pressOpened(dialog.getByRole('button', { name: confirm, exact: true }));
        await expect.poll(() => counted('recorded')).toBe(1);
      });

      await test.step('the others are confirmed a page at a time', async () => {
        for (let left = KNOWN - 1; left > 0; left -= PAGE) {
          await atOnce('confirm', { of: 'suggested', count: Math.min(left, PAGE) });
        }
        expect(await counted('suggested')).toBe(0);
      });

      await test.step('one that nobody knows is the payment of a customer', async () => {
        const drawer = await opened(0);
        await expect(drawer.getByText(t('bankLines.unknown'))).toBeVisible();
        await drawer.getByRole('button', { name: confirm, exact: true }).click();
        await form.choose(dialog.getByLabel(t('bankLines.field.customerId')), other?.code ?? '');
        await dialog.getByRole('button', { name: confirm, exact: true }).click();
        await expect.poll(() => counted('unmatched')).toBe(STRANGE - 1);
      });

      await test.step('one is no payment, and is ignored with a reason', async () => {
        const drawer = await opened(1);
        await drawer.getByRole('button', { name: ignore, exact: true }).click();
        await dialog.getByRole('textbox').fill('ดอกเบี้ยธนาคาร');
        await dialog.getByRole('button', { name: ignore, exact: true }).click();
        await expect.poll(() => counted('unmatched')).toBe(STRANGE - 2);
      });

      await test.step('so are the others, at once', async () => {
        await atOnce('ignore', {
          of: 'unmatched',
          count: STRANGE - 2,
          reason: 'เงินโอนระหว่างบัญชีของบริษัท',
        });
      });

      await test.step('nothing of the statement is open any more', async () => {
        const [statement] = (
          await clerk.get<Statement[]>('/bank_statements', { bankAccountId: bank.id })
        ).filter(({ id }) => id === statementId);
        expect(statement).toMatchObject({
          lineCount: KNOWN + STRANGE,
          recordedCount: KNOWN + 1,
          openCount: 0,
        });
        expect(await counted('ignored')).toBe(STRANGE - 1);
      });
    });
  });
}
