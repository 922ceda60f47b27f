import { emvFields, openPdfReader } from '../../../../testing/pdfReader.ts';
import { INVOICES } from '../world.ts';
import { owed, withholdable } from './books.ts';
import { compared, type Difference } from './compare.ts';
import { isPositive, minus } from './money.ts';
import type { Stage } from './move.ts';
import type { Invoice } from './types.ts';

/** What both codes for payment of an invoice ask for, read from its drawn page (money.md "Withheld tax"). */

const isForPayment = (code: string): boolean => code.startsWith('000201');
const AMOUNT = '54';
const KINDS = { promptPay: '29', billPayment: '30' } as const;

/** Nothing that is to be paid: no code. */
function asked({ books }: Stage, invoice: Invoice): Readonly<Record<string, string>> {
  const amount = minus(owed(books, invoice), withholdable(books, invoice));
  return isPositive(amount) ? { promptPay: amount, billPayment: amount } : {};
}

/** How many are read of invoices of which the same is to be seen. */
const EACH = 2;

/** Some of each kind: nothing, a part and all of it paid, void, with tax still to be withheld, credited. */
function chosen({ books }: Stage): readonly Invoice[] {
  const groups = new Map<string, Invoice[]>();
  for (const invoice of [...books.invoices.values()].toReversed()) {
    const { isVoid, credited, debited, paid } = {
      ...invoice,
      paid: isPositive(minus(invoice.printed.total, owed(books, invoice))),
    };
    const rest = isPositive(owed(books, invoice));
    const isWithheld = isPositive(withholdable(books, invoice));
    const isNoted = isPositive(credited) || isPositive(debited.total);
    const key = [isVoid, rest, isWithheld, isNoted, paid].join();
    const group = groups.get(key) ?? [];
    if (group.length < EACH) groups.set(key, [...group, invoice]);
  }
  return [...groups.values()].flat().filter(({ id }) => id !== '');
}

export async function compareCodes(stage: Stage): Promise<Difference[]> {
  const reader = openPdfReader();
  const found: Difference[] = [];
  try {
    for (const invoice of chosen(stage)) {
      const { raw } = await stage.people.admin.get(`${INVOICES}/${invoice.id}/pdf`);
      const codes = (await reader.codes(raw)).filter(isForPayment).map(emvFields);
      const amounts = Object.entries(KINDS).flatMap(([name, field]) => {
        const code = codes.find((fields) => fields.has(field));
        return code ? [[name, code.get(AMOUNT) ?? 'any amount']] : [];
      });
      found.push(
        ...compared(
          `codes of ${invoice.label}`,
          asked(stage, invoice),
          Object.fromEntries(amounts),
        ),
      );
    }
  } finally {
    await reader.close();
  }
  return found;
}
