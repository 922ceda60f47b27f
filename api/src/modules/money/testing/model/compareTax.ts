import { expectData } from '../../../../workflow/testing/world.ts';
import { compared, type Difference, grouped } from './compare.ts';
import type { Stage } from './move.ts';
import { monthOf } from './register.ts';
import type { TaxRow } from './types.ts';

/** The register of output VAT, row by row and month by month, beside that of the model. */

interface Listed {
  readonly kind: TaxRow['kind'];
  readonly taxDate: string;
  readonly customerName: string;
  readonly baseAmount: string;
  readonly vatAmount: string;
  readonly grandTotal: string;
  readonly invoice: { readonly id: string };
}

/** How a row is told from others; cancelled credit notes of one day and invoice are one. */
const keyOf = (row: Pick<TaxRow, 'day' | 'kind' | 'buyer'>, invoice: string): string =>
  `${row.day} ${row.kind} of ${invoice} for ${row.buyer}`;

/** Rows of the server between two days. */
async function listed({ people }: Stage, days: string): Promise<Listed[]> {
  const all: Listed[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/tax_invoices?${days}&limit=100&page=${page}`;
    const { status, body } = await people.admin.get(path);
    all.push(...(expectData({ status, body }) as Listed[]));
    if (all.length >= body.meta.totalItems) return all;
  }
}

/** Rows of the register since a month, of the whole year if none is named. */
export async function compareRegister(stage: Stage, since?: string): Promise<Difference[]> {
  const { books } = stage;
  const first = `${since ?? `${books.today.slice(0, 4)}-01`}-01`;
  const rows = await listed(stage, `startDate=${first}&endDate=${books.today}`);
  const labels = new Map([...books.invoices.values()].map(({ id, label }) => [id, label]));
  const expected = books.register.filter(({ day }) => day >= first);
  return (['base', 'vat', 'total'] as const).flatMap((part) =>
    compared(
      `register, ${part}`,
      grouped(
        expected,
        (row) => keyOf(row, row.invoice),
        (row) => row[part],
      ),
      grouped(
        rows,
        ({ taxDate, kind, customerName, invoice }) =>
          keyOf({ day: taxDate, kind, buyer: customerName }, labels.get(invoice.id) ?? ''),
        (row) => row[COLUMNS[part]],
      ),
    ),
  );
}
const COLUMNS = { base: 'baseAmount', vat: 'vatAmount', total: 'grandTotal' } as const;

/** What each month of the year comes to, open or closed, by the list and by the closed months. */
export async function compareMonths(stage: Stage): Promise<Difference[]> {
  const { books, people } = stage;
  const found: Difference[] = [];
  const year = books.today.slice(0, 4);
  const months = Array.from(
    { length: Number(books.today.slice(5, 7)) },
    (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`,
  );
  for (const month of months) {
    const { status, body } = await people.admin.get(
      `/tax_invoices?startDate=${month}-01&endDate=${lastOf(month)}`,
    );
    expectData({ status, body });
    const { baseAmount, vatAmount, grandTotal } = body.meta.summary;
    const seen = { base: baseAmount, vat: vatAmount, total: grandTotal };
    found.push(...compared(`month ${month}`, { ...monthOf(books, month) }, seen));
  }
  const closed = expectData(await people.admin.get('/tax_periods?limit=100'));
  for (const { period, baseAmount, vatAmount } of closed) {
    const { base, vat } = monthOf(books, period);
    found.push(
      ...compared(`closed ${period}`, { base, vat }, { base: baseAmount, vat: vatAmount }),
    );
  }
  return found;
}

/** The last day of a month. */
function lastOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
