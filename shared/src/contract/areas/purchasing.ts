import * as z from 'zod/mini';
import { ALL_HEADER_TYPES } from '../../domain/documents/headers.ts';
import { statusesOf } from '../../domain/machine/machine.ts';
import { VAT_MODES } from '../../domain/purchasing/amounts.ts';
import {
  purchaseOrderMachine,
  purchaseRequestMachine,
  receiptMachine,
} from '../../domain/purchasing/machines.ts';
import * as field from '../../domain/values/fields.ts';
import {
  assigned,
  decisionNotice,
  documentDetail,
  documentFields,
  documentRef,
  endorsement,
  linesOf,
  MAX_LINES,
  nothing,
  ref,
  userRef,
  versionOnly,
  withReason,
} from '../common.ts';
import { documentCalls, PART_OF_LINES } from '../documentCalls.ts';
import { ability, formsOf, list, lookup, mutation, one } from '../endpoint.ts';
import { discount, newSerials } from '../lines.ts';

/** Purchase requests, orders and receipts (domain-warehouse 1.9–1.11, 2.1–2.5). */

export const PURPOSES = ['stock', 'job', 'project'] as const;
/** What a request refers to: a job or a project by its number, or the rule that reordered. */
export const REQUEST_REFERENCES = ['job', 'project', 'stockRule'] as const;
export const PAYMENT_TYPES = ['cash', 'credit'] as const;

const requestItem = z.object({
  id: field.id(),
  lineNo: z.int(),
  part: z.nullable(ref()),
  /** What is wanted when it is no stocked part. */
  freeText: z.nullable(z.string()),
  quantity: z.number(),
  unit: ref(),
  unitAllowsFraction: z.boolean(),
  estimatedPrice: z.string(),
  amount: z.string(),
  suggestedSupplier: z.nullable(ref()),
  orderedQty: z.number(),
  receivedQty: z.number(),
  cancelledQty: z.number(),
  openQty: z.number(),
  inRound: z.boolean(),
  note: z.nullable(z.string()),
});
const requestRow = z.object({
  ...documentFields,
  requester: userRef(),
  warehouse: ref(),
  purpose: z.enum(PURPOSES),
  neededBy: field.date(),
  validUntil: field.date(),
  itemCount: z.int(),
  estimatedTotal: field.money(),
});
/** A bidding round, and the supplier beside whom it is looked at. */
const round = z.object({
  id: field.id(),
  documentNo: z.nullable(z.string()),
  status: z.string(),
  supplierId: field.id(),
});
const requestDetail = z.extend(requestRow, {
  ...documentDetail,
  items: z.array(requestItem),
  /** Bidding rounds for its lines, oldest first. */
  rounds: z.array(round),
  endorsements: z.array(endorsement),
  hasOpenLines: z.boolean(),
  department: z.nullable(z.string()),
  refType: z.nullable(z.enum(REQUEST_REFERENCES)),
  refNo: z.nullable(z.string()),
  documentHeader: z.nullable(ref()),
});
const requestBody = {
  warehouseId: field.id(),
  purpose: z.enum(PURPOSES, { error: 'ONE_OF' }),
  neededBy: field.date(),
  validUntil: field.nullish(field.date()),
  department: field.nullish(field.text(120)),
  /** Number of the job or project that it is for. */
  refNo: field.nullish(field.text(60)),
  documentHeaderId: field.nullish(field.id()),
  remark: field.nullish(field.longText()),
  items: linesOf(
    z.object({
      partId: field.nullish(field.id()),
      freeText: field.nullish(field.text(200)),
      quantity: field.positiveQuantity(),
      unitId: field.id(),
      estimatedPrice: field.price(),
      suggestedSupplierId: field.nullish(field.id()),
      note: field.nullish(field.text(300)),
    }),
  ),
};

const amounts = {
  subTotal: z.string(),
  discountTotal: z.string(),
  baseAmount: z.string(),
  vatAmount: z.string(),
  grandTotal: field.money(),
  whtBase: z.string(),
  whtRate: z.string(),
  whtAmount: z.string(),
  netPayable: z.string(),
};
const lineAmounts = {
  lineTotal: z.string(),
  documentDiscount: z.string(),
  baseAmount: z.string(),
  vatAmount: z.string(),
};

const orderItem = z.object({
  id: field.id(),
  lineNo: z.int(),
  part: z.nullable(ref()),
  description: z.string(),
  quantity: z.number(),
  unit: ref(),
  unitAllowsFraction: z.boolean(),
  /** Stock units per ordered unit, frozen on the line. */
  unitFactor: z.number(),
  trackingType: z.enum(['none', 'lot', 'serial']),
  unitPrice: z.string(),
  discount: z.nullable(discount),
  isService: z.boolean(),
  ...lineAmounts,
  requestItem: z.nullable(
    z.object({ id: field.id(), requestId: field.id(), documentNo: z.nullable(z.string()) }),
  ),
  warrantyMonths: z.int(),
  promisedDate: z.nullable(field.date()),
  receivedQty: z.number(),
  closedQty: z.number(),
  openQty: z.number(),
});
const supplierSnapshot = z.object({
  id: field.id(),
  code: z.nullable(z.string()),
  name: z.string(),
  taxId: z.string(),
  branchCode: z.string(),
  address: z.string(),
  isVatRegistered: z.boolean(),
});
const orderRow = z.object({
  ...documentFields,
  supplier: ref(),
  warehouse: ref(),
  paymentType: z.enum(PAYMENT_TYPES),
  promisedDate: z.nullable(field.date()),
  validUntil: field.date(),
  itemCount: z.int(),
  baseAmount: z.string(),
  vatAmount: z.string(),
  grandTotal: field.money(),
  receivedPct: z.number(),
});
const orderDetail = z.extend(orderRow, {
  ...documentDetail,
  ...assigned,
  ...amounts,
  supplierSnapshot,
  /** Whom the supplier names first for questions and orders, as it is now. */
  contact: z.nullable(
    z.object({ name: z.string(), phone: z.nullable(z.string()), email: z.nullable(z.string()) }),
  ),
  requests: z.array(documentRef()),
  /** The quotation whose winning lines it orders. */
  quotation: z.nullable(z.object({ id: field.id(), supplierQuoteNo: z.string(), round })),
  creditDays: z.int(),
  vatMode: z.enum(VAT_MODES),
  vatRate: z.string(),
  discount: z.nullable(discount),
  supplierConfirmationNo: z.nullable(z.string()),
  terms: z.nullable(z.string()),
  documentHeader: z.nullable(ref()),
  revisionNo: z.int(),
  items: z.array(orderItem),
  endorsements: z.array(endorsement),
  hasReceipts: z.boolean(),
});
/** What an order was before it was opened again. */
const orderRevision = z.object({
  revisionNo: z.int(),
  at: field.instant(),
  by: z.nullable(userRef()),
  promisedDate: z.nullable(field.date()),
  supplierConfirmationNo: z.nullable(z.string()),
  ...amounts,
  items: z.array(orderItem),
});
const orderBody = {
  supplierId: field.id(),
  warehouseId: field.id(),
  paymentType: z.enum(PAYMENT_TYPES, { error: 'ONE_OF' }),
  creditDays: field.optional(field.integer(0, 365)),
  vatMode: z.enum(VAT_MODES, { error: 'ONE_OF' }),
  whtRate: field.optional(field.percent()),
  discount: field.nullish(discount),
  promisedDate: field.nullish(field.date()),
  validUntil: field.nullish(field.date()),
  terms: field.nullish(field.longText(2000)),
  documentHeaderId: field.nullish(field.id()),
  remark: field.nullish(field.longText()),
  /** What the form showed; refused when the server computes otherwise (TOTAL_MISMATCH). */
  expectedGrandTotal: field.optional(field.money()),
  items: linesOf(
    z.object({
      partId: field.nullish(field.id()),
      description: field.nullish(field.text(300)),
      quantity: field.positiveQuantity(),
      unitId: field.id(),
      unitPrice: field.price(),
      discount: field.nullish(discount),
      isService: field.flag(),
      requestItemId: field.nullish(field.id()),
      warrantyMonths: field.optional(field.integer(0, 120)),
      promisedDate: field.nullish(field.date()),
    }),
  ),
};

const receiptItem = z.object({
  id: field.id(),
  lineNo: z.int(),
  orderItemId: field.id(),
  part: z.nullable(ref()),
  description: z.string(),
  unit: ref(),
  orderedQty: z.number(),
  acceptedQty: z.number(),
  rejectedQty: z.number(),
  rejectReason: z.nullable(z.string()),
  unitPrice: z.string(),
  orderUnitPrice: z.string(),
  isService: z.boolean(),
  ...lineAmounts,
  lots: z.array(
    z.object({ lotNo: z.string(), expiryDate: z.nullable(field.date()), quantity: z.number() }),
  ),
  serials: z.array(z.string()),
});
const receiptRow = z.object({
  ...documentFields,
  order: documentRef(),
  supplier: ref(),
  warehouse: ref(),
  receivedDate: field.date(),
  taxInvoiceNo: z.nullable(z.string()),
  itemCount: z.int(),
  baseAmount: z.string(),
  grandTotal: field.money(),
  goodsImport: z.nullable(
    z.object({ id: field.id(), documentNo: z.nullable(z.string()), status: z.string() }),
  ),
});
const receiptDetail = z.extend(receiptRow, {
  ...documentDetail,
  ...assigned,
  ...amounts,
  supplierSnapshot,
  supplierDeliveryNo: z.nullable(z.string()),
  taxInvoiceDate: z.nullable(field.date()),
  /** Its tax invoice is too old for its VAT to be claimed (Revenue Code section 82/3). */
  isTaxLate: z.boolean(),
  vatMode: z.enum(VAT_MODES),
  vatRate: z.string(),
  committee: z.array(z.string()),
  documentHeader: z.nullable(ref()),
  items: z.array(receiptItem),
  importUntouched: z.boolean(),
});

const requestTouches = ['purchaseRequests', 'dashboard'];
const orderTouches = ['purchaseOrders', 'purchaseRequests', 'dashboard'];
const receiptTouches = [
  'receipts',
  'purchaseOrders',
  'purchaseRequests',
  'goodsImports',
  'parts',
  'dashboard',
];

const requestStatuses = statusesOf(purchaseRequestMachine);
const orderStatuses = statusesOf(purchaseOrderMachine);

const requests = documentCalls('/purchase_requests', {
  family: 'purchaseRequests',
  page: 'purchase-requests',
  detail: requestDetail,
  touches: requestTouches,
});

const orders = documentCalls('/purchase_orders', {
  family: 'purchaseOrders',
  page: 'purchase-orders',
  detail: orderDetail,
  touches: orderTouches,
});

const receipts = documentCalls('/purchase_order_acceptances', {
  family: 'receipts',
  page: 'receipt',
  detail: receiptDetail,
  touches: receiptTouches,
  attachedBy: 'create',
});

export const purchasingArea = {
  'purchaseRequests.list': requests.list({
    summary: 'Purchase requests',
    statuses: requestStatuses,
    filters: {
      warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      requesterId: { kind: 'id', lookup: 'users.all' },
      purpose: { kind: 'enum', values: PURPOSES },
      ...PART_OF_LINES,
    },
    sorts: ['neededBy', 'estimatedTotal'],
    exportColumns: [
      'documentNo',
      'documentDate',
      'requester',
      'warehouse',
      'purpose',
      'neededBy',
      'itemCount',
      'estimatedTotal',
      'status',
    ],
    exportAbility: 'purchase-requests:print',
    row: requestRow,
    summaryOf: z.object({ estimatedTotal: z.string() }),
  }),
  'purchaseRequests.all': list({
    path: '/purchase_requests/all',
    access: ability(...formsOf('purchase-orders')),
    summary: 'Approved requests with lines to order',
    list: {
      filters: { warehouseId: { kind: 'id' } },
      sorts: ['documentNo'],
      defaultSort: '-documentNo',
      maxLimit: 1000,
    },
    row: z.object({
      id: field.id(),
      code: z.nullable(z.string()),
      name: z.string(),
      warehouse: ref(),
      neededBy: field.date(),
      items: z.array(
        z.object({
          id: field.id(),
          part: z.nullable(ref()),
          freeText: z.nullable(z.string()),
          openQty: z.number(),
          unit: ref(),
          unitAllowsFraction: z.boolean(),
          estimatedPrice: z.string(),
          suggestedSupplier: z.nullable(ref()),
        }),
      ),
    }),
  }),
  'parts.supply': one({
    path: '/material_parts/supply',
    access: ability('purchase-requests:approve', 'purchase-orders:approve'),
    summary: 'What a decision about a purchase needs to know of its parts, in its company',
    query: z.object({
      companyId: field.id(),
      partIds: z
        .array(field.id())
        .check(
          z.minLength(1, { error: 'REQUIRED' }),
          z.maxLength(MAX_LINES, { error: 'TOO_MANY' }),
        ),
    }),
    data: z.array(
      z.object({
        partId: field.id(),
        unit: ref(),
        /** null: being counted by this person. */
        available: z.nullable(z.number()),
        onOrder: z.number(),
        /** In the last 90 days; null: being counted. */
        used: z.nullable(z.number()),
        /** Of one stock unit; null without `parts-warehouse:view-cost`. */
        lastPurchasePrice: z.nullable(z.string()),
      }),
    ),
  }),
  'purchaseRequests.get': requests.get('A purchase request'),
  'purchaseRequests.create': requests.create({
    summary: 'Asks for goods',
    body: {
      ...requestBody,
      isDraft: field.optional(field.flag()),
      copiedFromId: field.nullish(field.id()),
    },
    touches: requestTouches,
  }),
  'purchaseRequests.update': requests.update({
    summary: 'Changes a request that is not decided; endorsements start anew',
    body: requestBody,
    touches: requestTouches,
  }),
  'purchaseRequests.submit': requests.action('submit', {
    may: 'update',
    summary: 'Sends a draft for approval',
    body: versionOnly(),
  }),
  'purchaseRequests.approve': requests.action('approve', {
    path: 'approval',
    may: 'approve',
    summary: 'Approves, or endorses above one’s limit',
    notice: decisionNotice(purchaseRequestMachine, 'approve'),
    body: z.object({ version: field.version(), comment: field.nullish(field.text(500)) }),
  }),
  'purchaseRequests.reject': requests.action('reject', {
    path: 'rejectual',
    may: 'approve',
    summary: 'Rejects',
    notice: 'rejected',
    body: withReason(),
  }),
  'purchaseRequests.cancel': requests.action('cancel', {
    may: 'cancel',
    orOwner: true,
    summary: 'Cancels the request, or its lines without a live order',
    body: z.object({
      version: field.version(),
      reason: field.reason(),
      lineIds: field.optional(z.array(field.id())),
    }),
  }),
  'purchaseRequests.renew': requests.action('renew', {
    may: 'update',
    summary: 'Gives an expired request a new validity',
    body: z.object({ version: field.version(), validUntil: field.date() }),
  }),
  'purchaseRequests.export': requests.pdf('export', {
    may: 'print',
    summary: 'The request as PDF',
  }),
  'purchaseRequests.attach': requests.attach,
  'purchaseRequests.detach': requests.detach,

  'purchaseOrders.list': orders.list({
    summary: 'Purchase orders',
    statuses: orderStatuses,
    filters: {
      supplierId: { kind: 'id', lookup: 'suppliers.master' },
      warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      partId: { kind: 'id', lookup: 'parts.master' },
      paymentType: { kind: 'enum', values: PAYMENT_TYPES },
    },
    sorts: ['promisedDate', 'grandTotal'],
    exportColumns: [
      'documentNo',
      'documentDate',
      'supplier',
      'warehouse',
      'paymentType',
      'promisedDate',
      'itemCount',
      'baseAmount',
      'vatAmount',
      'grandTotal',
      'receivedPct',
      'status',
    ],
    exportAbility: 'purchase-orders:print',
    row: orderRow,
    summaryOf: z.object({ grandTotal: z.string() }),
  }),
  'purchaseOrders.get': orders.get('A purchase order'),
  'purchaseOrders.revisions': one({
    path: '/purchase_orders/:id/revisions',
    access: ability('purchase-orders:view'),
    summary: 'What the order was before each revision, newest first',
    data: z.array(orderRevision),
  }),
  'purchaseOrders.preview': mutation({
    method: 'POST',
    path: '/purchase_orders/preview',
    access: ability('purchase-orders:create'),
    summary: 'Totals of an order that is not saved',
    notice: 'none',
    body: z.object({
      vatMode: orderBody.vatMode,
      whtRate: orderBody.whtRate,
      discount: orderBody.discount,
      items: linesOf(
        z.object({
          quantity: field.positiveQuantity(),
          unitPrice: field.price(),
          discount: field.nullish(discount),
          isService: field.flag(),
        }),
      ),
    }),
    data: z.object({ ...amounts, lines: z.array(z.object(lineAmounts)) }),
  }),
  'purchaseOrders.create': orders.create({
    summary: 'Orders from a supplier',
    body: { ...orderBody, isDraft: field.optional(field.flag()) },
    touches: orderTouches,
  }),
  'purchaseOrders.update': orders.update({
    summary: 'Changes an order that is not decided',
    body: orderBody,
    touches: orderTouches,
  }),
  'purchaseOrders.delete': mutation({
    method: 'DELETE',
    path: '/purchase_orders/:id',
    access: ability('purchase-orders:cancel'),
    summary: 'Deletes a draft; a numbered order is cancelled instead',
    data: nothing(),
    touches: orderTouches,
  }),
  'purchaseOrders.submit': orders.action('submit', {
    may: 'update',
    summary: 'Sends a draft for approval',
    body: versionOnly(),
  }),
  'purchaseOrders.approve': orders.action('approve', {
    path: 'approval',
    may: 'approve',
    summary: 'Approves (or endorses above one’s limit) or rejects',
    notice: decisionNotice(purchaseOrderMachine, 'approve'),
    body: z.object({
      version: field.version(),
      decision: z.enum(['approve', 'reject'], { error: 'ONE_OF' }),
      comment: field.nullish(field.text(500)),
      reason: field.optional(field.reason()),
    }),
  }),
  'purchaseOrders.confirm': orders.action('confirm', {
    may: 'update',
    summary: 'Notes the supplier’s confirmation',
    body: z.object({
      version: field.version(),
      supplierConfirmationNo: field.requiredText(60),
      promisedDate: field.date(),
    }),
  }),
  'purchaseOrders.send': orders.action('send', {
    may: 'update',
    summary: 'Sends an approved order to its supplier by e-mail, with its PDF',
    body: z.object({
      version: field.version(),
      to: field.email(),
      cc: field.nullish(field.emails()),
      message: field.longText(2000).check(z.minLength(1, { error: 'REQUIRED' })),
    }),
  }),
  'purchaseOrders.amend': orders.action('amend', {
    may: 'update',
    summary: 'Changes remark and confirmation of an order that is decided',
    body: z.object({
      version: field.version(),
      supplierConfirmationNo: field.nullish(field.text(60)),
      promisedDate: field.nullish(field.date()),
      remark: field.nullish(field.longText()),
    }),
  }),
  'purchaseOrders.cancel': orders.action('cancel', {
    may: 'cancel',
    orOwner: true,
    summary: 'Cancels; request lines are free again',
    body: withReason(),
  }),
  'purchaseOrders.revise': orders.action('revise', {
    may: 'update',
    summary: 'Opens an approved order for a new revision',
    body: versionOnly(),
  }),
  'purchaseOrders.closeShort': orders.action('close-short', {
    may: 'cancel',
    summary: 'Gives up what has not come',
    body: z.object({
      version: field.version(),
      reason: field.reason(),
      reopenRequest: field.flag(),
    }),
  }),
  'purchaseOrders.extend': orders.action('extend', {
    may: 'approve',
    summary: 'Gives an expired order a new date',
    body: z.object({ version: field.version(), validUntil: field.date() }),
  }),
  'purchaseOrders.export': orders.pdf('export', {
    may: 'print',
    summary: 'The order as PDF',
  }),
  'purchaseOrders.attach': orders.attach,
  'purchaseOrders.detach': orders.detach,

  'receipts.list': receipts.list({
    summary: 'Receipts',
    statuses: statusesOf(receiptMachine),
    filters: {
      supplierId: { kind: 'id', lookup: 'suppliers.master' },
      warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
      orderId: { kind: 'id' },
      ...PART_OF_LINES,
    },
    sorts: ['receivedDate', 'grandTotal'],
    dateField: 'receivedDate',
    exportColumns: [
      'documentNo',
      'receivedDate',
      'order',
      'supplier',
      'warehouse',
      'taxInvoiceNo',
      'itemCount',
      'baseAmount',
      'grandTotal',
      'status',
    ],
    exportAbility: 'receipt:print',
    row: receiptRow,
    summaryOf: z.object({ baseAmount: z.string(), grandTotal: z.string() }),
  }),
  'receipts.receivable': list({
    path: '/purchase_order_acceptances/receivable',
    access: ability('receipt:create'),
    summary: 'Orders with lines to receive',
    list: {
      filters: { orderId: { kind: 'id' } },
      sorts: ['documentNo'],
      defaultSort: '-documentNo',
      maxLimit: 1000,
    },
    row: z.object({
      id: field.id(),
      code: z.nullable(z.string()),
      name: z.string(),
      nameTh: z.nullable(z.string()),
      supplier: ref(),
      warehouse: ref(),
      isVatRegistered: z.boolean(),
      promisedDate: z.nullable(field.date()),
      items: z.array(
        z.object({
          id: field.id(),
          part: z.nullable(ref()),
          description: z.string(),
          unit: ref(),
          unitAllowsFraction: z.boolean(),
          trackingType: z.enum(['none', 'lot', 'serial']),
          unitFactor: z.number(),
          isService: z.boolean(),
          orderedQty: z.number(),
          openQty: z.number(),
          /** The order's price, for whoever may change it. */
          unitPrice: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  'receipts.get': receipts.get('A receipt'),
  'receipts.create': receipts.create({
    summary: 'Receives goods at the dock; stock goes to RECEIVING and an import opens',
    body: {
      orderId: field.id(),
      supplierDeliveryNo: field.nullish(field.text(60)),
      taxInvoiceNo: field.nullish(field.text(60)),
      taxInvoiceDate: field.nullish(field.date()),
      receivedDate: field.date(),
      committee: field.optional(
        z.array(field.requiredText(120)).check(z.maxLength(10, { error: 'TOO_MANY' })),
      ),
      documentHeaderId: field.nullish(field.id()),
      remark: field.nullish(field.longText()),
      /** false: waits for an approval before it is posted. */
      post: field.optional(field.flag()),
      items: linesOf(
        z.object({
          orderItemId: field.id(),
          acceptedQty: field.quantity(),
          rejectedQty: field.quantity(),
          rejectReason: field.nullish(field.text(300)),
          /** Another price than the order's needs `receipt:override-price`. */
          unitPrice: field.nullish(field.price()),
          lots: field.optional(
            z
              .array(
                z.object({
                  lotNo: field.requiredText(60),
                  expiryDate: field.nullish(field.date()),
                  quantity: field.positiveQuantity(),
                }),
              )
              .check(z.maxLength(100, { error: 'TOO_MANY' })),
          ),
          serials: field.optional(newSerials()),
        }),
      ),
    },
    touches: receiptTouches,
  }),
  'receipts.approve': receipts.action('approve', {
    path: 'approval',
    may: 'approve',
    summary: 'Posts a receipt that waited',
    notice: 'approved',
    body: versionOnly(),
  }),
  'receipts.cancel': receipts.action('cancel', {
    may: 'approve',
    orOwner: true,
    summary: 'Withdraws a receipt that waits; nothing was posted',
    body: withReason(),
  }),
  'receipts.reverse': receipts.action('reverse', {
    may: 'reverse',
    summary: 'Takes a receipt back while its import is untouched',
    body: withReason(),
  }),
  // Registered with purchasing, whose forms name headers; their own area is administration.
  'documentHeaders.master': list({
    path: '/document_headers/master',
    access: lookup(...formsOf('purchase-requests', 'purchase-orders'), 'receipt:create'),
    summary: 'Choice of a header on a document',
    list: {
      filters: {
        type: { kind: 'enum', values: ALL_HEADER_TYPES },
        /** Headers of the company that this warehouse belongs to. */
        warehouseId: { kind: 'id' },
      },
      sorts: ['name'],
      defaultSort: 'name',
      maxLimit: 1000,
    },
    row: z.object({ id: field.id(), code: z.nullable(z.string()), name: z.string() }),
  }),
  'receipts.export': receipts.pdf('export', {
    may: 'print',
    summary: 'The receipt as PDF',
  }),
  'receipts.moves': receipts.moves,
  'receipts.attach': receipts.attach,
  'receipts.detach': receipts.detach,
} as const;
