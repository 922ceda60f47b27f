import { SYSTEM } from '../../kernel/actor.ts';
import { type Ctx, type Happening, type Localised, notify } from '../../kernel/index.ts';
import type { LostHold } from '../../ledger/index.ts';
import { CLAIM_MOVES, claimType } from './claims/type.ts';
import { DESTRUCTION_MOVES, destructionType } from './destructions/type.ts';
import { decidedAnew } from './heldLost.ts';
import { REPAIR_MOVES, repairType } from './repairs/type.ts';
import { loseRequisitionStock } from './requisitions/lost.ts';
import { REQUISITION_MOVES } from './requisitions/type.ts';
import { loseTransferStock } from './transfers/lost.ts';
import { TRANSFER_MOVES } from './transfers/type.ts';
import { TRANSFORMATION_MOVES, transformationType } from './transformations/type.ts';

/** A document that no longer holds what it held, once its family has written that down. */
export interface Loser {
  readonly subject: Happening['subject'];
  readonly label: Localised;
  readonly documentNo: string | null;
  readonly path: string;
  readonly owners: readonly (string | null)[];
}

/** What each family that holds stock does when a count finds that it is not there, by docType of its holds. */
const HOLDERS: Readonly<Record<string, (ctx: Ctx, docId: string) => Promise<Loser | null>>> = {
  [REQUISITION_MOVES]: loseRequisitionStock,
  [TRANSFER_MOVES]: loseTransferStock,
  [DESTRUCTION_MOVES]: decidedAnew(destructionType, (row) => [row.createdBy, row.approvedBy]),
  [CLAIM_MOVES]: decidedAnew(claimType, (row) => [row.createdBy, row.assigneeId]),
  [REPAIR_MOVES]: decidedAnew(repairType, (row) => [row.createdBy, row.technicianId]),
  [TRANSFORMATION_MOVES]: decidedAnew(transformationType, (row) => [row.createdBy, row.approvedBy]),
};

/**
 * Lets the documents whose holds a loss has ended catch up, and tells their owners
 * (domain-warehouse 2.13). Call it after the holds are freed and the loss is posted.
 */
export async function tellOfLostHolds(
  ctx: Ctx,
  { lost, cause }: { lost: readonly LostHold[]; cause: string },
): Promise<void> {
  const docs = new Map(lost.map(({ docId, docType }) => [docId, docType]));
  for (const [docId, docType] of [...docs].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const lose = HOLDERS[docType];
    if (!lose) throw new Error(`nobody says what "${docType}" does without the stock that it held`);
    const loser = await lose({ ...ctx, actor: SYSTEM }, docId);
    if (loser) await tell(ctx, loser, { docId, cause });
  }
}

const tell = (
  ctx: Ctx,
  { subject, label, documentNo, path, owners }: Loser,
  { docId, cause }: { docId: string; cause: string },
) =>
  notify(ctx, owners, {
    category: 'alert',
    type: 'warning',
    title: {
      en: `${label.en} ${documentNo ?? ''} has lost stock that was held for it`,
      th: `${label.th} ${documentNo ?? ''} เสียสต็อกที่จองไว้บางส่วน`,
    },
    description: {
      en: `The stock count ${cause} did not find it. Hold other stock or ask for less.`,
      th: `ใบตรวจนับ ${cause} ไม่พบของ กรุณาจองจากที่อื่นหรือลดจำนวน`,
    },
    action: path,
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: subject, id: docId },
    dedupeKey: `${subject}:${docId}:lost:${cause}`,
  });
