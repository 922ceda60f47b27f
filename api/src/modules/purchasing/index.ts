import type { Family, HandlersOf } from '../../kernel/index.ts';
import {
  documentFamily,
  fileHandlers,
  loadVisible,
  movesOfDocument,
  type ServerModule,
} from '../../workflow/index.ts';
import {
  biddingConstraints,
  biddingFamily,
  biddingHandlers,
  biddingNightly,
  quotationFamily,
} from './biddings/index.ts';
import { expireOrders, expireRequests } from './expiry.ts';
import { orderList } from './orders/list.ts';
import { orderDetail, orderRevisions } from './orders/present.ts';
import { sendOrder } from './orders/send.ts';
import {
  amendOrder,
  cancelOrder,
  closeOrderShort,
  confirmOrder,
  createOrder,
  decideOrder,
  deleteOrder,
  extendOrder,
  previewOrder,
  reviseOrder,
  submitOrder,
  updateOrder,
} from './orders/service.ts';
import { orderType } from './orders/type.ts';
import {
  supplierPaymentConstraints,
  supplierPaymentFamily,
  supplierPaymentHandlers,
} from './payments/index.ts';
import { orderPdf, receiptPdf, requestPdf } from './pdf.ts';
import { receiptList, receivableList } from './receipts/list.ts';
import { receiptDetail } from './receipts/present.ts';
import {
  approveReceipt,
  cancelReceipt,
  createReceipt,
  reverseReceipt,
} from './receipts/service.ts';
import { receiptType } from './receipts/type.ts';
import { openRequestList, requestList } from './requests/list.ts';
import { requestDetail } from './requests/present.ts';
import { requestReorder } from './requests/reorder.ts';
import {
  approveRequest,
  cancelRequest,
  createRequest,
  rejectRequest,
  renewRequest,
  submitRequest,
  updateRequest,
} from './requests/service.ts';
import { requestType } from './requests/type.ts';
import { supplierPurchaseHandlers } from './suppliers/purchases.ts';
import { supplierPartHandlers } from './suppliers/supplierParts.ts';
import { orderWorkItems, receiptWorkItems, requestWorkItems } from './workItems.ts';

const requestFiles = fileHandlers(requestType);
const orderFiles = fileHandlers(orderType);
const receiptFiles = fileHandlers(receiptType);

/** Purchase requests, orders and receipts (domain-warehouse 2.2, 2.4, 2.5). */
const purchaseHandlers: HandlersOf<
  | Family<'purchaseRequests'>
  | Family<'purchaseOrders'>
  | Family<'receipts'>
  | 'stock.createRequests'
> = {
  'stock.createRequests': requestReorder,

  'purchaseRequests.list': requestList.run,
  'purchaseRequests.all': openRequestList.run,
  'purchaseRequests.get': async (ctx, { params }) => ({
    data: await requestDetail(ctx, params.id),
  }),
  'purchaseRequests.create': createRequest,
  'purchaseRequests.update': updateRequest,
  'purchaseRequests.submit': submitRequest,
  'purchaseRequests.approve': approveRequest,
  'purchaseRequests.reject': rejectRequest,
  'purchaseRequests.cancel': cancelRequest,
  'purchaseRequests.renew': renewRequest,
  'purchaseRequests.export': (ctx, { params }) => requestPdf(ctx, params.id),
  'purchaseRequests.attach': requestFiles.attach,
  'purchaseRequests.detach': requestFiles.detach,

  'purchaseOrders.list': orderList.run,
  'purchaseOrders.get': async (ctx, { params }) => ({ data: await orderDetail(ctx, params.id) }),
  'purchaseOrders.revisions': async (ctx, { params }) => ({
    data: await orderRevisions(ctx, params.id),
  }),
  'purchaseOrders.preview': previewOrder,
  'purchaseOrders.create': createOrder,
  'purchaseOrders.update': updateOrder,
  'purchaseOrders.delete': deleteOrder,
  'purchaseOrders.submit': submitOrder,
  'purchaseOrders.approve': decideOrder,
  'purchaseOrders.confirm': confirmOrder,
  'purchaseOrders.cancel': cancelOrder,
  'purchaseOrders.revise': reviseOrder,
  'purchaseOrders.amend': amendOrder,
  'purchaseOrders.send': sendOrder,
  'purchaseOrders.closeShort': closeOrderShort,
  'purchaseOrders.extend': extendOrder,
  'purchaseOrders.export': (ctx, { params }) => orderPdf(ctx, params.id),
  'purchaseOrders.attach': orderFiles.attach,
  'purchaseOrders.detach': orderFiles.detach,

  'receipts.list': receiptList.run,
  'receipts.receivable': receivableList.run,
  'receipts.get': async (ctx, { params }) => ({ data: await receiptDetail(ctx, params.id) }),
  'receipts.create': createReceipt,
  'receipts.approve': approveReceipt,
  'receipts.cancel': cancelReceipt,
  'receipts.reverse': reverseReceipt,
  'receipts.export': (ctx, { params }) => receiptPdf(ctx, params.id),
  'receipts.moves': async (ctx, { params }) => {
    await loadVisible(ctx, receiptType, { id: params.id });
    return { data: await movesOfDocument(ctx, 'receipts', params.id) };
  },
  'receipts.attach': receiptFiles.attach,
  'receipts.detach': receiptFiles.detach,
};

/** Requests, orders, receipts, bidding and payments to suppliers. */
export const purchasingModule = {
  handlers: {
    ...purchaseHandlers,
    ...biddingHandlers,
    ...supplierPaymentHandlers,
    ...supplierPurchaseHandlers,
    ...supplierPartHandlers,
  },
  constraints: {
    purchase_order_receipts_invoice_uq: 'taxInvoiceNo',
    ...biddingConstraints,
    ...supplierPaymentConstraints,
    supplier_parts_uq: 'partId',
  },
  // Orders first: those that expire release the lines of their requests.
  nightly: [expireOrders, expireRequests, ...biddingNightly],
  families: [
    documentFamily(requestType, { workItems: requestWorkItems }),
    documentFamily(orderType, { workItems: orderWorkItems }),
    documentFamily(receiptType, {
      workItems: receiptWorkItems,
      moveTypes: ['receipt', 'reversal'],
    }),
    biddingFamily,
    quotationFamily,
    supplierPaymentFamily,
  ],
  recordScopes: {
    quotations: {
      table: 'quotations',
      scope: { company: 'd.company_id', warehouse: 'd.warehouse_id' },
    },
    // A payment belongs to every warehouse that received goods which it pays for.
    supplierPayments: {
      table: `(select p.id, p.company_id, p.created_by, r.warehouse_id from supplier_payments p
        join supplier_payment_items i on i.payment_id = p.id
        join credit_purchases c on c.id = i.credit_purchase_id
        join purchase_order_receipts r on r.id = c.receipt_id)`,
      scope: { company: 'd.company_id', warehouse: 'd.warehouse_id', owner: ['d.created_by'] },
    },
  },
} satisfies ServerModule;
export { amountsOf, discountFaults, vatRateOf } from './orders/draft.ts';
export { totalsOf } from './pdf.ts';
export { PDF_TEXTS } from './pdfTexts.ts';
export { vatAt } from './suppliers/supplierParts.ts';
