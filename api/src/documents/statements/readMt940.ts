import type { FileRow } from '../tables/tableFile.ts';
import { CURRENCY, LINE_CELLS, StatementError, type StatementHead } from './statementFile.ts';

/**
 * MT940 of SWIFT: fields between colons at the beginning of a line, `:61:` a movement and `:86:` what
 * is said of it. Several messages of one account follow each other where it is long.
 */
interface Field {
  readonly tag: string;
  /** Line of the file. */
  readonly number: number;
  text: string;
}

const TAG = /^:(\d{2}[A-Z]?):/;
/** Marks of the network before and behind a message; nothing of them is about the account. */
const ENVELOPE = /^\{[1-5]:|^-\}?\s*$|^\}\s*$/;
/** More is no message of any bank. */
const MAX_FIELD = 8000;

export const isMt940 = (text: string): boolean =>
  /^\s*(?:\{1:|:20:)/.test(text) && text.includes(':60');

function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  let number = 0;
  for (const line of text.split(/\r\n|\n|\r/)) {
    number += 1;
    const tag = TAG.exec(line)?.[1];
    const last = fields.at(-1);
    if (tag !== undefined) fields.push({ tag, number, text: line.slice(tag.length + 2) });
    else if (ENVELOPE.test(line)) {
      // The message ends; what follows belongs to no field of it.
      fields.push({ tag: '', number, text: '' });
    } else if (last !== undefined && line !== '') {
      last.text += `\n${line}`;
      if (last.text.length > MAX_FIELD) throw new StatementError('STATEMENT_BROKEN');
    }
  }
  return fields;
}

/** `1070,5` as `1070.50`. */
function amountOf(text: string): string {
  const [whole = '0', rest = ''] = text.split(',');
  return `${whole}.${rest.padEnd(2, '0')}`;
}

const MOVEMENT = /^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d{1,13},\d{0,2})[A-Z][A-Z0-9]{3}(.*)$/;

/** `261120` as a day; the year is of this century. */
const dayOf = (text: string): string =>
  `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;

/** The day of the entry is written without its year: it lies within half a year of the value day. */
function entryDay(valueDay: string, monthDay: string): string {
  const year = Number(valueDay.slice(0, 4));
  const month = Number(monthDay.slice(0, 2));
  const ofValue = Number(valueDay.slice(5, 7));
  const turn = month - ofValue > 6 ? -1 : ofValue - month > 6 ? 1 : 0;
  return `${year + turn}-${monthDay.slice(0, 2)}-${monthDay.slice(2, 4)}`;
}

/** Both banks and customers write this where there is no reference. */
const named = (reference: string): string =>
  /^(NONREF|NOTPROVIDED)$/i.test(reference.trim()) ? '' : reference.trim();

type Said = Readonly<
  Record<'payerReference' | 'payerName' | 'payerAccount' | 'description', string>
>;

/** The text of `:86:`: in numbered parts, in named parts, or as it stands. */
function saidOf(text: string): Said {
  const flat = text.replaceAll('\n', '');
  if (/\?2\d/.test(flat)) return numberedParts(flat);
  if (/\/(?:NAME|REMI|ORDP|BENM)\//.test(flat)) return namedParts(flat);
  return {
    payerReference: '',
    payerName: '',
    payerAccount: '',
    description: text.replaceAll('\n', ' ').trim(),
  };
}

function numberedParts(text: string): Said {
  const parts = new Map<number, string>();
  for (const piece of text.split('?').slice(1)) {
    const key = Number(piece.slice(0, 2));
    if (Number.isInteger(key)) parts.set(key, piece.slice(2));
  }
  const join = (from: number, to: number): string =>
    [...parts]
      .filter(([key]) => key >= from && key <= to)
      .sort(([a], [b]) => a - b)
      .map(([, said]) => said)
      .join('')
      .trim();
  return {
    payerReference: [join(20, 29), join(60, 63)].filter(Boolean).join(' '),
    payerName: join(32, 33),
    payerAccount: join(31, 31),
    description: join(0, 0),
  };
}

function namedParts(text: string): Said {
  const found = new Map<string, string>();
  let name = '';
  for (const piece of text.split(/\/(?=[A-Z]{4}\/)/)) {
    const key = /^([A-Z]{4})\/(.*)$/.exec(piece);
    if (key === null) {
      if (name !== '') found.set(name, `${found.get(name) ?? ''}/${piece}`);
      continue;
    }
    name = key[1] ?? '';
    const said = key[2] ?? '';
    if (said !== '') found.set(name, said);
  }
  const said = (key: string): string => (found.get(key) ?? '').replace(/\/+$/, '').trim();
  return {
    payerReference: said('REMI'),
    payerName: said('NAME') || said('ORDP'),
    payerAccount: said('IBAN') || said('ACCW'),
    description: [said('TRTP'), said('PREF')].filter(Boolean).join(' '),
  };
}

type Cells = Record<(typeof LINE_CELLS)[number], string>;

/** A movement; one that cannot be read keeps its text where the day should be, and is refused there. */
function movementOf(text: string): Cells {
  const [first = '', ...more] = text.split('\n');
  const [, valueDay, monthDay, mark = '', amount = '', rest = ''] = MOVEMENT.exec(first) ?? [];
  const empty = Object.fromEntries(LINE_CELLS.map((key) => [key, ''])) as Cells;
  if (valueDay === undefined) return { ...empty, date: first.slice(0, 60), amount: '?' };
  const at = rest.indexOf('//');
  const ofCustomer = named(at < 0 ? rest : rest.slice(0, at));
  const ofBank = named(at < 0 ? '' : rest.slice(at + 2));
  const value = dayOf(valueDay);
  // A debit that is taken back is money that comes in.
  const comesIn = mark === 'C' || mark === 'RD';
  return {
    ...empty,
    date: monthDay === undefined ? value : entryDay(value, monthDay),
    valueDate: value,
    amount: `${comesIn ? '' : '-'}${amountOf(amount)}`,
    reference: ofBank || ofCustomer,
    payerReference: ofBank === '' ? '' : ofCustomer,
    description: more.join(' ').trim(),
  };
}

const BALANCE = /^([CD])\d{6}([A-Z]{3})(\d{1,13},\d{0,2})$/;

function balanceOf(text: string): string {
  const [, mark, currency, amount = ''] = BALANCE.exec(text.trim()) ?? [];
  if (currency === undefined) throw new StatementError('STATEMENT_BROKEN');
  if (currency !== CURRENCY) throw new StatementError('STATEMENT_CURRENCY');
  return `${mark === 'D' ? '-' : ''}${amountOf(amount)}`;
}

export interface ReadStatement {
  readonly head: StatementHead;
  readonly rows: readonly FileRow[];
}

/** @throws StatementError */
export function readMt940(text: string, limits: { readonly rows: number }): ReadStatement {
  const accounts = new Set<string>();
  const rows: { number: number; cells: Cells }[] = [];
  let openingBalance: string | null = null;
  let closingBalance: string | null = null;
  let before = '';
  for (const { tag, number, text: said } of fieldsOf(text)) {
    const last = rows.at(-1);
    if (tag === '25' || tag === '25P') accounts.add((said.split('\n')[0] ?? '').trim());
    else if (/^60[FM]$/.test(tag)) openingBalance ??= balanceOf(said);
    else if (/^62[FM]$/.test(tag)) closingBalance = balanceOf(said);
    else if (tag === '61') {
      if (rows.length >= limits.rows) throw new StatementError('STATEMENT_ROWS');
      rows.push({ number, cells: movementOf(said) });
    } else if (tag === '86' && before === '61' && last) {
      const more = saidOf(said);
      const both = (key: keyof Said) => [last.cells[key], more[key]].filter(Boolean).join(' ');
      last.cells = {
        ...last.cells,
        payerReference: both('payerReference'),
        payerName: both('payerName'),
        payerAccount: both('payerAccount'),
        description: both('description'),
      };
    }
    before = tag;
  }
  if (openingBalance === null) throw new StatementError('STATEMENT_BROKEN');
  if (accounts.size > 1) throw new StatementError('STATEMENT_ACCOUNTS');
  return {
    head: { format: 'mt940', accountNo: [...accounts][0] ?? null, openingBalance, closingBalance },
    rows: rows.map(({ number, cells }) => ({ number, cells: LINE_CELLS.map((key) => cells[key]) })),
  };
}
