import * as z from 'zod/mini';
import { BRANCH_TYPES } from '../../domain/people/companies.ts';
import { STORAGE_KINDS, WAREHOUSE_KINDS } from '../../domain/stock/locations.ts';
import * as field from '../../domain/values/fields.ts';
import { active, nothing, recordFields, ref } from '../common.ts';
import { ability, formsOf, list, lookup, mutation, one } from '../endpoint.ts';
import { logo } from '../pictures.ts';

/** Companies, their warehouses and bins: the page company-groups (domain-containers 1.2, domain-warehouse 1.6). */
export const addressSchema = z.object({
  line1: field.requiredText(300),
  provinceId: field.nullish(z.int()),
  amphoeId: field.nullish(z.int()),
  districtId: field.nullish(z.int()),
  zipcode: field.nullish(z.string().check(z.regex(/^\d{5}$/, { error: 'ZIPCODE' }))),
});
/** What a form with an address chooses its chain from; calls that take one name them among their `lookups`. */
export const ADDRESS_LOOKUPS = [
  'masterData.provinces',
  'masterData.amphoes',
  'masterData.districts',
  'masterData.zipcodes',
] as const;
/** With the names of the chain, for labels and documents. */
export const addressOut = z.object({
  line1: z.string(),
  provinceId: z.nullable(z.int()),
  amphoeId: z.nullable(z.int()),
  districtId: z.nullable(z.int()),
  zipcode: z.nullable(z.string()),
  text: z.string(),
  textTh: z.string(),
});

const company = z.object({
  ...recordFields,
  code: z.string(),
  nameTh: z.string(),
  nameEn: z.nullable(z.string()),
  taxId: z.string(),
  branchType: z.enum(BRANCH_TYPES),
  branchCode: z.string(),
  isVatRegistered: z.boolean(),
  address: addressOut,
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  parent: z.nullable(ref()),
  warehouseCount: z.int(),
  hasLogo: z.boolean(),
  isActive: z.boolean(),
});
export type CompanyRow = z.infer<typeof company>;
const companyDetail = z.object({
  ...company.shape,
  /** `data:image/png;base64,…`, printed where a document header has none. */
  logo: z.nullable(z.string()),
});
export type CompanyDetail = z.infer<typeof companyDetail>;
const companyBody = {
  code: field.code(20),
  nameTh: field.requiredText(200),
  nameEn: field.nullish(field.text(200)),
  taxId: field.taxId(),
  /** Absent: what the branch code says. */
  branchType: field.optional(field.oneOf(BRANCH_TYPES)),
  branchCode: field.branchCode(),
  isVatRegistered: field.flag(),
  address: addressSchema,
  phone: field.nullish(field.phone()),
  email: field.nullish(field.email()),
  parentId: field.nullish(field.id()),
  /** null takes it away; absent: it stays as it is. */
  logo: field.nullish(logo()),
};

const warehouse = z.object({
  ...recordFields,
  code: z.string(),
  name: z.string(),
  nameTh: z.nullable(z.string()),
  kind: z.enum(WAREHOUSE_KINDS),
  holds: z.enum(['parts', 'containers', 'both']),
  company: ref(),
  parent: z.nullable(ref()),
  isSystem: z.boolean(),
  isPickable: z.boolean(),
  managers: z.array(z.object({ id: field.id(), name: z.string() })),
  address: z.nullable(z.string()),
  binCount: z.int(),
  isActive: z.boolean(),
});
const warehouseBody = {
  name: field.requiredText(120),
  nameTh: field.nullish(field.text(120)),
  holds: z.enum(['parts', 'containers', 'both']),
  parentId: field.nullish(field.id()),
  isPickable: field.flag(),
  managerIds: z.array(field.id()).check(z.maxLength(50, { error: 'TOO_MANY' })),
  address: field.nullish(field.longText(500)),
};

const bin = z.object({
  ...recordFields,
  code: z.string(),
  barcode: z.nullable(z.string()),
  maxQty: z.nullable(z.number()),
  isLocked: z.boolean(),
  isActive: z.boolean(),
});
const binBody = {
  code: field.code(20),
  barcode: field.nullish(field.text(64)),
  maxQty: field.nullish(field.positiveQuantity()),
};

const choice = z.object({
  id: field.id(),
  code: z.nullable(z.string()),
  name: z.string(),
  nameTh: z.nullable(z.string()),
});
const place = z.object({ id: z.int(), nameTh: z.string(), nameEn: z.string() });
/** Pages with an address or an area of the map. */
const ADDRESS_FORMS = [
  ...formsOf('company-groups', 'suppliers', 'territories'),
  'territories:view',
];
/** Places of the country are those of a pinned package (domain-containers 3: cache 1 day). */
const PLACES_KEPT = { cacheSeconds: 86_400 } as const;

export const inventoryArea = {
  'companies.list': list({
    path: '/companies',
    access: ability('company-groups:view'),
    summary: 'Companies of the group',
    list: {
      filters: { isActive: { kind: 'flag' } },
      sorts: ['code', 'nameTh', 'createdAt'],
      defaultSort: 'code',
      exportColumns: [
        'code',
        'nameTh',
        'nameEn',
        'taxId',
        'branchType',
        'branchCode',
        'phone',
        'email',
        'isActive',
      ],
    },
    row: company,
  }),
  'companies.all': list({
    path: '/companies/all',
    access: lookup(
      ...formsOf('users', 'company-groups', 'sales-groups', 'engineer-teams'),
      'users:approve-signup',
      'company-groups:create-warehouse',
      'contract-header:update',
      'purchase-header:update',
    ),
    summary: 'Choice of a company',
    list: { filters: {}, sorts: ['code'], defaultSort: 'code', maxLimit: 1000 },
    row: choice,
  }),
  'companies.get': one({
    path: '/companies/:id',
    access: ability('company-groups:view'),
    summary: 'A company',
    data: companyDetail,
  }),
  'companies.create': mutation({
    method: 'POST',
    path: '/companies',
    access: ability('company-groups:create'),
    summary: 'Adds a company with its system warehouses',
    status: 201,
    body: z.object(companyBody),
    data: companyDetail,
    touches: ['companies', 'subWarehouses'],
  }),
  'companies.update': mutation({
    method: 'PATCH',
    path: '/companies/:id',
    access: ability('company-groups:update'),
    summary: 'Changes a company',
    body: z.object({ version: field.version(), ...companyBody, ...active }),
    data: companyDetail,
    touches: ['companies'],
  }),
  'companies.delete': mutation({
    method: 'DELETE',
    path: '/companies/:id',
    access: ability('company-groups:delete'),
    summary: 'Deletes a company that nothing refers to',
    data: nothing(),
    touches: ['companies'],
  }),

  'subWarehouses.list': list({
    path: '/sub-warehouses',
    access: ability('company-groups:view'),
    summary: 'Warehouses',
    list: {
      filters: {
        companyId: { kind: 'id', lookup: 'companies.all' },
        kind: { kind: 'enum', values: WAREHOUSE_KINDS },
        isSystem: { kind: 'flag' },
        isActive: { kind: 'flag' },
      },
      sorts: ['code', 'name', 'createdAt'],
      defaultSort: 'code',
      exportColumns: ['code', 'name', 'nameTh', 'kind', 'holds', 'company', 'isActive'],
    },
    row: warehouse,
  }),
  'subWarehouses.get': one({
    path: '/sub-warehouses/:id',
    access: ability('company-groups:view'),
    summary: 'A warehouse',
    data: warehouse,
  }),
  'subWarehouses.create': mutation({
    method: 'POST',
    path: '/sub-warehouses',
    access: ability('company-groups:create-warehouse'),
    summary: 'Adds a warehouse with its DEFAULT bin',
    status: 201,
    body: z.object({
      companyId: field.id(),
      code: field.code(20),
      kind: z.enum(STORAGE_KINDS),
      ...warehouseBody,
    }),
    data: warehouse,
    touches: ['subWarehouses', 'companies'],
  }),
  'subWarehouses.update': mutation({
    method: 'PATCH',
    path: '/sub-warehouses/:id',
    access: ability('company-groups:update-warehouse'),
    summary: 'Changes a warehouse; one with stock stays active',
    body: z.object({ version: field.version(), ...warehouseBody, ...active }),
    data: warehouse,
    touches: ['subWarehouses'],
  }),
  'bins.list': list({
    path: '/sub-warehouses/:id/bins',
    access: ability('company-groups:view'),
    summary: 'Bins of a warehouse',
    list: {
      filters: { isActive: { kind: 'flag' } },
      sorts: ['code'],
      defaultSort: 'code',
      exportColumns: ['code', 'barcode', 'maxQty', 'isActive'],
    },
    row: bin,
  }),
  'bins.create': mutation({
    method: 'POST',
    path: '/sub-warehouses/:id/bins',
    access: ability('company-groups:update-warehouse'),
    summary: 'Adds a bin',
    status: 201,
    body: z.object(binBody),
    data: bin,
    touches: ['bins', 'subWarehouses'],
  }),
  'bins.update': mutation({
    method: 'PATCH',
    path: '/sub-warehouses/:id/bins/:binId',
    access: ability('company-groups:update-warehouse'),
    summary: 'Changes a bin',
    body: z.object({ version: field.version(), ...binBody, ...active }),
    data: bin,
    touches: ['bins'],
  }),

  'masterData.subWarehouses': list({
    path: '/master-data/sub-warehouses',
    access: lookup(
      ...formsOf('users', 'purchase-requests', 'purchase-orders', 'parts-requisition'),
      ...formsOf('parts-transfer', 'destruction', 'claim', 'repair', 'transformation'),
      ...formsOf('import-warehouse', 'parts-warehouse', 'container-warehouse'),
      'users:approve-signup',
      'audit:create',
      'suppliers:open-bidding',
      'company-groups:create-warehouse',
      'company-groups:update-warehouse',
    ),
    summary: 'Choice of a warehouse in one’s scope',
    list: {
      filters: {
        companyId: { kind: 'id' },
        kind: { kind: 'enum', values: WAREHOUSE_KINDS },
        storage: { kind: 'flag' },
        /** Those that hold containers. */
        containers: { kind: 'flag' },
      },
      sorts: ['code'],
      defaultSort: 'code',
      maxLimit: 1000,
    },
    row: z.object({
      id: field.id(),
      code: z.nullable(z.string()),
      name: z.string(),
      nameTh: z.nullable(z.string()),
      kind: z.enum(WAREHOUSE_KINDS),
      companyId: field.id(),
    }),
  }),
  'masterData.bins': list({
    path: '/master-data/bins',
    access: lookup(
      ...formsOf('import-warehouse', 'transformation', 'parts-warehouse'),
      'audit:create',
      'audit:count',
      'container-warehouse:update-parts',
    ),
    summary: 'Choice of a bin in one’s scope',
    list: {
      filters: { warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' } },
      sorts: ['code'],
      defaultSort: 'code',
      maxLimit: 1000,
    },
    row: z.object({
      id: field.id(),
      code: z.nullable(z.string()),
      name: z.string(),
      warehouseId: field.id(),
    }),
  }),
  'masterData.provinces': one({
    path: '/master-data/provinces',
    ...PLACES_KEPT,
    access: lookup(...ADDRESS_FORMS),
    summary: 'Thai provinces',
    data: z.array(place),
  }),
  'masterData.amphoes': one({
    path: '/master-data/amphoes',
    ...PLACES_KEPT,
    access: lookup(...ADDRESS_FORMS),
    summary: 'Districts, of one province or of all',
    query: z.object({
      provinceId: field.optional(z.string().check(z.regex(/^\d{1,6}$/, { error: 'INTEGER' }))),
    }),
    data: z.array(z.extend(place, { provinceId: z.int() })),
  }),
  'masterData.districts': one({
    path: '/master-data/districts',
    ...PLACES_KEPT,
    access: lookup(...ADDRESS_FORMS),
    summary: 'Sub-districts of a district',
    query: z.object({ amphoeId: z.string().check(z.regex(/^\d{1,8}$/, { error: 'INTEGER' })) }),
    data: z.array(place),
  }),
  'masterData.zipcodes': one({
    path: '/master-data/zipcodes',
    ...PLACES_KEPT,
    access: lookup(...ADDRESS_FORMS),
    summary: 'Postal codes of a sub-district, or the chain of a code',
    query: z.object({
      districtId: field.optional(z.string().check(z.regex(/^\d{1,8}$/, { error: 'INTEGER' }))),
      code: field.optional(z.string().check(z.regex(/^\d{5}$/, { error: 'ZIPCODE' }))),
    }),
    data: z.array(
      z.object({
        zipcode: z.string(),
        districtId: z.int(),
        amphoeId: z.int(),
        provinceId: z.int(),
      }),
    ),
  }),
} as const;
