import * as z from 'zod/mini';
import { statusesOf } from '../../domain/machine/machine.ts';
import { goodsImportMachine } from '../../domain/purchasing/machines.ts';
import { IMPORT_SOURCES } from '../../domain/stock/importSources.ts';
import {
  CONDITIONS,
  MAX_PART_IMAGES,
  PART_CONDITIONS,
  TRACKING_TYPES,
} from '../../domain/stock/locations.ts';
import * as field from '../../domain/values/fields.ts';
import {
  active,
  assigned,
  documentDetail,
  documentFields,
  documentRef,
  linesOf,
  nothing,
  recordFields,
  ref,
  userRef,
  withReason,
} from '../common.ts';
import { documentCalls, PART_OF_LINES } from '../documentCalls.ts';
import { ability, file, formsOf, list, lookup, mutation, one } from '../endpoint.ts';
import { newSerials, serials } from '../lines.ts';
import { moveRow } from '../moves.ts';
import { partChoice, STOCK_IN } from '../partLines.ts';
import { pictureWithThumbnail } from '../pictures.ts';
import { addressOut, addressSchema } from './inventory.ts';
import { stockRule } from './stock.ts';

/** Parts warehouse: masters, suppliers, goods import, tracking (domain-warehouse 1–3). */

/** A choice in a look-up: what a label needs and what the chooser fills in. */
const choice = z.object({
  id: field.id(),
  code: z.nullable(z.string()),
  name: z.string(),
  nameTh: z.nullable(z.string()),
});

const category = z.object({
  ...recordFields,
  code: z.string(),
  name: z.string(),
  nameTh: z.nullable(z.string()),
  /** null: a main category; set: a sub-category. Depth is exactly two. */
  parent: z.nullable(ref()),
  defaultUnit: z.nullable(ref()),
  defaultWarrantyMonths: z.nullable(z.int()),
  sortOrder: z.int(),
  partCount: z.int(),
  /** THB; null: without `parts-warehouse:view-cost`, or while the caller counts blind. */
  onHandValue: z.nullable(z.string()),
  childCount: z.int(),
  isActive: z.boolean(),
});
const categoryBody = {
  code: field.code(20),
  name: field.requiredText(120),
  nameTh: field.nullish(field.text(120)),
  parentId: field.nullish(field.id()),
  defaultUnitId: field.nullish(field.id()),
  defaultWarrantyMonths: field.nullish(field.integer(0, 120)),
  sortOrder: field.optional(field.integer(0, 9999)),
};

const unit = z.object({
  ...recordFields,
  code: z.string(),
  name: z.string(),
  nameTh: z.nullable(z.string()),
  allowFraction: z.boolean(),
  baseUnit: z.nullable(ref()),
  factor: z.number(),
  isActive: z.boolean(),
});
const unitBody = {
  code: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9.]{1,10}$/, { error: 'CODE' })),
  name: field.requiredText(60),
  nameTh: field.nullish(field.text(60)),
  allowFraction: field.flag(),
  baseUnitId: field.nullish(field.id()),
  factor: field.optional(field.positiveQuantity()),
};

/** Where a part's stock stands (domain-warehouse 1.4, 3.1); null: being counted by this person (I24). */
export const stockBlock = z.object({
  onHand: z.nullable(z.number()),
  reserved: z.nullable(z.number()),
  available: z.nullable(z.number()),
  inTransit: z.nullable(z.number()),
  quarantine: z.nullable(z.number()),
  inRepair: z.nullable(z.number()),
  atSupplier: z.nullable(z.number()),
  onOrder: z.number(),
  projected: z.nullable(z.number()),
});
export const STOCK_LEVELS = ['ok', 'low', 'out', 'over'] as const;

const partRow = z.object({
  ...recordFields,
  partNo: z.string(),
  name: z.string(),
  nameTh: z.nullable(z.string()),
  category: ref(),
  subCategory: z.nullable(ref()),
  unit: ref(),
  brand: z.nullable(z.string()),
  model: z.nullable(z.string()),
  trackingType: z.enum(TRACKING_TYPES),
  barcode: z.nullable(z.string()),
  standardPrice: z.nullable(z.string()),
  /** null without `parts-warehouse:view-cost`. */
  averageCost: z.nullable(z.string()),
  lastPurchasePrice: z.nullable(z.string()),
  stockValue: z.nullable(z.string()),
  reorderPoint: z.nullable(z.number()),
  minStock: z.nullable(z.number()),
  maxStock: z.nullable(z.number()),
  stock: stockBlock,
  /** null: being counted. */
  stockLevel: z.nullable(z.enum(STOCK_LEVELS)),
  /** Codes of the companies where it stands so; absent where that is true of everything shown. */
  levelCompanies: z.optional(z.array(z.string())),
  /** The first picture, small, as a data URL. */
  cover: z.nullable(z.string()),
  isActive: z.boolean(),
});
const partDetail = z.extend(partRow, {
  /** In their order; the first is the cover. */
  images: z.array(z.object({ id: field.id(), thumbnail: z.string() })),
  defaultCondition: z.enum(PART_CONDITIONS),
  spec: z.nullable(z.string()),
  /** Models of containers that it is for. */
  productModels: z.array(ref()),
  purchaseUnit: z.nullable(ref()),
  purchaseFactor: z.number(),
  unitAllowsFraction: z.boolean(),
  warrantyMonths: z.int(),
  reorderQty: z.nullable(z.number()),
  leadTimeDays: z.nullable(z.int()),
  preferredSupplier: z.nullable(ref()),
  isRepairable: z.boolean(),
  isDisassemblable: z.boolean(),
  isSellable: z.boolean(),
  /** The unit and the tracking type are locked after the first move. */
  hasMoves: z.boolean(),
  balances: z.array(
    z.object({
      warehouse: ref(),
      bin: ref(),
      condition: z.enum(CONDITIONS),
      lotNo: z.nullable(z.string()),
      onHand: z.nullable(z.number()),
      reserved: z.nullable(z.number()),
    }),
  ),
  /** Of the warehouses that the person may use. */
  stockRules: z.array(stockRule),
});
export type PartDetail = z.infer<typeof partDetail>;
const partBody = {
  partNo: field.code(40),
  name: field.requiredText(200),
  nameTh: field.nullish(field.text(200)),
  categoryId: field.id(),
  subCategoryId: field.nullish(field.id()),
  brand: field.nullish(field.text(80)),
  model: field.nullish(field.text(80)),
  spec: field.nullish(field.longText(2000)),
  /** Absent: they stay as they are. */
  productModelIds: field.optional(
    z.array(field.id()).check(z.maxLength(100, { error: 'TOO_MANY' })),
  ),
  unitId: field.id(),
  purchaseUnitId: field.nullish(field.id()),
  purchaseFactor: field.optional(field.positiveQuantity()),
  trackingType: z.enum(TRACKING_TYPES, { error: 'ONE_OF' }),
  defaultCondition: field.optional(z.enum(PART_CONDITIONS, { error: 'ONE_OF' })),
  barcode: field.nullish(field.text(64)),
  standardPrice: field.nullish(field.price()),
  warrantyMonths: field.integer(0, 120),
  minStock: field.nullish(field.quantity()),
  maxStock: field.nullish(field.quantity()),
  reorderPoint: field.nullish(field.quantity()),
  reorderQty: field.nullish(field.quantity()),
  leadTimeDays: field.nullish(field.integer(0, 730)),
  preferredSupplierId: field.nullish(field.id()),
  isRepairable: field.flag(),
  isDisassemblable: field.flag(),
  isSellable: field.flag(),
};

export const WHT_TYPES = ['none', 'service3', 'transport1', 'rent5', 'ads2', 'custom'] as const;
const contact = z.object({
  name: field.requiredText(120),
  phone: field.nullish(field.phone()),
  email: field.nullish(field.email()),
  line: field.nullish(field.text(60)),
  isPrimary: field.flag(),
});
const bankAccount = z.object({
  bank: field.requiredText(80),
  accountNo: z.string().check(z.trim(), z.regex(/^[\d-]{6,20}$/, { error: 'ACCOUNT_NO' })),
  accountName: field.requiredText(120),
});

const supplierRow = z.object({
  ...recordFields,
  code: z.string(),
  name: z.string(),
  nameTh: z.nullable(z.string()),
  taxId: z.string(),
  branchCode: z.string(),
  isVatRegistered: z.boolean(),
  creditDays: z.int(),
  creditLimit: z.nullable(z.string()),
  creditUsed: z.string(),
  province: z.nullable(z.string()),
  primaryContact: z.nullable(
    z.object({ name: z.string(), phone: z.nullable(z.string()), email: z.nullable(z.string()) }),
  ),
  openOrders: z.int(),
  isActive: z.boolean(),
  isBlocked: z.boolean(),
  blockedReason: z.nullable(z.string()),
});
const supplierDetail = z.extend(supplierRow, {
  address: addressOut,
  contacts: z.array(
    z.object({
      name: z.string(),
      phone: z.nullable(z.string()),
      email: z.nullable(z.string()),
      line: z.nullable(z.string()),
      isPrimary: z.boolean(),
    }),
  ),
  bankAccounts: z.array(
    z.object({ bank: z.string(), accountNo: z.string(), accountName: z.string() }),
  ),
  categories: z.array(ref()),
  whtType: z.enum(WHT_TYPES),
  whtRate: z.string(),
  remark: z.nullable(z.string()),
  rating: z.object({
    onTimePct: z.nullable(z.number()),
    defectPct: z.nullable(z.number()),
    avgLeadDays: z.nullable(z.number()),
  }),
});
const supplierBody = {
  name: field.requiredText(200),
  nameTh: field.nullish(field.text(200)),
  taxId: field.taxId(),
  branchCode: field.branchCode(),
  isVatRegistered: field.flag(),
  address: addressSchema,
  contacts: z.array(contact).check(z.maxLength(20, { error: 'TOO_MANY' })),
  creditDays: field.integer(0, 365),
  creditLimit: field.nullish(field.money()),
  whtType: z.enum(WHT_TYPES, { error: 'ONE_OF' }),
  whtRate: field.optional(field.percent()),
  bankAccounts: z.array(bankAccount).check(z.maxLength(10, { error: 'TOO_MANY' })),
  categoryIds: z.array(field.id()).check(z.maxLength(50, { error: 'TOO_MANY' })),
  remark: field.nullish(field.longText(1000)),
};

/** Goods import (domain-warehouse 1.12, 2.6). */
const importItem = z.object({
  id: field.id(),
  lineNo: z.int(),
  part: ref(),
  unit: ref(),
  trackingType: z.enum(TRACKING_TYPES),
  unitAllowsFraction: z.boolean(),
  expectedQty: z.number(),
  receivedQty: z.nullable(z.number()),
  damagedQty: z.nullable(z.number()),
  missingQty: z.nullable(z.number()),
  /** Put away by earlier partial approvals. */
  postedQty: z.number(),
  /** Settled by an earlier approval, even where all of it was missing. */
  isPosted: z.boolean(),
  bin: z.nullable(ref()),
  /** Of the part's rule in the warehouse, while no other bin was chosen (1.4). */
  proposedBin: z.nullable(ref()),
  lots: z.array(
    z.object({ lotNo: z.string(), expiryDate: z.nullable(field.date()), quantity: z.number() }),
  ),
  serials: z.array(z.string()),
  damagedSerials: z.array(z.string()),
  missingSerials: z.array(z.string()),
  condition: z.enum(CONDITIONS),
  /** null without `parts-warehouse:view-cost`. */
  unitCost: z.nullable(z.string()),
  discrepancyReason: z.nullable(z.string()),
});
const importRow = z.object({
  ...documentFields,
  sourceType: z.enum(IMPORT_SOURCES),
  source: z.nullable(documentRef()),
  warehouse: ref(),
  itemCount: z.int(),
  expectedQty: z.number(),
  countedBy: z.nullable(userRef()),
});
const importDetail = z.extend(importRow, {
  ...documentDetail,
  ...assigned,
  items: z.array(importItem),
  counted: z.boolean(),
  hasPutAway: z.boolean(),
  /** This person sent the goods on their way, and may not receive them. */
  isSentByMe: z.boolean(),
  /** This person received the goods at the dock: somebody else counts them. */
  isReceivedByMe: z.boolean(),
  /** What a claim of the damaged ones begins with; null: none lie there, or not for this person. */
  claimable: z.nullable(
    z.object({
      supplierId: field.id(),
      items: z.array(
        z.object({
          partId: field.id(),
          binId: field.id(),
          condition: z.enum(CONDITIONS),
          lotNo: z.nullable(z.string()),
          serialNo: z.nullable(z.string()),
          quantity: z.number(),
          defect: z.string(),
        }),
      ),
    }),
  ),
});

/** Kinds of documents that move stock; `reversal` is what any of them took back. */
export const MOVE_TYPES = [
  'receipt',
  'goodsImport',
  'reversal',
  'dispatch',
  'transfer',
  'transform',
  'claim',
  'repair',
  'destroy',
  'audit',
  'partSale',
] as const;

const imports = documentCalls('/material-receives', {
  family: 'goodsImports',
  page: 'import-warehouse',
  detail: importDetail,
});

/** What is already there under the same number or name, and by which field it was found. */
const existing = z.object({
  exists: z.boolean(),
  matches: z.array(
    z.object({
      id: field.id(),
      code: z.nullable(z.string()),
      name: z.string(),
      field: z.string(),
    }),
  ),
});

export const warehouseArea = {
  'categories.list': list({
    path: '/categories',
    access: ability('categories:view'),
    summary: 'Categories, main and sub',
    list: {
      filters: {
        parentId: { kind: 'id', lookup: 'categories.master' },
        level: { kind: 'enum', values: ['main', 'sub'] },
        isActive: { kind: 'flag' },
      },
      sorts: ['sortOrder', 'code', 'name'],
      defaultSort: 'sortOrder',
      exportColumns: ['code', 'name', 'nameTh', 'parent', 'partCount', 'onHandValue', 'isActive'],
    },
    row: category,
  }),
  'categories.master': list({
    path: '/categories/master',
    access: lookup(...formsOf('categories', 'parts-warehouse', 'suppliers'), 'audit:create'),
    summary: 'Choice of a main or sub category',
    list: {
      filters: {
        level: { kind: 'enum', values: ['main', 'sub'] },
        mainId: { kind: 'id' },
        code: { kind: 'text', max: 20 },
        name: { kind: 'text', max: 120 },
      },
      sorts: ['code'],
      defaultSort: 'code',
      maxLimit: 1000,
    },
    row: z.extend(choice, {
      parentId: z.nullable(field.id()),
      defaultUnitId: z.nullable(field.id()),
      defaultWarrantyMonths: z.nullable(z.int()),
    }),
  }),
  'categories.get': one({
    path: '/categories/:id',
    access: ability('categories:view'),
    summary: 'A category',
    data: category,
  }),
  'categories.create': mutation({
    method: 'POST',
    path: '/categories',
    access: ability('categories:create'),
    summary: 'Adds a category',
    status: 201,
    body: z.object(categoryBody),
    data: category,
    touches: ['categories'],
  }),
  'categories.update': mutation({
    method: 'PATCH',
    path: '/categories/:id',
    access: ability('categories:update'),
    summary: 'Changes a category',
    body: z.object({ version: field.version(), ...categoryBody, ...active }),
    data: category,
    touches: ['categories'],
  }),
  'categories.delete': mutation({
    method: 'DELETE',
    path: '/categories/:id',
    access: ability('categories:delete'),
    summary: 'Deletes a category never used',
    data: nothing(),
    touches: ['categories'],
  }),

  'units.list': list({
    path: '/units',
    access: ability('categories:view'),
    summary: 'Units of measure',
    list: {
      filters: { isActive: { kind: 'flag' } },
      sorts: ['code', 'name'],
      defaultSort: 'code',
      exportColumns: ['code', 'name', 'nameTh', 'allowFraction', 'baseUnit', 'factor', 'isActive'],
    },
    row: unit,
  }),
  'units.create': mutation({
    method: 'POST',
    path: '/units',
    access: ability('categories:create'),
    summary: 'Adds a unit',
    status: 201,
    body: z.object(unitBody),
    data: unit,
    touches: ['units'],
  }),
  'units.update': mutation({
    method: 'PATCH',
    path: '/units/:id',
    access: ability('categories:update'),
    summary: 'Changes a unit',
    body: z.object({ version: field.version(), ...unitBody, ...active }),
    data: unit,
    touches: ['units'],
  }),
  'units.delete': mutation({
    method: 'DELETE',
    path: '/units/:id',
    access: ability('categories:delete'),
    summary: 'Deletes a unit never used',
    data: nothing(),
    touches: ['units'],
  }),
  'units.master': list({
    path: '/units/master',
    access: lookup(
      ...formsOf('categories', 'parts-warehouse', 'purchase-requests', 'purchase-orders'),
      'suppliers:open-bidding',
    ),
    summary: 'Choice of a unit',
    list: { filters: {}, sorts: ['code'], defaultSort: 'code', maxLimit: 1000 },
    row: z.extend(choice, { allowFraction: z.boolean() }),
  }),

  'parts.list': list({
    isSearched: true,
    path: '/material_parts',
    access: ability('parts-warehouse:view'),
    summary: 'Parts with their stock',
    list: {
      filters: {
        stock: { kind: 'enum', values: STOCK_LEVELS },
        categoryId: { kind: 'id', lookup: 'categories.master' },
        trackingType: { kind: 'enum', values: TRACKING_TYPES },
        warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
        /** Of which something lies there so. */
        binId: { kind: 'id', lookup: 'masterData.bins' },
        condition: { kind: 'enum', values: CONDITIONS },
        /** With serial numbers in stock. */
        hasSerial: { kind: 'flag' },
        /** For which model of container it is. */
        productModelId: { kind: 'id', lookup: 'productModels.all' },
        isActive: { kind: 'flag' },
      },
      sorts: ['partNo', 'name', 'createdAt'],
      defaultSort: 'partNo',
      exportColumns: [
        'partNo',
        'name',
        'nameTh',
        'category',
        'subCategory',
        'unit',
        'brand',
        'model',
        'onHand',
        'reserved',
        'available',
        'onOrder',
        'reorderPoint',
        'standardPrice',
        'averageCost',
        'stockValue',
        'isActive',
      ],
    },
    row: partRow,
    summaryOf: z.object({ parts: z.int(), totalValue: z.nullable(z.string()) }),
  }),
  'parts.count': one({
    path: '/material_parts/count',
    access: ability('parts-warehouse:view'),
    summary: 'How many parts, low, out, in quarantine',
    data: z.object({
      total: z.int(),
      low: z.int(),
      out: z.int(),
      over: z.int(),
      quarantine: z.int(),
    }),
  }),
  'parts.reorder': one({
    path: '/material_parts/reorder',
    access: ability('parts-warehouse:view'),
    summary: 'How many parts are out of stock and how many are low, and the first of them',
    data: z.object({ out: z.int(), low: z.int(), parts: z.array(partRow) }),
  }),
  'parts.master': list({
    path: '/material_parts/master',
    access: lookup(
      ...formsOf('purchase-requests', 'purchase-orders', 'parts-requisition', 'parts-transfer'),
      ...formsOf('destruction', 'claim', 'repair', 'transformation', 'import-warehouse'),
      ...formsOf('parts-warehouse'),
      'repair:approve',
      'repair:complete',
      'suppliers:open-bidding',
      'container-warehouse:create',
      'container-warehouse:update-parts',
      'container-warehouse:create-model',
      'container-warehouse:update-model',
    ),
    summary: 'Choice of a part',
    list: {
      filters: { categoryId: { kind: 'id' }, supplierId: { kind: 'id' }, ...STOCK_IN },
      sorts: ['partNo'],
      defaultSort: 'partNo',
      maxLimit: 1000,
    },
    row: partChoice,
  }),
  'parts.places': one({
    path: '/material_parts/places',
    access: ability(
      ...formsOf('destruction', 'claim', 'repair', 'transformation'),
      'destruction:complete',
      'repair:approve',
      'repair:complete',
      'container-warehouse:create',
      'container-warehouse:update-parts',
    ),
    summary: 'Where a part lies free, in a warehouse and in its company’s quarantine',
    query: z.object({
      partId: field.id(),
      warehouseId: field.id(),
      /** The document that is changed: its own serials count as free. */
      documentId: field.optional(field.id()),
    }),
    data: z.array(
      z.object({
        warehouse: ref(),
        bin: ref(),
        condition: z.enum(CONDITIONS),
        lotNo: z.nullable(z.string()),
        expiryDate: z.nullable(field.date()),
        /** null: being counted. */
        free: z.nullable(z.number()),
        serials: z.array(z.string()),
      }),
    ),
  }),
  'parts.price': list({
    path: '/material_parts/price',
    access: ability(
      ...formsOf('purchase-requests', 'purchase-orders', 'transformation', 'import-warehouse'),
    ),
    summary: 'Parts with the price that a line begins with; the last one for whoever sees costs',
    list: {
      filters: { categoryId: { kind: 'id' }, supplierId: { kind: 'id' }, ...STOCK_IN },
      sorts: ['partNo'],
      defaultSort: 'partNo',
      maxLimit: 1000,
    },
    row: z.extend(partChoice, {
      standardPrice: z.nullable(z.string()),
      /** null without `parts-warehouse:view-cost`. */
      lastPurchasePrice: z.nullable(z.string()),
    }),
  }),
  'parts.exist': mutation({
    method: 'POST',
    path: '/material_parts/exist/params',
    access: lookup(...formsOf('parts-warehouse'), 'parts-warehouse:import'),
    summary: 'Whether a part number, or a part of the same name, brand and model, exists',
    notice: 'none',
    body: z.object({
      partNo: field.optional(field.code(40)),
      name: field.optional(field.text(200)),
      brand: field.nullish(field.text(80)),
      model: field.nullish(field.text(80)),
      excludeId: field.optional(field.id()),
    }),
    data: existing,
  }),
  'parts.get': one({
    path: '/material_parts/:id',
    access: ability('parts-warehouse:view'),
    summary: 'A part with its balances',
    data: partDetail,
  }),
  'parts.create': mutation({
    method: 'POST',
    path: '/material_parts',
    access: ability('parts-warehouse:create'),
    summary: 'Adds a part',
    status: 201,
    body: z.object(partBody),
    data: partDetail,
    touches: ['parts'],
    lookups: ['productModels.all'],
  }),
  'parts.update': mutation({
    method: 'PATCH',
    path: '/material_parts/:id',
    access: ability('parts-warehouse:update'),
    summary: 'Changes a part',
    body: z.object({ version: field.version(), ...partBody, ...active }),
    data: partDetail,
    touches: ['parts'],
    lookups: ['productModels.all'],
  }),
  'parts.image': file({
    path: '/material_parts/:id/images/:imageId',
    access: ability('parts-warehouse:view'),
    summary: 'A picture of a part',
    mime: 'application/octet-stream',
  }),
  'parts.addImage': mutation({
    method: 'POST',
    path: '/material_parts/:id/images',
    access: ability('parts-warehouse:update'),
    summary: 'Adds a picture, after the others',
    status: 201,
    body: pictureWithThumbnail(),
    data: partDetail,
    touches: ['parts'],
  }),
  'parts.setImages': mutation({
    method: 'PUT',
    path: '/material_parts/:id/images',
    access: ability('parts-warehouse:update'),
    summary: 'Puts pictures in order; those left out are taken away',
    body: z.object({
      imageIds: z.array(field.id()).check(z.maxLength(MAX_PART_IMAGES, { error: 'TOO_MANY' })),
    }),
    data: partDetail,
    touches: ['parts'],
  }),
  'parts.delete': mutation({
    method: 'DELETE',
    path: '/material_parts/:id',
    access: ability('parts-warehouse:delete'),
    summary: 'Deletes a part never used',
    data: nothing(),
    touches: ['parts'],
  }),
  'parts.course': one({
    path: '/material_parts/:id/course',
    access: ability('parts-warehouse:view'),
    summary: 'What came, went and was there of a part, by month of the last year',
    data: z.object({
      reorderPoint: z.nullable(z.number()),
      /** Empty while this person counts it. */
      points: z.array(
        z.object({
          month: z.string(),
          received: z.number(),
          issued: z.number(),
          /** In all places that this person sees, at the end of the month. */
          closing: z.number(),
        }),
      ),
    }),
  }),
  'parts.tracking': list({
    path: '/material_parts/:id/tracking',
    access: ability('parts-warehouse:view'),
    summary: 'Moves of a part with the running balance',
    list: {
      filters: {
        warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
        docType: { kind: 'enum', values: MOVE_TYPES },
        serialNo: { kind: 'text', max: 64 },
      },
      sorts: ['postedAt'],
      defaultSort: '-postedAt',
      dateField: 'effectiveDate',
      searchable: false,
      exportColumns: [
        'postedAt',
        'effectiveDate',
        'document',
        'action',
        'from',
        'to',
        'qtyIn',
        'qtyOut',
        'balanceAfter',
        'unitCost',
        'value',
        'by',
      ],
    },
    row: z.extend(moveRow, { balanceAfter: z.nullable(z.number()) }),
    summaryOf: z.object({
      opening: z.nullable(z.number()),
      closing: z.nullable(z.number()),
      qtyIn: z.nullable(z.number()),
      qtyOut: z.nullable(z.number()),
    }),
  }),

  'suppliers.list': list({
    isSearched: true,
    path: '/suppliers',
    access: ability('suppliers:view'),
    summary: 'Suppliers',
    list: {
      filters: {
        categoryId: { kind: 'id', lookup: 'categories.master' },
        isVatRegistered: { kind: 'flag' },
        isBlocked: { kind: 'flag' },
        /** With a credit purchase that was due before today. */
        hasOverdue: { kind: 'flag' },
        isActive: { kind: 'flag' },
      },
      sorts: ['code', 'name', 'createdAt'],
      defaultSort: 'code',
      exportColumns: [
        'code',
        'name',
        'nameTh',
        'taxId',
        'branchCode',
        'creditDays',
        'creditLimit',
        'province',
        'isBlocked',
        'isActive',
      ],
    },
    row: supplierRow,
  }),
  'suppliers.master': list({
    path: '/suppliers/master',
    access: lookup(
      ...formsOf('purchase-orders', 'claim', 'parts-warehouse'),
      'suppliers:open-bidding',
    ),
    summary: 'Choice of a supplier that may be ordered from',
    list: {
      filters: { partId: { kind: 'id' } },
      sorts: ['code'],
      defaultSort: 'code',
      maxLimit: 1000,
    },
    row: z.extend(choice, {
      isVatRegistered: z.boolean(),
      creditDays: z.int(),
      whtType: z.enum(WHT_TYPES),
      whtRate: z.string(),
    }),
  }),
  'suppliers.exist': mutation({
    method: 'POST',
    path: '/suppliers/exist/params',
    access: lookup(...formsOf('suppliers')),
    summary: 'Whether a supplier of this tax id and branch, or name, exists',
    notice: 'none',
    body: z.object({
      taxId: field.optional(field.taxId()),
      branchCode: field.optional(field.branchCode()),
      name: field.optional(field.text(200)),
      excludeId: field.optional(field.id()),
    }),
    data: existing,
  }),
  'suppliers.get': one({
    path: '/suppliers/:id',
    access: ability('suppliers:view'),
    summary: 'A supplier',
    data: supplierDetail,
  }),
  'suppliers.create': mutation({
    method: 'POST',
    path: '/suppliers',
    access: ability('suppliers:create'),
    summary: 'Adds a supplier; the code is given',
    status: 201,
    body: z.object(supplierBody),
    data: supplierDetail,
    touches: ['suppliers'],
  }),
  'suppliers.update': mutation({
    method: 'PATCH',
    path: '/suppliers/:id',
    access: ability('suppliers:update'),
    summary: 'Changes, blocks or deactivates a supplier',
    body: z.object({
      version: field.version(),
      ...supplierBody,
      ...active,
      isBlocked: field.flag(),
      blockedReason: field.nullish(field.text(500)),
    }),
    data: supplierDetail,
    touches: ['suppliers'],
  }),
  'suppliers.delete': mutation({
    method: 'DELETE',
    path: '/suppliers/:id',
    access: ability('suppliers:delete'),
    summary: 'Deletes a supplier never used',
    data: nothing(),
    touches: ['suppliers'],
  }),

  'goodsImports.list': imports.list({
    summary: 'Goods to be counted and put away',
    statuses: statusesOf(goodsImportMachine),
    filters: {
      sourceType: { kind: 'enum', values: IMPORT_SOURCES },
      warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      ...PART_OF_LINES,
    },
    unexported: ['countedBy'],
    row: importRow,
  }),
  'goodsImports.master': imports.master('Choice of a goods import'),
  'goodsImports.get': imports.get('A goods import'),
  'goodsImports.create': imports.create({
    summary: 'Opening stock, with its cost, once per part',
    body: {
      warehouseId: field.id(),
      documentDate: field.optional(field.date()),
      remark: field.nullish(field.longText()),
      items: linesOf(
        z.object({
          partId: field.id(),
          quantity: field.positiveQuantity(),
          unitCost: field.price(),
          binId: field.nullish(field.id()),
          condition: field.optional(z.enum(CONDITIONS)),
          lotNo: field.nullish(field.text(60)),
          serials: field.optional(newSerials()),
        }),
      ),
    },
  }),
  'goodsImports.update': imports.update({
    summary: 'Saves counts and bins',
    body: {
      remark: field.nullish(field.longText()),
      items: linesOf(
        z.object({
          id: field.id(),
          receivedQty: field.quantity(),
          damagedQty: field.quantity(),
          missingQty: field.quantity(),
          binId: field.nullish(field.id()),
          condition: field.optional(z.enum(CONDITIONS)),
          /** Of a part tracked by serial: which ones are damaged, which are missing. */
          damagedSerials: field.optional(serials()),
          missingSerials: field.optional(serials()),
          discrepancyReason: field.nullish(field.text(300)),
        }),
      ),
    },
  }),
  'goodsImports.approve': imports.action('approve', {
    may: 'approve',
    summary: 'Puts the counted goods away; with itemIds only these, the rest stays open',
    notice: 'approved',
    body: z.object({
      version: field.version(),
      itemIds: field.optional(
        z.array(field.id()).check(z.minLength(1, { error: 'LINES_REQUIRED' })),
      ),
    }),
    touches: ['goodsImports', 'parts', 'purchaseOrders', 'receipts', 'transfers'],
  }),
  'goodsImports.reject': imports.action('reject', {
    may: 'approve',
    summary: 'Refuses the goods: all to quarantine',
    notice: 'rejected',
    body: withReason(),
    touches: ['goodsImports', 'parts', 'transfers'],
  }),
  'goodsImports.reverse': imports.action('reverse', {
    may: 'reverse',
    summary: 'Takes a put-away back while the stock is still there',
    body: withReason(),
    touches: ['goodsImports', 'parts', 'transfers'],
  }),
  'goodsImports.moves': imports.moves,
  'goodsImports.document': imports.pdf('document', {
    summary: 'The document as PDF',
  }),
  ...imports.trail,
} as const;
