import { expect, type Page } from '@playwright/test';
import { titleOf } from '../fixtures/builtPages.ts';
import type { Desk } from '../fixtures/desk.ts';
import { KIT, type Locale, PURCHASING, textsOf } from '../fixtures/texts.ts';
import { DrawerPage } from './DrawerPage.ts';
import { searchFor } from './ListPage.ts';

/** The group in which each tab of the page of payments stands. */
const GROUPS = {
  invoices: 'billing',
  invoiceRuns: 'billing',
  billingNotes: 'billing',
  creditNotes: 'billing',
  debitNotes: 'billing',
  payments: 'receipts',
  ageing: 'receipts',
  bankLines: 'bank',
  bankStatements: 'bank',
  bankAccounts: 'bank',
} as const;
export type MoneyTab = keyof typeof GROUPS;

/** Goes to the page of payments and opens one of its tabs. */
export async function openMoneyTab(
  { page, list }: Pick<Desk, 'page' | 'list'>,
  locale: Locale,
  tab: MoneyTab,
): Promise<void> {
  const t = textsOf(PURCHASING, locale);
  await list.goto(titleOf('payment-data', locale));
  for (const name of [t(`money.group.${GROUPS[tab]}`), t(`${tab}.title`)]) {
    await page.getByRole('tab', { name, exact: true }).click();
  }
}

/** What people of accounting do on the page of payments, in their language. */
export function accounting(locale: Locale) {
  const t = textsOf(PURCHASING, locale);
  const kit = textsOf(KIT, locale);
  const drawerOf = (page: Page, machine: string) => new DrawerPage(page, kit, machine);
  const payment = (page: Page) => drawerOf(page, 'payment');
  const turnTo = (tools: Desk, tab: MoneyTab) => openMoneyTab(tools, locale, tab);
  /** Opens a record of a tab by its number, as it is found. */
  async function open(tools: Desk, tab: MoneyTab, number: string): Promise<void> {
    await turnTo(tools, tab);
    await find(tools.page, { search: kit('list.search'), number });
  }
  return {
    t,
    kit,
    turnTo,
    open,
    /** Opens a payment and verifies it. */
    async verified(tools: Desk, number: string): Promise<DrawerPage> {
      await open(tools, 'payments', number);
      const shown = payment(tools.page);
      await shown.done('verify', 'verified');
      return shown;
    },
    /** Opens what is asked to be credited of an invoice, and approves it. */
    async credited(tools: Desk, invoiceNo: string): Promise<DrawerPage> {
      await open(tools, 'creditNotes', invoiceNo);
      const shown = drawerOf(tools.page, 'creditNote');
      await shown.done('approve', 'approved');
      return shown;
    },
    invoice: (page: Page) => drawerOf(page, 'invoice'),
    payment,
  };
}

/** Searches the tab that shows, and opens the row that was found. */
async function find(
  page: Page,
  { search, number }: { readonly search: string; readonly number: string },
): Promise<void> {
  const tab = page.getByRole('main').getByRole('tabpanel').filter({ visible: true });
  await searchFor(tab.getByRole('searchbox', { name: search }), number);
  const row = tab.getByRole('row').filter({ hasText: number });
  await expect(row).toHaveCount(1);
  await row.locator('[data-row-opener]').click();
}
