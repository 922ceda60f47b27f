import { type Ctx, today } from '../../kernel/index.ts';
import { binConstraints, binHandlers } from '../inventory/bins/bins.ts';
import { companyConstraints, companyHandlers } from '../inventory/companies/companies.ts';
import { masterDataHandlers } from '../inventory/masterData/masterData.ts';
import {
  subWarehouseConstraints,
  subWarehouseHandlers,
} from '../inventory/subWarehouses/subWarehouses.ts';
import { categoryConstraints, categoryHandlers } from '../warehouse/categories/categories.ts';
import { partConstraints, partHandlers } from '../warehouse/parts/parts.ts';
import { supplierConstraints, supplierHandlers } from '../warehouse/suppliers/suppliers.ts';
import { unitConstraints, unitHandlers } from '../warehouse/units/units.ts';

/** Every call about masters: companies, places, categories, units, parts, suppliers. */
export const mastersHandlers = {
  ...binHandlers,
  ...categoryHandlers,
  ...companyHandlers,
  ...masterDataHandlers,
  ...partHandlers,
  ...subWarehouseHandlers,
  ...supplierHandlers,
  ...unitHandlers,
};

/** Unique constraint → field of the body. */
export const mastersConstraints = {
  ...binConstraints,
  ...categoryConstraints,
  ...companyConstraints,
  ...partConstraints,
  ...subWarehouseConstraints,
  ...supplierConstraints,
  ...unitConstraints,
};

/** Stock whose lot expired since yesterday no longer counts: its parts' levels are kept anew. */
async function refreshExpired(ctx: Ctx): Promise<void> {
  await ctx.pg.query(
    `
    select refresh_stock_levels(array_agg(b.company_id), array_agg(b.item_id), $1::date)
    from lots l join stock_balances b on b.lot_id = l.id and b.item_type = 'part'
    where l.expiry_date < $1::date and b.is_physical and b.on_hand <> 0
    having count(*) > 0`,
    [today(ctx.clock)],
  );
}

export const mastersNightly: readonly ((ctx: Ctx) => Promise<void>)[] = [refreshExpired];
