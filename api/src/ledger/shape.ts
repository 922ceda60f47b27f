import { bangkokDate, isDate, isQuantity, toThousandths } from '@boxyard/shared/domain';
import { LedgerError, type PostRequest } from './types.ts';

const DAYS_BACK = 3;
export const BACKDATE_DAYS = DAYS_BACK;

/** What no caller may ask, whatever the stock is. */
export function assertShape(request: PostRequest): void {
  if (request.moves.length === 0) throw new LedgerError('INVALID_MOVE', { reason: 'NO_MOVES' });
  for (const move of request.moves) {
    if (!isQuantity(move.quantity) || toThousandths(move.quantity) <= 0) {
      throw new LedgerError('INVALID_MOVE', { reason: 'QUANTITY', itemId: move.itemId });
    }
    if (move.value !== undefined && !/^\d{1,13}\.\d{2}$/.test(move.value)) {
      throw new LedgerError('INVALID_MOVE', { reason: 'VALUE', itemId: move.itemId });
    }
    if (move.unitCost !== undefined && !/^\d{1,11}(\.\d{1,6})?$/.test(move.unitCost)) {
      throw new LedgerError('INVALID_MOVE', { reason: 'UNIT_COST', itemId: move.itemId });
    }
  }
  const date = request.effectiveDate;
  if (date === undefined) return;
  const today = bangkokDate(request.now);
  if (!isDate(date) || date > today) {
    throw new LedgerError('FUTURE_DATE', { effectiveDate: date, today });
  }
}
