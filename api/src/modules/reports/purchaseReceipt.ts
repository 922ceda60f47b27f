import { decimal, receiptMachine, voidStatuses } from '@boxyard/shared/domain';
import {
  type CreditStatus,
  creditStatusOn,
  isVoidCredit,
  type StoredCreditStatus,
} from '@boxyard/shared/domain/purchasing/creditPurchases.ts';
import { sql } from 'kysely';
import {
  type Ctx,
  defineList,
  type Input,
  money,
  price,
  qty,
  today,
  whereInScope,
} from '../../kernel/index.ts';
import { COMMON_WORDS, loadRefs } from '../../workflow/index.ts';
import {
  chartOf,
  groupsOf,
  inCategory,
  inDocument,
  LINE_SCOPE,
  totalsWithout,
} from './grouping.ts';
import { RECEIPT_WORDS, TEXTS } from './labels.ts';

function source(ctx: Ctx, input: Input<'reports.purchaseReceipt'>) {
  const lines = ctx.db.selectFrom('purchaseOrderReceiptItems as i');
  const cut = whereInScope(lines, ctx.actor, LINE_SCOPE);
  // What waits or was reversed is shown only when it is asked for (domain-warehouse 5).
  return input.query.filters.status === undefined
    ? cut.where('i.receiptStatus', 'in', receiptMachine.actions.approve.to)
    : cut;
}

const total = totalsWithout('i.receipt_status', voidStatuses(receiptMachine));
const MONTH = sql<string>`to_char(i.received_date, 'YYYY-MM')`;
const DUE_WEEK = sql<
  string | null
>`(select to_char(c.due_date, 'IYYY-"W"IW') from credit_purchases c
  where c.receipt_id = i.receipt_id and c.status <> 'void')`;

const GROUP_KEYS = {
  supplier: sql<string | null>`i.supplier_id::text`,
  month: MONTH,
  dueWeek: DUE_WEEK,
} as const;

/** Owed or paid; what was bought without credit, or was reversed, is owed to nobody. */
const paidState = (
  {
    debtStatus,
    dueDate,
  }: { readonly debtStatus: StoredCreditStatus | null; readonly dueDate: string | null },
  day: string,
): CreditStatus | 'cash' =>
  (debtStatus === null || dueDate === null
    ? null
    : creditStatusOn(day, { status: debtStatus, dueDate })) ?? 'cash';

/** Receipts line by line: prices, rejections, input tax. */
export const purchaseReceiptReport = defineList('reports.purchaseReceipt', {
  id: 'i.id',
  from: source,
  select: (query) =>
    query
      .innerJoin('purchaseOrderReceipts as rc', 'rc.id', 'i.receiptId')
      .leftJoin('creditPurchases as c', 'c.receiptId', 'i.receiptId')
      .select([
        'i.id',
        'i.receiptId',
        'i.receiptNo',
        'i.receivedDate',
        'i.receiptStatus',
        'i.orderId',
        'i.orderNo',
        'i.supplierId',
        'i.partId',
        'i.description',
        'i.orderQuantity',
        'i.acceptedQty',
        'i.rejectedQty',
        'i.unitId',
        'i.unitPrice',
        'i.orderUnitPrice',
        'i.baseAmount',
        'i.vatAmount',
        'rc.taxInvoiceNo',
        'c.dueDate',
        'c.status as debtStatus',
      ]),
  map: async (rows, ctx) => {
    const refs = await loadRefs(ctx, {
      supplier: rows.map((row) => row.supplierId),
      part: rows.map((row) => row.partId),
      unit: rows.map((row) => row.unitId),
    });
    const day = today(ctx.clock);
    return rows.map((row) => ({
      id: row.id,
      receiptId: row.receiptId,
      receiptNo: row.receiptNo,
      receivedDate: row.receivedDate,
      orderId: row.orderId,
      orderNo: row.orderNo,
      supplier: refs.ref(row.supplierId),
      taxInvoiceNo: row.taxInvoiceNo,
      part: refs.refOrNull(row.partId),
      description: row.description,
      orderedQty: qty(row.orderQuantity),
      acceptedQty: qty(row.acceptedQty),
      rejectedQty: qty(row.rejectedQty),
      unit: refs.ref(row.unitId),
      unitPrice: price(row.unitPrice),
      priceVariance: money(
        decimal.multiply(decimal.subtract(row.unitPrice, row.orderUnitPrice), row.acceptedQty),
      ),
      base: money(row.baseAmount),
      vat: money(row.vatAmount),
      dueDate: row.debtStatus !== null && isVoidCredit(row.debtStatus) ? null : row.dueDate,
      paidState: paidState(row, day),
      status: row.receiptStatus,
    }));
  },
  sorts: { receivedDate: 'i.receivedDate', receiptNo: { column: 'i.receiptNo', nullable: true } },
  filters: {
    supplierId: 'i.supplierId',
    partId: 'i.partId',
    categoryId: (query, ids) => query.where(inCategory(ids)),
    warehouseId: 'i.warehouseId',
    status: 'i.receiptStatus',
    groupBy: (query) => query,
  },
  search: (query, term) => query.where(inDocument('purchase_order_receipts', 'i.receipt_id', term)),
  dates: { column: 'i.receivedDate', kind: 'date' },
  summary: async (query, ctx, input) => {
    const sums = await query
      .select([
        sql<number>`count(*)::int`.as('lines'),
        total(sql`i.base_amount`).as('base'),
        total(sql`i.vat_amount`).as('vat'),
        sql<string>`coalesce(round(100 * sum(i.rejected_qty)
          / nullif(sum(i.accepted_qty + i.rejected_qty), 0), 2), 0)`.as('rejected'),
        sql<string | null>`round(100.0 * count(*) filter (where i.received_date <= i.promised_date)
          / nullif(count(i.promised_date), 0), 2)`.as('onTime'),
      ])
      .executeTakeFirst();
    const months = await query
      .select([
        MONTH.as('label'),
        sql<string>`'value'`.as('series'),
        total(sql`i.base_amount`).as('value'),
      ])
      .groupBy(MONTH)
      .orderBy(MONTH)
      .execute();
    const [groupBy] = input.query.filters.groupBy ?? [];
    return {
      lines: sums?.lines ?? 0,
      acceptedValue: money(sums?.base ?? '0'),
      rejectedPct: Number(sums?.rejected ?? 0),
      vat: money(sums?.vat ?? '0'),
      onTimePct: sums?.onTime == null ? null : Number(sums.onTime),
      byMonth: chartOf(months),
      groups: await groupsOf(ctx, query, {
        by: groupBy,
        keys: GROUP_KEYS,
        sums: { base: total(sql`i.base_amount`), vat: total(sql`i.vat_amount`) },
        greatest: 'base',
      }),
    };
  },
  export: {
    fileName: 'purchase-receipt-report',
    pdf: {
      title: { en: 'Purchase receipt report', th: 'รายงานการตรวจรับ' },
      columns: [
        'receiptNo',
        'receivedDate',
        'supplier',
        'taxInvoiceNo',
        'part',
        'acceptedQty',
        'base',
        'vat',
      ],
      groups: GROUP_KEYS,
      totals: (summary) => ({ base: summary.acceptedValue, vat: summary.vat }),
    },
    columns: {
      receiptNo: { title: TEXTS.field.receiptNo, type: 'text' },
      receivedDate: { title: TEXTS.field.receivedDate, type: 'date' },
      orderNo: { title: TEXTS.field.orderNo, type: 'text' },
      supplier: { title: TEXTS.field.supplier, type: 'text' },
      taxInvoiceNo: { title: TEXTS.field.taxInvoiceNo, type: 'text' },
      part: { title: TEXTS.field.part, type: 'text' },
      description: { title: COMMON_WORDS.line.description, type: 'text' },
      orderedQty: { title: TEXTS.field.orderedQty, type: 'quantity' },
      acceptedQty: { title: TEXTS.field.acceptedQty, type: 'quantity' },
      rejectedQty: { title: TEXTS.field.rejectedQty, type: 'quantity' },
      unit: { title: COMMON_WORDS.field.unit, type: 'text' },
      unitPrice: { title: TEXTS.field.unitPrice, type: 'money' },
      priceVariance: { title: TEXTS.field.priceVariance, type: 'money' },
      base: { title: TEXTS.field.base, type: 'money' },
      vat: { title: TEXTS.field.vat, type: 'money' },
      dueDate: { title: TEXTS.field.dueDate, type: 'date' },
      paidState: {
        title: TEXTS.field.paidState,
        type: 'status',
        labels: TEXTS.choice.paidState,
      },
      status: { title: COMMON_WORDS.field.status, type: 'status', labels: RECEIPT_WORDS.status },
    },
  },
});
