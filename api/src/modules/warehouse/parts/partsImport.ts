import { contract } from '@boxyard/shared/contract';
import { decimal, type TRACKING_TYPES } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import {
  type Ctx,
  defineImport,
  type FieldFault,
  figureOf,
  findByText,
  firstFaultPerField,
  groupByText,
  type ImportColumn,
  type ImportRow,
  type Judged,
  normalisedText,
  validate,
  YES_NO,
} from '../../../kernel/index.ts';
import { choicesOf, judgePart, type PartBody, valuesOf } from './partBody.ts';
import { partMaster } from './partMaster.ts';

const BODY = contract['parts.create'].body as z.ZodMiniType;

/** Parts written at a time: they share one connection, whose answers need not be waited for. */
const TOGETHER = 50;

/** Words for how a part is traced, in either language. */
const TRACKING: Readonly<Record<string, (typeof TRACKING_TYPES)[number]>> = {
  none: 'none',
  ไม่ติดตาม: 'none',
  lot: 'lot',
  ล็อต: 'lot',
  serial: 'serial',
  ซีเรียล: 'serial',
};

const FIGURES = [
  'purchaseFactor',
  'warrantyMonths',
  'minStock',
  'reorderPoint',
  'maxStock',
  'reorderQty',
  'leadTimeDays',
] as const;
const SWITCHES = ['isRepairable', 'isDisassemblable', 'isSellable'] as const;
const TEXTS = ['nameTh', 'barcode', 'brand', 'model', 'spec'] as const;

/** Columns whose words name a record, and the field of the body that its id goes into. */
const NAMED = {
  category: 'categoryId',
  subCategory: 'subCategoryId',
  unit: 'unitId',
  purchaseUnit: 'purchaseUnitId',
  supplier: 'preferredSupplierId',
} as const;
const COLUMN_OF: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(NAMED).map(([column, field]) => [field, column]),
);

const COLUMNS: readonly ImportColumn[] = [
  { key: 'partNo', title: { en: 'Part no.', th: 'รหัสอะไหล่' }, required: true },
  { key: 'name', title: { en: 'Name', th: 'ชื่อ' }, required: true },
  { key: 'nameTh', title: { en: 'Name (Thai)', th: 'ชื่อไทย' } },
  { key: 'category', title: { en: 'Category', th: 'หมวด' }, required: true },
  { key: 'subCategory', title: { en: 'Sub-category', th: 'หมวดย่อย' } },
  { key: 'unit', title: { en: 'Unit', th: 'หน่วย' }, required: true },
  { key: 'trackingType', title: { en: 'Tracking', th: 'การติดตาม' } },
  { key: 'barcode', title: { en: 'Barcode', th: 'บาร์โค้ด' } },
  { key: 'brand', title: { en: 'Brand', th: 'ยี่ห้อ' } },
  { key: 'model', title: { en: 'Model', th: 'รุ่น' } },
  { key: 'spec', title: { en: 'Specification', th: 'คุณสมบัติ' } },
  { key: 'purchaseUnit', title: { en: 'Purchase unit', th: 'หน่วยซื้อ' } },
  { key: 'purchaseFactor', title: { en: 'Units in it', th: 'จำนวนต่อหน่วยซื้อ' } },
  { key: 'standardPrice', title: { en: 'Standard price', th: 'ราคามาตรฐาน' } },
  { key: 'warrantyMonths', title: { en: 'Warranty (months)', th: 'ประกัน (เดือน)' } },
  { key: 'minStock', title: { en: 'Minimum', th: 'ขั้นต่ำ' } },
  { key: 'reorderPoint', title: { en: 'Reorder point', th: 'จุดสั่งซื้อ' } },
  { key: 'maxStock', title: { en: 'Maximum', th: 'สูงสุด' } },
  { key: 'reorderQty', title: { en: 'Reorder quantity', th: 'จำนวนสั่งซื้อ' } },
  { key: 'supplier', title: { en: 'Supplier', th: 'ผู้จำหน่าย' } },
  { key: 'leadTimeDays', title: { en: 'Lead time (days)', th: 'ระยะเวลาส่ง (วัน)' } },
  { key: 'isRepairable', title: { en: 'Repairable', th: 'ซ่อมได้' } },
  { key: 'isDisassemblable', title: { en: 'Can be taken apart', th: 'แยกชิ้นส่วนได้' } },
  { key: 'isSellable', title: { en: 'For sale', th: 'ขายได้' } },
];

/** New parts from a spreadsheet, each as if it was typed into the form (domain-warehouse 1.4). */
export const partsImport = defineImport<PartBody>({
  resource: 'parts',
  page: 'parts-warehouse',
  columns: COLUMNS,

  async judge(ctx, rows) {
    const names = await namesFor(ctx, rows);
    const drafts = rows.map((row) => draftOf(names, row));
    const choices = await choicesOf(
      ctx,
      drafts.map(({ body }) => body as Partial<PartBody>),
    );
    const seen = { partNo: new Map<string, number>(), barcode: new Map<string, number>() };
    return drafts.map((draft, index): Judged<PartBody> => {
      const { value, faults: bodyFaults } = validate(BODY, draft.body);
      const body = value as PartBody | undefined;
      const faults = [
        ...draft.faults,
        ...bodyFaults.map(inColumn),
        ...(body && bodyFaults.length === 0 ? judgePart(choices, body).map(inColumn) : []),
      ];
      const number = rows[index]?.number ?? 0;
      // A part without a barcode of its own is scanned by its number.
      const partNo = String(draft.body.partNo).trim().toUpperCase();
      const keys = { partNo, barcode: String(draft.body.barcode ?? partNo) };
      for (const field of ['partNo', 'barcode'] as const) {
        const earlier = seen[field].get(keys[field]);
        if (earlier === undefined) seen[field].set(keys[field], number);
        else if (keys[field] !== '') {
          faults.push({ field, code: 'REPEATED_IN_ROW', params: { row: earlier } });
        }
        if (names.taken[field].has(keys[field])) faults.push({ field, code: 'DUPLICATE' });
      }
      // Of a part that is there already one word is enough.
      const said = firstFaultPerField(faults).filter(
        ({ field, code }, _at, all) =>
          field !== 'barcode' ||
          draft.body.barcode != null ||
          !all.some((one) => one.field === 'partNo' && one.code === code),
      );
      return said.length > 0 || !body ? { faults: said } : { value: body };
    });
  },

  async write(ctx, bodies) {
    for (let from = 0; from < bodies.length; from += TOGETHER) {
      await Promise.all(
        bodies
          .slice(from, from + TOGETHER)
          .map((body) => partMaster.insert(ctx, { values: valuesOf(body) })),
      );
    }
  },
});

function inColumn({ field, code, params }: FieldFault): FieldFault {
  const faulty = { field: COLUMN_OF[field] ?? field, code, ...(params ? { params } : {}) };
  // An id that is missing is a word that is: nobody types ids.
  return code === 'ID' ? { ...faulty, code: 'REQUIRED' } : faulty;
}

type Names = Awaited<ReturnType<typeof namesFor>>;

/** `1,250.5` → 1250.5; what is no number stays one to be refused. */
const numberOf = (cell: string): number => {
  const text = figureOf(cell);
  return decimal.isDecimal(text) ? Number(text) : Number.NaN;
};

/** Prices have four places, however many were typed. */
const priceOf = (cell: string): string => {
  const found = /^(\d+)(?:\.(\d{1,4}))?$/.exec(figureOf(cell));
  return found ? `${found[1]}.${(found[2] ?? '').padEnd(4, '0')}` : cell;
};

/** The body of a new part from the words of a row. */
function draftOf(names: Names, { cells }: ImportRow) {
  const faults: FieldFault[] = [];
  const cell = (key: string): string => cells[key] ?? '';
  const isGiven = (key: string) => cell(key) !== '';
  const named = (column: keyof typeof NAMED): string | null => {
    if (!isGiven(column)) return null;
    const { row, faults: found } = findByText(names[column], { field: column, word: cell(column) });
    faults.push(...found);
    return row?.id ?? null;
  };
  const word = <T>(field: string, words: Readonly<Record<string, T>>, otherwise: T): T => {
    if (!isGiven(field)) return otherwise;
    const found = words[normalisedText(cell(field))];
    if (found !== undefined) return found;
    faults.push({ field, code: 'UNKNOWN_VALUE', params: { value: cell(field) } });
    return otherwise;
  };
  const categoryId = named('category');
  // Two main categories may have sub-categories of one name.
  const subs = names.subCategory.get(normalisedText(cell('subCategory'))) ?? [];
  const ofMain = subs.filter(({ parentId }) => parentId === categoryId);
  const subCategoryId = ofMain.length === 1 ? (ofMain[0]?.id ?? null) : named('subCategory');
  const body = {
    partNo: cell('partNo'),
    name: cell('name'),
    categoryId,
    subCategoryId,
    unitId: named('unit'),
    purchaseUnitId: named('purchaseUnit'),
    preferredSupplierId: named('supplier'),
    trackingType: word('trackingType', TRACKING, 'none' as const),
    warrantyMonths: 0,
    standardPrice: isGiven('standardPrice') ? priceOf(cell('standardPrice')) : null,
    barcode: null as string | null,
    ...Object.fromEntries(TEXTS.filter(isGiven).map((key) => [key, cell(key)])),
    ...Object.fromEntries(FIGURES.filter(isGiven).map((key) => [key, numberOf(cell(key))])),
    ...Object.fromEntries(SWITCHES.map((key) => [key, word(key, YES_NO, false)])),
  };
  return { body, faults };
}

/** Everything that the file's words may mean, and the numbers that are taken. */
async function namesFor(ctx: Ctx, rows: readonly ImportRow[]) {
  const codes = rows.flatMap(({ cells }) => [
    (cells.partNo ?? '').trim().toUpperCase(),
    cells.barcode ?? '',
  ]);
  const taken = await ctx.db
    .selectFrom('materialParts')
    .select(['partNo', 'barcode'])
    .where((on) =>
      on.or([
        on('partNo', '=', sql<string>`any(${codes}::text[])`),
        on('barcode', '=', sql<string>`any(${codes}::text[])`),
      ]),
    )
    .execute();
  const categories = await ctx.db
    .selectFrom('categories')
    .select(['id', 'code', 'name', 'nameTh', 'parentId'])
    .where('isActive', '=', true)
    .execute();
  const units = await ctx.db
    .selectFrom('units')
    .select(['id', 'code', 'name', 'nameTh'])
    .where('isActive', '=', true)
    .execute();
  const words = rows.map(({ cells }) => normalisedText(cells.supplier ?? ''));
  const suppliers = await ctx.db
    .selectFrom('suppliers')
    .select(['id', 'code', 'name', 'nameTh'])
    .where('isActive', '=', true)
    .where(
      sql<boolean>`array[lower(code), lower(name), lower(coalesce(name_th, ''))] && ${words}::text[]`,
    )
    .execute();
  const wordsOf = (one: { code: string; name: string; nameTh: string | null }) => [
    one.code,
    one.name,
    one.nameTh,
  ];
  const unitNames = groupByText(units, wordsOf);
  return {
    taken: {
      partNo: new Set(taken.map(({ partNo }) => partNo)),
      barcode: new Set(taken.map(({ barcode }) => barcode)),
    },
    category: groupByText(
      categories.filter(({ parentId }) => parentId === null),
      wordsOf,
    ),
    subCategory: groupByText(
      categories.filter(({ parentId }) => parentId !== null),
      wordsOf,
    ),
    unit: unitNames,
    purchaseUnit: unitNames,
    supplier: groupByText(suppliers, wordsOf),
  };
}
