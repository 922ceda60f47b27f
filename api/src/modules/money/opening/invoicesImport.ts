import { decimal } from '@boxyard/shared/domain';
import type { TaxPoint } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { OPENING_COLUMNS } from '@boxyard/shared/domain/money/openingColumns.ts';
import { paperKey } from '@boxyard/shared/domain/values/paperKey.ts';
import { sql } from 'kysely';
import {
  type Ctx,
  defineImport,
  firstFaultPerField,
  type ImportColumn,
  type ImportRow,
  type Judged,
  percentOf,
  today,
} from '../../../kernel/index.ts';
import { markAskedOnce } from '../invoices/askedOnce.ts';
import { draftInvoice } from '../invoices/draft.ts';
import { TEXTS } from '../invoices/labels.ts';
import { type Customer, type CustomerWords, customerWords, readCells, wordsOf } from './words.ts';

const { required, further } = OPENING_COLUMNS.invoices;
const COLUMNS: readonly ImportColumn[] = [
  ...required.map((key) => ({ key, title: TEXTS.field[key], required: true as const })),
  ...further.map((key) => ({ key, title: TEXTS.field[key] })),
];

/** Whether the VAT of what is owed was declared before, or falls due with its money. */
const VAT = ['declared', 'payment'] as const;
const VAT_WORDS = wordsOf(VAT, {
  declared: { en: 'Declared', th: 'ยื่นแล้ว' },
  payment: { en: 'With payment', th: 'เมื่อรับชำระ' },
});

const MAX_NUMBER = 50;
const MAX_TEXT = 200;
const MAX_REMARK = 1000;
/** The largest price of one line, in THB. */
const MAX_PRICE = '99999999999.99';
const PERCENT = /^\d{1,2}(\.\d{1,2})?$/;

/** An invoice of the books before, of which something is still owed. */
interface Open {
  readonly customer: Customer;
  readonly formerNo: string;
  readonly dueDate: string;
  readonly amount: string;
  readonly taxPoint: TaxPoint;
  readonly whtRate: string;
  readonly description: string;
  readonly remark: string | null;
}

/**
 * Invoices that the business was owed before it kept its books here, from a spreadsheet (docs/domain/money.md
 * "Opening balances"). They wait as drafts: somebody who did not import them issues them.
 */
export const openInvoicesImport = defineImport<Open>({
  resource: 'invoices',
  page: 'payment-data',
  columns: COLUMNS,

  async judge(ctx, rows) {
    const [words, taken] = await Promise.all([customerWords(ctx, rows), takenNumbers(ctx, rows)]);
    const seen = new Map<string, number>();
    return rows.map((row) => judgeRow(ctx, { words, taken, seen }, row));
  },

  async write(ctx, open) {
    for (const one of open) await takeIn(ctx, one);
  },
});

const keyOf = (companyId: string, formerNo: string): string => `${companyId}:${paperKey(formerNo)}`;

async function takeIn(ctx: Ctx, open: Open): Promise<void> {
  const { customer, formerNo, taxPoint, amount } = open;
  const { id } = await draftInvoice(ctx, {
    companyId: customer.companyId,
    origin: {
      type: 'other',
      sourceType: 'opening',
      sourceId: null,
      sourceKey: keyOf(customer.companyId, formerNo),
      sourceLabel: formerNo,
    },
    mayBeLate: true,
    body: {
      customerId: customer.id,
      dueDate: open.dueDate,
      taxPoint,
      vatMode: taxPoint === 'none' ? 'none' : 'inclusive',
      whtRate: open.whtRate,
      discount: null,
      remark: open.remark,
      items: [
        {
          description: open.description,
          quantity: 1,
          unit: null,
          unitPrice: decimal.round(amount, 4),
          isService: taxPoint === 'payment',
        },
      ],
    },
  });
  // Nothing asks for it again: only a credit note takes it off.
  await markAskedOnce(ctx, [id]);
}

interface Judging {
  readonly words: CustomerWords;
  readonly taken: ReadonlySet<string>;
  readonly seen: Map<string, number>;
}

function judgeRow(ctx: Ctx, { words, taken, seen }: Judging, row: ImportRow): Judged<Open> {
  const cells = readCells(row, today(ctx.clock));
  const { cell, fault, faults } = cells;
  cells.required('formerNo', 'customer', 'dueDate', 'amount');
  const customer = cells.customer(words);
  const formerNo = cell('formerNo');
  if (formerNo.length > MAX_NUMBER) fault('formerNo', 'TOO_LONG', { max: MAX_NUMBER });
  else if (customer && formerNo !== '') {
    const key = keyOf(customer.companyId, formerNo);
    const earlier = seen.get(key);
    if (taken.has(key)) fault('formerNo', 'DUPLICATE');
    else if (earlier === undefined) seen.set(key, row.number);
    else fault('formerNo', 'REPEATED_IN_ROW', { row: earlier });
  }
  const dueDate = cells.day('dueDate');
  const amount = cells.money('amount', MAX_PRICE);
  const isTaxedLater = cells.choice('vatMode', VAT_WORDS) === 'payment';
  const whtRate = percentOf(cell('whtRate')) || '0';
  if (!PERCENT.test(whtRate)) fault('whtRate', 'PERCENT');
  // Without its VAT nobody knows what an amount withholds.
  else if (!isTaxedLater && !decimal.isZero(whtRate)) fault('whtRate', 'WITH_PAYMENT_ONLY');
  if (cell('description').length > MAX_TEXT) fault('description', 'TOO_LONG', { max: MAX_TEXT });
  if (cell('remark').length > MAX_REMARK) fault('remark', 'TOO_LONG', { max: MAX_REMARK });
  if (faults.length > 0 || !customer || dueDate === null || amount === null) {
    return { faults: firstFaultPerField(faults) };
  }
  return {
    value: {
      customer,
      formerNo,
      dueDate,
      amount,
      taxPoint: isTaxedLater ? 'payment' : 'none',
      whtRate: decimal.round(whtRate),
      description: ['ยอดยกมา / Opening balance', formerNo, cell('description')]
        .filter(Boolean)
        .join(' · '),
      remark: cell('remark') || null,
    },
  };
}

/** Numbers that came in before. */
async function takenNumbers(ctx: Ctx, rows: readonly ImportRow[]): Promise<ReadonlySet<string>> {
  const labels = rows.map(({ cells }) => (cells.formerNo ?? '').trim());
  const known = await ctx.db
    .selectFrom('invoices')
    .where('sourceType', '=', 'opening')
    .where('status', '<>', 'void')
    .where(sql<boolean>`paper_key(source_label) = any(${labels.map(paperKey)}::text[])`)
    .select(['companyId', 'sourceLabel'])
    .execute();
  return new Set(known.map(({ companyId, sourceLabel }) => keyOf(companyId, sourceLabel ?? '')));
}
