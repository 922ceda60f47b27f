import { pathOf } from '@boxyard/shared/runtime';

/** Tabs of the page of invoices, payments and what follows from them, in their order. */
export const MONEY_TABS = [
  'invoices',
  'runs',
  'billing-notes',
  'payments',
  'bank-lines',
  'credit-notes',
  'debit-notes',
  'ageing',
  'tax',
  'bank-statements',
  'bank-accounts',
] as const;

/** The same as they are drawn: what is billed, what came in, the bank, and tax. */
export const MONEY_GROUPS = {
  billing: ['invoices', 'runs', 'billing-notes', 'credit-notes', 'debit-notes'],
  receipts: ['payments', 'ageing'],
  bank: ['bank-lines', 'bank-statements', 'bank-accounts'],
  tax: ['tax'],
} as const satisfies Record<string, readonly MoneyTab[]>;
export type MoneyGroup = keyof typeof MONEY_GROUPS;
export type MoneyTab = (typeof MONEY_TABS)[number];

type More = Readonly<Record<string, string>>;

/** What the address of a record on one of these tabs consists of. */
export const moneyQuery = (tab: MoneyTab, record: string, more: More = {}) => ({
  tab,
  record,
  ...more,
});

/** The address of a record that opens beside the list of its tab. */
export const moneyPath = (tab: MoneyTab, record: string, more: More = {}): string =>
  pathOf('payment-data', {}, moneyQuery(tab, record, more));
