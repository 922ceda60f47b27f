import { bangkokDate, decimal } from '@boxyard/shared/domain';
import { attributeOf, readXml, type XmlAttributes } from '../tables/readXml.ts';
import type { FileRow } from '../tables/tableFile.ts';
import type { ReadStatement } from './readMt940.ts';
import { CURRENCY, LINE_CELLS, StatementError } from './statementFile.ts';

/**
 * camt.053 of ISO 20022, of any version: a statement holds entries, an entry may hold the payments
 * that the bank booked together. Elements are read as they come, so that nothing of the file is kept
 * but the entry at hand.
 */
interface Node {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly children: Node[];
  text: string;
}

/** Nothing of the standard lies deeper. */
const MAX_DEPTH = 40;
/** Elements of one entry: a batch of payments has some forty of them each. */
const MAX_ELEMENTS = 400_000;
/** Characters of one text. */
const MAX_TEXT = 4000;
/** Entries and balances are read whole; what is between them is only walked through. */
const WHOLE = new Set(['Ntry', 'Bal', 'Acct']);

const inside = (node: Node | undefined, ...path: readonly string[]): Node | undefined =>
  path.reduce<Node | undefined>(
    (at, name) => at?.children.find((child) => child.name === name),
    node,
  );
const all = (node: Node | undefined, name: string): Node[] =>
  node?.children.filter((child) => child.name === name) ?? [];
const textOf = (node: Node | undefined, ...path: readonly string[]): string =>
  (inside(node, ...path)?.text ?? '').trim();

/** The first of several places that says anything. */
const firstOf = (...texts: readonly string[]): string => texts.find((text) => text !== '') ?? '';

const named = (reference: string): string =>
  /^(NOTPROVIDED|NONREF)$/i.test(reference) ? '' : reference;

/** An amount in baht, with its sign. */
function signed(amount: Node | undefined, comesIn: boolean): string {
  const currency = attributeOf(amount?.attributes ?? {}, 'Ccy');
  if (currency !== undefined && currency !== CURRENCY) {
    throw new StatementError('STATEMENT_CURRENCY');
  }
  return `${comesIn ? '' : '-'}${(amount?.text ?? '').trim()}`;
}

/** What is credited is money that comes in, unless it takes an earlier debit back as a reversal. */
const comesIn = (node: Node | undefined): boolean => textOf(node, 'CdtDbtInd') === 'CRDT';

/** Behind a day or an hour of XML. */
const ZONE = /(?<=\d)(?:Z|[+-]\d{2}:\d{2})$/;

function dayAndTime(node: Node | undefined): { readonly day: string; readonly time: string } {
  const written = textOf(node, 'DtTm');
  const instant = ZONE.test(written) ? inBangkok(written) : written;
  // A day may have a zone; it is that day all the same.
  const dated = textOf(node, 'Dt').replace(ZONE, '');
  const day = firstOf(dated, instant.slice(0, 10));
  return { day, time: /T(\d{2}:\d{2}:\d{2})/.exec(instant)?.[1] ?? '' };
}

/** An instant with its offset as the clock of the business shows it. */
function inBangkok(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  return `${bangkokDate(at)}T${new Date(at.getTime() + BANGKOK_MS).toISOString().slice(11, 19)}`;
}
const BANGKOK_MS = 7 * 3_600_000;

const accountIn = (node: Node | undefined): string =>
  firstOf(textOf(node, 'Id', 'IBAN'), textOf(node, 'Id', 'Othr', 'Id'));

/** Who paid, or was paid, in either shape of the standard. */
function partyOf(details: Node | undefined, isIn: boolean) {
  const parties = inside(details, 'RltdPties');
  const role = isIn ? 'Dbtr' : 'Cdtr';
  return {
    payerName: firstOf(
      textOf(parties, role, 'Nm'),
      textOf(parties, role, 'Pty', 'Nm'),
      textOf(parties, isIn ? 'UltmtDbtr' : 'UltmtCdtr', 'Nm'),
    ),
    payerAccount: accountIn(inside(parties, `${role}Acct`)),
  };
}

function remittance(details: Node | undefined): string {
  const said = inside(details, 'RmtInf');
  const parts = [
    ...all(said, 'Ustrd').map((one) => one.text.trim()),
    ...all(said, 'Strd').flatMap((one) => [
      textOf(one, 'CdtrRefInf', 'Ref'),
      ...all(one, 'RfrdDocInf').map((doc) => textOf(doc, 'Nb')),
    ]),
    named(textOf(details, 'Refs', 'EndToEndId')),
  ];
  return [...new Set(parts.filter(Boolean))].join(' ');
}

type Cells = Record<(typeof LINE_CELLS)[number], string>;

/** The lines of one entry: one for each payment where their amounts are told and add up to it. */
function linesOfEntry(entry: Node): Cells[] {
  const status = firstOf(textOf(entry, 'Sts', 'Cd'), textOf(entry, 'Sts'));
  // What is only announced is no money yet.
  if (status !== '' && status !== 'BOOK') return [];
  const isIn = comesIn(entry);
  const booked = dayAndTime(inside(entry, 'BookgDt'));
  const value = dayAndTime(inside(entry, 'ValDt'));
  const details = all(entry, 'NtryDtls').flatMap((one) => all(one, 'TxDtls'));
  const total = signed(inside(entry, 'Amt'), isIn);
  const common = {
    date: firstOf(booked.day, value.day),
    time: booked.time,
    valueDate: value.day,
  };
  const shared = firstOf(textOf(entry, 'AcctSvcrRef'), textOf(entry, 'NtryRef'));
  const lineOf = (one: Node | undefined, amount: string, reference: string): Cells => ({
    ...common,
    amount,
    reference,
    payerReference: remittance(one),
    ...partyOf(one, isIn),
    description: firstOf(textOf(entry, 'AddtlNtryInf'), textOf(one, 'AddtlTxInf')),
  });
  const amounts = details.map((one) =>
    signed(inside(one, 'Amt') ?? inside(one, 'AmtDtls', 'TxAmt', 'Amt'), isIn),
  );
  if (details.length > 1 && addsUp(amounts, total)) {
    const own = details.map((one) => ownReference(one));
    return details.map((one, index) => {
      const reference = own[index] ?? '';
      // What several have in common, or have from the entry, names none of them.
      const isOne = reference !== shared && own.indexOf(reference) === own.lastIndexOf(reference);
      const common = firstOf(reference, shared);
      const told = isOne && reference !== '' ? reference : common && `${common}-${index + 1}`;
      return lineOf(one, amounts[index] ?? '', told);
    });
  }
  const [only] = details;
  return [lineOf(only, total, firstOf(shared, ownReference(only)))];
}

/** The reference of one payment of an entry. */
const ownReference = (details: Node | undefined): string =>
  firstOf(
    textOf(details, 'Refs', 'AcctSvcrRef'),
    textOf(details, 'Refs', 'TxId'),
    named(textOf(details, 'Refs', 'EndToEndId')),
  );

const FIGURE = /^-?\d{1,13}(\.\d{1,5})?$/;
const addsUp = (parts: readonly string[], total: string): boolean =>
  FIGURE.test(total) &&
  parts.every((part) => FIGURE.test(part)) &&
  decimal.compare(decimal.add('0', ...parts), total) === 0;

export const isXml = (text: string): boolean => /^\s*</.test(text);

/** @throws StatementError */
export async function readCamt053(
  content: Buffer,
  limits: { readonly rows: number },
): Promise<ReadStatement> {
  const rows: FileRow[] = [];
  const accounts = new Set<string>();
  const path: string[] = [];
  /** The element that is read whole, and the elements open inside it. */
  const open: Node[] = [];
  let elements = 0;
  let entries = 0;
  let isStatement = false;
  let openingBalance: string | null = null;
  let closingBalance: string | null = null;

  const balance = (node: Node): void => {
    const code = textOf(node, 'Tp', 'CdOrPrtry', 'Cd');
    const amount = signed(inside(node, 'Amt'), comesIn(node));
    if (!FIGURE.test(amount)) throw new StatementError('STATEMENT_BROKEN');
    if (code === 'OPBD' || code === 'PRCD') openingBalance ??= decimal.round(amount);
    if (code === 'CLBD') closingBalance = decimal.round(amount);
  };
  const take = (node: Node): void => {
    if (node.name === 'Acct') {
      accounts.add(accountIn(node));
      const currency = textOf(node, 'Ccy');
      if (currency !== '' && currency !== CURRENCY) throw new StatementError('STATEMENT_CURRENCY');
    } else if (node.name === 'Bal') balance(node);
    else {
      entries += 1;
      for (const cells of linesOfEntry(node)) {
        if (rows.length >= limits.rows) throw new StatementError('STATEMENT_ROWS');
        rows.push({ number: entries, cells: LINE_CELLS.map((key) => cells[key]) });
      }
    }
  };

  try {
    await readXml(pieces(content), {
      open(name, attributes) {
        path.push(name);
        elements += 1;
        if (path.length > MAX_DEPTH || elements > MAX_ELEMENTS) {
          throw new StatementError('STATEMENT_BROKEN');
        }
        if (name === 'BkToCstmrStmt') isStatement = true;
        const parent = open.at(-1);
        const isWhole = WHOLE.has(name) && path.at(-2) === 'Stmt';
        if (!parent && !isWhole) return;
        const node: Node = { name, attributes, children: [], text: '' };
        parent?.children.push(node);
        open.push(node);
      },
      text(text) {
        const node = open.at(-1);
        if (!node) return;
        node.text += text;
        if (node.text.length > MAX_TEXT) throw new StatementError('STATEMENT_BROKEN');
      },
      close() {
        path.pop();
        const node = open.pop();
        if (!node || open.length > 0) return;
        // A limit of one entry, not of a long statement.
        elements = path.length;
        take(node);
      },
    });
  } catch (error) {
    if (error instanceof SyntaxError) throw new StatementError('STATEMENT_BROKEN');
    throw error;
  }
  if (!isStatement) throw new StatementError('STATEMENT_BROKEN');
  if (accounts.size > 1) throw new StatementError('STATEMENT_ACCOUNTS');
  return {
    head: {
      format: 'camt053',
      accountNo: [...accounts][0] ?? null,
      openingBalance,
      closingBalance,
    },
    rows,
  };
}

const PIECE = 64 * 1024;
async function* pieces(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += PIECE) yield content.subarray(at, at + PIECE);
}
