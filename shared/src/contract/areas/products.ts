import * as z from 'zod/mini';
import { INSPECTION_RESULTS } from '../../domain/containers/inspectionMachine.ts';
import { productMachine } from '../../domain/containers/productMachine.ts';
import { SERIAL_NUMBER } from '../../domain/containers/serialPattern.ts';
import {
  LIFECYCLE_STATUSES,
  PRODUCT_CONDITIONS,
  REMOVAL_DISPOSITIONS,
  SALE_STATUSES,
  SERVICE_STATUSES,
  STATUS_AXES,
} from '../../domain/containers/statuses.ts';
import { statusesOf } from '../../domain/machine/machine.ts';
import { CONDITIONS, TRACKING_TYPES } from '../../domain/stock/locations.ts';
import * as field from '../../domain/values/fields.ts';
import {
  decisionNotice,
  documentDetail,
  documentFields,
  nothing,
  ref,
  userRef,
  versionOnly,
  withReason,
} from '../common.ts';
import { documentCalls } from '../documentCalls.ts';
import { ability, file, list, lookup, mutation, one } from '../endpoint.ts';
import { partOut } from '../partLines.ts';
import { siteShown } from '../site.ts';
import { softwareRef } from './software.ts';

/**
 * Containers (domain-containers 1.1, 2.1, 3.3). A container is the document of its own production:
 * `documentNo` is its production number, `status` its lifecycle axis.
 */
export const productRow = z.object({
  ...documentFields,
  serialNumber: z.string(),
  name: z.string(),
  productModel: ref(),
  productType: ref(),
  /** The picture of its model, small, as a data URL. */
  thumbnail: z.nullable(z.string()),
  warehouse: z.nullable(ref()),
  status: z.enum(LIFECYCLE_STATUSES),
  saleStatus: z.enum(SALE_STATUSES),
  serviceStatus: z.enum(SERVICE_STATUSES),
  condition: z.enum(PRODUCT_CONDITIONS),
  manufacturedAt: z.nullable(field.date()),
  warrantyEnd: z.nullable(field.date()),
  /** Parts and labour; what they are worth today until it is received. Null without `view-cost`. */
  costAmount: z.nullable(z.string()),
  listPrice: z.nullable(z.string()),
  /** What it runs; null where nobody has said. */
  software: z.nullable(softwareRef()),
  /** Older than its model's stable release, or recalled. */
  softwareOutdated: z.boolean(),
  /** Where it stands while it is out of the warehouses. */
  site: z.nullable(siteShown),
  /** The contract that it is under; null as well where this person may not read that contract. */
  customer: z.nullable(ref()),
  contract: z.nullable(z.object({ id: field.id(), documentNo: z.string() })),
  /** It stands at its site, and nothing is agreed about it yet. */
  contractPending: z.boolean(),
  /** It is sold or leased, and does not stand at its customer. */
  awayUnderContract: z.boolean(),
  /** The document that holds it: one that this person may not read has neither id nor number. */
  reservation: z.nullable(
    z.object({
      document: z.object({
        type: z.string(),
        id: z.nullable(field.id()),
        /** A draft has none yet. */
        documentNo: z.nullable(z.string()),
      }),
      customer: z.nullable(ref()),
      /** Whom a requisition without a contract names. */
      destination: z.nullable(z.string()),
      /** Null: as long as the document is open. */
      until: z.nullable(field.instant()),
    }),
  ),
});

const builtInPart = z.object({
  id: field.id(),
  part: ref(),
  unit: ref(),
  quantity: z.number(),
  trackingType: z.enum(TRACKING_TYPES),
  lotNo: z.nullable(z.string()),
  serialNo: z.nullable(z.string()),
  condition: z.enum(CONDITIONS),
  /** THB per unit when it went in; null without `view-cost`. */
  unitCost: z.nullable(z.string()),
  note: z.nullable(z.string()),
  installedAt: field.instant(),
  installedBy: z.nullable(userRef()),
  /** Where it came from: the bin, and the receipt and supplier of its lot or serial. */
  fromBin: z.nullable(z.object({ id: field.id(), code: z.string(), warehouseId: field.id() })),
  origin: z.nullable(
    z.object({
      receipt: z.nullable(z.object({ id: field.id(), documentNo: z.string() })),
      supplier: z.nullable(ref()),
    }),
  ),
});
const removedPart = z.extend(builtInPart, {
  removedAt: field.instant(),
  removedBy: z.nullable(userRef()),
  removedReason: z.nullable(z.string()),
  disposition: z.enum(REMOVAL_DISPOSITIONS),
  /** What goes on with it; null: it went straight back to its shelf while the container was built. */
  document: z.nullable(z.object({ type: z.string(), id: field.id(), documentNo: z.string() })),
});
const bomState = z.object({
  part: ref(),
  unit: ref(),
  required: z.number(),
  installed: z.number(),
  trackingType: z.enum(TRACKING_TYPES),
});

const relative = z.object({ id: field.id(), serialNumber: z.string() });

const productDetail = z.extend(productRow, {
  ...documentDetail,
  status: z.enum(LIFECYCLE_STATUSES),
  revisionNo: z.int(),
  /** What an open update brings. */
  targetSoftware: z.nullable(softwareRef()),
  /** The stable release of its model. */
  stableSoftware: z.nullable(softwareRef()),
  inspection: z.object({
    last: z.nullable(
      z.object({
        id: field.id(),
        documentNo: z.nullable(z.string()),
        result: z.nullable(z.enum(INSPECTION_RESULTS)),
        completedAt: z.nullable(field.instant()),
      }),
    ),
    next: z.nullable(
      z.object({
        id: field.id(),
        documentNo: z.nullable(z.string()),
        dueOn: field.date(),
        isLate: z.boolean(),
      }),
    ),
    /** Items that failed and that no later inspection has found sound. */
    openFailures: z.int(),
  }),
  labourCost: z.nullable(z.string()),
  /** Null without `view-cost`. */
  partsCost: z.nullable(z.string()),
  deviationReason: z.nullable(z.string()),
  completedAt: z.nullable(field.instant()),
  installedAt: z.nullable(field.instant()),
  installedBy: z.nullable(userRef()),
  /** It was sold: the books of the company do not have it any more. */
  isOfCustomer: z.boolean(),
  /** The container that was taken apart for it, and those that were built from it. */
  rebuiltFrom: z.nullable(relative),
  rebuiltAs: z.array(relative),
  /** What the bill of materials asks for, and what is built in beside it. */
  bom: z.array(bomState),
  parts: z.array(builtInPart),
  removedParts: z.array(removedPart),
  hasParts: z.boolean(),
  isComplete: z.boolean(),
  isFree: z.boolean(),
  hasSoftware: z.boolean(),
  hasPlace: z.boolean(),
  isOnTransfer: z.boolean(),
  isGivenUp: z.boolean(),
  isLosable: z.boolean(),
  isInspected: z.boolean(),
  isPhotographed: z.boolean(),
  isIdle: z.boolean(),
  isReleased: z.boolean(),
  /** The person who said last that it is lost: somebody else writes it off. */
  lostById: z.nullable(field.id()),
  isRetirementAsked: z.boolean(),
  retirementAskedBy: z.nullable(field.id()),
  /** The proposal to write it off: by whom, when and why. It stays after a decision. */
  retirement: z.nullable(
    z.object({
      askedBy: z.nullable(userRef()),
      askedAt: field.instant(),
      reason: z.string(),
    }),
  ),
  /** THB that a write-off would take off the books today, or took off; null without `view-cost`. */
  bookValue: z.nullable(z.string()),
});
export type ProductDetail = z.infer<typeof productDetail>;

const degrees = (most: number) =>
  z
    .number({ error: 'NUMBER' })
    .check(z.gte(-most, { error: 'MIN' }), z.lte(most, { error: 'MAX' }));

const serialNumber = () =>
  z.string({ error: 'REQUIRED' }).check(z.regex(SERIAL_NUMBER, { error: 'SERIAL_NUMBER' }));

/** Stock that goes into a container, named by its bin, lot and serials. */
const partIn = z.object({
  partId: field.id(),
  quantity: field.positiveQuantity(),
  binId: field.id(),
  condition: z.enum(CONDITIONS, { error: 'ONE_OF' }),
  lotNo: field.nullish(field.text(60)),
  serials: field.optional(
    z.array(field.requiredText(60)).check(z.maxLength(500, { error: 'TOO_MANY' })),
  ),
  /** Why it is not what the bill of materials names. */
  note: field.nullish(field.text(200)),
});
const MAX_PARTS = 200;
const partsIn = () => z.array(partIn).check(z.maxLength(MAX_PARTS, { error: 'TOO_MANY' }));

const changeable = {
  name: field.requiredText(150),
  condition: z.enum(PRODUCT_CONDITIONS, { error: 'ONE_OF' }),
  manufacturedAt: field.nullish(field.date()),
  listPrice: field.nullish(field.money()),
  labourCost: field.optional(field.money()),
  deviationReason: field.nullish(field.text(500)),
  remark: field.nullish(field.longText()),
};

/** Where a container is set up. */
const site = {
  holder: field.requiredText(200),
  address: field.requiredText(500),
  lat: field.nullish(degrees(90)),
  lng: field.nullish(degrees(180)),
};

const disassemblyPart = z.extend(builtInPart, {
  isRepairable: z.boolean(),
  /** Quantity at its cost; null without `view-cost`. */
  value: z.nullable(z.string()),
  suggestedDisposition: z.enum(REMOVAL_DISPOSITIONS),
  suggestedCondition: z.enum(CONDITIONS),
  /** Where its stock is usually put away there. */
  suggestedBin: z.nullable(z.object({ id: field.id(), code: z.string() })),
});
export type DisassemblyPart = z.infer<typeof disassemblyPart>;

const TOUCHES = ['products', 'parts'];
/** What parts that are taken out make. */
const PART_TOUCHES = [...TOUCHES, 'goodsImports', 'repairs', 'claims', 'destructions'];
const products = documentCalls('/products', {
  family: 'products',
  page: 'container-warehouse',
  detail: productDetail,
  touches: TOUCHES,
  // Whoever sets it up photographs it there.
  attachedBy: ['update', 'install'],
});

const statusLogEntry = z.object({
  id: field.id(),
  axis: z.enum(STATUS_AXES),
  from: z.nullable(z.string()),
  to: z.string(),
  reason: z.nullable(z.string()),
  documentNo: z.nullable(z.string()),
  at: field.instant(),
  by: z.nullable(userRef()),
});

/** What stands on the timeline of a container; an agreement is what a contract made of its status. */
export const TRACKED_KINDS = [
  'move',
  'status',
  'part',
  'software',
  'inspection',
  'warranty',
  'payment',
  'agreement',
  'document',
] as const;
/** Events of one page of a timeline: a page that is full may be followed by another. */
export const TRACKED_AT_ONCE = 50;

const counted = z.record(z.string(), z.int());

export const productsArea = {
  'products.list': products.list({
    summary: 'Containers',
    statuses: statusesOf(productMachine),
    filters: {
      saleStatus: { kind: 'enum', values: SALE_STATUSES },
      serviceStatus: { kind: 'enum', values: SERVICE_STATUSES },
      productModelId: { kind: 'id', lookup: 'productModels.all' },
      productTypeId: { kind: 'id', lookup: 'productTypes.all' },
      warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      softwareId: { kind: 'id', lookup: 'productSoftwares.all' },
      softwareOutdated: { kind: 'flag' },
      contractPending: { kind: 'flag' },
      awayUnderContract: { kind: 'flag' },
      companyId: { kind: 'id', lookup: 'companies.all' },
      contractId: { kind: 'id', onlyIs: true },
    },
    axes: ['saleStatus', 'serviceStatus'],
    sorts: ['serialNumber'],
    alsoCompared: ['warrantyEnd'],
    exportColumns: [
      'serialNumber',
      'documentNo',
      'name',
      'productModel',
      'productType',
      'warehouse',
      'status',
      'saleStatus',
      'serviceStatus',
      'condition',
      'manufacturedAt',
      'warrantyEnd',
      'software',
      'softwareOutdated',
      'costAmount',
      'listPrice',
      'reservedFor',
      'reservedUntil',
      'customer',
      'contract',
      'documentDate',
      'createdBy',
    ],
    exportAbility: 'container-warehouse:export',
    row: productRow,
  }),
  'products.counting': one({
    path: '/products/counting',
    access: ability('container-warehouse:view'),
    summary: 'How many containers there are by each axis, warehouse and model',
    data: z.object({
      total: z.int(),
      byLifecycle: counted,
      bySaleStatus: counted,
      byServiceStatus: counted,
      byWarehouse: z.array(z.object({ warehouse: ref(), count: z.int() })),
      byModel: z.array(z.object({ productModel: ref(), count: z.int() })),
      /** Sold or leased, and not at their customers. */
      awayUnderContract: z.int(),
    }),
  }),
  'products.available': list({
    path: '/products/product_available',
    access: lookup(
      'container-warehouse:view',
      'container-requisition:create',
      'container-transfer:create',
    ),
    summary: 'Containers that may be promised, oldest first',
    list: {
      filters: {
        productModelId: { kind: 'id', lookup: 'productModels.all' },
        warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      },
      sorts: ['documentDate'],
      defaultSort: 'documentDate',
      maxLimit: 1000,
    },
    row: z.object({
      id: field.id(),
      code: z.string(),
      name: z.string(),
      productModel: ref(),
      warehouse: z.nullable(ref()),
    }),
  }),
  'products.disassembled': list({
    path: '/products/disassembled',
    access: lookup('container-warehouse:create'),
    summary: 'Containers that were taken apart, the latest first',
    list: {
      filters: { productModelId: { kind: 'id', lookup: 'productModels.all' } },
      sorts: ['createdAt'],
      defaultSort: '-createdAt',
      maxLimit: 1000,
    },
    row: z.object({ id: field.id(), code: z.string(), name: z.string() }),
  }),
  'products.exist': mutation({
    method: 'POST',
    path: '/products/exist/params',
    access: lookup('container-warehouse:create', 'container-warehouse:update'),
    summary: 'Whether a serial number is taken',
    notice: 'none',
    body: z.object({
      serialNumber: field.optional(field.text(30)),
      excludeId: field.nullish(field.id()),
    }),
    data: z.object({
      exists: z.boolean(),
      matches: z.array(z.object({ id: field.id(), code: z.string(), name: z.string() })),
    }),
  }),
  'products.serials': mutation({
    method: 'POST',
    path: '/products/generate_serial_number',
    access: ability('container-warehouse:create'),
    summary: 'Reserves serial numbers of a model for 30 minutes; none is ever issued twice',
    notice: 'none',
    body: z.object({
      productModelId: field.id(),
      count: field.optional(field.integer(1, 50)),
    }),
    data: z.object({ serialNumbers: z.array(z.string()), expiresAt: field.instant() }),
  }),
  'products.get': products.get('A container with its parts'),
  'products.create': products.create({
    summary: 'Begins to build a container, with the parts that are ready',
    body: {
      serialNumber: serialNumber(),
      productModelId: field.id(),
      warehouseId: field.id(),
      ...changeable,
      parts: field.optional(partsIn()),
      /** The container that was taken apart for it. */
      rebuiltFromId: field.nullish(field.id()),
    },
    lookups: ['products.disassembled'],
    touches: TOUCHES,
  }),
  'products.update': products.update({
    summary: 'Changes a container; its price and labour until it is received',
    body: changeable,
  }),
  'products.delete': mutation({
    method: 'DELETE',
    path: '/products/:id',
    access: ability('container-warehouse:delete'),
    summary: 'Deletes a container in production that holds no part',
    data: nothing(),
    touches: TOUCHES,
  }),
  'products.materialParts': mutation({
    method: 'PUT',
    path: '/products/:id/material_parts',
    access: ability('container-warehouse:update-parts'),
    summary: 'Builds parts in, takes parts out, and exchanges one for another',
    body: z.object({
      version: field.version(),
      /** Whose shelves they come from and whose documents they are entered in; the container's own unless said. */
      warehouseId: field.nullish(field.id()),
      add: field.optional(
        z
          .array(
            z.extend(partIn, {
              /** The built-in part, taken out with the same call, whose place it takes. */
              replacesId: field.nullish(field.id()),
            }),
          )
          .check(z.maxLength(MAX_PARTS, { error: 'TOO_MANY' })),
      ),
      remove: field.optional(
        z
          .array(z.extend(partOut, { quantity: field.positiveQuantity() }))
          .check(z.maxLength(MAX_PARTS, { error: 'TOO_MANY' })),
      ),
      reason: field.nullish(field.text(500)),
    }),
    lookups: ['masterData.subWarehouses', 'masterData.bins', 'suppliers.master'],
    data: productDetail,
    touches: PART_TOUCHES,
  }),
  'products.complete': products.action('complete', {
    may: 'complete',
    summary: 'Ends production: a receipt waits in the warehouse',
    body: versionOnly(),
    touches: [...TOUCHES, 'containerReceipts'],
  }),
  'products.software': mutation({
    method: 'POST',
    path: '/products/:id/software',
    access: ability('container-warehouse:update-software'),
    summary: 'Queues a release of software for a container',
    body: z.object({
      version: field.version(),
      softwareId: field.id(),
      /** Needed where it is older than what runs. */
      reason: field.nullish(field.text(500)),
    }),
    lookups: ['productSoftwares.all'],
    data: productDetail,
    touches: ['products', 'softwareUpdates'],
  }),
  'products.statuses': mutation({
    method: 'PUT',
    path: '/products/:id/statuses',
    access: ability('container-warehouse:edit-status'),
    summary: 'Changes the sale status between not for sale and available',
    notice: 'saleStatusChanged',
    body: z.object({
      version: field.version(),
      saleStatus: z.enum(['notForSale', 'available'], { error: 'ONE_OF' }),
      reason: field.reason(),
    }),
    data: productDetail,
    touches: ['products'],
  }),
  'products.statusLog': one({
    path: '/products/:id/statuses',
    access: ability('container-warehouse:view'),
    summary: 'Every change of the three axes, newest first',
    data: z.array(statusLogEntry),
  }),
  'products.latestStatus': one({
    path: '/products/:id/statuses/latest',
    access: ability('container-warehouse:view'),
    summary: 'The latest change of each axis',
    data: z.array(statusLogEntry),
  }),
  'products.disassembly': one({
    path: '/products/:id/disassemble',
    access: ability('container-warehouse:view'),
    summary:
      'What a container would be taken apart into, and what keeps it from it; changes nothing',
    data: z.object({
      product: z.object({
        id: field.id(),
        version: z.int(),
        serialNumber: z.string(),
        name: z.string(),
        warehouse: z.nullable(ref()),
        labourCost: z.nullable(z.string()),
        partsCost: z.nullable(z.string()),
      }),
      parts: z.array(disassemblyPart),
      blockers: z.array(z.object({ code: z.string(), message: z.string() })),
    }),
  }),
  'products.disassemble': products.action('disassemble', {
    may: 'disassemble',
    summary: 'Takes a container apart, with a decision for each part',
    body: z.object({
      version: field.version(),
      /** Where its parts come to; the container's own warehouse unless said. */
      warehouseId: field.nullish(field.id()),
      lines: z.array(partOut).check(z.maxLength(500, { error: 'TOO_MANY' })),
      reason: field.reason(),
    }),
    lookups: ['masterData.subWarehouses', 'masterData.bins', 'suppliers.master'],
    touches: PART_TOUCHES,
  }),
  'products.install': products.action('install', {
    may: 'install',
    summary: 'Says where a container that was handed out was set up',
    body: z.object({
      version: field.version(),
      ...site,
      /** Needed at another address than the container's contract says. */
      siteReason: field.nullish(field.reason()),
    }),
    touches: [...TOUCHES, 'containerRequisitions'],
  }),
  'products.return': products.action('return', {
    may: 'return',
    summary: 'Brings an installed container back: a receipt and an inspection wait for it',
    body: z.object({
      version: field.version(),
      warehouseId: field.id(),
      reason: field.reason(),
    }),
    lookups: ['masterData.subWarehouses'],
    touches: [...TOUCHES, 'containerReceipts', 'inspections', 'containerRequisitions'],
  }),
  'products.lose': products.action('lose', {
    may: 'retire',
    summary: 'Says that a container cannot be found',
    body: withReason(),
  }),
  'products.found': products.action('found', {
    may: 'retire',
    summary: 'Says that a lost container was found, where it was',
    body: withReason(),
  }),
  'products.proposeRetirement': products.action('propose-retirement', {
    may: 'retire',
    summary: 'Proposes to write a container off, for somebody else to decide',
    body: withReason(),
  }),
  'products.rejectRetirement': products.action('reject-retirement', {
    may: 'retire',
    summary: 'Refuses a proposal to write a container off, or takes it back',
    body: withReason(),
  }),
  'products.retire': products.action('retire', {
    may: 'retire',
    summary: 'Writes a container off that somebody else proposed, with everything inside',
    body: versionOnly(),
    notice: decisionNotice(productMachine, 'retire'),
    touches: [...TOUCHES, 'containerRequisitions'],
  }),
  'products.tracking': one({
    path: '/products/:id/tracking',
    access: ability('container-warehouse:view'),
    summary: 'What happened to a container on one timeline, newest first, page by page',
    query: z.object({
      kind: field.optional(z.enum(TRACKED_KINDS, { error: 'ONE_OF' })),
      /** The `place` of the last event that was read: those before it. */
      before: field.optional(field.text(100)),
    }),
    data: z.array(
      z.object({
        id: z.string(),
        /** Where it stands in the timeline, for `before`. */
        place: z.string(),
        at: field.instant(),
        kind: z.enum(TRACKED_KINDS),
        /** Key of its words; `values` fill them. */
        what: z.string(),
        values: z.record(z.string(), z.nullable(z.string())),
        by: z.nullable(userRef()),
        reason: z.nullable(z.string()),
        document: z.nullable(
          /** Without id and number: one that this person may not read. */
          z.object({
            type: z.string(),
            id: z.nullable(field.id()),
            documentNo: z.nullable(z.string()),
          }),
        ),
      }),
    ),
  }),
  'products.claims': one({
    path: '/products/:id/claims',
    access: ability('container-warehouse:view'),
    summary: 'Claims of parts that were taken out of a container, and its warranties, newest first',
    data: z.array(
      z.object({
        kind: z.enum(['claim', 'warranty']),
        /** The machine of the document, which says what its status means. */
        machine: z.string(),
        id: field.id(),
        documentNo: z.nullable(z.string()),
        date: field.date(),
        /** The last day of a warranty. */
        until: z.nullable(field.date()),
        status: z.string(),
        /** What claimed goods were worth, or a warranty's price; null without `view-cost`. */
        cost: z.nullable(z.string()),
      }),
    ),
  }),
  'products.qr': file({
    path: '/products/:id/qr',
    access: ability('container-warehouse:view'),
    summary: 'The QR code of a container as a picture',
    mime: 'image/png',
  }),
  'products.moves': products.moves,
  ...products.trail,

  'containerParts.list': list({
    path: '/material_parts/products',
    access: lookup('container-warehouse:view'),
    summary: 'Containers that a part, lot or serial is or was built into',
    list: {
      filters: {
        partId: { kind: 'id' },
        productId: { kind: 'id' },
        serialNo: { kind: 'text', max: 60 },
        lotNo: { kind: 'text', max: 60 },
        isInstalled: { kind: 'flag' },
      },
      sorts: ['installedAt'],
      defaultSort: '-installedAt',
    },
    row: z.object({
      id: field.id(),
      product: z.object({ id: field.id(), code: z.string(), name: z.string() }),
      part: ref(),
      quantity: z.number(),
      lotNo: z.nullable(z.string()),
      serialNo: z.nullable(z.string()),
      supplier: z.nullable(ref()),
      receipt: z.nullable(z.object({ id: field.id(), documentNo: z.string() })),
      installedAt: field.instant(),
      removedAt: z.nullable(field.instant()),
      disposition: z.nullable(z.enum(REMOVAL_DISPOSITIONS)),
    }),
  }),
  'containerParts.forAdding': one({
    path: '/material_parts/for_adding',
    access: ability('container-warehouse:create', 'container-warehouse:update-parts'),
    summary: 'What the bill of materials of a model asks for, and where it lies in a warehouse',
    query: z.object({ productModelId: field.id(), warehouseId: field.id() }),
    data: z.array(
      z.object({
        part: ref(),
        unit: ref(),
        required: z.number(),
        trackingType: z.enum(TRACKING_TYPES),
        available: z.number(),
        /** First expiry first, then first in. */
        places: z.array(
          z.object({
            bin: z.object({ id: field.id(), code: z.string() }),
            condition: z.enum(CONDITIONS),
            lotNo: z.nullable(z.string()),
            expiryDate: z.nullable(field.date()),
            free: z.number(),
            serials: z.array(z.string()),
          }),
        ),
      }),
    ),
  }),
  'containerParts.models': list({
    path: '/material_parts/product_model',
    access: lookup('container-warehouse:view', 'parts-warehouse:view'),
    summary: 'Models whose bill of materials names a part',
    list: { filters: { partId: { kind: 'id' } }, sorts: ['code'], defaultSort: 'code' },
    row: z.object({
      id: field.id(),
      code: z.string(),
      name: z.string(),
      revisionNo: z.int(),
      quantity: z.number(),
    }),
  }),
} as const;
