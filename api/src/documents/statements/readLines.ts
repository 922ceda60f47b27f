import { decimal } from '@boxyard/shared/domain';
import type {
  DateOrder,
  LineFault,
  StatementColumns,
  StatementField,
} from '@boxyard/shared/domain/money/statements.ts';
import { arabic, dayOf, HOUR } from '../days.ts';
import type { FileRow } from '../tables/tableFile.ts';
import { LINE_CELLS, type StatementHead } from './statementFile.ts';

/** A movement of an account, whatever kind of file it came in. */
export interface StatementLine {
  /** Row or line of the file. */
  readonly row: number;
  readonly bookedOn: string;
  /** `09:15:00`, where the bank tells. */
  readonly bookedAt: string | null;
  readonly valueOn: string | null;
  /** Signed: what comes in is more than nothing. */
  readonly amount: string;
  readonly balance: string | null;
  /** Of the bank. */
  readonly reference: string;
  /** What the payer wrote: a number of an invoice, of a customer. */
  readonly payerReference: string;
  readonly payerName: string;
  readonly payerAccount: string;
  readonly description: string;
}

export interface ReadLines {
  readonly lines: readonly StatementLine[];
  readonly faults: readonly LineFault[];
}

const SHOWN = 100;
const cut = (text: string, most: number): string => [...text].slice(0, most).join('');
/** One space between words; whatever else a bank pads its cells with is none of the text. */
const tidy = (text: string, most: number): string =>
  cut(text.normalize('NFC').replace(/\s+/g, ' ').trim(), most);

const timeOf = (text: string): string | null => {
  const found = /(\d{1,2}):(\d{2})(?::(\d{2}))?/.exec(arabic(text));
  if (!found || Number(found[1]) > 23 || Number(found[2]) > 59 || Number(found[3] ?? 0) > 59) {
    return null;
  }
  return `${(found[1] ?? '').padStart(2, '0')}:${found[2]}:${found[3] ?? '00'}`;
};

/** An amount as banks write it: `1,070.00`, `(500.00)`, `500.00-`, `฿ 500`. null when it is none. */
export function amountOf(text: string): string | null {
  const bare = arabic(text)
    .replace(/[\s฿"']|THB|บาท/gi, '')
    .replace(/−|–/g, '-');
  const negative = /^\((.*)\)$/.exec(bare)?.[1] ?? /^(.*)-$/.exec(bare)?.[1];
  const plain = (negative ?? bare).replace(/^\+/, '');
  // A comma stands between thousands alone: `1.070,00` and `12,34` are written elsewhere.
  const found = /^(-?(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,13}))(?:\.(\d{1,2})0*)?$/.exec(plain);
  if (!found) return null;
  const value = decimal.round(`${found[1]?.replaceAll(',', '')}.${found[2] ?? '0'}`);
  return negative === undefined ? value : decimal.round(decimal.subtract('0', value));
}

const IN = /^(c|cr|credit|deposit|in|\+|ฝาก|เงินเข้า|รับโอน|เครดิต)\.?$/i;
const OUT = /^(d|dr|debit|w|withdraw(al)?|out|-|ถอน|เงินออก|โอนออก|เดบิต)\.?$/i;

/**
 * Balances that are carried between pages have a day, and are no movement all the same. The whole cell
 * says so: a payer may begin a message with these words.
 */
const CARRIED =
  /^(ยอดยกมา|ยอดยกไป|(balance )?(brought|carried) forward|(opening|closing) balance|b\/f|c\/f)[\s\d:./-]*$/i;
/** Words in front of sums without a day; names such as Sumitomo or รวมทรัพย์ only begin like them. */
const TOTAL =
  /^ยอด(รวม|ยก|คงเหลือ|เงิน)|^รวม(ทั้งสิ้น|ทั้งหมด|เงิน|ยอด|รายการ)?\s*:?$|^((grand|sub)[ -]?)?totals?\b|^sum\b|^((opening|closing|ending|ledger|available|current) )?balance\b|\b(brought|carried) forward\b|^[bc]\/f\b/i;

/** An amount of a format that says how it writes them. */
const plainAmount = (text: string): string | null => (text.includes(',') ? null : amountOf(text));

/** Baht, as banks name it; a row that names nothing is in the currency of its account. */
const BAHT = /^(thb\b.*|764|฿|(thai )?baht|บาท(ไทย)?)?$/i;

type Cell = (field: StatementField) => string;

interface Reading {
  readonly order: DateOrder;
  readonly today: string;
  /** The first that a row of a table says, under whatever heading; a format has no rows of sums. */
  readonly said: string | null;
  readonly amountIn: (text: string) => string | null;
}

/** One row; null: it says nothing of a movement. */
function lineOf(
  row: number,
  cell: Cell,
  { order, today, said, amountIn }: Reading,
): StatementLine | LineFault | null {
  const fault = (field: StatementField, code: LineFault['code']): LineFault => ({
    row,
    field,
    code,
    value: tidy(cell(field), SHOWN),
  });
  const money = (field: StatementField): string | null | 'wrong' => {
    const written = cell(field).trim();
    if (written === '' || /^[-–*.]+$/.test(written)) return null;
    return amountIn(written) ?? 'wrong';
  };
  const [credit, debit, either] = [money('credit'), money('debit'), money('amount')];
  const figures = [credit, debit, either].filter(
    (one): one is string => one !== null && one !== 'wrong',
  );
  const isMoved = [credit, debit, either].some(
    (one) => one === 'wrong' || (one !== null && !decimal.isZero(one)),
  );
  if (!isMoved) return null;
  const isCarried = said !== null && CARRIED.test(cell('description').trim());
  const balance = money('balance');
  // The sum that is carried stands as the balance, too; one that moves makes another balance.
  if (isCarried && (balance === null || figures.some((one) => one === balance))) return null;
  const bookedOn = dayOf(cell('date'), { order, today });
  if (bookedOn === null && said !== null && TOTAL.test(said)) return null;
  if (cell('date').trim() === '') return fault('date', 'REQUIRED');
  if (bookedOn === null) return fault('date', 'DATE');
  if (bookedOn > today) return fault('date', 'FUTURE_DATE');
  if (!BAHT.test(cell('currency').trim())) return fault('currency', 'CURRENCY');
  for (const [field, value] of [
    ['credit', credit],
    ['debit', debit],
    ['amount', either],
  ] as const) {
    if (value === 'wrong') return fault(field, 'MONEY');
  }
  const moved = figures.filter((one) => !decimal.isZero(one));
  if (moved.length > 1) return fault('credit', 'CREDIT_AND_DEBIT');
  const side = cell('direction').trim();
  if (either !== null && side !== '' && !IN.test(side) && !OUT.test(side)) {
    return fault('direction', 'DIRECTION');
  }
  const size = (value: string) => value.replace(/^-/, '');
  const amount =
    credit !== null && !decimal.isZero(credit)
      ? credit
      : debit !== null && !decimal.isZero(debit)
        ? `-${size(debit)}`
        : OUT.test(side)
          ? `-${size(either ?? '')}`
          : (either ?? '');
  return {
    row,
    bookedOn,
    bookedAt: timeOf(cell('time')) ?? timeOf(HOUR.exec(cell('date').trim())?.[1] ?? ''),
    valueOn: dayOf(cell('valueDate'), { order, today }),
    amount,
    balance: balance === 'wrong' ? null : balance,
    reference: tidy(cell('reference'), 60),
    payerReference: tidy(`${cell('payerReference')} ${cell('payerReference2')}`, 200),
    payerName: tidy(cell('payerName'), 200),
    payerAccount: tidy(cell('payerAccount'), 60),
    description: tidy(cell('description'), 500),
  };
}

/** No day and no figure is longer, and no text of a line is shown longer. */
const bounded = (field: StatementField, text: string): string =>
  text.slice(0, TEXTS.has(field) ? 1000 : SHOWN);
const TEXTS: ReadonlySet<StatementField> = new Set(['description', 'payerReference', 'payerName']);

const isFault = (one: StatementLine | LineFault): one is LineFault => 'code' in one;

function collect(
  rows: readonly FileRow[],
  read: (row: FileRow) => StatementLine | LineFault | null,
): ReadLines {
  const found = rows.flatMap((row) => read(row) ?? []);
  return {
    lines: found.filter((one): one is StatementLine => !isFault(one)),
    faults: found.filter(isFault),
  };
}

/** A heading as it is compared: banks change spaces and case between two exports. */
export const headingOf = (text: string): string =>
  text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();

/** Rows in which the heading is looked for. */
const HEADING_WITHIN = 60;

/** The row of the headings and where each field stands below it; null where they are not all there. */
export function placesOf(
  rows: readonly FileRow[],
  headings: StatementColumns['headings'],
): { readonly at: number; readonly places: ReadonlyMap<StatementField, number> } | null {
  const wanted = Object.entries(headings) as [StatementField, string][];
  if (wanted.length === 0) return null;
  for (const [at, { cells }] of rows.slice(0, HEADING_WITHIN).entries()) {
    const known = cells.map(headingOf);
    const places = wanted.map(([field, name]) => [field, known.indexOf(headingOf(name))] as const);
    if (places.every(([, place]) => place >= 0)) return { at, places: new Map(places) };
  }
  return null;
}

/** Headings of the columns without which a row says nothing; which of them are missing. */
export function missingColumns({ headings }: StatementColumns): StatementField[] {
  const has = (field: StatementField) => headings[field] !== undefined;
  return [
    ...(has('date') ? [] : (['date'] as const)),
    ...(has('amount') || has('credit') ? [] : (['credit'] as const)),
  ];
}

/** The currency of the account above a table: `Currency: USD`, or in the next cell. */
const CURRENCY_SAID = /^(?:account |statement )?(?:currency|ccy|สกุลเงิน)\s*:?\s*(.*)$/i;
/** In the heading of an amount: `Deposit (USD)`. */
const CURRENCY_OF_HEADING = /\(\s*([A-Z]{3})\s*\)|\b(USD|EUR|GBP|JPY|CNY|SGD|HKD|AUD)\b/;
const MONEY_FIELDS = ['credit', 'debit', 'amount'] as const;

/** Whether a CSV file says outside of its rows that they are not in baht. */
export function isForeign(
  rows: readonly FileRow[],
  { at, headings }: { readonly at: number; readonly headings: StatementColumns['headings'] },
): boolean {
  const isAbove = rows.slice(0, at).some(({ cells }) =>
    cells.some((cell, index) => {
      const said = CURRENCY_SAID.exec(tidy(cell, SHOWN));
      return said !== null && !BAHT.test((said[1] || (cells[index + 1] ?? '')).trim());
    }),
  );
  return (
    isAbove ||
    MONEY_FIELDS.some((field) => {
      const [, inBrackets, alone] = CURRENCY_OF_HEADING.exec(headings[field] ?? '') ?? [];
      return !BAHT.test(inBrackets ?? alone ?? '');
    })
  );
}

/** An amount of money where nobody has said that there is one. */
const isFigure = (cell: string): boolean =>
  /^[-(]?[\d,]{1,20}\.\d\d\)?-?$/.test(cell.trim()) && !/^[^1-9]*$/.test(cell);

/** The movements of a CSV file by its columns; null where their headings are not in it. */
export function csvLines(
  rows: readonly FileRow[],
  { columns, today }: { readonly columns: StatementColumns; readonly today: string },
): ReadLines | null {
  const found = placesOf(rows, columns.headings);
  if (!found) return null;
  const { at, places } = found;
  const titles = rows[at]?.cells.map(headingOf).join('\n');
  const named = new Set(places.values());
  return collect(rows.slice(at + 1), ({ number, cells }) => {
    // The headings stand on each page that the bank would have printed.
    if (cells.map(headingOf).join('\n') === titles) return null;
    const cell: Cell = (field) => bounded(field, cells[places.get(field) ?? -1] ?? '');
    const said = (cells.find((one) => one.trim() !== '') ?? '').slice(0, SHOWN).trim();
    const order = columns.dateOrder;
    const line = lineOf(number, cell, { order, today, said, amountIn: amountOf });
    if (line !== null || dayOf(cell('date'), { order, today }) === null) return line;
    const unread = cells.find((one, index) => !named.has(index) && isFigure(one));
    if (unread === undefined || cells.some((one) => CARRIED.test(one.trim()))) return null;
    return { row: number, field: 'amount', code: 'AMOUNT_ELSEWHERE', value: tidy(unread, SHOWN) };
  });
}

/** The movements of a file whose format says what is what. */
export function formatLines(rows: readonly FileRow[], today: string): ReadLines {
  return collect(rows, ({ number, cells }) => {
    const cell: Cell = (field) => {
      const at = (LINE_CELLS as readonly string[]).indexOf(field);
      return at < 0 ? '' : bounded(field, cells[at] ?? '');
    };
    return lineOf(number, cell, { order: 'dmy', today, said: null, amountIn: plainAmount });
  });
}

/**
 * Balances before and after the lines, and by how much these miss them: as the file tells them, else
 * from the balance beside each line. null: nothing is told.
 */
export function balancesOf(
  { lines }: ReadLines,
  head: Pick<StatementHead, 'openingBalance' | 'closingBalance'>,
) {
  const told = head.openingBalance === null ? besideLines(lines) : head;
  const { openingBalance, closingBalance } = told;
  if (openingBalance === null || closingBalance === null) {
    return { openingBalance, closingBalance, balanceGap: null };
  }
  const moved = decimal.add(openingBalance, ...lines.map(({ amount }) => amount));
  const balanceGap = decimal.round(decimal.subtract(moved, closingBalance));
  return { openingBalance, closingBalance, balanceGap };
}

/**
 * Lines of a format that tells the balances around them only, each with the balance behind it: banks list
 * movements as they booked them. Lines stay as they are where one of them could not be read or the
 * balances do not meet, since each balance behind the gap would be wrong.
 */
export function withRunningBalances(
  read: ReadLines,
  head: StatementHead,
): readonly StatementLine[] {
  const { openingBalance, balanceGap } = balancesOf(read, head);
  const isComplete = read.faults.length === 0 && balanceGap !== null && decimal.isZero(balanceGap);
  if (head.format === 'csv' || openingBalance === null || !isComplete) return read.lines;
  let balance = openingBalance;
  return read.lines.map((line) => {
    balance = decimal.round(decimal.add(balance, line.amount));
    return { ...line, balance };
  });
}

/** Files begin with the oldest line or with the newest: the balances say which. */
function besideLines(lines: readonly StatementLine[]) {
  const [first, last] = [lines[0], lines.at(-1)];
  const none = { openingBalance: null, closingBalance: null };
  if (!first || !last || lines.some(({ balance }) => balance === null)) return none;
  const follows = (before: StatementLine | undefined, after: StatementLine | undefined): boolean =>
    decimal.compare(
      decimal.add(before?.balance ?? '0', after?.amount ?? '0'),
      after?.balance ?? '0',
    ) === 0;
  const isNewestFirst = lines.length > 1 && follows(lines[1], first) && !follows(first, lines[1]);
  const [oldest, newest] = isNewestFirst ? [last, first] : [first, last];
  return {
    openingBalance: decimal.round(decimal.subtract(oldest.balance ?? '0', oldest.amount)),
    closingBalance: newest.balance,
  };
}

/** Words of the headings of Thai banks' files, the most telling first. */
const HEADINGS: readonly (readonly [StatementField, RegExp])[] = [
  ['time', /^(transaction |txn |payment )?time|^เวลา/],
  ['valueDate', /value date|effective|วันที่มีผล/],
  ['date', /^(transaction |posting |payment |txn |tran |book(ing)? )?date|^วันที่/],
  ['currency', /^(account |transaction |txn )?(currency|ccy)|^สกุลเงิน/],
  ['balance', /balance|คงเหลือ/],
  ['debit', /withdraw|debit|ถอน|เงินออก|เดบิต|หักบัญชี/],
  ['credit', /deposit|credit|ฝาก|เงินเข้า|เครดิต|เข้าบัญชี/],
  ['direction', /^(dr\/?cr|cr\/?dr|d\/c|type$|ประเภท)/],
  ['payerAccount', /(sender|payer|from|counterparty).*(account|acct)|บัญชี(ผู้โอน|ต้นทาง)/],
  ['payerName', /(sender|payer|customer|from).*name|^(sender|payer)|ชื่อ(ผู้โอน|ผู้ชำระ)|^ผู้โอน/],
  ['payerReference2', /ref(erence)?\.? ?(no\.? ?)?2|อ้างอิง ?2/],
  ['payerReference', /ref(erence)?\.? ?(no\.? ?)?1|note|memo|remark|อ้างอิง ?1|หมายเหตุ|บันทึก/],
  ['reference', /^(bank |transaction |txn )?ref|trace|อ้างอิง|เลขที่รายการ/],
  ['description', /description|detail|particular|narrative|รายละเอียด|คำอธิบาย/],
  ['description', /^รายการ|channel/],
  ['amount', /amount|จำนวนเงิน/],
];

/** The three letters of each currency. */
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The heading of a column that holds nothing but currencies: banks call it by many names. */
function currencyHeading(
  rows: readonly FileRow[],
  { at, headings }: { at: number; headings: Partial<Record<StatementField, string>> },
): string | undefined {
  const others = new Set(Object.values(headings).map(headingOf));
  return rows[at]?.cells.find((heading, place) => {
    if (heading.trim() === '' || heading.length > SHOWN || others.has(headingOf(heading))) {
      return false;
    }
    const said = rows.slice(at + 1).flatMap(({ cells }) => (cells[place] ?? '').trim() || []);
    return said.length > 0 && said.every((one) => CURRENCIES.has(one.toUpperCase()));
  });
}

/** What the columns of an unknown file may hold, by their headings; null where no row looks like it. */
export function guessColumns(
  rows: readonly FileRow[],
): { readonly at: number; readonly columns: StatementColumns } | null {
  let best: { at: number; headings: Partial<Record<StatementField, string>> } | null = null;
  let most = 1;
  for (const [at, { cells }] of rows.slice(0, HEADING_WITHIN).entries()) {
    const headings: Partial<Record<StatementField, string>> = {};
    const taken = new Set<number>();
    for (const [field, pattern] of HEADINGS) {
      if (headings[field] !== undefined) continue;
      const place = cells.findIndex(
        (cell, index) => !taken.has(index) && cell.length <= SHOWN && pattern.test(headingOf(cell)),
      );
      if (place < 0) continue;
      taken.add(place);
      headings[field] = tidy(cells[place] ?? '', SHOWN);
    }
    const count = Object.keys(headings).length;
    if (headings.date !== undefined && count > most) {
      best = { at, headings };
      most = count;
    }
  }
  if (!best) return null;
  const currency = best.headings.currency ?? currencyHeading(rows, best);
  if (currency !== undefined) {
    best = { at: best.at, headings: { ...best.headings, currency: tidy(currency, SHOWN) } };
  }
  // Where what comes in and what goes out have columns of their own, nothing else is the amount.
  if (best.headings.credit !== undefined) {
    const { amount: _amount, direction: _direction, ...headings } = best.headings;
    best = { at: best.at, headings };
  }
  return { at: best.at, columns: { headings: best.headings, dateOrder: orderOf(rows, best) } };
}

/** The order of day and month, where a day beyond the twelfth tells it. */
function orderOf(
  rows: readonly FileRow[],
  { at, headings }: { at: number; headings: Partial<Record<StatementField, string>> },
): DateOrder {
  const place = rows[at]?.cells.map(headingOf).indexOf(headingOf(headings.date ?? '')) ?? -1;
  const isMonthFirst = rows.slice(at + 1).some(({ cells }) => {
    const [, , second] = /^(\d{1,2})[-/.](\d{1,2})[-/.]/.exec((cells[place] ?? '').trim()) ?? [];
    return Number(second) > 12;
  });
  return isMonthFirst ? 'mdy' : 'dmy';
}
