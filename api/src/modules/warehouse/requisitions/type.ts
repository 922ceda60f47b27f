import { bangkokDate, requisitionMachine } from '@boxyard/shared/domain';
import {
  type RequisitionLine,
  shortQty,
} from '@boxyard/shared/domain/warehouse/requisitionLines.ts';
import type { Selectable } from 'kysely';
import type { RequisitionTables } from '../../../db/schema/requisitions.ts';
import { type Ctx, compiledQuery, compiledRow, today } from '../../../kernel/index.ts';
import type { DocumentRow, DocumentType } from '../../../workflow/index.ts';

export type RequisitionRow = Selectable<RequisitionTables['requisitions']> &
  DocumentRow & {
    readonly documentNo: string;
    /** As the machine names whoever may not decide either. */
    readonly requester: string;
    readonly dispatchedToday: boolean;
  };

const requisitionById = compiledRow('requisitions', (db, id) =>
  db.selectFrom('requisitions').selectAll().where('id', '=', id),
);

/** Parts requisitions, `material_dispatch` (domain-warehouse 1.12, 2.7). */
export const requisitionType: DocumentType<RequisitionRow, 'requisitions'> = {
  machine: requisitionMachine,
  subject: 'requisitions',
  table: 'requisitions',
  docType: 'RQ',
  label: { en: 'Parts requisition', th: 'ใบเบิกอะไหล่' },
  path: (row) => pathOf(row.id),
  load: async (ctx, id, { lock }) => {
    const row = await requisitionById(ctx, id, { lock });
    return (
      row && {
        ...row,
        requester: row.requesterId,
        dispatchedToday:
          row.dispatchedAt !== null && bangkokDate(row.dispatchedAt) === today(ctx.clock),
      }
    );
  },
  scope: (row) => ({
    companyId: row.companyId,
    warehouseIds: [row.warehouseId],
    ownerIds: [row.requesterId],
  }),
  concerned: (row) => [row.requesterId],
};

export const pathOf = (id: string): string => `/warehouse-management/parts-requisition/view/${id}`;

export const REQUISITION_SCOPE = {
  company: 'rq.companyId',
  warehouse: 'rq.warehouseId',
  owner: ['rq.requesterId'],
} as const;

/** docType of its stock moves and reservations. */
export const REQUISITION_MOVES = 'dispatch';

/** Query families that change with the stock it holds or moves. */
export const TOUCHES = ['parts'];

export interface ItemRow extends RequisitionLine {
  readonly id: string;
  readonly lineNo: number;
  readonly partId: string;
  readonly substitutePartId: string | null;
  readonly requestedQty: number;
  readonly cancelReason: string | null;
  readonly note: string | null;
  readonly issueValue: string | null;
  /** What is handed out: the part, or what stands for it. */
  readonly outPartId: string;
}

const itemsByRequisition = compiledQuery((db, given: { requisitionId: string }) =>
  db
    .selectFrom('requisitionItems')
    .selectAll()
    .where('requisitionId', '=', given.requisitionId)
    .orderBy('lineNo'),
);

/** The lines of a requisition in their order, quantities as numbers. */
export async function itemsOf(ctx: Ctx, requisitionId: string): Promise<ItemRow[]> {
  const rows = await itemsByRequisition(ctx, { requisitionId });
  return rows.map((row) => ({
    ...row,
    outPartId: row.substitutePartId ?? row.partId,
    requestedQty: Number(row.requestedQty),
    approvedQty: row.approvedQty === null ? null : Number(row.approvedQty),
    reservedQty: Number(row.reservedQty),
    pickedQty: Number(row.pickedQty),
    cancelledQty: Number(row.cancelledQty),
    dispatchedQty: Number(row.dispatchedQty),
    returnedQty: Number(row.returnedQty),
  }));
}

/** Whether some line holds less than is due: what the list marks and `allocate` works on. */
export const hasShort = (items: readonly RequisitionLine[]): boolean =>
  items.some((item) => item.approvedQty !== null && shortQty(item) > 0);
