import { type Ctx, type Happening, type Localised, notify, SYSTEM } from '../kernel/index.ts';
import { type LostReservation, release } from '../ledger/index.ts';
import type { DocumentRow, DocumentType } from './documentType.ts';
import { documentFamilies } from './families.ts';
import { runAction } from './runAction.ts';

/**
 * For documents that are carried out whole or not at all: one that loses stock to a count is decided
 * on anew, and what else it held is free meanwhile (domain-warehouse 2.13).
 */
export const returnToDecision =
  <R extends DocumentRow>(
    type: DocumentType<R>,
    /** Who is told of it. */
    owners: (row: R) => readonly (string | null)[],
  ) =>
  async (ctx: Ctx, id: string): Promise<ReleasedDocument | null> => {
    const row = await type.load(ctx, id, { lock: true });
    if (!row || !type.machine.actions['release-held']?.from.includes(row.status)) return null;
    await runAction(ctx, type, {
      action: 'release-held',
      id,
      version: row.version,
      effect: async () => {
        await release(ctx.pg, { now: ctx.clock.now(), docId: id });
        return { set: { approvedBy: null, approvedAt: null }, touches: ['parts'] };
      },
    });
    const { subject, label, path } = type;
    return { subject, label, documentNo: row.documentNo, path: path(row), owners: owners(row) };
  };

/** A document that no longer holds what it held, once its family has written that down. */
export interface ReleasedDocument {
  readonly subject: Happening['subject'];
  readonly label: Localised;
  readonly documentNo: string | null;
  readonly path: string;
  readonly owners: readonly (string | null)[];
}

/** What the family that reserves stock under this name does when the stock is lost. */
const reservationHolder = (docType: string) =>
  documentFamilies().find(({ reservations }) => reservations?.docType === docType)?.reservations
    ?.onLost;

/**
 * Corrects the documents whose reservations a loss has ended, and notifies their owners
 * (domain-warehouse 2.13). Call it after the reservations are released and the loss is posted.
 */
export async function notifyLostReservations(
  ctx: Ctx,
  { lost, cause }: { lost: readonly LostReservation[]; cause: string },
): Promise<void> {
  const docs = new Map(lost.map(({ docId, docType }) => [docId, docType]));
  for (const [docId, docType] of [...docs].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const onLost = reservationHolder(docType);
    if (!onLost) throw new Error(`no document family reserves stock as "${docType}"`);
    const released = await onLost({ ...ctx, actor: SYSTEM }, docId);
    if (released) await notifyOwners(ctx, released, { docId, cause });
  }
}

const notifyOwners = (
  ctx: Ctx,
  { subject, label, documentNo, path, owners }: ReleasedDocument,
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
