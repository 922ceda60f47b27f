import { decimal, startOfBangkokDay, voidStatuses } from '@boxyard/shared/domain';
import { BANK_CODES, BANKS, type BankCode } from '@boxyard/shared/domain/money/bankAccounts.ts';
import { owedStatuses } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { OPENING_COLUMNS } from '@boxyard/shared/domain/money/openingColumns.ts';
import {
  paymentMachine,
  RECEIPT_METHODS,
  type ReceiptMethod,
} from '@boxyard/shared/domain/money/paymentMachine.ts';
import { paperKey } from '@boxyard/shared/domain/values/paperKey.ts';
import { sql } from 'kysely';
import {
  type Ctx,
  defineImport,
  type FieldFault,
  firstFaultPerField,
  type ImportColumn,
  type ImportRow,
  type Input,
  type Judged,
  mayUseCompany,
  today,
} from '../../../kernel/index.ts';
import { lockAccounts } from '../account.ts';
import { invoices } from '../invoices/type.ts';
import { evidenceFaults, openingPayment } from '../payments/enter.ts';
import { TEXTS } from '../payments/labels.ts';
import { type CustomerWords, customerWords, isFuture, readCells, wordsOf } from './words.ts';

type Body = Input<'payments.create'>['body'];

const { required, further } = OPENING_COLUMNS.payments;
const COLUMNS: readonly ImportColumn[] = [
  ...required.map((key) => ({ key, title: TEXTS.field[key], required: true as const })),
  ...further.map((key) => ({ key, title: TEXTS.field[key] })),
];

/** A certificate of withheld tax is no money that was taken over: it is entered with its file. */
const METHODS = RECEIPT_METHODS.filter((method) => method !== 'whtCert');
const METHOD_WORDS = wordsOf<ReceiptMethod>(METHODS, TEXTS.choice.method);
const BANK_WORDS = wordsOf<BankCode>(BANK_CODES, BANKS);
const GONE = voidStatuses(paymentMachine);
const LONGEST: Readonly<Record<string, number>> = {
  bankReference: 60,
  payerName: 200,
  chequeNo: 20,
  remark: 1000,
};

/**
 * Money that came in before the business kept its books here, from a spreadsheet (docs/domain/money.md
 * "Opening balances"). Each waits to be verified by somebody who did not import it, as any payment does.
 */
export const openPaymentsImport = defineImport<Body>({
  resource: 'payments',
  page: 'payment-data',
  columns: COLUMNS,

  async judge(ctx, rows) {
    const judging = await knownFor(ctx, rows);
    return rows.map((row) => judgeRow(ctx, judging, row));
  },

  async write(ctx, bodies) {
    await lockAccounts(
      ctx,
      bodies.map(({ customerId }) => customerId),
    );
    for (const body of bodies) await openingPayment(ctx, body);
  },
});

function judgeRow(ctx: Ctx, judging: Judging, row: ImportRow): Judged<Body> {
  const cells = readCells(row, today(ctx.clock));
  const { cell, fault, faults } = cells;
  cells.required('customer', 'paidAt', 'method', 'amount');
  const customer = cells.customer(judging.words);
  const method = cells.choice('method', METHOD_WORDS);
  const amount = cells.money('amount');
  const day = cells.day('paidAt');
  if (day !== null && isFuture(ctx, day)) fault('paidAt', 'FUTURE_DATE');
  const payerBank = cells.choice('payerBank', BANK_WORDS);
  const chequeDate = cells.day('chequeDate');
  for (const [field, max] of Object.entries(LONGEST)) {
    if (cell(field).length > max) fault(field, 'TOO_LONG', { max });
  }
  const accountNo = cell('bankAccount').replace(/\D/g, '');
  const bankAccountId =
    cell('bankAccount') === '' || customer === null
      ? null
      : (judging.accounts.get(`${customer.companyId} ${accountNo}`) ?? null);
  if (cell('bankAccount') !== '' && customer !== null && bankAccountId === null) {
    fault('bankAccount', 'UNKNOWN_VALUE', { value: cell('bankAccount') });
  }
  if (!customer || method === null || amount === null || day === null || faults.length > 0) {
    return { faults: firstFaultPerField(faults) };
  }
  const body: Body = {
    customerId: customer.id,
    method,
    paidAt: startOfBangkokDay(day).toISOString(),
    amount,
    ...(bankAccountId === null ? {} : { bankAccountId }),
    ...(payerBank === null ? {} : { payerBank }),
    ...(cell('payerName') === '' ? {} : { payerName: cell('payerName') }),
    ...(cell('bankReference') === '' ? {} : { bankReference: cell('bankReference') }),
    ...(cell('chequeNo') === '' ? {} : { chequeNo: cell('chequeNo') }),
    ...(chequeDate === null ? {} : { chequeDate }),
    remark: ['ยอดยกมา / Opening balance', cell('remark')].filter(Boolean).join(' · '),
  };
  // The books before are what proves it: no file comes with a row.
  faults.push(
    ...evidenceFaults(body, { hasSlip: true }).map(({ field, code }) => ({
      field: field === 'bankAccountId' ? 'bankAccount' : field,
      code,
    })),
  );
  const repeated =
    faults.length > 0
      ? null
      : repeatOf(judging, { body, companyId: customer.companyId, day, row: row.number });
  if (repeated) faults.push(repeated);
  const allocations = allocationOf(judging, { body, word: cell('invoice'), fault });
  return faults.length > 0
    ? { faults: firstFaultPerField(faults) }
    : { value: { ...body, allocations } };
}

/** The part of a payment that pays the invoice named in its row; the rest is credit of the customer. */
function allocationOf(
  { owed }: Judging,
  {
    body,
    word,
    fault,
  }: {
    readonly body: Body;
    readonly word: string;
    readonly fault: (field: string, code: string, params?: FieldFault['params']) => void;
  },
): { invoiceId: string; amount: string }[] {
  if (word === '') return [];
  const found = owed.get(`${body.customerId} ${paperKey(word)}`);
  if (found === undefined) {
    fault('invoice', 'UNKNOWN_VALUE', { value: word });
    return [];
  }
  const amount = decimal.round(decimal.minimum(body.amount, found.balance));
  if (decimal.isZero(amount)) {
    fault('invoice', 'OVER_BALANCE', { max: '0.00' });
    return [];
  }
  // The next row that names it pays what is left.
  found.balance = decimal.round(decimal.subtract(found.balance, amount));
  return [{ invoiceId: found.id, amount }];
}

interface Cheque {
  readonly companyId: string;
  readonly customerId: string;
  readonly payerBank: string | null;
  readonly chequeNo: string | null;
  readonly chequeDate: string | null;
  readonly amount: string;
}

/** Two cheques that share one of these are the same one, as for the form (`payments/enter.ts`). */
const chequeKeys = (one: Cheque): readonly string[] => {
  const paper = [one.companyId, one.payerBank, one.chequeNo];
  return [
    [...paper, one.customerId].join(' '),
    [...paper, decimal.round(one.amount), one.chequeDate].join(' '),
  ];
};

const plainKey = (one: {
  readonly customerId: string;
  readonly method: string;
  readonly amount: string;
  readonly day: string;
}): string => [one.customerId, one.method, decimal.round(one.amount), one.day].join(' ');

/**
 * Finds whether a payment came in before: by the reference of the bank or the cheque, as the form does;
 * without one, by the number of payments of the same customer, day, method and amount that files brought.
 */
function repeatOf(
  { references, cheques, plain, seen }: Judging,
  {
    body,
    companyId,
    day,
    row,
  }: {
    readonly body: Body;
    readonly companyId: string;
    readonly day: string;
    readonly row: number;
  },
): FieldFault | null {
  const { bankReference, bankAccountId, chequeNo, payerBank, chequeDate = null } = body;
  const amount = decimal.round(body.amount);
  const once = (
    field: string,
    keys: readonly string[],
    known: ReadonlySet<string>,
  ): FieldFault | null => {
    if (keys.some((key) => known.has(key))) return { field, code: 'DUPLICATE' };
    const earlier = keys.flatMap((key) => seen.get(key) ?? []).at(0);
    if (earlier !== undefined) return { field, code: 'REPEATED_IN_ROW', params: { row: earlier } };
    for (const key of keys) seen.set(key, row);
    return null;
  };
  if (bankReference !== undefined && bankAccountId !== undefined) {
    const key = [bankAccountId, bankReference.toUpperCase(), amount, day].join(' ');
    return once('bankReference', [key], references);
  }
  if (chequeNo !== undefined && payerBank !== undefined) {
    return once(
      'chequeNo',
      chequeKeys({ ...body, companyId, payerBank, chequeNo, chequeDate }),
      cheques,
    );
  }
  const key = plainKey({ ...body, day });
  const left = plain.get(key) ?? 0;
  if (left === 0) return null;
  plain.set(key, left - 1);
  return { field: 'amount', code: 'DUPLICATE' };
}

interface Judging {
  readonly words: CustomerWords;
  readonly accounts: ReadonlyMap<string, string>;
  /** Open invoices by the customer's id and the number of the invoice. */
  readonly owed: ReadonlyMap<string, { readonly id: string; balance: string }>;
  readonly references: ReadonlySet<string>;
  readonly cheques: ReadonlySet<string>;
  /** The number of payments without a reference that a file brought. */
  readonly plain: Map<string, number>;
  readonly seen: Map<string, number>;
}

async function knownFor(ctx: Ctx, rows: readonly ImportRow[]): Promise<Judging> {
  const texts = (key: string) => rows.map(({ cells }) => (cells[key] ?? '').trim());
  const numbers = texts('invoice').map(paperKey);
  const words = await customerWords(ctx, rows);
  const ids = [...words.customers.values()].flat().map(({ id }) => id);
  const [accounts, owed, payments] = await Promise.all([
    ctx.db
      .selectFrom('bankAccounts')
      .where('isActive', '=', true)
      .select(['id', 'companyId', 'accountNo'])
      .execute(),
    invoices.list
      .from(ctx)
      .where('iv.status', 'in', [...owedStatuses])
      .where(sql<boolean>`iv.customer_id = any(${ids}::uuid[])`)
      .where(
        sql<boolean>`array[paper_key(iv.document_no), case when iv.source_type = 'opening' then paper_key(iv.source_label) end] && ${numbers}::text[]`,
      )
      .orderBy('iv.dueDate')
      .select(['iv.id', 'iv.customerId', 'iv.documentNo', 'iv.sourceType', 'iv.sourceLabel'])
      .select('iv.balance')
      .execute(),
    ctx.db
      .selectFrom('payments')
      .where('status', 'not in', GONE)
      // A reference or a cheque is one payment, whosever it is.
      .where(
        sql<boolean>`(is_opening and customer_id = any(${ids}::uuid[])
          or upper(bank_reference) = any(${texts('bankReference').map((text) => text.toUpperCase())}::text[])
          or cheque_no = any(${texts('chequeNo')}::text[]))`,
      )
      .select([
        'companyId',
        'customerId',
        'method',
        'amount',
        'documentDate',
        'bankAccountId',
        'bankReference',
      ])
      .select(['payerBank', 'chequeNo', 'chequeDate'])
      .execute(),
  ]);
  const references = new Set<string>();
  const cheques = new Set<string>();
  const plain = new Map<string, number>();
  for (const one of payments) {
    if (one.bankReference !== null && one.bankAccountId !== null) {
      references.add(
        [
          one.bankAccountId,
          one.bankReference.toUpperCase(),
          decimal.round(one.amount),
          one.documentDate,
        ].join(' '),
      );
    } else if (one.chequeNo !== null) {
      for (const key of chequeKeys(one)) cheques.add(key);
    } else {
      const key = plainKey({ ...one, day: one.documentDate });
      plain.set(key, (plain.get(key) ?? 0) + 1);
    }
  }
  return {
    words,
    accounts: new Map(
      accounts
        .filter(({ companyId }) => mayUseCompany(ctx.actor, companyId))
        .map(({ id, companyId, accountNo }) => [
          `${companyId} ${accountNo.replace(/\D/g, '')}`,
          id,
        ]),
    ),
    owed: new Map(
      owed.flatMap(({ id, customerId, documentNo, sourceType, sourceLabel, balance }) => {
        const row = { id, balance };
        return [documentNo, sourceType === 'opening' ? sourceLabel : null].flatMap((number) =>
          number === null ? [] : [[`${customerId} ${paperKey(number)}`, row] as const],
        );
      }),
    ),
    references,
    cheques,
    plain,
    seen: new Map(),
  };
}
