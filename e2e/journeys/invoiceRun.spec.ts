import { expect, type Page } from '@playwright/test';
import { plantLeases } from '../../api/src/modules/sales/invoiceRuns/testing/leases.ts';
import { type ServerFor, serverFor } from '../fixtures/api.ts';
import { contractBody, contractInForce, freeModel } from '../fixtures/contracts.ts';
import { sessionsWaitingIn, withDatabase } from '../fixtures/database.ts';
import { type Desk, desk } from '../fixtures/desk.ts';
import { test } from '../fixtures/shell.ts';
import { type Locale, localesOf, PURCHASING, textsOf } from '../fixtures/texts.ts';
import { openMoneyTab } from '../pages/accounting.ts';
import { pressOpened } from '../pages/press.ts';

interface Run {
  readonly id: string;
  readonly status: string;
  readonly total: number;
  readonly billed: number;
  readonly skipped: number;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}
interface Company {
  readonly id: string;
  readonly code: string;
}

const ADDRESS = {
  line1: '99 ถนนสาทรใต้',
  provinceId: 10,
  amphoeId: 1001,
  districtId: 100101,
  zipcode: '10200',
};
/** The count of the acceptance runs in full mode; a fifth of it shows the same progress. */
const LEASES = process.env.TEST_FULL ? 500 : 120;
/** So many of them are billed before the run is cancelled. */
const AT = 50;
/** So far ahead as a run may bill. */
const AHEAD = 92 * 86_400_000;
const dayAhead = (by: number): string =>
  new Date(Date.now() + 7 * 3_600_000 + by).toISOString().slice(0, 10);

// The month's rents and instalments at once: what will be billed is shown before, how far it is on its
// way, and that nothing is left afterwards.
for (const locale of localesOf('invoiceRun')) {
  test(`what contracts ask for is billed in one run, in ${locale}`, {
    tag: ['@sales'],
  }, async ({ browser, baseURL }) => {
    const clerk = serverFor(baseURL, 'accounting-officer');
    const company = await companyOf(clerk, await soldByInstalments(baseURL));
    const work = desk(browser, locale);

    await work('accounting-officer', async (tools) => {
      const { runs, chosen, begun, nothingLeft } = billing(tools, { locale, company });
      await runs();

      await test.step('the clerk sees what is due, and bills it', async () => {
        await chosen();
        await begun('done');
      });

      await test.step('every contract was billed, and nothing is left', async () => {
        const run = await runShown(clerk, tools.page);
        expect(run).toMatchObject({ status: 'done', billed: run.total });
        expect(run.total).toBeGreaterThan(0);
        await nothingLeft();
      });
    });
  });

  // The rents of many leases: the clerk sees how far it is and stops it on its way; the rest is billed
  // by the next run.
  test(`${LEASES} contracts are billed with progress, cancelled on the way and billed again, in ${locale}`, {
    tag: ['@sales', '@needs-database'],
  }, async ({ browser, baseURL }) => {
    const clerk = serverFor(baseURL, 'accounting-officer');
    const company = await companyOf(clerk);
    const mark = `T${Date.now().toString(36).slice(-5).toUpperCase()}`;
    await manyLeases(serverFor(baseURL, 'sales-officer'), { company, mark });
    const work = desk(browser, locale);

    await work('accounting-officer', async (tools) => {
      const { page } = tools;
      const { t, runs, chosen, begun, nothingLeft } = billing(tools, { locale, company });
      await runs();

      await withDatabase(async (client) => {
        // The job waits for this contract until the run is about to be cancelled.
        await client.query('begin');
        const { rows } = await client.query<{ id: string }>(
          // One that is passed over by an offset would be locked, too.
          `select id from contracts where id = (select id from contracts
              where document_no like $1 || '%' order by customer_id, id offset $2 limit 1)
            for no key update`,
          [mark, AT],
        );

        await test.step('the clerk sees how far the run is', async () => {
          await chosen();
          await begun('running');
          const { id, total } = await runShown(clerk, page);
          expect(total).toBeGreaterThanOrEqual(LEASES);
          const place = await client.query<{ line: number }>(
            'select line_no as line from invoice_run_items where run_id = $1 and contract_id = $2',
            [id, rows[0]?.id],
          );
          const done = Number(place.rows[0]?.line) - 1;
          expect(done).toBeGreaterThanOrEqual(AT);
          await expect(page.getByText(t('invoiceRuns.progress', { done, total }))).toBeVisible();
        });

        await test.step('the clerk cancels it', async () => {
          const cancel = page.getByRole('button', { name: t('invoiceRuns.cancel.ok') });
          await cancel.click();
          const dialog = page.getByRole('dialog');
          await pressOpened(dialog.getByRole('button', { name: t('invoiceRuns.cancel.ok') }));
          // Whoever cancels waits for the contract that is being billed.
          await expect.poll(() => sessionsWaitingIn('invoice_runs')).toBe(1);
          await client.query('commit');
          const cancelled = t('invoiceRuns.choice.status.cancelled');
          await expect(page.getByText(cancelled, { exact: false }).first()).toBeVisible();
        });
      });

      const stopped = await test.step('what was billed stays billed, and no more', async () => {
        const run = await runShown(clerk, page);
        expect(run).toMatchObject({ status: 'cancelled', skipped: run.total - run.billed });
        expect(run.billed).toBeGreaterThan(AT);
        expect(run.billed).toBeLessThan(run.total);
        return run;
      });

      await test.step('the next run bills the rest', async () => {
        await page.getByRole('button', { name: t('invoiceRuns.title') }).click();
        await chosen();
        await begun('done');
        const run = await runShown(clerk, page);
        const rest = stopped.total - stopped.billed;
        expect(run).toMatchObject({ status: 'done', total: rest, billed: rest });
        await nothingLeft();
      });
    });
  });
}

/** What a clerk does about runs of one company, until the last day that a run may bill. */
function billing(
  { page, list, form }: Desk,
  { locale, company }: { readonly locale: Locale; readonly company: Company },
) {
  const t = textsOf(PURCHASING, locale);
  const dialog = page.getByRole('dialog');
  const start = t('invoiceRuns.start');
  const [year, month, day] = dayAhead(AHEAD).split('-');
  const chosen = async () => {
    await page.getByRole('button', { name: start }).first().click();
    const field = (name: string) =>
      dialog.getByLabel(t(`invoiceRuns.field.${name}`), { exact: true });
    await form.choose(field('companyId'), company.code);
    // Today stands there: what is typed takes its place once the field shows it as one types.
    await field('until').click();
    await expect(field('until')).toHaveValue(/^\d\d\/\d\d\/\d{4}$/);
    await form.type(field('until'), `${day}/${month}/${year}`);
  };
  return {
    t,
    runs: () => openMoneyTab({ page, list }, locale, 'invoiceRuns'),
    chosen,
    /** Starts what was chosen, and sees it in a status. */
    begun: async (status: string) => {
      await expect(dialog.getByRole('table')).toBeVisible();
      await dialog.getByRole('button', { name: start }).click();
      await expect(dialog).toBeHidden();
      // The list of runs stays until the run is loaded, and its rows carry the same words.
      await expect(page.getByRole('button', { name: t('invoiceRuns.title') })).toBeVisible();
      await expect(page).toHaveURL(/[?&]run=/);
      const words = t(`invoiceRuns.choice.status.${status}`);
      await expect(page.getByText(`${words} ·`, { exact: false }).first()).toBeVisible({
        timeout: 300_000,
      });
    },
    nothingLeft: async () => {
      await page.getByRole('button', { name: t('invoiceRuns.title') }).click();
      await chosen();
      await expect(dialog.getByText(t('invoiceRuns.nothing'))).toBeVisible();
    },
  };
}

const runShown = (clerk: ServerFor, page: Page): Promise<Run> =>
  clerk.get<Run>(`/invoice_runs/${new URL(page.url()).searchParams.get('run') ?? ''}`);

/** A company by its id, or the first of them. */
async function companyOf(clerk: ServerFor, wanted?: string): Promise<Company> {
  const companies = await clerk.get<Company[]>('/companies/all');
  const company = companies.find(({ id }) => wanted === undefined || id === wanted);
  if (!company) throw new Error('the demonstration has no such company');
  return company;
}

/** Something to bill: a container is sold in instalments; answers whose company sells it. */
async function soldByInstalments(baseURL: string | undefined): Promise<string> {
  const seller = serverFor(baseURL, 'sales-officer');
  const model = await freeModel(seller);
  const [customer] = await seller.get<{ id: string }[]>('/back-office/customers/master');
  const { company } = await contractInForce(
    {
      seller,
      manager: serverFor(baseURL, 'sales-manager'),
      keeper: serverFor(baseURL, 'system-admin'),
    },
    contractBody(customer?.id ?? '', model.id, {
      type: 'installment',
      titleHolder: 'company',
      installmentCount: 6,
      interval: 'month',
      dueDay: 'last',
      firstDueDate: dayAhead(AHEAD / 2),
    }),
  );
  return company.id;
}

/** Leases of customers of their own, each with a rent that the night does not bill yet. */
async function manyLeases(
  seller: ServerFor,
  { company, mark }: { readonly company: Company; readonly mark: string },
): Promise<void> {
  const { id: saleId } = await seller.get<{ id: string }>('/auth/profile');
  const [model] = await seller.get<{ id: string }[]>('/product_models/all');
  const customers: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const { id } = await seller.post<{ id: string }>('/back-office/customers/create-customer', {
      companyId: company.id,
      type: 'person',
      firstName: `ผู้เช่า ${mark}`,
      lastName: String(index),
      phone: '0812345678',
      contacts: [],
      registeredAddress: ADDRESS,
      creditTermDays: 0,
      hasConsent: false,
    });
    customers.push(id);
  }
  await withDatabase((client) =>
    plantLeases(client, {
      companyId: company.id,
      saleId,
      modelId: model?.id ?? '',
      customers,
      count: LEASES,
      prefix: mark,
      due: [dayAhead(AHEAD), dayAhead(4 * AHEAD)],
    }),
  );
}
