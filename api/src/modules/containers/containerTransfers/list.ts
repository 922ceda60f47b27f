import { STORAGE_KINDS } from '@boxyard/shared/domain';
import { type Ctx, defineList } from '../../../kernel/index.ts';
import { documentExport, loadRefs } from '../../../workflow/index.ts';
import { inOwnGroup } from './group.ts';
import { TEXTS } from './labels.ts';
import { containerTransferRows } from './present.ts';
import { containerTransfers } from './type.ts';

export const containerTransferList = defineList('containerTransfers.list', {
  ...containerTransfers.list,
  ...containerTransferRows,
  export: {
    fileName: 'container-transfers',
    columns: {
      ...documentExport(TEXTS.field.documentNo, TEXTS.status),
      fromWarehouse: { title: TEXTS.field.fromWarehouse, type: 'text' },
      toWarehouse: { title: TEXTS.field.toWarehouse, type: 'text' },
      transferDate: { title: TEXTS.field.transferDate, type: 'date' },
      expectedArrival: { title: TEXTS.field.expectedArrival, type: 'date' },
      itemCount: { title: TEXTS.field.itemCount, type: 'number' },
    },
  },
});

/**
 * Companies that containers may be sent to: those of the own group. The other end is named by code and
 * name only, and agrees itself (ADR 0023).
 */
export const transferCompanies = defineList('containerTransfers.companies', {
  from: (ctx: Ctx) =>
    ctx.db
      .selectFrom('companies as c')
      .where('c.isActive', '=', true)
      .where(inOwnGroup(ctx, 'c.id')),
  select: (query) => query.select(['c.id', 'c.code', 'c.nameEn as name', 'c.nameTh']),
  id: 'c.id',
  map: (rows) => rows,
  sorts: { code: 'c.code' },
  filters: {},
  search: 'c.search_text',
});

/** Warehouses of those companies that hold containers. */
export const transferWarehouses = defineList('containerTransfers.warehouses', {
  from: (ctx: Ctx) =>
    ctx.db
      .selectFrom('warehouses as w')
      .innerJoin('companies as c', 'c.id', 'w.companyId')
      .where('w.isActive', '=', true)
      .where('w.holds', '<>', 'parts')
      .where(inOwnGroup(ctx, 'w.companyId'))
      .where('w.kind', 'in', [...STORAGE_KINDS]),
  select: (query) => query.select(['w.id', 'w.code', 'w.name', 'w.nameTh', 'w.companyId']),
  id: 'w.id',
  map: async (rows, ctx) => {
    const refs = await loadRefs(ctx, { company: rows.map(({ companyId }) => companyId) });
    return rows.map(({ companyId, ...row }) => ({ ...row, company: refs.ref(companyId) }));
  },
  sorts: { code: 'w.code' },
  filters: { companyId: 'w.companyId' },
  search: 'w.search_text',
});
