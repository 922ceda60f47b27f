import { setImmediate } from 'node:timers/promises';
import { daysBetween, decimal } from '@boxyard/shared/domain';
import type { MatchReason } from '@boxyard/shared/domain/money/statements.ts';

/**
 * Which invoices a line of a statement pays, by what the payer wrote, how much it is, when it came and
 * who sent it. What is told outright goes first: a guess never takes an invoice away from a line that
 * names it.
 */
export interface OwedInvoice {
  readonly id: string;
  readonly documentNo: string;
  /** The document that it bills, as that one is called. */
  readonly sourceLabel: string | null;
  readonly documentDate: string;
  readonly dueDate: string;
  /** What is owed of it and not meant by a payment that waits for verification. */
  readonly owed: string;
  /** Of it what arrives as money, where the customer withholds tax. */
  readonly owedNet: string;
  readonly customerId: string;
}

export interface OwingCustomer {
  readonly id: string;
  readonly code: string;
  readonly names: readonly string[];
}

export interface OpenLine {
  readonly id: string;
  readonly bookedOn: string;
  readonly amount: string;
  readonly reference: string;
  readonly payerReference: string;
  readonly payerName: string;
  readonly description: string;
}

export interface Proposal {
  readonly customerId: string;
  readonly confidence: number;
  readonly reasons: readonly MatchReason[];
  readonly allocations: readonly { readonly invoiceId: string; readonly amount: string }[];
}

/** Figures and letters alone: customers write `IV 2611/0001` and banks leave signs out. */
export const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/**
 * Forms of business, which banks shorten in their own ways. Sara am is one sign or two, depending on
 * who typed it: both are compared in the form of two.
 */
const THAI_FORMS = 'บริษัท|ห้างหุ้นส่วน|จำกัด|มหาชน|บจก|บมจ|หจก|สำนักงานใหญ่'.normalize('NFKC');
const FORMS = new RegExp(
  `${THAI_FORMS}|\\b(company|limited|public|partnership|co|ltd|plc|pcl|inc|corporation|corp|head office|mr|mrs|ms|miss)\\b`,
  'gi',
);
const TITLES = /^(นางสาว|นาย|นาง|คุณ)/;
const THAI_TONES = /[\u0E47-\u0E4E]/g;

/** A name as it is compared: letters and figures, without what says only what kind of person it is. */
export const plainName = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(FORMS, ' ')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    .replace(THAI_TONES, '')
    .replace(TITLES, '');

/** Letters by which a name is looked for. */
const START = 4;
/** Letters that a name has at least, to be told from a word. */
const LEAST = 5;
/** Where the bank cuts the name off, so much of it must be there. */
const LEAST_OF_CUT = 7;

/** Finds names of customers in what a bank writes, cut off as they may be. */
class NameFinder {
  readonly #byStart = new Map<string, { readonly name: string; readonly id: string }[]>();

  constructor(customers: readonly OwingCustomer[]) {
    for (const { id, names } of customers) {
      for (const name of new Set(names.map(plainName))) {
        if (name.length < LEAST) continue;
        const start = name.slice(0, START);
        this.#byStart.set(start, [...(this.#byStart.get(start) ?? []), { name, id }]);
      }
    }
  }

  /** Customers whose names stand in the text; the longest name where one begins with another. */
  in(text: string): Set<string> {
    const plain = plainName(text);
    let found = new Set<string>();
    let length = 0;
    for (let at = 0; at + START <= plain.length; at += 1) {
      for (const { name, id } of this.#byStart.get(plain.slice(at, at + START)) ?? []) {
        const common = commonLength(plain, { at, name });
        const isCut = at + common === plain.length && common >= LEAST_OF_CUT;
        if (common !== name.length && !isCut) continue;
        if (common > length) {
          found = new Set();
          length = common;
        }
        if (common === length) found.add(id);
      }
    }
    return found;
  }
}

function commonLength(text: string, { at, name }: { at: number; name: string }): number {
  let length = 0;
  while (length < name.length && text[at + length] === name[length]) length += 1;
  return length;
}

/** Numbers that stand in a text, whatever stands around them but further figures. */
class NumberFinder<T> {
  readonly #byNumber = new Map<string, T[]>();
  readonly #lengths = new Set<number>();

  add(number: string, value: T): void {
    const key = bare(number);
    // Shorter ones, and words, are met by chance.
    if (key.length < LEAST || !/\d/.test(key)) return;
    this.#lengths.add(key.length);
    this.#byNumber.set(key, [...(this.#byNumber.get(key) ?? []), value]);
  }

  in(text: string): T[] {
    const plain = bare(text);
    const found = new Set<T>();
    for (const length of this.#lengths) {
      for (let at = 0; at + length <= plain.length; at += 1) {
        const values = this.#byNumber.get(plain.slice(at, at + length));
        if (!values || /\d/.test(plain[at + length] ?? '')) continue;
        // `12CUS-0001` may be anything, where the number itself begins with a figure.
        if (/\d/.test(plain[at] ?? '') && /\d/.test(plain[at - 1] ?? '')) continue;
        for (const value of values) found.add(value);
      }
    }
    return [...found];
  }
}

/** Days between the due date and the money within which they belong together. */
const NEAR = 10;
/** Farther away, the amount alone proves nothing. */
const FAR = 45;

/** Characters of a text in which numbers and names are looked for. */
const MOST_TEXT = 300;
/** Lines between two pauses. */
const PAUSE_AFTER = 100;

const byDue = (a: Open, b: Open): number =>
  a.invoice.dueDate.localeCompare(b.invoice.dueDate) ||
  a.invoice.documentNo.localeCompare(b.invoice.documentNo);

/** An invoice, and what of it no line has taken yet. */
interface Open {
  readonly invoice: OwedInvoice;
  left: string;
  leftNet: string;
}

interface Found {
  readonly line: OpenLine;
  readonly named: readonly Open[];
  readonly ofContract: readonly Open[];
  readonly byCode: ReadonlySet<string>;
  readonly byName: ReadonlySet<string>;
}

type Reason = MatchReason;
interface Draft {
  readonly customerId: string;
  readonly base: number;
  readonly reasons: readonly Reason[];
  /** In the order in which they are settled. */
  readonly invoices: readonly Open[];
}

const isOpen = ({ left }: Open): boolean => decimal.compare(left, 0) > 0;
const equals = (a: string, b: string): boolean => decimal.compare(a, b) === 0;

export async function proposals(
  lines: readonly OpenLine[],
  {
    invoices,
    customers,
  }: { readonly invoices: readonly OwedInvoice[]; readonly customers: readonly OwingCustomer[] },
): Promise<Map<string, Proposal>> {
  const open = invoices
    .map((invoice): Open => ({ invoice, left: invoice.owed, leftNet: invoice.owedNet }))
    .sort(byDue);
  const numbers = new NumberFinder<Open>();
  const contracts = new NumberFinder<Open>();
  const ofCustomer = new Map<string, Open[]>();
  const byAmount = new Map<string, Open[]>();
  for (const one of open) {
    const { documentNo, sourceLabel, customerId } = one.invoice;
    numbers.add(documentNo, one);
    if (sourceLabel !== null) contracts.add(sourceLabel, one);
    ofCustomer.set(customerId, [...(ofCustomer.get(customerId) ?? []), one]);
    for (const amount of new Set([one.left, one.leftNet])) {
      byAmount.set(amount, [...(byAmount.get(amount) ?? []), one]);
    }
  }
  const codes = new NumberFinder<string>();
  for (const { id, code } of customers) codes.add(code, id);
  const names = new NameFinder(customers);

  const found: Found[] = [];
  const inOrder = [...lines].sort(
    (a, b) => a.bookedOn.localeCompare(b.bookedOn) || a.id.localeCompare(b.id),
  );
  for (const [index, line] of inOrder.entries()) {
    // Thousands of lines are read through at once: others are answered in between.
    if (index % PAUSE_AFTER === PAUSE_AFTER - 1) await setImmediate();
    const written = [line.payerReference, line.description, line.reference].map((text) =>
      text.slice(0, MOST_TEXT),
    );
    const inAny = <T>(finder: NumberFinder<T>) => [
      ...new Set(written.flatMap((text) => finder.in(text))),
    ];
    found.push({
      line,
      named: inAny(numbers).sort(byDue),
      ofContract: inAny(contracts).sort(byDue),
      byCode: new Set(inAny(codes)),
      byName: names.in(`${line.payerName} ${line.description}`.slice(0, MOST_TEXT)),
    });
  }

  const made = new Map<string, Proposal>();
  const ways = [
    byInvoiceNo,
    byContractNo,
    (one: Found) => byCustomer(one, ofCustomer),
    (one: Found) => byAmountAlone(one, byAmount),
  ];
  for (const way of ways) {
    for (const one of found) {
      if (made.has(one.line.id)) continue;
      const draft = way(one);
      const proposal = draft && settled(one.line, draft);
      if (proposal) made.set(one.line.id, proposal);
    }
  }
  return made;
}

/** Spreads the money of a line over the invoices of a draft, and takes it off what is left of them. */
function settled(line: OpenLine, { customerId, base, reasons, invoices }: Draft): Proposal {
  const wanted = decimal.round(decimal.add('0', ...invoices.map(({ left }) => left)));
  const net = decimal.round(decimal.add('0', ...invoices.map(({ leftNet }) => leftNet)));
  const isNet = !equals(line.amount, wanted) && equals(line.amount, net);
  let money = line.amount;
  const allocations: { invoiceId: string; amount: string }[] = [];
  for (const one of invoices) {
    const amount = decimal.round(decimal.minimum(money, isNet ? one.leftNet : one.left));
    if (decimal.isZero(amount)) continue;
    money = decimal.subtract(money, amount);
    one.left = decimal.round(decimal.subtract(one.left, amount));
    one.leftNet = isNet
      ? '0.00'
      : decimal.round(decimal.subtract(one.leftNet, decimal.minimum(one.leftNet, amount)));
    allocations.push({ invoiceId: one.invoice.id, amount });
  }
  return {
    customerId,
    confidence: Math.min(base, 100),
    reasons: [...new Set(reasons)],
    allocations,
  };
}

/** How the amount of a line stands to some invoices together, and what that is worth. */
function amountOf(
  line: OpenLine,
  invoices: readonly Open[],
): { readonly reason: Reason; readonly isExact: boolean } {
  const sum = (key: 'left' | 'leftNet') => decimal.add('0', ...invoices.map((one) => one[key]));
  if (equals(line.amount, sum('left'))) {
    return { reason: invoices.length > 1 ? 'amountSum' : 'amountEqual', isExact: true };
  }
  if (equals(line.amount, sum('leftNet'))) return { reason: 'amountNet', isExact: true };
  const isLess = decimal.compare(line.amount, sum('left')) < 0;
  return { reason: isLess ? 'amountPartial' : 'amountOver', isExact: false };
}

const isNear = ({ bookedOn }: OpenLine, { invoice }: Open, days = NEAR): boolean =>
  Math.abs(daysBetween(invoice.dueDate, bookedOn)) <= days;

/** Nobody pays long before an invoice is issued. */
const isAfterIssue = ({ bookedOn }: OpenLine, { invoice }: Open): boolean =>
  daysBetween(invoice.documentDate, bookedOn) >= -3;

const paysExactly = ({ amount }: OpenLine, one: Open): boolean =>
  equals(amount, one.left) || equals(amount, one.leftNet);

const customersOf = (invoices: readonly Open[]): string[] => [
  ...new Set(invoices.map(({ invoice }) => invoice.customerId)),
];

/** What else speaks for the customer. */
const alsoSaid = ({ byCode, byName }: Found, customerId: string): Reason[] => [
  ...(byCode.has(customerId) ? (['customerCode'] as const) : []),
  ...(byName.has(customerId) ? (['customerName'] as const) : []),
];

const EXACT = 96;
const PARTIAL = 76;
const OVER = 66;

/** The line names the invoices that it pays. */
function byInvoiceNo(found: Found): Draft | null {
  const invoices = found.named.filter(isOpen);
  const [customerId, ...others] = customersOf(invoices);
  // One payment settles invoices of one customer.
  if (customerId === undefined || others.length > 0) return null;
  const { reason, isExact } = amountOf(found.line, invoices);
  const said = alsoSaid(found, customerId);
  const base = isExact ? EXACT : reason === 'amountPartial' ? PARTIAL : OVER;
  return {
    customerId,
    base: base + 2 * said.length,
    reasons: ['invoiceNo', reason, ...said],
    invoices,
  };
}

/** The line names a contract, or another document that was billed: its oldest invoice that fits. */
function byContractNo(found: Found): Draft | null {
  const invoices = found.ofContract.filter(isOpen);
  const [customerId, ...others] = customersOf(invoices);
  if (customerId === undefined || others.length > 0) return null;
  return bestOf(found, { customerId, invoices, exact: 92, rest: 62, why: ['contractNo'] });
}

/** The line tells who pays: what that customer owes, and which of it the amount is. */
function byCustomer(found: Found, ofCustomer: ReadonlyMap<string, readonly Open[]>): Draft | null {
  const told = found.byCode.size > 0 ? found.byCode : found.byName;
  const drafts = [...told].flatMap((customerId): Draft[] => {
    const invoices = (ofCustomer.get(customerId) ?? []).filter(isOpen);
    const why = alsoSaid(found, customerId);
    const isByCode = found.byCode.has(customerId);
    const draft = bestOf(found, {
      customerId,
      invoices,
      exact: isByCode ? 88 : 80,
      rest: isByCode ? 55 : 42,
      why,
    });
    return draft ? [draft] : [];
  });
  if (drafts.length <= 1) return drafts[0] ?? null;
  // Several of one name: only the amount tells them apart.
  const [only, ...others] = drafts.filter(({ reasons }) =>
    reasons.some((reason) => reason === 'amountEqual' || reason === 'amountNet'),
  );
  return only && others.length === 0 ? { ...only, base: only.base - 20 } : null;
}

interface Choosing {
  readonly customerId: string;
  readonly invoices: readonly Open[];
  /** What it is worth where the amount fits, and where it does not. */
  readonly exact: number;
  readonly rest: number;
  readonly why: readonly Reason[];
}

/** Of one customer's invoices: the one of this amount, the oldest that add up to it, or the oldest. */
function bestOf(
  { line }: Found,
  { customerId, invoices, exact, rest, why }: Choosing,
): Draft | null {
  if (invoices.length === 0) return null;
  const equal = invoices.filter((one) => paysExactly(line, one));
  const [oldest] = equal;
  if (oldest) {
    const isFull = equals(line.amount, oldest.left);
    const near = isNear(line, oldest);
    return {
      customerId,
      base: exact + (near ? 6 : 0) - (equal.length > 1 ? 4 : 0),
      reasons: [
        ...why,
        isFull ? 'amountEqual' : 'amountNet',
        ...(near ? (['dateNear'] as const) : []),
        ...(equal.length > 1 ? (['oldestFirst'] as const) : []),
      ],
      invoices: [oldest],
    };
  }
  const together = oldestThatAddUp(line, invoices);
  if (together) {
    const { reason } = amountOf(line, together);
    return {
      customerId,
      base: exact - 10,
      reasons: [...why, reason, 'oldestFirst'],
      invoices: together,
    };
  }
  const { reason } = amountOf(line, invoices);
  return { customerId, base: rest, reasons: [...why, reason, 'oldestFirst'], invoices };
}

/** The first of some invoices, as many as add up to the amount of a line. */
function oldestThatAddUp(line: OpenLine, invoices: readonly Open[]): readonly Open[] | null {
  let [sum, net] = ['0', '0'];
  for (const [index, { left, leftNet }] of invoices.entries()) {
    sum = decimal.add(sum, left);
    net = decimal.add(net, leftNet);
    if (index > 0 && (equals(line.amount, sum) || equals(line.amount, net))) {
      return invoices.slice(0, index + 1);
    }
    if (decimal.compare(net, line.amount) > 0) break;
  }
  return null;
}

/** Nothing is told but the amount: it counts where one invoice alone is of it, near its day. */
function byAmountAlone(
  { line }: Found,
  byAmount: ReadonlyMap<string, readonly Open[]>,
): Draft | null {
  const [only, ...others] = (byAmount.get(decimal.round(line.amount)) ?? []).filter(
    (one) =>
      isOpen(one) && paysExactly(line, one) && isAfterIssue(line, one) && isNear(line, one, FAR),
  );
  if (!only || others.length > 0) return null;
  const near = isNear(line, only);
  return {
    customerId: only.invoice.customerId,
    base: near ? 58 : 46,
    reasons: [
      equals(line.amount, only.left) ? 'amountEqual' : 'amountNet',
      'onlyOne',
      ...(near ? (['dateNear'] as const) : []),
    ],
    invoices: [only],
  };
}
