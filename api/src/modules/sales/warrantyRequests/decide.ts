import { startsFrom } from '@boxyard/shared/domain';
import { warrantyMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { authorId, conflict, named } from '../../../kernel/index.ts';
import { approvedNow } from '../../../workflow/index.ts';
import { holdingAccount, letGoOf } from '../../money/index.ts';
import { lockContainerOf } from '../warranties/locks.ts';
import { step } from '../warranties/make.ts';
import { billedAs } from '../warranties/moved.ts';
import { expectPriceWithin, expectSameHolder, termsOf } from '../warranties/terms.ts';
import { warrantyRequests } from './type.ts';

/** Names months, coverage and price; whoever does is an author, and does not approve. */
export const quoteWarranty = warrantyRequests.action('quote', async (ctx, row, body) => {
  const { months, coverage, price } = body;
  await expectSameHolder(ctx, row);
  return {
    set: { months, coverage, price, quotedBy: authorId(ctx.actor) },
    diff: { price: { from: row.price, to: price }, months: { from: row.months, to: months } },
  };
});

/** Approves what was quoted, as far below the price list as this person may go. */
export const approveWarrantyRequest = warrantyRequests.action('approve', async (ctx, row) => {
  const { price: listed } = await termsOf(ctx, await expectSameHolder(ctx, row), row);
  expectPriceWithin(ctx, { price: row.price ?? '0.00', listed });
  return { set: approvedNow(ctx) };
});

export const rejectWarrantyRequest = warrantyRequests.action('reject');

/** Gives a request up. A warranty that it has made is taken back, unless money came in (409 PAID_INVOICES). */
export const cancelWarrantyRequest = holdingAccount(
  'warrantyRequests',
  warrantyRequests.action('cancel', {
    before: (ctx, { params }) => lockContainerOf(ctx, 'warrantyRequests', params.id),
    effect: async (ctx, row, { reason }) => {
      const made = await ctx.db
        .selectFrom('warranties')
        .where('requestId', '=', row.id)
        .select(['id', 'version', 'productId', 'previousId', 'status'])
        .forUpdate()
        .execute();
      for (const warranty of made) {
        if (!startsFrom(warrantyMachine, 'void', warranty.status)) continue;
        const sourceId = await billedAs(ctx, warranty);
        const paid = await ctx.db
          .selectFrom('invoices')
          .where('sourceType', '=', 'warranty')
          .where('sourceId', '=', sourceId)
          .where('paidAmount', '>', '0')
          .select(['id', 'documentNo'])
          .executeTakeFirst();
        if (paid) throw conflict('PAID_INVOICES', { invoices: named('invoices', paid) });
        await letGoOf(ctx, { sourceId, reason });
        await step(ctx, warranty, { action: 'void', reason });
      }
      return { touches: ['warranties', 'products', 'invoices', 'creditNotes'] };
    },
  }),
);
