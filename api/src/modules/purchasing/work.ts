import { sql } from 'kysely';
import { DOCUMENT, type FamilyWork, personTitle, supplierTitle, workOf } from '../familyWork.ts';
import { orderType } from './orders/type.ts';
import { receiptType } from './receipts/type.ts';
import { requestType } from './requests/type.ts';

const requestWork = workOf(requestType, {
  scope: { ...DOCUMENT, owner: ['d.requester_id'] },
  amount: 'd.estimated_total',
  due: 'd.needed_by',
  title: personTitle('d.requester_id'),
  path: '/purchase-management/purchase-requests/',
  owned: { owners: ['requester_id'], ability: 'purchase-requests:create', seenByOwner: true },
  steps: [
    { key: 'approveRequest', action: 'approval', status: 'pending' },
    { key: 'submitRequest', action: 'submit', status: 'draft', mine: true },
    {
      key: 'orderRequest',
      action: 'source',
      status: 'approved',
      ability: 'purchase-orders:create',
      scope: DOCUMENT,
      where: () => sql<boolean>`d.has_open_lines`,
    },
  ],
});

const orderWork = workOf(orderType, {
  scope: { ...DOCUMENT, owner: ['d.created_by'] },
  amount: 'd.grand_total',
  due: 'd.promised_date',
  title: supplierTitle,
  path: '/purchase-management/purchase-orders/',
  owned: {
    owners: ['assignee_id', 'created_by'],
    ability: 'purchase-orders:update',
    seenByOwner: false,
  },
  steps: [
    { key: 'approveOrder', action: 'approval', status: 'pending' },
    { key: 'submitOrder', action: 'submit', status: 'draft', mine: true },
    { key: 'confirmOrder', action: 'confirm', status: 'approved' },
    ...['booking', 'onGoing'].map((status) => ({
      key: 'receiveOrder',
      action: 'receive',
      status,
      ability: 'receipt:create',
      scope: DOCUMENT,
      where: () => sql<boolean>`d.is_receivable`,
      // A receiver is neither the order's creator nor its approver.
      notBy: ['d.created_by', 'd.approved_by'],
      path: '/purchase-management/receipt/create?orderId=',
    })),
  ],
});

const receiptWork = workOf(receiptType, {
  scope: { ...DOCUMENT, owner: ['d.created_by'] },
  amount: 'd.grand_total',
  due: null,
  title: supplierTitle,
  path: '/purchase-management/receipt/',
  owned: { owners: ['assignee_id', 'created_by'], ability: 'receipt:create', seenByOwner: false },
  steps: [{ key: 'approveReceipt', action: 'approval', status: 'pending' }],
});

export const purchasingWork: readonly FamilyWork[] = [requestWork, orderWork, receiptWork];
