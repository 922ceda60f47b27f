import { defineList, whereInScope } from '../../../kernel/index.ts';
import { COMMON_WORDS, documentExport } from '../../../workflow/index.ts';
import { products } from '../products/type.ts';
import { TEXTS } from './labels.ts';
import { containersOf, presentInspections } from './present.ts';
import { inspections, reading } from './type.ts';

export const inspectionList = defineList('inspections.list', {
  ...inspections.list,
  select: (query) =>
    query.select([
      ...inspections.columns,
      'fu.type',
      'fu.productId',
      'fu.dueOn',
      'fu.assigneeId',
      'fu.isLate',
      'fu.result',
      'fu.failedCount',
      'fu.completedAt',
    ]),
  map: (rows, ctx) => presentInspections(ctx, rows),
  dates: { column: 'fu.dueOn', kind: 'date' },
  filters: {
    ...inspections.list.filters,
    late: 'fu.isLate',
  },
  export: {
    fileName: 'container-inspections',
    columns: {
      ...documentExport(TEXTS.field.documentNo, TEXTS.status),
      type: { title: TEXTS.field.type, type: 'status', labels: TEXTS.choice.type },
      product: {
        title: TEXTS.field.product,
        type: 'text',
        value: (row) => row.product.serialNumber,
      },
      productModel: { title: TEXTS.field.productModel, type: 'text' },
      dueOn: { title: TEXTS.field.dueOn, type: 'date' },
      assignee: { title: TEXTS.field.assignee, type: 'text' },
      isLate: { title: TEXTS.field.late, type: 'text' },
      result: { title: TEXTS.field.result, type: 'status', labels: TEXTS.choice.result },
      failedCount: { title: TEXTS.field.failedCount, type: 'number' },
      completedAt: { title: TEXTS.field.completedAt, type: 'datetime' },
    },
  },
});

/** What failed and nobody has found sound since, of inspections that this person may see. */
export const failureList = defineList('inspections.failures', {
  id: 'i.id',
  from: (ctx) =>
    whereInScope(
      ctx.db
        .selectFrom('inspectionItems as i')
        .innerJoin('inspections as fu', 'fu.id', 'i.documentId')
        .where('i.openSince', 'is not', null),
      ctx.actor,
      inspections.scope,
    ),
  select: (query) =>
    query.select([
      'i.id',
      'i.name',
      'i.nameTh',
      'i.unit',
      'i.measured',
      'i.note',
      'i.openSince',
      'fu.id as inspectionId',
      'fu.documentNo',
      'fu.productId',
    ]),
  map: async (rows, ctx) => {
    const containers = await containersOf(
      ctx,
      rows.map(({ productId }) => productId),
    );
    return rows.map(({ inspectionId, documentNo, productId, measured, openSince, ...row }) => {
      const { product, productModel } = containers(productId);
      if (openSince === null) throw new Error(`item ${row.id} is not open`);
      return {
        ...row,
        product,
        productModel,
        measured: reading(measured),
        openSince,
        inspection: { id: inspectionId, documentNo },
      };
    });
  },
  sorts: { openSince: 'i.openSince' },
  filters: { productId: 'fu.productId' },
  search: 'fu.searchText',
  export: {
    fileName: 'failed-items',
    columns: {
      product: {
        title: TEXTS.field.product,
        type: 'text',
        value: (row) => row.product.serialNumber,
      },
      productModel: { title: TEXTS.field.productModel, type: 'text' },
      name: { title: TEXTS.line.name, type: 'text' },
      note: { title: COMMON_WORDS.field.note, type: 'text' },
      measured: { title: TEXTS.line.measured, type: 'text' },
      openSince: { title: { en: 'Open since', th: 'ค้างตั้งแต่' }, type: 'datetime' },
      inspection: {
        title: { en: 'Inspection', th: 'ใบตรวจตู้' },
        type: 'text',
        value: (row) => row.inspection.documentNo,
      },
    },
  },
});

/** Containers to look at: every one that this person may see. */
export const inspectedProducts = defineList('inspections.products', {
  id: 'pd.id',
  from: (ctx) => whereInScope(ctx.db.selectFrom('products as pd'), ctx.actor, products.scope),
  select: (query) => query.select(['pd.id', 'pd.serialNumber as code', 'pd.name']),
  map: (rows) => rows,
  sorts: { serialNumber: 'pd.serialNumber' },
  filters: {},
  search: 'pd.searchText',
});
