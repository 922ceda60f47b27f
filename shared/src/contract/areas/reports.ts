import * as z from 'zod/mini';
import { statusesOf } from '../../domain/machine/machine.ts';
import { receiptMachine } from '../../domain/purchasing/machines.ts';
import * as field from '../../domain/values/fields.ts';
import { ref, userRef } from '../common.ts';
import { ability, list } from '../endpoint.ts';
import type { FilterDefs, ListDef } from '../list.ts';

type Schema = z.core.$ZodType;

/** Reports (domain-warehouse 5): totals are those of the whole query, never of the page. */
const purchaseReportRow = z.object({
  id: field.id(),
  orderId: field.id(),
  orderNo: z.nullable(z.string()),
  requestId: z.nullable(field.id()),
  requestNo: z.nullable(z.string()),
  documentDate: field.date(),
  supplier: ref(),
  requester: z.nullable(userRef()),
  part: z.nullable(ref()),
  description: z.string(),
  category: z.nullable(ref()),
  quantity: z.number(),
  unit: ref(),
  unitPrice: z.string(),
  discount: z.string(),
  base: z.string(),
  vat: z.string(),
  wht: z.string(),
  grand: z.string(),
  receivedPct: z.number(),
  leadDays: z.nullable(z.int()),
  status: z.string(),
});
const receiptReportRow = z.object({
  id: field.id(),
  receiptId: field.id(),
  receiptNo: z.nullable(z.string()),
  receivedDate: field.date(),
  orderId: field.id(),
  orderNo: z.nullable(z.string()),
  supplier: ref(),
  taxInvoiceNo: z.nullable(z.string()),
  part: z.nullable(ref()),
  description: z.string(),
  orderedQty: z.number(),
  acceptedQty: z.number(),
  rejectedQty: z.number(),
  unit: ref(),
  unitPrice: z.string(),
  priceVariance: z.string(),
  base: z.string(),
  vat: z.string(),
  dueDate: z.nullable(field.date()),
  paidState: z.enum(['unpaid', 'partial', 'paid', 'overdue', 'cash']),
  status: z.string(),
});

/** A chart's points: the server groups, the browser draws. */
const chart = z.object({
  series: z.array(z.string()),
  points: z.array(
    z.object({
      label: z.string(),
      /** Id of the record that the point stands for. */
      key: z.optional(z.string()),
      values: z.array(z.string()),
    }),
  ),
});
const group = z.object({
  key: z.string(),
  label: z.string(),
  values: z.record(z.string(), z.string()),
});

const reportFilters = {
  supplierId: { kind: 'id', lookup: 'suppliers.master' },
  partId: { kind: 'id', lookup: 'parts.master' },
  categoryId: { kind: 'id', lookup: 'categories.master', onlyIs: true },
  warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
} as const;

/**
 * `GET /reports/:slug` and its export, by the page's name: who may read it, who may take it away, and
 * as what. The path is written out for each report, since each has filters and rows of its own.
 */
const report = <
  const P extends string,
  const F extends FilterDefs,
  R extends Schema,
  S extends Schema,
>(
  slug: P,
  {
    list: def,
    ...call
  }: {
    readonly summary: string;
    readonly list: Omit<ListDef<F>, 'exportAbility'>;
    readonly row: R;
    readonly summaryOf: S;
  },
) =>
  list({
    path: `/reports/${slug}` as const,
    exportPath: `/reports/${slug}/export`,
    access: ability(`${slug}:view`),
    list: {
      ...def,
      exportAbility: `${slug}:export`,
    },
    ...call,
  });

export const reportsArea = {
  'reports.purchase': report('purchase-report', {
    summary: 'Orders line by line with their course',
    list: {
      filters: {
        ...reportFilters,
        requesterId: { kind: 'id', lookup: 'users.all' },
        status: {
          kind: 'enum',
          values: [
            'pending',
            'approved',
            'booking',
            'onGoing',
            'completed',
            'expired',
            'rejected',
            'cancelled',
          ],
        },
        groupBy: {
          kind: 'enum',
          values: ['supplier', 'category', 'part', 'month', 'requester'],
          onlyIs: true,
        },
      },
      sorts: ['documentDate', 'orderNo'],
      defaultSort: '-documentDate',
      dateField: 'documentDate',
      exportColumns: [
        'orderNo',
        'requestNo',
        'documentDate',
        'supplier',
        'requester',
        'part',
        'description',
        'category',
        'quantity',
        'unit',
        'unitPrice',
        'discount',
        'base',
        'vat',
        'wht',
        'grand',
        'receivedPct',
        'leadDays',
        'status',
      ],
    },
    row: purchaseReportRow,
    summaryOf: z.object({
      lines: z.int(),
      base: z.string(),
      vat: z.string(),
      wht: z.string(),
      grand: z.string(),
      open: z.string(),
      byMonth: chart,
      topSuppliers: chart,
      groups: z.array(group),
    }),
  }),
  'reports.purchaseReceipt': report('purchase-receipt-report', {
    summary: 'Receipts line by line: prices, rejections, input tax',
    list: {
      filters: {
        ...reportFilters,
        status: { kind: 'enum', values: statusesOf(receiptMachine) },
        groupBy: { kind: 'enum', values: ['supplier', 'month', 'dueWeek'], onlyIs: true },
      },
      sorts: ['receivedDate', 'receiptNo'],
      defaultSort: '-receivedDate',
      dateField: 'receivedDate',
      exportColumns: [
        'receiptNo',
        'receivedDate',
        'orderNo',
        'supplier',
        'taxInvoiceNo',
        'part',
        'description',
        'orderedQty',
        'acceptedQty',
        'rejectedQty',
        'unit',
        'unitPrice',
        'priceVariance',
        'base',
        'vat',
        'dueDate',
        'paidState',
        'status',
      ],
    },
    row: receiptReportRow,
    summaryOf: z.object({
      lines: z.int(),
      acceptedValue: z.string(),
      rejectedPct: z.number(),
      vat: z.string(),
      onTimePct: z.nullable(z.number()),
      byMonth: chart,
      groups: z.array(group),
    }),
  }),
} as const;
