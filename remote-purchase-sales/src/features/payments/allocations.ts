import type { BankLine } from '@boxyard/shared/contract';
import { expectedOf } from '@boxyard/shared/domain/money/expected.ts';
import type { PaymentMethod } from '@boxyard/shared/domain/money/paymentMachine.ts';
import type { LineFactory } from '@boxyard/shared/kit';

interface Allocation {
  readonly invoiceId: string;
  readonly amount: string;
}

const MAX = 100;

/** Invoices that a payment settles: those of the form's customer of which something is owed. */
export const allocationLines = {
  max: MAX,
  columns: (l: LineFactory<Allocation>) => [
    l.record('invoiceId', 'invoices.owed', {
      width: '55%',
      query: ({ customerId }) => ({ customerId: customerId ?? undefined }),
      onPick: (invoice, _line, { method }) => ({
        amount: expectedOf(invoice, (method ?? 'transfer') as PaymentMethod),
      }),
    }),
    l.money('amount', { width: 160 }),
  ],
};

/** Another customer owes other invoices; the same one chosen anew changes nothing. */
export const clearedFor = (
  { id }: { readonly id: string },
  { customerId }: { readonly customerId?: string },
) => (customerId === id ? undefined : { allocations: [] });

/** Proposals for a line among the invoices that this person may read. */
export const namedAllocations = ({ allocations }: Pick<BankLine, 'allocations'>): Allocation[] =>
  allocations.flatMap(({ invoice, amount }) =>
    invoice ? [{ invoiceId: invoice.id, amount }] : [],
  );
