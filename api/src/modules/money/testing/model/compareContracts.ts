import { of } from './books.ts';
import { compared, type Difference, grouped, rowsFrom } from './compare.ts';
import { creditNotes } from './located.ts';
import type { Stage } from './move.ts';
import { outstanding } from './plan.ts';
import { CONTRACTS } from './pool.ts';

/** Contracts of the server beside those of the model: who has them, and what is outstanding. */
export async function compareContracts(stage: Stage): Promise<Difference[]> {
  const { books } = stage;
  const rows = new Map((await rowsFrom(stage, CONTRACTS)).map((row) => [row.id, row]));
  return [...books.contracts.values()].flatMap((contract) => {
    const row = rows.get(contract.id);
    const customer = row?.customer as unknown as { readonly id: string } | undefined;
    return compared(
      contract.label,
      {
        status: contract.state,
        customer: of(books.customers, contract.customer).id,
        outstanding: outstanding(books, contract),
      },
      {
        status: String(row?.status),
        customer: String(customer?.id),
        outstanding: String(row?.outstandingAmount),
      },
    );
  });
}

/** What is asked to be credited, by invoice and state. */
export async function compareNotes(stage: Stage): Promise<Difference[]> {
  const { books } = stage;
  const labels = new Map([...books.invoices.values()].map(({ id, label }) => [id, label]));
  const expected = [...books.notes.values()].filter(({ kind }) => kind === 'creditNote');
  return compared(
    'credit notes',
    grouped(
      expected,
      ({ state, invoice }) => `${state} of ${invoice}`,
      ({ amount }) => amount,
    ),
    grouped(
      await creditNotes(stage),
      ({ status, invoice }) => `${status} of ${labels.get(invoice.id)}`,
      ({ grandTotal }) => grandTotal,
    ),
  );
}
