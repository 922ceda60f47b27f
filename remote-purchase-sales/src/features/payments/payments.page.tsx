import { PageTitle, useTabParam } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Tabs } from '@boxyard/shared/ui';
import { AgeingTab } from './AgeingTab.tsx';
import { BankAccountsTab } from './BankAccountsTab.tsx';
import { CreditNotesTab } from './CreditNotesTab.tsx';
import { InvoicesTab } from './InvoicesTab.tsx';
import { PaymentsTab } from './PaymentsTab.tsx';
import { TaxTab } from './TaxTab.tsx';

/** Invoices, payments and what follows from them, as tabs of one page; a record opens by `?record=`. */
export function Page() {
  const t = useT('remote-purchase-sales');
  const [tab, setTab] = useTabParam([
    'invoices',
    'payments',
    'credit-notes',
    'ageing',
    'tax',
    'bank-accounts',
  ]);
  return (
    <>
      <PageTitle>{t('money.title')}</PageTitle>
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: 'invoices', label: t('invoices.title'), children: <InvoicesTab /> },
          { key: 'payments', label: t('payments.title'), children: <PaymentsTab /> },
          { key: 'credit-notes', label: t('creditNotes.title'), children: <CreditNotesTab /> },
          { key: 'ageing', label: t('ageing.title'), children: <AgeingTab /> },
          { key: 'tax', label: t('taxInvoices.title'), children: <TaxTab /> },
          { key: 'bank-accounts', label: t('bankAccounts.title'), children: <BankAccountsTab /> },
        ]}
      />
    </>
  );
}
