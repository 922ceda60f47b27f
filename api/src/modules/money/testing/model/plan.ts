import type { Decimal } from '@boxyard/shared/domain';
import { amountsOf, type Books, of, owed, paid } from './books.ts';
import { issue } from './deeds.ts';
import { dayAfter } from './drawing.ts';
import { isPositive, NOTHING, sum } from './money.ts';
import type { Contract, Invoice, PlanPart } from './types.ts';

/** What the plan of a contract asks for, what of it is billed, and what is outstanding. */

/** A payment is billed so many days before it is due. */
const DAYS_BEFORE = 7;

const TAX_POINTS = { lease: 'payment', sale: 'delivery', installment: 'dueDate' } as const;

export const contractOf = (books: Books, invoice: Invoice | undefined): Contract | undefined =>
  books.contracts.get(invoice?.part?.contract ?? '');

export const invoicesUnder = (books: Books, contract: Contract): readonly Invoice[] =>
  [...books.invoices.values()].filter(({ part }) => part?.contract === contract.label);

/** Nobody has billed it, or what was billed is void. */
export const isUnbilled = (books: Books, part: PlanPart): boolean =>
  ![...books.invoices.values()].some((one) => one.part === part && !one.isVoid);

/** Whether a contract asks for it still: what falls due from its end on is owed no more. */
export const isAsked = ({ endedOn }: Contract, { dueDate }: PlanPart): boolean =>
  endedOn === null || dueDate < endedOn;

export const unbilled = (books: Books, contract: Contract): readonly PlanPart[] =>
  contract.plan.filter((part) => isAsked(contract, part) && isUnbilled(books, part));

/** What the present customer owes of its invoices, and what nobody has billed (money.md "What a contract owes"). */
export function outstanding(books: Books, contract: Contract): Decimal {
  const own = invoicesUnder(books, contract).filter(
    ({ customer, part }) => customer === contract.customer && !part?.isDeposit,
  );
  const rest = unbilled(books, contract).filter(({ isDeposit }) => !isDeposit);
  return sum([...own.map((one) => owed(books, one)), ...rest.map(({ amounts }) => amounts.total)]);
}

/** Asks the present customer for a part of the plan, with the day on which it was due first. */
export function bill(books: Books, contract: Contract, part: PlanPart): void {
  contract.made += 1;
  issue(books, {
    label: `${contract.label}.${contract.made}`,
    id: '',
    no: '',
    customer: contract.customer,
    taxPoint: part.isDeposit ? 'none' : TAX_POINTS[contract.type],
    vatMode: part.isDeposit ? 'none' : contract.vatMode,
    whtRate: part.isDeposit ? '0.00' : contract.whtRate,
    net: part.net,
    printed: part.amounts,
    wht: part.wht,
    day: books.today,
    agreedDueDate: part.dueDate,
    dueDate: part.dueDate,
    debited: NOTHING,
    credited: '0.00',
    isVoid: false,
    isDueTaxed: false,
    buyer: of(books.customers, contract.customer).name,
    part,
    // The plan asks for whole payments only.
    ...(part.isRest ? { isAskedOnce: true } : {}),
  });
}

/** Bills what of a contract in force is due within days, each once. */
export function billWhatIsDue(books: Books, contract: Contract): void {
  if (contract.state !== 'onGoing') return;
  const until = dayAfter(books.today, DAYS_BEFORE);
  for (const part of unbilled(books, contract)) {
    if (part.dueDate <= until) bill(books, contract, part);
  }
}

/** What the night does with contracts: it bills, and what is sold and paid is completed. */
export function nightOfContracts(books: Books): void {
  for (const contract of books.contracts.values()) {
    billWhatIsDue(books, contract);
    const all = invoicesUnder(books, contract);
    // What was credited and never paid completes nothing.
    const isPaid =
      unbilled(books, contract).length === 0 &&
      all.every((one) => owed(books, one) === '0.00') &&
      all.some((one) => isPositive(paid(books, one)));
    if (contract.state === 'onGoing' && contract.type !== 'lease' && isPaid)
      contract.state = 'completed';
  }
}

/** Another rent from the payments on that nobody has billed. What was due before has the rent of its day. */
export function reprice(books: Books, contract: Contract, price: Decimal): void {
  contract.price = price;
  for (const part of contract.plan) {
    const isAgreed = part.isDeposit || part.isRest || part.dueDate < books.today;
    if (isAgreed || !isUnbilled(books, part)) continue;
    const { printed, wht } = amountsOf(price, contract);
    Object.assign(part, { amounts: printed, net: price, wht });
  }
}

/** The new customer is asked for what the one before did not pay, once that is credited. */
export function askRest(
  books: Books,
  contract: Contract,
  rest: Pick<PlanPart, 'amounts' | 'wht' | 'dueDate'>,
): void {
  const part: PlanPart = {
    ...rest,
    contract: contract.label,
    isDeposit: false,
    isRest: true,
    net: rest.amounts.base,
  };
  if (!isAsked(contract, part)) return;
  contract.plan.push(part);
  bill(books, contract, part);
}
