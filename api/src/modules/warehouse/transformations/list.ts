import { type Ctx, defineList, whereInScope } from '../../../kernel/index.ts';
import { documentExport, documentsAs } from '../../documentList.ts';
import { presentTransformations } from './present.ts';
import { TRANSFORMATION_SCOPE } from './type.ts';
import { STATUS_WORDS, TYPE_WORDS } from './words.ts';

const tm = documentsAs('tm');

const source = (ctx: Ctx) =>
  whereInScope(ctx.db.selectFrom('transformations as tm'), ctx.actor, TRANSFORMATION_SCOPE);

export const transformationList = defineList('transformations.list', {
  ...tm.listing(),
  from: source,
  select: (query) =>
    query.select([
      ...tm.columns,
      'tm.type',
      'tm.warehouseId',
      'tm.partId',
      'tm.quantity',
      'tm.laborCost',
      'tm.inputValue',
      'tm.outputValue',
      'tm.lossValue',
      'tm.completedAt',
    ]),
  map: (rows, ctx) => presentTransformations(ctx, rows),
  sorts: { createdAt: 'tm.createdAt', documentNo: 'tm.documentNo' },
  filters: { status: 'tm.status', type: 'tm.type', warehouseId: 'tm.warehouseId' },
  export: {
    fileName: 'transformations',
    columns: {
      ...documentExport({ en: 'Transformation no.', th: 'เลขที่ใบแปรสภาพ' }, STATUS_WORDS),
      type: { title: { en: 'Type', th: 'ประเภท' }, type: 'status', labels: TYPE_WORDS },
      part: { title: { en: 'Part', th: 'อะไหล่' }, type: 'text' },
      quantity: { title: { en: 'Quantity', th: 'จำนวน' }, type: 'quantity' },
      warehouse: { title: { en: 'Warehouse', th: 'คลัง' }, type: 'text' },
      inputValue: { title: { en: 'Value in', th: 'มูลค่าของที่ใช้' }, type: 'money' },
      laborCost: { title: { en: 'Labour', th: 'ค่าแรง' }, type: 'money' },
      outputValue: { title: { en: 'Value out', th: 'มูลค่าของที่ได้' }, type: 'money' },
      lossValue: { title: { en: 'Loss', th: 'ส่วนสูญเสีย' }, type: 'money' },
      completedAt: { title: { en: 'Carried out on', th: 'วันที่ดำเนินการ' }, type: 'date' },
    },
  },
});

export const transformationMaster = defineList('transformations.master', {
  ...tm.choice,
  from: source,
  select: (query) =>
    query
      .innerJoin('warehouses as w', 'w.id', 'tm.warehouseId')
      .select(['tm.id', 'tm.documentNo as code', 'w.name']),
  map: (rows) => rows,
});
