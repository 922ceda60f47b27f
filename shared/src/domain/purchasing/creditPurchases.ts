/** How a purchase on credit is stored; `void` is one whose receipt was reversed (domain-warehouse 1.7). */
export type StoredCreditStatus = 'unpaid' | 'partial' | 'paid' | 'void';

/** Those that the supplier still waits for money of. */
export const OWED_CREDIT_STATUSES = ['unpaid', 'partial'] as const satisfies StoredCreditStatus[];

export type CreditStatus = 'unpaid' | 'partial' | 'paid' | 'overdue';

/** Nothing is owed for it, since its receipt was reversed. */
export const isVoidCredit = (status: StoredCreditStatus): boolean => status === 'void';

/** Nothing of it was paid: its receipt may still be reversed. */
export const isUnpaidCredit = (status: StoredCreditStatus): boolean => status === 'unpaid';

/** Its status on a day; null where nothing is owed. Overdue follows from the due date when it is read. */
export function creditStatusOn(
  day: string,
  { status, dueDate }: { readonly status: StoredCreditStatus; readonly dueDate: string },
): CreditStatus | null {
  if (status === 'void') return null;
  const isOwed = (OWED_CREDIT_STATUSES as readonly StoredCreditStatus[]).includes(status);
  return isOwed && dueDate < day ? 'overdue' : status;
}
