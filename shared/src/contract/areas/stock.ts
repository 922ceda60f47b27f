import * as z from 'zod/mini';
import * as field from '../../domain/values/fields.ts';
import { ref } from '../common.ts';
import { ability, list, mutation, one } from '../endpoint.ts';

/** Stock over all parts: rules of levels, what to reorder, months (domain-warehouse 1.4, 3.6, 4.1). */

/** Of most, some and least value: what is counted how often (1.4). */
export const ABC_CLASSES = ['A', 'B', 'C'] as const;

/** Levels below which something is done about a part. */
export const REORDER_LEVELS = ['out', 'low'] as const;

export const PERIOD_STATUSES = ['open', 'hold', 'closed'] as const;

const MAX_RULES = 500;
const MAX_SUGGESTIONS = 200;

const levels = {
  minStock: z.nullable(z.number()),
  reorderPoint: z.nullable(z.number()),
  maxStock: z.nullable(z.number()),
  reorderQty: z.nullable(z.number()),
};

/** What a part keeps to in one warehouse. */
export const stockRule = z.object({
  id: field.id(),
  version: z.int(),
  warehouse: ref(),
  ...levels,
  bin: z.nullable(ref()),
  abcClass: z.nullable(z.enum(ABC_CLASSES)),
  /** null: being counted by this person. */
  level: z.nullable(z.enum(['ok', 'low', 'out', 'over'])),
});
export type StockRule = z.infer<typeof stockRule>;

/** Left out: stays as it is. null: nothing is said any more. */
const ruleBody = z.object({
  partId: field.id(),
  /** Left out: the part's own levels, which hold for each company as a whole. */
  warehouseId: field.optional(field.id()),
  /** Of the rule, or of the part; left out where several are set to the same at once. */
  version: field.optional(field.version()),
  minStock: field.nullish(field.quantity()),
  reorderPoint: field.nullish(field.quantity()),
  maxStock: field.nullish(field.quantity()),
  reorderQty: field.nullish(field.quantity()),
  binId: field.nullish(field.id()),
  abcClass: field.nullish(z.enum(ABC_CLASSES, { error: 'ONE_OF' })),
  /** Takes the rule of the warehouse away. */
  remove: field.optional(field.flag()),
});

const reorderRow = z.object({
  id: field.id(),
  part: ref(),
  company: ref(),
  /** Where it is to be delivered. */
  warehouse: z.nullable(ref()),
  /** false: the levels of the part itself, against the stock of the whole company. */
  ofWarehouse: z.boolean(),
  /** null, as what follows from what lies there: being counted by this person. */
  level: z.nullable(z.enum(REORDER_LEVELS)),
  unit: ref(),
  ...levels,
  available: z.nullable(z.number()),
  incoming: z.number(),
  onOrder: z.number(),
  requested: z.number(),
  projected: z.nullable(z.number()),
  /** In stock units and whole packs; 0: what is on its way is enough. */
  suggestedQty: z.nullable(z.number()),
  /** What the part's warehouses are suggested to buy by levels of their own, in rows of their own. */
  warehousesQty: z.nullable(z.number()),
  pack: z.number(),
  supplier: z.nullable(ref()),
  leadTimeDays: z.nullable(z.int()),
});
export type ReorderRow = z.infer<typeof reorderRow>;

const period = z.object({
  id: z.string(),
  company: ref(),
  /** `YYYY-MM`. */
  period: z.string(),
  status: z.enum(PERIOD_STATUSES),
  changedAt: z.nullable(field.instant()),
  changedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type StockPeriod = z.infer<typeof period>;

const changePeriod = <const V extends 'hold' | 'close' | 'reopen'>(verb: V, summary: string) =>
  mutation({
    method: 'POST',
    path: `/stock/periods/:period/${verb}` as const,
    access: ability('parts-warehouse:override-period'),
    summary,
    body: z.object({
      companyId: field.id(),
      reason: verb === 'close' ? field.nullish(field.text(500)) : field.requiredText(500),
    }),
    data: period,
    touches: ['stock', 'parts'],
  });

export const stockArea = {
  'parts.setRules': mutation({
    method: 'PUT',
    path: '/material_parts/stock-rules',
    access: ability('parts-warehouse:update'),
    summary: 'Sets levels, bin and class of parts, in a warehouse or for a whole company',
    body: z.object({
      rules: z
        .array(ruleBody)
        .check(
          z.minLength(1, { error: 'REQUIRED' }),
          z.maxLength(MAX_RULES, { error: 'TOO_MANY' }),
        ),
    }),
    data: z.object({ saved: z.int() }),
    touches: ['parts', 'stock'],
  }),
  'stock.reorder': list({
    path: '/stock/reorder',
    access: ability('parts-warehouse:view'),
    summary: 'Parts at or below their reorder point, and how much to buy',
    list: {
      filters: {
        level: { kind: 'enum', values: REORDER_LEVELS, onlyIs: true },
        warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses', onlyIs: true },
        categoryId: { kind: 'id', lookup: 'categories.master', onlyIs: true },
        supplierId: { kind: 'id', lookup: 'suppliers.master', onlyIs: true },
      },
      sorts: ['partNo'],
      defaultSort: 'partNo',
      exportColumns: [
        'part',
        'warehouse',
        'level',
        'available',
        'incoming',
        'onOrder',
        'requested',
        'projected',
        'reorderPoint',
        'maxStock',
        'suggestedQty',
        'unit',
        'supplier',
        'leadTimeDays',
      ],
    },
    row: reorderRow,
  }),
  'stock.createRequests': mutation({
    method: 'POST',
    path: '/stock/reorder/create-pr',
    access: ability('purchase-requests:create'),
    summary: 'Asks for what is to be reordered: a purchase request for each warehouse',
    status: 201,
    body: z.object({
      neededBy: field.optional(field.date()),
      items: z
        .array(
          z.object({
            partId: field.id(),
            warehouseId: field.id(),
            /** Stock units. */
            quantity: field.positiveQuantity(),
          }),
        )
        .check(
          z.minLength(1, { error: 'REQUIRED' }),
          z.maxLength(MAX_SUGGESTIONS, { error: 'TOO_MANY' }),
        ),
    }),
    data: z.object({
      requests: z.array(
        z.object({ id: field.id(), documentNo: z.nullable(z.string()), itemCount: z.int() }),
      ),
    }),
    touches: ['purchaseRequests', 'stock'],
  }),
  'stock.periods': one({
    path: '/stock/periods',
    access: ability('parts-warehouse:view'),
    summary: 'The last months of each company, and which of them are closed',
    data: z.array(period),
  }),
  'stock.holdPeriod': changePeriod('hold', 'Lets only holders of the override post into a month'),
  'stock.closePeriod': changePeriod('close', 'Closes a month that is over'),
  'stock.reopenPeriod': changePeriod('reopen', 'Opens the latest closed month again'),
};
