import { TabbedPage, useTabParam } from '@boxyard/shared/kit';
import { retryingLazy, useT } from '@boxyard/shared/runtime';
import { Skeleton, Tabs } from '@boxyard/shared/ui';
import { type ReactNode, Suspense } from 'react';
import { MONEY_GROUPS, MONEY_TABS, type MoneyGroup, type MoneyTab } from '../../moneyTabs.ts';
import { InvoicesTab } from './InvoicesTab.tsx';

// Statements are the business of a few people, once a day: nobody else waits for them.
const BankLinesTab = retryingLazy(async () => ({
  default: (await import('./BankLinesTab.tsx')).BankLinesTab,
}));
const BankStatementsTab = retryingLazy(async () => ({
  default: (await import('./BankStatementsTab.tsx')).BankStatementsTab,
}));
// Taxes are declared once a month.
const TaxTab = retryingLazy(async () => ({ default: (await import('./TaxTab.tsx')).TaxTab }));
// The page opens with its invoices; every other tab comes with its first visit.
const PaymentsTab = retryingLazy(async () => ({
  default: (await import('./PaymentsTab.tsx')).PaymentsTab,
}));
const CreditNotesTab = retryingLazy(async () => ({
  default: (await import('./CreditNotesTab.tsx')).CreditNotesTab,
}));
const BankAccountsTab = retryingLazy(async () => ({
  default: (await import('./BankAccountsTab.tsx')).BankAccountsTab,
}));
const DebitNotesTab = retryingLazy(async () => ({
  default: (await import('./DebitNotesTab.tsx')).DebitNotesTab,
}));
const BillingNotesTab = retryingLazy(async () => ({
  default: (await import('./BillingNotesTab.tsx')).BillingNotesTab,
}));
const AgeingTab = retryingLazy(async () => ({
  default: (await import('./AgeingTab.tsx')).AgeingTab,
}));
const RunsTab = retryingLazy(async () => ({ default: (await import('./RunsTab.tsx')).RunsTab }));
const later = (tab: ReactNode) => (
  <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>{tab}</Suspense>
);

const GROUPS = Object.keys(MONEY_GROUPS) as MoneyGroup[];
const tabsOf = (group: MoneyGroup): readonly MoneyTab[] => MONEY_GROUPS[group];

/** Invoices, payments and what follows from them, as tabs of one page; a record opens by `?record=`. */
export function Page() {
  const t = useT('remote-purchase-sales');
  const [tab, setTab] = useTabParam(MONEY_TABS);
  const parts: Record<MoneyTab, { label: string; children: ReactNode }> = {
    invoices: { label: t('invoices.title'), children: <InvoicesTab /> },
    runs: { label: t('invoiceRuns.title'), children: later(<RunsTab />) },
    'billing-notes': {
      label: t('billingNotes.title'),
      children: later(<BillingNotesTab />),
    },
    payments: { label: t('payments.title'), children: later(<PaymentsTab />) },
    'bank-lines': { label: t('bankLines.title'), children: later(<BankLinesTab />) },
    'credit-notes': {
      label: t('creditNotes.title'),
      children: later(<CreditNotesTab />),
    },
    'debit-notes': { label: t('debitNotes.title'), children: later(<DebitNotesTab />) },
    ageing: { label: t('ageing.title'), children: later(<AgeingTab />) },
    tax: { label: t('taxViews.title'), children: later(<TaxTab />) },
    'bank-statements': {
      label: t('bankStatements.title'),
      children: later(<BankStatementsTab />),
    },
    'bank-accounts': {
      label: t('bankAccounts.title'),
      children: later(<BankAccountsTab />),
    },
  };
  const drawGroup = (tabs: readonly MoneyTab[]) => {
    const [only] = tabs;
    if (tabs.length === 1 && only !== undefined) return parts[only].children;
    const items = tabs.map((key) => ({ key, ...parts[key] }));
    return <Tabs isNested activeKey={tab} onChange={setTab} items={items} />;
  };
  return (
    <TabbedPage
      title={t('money.title')}
      activeKey={GROUPS.find((group) => tabsOf(group).includes(tab as MoneyTab)) ?? 'billing'}
      onChange={(group) => setTab(tabsOf(group as MoneyGroup)[0] ?? 'invoices')}
      items={GROUPS.map((group) => ({
        key: group,
        label: t(`money.group.${group}`),
        children: drawGroup(tabsOf(group)),
      }))}
    />
  );
}
