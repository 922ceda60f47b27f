import { MasterPage } from '@boxyard/shared/kit';
import { bankAccounts } from './money.resource.tsx';

/** Bank accounts that customers pay to. */
export const BankAccountsTab = () => (
  <MasterPage
    resource={bankAccounts}
    embedded
    initialValues={{ isDefault: false }}
    toForm={(account) => ({ ...account })}
  />
);
