import { addDays, startsFrom } from '@boxyard/shared/domain';
import { monthsBetween } from '@boxyard/shared/domain/sales/warranties.ts';
import { warrantyMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { type Ctx, today } from '../../../kernel/index.ts';
import { lockProduct } from '../../containers/index.ts';
import type { ContractRow } from '../contracts/type.ts';
import { currentOf, makeWarranty, step } from './make.ts';
import { endEarlier, ownerOf } from './ofContract.ts';
import { closeOpenRequests, moveRequest } from './renew.ts';
import { isOfCustomer } from './standing.ts';
import { tellChange } from './tell.ts';
import type { WarrantyRow } from './type.ts';

/** It was in force before this day; what was not, has all of its time still to come. */
const hasRun = ({ status, startDate }: WarrantyRow, day: string): boolean =>
  startsFrom(warrantyMachine, 'expire', status) && startDate < day;

/** The days that are left of a warranty from a day on; null where none are. */
function restOf(row: WarrantyRow, day: string) {
  // What waits for its money keeps the days that it had: those that count follow from the payment.
  if (!row.isSettled && startsFrom(warrantyMachine, 'start', row.status)) {
    const { startDate, endDate, months } = row;
    return { startDate, endDate, months };
  }
  const startDate = row.startDate < day ? day : row.startDate;
  if (row.endDate < startDate) return null;
  const isWhole = startDate === row.startDate;
  const months = isWhole ? row.months : monthsBetween(startDate, addDays(row.endDate, 1));
  return { startDate, endDate: row.endDate, months };
}

/** In force again with a container that is there; what is not paid waits for its money as before. */
function statusOf(ctx: Ctx, row: WarrantyRow, startDate: string): WarrantyRow['status'] {
  if (!row.isSettled) return row.status;
  return startDate <= today(ctx.clock) ? 'active' : 'scheduled';
}

/**
 * A contract has another container: what its warranties cover ends the day before, and the days that are
 * left go over to the other one as new rows. They cost nothing: their money is that of those before.
 */
export async function exchangeWarranties(
  ctx: Ctx,
  contract: ContractRow,
  { productId, day }: { readonly productId: string; readonly day: string },
): Promise<void> {
  const before = contract.productId ?? '';
  const current = await currentOf(ctx, { productId: before });
  await endEarlier(ctx, contract, { productId, startDate: day });
  const owner = await ownerOf(ctx, contract, productId);
  const { serialNumber: serialBefore } = await lockProduct(ctx, before);
  const reason = contract.documentNo;
  const change = { diff: { product: { from: serialBefore, to: owner.serialNumber } }, reason };
  // Their price was that of the container of before.
  await closeOpenRequests(ctx, { productId: before }, reason ?? '');
  for (const row of current) {
    if (!(await isOfCustomer(ctx, row, contract))) continue;
    const isOver = hasRun(row, day);
    if (isOver) {
      // One whose time was up keeps its last day.
      const set = row.endDate < day ? {} : { endDate: addDays(day, -1) };
      await step(ctx, row, { action: 'expire', reason, set });
    } else {
      await step(ctx, row, { action: 'void', reason });
    }
    const rest = restOf(row, day);
    if (rest === null) continue;
    // One that has begun has fulfilled its request already.
    const requestId = isOver ? null : row.requestId;
    if (requestId !== null) await moveRequest(ctx, requestId, { productId, ...owner, change });
    const made = await makeWarranty(ctx, owner, {
      productId,
      type: row.type,
      ...rest,
      coverage: row.coverage,
      exclusions: row.exclusions,
      price: '0.00',
      previousId: row.id,
      requestId,
      moved: { isSettled: row.isSettled, status: statusOf(ctx, row, rest.startDate) },
    });
    await tellChange(ctx, { ...made, subject: 'warranties' }, change);
  }
}
