import * as z from 'zod/mini';
import * as field from '../../domain/values/fields.ts';
import { nothing, recordFields, ref } from '../common.ts';
import { ability, formsOf, list, mutation, one } from '../endpoint.ts';

/**
 * How a supplier sells a part (domain-warehouse 1.4): its own number, packs, least quantity, days and
 * prices by quantity. Quantities and prices are of one stock unit.
 */
const priceBreak = z.object({ minQty: field.positiveQuantity(), price: field.price() });

const supplierPart = z.object({
  ...recordFields,
  supplier: ref(),
  part: ref(),
  unit: ref(),
  supplierPartNo: z.nullable(z.string()),
  packQty: z.nullable(z.number()),
  moq: z.nullable(z.number()),
  leadTimeDays: z.nullable(z.int()),
  /** What was paid last, and prices by quantity; null and none without the right to see costs. */
  lastPrice: z.nullable(z.string()),
  priceBreaks: z.array(priceBreak),
  isPreferred: z.boolean(),
});
export type SupplierPart = z.infer<typeof supplierPart>;

const body = {
  supplierPartNo: field.nullish(field.text(60)),
  packQty: field.nullish(field.positiveQuantity()),
  moq: field.nullish(field.positiveQuantity()),
  leadTimeDays: field.nullish(field.integer(0, 3650)),
  /** Rising quantities. Absent: as they are. */
  priceBreaks: field.optional(z.array(priceBreak).check(z.maxLength(20, { error: 'TOO_MANY' }))),
  /** The part is ordered from this supplier first. */
  isPreferred: field.flag(),
};

const VIEW = ability('suppliers:view', 'parts-warehouse:view');
const EDIT = ability('suppliers:update');
const ids = () => z.array(field.id()).check(z.maxLength(200, { error: 'TOO_MANY' }));

export const supplierPartsArea = {
  'supplierParts.list': list({
    path: '/supplier_parts',
    access: VIEW,
    summary: 'Parts as suppliers sell them',
    list: {
      filters: {
        supplierId: { kind: 'id', lookup: 'suppliers.master' },
        partId: { kind: 'id', lookup: 'parts.master' },
      },
      sorts: ['createdAt'],
      defaultSort: '-createdAt',
      searchable: false,
    },
    row: supplierPart,
  }),
  'supplierParts.get': one({
    path: '/supplier_parts/:id',
    access: VIEW,
    summary: 'A part as a supplier sells it',
    data: supplierPart,
  }),
  'supplierParts.create': mutation({
    method: 'POST',
    path: '/supplier_parts',
    access: EDIT,
    summary: 'Adds a part to what a supplier sells',
    status: 201,
    body: z.object({ supplierId: field.id(), partId: field.id(), ...body }),
    lookups: ['suppliers.master', 'parts.master'],
    data: supplierPart,
    touches: ['supplierParts', 'suppliers', 'parts'],
  }),
  'supplierParts.update': mutation({
    method: 'PATCH',
    path: '/supplier_parts/:id',
    access: EDIT,
    summary: 'Changes how a supplier sells a part',
    body: z.object({ version: field.version(), ...body }),
    data: supplierPart,
    touches: ['supplierParts', 'suppliers', 'parts'],
  }),
  'supplierParts.delete': mutation({
    method: 'DELETE',
    path: '/supplier_parts/:id',
    access: EDIT,
    summary: 'Takes a part off what a supplier sells',
    data: nothing(),
    touches: ['supplierParts', 'suppliers', 'parts'],
  }),
  'supplierParts.terms': one({
    path: '/supplier_parts/terms',
    access: ability(...formsOf('purchase-orders')),
    summary:
      'What an order from a supplier begins with: its prices, packs, days and the VAT of today',
    query: z.object({
      supplierId: field.optional(field.id()),
      warehouseId: field.optional(field.id()),
      partIds: field.optional(ids()),
    }),
    data: z.object({
      vatRate: z.string(),
      parts: z.array(
        z.object({
          partId: field.id(),
          supplierPartNo: z.nullable(z.string()),
          packQty: z.nullable(z.number()),
          moq: z.nullable(z.number()),
          leadTimeDays: z.nullable(z.int()),
          lastPrice: z.nullable(z.string()),
          priceBreaks: z.array(priceBreak),
          /** Its unit of purchase, where it has one, and stock units in it. */
          purchaseUnitId: z.nullable(field.id()),
          purchaseFactor: z.number(),
          preferredSupplier: z.nullable(ref()),
        }),
      ),
    }),
  }),
} as const;
