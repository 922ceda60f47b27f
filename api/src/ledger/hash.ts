import { createHash } from 'node:crypto';
import { decimal } from '@boxyard/shared/domain';

/** What of a move the chain covers: everything it says. */
export interface HashedMove {
  readonly id: string;
  readonly companyId: string;
  readonly toCompanyId: string;
  readonly docType: string;
  readonly docId: string;
  readonly documentNo: string | null;
  readonly docItemId: string | null;
  readonly action: string;
  readonly partNo: number;
  readonly itemType: string;
  readonly itemId: string;
  readonly qty: string;
  readonly from: string;
  readonly to: string;
  readonly lotId: string | null;
  readonly serialId: string | null;
  readonly conditionFrom: string;
  readonly conditionTo: string;
  readonly unitCost: string;
  readonly value: string;
  readonly effectiveDate: string;
  readonly postedAt: Date;
  readonly postedBy: string | null;
  readonly reversesMoveId: string | null;
  readonly requestId: string | null;
}

/**
 * Links a move to the one before it of the same company and item: whoever changes a posted row
 * breaks every link after it (3.1, I12).
 */
export function chainHash(previous: Buffer | null, move: HashedMove): Buffer {
  const hash = createHash('sha256');
  if (previous) hash.update(previous);
  hash.update(
    JSON.stringify([
      move.id,
      move.companyId,
      move.toCompanyId,
      move.docType,
      move.docId,
      move.documentNo,
      move.docItemId,
      move.action,
      move.partNo,
      move.itemType,
      move.itemId,
      decimal.round(move.qty, 3),
      move.from,
      move.to,
      move.lotId,
      move.serialId,
      move.conditionFrom,
      move.conditionTo,
      decimal.round(move.unitCost, 6),
      decimal.round(move.value, 2),
      move.effectiveDate,
      move.postedAt.toISOString(),
      move.postedBy,
      move.reversesMoveId,
      move.requestId,
    ]),
  );
  return hash.digest();
}
