import {
  awaitingOrderStatuses,
  daysBetween,
  decimal,
  purchaseOrderMachine,
  statusesOf,
  voidStatuses,
} from '@boxyard/shared/domain';
import { sql } from 'kysely';
import {
  type Ctx,
  defineList,
  type Input,
  money,
  price,
  qty,
  quoted,
  whereInScope,
} from '../../kernel/index.ts';
import { COMMON_WORDS, loadRefs } from '../../workflow/index.ts';
import {
  chartOf,
  groupsOf,
  inCategory,
  inDocument,
  LINE_SCOPE,
  labelled,
  totalsWithout,
} from './grouping.ts';
import { ORDER_WORDS, PURCHASE_WORDS } from './labels.ts';

/** Drafts never, what came to nothing only when it is asked for (domain-warehouse 5). */
const NEVER = purchaseOrderMachine.actions.submit.from;
const BY_FILTER = voidStatuses(purchaseOrderMachine);
const TOP_SUPPLIERS = 10;

function source(ctx: Ctx, input: Input<'reports.purchase'>) {
  const lines = ctx.db
    .selectFrom('purchaseOrderItems as i')
    .where('i.orderStatus', 'not in', NEVER);
  const cut = whereInScope(lines, ctx.actor, LINE_SCOPE);
  return input.query.filters.status === undefined
    ? cut.where('i.orderStatus', 'not in', BY_FILTER)
    : cut;
}

const total = totalsWithout('i.order_status', BY_FILTER);
const GRAND = sql`i.base_amount + i.vat_amount`;
const OPEN = sql`case when i.order_status in (${sql.raw(quoted(awaitingOrderStatuses))})
  then i.base_amount * greatest(0, i.quantity - i.received_qty - i.closed_qty) / i.quantity else 0 end`;
const MONTH = sql<string>`to_char(i.order_date, 'YYYY-MM')`;

const GROUP_KEYS = {
  supplier: sql<string | null>`i.supplier_id::text`,
  category: sql<string | null>`coalesce(i.sub_category_id, i.category_id)::text`,
  part: sql<string | null>`i.part_id::text`,
  month: MONTH,
  requester: sql<string | null>`i.requester_id::text`,
} as const;

/** Orders line by line with their course. */
export const purchaseReport = defineList('reports.purchase', {
  id: 'i.id',
  from: source,
  select: (query) =>
    query
      .leftJoin('purchaseRequestItems as ri', 'ri.id', 'i.requestItemId')
      .leftJoin('purchaseRequests as r', 'r.id', 'ri.requestId')
      .select([
        'i.id',
        'i.orderId',
        'i.orderNo',
        'i.orderDate',
        'i.orderStatus',
        'i.supplierId',
        'i.requesterId',
        'i.partId',
        'i.description',
        'i.categoryId',
        'i.subCategoryId',
        'i.quantity',
        'i.unitId',
        'i.unitPrice',
        'i.lineTotal',
        'i.documentDiscount',
        'i.baseAmount',
        'i.vatAmount',
        'i.whtAmount',
        'i.receivedQty',
        'r.id as requestId',
        'r.documentNo as requestNo',
      ])
      .select(
        sql<string | null>`(select max(x.received_date)::text from purchase_order_receipt_items x
          where x.order_item_id = i.id and x.receipt_status = 'posted' and x.accepted_qty > 0)`.as(
          'lastReceived',
        ),
      ),
  map: async (rows, ctx) => {
    const refs = await loadRefs(ctx, {
      supplier: rows.map((row) => row.supplierId),
      user: rows.map((row) => row.requesterId),
      part: rows.map((row) => row.partId),
      category: rows.map((row) => row.subCategoryId ?? row.categoryId),
      unit: rows.map((row) => row.unitId),
    });
    return rows.map((row) => {
      const gross = decimal.multiply(row.quantity, row.unitPrice);
      const net = decimal.subtract(row.lineTotal, row.documentDiscount);
      return {
        id: row.id,
        orderId: row.orderId,
        orderNo: row.orderNo,
        requestId: row.requestId,
        requestNo: row.requestNo,
        documentDate: row.orderDate,
        supplier: refs.ref(row.supplierId),
        requester: refs.userOrNull(row.requesterId),
        part: refs.refOrNull(row.partId),
        description: row.description,
        category: refs.refOrNull(row.subCategoryId ?? row.categoryId),
        quantity: qty(row.quantity),
        unit: refs.ref(row.unitId),
        unitPrice: price(row.unitPrice),
        discount: money(decimal.subtract(decimal.round(gross), net)),
        base: money(row.baseAmount),
        vat: money(row.vatAmount),
        wht: money(row.whtAmount),
        grand: money(decimal.add(row.baseAmount, row.vatAmount)),
        receivedPct: Number(
          decimal.round(decimal.divide(decimal.multiply(row.receivedQty, 100), row.quantity)),
        ),
        leadDays: row.lastReceived === null ? null : daysBetween(row.orderDate, row.lastReceived),
        status: row.orderStatus,
      };
    });
  },
  sorts: { documentDate: 'i.orderDate', orderNo: { column: 'i.orderNo', nullable: true } },
  filters: {
    supplierId: 'i.supplierId',
    partId: 'i.partId',
    categoryId: (query, ids) => query.where(inCategory(ids)),
    warehouseId: 'i.warehouseId',
    requesterId: 'i.requesterId',
    status: 'i.orderStatus',
    // Groups the totals; the rows stay as they are.
    groupBy: (query) => query,
  },
  search: (query, term) => query.where(inDocument('purchase_orders', 'i.order_id', term)),
  dates: { column: 'i.orderDate', kind: 'date' },
  summary: async (query, ctx, input) => {
    const sums = await query
      .select([
        sql<number>`count(*)::int`.as('lines'),
        total(sql`i.base_amount`).as('base'),
        total(sql`i.vat_amount`).as('vat'),
        total(sql`i.wht_amount`).as('wht'),
        total(GRAND).as('grand'),
        total(OPEN).as('open'),
      ])
      .executeTakeFirst();
    const months = await query
      .select([
        MONTH.as('label'),
        'i.orderStatus as series',
        sql<string>`sum(${GRAND})`.as('value'),
      ])
      .groupBy([MONTH, 'i.orderStatus'])
      .orderBy(MONTH)
      .execute();
    const top = await query
      .select([GROUP_KEYS.supplier.as('key'), total(GRAND).as('grand')])
      .groupBy(GROUP_KEYS.supplier)
      .orderBy(total(GRAND), 'desc')
      .limit(TOP_SUPPLIERS)
      .execute();
    const suppliers = await labelled(
      ctx,
      // Beside a bar there is room for the name alone.
      { kind: 'supplier', show: 'name' },
      top.map((row) => ({ key: row.key, values: { grand: money(row.grand) } })),
    );
    const [groupBy] = input.query.filters.groupBy ?? [];
    return {
      lines: sums?.lines ?? 0,
      base: money(sums?.base ?? '0'),
      vat: money(sums?.vat ?? '0'),
      wht: money(sums?.wht ?? '0'),
      grand: money(sums?.grand ?? '0'),
      open: money(sums?.open ?? '0'),
      byMonth: chartOf(months, statusesOf(purchaseOrderMachine)),
      topSuppliers: {
        series: ['grand'],
        points: suppliers.map(({ key, label, values }) => ({
          label,
          key,
          values: [values.grand ?? '0.00'],
        })),
      },
      groups: await groupsOf(ctx, query, {
        by: groupBy,
        keys: GROUP_KEYS,
        sums: {
          base: total(sql`i.base_amount`),
          vat: total(sql`i.vat_amount`),
          grand: total(GRAND),
          open: total(OPEN),
        },
        greatest: 'grand',
      }),
    };
  },
  export: {
    fileName: 'purchase-report',
    pdf: {
      title: { en: 'Purchase report', th: 'รายงานการจัดซื้อ' },
      columns: [
        'orderNo',
        'documentDate',
        'supplier',
        'part',
        'quantity',
        'unitPrice',
        'grand',
        'status',
      ],
      groups: GROUP_KEYS,
    },
    columns: {
      orderNo: { title: { en: 'Order no.', th: 'เลขที่ใบสั่งซื้อ' }, type: 'text' },
      requestNo: { title: { en: 'Request no.', th: 'เลขที่ใบขอซื้อ' }, type: 'text' },
      documentDate: { title: PURCHASE_WORDS.field.documentDate, type: 'date' },
      supplier: { title: PURCHASE_WORDS.field.supplier, type: 'text' },
      requester: { title: PURCHASE_WORDS.choice.groupBy.requester, type: 'text' },
      part: { title: PURCHASE_WORDS.field.part, type: 'text' },
      description: { title: COMMON_WORDS.line.description, type: 'text' },
      category: { title: PURCHASE_WORDS.field.category, type: 'text' },
      quantity: { title: PURCHASE_WORDS.field.quantity, type: 'quantity' },
      unit: { title: COMMON_WORDS.field.unit, type: 'text' },
      unitPrice: { title: PURCHASE_WORDS.field.unitPrice, type: 'money' },
      discount: { title: PURCHASE_WORDS.field.discount, type: 'money' },
      base: { title: PURCHASE_WORDS.field.base, type: 'money' },
      vat: { title: PURCHASE_WORDS.field.vat, type: 'money' },
      wht: { title: { en: 'Withholding tax', th: 'ภาษีหัก ณ ที่จ่าย' }, type: 'money' },
      grand: { title: { en: 'Total', th: 'รวมทั้งสิ้น' }, type: 'money' },
      receivedPct: { title: { en: 'Received (%)', th: 'รับแล้ว (%)' }, type: 'number' },
      leadDays: { title: PURCHASE_WORDS.field.leadDays, type: 'number' },
      status: { title: COMMON_WORDS.field.status, type: 'status', labels: ORDER_WORDS.status },
    },
  },
});
