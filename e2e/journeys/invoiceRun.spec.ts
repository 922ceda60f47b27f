import { expect } from '@playwright/test';
import { serverFor } from '../fixtures/api.ts';
import { titleOf } from '../fixtures/builtPages.ts';
import { desk } from '../fixtures/desk.ts';
import { test } from '../fixtures/shell.ts';
import { localesOf, PURCHASING, textsOf } from '../fixtures/texts.ts';

interface Run {
  readonly id: string;
  readonly status: string;
  readonly total: number;
  readonly billed: number;
}

/** So far ahead as a run may bill. */
const AHEAD = 92 * 86_400_000;

// The month's rents and instalments at once: what will be billed is shown before, how far it is on its
// way, and that nothing is left afterwards.
for (const locale of localesOf('invoiceRun')) {
  test(`what contracts ask for is billed in one run, in ${locale}`, {
    tag: ['@sales'],
  }, async ({ browser, baseURL }) => {
    const clerk = serverFor(baseURL, 'accounting-officer');
    const [company] = await clerk.get<{ id: string; code: string }[]>('/companies/all');
    if (!company) throw new Error('the demonstration has no company');
    const work = desk(browser, locale);
    const t = textsOf(PURCHASING, locale);
    const [year, month, day] = new Date(Date.now() + 7 * 3_600_000 + AHEAD)
      .toISOString()
      .slice(0, 10)
      .split('-');

    await work('accounting-officer', async ({ page, list, form }) => {
      await list.goto(titleOf('payment-data', locale));
      await page.getByRole('tab', { name: t('invoiceRuns.title'), exact: true }).click();
      const start = page.getByRole('button', { name: t('invoiceRuns.start') });
      const dialog = page.getByRole('dialog');
      const chosen = async () => {
        await start.first().click();
        const field = (name: string) =>
          dialog.getByLabel(t(`invoiceRuns.field.${name}`), { exact: true });
        await form.choose(field('companyId'), company.code);
        // Today stands there: what is typed takes its place once the field shows it as one types.
        await field('until').click();
        await expect(field('until')).toHaveValue(/^\d\d\/\d\d\/\d{4}$/);
        await form.type(field('until'), `${day}/${month}/${year}`);
      };

      await test.step('the clerk sees what is due, and bills it', async () => {
        await chosen();
        await expect(dialog.getByRole('table')).toBeVisible();
        await dialog.getByRole('button', { name: t('invoiceRuns.start') }).click();
        await expect(dialog).toBeHidden();
        await expect(
          page.getByText(t('invoiceRuns.choice.status.done'), { exact: false }).first(),
        ).toBeVisible();
      });

      await test.step('every contract was billed, and nothing is left', async () => {
        const id = new URL(page.url()).searchParams.get('run') ?? '';
        const run = await clerk.get<Run>(`/invoice_runs/${id}`);
        expect(run).toMatchObject({ status: 'done', billed: run.total });
        expect(run.total).toBeGreaterThan(0);
        await page.getByRole('button', { name: t('invoiceRuns.title') }).click();
        await chosen();
        await expect(dialog.getByText(t('invoiceRuns.nothing'))).toBeVisible();
      });
    });
  });
}
