import { voidStatuses } from '@boxyard/shared/domain';
import { containerReceiptMachine } from '@boxyard/shared/domain/containers/receiptMachine.ts';
import { sql } from 'kysely';
import { defineReport } from './defineReport.ts';
import { count, share } from './measures.ts';

const is = (status: 'accepted' | 'rejected' | 'missing') =>
  sql<boolean>`i.line_status = ${sql.lit(status)}`;

/** Received containers one by one: accepted, refused or missing (domain-containers 5). */
export const importWarehouseProductionReport = defineReport('reports.importWarehouseProduction', {
  id: 'i.id',
  from: ({ db }) =>
    db
      .selectFrom('containerReceipts as d')
      .innerJoin('containerReceiptItems as i', 'i.receiptId', 'd.id')
      .innerJoin('products as p', 'p.id', 'i.productId'),
  scope: 'containerReceipts',
  family: 'containerReceipts',
  choices: { conditionIn: 'products.condition' },
  // A receipt at which everything was refused tells what was refused.
  statuses: {
    column: 'd.status',
    onAsking: voidStatuses(containerReceiptMachine).filter(
      (status) => !containerReceiptMachine.actions.reject.to.some((refused) => refused === status),
    ),
  },
  columns: {
    receipt: { id: 'd.id', no: 'd.document_no' },
    documentDate: 'd.document_date',
    sourceType: 'd.source_type',
    warehouse: 'd.warehouse_id',
    serialNumber: 'p.serial_number',
    productModel: 'p.product_model_id',
    conditionIn: 'i.condition_in',
    lineStatus: 'i.line_status',
    rejectReason: 'i.reject_reason',
    receiver: 'd.received_by',
    receivedAt: 'd.received_at',
    status: 'd.status',
  },
  measures: {
    accepted: count(is('accepted')),
    refused: count(is('rejected')),
    missing: count(is('missing')),
    // As a share of the containers that were looked at.
    firstPassPct: share(count(is('accepted')), count(sql`${is('accepted')} or ${is('rejected')}`)),
  },
  search: 'd.search_text',
});
