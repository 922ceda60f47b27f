import { purchaseRequestMachine, startsFrom } from '@boxyard/shared/domain';
import { today } from '../../../kernel/index.ts';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';

/** Before approval every line is free; afterwards the stored flag says so. */
const UNDECIDED: readonly string[] = ['draft', 'pending', 'expired'];

/**
 * Purchase requests. One whose validity has run out with nothing ordered counts as expired from that
 * midnight on, whether or not the nightly job has written it down yet (domain-warehouse 2.1).
 */
export const purchaseRequests = defineFamily('purchaseRequests', {
  as: 'pr',
  owners: ['requesterId'],
  ownersOnly: true,
  statusNow: ({ status, validUntil }, ctx) =>
    startsFrom(purchaseRequestMachine, 'expire', status) && validUntil < today(ctx.clock)
      ? 'expired'
      : status,
  read: (row) => ({ ...row, hasOpenLines: UNDECIDED.includes(row.status) || row.hasOpenLines }),
  concerned: (row) => [row.requesterId],
});
export type RequestRow = RowOfFamily<typeof purchaseRequests>;
