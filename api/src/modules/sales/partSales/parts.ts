import { sql } from 'kysely';
import { type Ctx, defineList, type Input } from '../../../kernel/index.ts';
import { mustRef } from '../../masterData/index.ts';
import { vatAt } from '../../purchasing/index.ts';

/** Parts that are for sale. */
export const partsForSale = defineList('partSales.parts', {
  id: 'p.id',
  from: (ctx) =>
    ctx.db
      .selectFrom('materialParts as p')
      .innerJoin('units as u', 'u.id', 'p.unitId')
      // Written out, not sent beside it: only then a partial index serves the statement.
      .where(sql<boolean>`p.is_sellable`),
  offered: 'p.is_active',
  select: (query) =>
    query.select([
      'p.id',
      'p.partNo as code',
      'p.name',
      'p.nameTh',
      'p.trackingType',
      'p.standardPrice',
      'u.id as unitId',
      'u.code as unitCode',
      'u.name as unitName',
      'u.nameTh as unitNameTh',
      'u.allowFraction as unitAllowsFraction',
    ]),
  map: (rows) =>
    rows.map(({ unitId, unitCode, unitName, unitNameTh, ...row }) => ({
      ...row,
      unit: mustRef(unitId, unitCode, { name: unitName, nameTh: unitNameTh }),
    })),
  sorts: { partNo: 'p.part_no' },
  filters: {},
  search: 'p.search_text',
});

/** What the form of a sale shows before it is saved. */
export const partSaleTerms = async (ctx: Ctx, { query }: Input<'partSales.terms'>) => ({
  data: { vatRate: await vatAt(ctx, query.warehouseId) },
});
