import type { Ctx } from '../../../kernel/index.ts';
import { mustRef, refOf } from '../../masterData/index.ts';
import { stockScopeOf, warehouseInScope } from '../parts/stockScope.ts';
import { blindSpot } from './blind.ts';

/** The rules of a part in the warehouses that the person may use. */
export async function rulesOf(ctx: Ctx, partId: string) {
  const blind = await blindSpot(ctx, [partId]);
  const rows = await ctx.db
    .selectFrom('stockRules as r')
    .innerJoin('warehouses as w', 'w.id', 'r.warehouseId')
    .leftJoin('bins as n', 'n.id', 'r.binId')
    .select([
      'r.id',
      'r.version',
      'r.minStock',
      'r.reorderPoint',
      'r.maxStock',
      'r.reorderQty',
      'r.abcClass',
      'r.level',
      'w.id as warehouseId',
      'w.code',
      'w.name',
      'w.nameTh',
      'n.id as binId',
      'n.code as bin',
    ])
    .where('r.partId', '=', partId)
    .where(warehouseInScope(stockScopeOf(ctx.actor)))
    .orderBy('w.code')
    .execute();
  return rows.map(({ warehouseId, code, name, nameTh, binId, bin, ...rule }) => ({
    ...rule,
    level: blind.hasPartIn(partId, warehouseId) ? null : rule.level,
    warehouse: mustRef(warehouseId, code, { name, nameTh }),
    bin: refOf(binId, bin, { name: bin }),
  }));
}
