import * as z from 'zod/mini';
import * as field from '../../domain/values/fields.ts';
import { ref } from '../common.ts';
import { ability, list } from '../endpoint.ts';
import { moveRow } from '../moves.ts';
import { MOVE_TYPES } from './warehouse.ts';

/** The ledger over all parts, and what lay where at the end of a day (domain-warehouse 3, 4.1). */

const ledgerRow = z.extend(moveRow, { part: ref(), unit: ref() });
export type LedgerRow = z.infer<typeof ledgerRow>;

const balanceRow = z.object({
  /** Of the part. */
  id: field.id(),
  part: ref(),
  category: ref(),
  unit: ref(),
  /** null: being counted by this person. */
  quantity: z.nullable(z.number()),
  warehouses: z.array(z.object({ warehouse: ref(), quantity: z.nullable(z.number()) })),
  /** null without `parts-warehouse:view-cost`. */
  averageCost: z.nullable(z.string()),
  value: z.nullable(z.string()),
});
export type BalanceRow = z.infer<typeof balanceRow>;

export const ledgerArea = {
  'stock.ledger': list({
    path: '/stock/ledger',
    access: ability('parts-warehouse:view'),
    summary: 'Moves of all parts',
    list: {
      filters: {
        docType: { kind: 'enum', values: MOVE_TYPES },
        warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
        partId: { kind: 'id', lookup: 'parts.master' },
      },
      sorts: ['postedAt'],
      defaultSort: '-postedAt',
      dateField: 'effectiveDate',
      exportColumns: [
        'postedAt',
        'effectiveDate',
        'part',
        'document',
        'action',
        'from',
        'to',
        'trace',
        'qtyIn',
        'qtyOut',
        'unit',
        'unitCost',
        'value',
        'by',
      ],
    },
    row: ledgerRow,
  }),
  'stock.balances': list({
    path: '/stock/balances',
    access: ability('parts-warehouse:view'),
    summary: 'What is owned of each part and what it is worth, now or at the end of a day',
    list: {
      filters: {
        warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
        categoryId: { kind: 'id', lookup: 'categories.master' },
        binId: { kind: 'id', lookup: 'masterData.bins' },
        /** The day, `YYYY-MM-DD`. */
        asOf: { kind: 'text', max: 10 },
      },
      sorts: ['partNo'],
      defaultSort: 'partNo',
      exportColumns: ['part', 'category', 'quantity', 'unit', 'warehouses', 'averageCost', 'value'],
    },
    row: balanceRow,
    summaryOf: z.object({ parts: z.int(), totalValue: z.nullable(z.string()) }),
  }),
};
