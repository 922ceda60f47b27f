import { sql } from 'kysely';
import { defineList } from '../../../kernel/index.ts';
import { documentExport, namesPart } from '../../../workflow/index.ts';
import { mustRef } from '../../masterData/index.ts';
import { TEXTS } from './labels.ts';
import { presentAudits } from './present.ts';
import { audits } from './type.ts';

export const auditList = defineList('audits.list', {
  ...audits.list,
  select: (query) =>
    query.select([
      ...audits.columns,
      'au.warehouseId',
      'au.type',
      'au.isBlind',
      'au.freeze',
      'au.itemCount',
      'au.openCount',
      'au.startedAt',
      'au.varianceValue',
      'au.round',
      'au.counterIds',
    ]),
  map: (rows, ctx) => presentAudits(ctx, rows),
  filters: {
    ...audits.list.filters,
    partId: namesPart({ document: 'au.id', lines: 'audit_items', of: 'audit_id' }),
  },
  export: {
    fileName: 'stock-audits',
    columns: {
      ...documentExport(TEXTS.field.documentNo, TEXTS.status),
      warehouse: { title: TEXTS.field.warehouse, type: 'text' },
      type: { title: TEXTS.field.type, type: 'status', labels: TEXTS.choice.type },
      isBlind: { title: TEXTS.field.isBlind, type: 'text' },
      freeze: { title: TEXTS.field.freeze, type: 'status', labels: TEXTS.choice.freeze },
      itemCount: { title: TEXTS.field.itemCount, type: 'number' },
      openCount: { title: TEXTS.field.openCount, type: 'number' },
      startedAt: { title: TEXTS.field.startedAt, type: 'datetime' },
      varianceValue: { title: TEXTS.field.varianceValue, type: 'money' },
      approvedBy: { title: TEXTS.field.approvedBy, type: 'text' },
    },
  },
});

/** Parts that may be counted: what a scan or a search finds, and nothing of what the books say. */
export const auditMaterials = defineList('audits.materials', {
  id: 'p.id',
  from: (ctx) => ctx.db.selectFrom('materialParts as p'),
  offered: 'p.is_active',
  select: (query) =>
    query
      .innerJoin('units as u', 'u.id', 'p.unitId')
      .select([
        'p.id',
        'p.partNo as code',
        'p.name',
        'p.nameTh',
        'p.trackingType',
        'p.barcode',
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
  filters: {
    categoryId: (query, ids) =>
      query.where(
        sql<boolean>`case when p.category_id = any(${ids}::uuid[]) then true
          else p.sub_category_id = any(${ids}::uuid[]) end`,
      ),
  },
  search: 'p.search_text',
});
