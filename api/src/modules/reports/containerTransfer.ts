import { voidStatuses } from '@boxyard/shared/domain';
import { containerTransferMachine } from '@boxyard/shared/domain/containers/containerTransferMachine.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Ctx, today } from '../../kernel/index.ts';
import { defineReport } from './defineReport.ts';
import { average, count, distinct } from './measures.ts';

/** The day on which its receipt took it in. */
const RECEIVED = sql<string | null>`(select max((r.received_at at time zone 'Asia/Bangkok')::date)
  from container_receipts r where r.source_type = 'transfer' and r.source_id = d.id)`;
/** Containers leave when the second of the two companies has approved. */
const SENT = sql<string | null>`(d.approved_at at time zone 'Asia/Bangkok')::date`;
/** From leaving to arrival, or until today while it is on the road. */
const days = ({ clock }: Pick<Ctx, 'clock'>): RawBuilder<number | null> => sql`case
  when i.line_status = 'inTransit' then ${today(clock)}::date - ${SENT}
  when i.line_status = 'received' then ${RECEIVED} - ${SENT} end`;

/** Transfers of containers one by one: from, to, days on the road, what did not arrive (domain-containers 5). */
export const containerTransferReport = defineReport('reports.containerTransfer', {
  id: 'i.id',
  from: ({ db }) =>
    db
      .selectFrom('containerTransfers as d')
      .innerJoin('containerTransferItems as i', 'i.documentId', 'd.id')
      .innerJoin('products as p', 'p.id', 'i.productId'),
  scope: 'containerTransfers',
  family: 'containerTransfers',
  statuses: {
    column: 'd.status',
    never: containerTransferMachine.actions.submit.from,
    onAsking: voidStatuses(containerTransferMachine),
  },
  columns: {
    transfer: { id: 'd.id', no: 'd.document_no' },
    documentDate: 'd.document_date',
    fromWarehouse: 'd.from_warehouse_id',
    toWarehouse: 'd.to_warehouse_id',
    company: 'd.company_id',
    toCompany: 'd.to_company_id',
    interCompany: sql<boolean>`d.company_id <> d.to_company_id`,
    serialNumber: 'p.serial_number',
    productModel: 'p.product_model_id',
    sentDate: SENT,
    receivedDate: RECEIVED,
    transitDays: days,
    isLate: 'd.is_late',
    lineStatus: 'i.line_status',
    status: 'd.status',
  },
  measures: {
    transfers: distinct(sql`d.id`),
    containers: count(),
    transitDays: average(days),
    notArrived: count(sql`i.line_status in ('rejected', 'lost', 'found', 'writtenOff')`),
  },
  search: 'd.search_text',
});
