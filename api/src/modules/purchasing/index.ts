import type { Ctx, Family, HandlersOf } from '../../kernel/index.ts';
import { fileHandlers } from '../attachments.ts';
import { expireOrders, expireRequests } from './expiry.ts';
import { orderList } from './orders/list.ts';
import { orderDetail, orderRevisions } from './orders/present.ts';
import {
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

export { orderType, receiptType, requestType };

const requestFiles = fileHandlers(requestType);
const orderFiles = fileHandlers(orderType);
const receiptFiles = fileHandlers(receiptType);

/** Purchase requests, orders and receipts (domain-warehouse 2.2, 2.4, 2.5). */
export const purchasingHandlers: HandlersOf<
  Family<'purchaseRequests'> | Family<'purchaseOrders'> | Family<'receipts'>
> = {
  'purchaseRequests.list': requestList.run,
  'purchaseRequests.all': openRequestList.run,
  'purchaseRequests.get': async (ctx, { params }) => ({
    data: await requestDetail(ctx, params.id),
  }),
  'purchaseRequests.create': createRequest,
  'purchaseRequests.update': updateRequest,
  'purchaseRequests.submit': submitRequest,
  'purchaseRequests.approval': approveRequest,
  'purchaseRequests.rejectual': rejectRequest,
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
  'purchaseOrders.approval': decideOrder,
  'purchaseOrders.confirm': confirmOrder,
  'purchaseOrders.cancel': cancelOrder,
  'purchaseOrders.revise': reviseOrder,
  'purchaseOrders.closeShort': closeOrderShort,
  'purchaseOrders.extend': extendOrder,
  'purchaseOrders.export': (ctx, { params }) => orderPdf(ctx, params.id),
  'purchaseOrders.attach': orderFiles.attach,
  'purchaseOrders.detach': orderFiles.detach,

  'receipts.list': receiptList.run,
  'receipts.receivable': receivableList.run,
  'receipts.get': async (ctx, { params }) => ({ data: await receiptDetail(ctx, params.id) }),
  'receipts.create': createReceipt,
  'receipts.approval': approveReceipt,
  'receipts.cancel': cancelReceipt,
  'receipts.reverse': reverseReceipt,
  'receipts.export': (ctx, { params }) => receiptPdf(ctx, params.id),
  'receipts.attach': receiptFiles.attach,
  'receipts.detach': receiptFiles.detach,
};

/** Unique constraint → field that a 409 DUPLICATE names. */
export const purchasingConstraints = {
  purchase_order_receipts_invoice_uq: 'taxInvoiceNo',
} as const;

/** Work of each night at 00:05 Bangkok; orders first, since they give requests' lines free. */
export const purchasingNightly: readonly ((ctx: Ctx) => Promise<void>)[] = [
  expireOrders,
  expireRequests,
];
