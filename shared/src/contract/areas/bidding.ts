import * as z from 'zod/mini';
import { statusesOf } from '../../domain/machine/machine.ts';
import { VAT_MODES } from '../../domain/purchasing/amounts.ts';
import { biddingMachine, quotationMachine } from '../../domain/purchasing/biddingMachines.ts';
import * as field from '../../domain/values/fields.ts';
import {
  documentContext,
  documentDetail,
  documentRef,
  linesOf,
  MAX_LINES,
  nothing,
  recordFields,
  ref,
  userRef,
  versionOnly,
  withReason,
} from '../common.ts';
import { CREATED_BY, documentCalls, PART_OF_LINES } from '../documentCalls.ts';
import { ability, list, mutation, one } from '../endpoint.ts';
import { fileCalls } from '../fileCalls.ts';

/**
 * What is bought from a supplier and owed to it, and bidding: rounds, quotations, the comparison
 * (domain-warehouse 1.7, 1.8, 2.3, 4.1). Prices that are sealed for the caller are null (2.3).
 */
const invited = () =>
  z
    .array(field.id())
    .check(z.minLength(1, { error: 'REQUIRED' }), z.maxLength(30, { error: 'TOO_MANY' }));

const distribution = z.object({
  id: field.id(),
  part: ref(),
  unit: ref(),
  supplierPartNo: z.nullable(z.string()),
  /** null without `parts-warehouse:view-cost`, as the average. */
  lastPrice: z.nullable(z.string()),
  /** Per unit in stock, over all that was received. */
  averagePrice: z.nullable(z.string()),
  quantity: z.number(),
  receipts: z.int(),
  lastReceived: z.nullable(field.date()),
  onTimePct: z.nullable(z.number()),
});

export const CREDIT_STATUSES = ['unpaid', 'partial', 'paid', 'overdue'] as const;
const creditPurchase = z.object({
  id: field.id(),
  company: ref(),
  order: documentRef(),
  receipt: documentRef(),
  invoiceNo: z.nullable(z.string()),
  invoiceDate: field.date(),
  dueDate: field.date(),
  amount: z.string(),
  wht: z.string(),
  paidAmount: z.string(),
  outstanding: z.string(),
  status: z.enum(CREDIT_STATUSES),
});

const biddingRow = z.object({
  ...recordFields,
  documentNo: z.nullable(z.string()),
  status: z.string(),
  documentDate: field.date(),
  title: z.string(),
  company: ref(),
  warehouse: ref(),
  request: z.nullable(documentRef()),
  closesAt: field.instant(),
  closedAt: z.nullable(field.instant()),
  itemCount: z.int(),
  /** In the order of the invitation. */
  suppliers: z.array(ref()),
  quotationCount: z.int(),
  createdBy: z.nullable(userRef()),
});
const biddingItem = z.object({
  id: field.id(),
  lineNo: z.int(),
  part: z.nullable(ref()),
  description: z.string(),
  quantity: z.number(),
  unit: ref(),
  unitAllowsFraction: z.boolean(),
  neededBy: z.nullable(field.date()),
  requestItemId: z.nullable(field.id()),
  isReleased: z.boolean(),
  wonQuantity: z.number(),
  orderedQuantity: z.number(),
  bidCount: z.int(),
});
/** A quotation as its round names it: sealed amounts are null. */
const bidHead = z.object({
  id: field.id(),
  supplier: ref(),
  supplierQuoteNo: z.string(),
  status: z.string(),
  revisionNo: z.int(),
  validUntil: field.date(),
  submittedAt: z.nullable(field.instant()),
  landedTotal: z.nullable(z.string()),
});
const biddingDetail = z.extend(biddingRow, {
  remark: documentDetail.remark,
  statusReason: documentDetail.statusReason,
  ...documentContext,
  /** This person does not see prices yet. */
  isSealed: z.boolean(),
  hasWinners: z.boolean(),
  hasUnordered: z.boolean(),
  items: z.array(biddingItem),
  quotations: z.array(bidHead),
});
export type BiddingDetail = z.infer<typeof biddingDetail>;

const cell = z.object({
  id: field.id(),
  quotationId: field.id(),
  supplierId: field.id(),
  quantity: z.number(),
  moq: z.nullable(z.number()),
  unitPrice: z.string(),
  discountPct: z.string(),
  landedUnitPrice: z.string(),
  landedTotal: z.string(),
  leadTimeDays: z.nullable(z.int()),
  warrantyMonths: z.nullable(z.int()),
  brandOffered: z.nullable(z.string()),
  isLowest: z.boolean(),
  isWinner: z.boolean(),
  wonQuantity: z.number(),
  wonReason: z.nullable(z.string()),
  /** In an order already: the award stands. */
  isOrdered: z.boolean(),
  /** null: it may be awarded by this person; else the code of what is against it. */
  refusal: z.nullable(z.string()),
});
const comparison = z.object({
  id: field.id(),
  version: field.version(),
  documentNo: z.nullable(z.string()),
  status: z.string(),
  suppliers: z.array(
    z.object({
      supplier: ref(),
      quotation: z.nullable(bidHead),
      deliveryDays: z.nullable(z.int()),
      creditDays: z.nullable(z.int()),
      shippingFee: z.nullable(z.string()),
      /** Of what was won from this supplier. */
      wonTotal: z.string(),
    }),
  ),
  items: z.array(z.extend(biddingItem, { cells: z.array(cell) })),
  bestSingle: z.nullable(z.object({ supplierId: field.id(), total: z.string() })),
  bestSplit: z.nullable(z.object({ total: z.string(), complete: z.boolean() })),
  awardedTotal: z.string(),
});
export type BiddingComparison = z.infer<typeof comparison>;

const quotationRow = z.object({
  ...recordFields,
  documentNo: z.nullable(z.string()),
  status: z.string(),
  documentDate: field.date(),
  supplier: ref(),
  bidding: z.object({
    id: field.id(),
    documentNo: z.nullable(z.string()),
    title: z.string(),
    status: z.string(),
  }),
  supplierQuoteNo: z.string(),
  validUntil: field.date(),
  revisionNo: z.int(),
  itemCount: z.int(),
  submittedAt: z.nullable(field.instant()),
  isSealed: z.boolean(),
  landedTotal: z.nullable(z.string()),
  createdBy: z.nullable(userRef()),
});
const quotedItem = z.object({
  id: field.id(),
  biddingItemId: field.id(),
  lineNo: z.int(),
  part: z.nullable(ref()),
  description: z.string(),
  requestedQty: z.number(),
  unit: ref(),
  unitAllowsFraction: z.boolean(),
  quantity: z.number(),
  moq: z.nullable(z.number()),
  unitPrice: z.nullable(z.string()),
  discountPct: z.nullable(z.string()),
  leadTimeDays: z.nullable(z.int()),
  warrantyMonths: z.nullable(z.int()),
  brandOffered: z.nullable(z.string()),
  landedUnitPrice: z.nullable(z.string()),
  landedTotal: z.nullable(z.string()),
  isWinner: z.boolean(),
  wonQuantity: z.number(),
  wonReason: z.nullable(z.string()),
});
const quotedTerms = {
  vatMode: z.enum(VAT_MODES),
  vatRate: z.string(),
  creditDays: z.int(),
  deliveryDays: z.nullable(z.int()),
  shippingFee: z.nullable(z.string()),
};
const quotationDetail = z.extend(quotationRow, {
  ...quotedTerms,
  remark: documentDetail.remark,
  statusReason: documentDetail.statusReason,
  ...documentContext,
  roundOpen: z.boolean(),
  hasItems: z.boolean(),
  hasWinners: z.boolean(),
  enteredBy: z.array(field.id()),
  items: z.array(quotedItem),
});
export type QuotationDetail = z.infer<typeof quotationDetail>;
const quotationRevision = z.object({
  ...quotedTerms,
  revisionNo: z.int(),
  at: field.instant(),
  by: z.nullable(userRef()),
  supplierQuoteNo: z.string(),
  validUntil: field.date(),
  landedTotal: z.nullable(z.string()),
  items: z.array(quotedItem),
});
export type QuotationRevision = z.infer<typeof quotationRevision>;

const itemBody = {
  quantity: field.positiveQuantity(),
  moq: field.nullish(field.positiveQuantity()),
  unitPrice: field.price(),
  discountPct: field.optional(field.percent()),
  leadTimeDays: field.nullish(field.integer(0, 999)),
  warrantyMonths: field.nullish(field.integer(0, 120)),
  brandOffered: field.nullish(field.text(120)),
};
const quotationBody = {
  supplierQuoteNo: field.requiredText(60),
  validUntil: field.date(),
  vatMode: z.enum(VAT_MODES, { error: 'ONE_OF' }),
  creditDays: field.optional(field.integer(0, 365)),
  deliveryDays: field.nullish(field.integer(0, 999)),
  shippingFee: field.optional(field.money()),
  remark: field.nullish(field.longText()),
  /** All lines anew; absent: they stay. A line left out is not offered. */
  items: field.optional(
    z
      .array(z.object({ biddingItemId: field.id(), ...itemBody }))
      .check(z.maxLength(MAX_LINES, { error: 'TOO_MANY' })),
  ),
  /** Sends it at once. */
  submit: field.optional(field.flag()),
};

const quotationFiles = fileCalls('/suppliers/quotations', {
  write: ['suppliers:enter-quotation'],
  family: 'quotations',
});
const ROUND = ['biddings', 'quotations', 'purchaseRequests', 'dashboard'];
const ENTRY = ['quotations', 'biddings'];

const rounds = documentCalls('/suppliers/bidding', {
  family: 'biddings',
  page: 'suppliers',
  detail: biddingDetail,
  touches: ROUND,
  attachedBy: 'open-bidding',
});

const quotations = documentCalls('/suppliers/:supplierId/quotations', {
  family: 'quotations',
  page: 'suppliers',
  detail: quotationDetail,
  touches: ENTRY,
});

export const biddingArea = {
  'distributions.list': list({
    path: '/suppliers/:supplierId/distributions',
    access: ability('suppliers:view'),
    summary: 'Parts bought from a supplier: prices, quantity and punctuality',
    list: {
      filters: {},
      sorts: ['part'],
      defaultSort: 'part',
      exportColumns: [
        'part',
        'unit',
        'supplierPartNo',
        'quantity',
        'receipts',
        'lastPrice',
        'averagePrice',
        'lastReceived',
        'onTimePct',
      ],
    },
    row: distribution,
  }),
  'creditPurchases.list': list({
    path: '/suppliers/:supplierId/credit-purchases',
    access: ability('suppliers:view'),
    summary: 'What is owed to a supplier, a row a receipt',
    list: {
      filters: { status: { kind: 'enum', values: CREDIT_STATUSES } },
      sorts: ['dueDate', 'invoiceDate'],
      defaultSort: '-dueDate',
      dateField: 'invoiceDate',
      searchable: false,
      exportColumns: [
        'receipt',
        'order',
        'invoiceNo',
        'invoiceDate',
        'dueDate',
        'amount',
        'wht',
        'paidAmount',
        'outstanding',
        'status',
      ],
    },
    row: creditPurchase,
    summaryOf: z.object({
      /** null: the supplier sets none. */
      limit: z.nullable(z.string()),
      used: z.string(),
      available: z.nullable(z.string()),
      overdue: z.string(),
    }),
  }),

  'biddings.list': rounds.list({
    summary: 'Bidding rounds',
    statuses: statusesOf(biddingMachine),
    filters: {
      warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      supplierId: { kind: 'id', lookup: 'suppliers.master' },
      ...PART_OF_LINES,
    },
    sorts: ['closesAt'],
    exportColumns: [
      'documentNo',
      'documentDate',
      'title',
      'request',
      'warehouse',
      'closesAt',
      'itemCount',
      'suppliers',
      'quotationCount',
      'status',
    ],
    row: biddingRow,
  }),
  'biddings.get': one({
    path: '/suppliers/:supplierId/bidding/:id',
    access: ability('suppliers:view'),
    summary: 'A bidding round that the supplier is invited to',
    data: biddingDetail,
  }),
  'biddings.create': rounds.create({
    may: 'open-bidding',
    summary: 'Opens a round, for lines of a request or free',
    body: {
      title: field.requiredText(200),
      purchaseRequestId: field.nullish(field.id()),
      /** Of a free round; a request says itself where it is delivered. */
      warehouseId: field.nullish(field.id()),
      closesAt: field.instant(),
      remark: field.nullish(field.longText()),
      invitedSupplierIds: invited(),
      items: linesOf(
        z.object({
          requestItemId: field.nullish(field.id()),
          partId: field.nullish(field.id()),
          description: field.nullish(field.text(300)),
          quantity: field.positiveQuantity(),
          unitId: field.id(),
          neededBy: field.nullish(field.date()),
        }),
      ),
    },
    touches: ROUND,
  }),
  'biddings.update': rounds.update({
    may: 'open-bidding',
    summary: 'Changes title and invitations of an open round',
    body: {
      title: field.requiredText(200),
      remark: field.nullish(field.longText()),
      invitedSupplierIds: invited(),
    },
  }),
  'biddings.reschedule': rounds.action('reschedule', {
    may: 'open-bidding',
    summary: 'Moves the closing time of an open round',
    body: z.object({ version: field.version(), reason: field.reason(), closesAt: field.instant() }),
  }),
  'biddings.close': rounds.action('close', {
    may: 'open-bidding',
    summary: 'Closes a round before its time; the seal ends',
    body: versionOnly(),
  }),
  'biddings.cancel': rounds.action('cancel', {
    may: 'open-bidding',
    summary: 'Gives the round up; its request lines are free again',
    body: withReason(),
  }),
  'biddings.conclude': rounds.action('conclude', {
    may: 'award',
    summary: 'Ends the award though not everything is awarded',
    body: versionOnly(),
  }),
  'biddings.createPo': rounds.action('create-po', {
    may: 'award',
    summary: 'Makes an order a supplier from what was won, at the quoted prices',
    body: versionOnly(),
    touches: [...ROUND, 'purchaseOrders'],
  }),
  'biddings.comparison': one({
    path: '/suppliers/bidding/:id/comparison',
    access: ability('suppliers:view-bids'),
    summary: 'Lines by suppliers: landed price, lead time, warranty, lowest, winner',
    data: comparison,
  }),
  'biddings.document': rounds.pdf('document', {
    summary: 'As PDF: the request for quotation; once the seal has ended, the comparison',
  }),
  'biddings.attach': rounds.attach,
  'biddings.detach': rounds.detach,

  'quotations.list': list({
    path: '/suppliers/:supplierId/quotations',
    access: ability('suppliers:view'),
    summary: 'Quotations of a supplier',
    list: {
      filters: {
        status: { kind: 'enum', values: statusesOf(quotationMachine) },
        ...CREATED_BY,
        ...PART_OF_LINES,
      },
      sorts: ['createdAt', 'validUntil'],
      defaultSort: '-createdAt',
      dateField: 'documentDate',
      searchable: false,
      counts: 'status',
      exportColumns: [
        'supplierQuoteNo',
        'bidding',
        'documentDate',
        'validUntil',
        'revisionNo',
        'itemCount',
        'landedTotal',
        'submittedAt',
        'status',
      ],
    },
    row: quotationRow,
  }),
  'quotations.get': quotations.get('A quotation'),
  'quotations.revisions': one({
    path: '/suppliers/:supplierId/quotations/:id/revisions',
    access: ability('suppliers:view'),
    summary: 'What the quotation was before each change, newest first',
    data: z.array(quotationRevision),
  }),
  'quotations.create': quotations.create({
    may: 'enter-quotation',
    summary: 'Enters what a supplier quotes in an open round',
    body: { biddingId: field.id(), ...quotationBody },
    touches: ENTRY,
  }),
  'quotations.update': quotations.update({
    may: 'enter-quotation',
    summary: 'Changes a quotation; what was submitted is kept as an earlier revision',
    body: quotationBody,
    touches: ENTRY,
  }),
  'quotations.submit': quotations.action('submit', {
    may: 'enter-quotation',
    summary: 'Counts the quotation as received',
    body: versionOnly(),
  }),
  'quotations.withdraw': quotations.action('withdraw', {
    may: 'enter-quotation',
    summary: 'The supplier takes the quotation back',
    body: withReason(),
  }),
  'quotations.extend': quotations.action('extend', {
    may: 'enter-quotation',
    summary: 'The supplier holds an expired quotation’s prices longer',
    body: z.object({ version: field.version(), validUntil: field.date() }),
  }),
  'quotations.attach': quotationFiles.attach,
  'quotations.detach': quotationFiles.detach,

  'quotationItems.get': one({
    path: '/suppliers/:supplierId/quotations/:quotationId/items',
    access: ability('suppliers:view'),
    summary: 'Lines of a quotation',
    data: z.array(quotedItem),
  }),
  'quotationItems.create': mutation({
    method: 'POST',
    path: '/suppliers/:supplierId/quotations/:quotationId/items',
    access: ability('suppliers:enter-quotation'),
    summary: 'Adds a line',
    status: 201,
    body: z.object({ version: field.version(), biddingItemId: field.id(), ...itemBody }),
    data: quotationDetail,
    touches: ENTRY,
  }),
  'quotationItems.update': mutation({
    method: 'PATCH',
    path: '/suppliers/:supplierId/quotations/:quotationId/items/:id',
    access: ability('suppliers:enter-quotation'),
    summary: 'Changes a line',
    body: z.object({ version: field.version(), ...itemBody }),
    data: quotationDetail,
    touches: ENTRY,
  }),
  'quotationItems.delete': mutation({
    method: 'DELETE',
    path: '/suppliers/:supplierId/quotations/:quotationId/items/:id',
    access: ability('suppliers:enter-quotation'),
    summary: 'Takes a line out',
    data: nothing(),
    touches: ENTRY,
  }),
  'quotationItems.win': mutation({
    method: 'POST',
    path: '/suppliers/:supplierId/quotations/:quotationId/items/:id/win',
    access: ability('suppliers:award'),
    summary: 'Awards some of a line to the supplier, or takes the award back',
    body: z.object({
      /** Of the round: whoever awards beside somebody else sees that first. */
      version: field.version(),
      win: field.flag(),
      /** Absent: as much as is offered and not awarded yet. */
      wonQuantity: field.optional(field.positiveQuantity()),
      wonReason: field.nullish(field.text(500)),
    }),
    data: biddingDetail,
    touches: ROUND,
  }),
} as const;
