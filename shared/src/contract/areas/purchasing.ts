import * as z from 'zod/mini';
import { statusesOf } from '../../domain/machine/machine.ts';
import {
  purchaseOrderMachine,
  purchaseRequestMachine,
  receiptMachine,
} from '../../domain/purchasing/machines.ts';
import * as field from '../../domain/values/fields.ts';
import {
  assigned,
  documentDetail,
  documentFields,
  endorsement,
  linesOf,
  nothing,
  ref,
  userRef,
  versionOnly,
  withReason,
} from '../common.ts';
import { ability, abilityOrOwner, file, LOOKUP, list, mutation, one } from '../endpoint.ts';
import { fileCalls } from '../fileCalls.ts';

/** Purchase requests, orders and receipts (domain-warehouse 1.9–1.11, 2.1–2.5). */

export const PURPOSES = ['stock', 'job', 'project'] as const;
export const VAT_MODES = ['exclusive', 'inclusive', 'none'] as const;
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
  estimatedTotal: z.string(),
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
});
const requestBody = {
  warehouseId: field.id(),
  purpose: z.enum(PURPOSES, { error: 'ONE_OF' }),
  neededBy: field.date(),
  validUntil: field.nullish(field.date()),
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

const discount = z.object({
  type: z.enum(['percent', 'amount'], { error: 'ONE_OF' }),
  value: field.money(),
});
const amounts = {
  subTotal: z.string(),
  discountTotal: z.string(),
  baseAmount: z.string(),
  vatAmount: z.string(),
  grandTotal: z.string(),
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
  grandTotal: z.string(),
  receivedPct: z.number(),
});
const orderDetail = z.extend(orderRow, {
  ...documentDetail,
  ...assigned,
  ...amounts,
  supplierSnapshot,
  requests: z.array(z.object({ id: field.id(), documentNo: z.nullable(z.string()) })),
  /** The quotation whose winning lines it orders. */
  quotation: z.nullable(z.object({ id: field.id(), supplierQuoteNo: z.string(), round })),
  creditDays: z.int(),
  vatMode: z.enum(VAT_MODES),
  vatRate: z.string(),
  discount: z.nullable(discount),
  supplierConfirmationNo: z.nullable(z.string()),
  terms: z.nullable(z.string()),
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
  order: z.object({ id: field.id(), documentNo: z.nullable(z.string()) }),
  supplier: ref(),
  warehouse: ref(),
  receivedDate: field.date(),
  taxInvoiceNo: z.nullable(z.string()),
  itemCount: z.int(),
  baseAmount: z.string(),
  grandTotal: z.string(),
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
  vatMode: z.enum(VAT_MODES),
  vatRate: z.string(),
  committee: z.array(z.string()),
  items: z.array(receiptItem),
  importUntouched: z.boolean(),
});

const requestFiles = fileCalls('/purchase_requests', {
  write: 'purchase-requests:update',
  family: 'purchaseRequests',
});
const orderFiles = fileCalls('/purchase_orders', {
  write: 'purchase-orders:update',
  family: 'purchaseOrders',
});
const receiptFiles = fileCalls('/purchase_order_acceptances', {
  write: 'receipt:create',
  family: 'receipts',
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

export const purchasingArea = {
  'purchaseRequests.list': list({
    path: '/purchase_requests',
    access: ability('purchase-requests:view'),
    summary: 'Purchase requests',
    list: {
      filters: {
        status: { kind: 'enum', values: requestStatuses },
        warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
        requesterId: { kind: 'id', lookup: 'users.all' },
        purpose: { kind: 'enum', values: PURPOSES },
      },
      sorts: ['createdAt', 'documentNo', 'neededBy', 'estimatedTotal'],
      defaultSort: '-createdAt',
      dateField: 'documentDate',
      counts: 'status',
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
    },
    row: requestRow,
    summaryOf: z.object({ estimatedTotal: z.string() }),
  }),
  'purchaseRequests.all': list({
    path: '/purchase_requests/all',
    access: LOOKUP,
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
  'purchaseRequests.get': one({
    path: '/purchase_requests/:id',
    access: ability('purchase-requests:view'),
    summary: 'A purchase request',
    data: requestDetail,
  }),
  'purchaseRequests.create': mutation({
    method: 'POST',
    path: '/purchase_requests',
    access: ability('purchase-requests:create'),
    summary: 'Asks for goods',
    status: 201,
    body: z.object({
      ...requestBody,
      isDraft: field.optional(field.flag()),
      copiedFromId: field.nullish(field.id()),
    }),
    data: requestDetail,
    touches: requestTouches,
  }),
  'purchaseRequests.update': mutation({
    method: 'PATCH',
    path: '/purchase_requests/:id',
    access: ability('purchase-requests:update'),
    summary: 'Changes a request that is not decided; endorsements start anew',
    body: z.object({ version: field.version(), ...requestBody }),
    data: requestDetail,
    touches: requestTouches,
  }),
  'purchaseRequests.submit': mutation({
    method: 'POST',
    path: '/purchase_requests/:id/submit',
    access: ability('purchase-requests:update'),
    summary: 'Sends a draft for approval',
    body: versionOnly(),
    data: requestDetail,
    touches: requestTouches,
  }),
  'purchaseRequests.approval': mutation({
    method: 'POST',
    path: '/purchase_requests/:id/approval',
    access: ability('purchase-requests:approve'),
    summary: 'Approves, or endorses above one’s limit',
    notice: 'approved',
    body: z.object({ version: field.version(), comment: field.nullish(field.text(500)) }),
    data: requestDetail,
    touches: requestTouches,
  }),
  'purchaseRequests.rejectual': mutation({
    method: 'POST',
    path: '/purchase_requests/:id/rejectual',
    access: ability('purchase-requests:approve'),
    summary: 'Rejects',
    notice: 'rejected',
    body: withReason(),
    data: requestDetail,
    touches: requestTouches,
  }),
  'purchaseRequests.cancel': mutation({
    method: 'POST',
    path: '/purchase_requests/:id/cancel',
    access: abilityOrOwner('purchase-requests:cancel'),
    summary: 'Cancels the request, or its lines without a live order',
    body: z.object({
      version: field.version(),
      reason: field.reason(),
      lineIds: field.optional(z.array(field.id())),
    }),
    data: requestDetail,
    touches: requestTouches,
  }),
  'purchaseRequests.renew': mutation({
    method: 'POST',
    path: '/purchase_requests/:id/renew',
    access: ability('purchase-requests:update'),
    summary: 'Gives an expired request a new validity',
    body: z.object({ version: field.version(), validUntil: field.date() }),
    data: requestDetail,
    touches: requestTouches,
  }),
  'purchaseRequests.export': file({
    path: '/purchase_requests/:id/export',
    access: ability('purchase-requests:print'),
    summary: 'The request as PDF',
    mime: 'application/pdf',
  }),
  'purchaseRequests.attach': requestFiles.attach,
  'purchaseRequests.detach': requestFiles.detach,

  'purchaseOrders.list': list({
    path: '/purchase_orders',
    access: ability('purchase-orders:view'),
    summary: 'Purchase orders',
    list: {
      filters: {
        status: { kind: 'enum', values: orderStatuses },
        supplierId: { kind: 'id', lookup: 'suppliers.master' },
        warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
        partId: { kind: 'id', lookup: 'parts.master' },
        paymentType: { kind: 'enum', values: PAYMENT_TYPES },
      },
      sorts: ['createdAt', 'documentNo', 'promisedDate', 'grandTotal'],
      defaultSort: '-createdAt',
      dateField: 'documentDate',
      counts: 'status',
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
    },
    row: orderRow,
    summaryOf: z.object({ grandTotal: z.string() }),
  }),
  'purchaseOrders.get': one({
    path: '/purchase_orders/:id',
    access: ability('purchase-orders:view'),
    summary: 'A purchase order',
    data: orderDetail,
  }),
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
  'purchaseOrders.create': mutation({
    method: 'POST',
    path: '/purchase_orders',
    access: ability('purchase-orders:create'),
    summary: 'Orders from a supplier',
    status: 201,
    body: z.object({ ...orderBody, isDraft: field.optional(field.flag()) }),
    data: orderDetail,
    touches: orderTouches,
  }),
  'purchaseOrders.update': mutation({
    method: 'PATCH',
    path: '/purchase_orders/:id',
    access: ability('purchase-orders:update'),
    summary: 'Changes an order that is not decided',
    body: z.object({ version: field.version(), ...orderBody }),
    data: orderDetail,
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
  'purchaseOrders.submit': mutation({
    method: 'POST',
    path: '/purchase_orders/:id/submit',
    access: ability('purchase-orders:update'),
    summary: 'Sends a draft for approval',
    body: versionOnly(),
    data: orderDetail,
    touches: orderTouches,
  }),
  'purchaseOrders.approval': mutation({
    method: 'POST',
    path: '/purchase_orders/:id/approval',
    access: ability('purchase-orders:approve'),
    summary: 'Approves (or endorses above one’s limit) or rejects',
    notice: 'approved',
    body: z.object({
      version: field.version(),
      decision: z.enum(['approve', 'reject'], { error: 'ONE_OF' }),
      comment: field.nullish(field.text(500)),
      reason: field.optional(field.reason()),
    }),
    data: orderDetail,
    touches: orderTouches,
  }),
  'purchaseOrders.confirm': mutation({
    method: 'POST',
    path: '/purchase_orders/:id/confirm',
    access: ability('purchase-orders:update'),
    summary: 'Notes the supplier’s confirmation',
    body: z.object({
      version: field.version(),
      supplierConfirmationNo: field.requiredText(60),
      promisedDate: field.date(),
    }),
    data: orderDetail,
    touches: orderTouches,
  }),
  'purchaseOrders.cancel': mutation({
    method: 'POST',
    path: '/purchase_orders/:id/cancel',
    access: abilityOrOwner('purchase-orders:cancel'),
    summary: 'Cancels; request lines are free again',
    body: withReason(),
    data: orderDetail,
    touches: orderTouches,
  }),
  'purchaseOrders.revise': mutation({
    method: 'POST',
    path: '/purchase_orders/:id/revise',
    access: ability('purchase-orders:update'),
    summary: 'Opens an approved order for a new revision',
    body: versionOnly(),
    data: orderDetail,
    touches: orderTouches,
  }),
  'purchaseOrders.closeShort': mutation({
    method: 'POST',
    path: '/purchase_orders/:id/close-short',
    access: ability('purchase-orders:cancel'),
    summary: 'Gives up what has not come',
    body: z.object({
      version: field.version(),
      reason: field.reason(),
      reopenRequest: field.flag(),
    }),
    data: orderDetail,
    touches: orderTouches,
  }),
  'purchaseOrders.extend': mutation({
    method: 'POST',
    path: '/purchase_orders/:id/extend',
    access: ability('purchase-orders:approve'),
    summary: 'Gives an expired order a new date',
    body: z.object({ version: field.version(), validUntil: field.date() }),
    data: orderDetail,
    touches: orderTouches,
  }),
  'purchaseOrders.export': file({
    path: '/purchase_orders/:id/export',
    access: ability('purchase-orders:print'),
    summary: 'The order as PDF',
    mime: 'application/pdf',
  }),
  'purchaseOrders.attach': orderFiles.attach,
  'purchaseOrders.detach': orderFiles.detach,

  'receipts.list': list({
    path: '/purchase_order_acceptances',
    access: ability('receipt:view'),
    summary: 'Receipts',
    list: {
      filters: {
        status: { kind: 'enum', values: statusesOf(receiptMachine) },
        supplierId: { kind: 'id', lookup: 'suppliers.master' },
        warehouseId: { kind: 'id', lookup: 'masterData.subWarehouses' },
        orderId: { kind: 'id' },
      },
      sorts: ['createdAt', 'documentNo', 'receivedDate', 'grandTotal'],
      defaultSort: '-createdAt',
      dateField: 'receivedDate',
      counts: 'status',
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
    },
    row: receiptRow,
    summaryOf: z.object({ baseAmount: z.string(), grandTotal: z.string() }),
  }),
  'receipts.receivable': list({
    path: '/purchase_order_acceptances/receivable',
    access: LOOKUP,
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
        }),
      ),
    }),
  }),
  'receipts.get': one({
    path: '/purchase_order_acceptances/:id',
    access: ability('receipt:view'),
    summary: 'A receipt',
    data: receiptDetail,
  }),
  'receipts.create': mutation({
    method: 'POST',
    path: '/purchase_order_acceptances',
    access: ability('receipt:create'),
    summary: 'Receives goods at the dock; stock goes to RECEIVING and an import opens',
    status: 201,
    body: z.object({
      orderId: field.id(),
      supplierDeliveryNo: field.nullish(field.text(60)),
      taxInvoiceNo: field.nullish(field.text(60)),
      taxInvoiceDate: field.nullish(field.date()),
      receivedDate: field.date(),
      committee: field.optional(
        z.array(field.requiredText(120)).check(z.maxLength(10, { error: 'TOO_MANY' })),
      ),
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
          serials: field.optional(
            z.array(field.code(60)).check(z.maxLength(1000, { error: 'TOO_MANY' })),
          ),
        }),
      ),
    }),
    data: receiptDetail,
    touches: receiptTouches,
  }),
  'receipts.approval': mutation({
    method: 'POST',
    path: '/purchase_order_acceptances/:id/approval',
    access: ability('receipt:approve'),
    summary: 'Posts a receipt that waited',
    notice: 'approved',
    body: versionOnly(),
    data: receiptDetail,
    touches: receiptTouches,
  }),
  'receipts.cancel': mutation({
    method: 'POST',
    path: '/purchase_order_acceptances/:id/cancel',
    access: abilityOrOwner('receipt:approve'),
    summary: 'Withdraws a receipt that waits; nothing was posted',
    body: withReason(),
    data: receiptDetail,
    touches: receiptTouches,
  }),
  'receipts.reverse': mutation({
    method: 'POST',
    path: '/purchase_order_acceptances/:id/reverse',
    access: ability('receipt:reverse'),
    summary: 'Takes a receipt back while its import is untouched',
    body: withReason(),
    data: receiptDetail,
    touches: receiptTouches,
  }),
  'receipts.export': file({
    path: '/purchase_order_acceptances/:id/export',
    access: ability('receipt:print'),
    summary: 'The receipt as PDF',
    mime: 'application/pdf',
  }),
  'receipts.attach': receiptFiles.attach,
  'receipts.detach': receiptFiles.detach,
} as const;
