import type { ServerModule } from '../../workflow/index.ts';
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
import { purchaseOrders } from './orders/type.ts';
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
import { receipts } from './receipts/type.ts';
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
import { purchaseRequests } from './requests/type.ts';
import { supplierPurchaseHandlers } from './suppliers/purchases.ts';
import { supplierPartHandlers } from './suppliers/supplierParts.ts';
import { orderWorkItems, receiptWorkItems, requestWorkItems } from './workItems.ts';

/** Purchase requests (domain-warehouse 2.2). */
const requestHandlers = purchaseRequests.handlers({
  present: requestDetail,
  list: requestList,
  create: createRequest,
  actions: {
    update: updateRequest,
    submit: submitRequest,
    approve: approveRequest,
    reject: rejectRequest,
    cancel: cancelRequest,
    renew: renewRequest,
  },
  others: {
    all: openRequestList.run,
    export: (ctx, { params }) => requestPdf(ctx, params.id),
  },
});

/** Purchase orders (domain-warehouse 2.4). */
const orderHandlers = purchaseOrders.handlers({
  present: orderDetail,
  list: orderList,
  create: createOrder,
  actions: {
    update: updateOrder,
    submit: submitOrder,
    approve: decideOrder,
    confirm: confirmOrder,
    cancel: cancelOrder,
    revise: reviseOrder,
    amend: amendOrder,
    send: sendOrder,
    closeShort: closeOrderShort,
    extend: extendOrder,
  },
  others: {
    revisions: async (ctx, { params }) => ({ data: await orderRevisions(ctx, params.id) }),
    preview: previewOrder,
    delete: deleteOrder,
    export: (ctx, { params }) => orderPdf(ctx, params.id),
  },
});

/** Receipts (domain-warehouse 2.5). */
const receiptHandlers = receipts.handlers({
  present: receiptDetail,
  list: receiptList,
  create: createReceipt,
  actions: { approve: approveReceipt, cancel: cancelReceipt, reverse: reverseReceipt },
  others: {
    receivable: receivableList.run,
    export: (ctx, { params }) => receiptPdf(ctx, params.id),
  },
});

/** Requests, orders, receipts, bidding and payments to suppliers. */
export const purchasingModule = {
  handlers: {
    'stock.createRequests': requestReorder,
    ...requestHandlers,
    ...orderHandlers,
    ...receiptHandlers,
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
    purchaseRequests.family({ workItems: requestWorkItems }),
    purchaseOrders.family({ workItems: orderWorkItems }),
    receipts.family({ workItems: receiptWorkItems, isReversed: true }),
    biddingFamily,
    quotationFamily,
    supplierPaymentFamily,
  ],
} satisfies ServerModule;
export { amountsOf, discountFaults, vatRateOf } from './orders/draft.ts';
export { totalsOf } from './pdf.ts';
export { PDF_TEXTS } from './pdfTexts.ts';
export {
  dropRequestsOfJob,
  requestForJob as requestPurchaseForJob,
} from './requests/reorder.ts';
export { vatAt } from './suppliers/supplierParts.ts';
