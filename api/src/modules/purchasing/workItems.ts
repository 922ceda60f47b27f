import { sql } from 'kysely';
import { DOCUMENT_SCOPE, personTitle, supplierTitle } from '../../workflow/index.ts';
import { purchaseOrders } from './orders/type.ts';
import { receipts } from './receipts/type.ts';
import { purchaseRequests } from './requests/type.ts';

export const requestWorkItems = purchaseRequests.workItems({
  amount: 'd.estimated_total',
  due: 'd.needed_by',
  title: personTitle('d.requester_id'),
  owned: { owners: ['requester_id'], ability: 'purchase-requests:create', seenByOwner: true },
  steps: [
    { key: 'approveRequest', action: 'approve', status: 'pending' },
    { key: 'submitRequest', action: 'submit', status: 'draft', mine: true },
    {
      key: 'orderRequest',
      action: 'source',
      status: 'approved',
      ability: 'purchase-orders:create',
      where: () => sql<boolean>`d.has_open_lines`,
    },
  ],
});

export const orderWorkItems = purchaseOrders.workItems({
  amount: 'd.grand_total',
  due: 'd.promised_date',
  title: supplierTitle,
  owned: {
    owners: ['assignee_id', 'created_by'],
    ability: 'purchase-orders:update',
    seenByOwner: false,
  },
  steps: [
    { key: 'approveOrder', action: 'approve', status: 'pending' },
    { key: 'submitOrder', action: 'submit', status: 'draft', mine: true },
    { key: 'confirmOrder', action: 'confirm', status: 'approved' },
    ...['booking', 'onGoing'].map((status) => ({
      key: 'receiveOrder',
      action: 'receive',
      status,
      ability: 'receipt:create',
      scope: DOCUMENT_SCOPE,
      where: () => sql<boolean>`d.is_receivable`,
      // A receiver is neither the order's creator nor its approver.
      notBy: ['d.created_by', 'd.approved_by'],
      byOthers: true as const,
      path: '/purchase-management/receipt/create?orderId=',
    })),
  ],
});

export const receiptWorkItems = receipts.workItems({
  amount: 'd.grand_total',
  title: supplierTitle,
  owned: { owners: ['assignee_id', 'created_by'], ability: 'receipt:create', seenByOwner: false },
  steps: [{ key: 'approveReceipt', action: 'approve', status: 'pending' }],
});
