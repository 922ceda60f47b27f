import { decimal, receiptMachine, voidStatuses } from '@boxyard/shared/domain';
import {
  type CreditStatus,
  creditStatusOn,
  OWED_CREDIT_STATUSES,
  type StoredCreditStatus,
} from '@boxyard/shared/domain/purchasing/creditPurchases.ts';
import { type RawBuilder, sql } from 'kysely';
import {
  type Ctx,
  defineList,
  type Family,
  type HandlersOf,
  money,
  notFound,
  price,
  qty,
  scopeCondition,
  today,
} from '../../../kernel/index.ts';
import { COMMON_WORDS, loadRefs } from '../../../workflow/index.ts';
import { supplierFigures } from '../../partners/index.ts';
import { seesCost } from '../../warehouse/index.ts';
import { CREDIT_WORDS, SUPPLIER_PART_WORDS } from './labels.ts';

/** What was bought from a supplier, and what is owed for it (domain-warehouse 1.7, 4.1). */

/** What is owed (alias `c`) for goods of this person's companies and warehouses. */
function owedInScope({ actor }: Ctx): RawBuilder<boolean> {
  const company = scopeCondition(actor, { company: 'c.company_id' });
  const place = scopeCondition(
    { ...actor, companyIds: null },
    { company: '', warehouse: 'cr.warehouse_id' },
  );
  const receipt =
    place === null
      ? null
      : sql<boolean>`exists (select 1 from purchase_order_receipts cr
          where cr.id = c.receipt_id and ${place})`;
  const parts = [company, receipt].filter((part) => part !== null);
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** Receipts that came to something and that this person may see. */
const received = (ctx: Ctx) => {
  const scope = scopeCondition(ctx.actor, {
    company: 'ri.company_id',
    warehouse: 'ri.warehouse_id',
  });
  const voided = [...voidStatuses(receiptMachine), ...receiptMachine.actions.approve.from];
  return sql<boolean>`ri.accepted_qty > 0 and ri.receipt_status not in (${sql.join(voided)})
    ${scope === null ? sql`` : sql`and ${scope}`}`;
};

const distributionList = defineList('distributions.list', {
  id: 'p.id',
  // Asked of each part while the index gives the order, so that the matches are never sorted.
  from: (ctx, { params }) =>
    ctx.db.selectFrom('materialParts as p').where(
      sql<boolean>`(select true from purchase_order_receipt_items ri where ri.part_id = p.id
          and ri.supplier_id = ${params.supplierId}::uuid and ${received(ctx)} limit 1)`,
    ),
  select: (query) => query.select(['p.id', 'p.unitId']),
  map: async (rows, ctx, { params }) => {
    const ids = rows.map((row) => row.id);
    const [figures, own, refs] = await Promise.all([
      figuresOf(ctx, params.supplierId, ids),
      ctx.db
        .selectFrom('supplierParts')
        .select(['partId', 'supplierPartNo', 'lastPrice'])
        .where('supplierId', '=', params.supplierId)
        .where('partId', '=', sql<string>`any(${ids}::uuid[])`)
        .execute(),
      loadRefs(ctx, { part: ids, unit: rows.map((row) => row.unitId) }),
    ]);
    const costs = seesCost(ctx);
    return rows.map((row) => {
      const bought = figures.get(row.id);
      const named = own.find((one) => one.partId === row.id);
      const quantity = qty(bought?.quantity ?? 0);
      return {
        id: row.id,
        part: refs.ref(row.id),
        unit: refs.ref(row.unitId),
        supplierPartNo:
          own.find((one) => one.partId === row.id && one.supplierPartNo)?.supplierPartNo ?? null,
        lastPrice: costs && named?.lastPrice ? price(named.lastPrice) : null,
        averagePrice:
          costs && bought && quantity > 0 ? price(decimal.divide(bought.value, quantity)) : null,
        quantity,
        receipts: bought?.receipts ?? 0,
        lastReceived: bought?.last ?? null,
        onTimePct: bought?.onTime == null ? null : Number(bought.onTime),
      };
    });
  },
  sorts: { part: 'p.partNo' },
  filters: {},
  search: 'p.search_text',
  export: {
    fileName: 'supplier-parts',
    columns: {
      part: { title: SUPPLIER_PART_WORDS.field.part, type: 'text' },
      unit: { title: SUPPLIER_PART_WORDS.field.unit, type: 'text' },
      supplierPartNo: { title: SUPPLIER_PART_WORDS.field.supplierPartNo, type: 'text' },
      quantity: { title: COMMON_WORDS.field.quantity, type: 'number' },
      receipts: { title: { en: 'Receipts', th: 'จำนวนครั้งที่รับ' }, type: 'number' },
      lastPrice: { title: SUPPLIER_PART_WORDS.field.lastPrice, type: 'money' },
      averagePrice: { title: { en: 'Average price', th: 'ราคาเฉลี่ย' }, type: 'money' },
      lastReceived: { title: { en: 'Last received', th: 'รับล่าสุด' }, type: 'date' },
      onTimePct: { title: { en: 'On time (%)', th: 'ตรงเวลา (%)' }, type: 'number' },
    },
  },
});

interface Bought {
  readonly quantity: string;
  readonly value: string;
  readonly receipts: number;
  readonly last: string;
  readonly onTime: string | null;
}

/** What came of each part: in stock units, before VAT; on time by what the order promised. */
async function figuresOf(
  ctx: Ctx,
  supplierId: string,
  partIds: readonly string[],
): Promise<ReadonlyMap<string, Bought>> {
  const { rows } = await sql<Bought & { partId: string }>`
    select ri.part_id, sum(ri.accepted_qty * oi.unit_factor)::text as quantity,
      sum(ri.base_amount)::text as value, count(distinct ri.receipt_id)::int as receipts,
      max(ri.received_date)::text as last,
      round(100.0 * count(*) filter (where ri.received_date <= ri.promised_date)
        / nullif(count(ri.promised_date), 0), 1)::text as on_time
    from purchase_order_receipt_items ri join purchase_order_items oi on oi.id = ri.order_item_id
    where ri.supplier_id = ${supplierId}::uuid and ri.part_id = any(${[...partIds]}::uuid[])
      and ${received(ctx)}
    group by ri.part_id`.execute(ctx.db);
  return new Map(rows.map((row) => [row.partId, row]));
}

const creditList = defineList('creditPurchases.list', {
  id: 'c.id',
  from: (ctx, { params }) =>
    ctx.db
      .selectFrom('creditPurchases as c')
      .where('c.supplierId', '=', params.supplierId)
      // What was reversed is owed to nobody.
      .where('c.status', '<>', 'void')
      .where(owedInScope(ctx)),
  select: (query) =>
    query
      .innerJoin('purchaseOrders as o', 'o.id', 'c.orderId')
      .innerJoin('purchaseOrderReceipts as r', 'r.id', 'c.receiptId')
      .selectAll('c')
      .select(['o.documentNo as orderNo', 'r.documentNo as receiptNo']),
  map: async (rows, ctx) => {
    const refs = await loadRefs(ctx, { company: rows.map((row) => row.companyId) });
    const day = today(ctx.clock);
    return rows.map((row) => ({
      id: row.id,
      company: refs.ref(row.companyId),
      order: { id: row.orderId, documentNo: row.orderNo },
      receipt: { id: row.receiptId, documentNo: row.receiptNo },
      invoiceNo: row.invoiceNo,
      invoiceDate: row.invoiceDate,
      dueDate: row.dueDate,
      amount: money(row.amount),
      wht: money(row.wht),
      paidAmount: money(row.paidAmount),
      outstanding: money(row.outstanding),
      status: owedStatus(row, day),
    }));
  },
  sorts: { dueDate: 'c.dueDate', invoiceDate: 'c.invoiceDate' },
  filters: {
    // Overdue follows from the day: what is owed and was due before it.
    status: (query, values, ctx) =>
      query.where(({ or, and, eb }) => {
        const day = today(ctx.clock);
        return or(
          values.map((value) => {
            if (value === 'overdue') {
              return and([
                eb('c.status', 'in', [...OWED_CREDIT_STATUSES]),
                eb('c.dueDate', '<', day),
              ]);
            }
            const stored = eb('c.status', '=', value as 'unpaid' | 'partial' | 'paid');
            // Opaque to the planner, which else takes the few of a status for a reason to sort them.
            const notYet = sql<boolean>`case when c.due_date >= ${day} then true end`;
            return value === 'paid' ? stored : and([stored, notYet]);
          }),
        );
      }),
  },
  dates: { column: 'c.invoiceDate', kind: 'date' },
  summary: async (_query, ctx, { params }) => creditSummary(ctx, params.supplierId),
  export: {
    fileName: 'credit-purchases',
    columns: {
      receipt: {
        title: CREDIT_WORDS.field.receipt,
        type: 'text',
        value: (row) => row.receipt.documentNo ?? '',
      },
      order: {
        title: CREDIT_WORDS.field.order,
        type: 'text',
        value: (row) => row.order.documentNo ?? '',
      },
      invoiceNo: { title: CREDIT_WORDS.field.invoiceNo, type: 'text' },
      invoiceDate: { title: { en: 'Invoice date', th: 'วันที่ใบกำกับภาษี' }, type: 'date' },
      dueDate: { title: CREDIT_WORDS.field.dueDate, type: 'date' },
      amount: { title: CREDIT_WORDS.field.amount, type: 'money' },
      wht: { title: CREDIT_WORDS.field.wht, type: 'money' },
      paidAmount: { title: CREDIT_WORDS.field.paidAmount, type: 'money' },
      outstanding: { title: CREDIT_WORDS.field.outstanding, type: 'money' },
      status: {
        title: CREDIT_WORDS.field.status,
        type: 'status',
        labels: CREDIT_WORDS.choice.status,
      },
    },
  },
});

/** The list reads none of a reversed receipt, so each has a status. */
function owedStatus(
  row: { readonly status: StoredCreditStatus; readonly dueDate: string },
  day: string,
): CreditStatus {
  const status = creditStatusOn(day, row);
  if (status === null) throw new Error('a reversed receipt is owed to nobody');
  return status;
}

/** The supplier's limit and what the companies in scope use of it (1.7). */
async function creditSummary(ctx: Ctx, supplierId: string) {
  const supplier = await ctx.db
    .selectFrom('suppliers')
    .select('creditLimit')
    .where('id', '=', supplierId)
    .executeTakeFirst();
  if (!supplier) throw notFound();
  const { creditUsed: used } = (await supplierFigures(ctx, [supplierId]))(supplierId);
  const { total } = await ctx.db
    .selectFrom('creditPurchases as c')
    .where('c.supplierId', '=', supplierId)
    .where('c.status', 'in', [...OWED_CREDIT_STATUSES])
    .where('c.dueDate', '<', today(ctx.clock))
    .where(owedInScope(ctx))
    .select(sql<string>`coalesce(sum(c.outstanding), 0)`.as('total'))
    .executeTakeFirstOrThrow();
  const { creditLimit } = supplier;
  return {
    limit: creditLimit === null ? null : money(creditLimit),
    used,
    available: creditLimit === null ? null : money(decimal.subtract(creditLimit, used)),
    overdue: money(total),
  };
}

export const supplierPurchaseHandlers: HandlersOf<
  Family<'distributions'> | Family<'creditPurchases'>
> = {
  'distributions.list': distributionList.run,
  'creditPurchases.list': creditList.run,
};
