import type { ContractDetail } from '@boxyard/shared/contract/areas/contracts.ts';
import { canonical, type Json } from '@boxyard/shared/domain/sales/contractVersions.ts';
import { DateText, type Difference, Money } from '@boxyard/shared/ui';
import type { ReactNode } from 'react';
import {
  isRecord,
  partsOf,
  type Reader,
  shownTerm,
  TERMS,
  type Term,
  type Terms,
} from './terms.tsx';

type Payment = Omit<ContractDetail['schedule'][number], 'invoice' | 'paidBefore'>;
type Totals = ContractDetail['totals'];

/** Sums in the order in which a Thai invoice writes them, and their words. */
const SUMS = {
  subTotal: 'amounts.subTotal',
  discountTotal: 'amounts.discountTotal',
  baseAmount: 'amounts.baseAmount',
  interestTotal: 'contracts.line.interest',
  vatAmount: 'amounts.vatAmount',
  grandTotal: 'amounts.grandTotal',
  whtAmount: 'amounts.whtAmount',
  netReceivable: 'amounts.netPayable',
} as const satisfies Partial<Record<keyof Totals, string>>;

/** What a payment consists of; named only where its total stays. */
const CELLS = ['principal', 'interest', 'vat'] as const;

/** One payment before and after; absent: there was or is none. */
interface Pair {
  readonly kind: Payment['kind'];
  readonly seq: number;
  readonly before?: Payment;
  readonly after?: Payment;
}
type Side = 'before' | 'after';

const isSame = (one: unknown, other: unknown): boolean =>
  canonical((one ?? null) as Json) === canonical((other ?? null) as Json);

/** What a term depends on besides itself. */
const wholeOf = (term: Term, terms: Terms): unknown =>
  term === 'discountValue' ? [terms.discountType ?? null, terms[term] ?? null] : terms[term];

/** Of a record whichever of its parts differ, after what it is called. */
function recordSides(before: Terms, after: Terms, { locale }: Reader): [string, string] {
  const [old, now] = [partsOf(before, locale), partsOf(after, locale)];
  const name = old.findIndex((part) => part !== '');
  const said = (parts: readonly string[]) =>
    parts.filter((part, at) => part !== '' && (at === name || old[at] !== now[at])).join(' · ');
  return [said(old), said(now)];
}

function termRow(
  term: Term,
  { before, after }: Record<Side, Terms>,
  reader: Reader,
): Difference | null {
  if (isSame(wholeOf(term, before), wholeOf(term, after))) return null;
  const [old, now] = [before[term], after[term]];
  const sides: readonly ReactNode[] =
    isRecord(old) && isRecord(now)
      ? recordSides(old, now, reader)
      : [shownTerm(term, before, reader), shownTerm(term, after, reader)];
  // Something that nobody is shown, such as a name in the other language.
  if (typeof sides[0] === 'string' && sides[0] === sides[1]) return null;
  const label = reader.t(`contracts.field.${term}`);
  return { key: term, label, before: sides[0], after: sides[1] };
}

/** Payments of both sides, each with its like: the third instalment with the third. */
function pairsOf(before: readonly Payment[], after: readonly Payment[]): Pair[] {
  const numbered = (rows: readonly Payment[]) => {
    const counts = new Map<string, number>();
    return new Map(
      rows.map((row) => {
        const count = (counts.get(row.kind) ?? 0) + 1;
        counts.set(row.kind, count);
        return [`${row.kind} ${count}`, row] as const;
      }),
    );
  };
  const [old, now] = [numbered(before), numbered(after)];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((key): Pair[] => {
    const [was, is] = [old.get(key), now.get(key)];
    const either = is ?? was;
    if (!either) return [];
    const { kind, seq } = either;
    return [{ kind, seq, ...(was ? { before: was } : {}), ...(is ? { after: is } : {}) }];
  });
}

/** Neighbours that are alike in `sign` become one; those without a sign are left out. */
function runsOf(pairs: readonly Pair[], sign: (pair: Pair) => string | null): Pair[][] {
  const runs: Pair[][] = [];
  let last: string | null = null;
  for (const pair of pairs) {
    const own = sign(pair);
    const signed = own === null ? null : `${pair.kind} ${own}`;
    if (signed !== null && signed === last) runs.at(-1)?.push(pair);
    else if (signed !== null) runs.push([pair]);
    last = signed;
  }
  return runs;
}

const nameOfRun = (run: readonly Pair[], { t }: Reader): string => {
  const [first, last] = [run[0], run.at(-1)];
  if (first?.kind !== 'installment') return t(`contracts.choice.kind.${first?.kind}`);
  return first === last
    ? t('contracts.change.payment', { number: first.seq })
    : t('contracts.change.payments', { from: first.seq, to: last?.seq });
};

type Cell = (typeof CELLS)[number] | 'total';

/** Amounts of payments: those that change alike are one row. */
const amountRows = (pairs: readonly Pair[], cell: Cell, reader: Reader): Difference[] =>
  runsOf(pairs, ({ before, after }) =>
    before?.[cell] === after?.[cell] ? null : `${before?.[cell]} ${after?.[cell]}`,
  ).map((run) => {
    const amount = (side: Side) => {
      const payment = run[0]?.[side];
      return payment ? <Money value={payment[cell]} /> : null;
    };
    const each = run.length > 1 ? ` ${reader.t('contracts.change.each')}` : '';
    return {
      key: `${cell} ${run[0]?.kind} ${run[0]?.seq}`,
      label: `${nameOfRun(run, reader)}${each} – ${reader.t(`contracts.line.${cell}`)}`,
      before: amount('before'),
      after: amount('after'),
    };
  });

/** Days of payments: neighbours that move are one row, from the first day to the last. */
const dayRows = (pairs: readonly Pair[], reader: Reader): Difference[] =>
  runsOf(pairs, ({ before, after }) =>
    before?.dueDate === after?.dueDate ? null : `${Boolean(before)} ${Boolean(after)}`,
  ).map((run) => {
    const days = (side: Side) => {
      const [first, last] = [run[0]?.[side], run.at(-1)?.[side]];
      if (!first || !last) return null;
      if (first === last) return <DateText value={first.dueDate} />;
      return (
        <>
          <DateText value={first.dueDate} /> – <DateText value={last.dueDate} />
        </>
      );
    };
    return {
      key: `dueDate ${run[0]?.kind} ${run[0]?.seq}`,
      label: `${nameOfRun(run, reader)} – ${reader.t('contracts.line.dueDate')}`,
      before: days('before'),
      after: days('after'),
    };
  });

const sumRows = (before: Totals, after: Totals, { t }: Reader): Difference[] =>
  Object.entries(SUMS).flatMap(([sum, word]) => {
    const [old, now] = [before[sum as keyof Totals], after[sum as keyof Totals]];
    if (old === now) return [];
    const label = `${t('contracts.field.totals')} – ${t(word)}`;
    return [{ key: sum, label, before: <Money value={old} />, after: <Money value={now} /> }];
  });

/**
 * What differs between two agreements, in words and in the order in which it is talked about: terms,
 * then payments, then the sums that follow. Clauses and header follow from the rest and are printed.
 */
export function changesBetween(before: Terms, after: Terms, reader: Reader): Difference[] {
  const sides = { before, after };
  const terms = TERMS.flatMap((term) => termRow(term, sides, reader) ?? []);
  const of = (terms: Terms) => terms as { readonly schedule?: Payment[]; readonly totals?: Totals };
  const [old, now] = [of(before), of(after)];
  const pairs = pairsOf(old.schedule ?? [], now.schedule ?? []);
  const kept = pairs.filter((pair) => pair.before?.total === pair.after?.total);
  return [
    ...terms,
    ...amountRows(pairs, 'total', reader),
    ...dayRows(pairs, reader),
    ...CELLS.flatMap((cell) => amountRows(kept, cell, reader)),
    ...(old.totals && now.totals ? sumRows(old.totals, now.totals, reader) : []),
  ];
}
