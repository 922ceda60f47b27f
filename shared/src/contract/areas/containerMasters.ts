import * as z from 'zod/mini';
import { isSerialPattern } from '../../domain/containers/serialPattern.ts';
import { STATUS_AXES } from '../../domain/containers/statuses.ts';
import * as field from '../../domain/values/fields.ts';
import { active, nothing, recordFields, ref, userRef } from '../common.ts';
import { ability, list, lookup, mutation, one } from '../endpoint.ts';
import { pictureWithThumbnail } from '../pictures.ts';

/**
 * What containers are made by (domain-containers 1.1): types, models with their bills of materials,
 * the dictionary of statuses They are tabs of container-warehouse.
 */
const VIEW = ability('container-warehouse:view');
const MODEL = 'product_models';
/** Forms and filters that choose a type or a model. */
const CHOICES = lookup(
  'container-warehouse:view',
  'container-warehouse:create',
  'container-warehouse:create-model',
  'container-warehouse:update-model',
  'container-requisition:create',
  'container-requisition:update',
);

const productType = z.object({
  ...recordFields,
  code: z.string(),
  name: z.string(),
  nameTh: z.nullable(z.string()),
  modelCount: z.int(),
  isActive: z.boolean(),
});
const typeBody = {
  code: field.code(20),
  name: field.requiredText(120),
  nameTh: field.nullish(field.text(120)),
};

const modelCode = () =>
  z.string({ error: 'REQUIRED' }).check(z.regex(/^[A-Z0-9]{2,8}$/, { error: 'MODEL_CODE' }));

export const productModelRow = z.object({
  ...recordFields,
  code: z.string(),
  name: z.string(),
  nameTh: z.nullable(z.string()),
  productType: ref(),
  serialPrefix: z.string(),
  serialPattern: z.string(),
  listPrice: z.nullable(z.string()),
  leasePricePerMonth: z.nullable(z.string()),
  warrantyMonths: z.int(),
  /** 0: no bill of materials yet. */
  currentRevision: z.int(),
  partCount: z.int(),
  containerCount: z.int(),
  /** Its picture, small, as a data URL. */
  thumbnail: z.nullable(z.string()),
  isActive: z.boolean(),
});
const checklistItem = z.object({
  name: z.string(),
  nameTh: z.nullable(z.string()),
  /** What is measured, and the limits between which it passes. */
  unit: z.nullable(z.string()),
  minValue: z.nullable(z.string()),
  maxValue: z.nullable(z.string()),
});
const bomLine = z.object({
  id: field.id(),
  part: ref(),
  unit: ref(),
  quantity: z.number(),
  trackingType: z.enum(['none', 'lot', 'serial']),
  note: z.nullable(z.string()),
});
const revision = z.object({
  id: field.id(),
  revisionNo: z.int(),
  note: z.nullable(z.string()),
  createdAt: field.instant(),
  createdBy: z.nullable(userRef()),
  /** Containers that were built to it; such a revision never changes. */
  containerCount: z.int(),
  items: z.array(bomLine),
});
const productModel = z.extend(productModelRow, {
  /** Its picture, as a data URL. */
  image: z.nullable(z.string()),
  /** THB of building one; null without `container-warehouse:view-cost`. */
  labourCost: z.nullable(z.string()),
  /** The lowest price of each company of this person that has set one. */
  floorPrices: z.array(z.object({ company: ref(), floorPrice: z.string() })),
  specs: z.array(z.object({ name: z.string(), value: z.string() })),
  checklist: z.array(checklistItem),
  /** Newest first. */
  revisions: z.array(revision),
});
export type ProductModelDetail = z.infer<typeof productModel>;

const MAX_LIST = 60;
const modelBody = {
  code: modelCode(),
  name: field.requiredText(120),
  nameTh: field.nullish(field.text(120)),
  productTypeId: field.id(),
  serialPrefix: modelCode(),
  serialPattern: z
    .string({ error: 'REQUIRED' })
    .check(z.refine(isSerialPattern, { error: 'SERIAL_PATTERN' })),
  listPrice: field.nullish(field.money()),
  leasePricePerMonth: field.nullish(field.money()),
  warrantyMonths: field.integer(0, 120),
  labourCost: field.optional(field.money()),
  /** The prices of all companies of this person; absent: they stay as they are. */
  floorPrices: field.optional(
    z
      .array(z.object({ companyId: field.id(), floorPrice: field.money() }))
      .check(z.maxLength(MAX_LIST, { error: 'TOO_MANY' })),
  ),
  /** Left as it is where nothing is said of it. */
  image: field.nullish(pictureWithThumbnail()),
  specs: field.optional(
    z
      .array(z.object({ name: field.requiredText(60), value: field.requiredText(200) }))
      .check(z.maxLength(MAX_LIST, { error: 'TOO_MANY' })),
  ),
  checklist: field.optional(
    z
      .array(
        z.object({
          name: field.requiredText(120),
          nameTh: field.nullish(field.text(120)),
          unit: field.nullish(field.text(20)),
          minValue: field.nullish(field.reading()),
          maxValue: field.nullish(field.reading()),
        }),
      )
      .check(z.maxLength(MAX_LIST, { error: 'TOO_MANY' })),
  ),
};
const bomBody = {
  /** Why the bill of materials changes. */
  note: field.nullish(field.text(300)),
  items: z
    .array(
      z.object({
        partId: field.id(),
        quantity: field.positiveQuantity(),
        note: field.nullish(field.text(200)),
      }),
    )
    .check(z.minLength(1, { error: 'LINES_REQUIRED' }), z.maxLength(200, { error: 'TOO_MANY' })),
};

const productStatus = z.object({
  ...recordFields,
  axis: z.enum(STATUS_AXES),
  code: z.string(),
  name: z.string(),
  nameTh: z.string(),
  color: z.string(),
  sortOrder: z.int(),
});
/** Colours that themes know, as antd's tags name them. */
export const STATUS_COLORS = ['default', 'processing', 'success', 'warning', 'error'] as const;

export const containerMastersArea = {
  'productTypes.list': list({
    path: '/product_types',
    access: VIEW,
    summary: 'Types of containers',
    list: {
      filters: { isActive: { kind: 'flag' } },
      sorts: ['code', 'name', 'createdAt'],
      defaultSort: 'code',
      exportColumns: ['code', 'name', 'nameTh', 'modelCount', 'isActive'],
    },
    row: productType,
  }),
  'productTypes.all': list({
    path: '/product_types/all',
    access: CHOICES,
    summary: 'Choice of a type',
    list: { filters: {}, sorts: ['code'], defaultSort: 'code', maxLimit: 1000 },
    row: z.object({
      id: field.id(),
      code: z.string(),
      name: z.string(),
      nameTh: z.nullable(z.string()),
    }),
  }),
  'productTypes.create': mutation({
    method: 'POST',
    path: '/product_types',
    access: ability('container-warehouse:create-model'),
    summary: 'Adds a type',
    status: 201,
    body: z.object(typeBody),
    data: productType,
    touches: ['productTypes'],
  }),
  'productTypes.update': mutation({
    method: 'PATCH',
    path: '/product_types/:id',
    access: ability('container-warehouse:update-model'),
    summary: 'Changes a type',
    body: z.object({ version: field.version(), ...typeBody, ...active }),
    data: productType,
    touches: ['productTypes', 'productModels', 'products'],
  }),
  'productTypes.delete': mutation({
    method: 'DELETE',
    path: '/product_types/:id',
    access: ability('container-warehouse:delete-model'),
    summary: 'Deletes a type never used',
    data: nothing(),
    touches: ['productTypes'],
  }),

  'productModels.list': list({
    path: `/${MODEL}`,
    access: VIEW,
    summary: 'Models of containers',
    list: {
      filters: {
        productTypeId: { kind: 'id', lookup: 'productTypes.all' },
        isActive: { kind: 'flag' },
      },
      sorts: ['code', 'name', 'createdAt'],
      defaultSort: 'code',
      exportColumns: [
        'code',
        'name',
        'nameTh',
        'productType',
        'serialPrefix',
        'listPrice',
        'leasePricePerMonth',
        'warrantyMonths',
        'currentRevision',
        'partCount',
        'containerCount',
        'isActive',
      ],
    },
    row: productModelRow,
  }),
  'productModels.all': list({
    path: `/${MODEL}/all`,
    access: CHOICES,
    summary: 'Choice of a model',
    list: {
      filters: { productTypeId: { kind: 'id', lookup: 'productTypes.all' } },
      sorts: ['code'],
      defaultSort: 'code',
      maxLimit: 1000,
    },
    row: z.object({
      id: field.id(),
      code: z.string(),
      name: z.string(),
      nameTh: z.nullable(z.string()),
      warrantyMonths: z.int(),
      currentRevision: z.int(),
      serialPrefix: z.string(),
    }),
  }),
  'productModels.get': one({
    path: `/${MODEL}/:id`,
    access: VIEW,
    summary: 'A model with the revisions of its bill of materials',
    data: productModel,
  }),
  'productModels.create': mutation({
    method: 'POST',
    path: `/${MODEL}`,
    access: ability('container-warehouse:create-model'),
    summary: 'Adds a model',
    status: 201,
    body: z.object(modelBody),
    data: productModel,
    touches: ['productModels', 'productTypes'],
  }),
  'productModels.update': mutation({
    method: 'PATCH',
    path: `/${MODEL}/:id`,
    access: ability('container-warehouse:update-model'),
    summary: 'Changes a model; its prefix stays once a serial number begins with it',
    body: z.object({ version: field.version(), ...modelBody, ...active }),
    data: productModel,
    touches: ['productModels', 'productTypes', 'products'],
  }),
  'productModels.bom': mutation({
    method: 'PUT',
    path: `/${MODEL}/:id/bom`,
    access: ability('container-warehouse:update-model'),
    summary:
      'Writes the bill of materials: a new revision, as soon as a container was built to the last',
    body: z.object({ version: field.version(), ...bomBody }),
    data: productModel,
    touches: ['productModels'],
  }),
  'productModels.delete': mutation({
    method: 'DELETE',
    path: `/${MODEL}/:id`,
    access: ability('container-warehouse:delete-model'),
    summary: 'Deletes a model never used',
    data: nothing(),
    touches: ['productModels', 'productTypes'],
  }),

  'productStatuses.list': list({
    path: '/product_statuses',
    access: VIEW,
    summary: 'Dictionary of the statuses of containers',
    list: {
      filters: { axis: { kind: 'enum', values: STATUS_AXES } },
      sorts: ['sortOrder'],
      defaultSort: 'sortOrder',
      exportColumns: ['axis', 'code', 'name', 'nameTh', 'color', 'sortOrder'],
    },
    row: productStatus,
  }),
  'productStatuses.update': mutation({
    method: 'PATCH',
    path: '/product_statuses/:id',
    access: ability('container-warehouse:update-model'),
    summary: 'Changes name, colour and order of a status; its code is the program’s own',
    body: z.object({
      version: field.version(),
      name: field.requiredText(60),
      nameTh: field.requiredText(60),
      color: z.enum(STATUS_COLORS, { error: 'ONE_OF' }),
      sortOrder: field.integer(0, 9999),
    }),
    data: productStatus,
    touches: ['productStatuses'],
  }),
} as const;
