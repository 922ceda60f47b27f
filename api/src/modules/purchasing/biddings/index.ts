import type { Ctx, Family, HandlersOf } from '../../../kernel/index.ts';
import { concludeRound, winItem } from './award.ts';
import { comparisonOf } from './comparison.ts';
import { createOrders } from './createOrders.ts';
import { biddingList, quotationList } from './list.ts';
import { biddingPdf } from './pdf.ts';
import { presentBidding, presentQuotation, quotationRevisions, quotedLines } from './present.ts';
import {
  addItem,
  deleteItem,
  enterQuotation,
  expireQuotations,
  extendQuotation,
  submitQuotation,
  updateItem,
  updateQuotation,
  withdrawQuotation,
} from './quotations.ts';
import {
  cancelRound,
  closeDueRounds,
  closeRound,
  openRound,
  rescheduleRound,
  updateRound,
} from './rounds.ts';
import { biddings, quotationOf, quotations } from './type.ts';
import { biddingWorkItems } from './workItems.ts';

/** A change of a line of a quotation, answered with the quotation as it is then. */
const onItem =
  <I extends { readonly params: { readonly supplierId: string; readonly quotationId: string } }>(
    work: (ctx: Ctx, input: I) => Promise<unknown>,
  ) =>
  async (ctx: Ctx, input: I) => {
    await work(ctx, input);
    return { data: await presentQuotation(ctx, input.params.quotationId) };
  };

/** Bidding rounds and quotations (domain-warehouse 1.8, 2.3). */
export const biddingHandlers: HandlersOf<
  Family<'biddings'> | Family<'quotations'> | Family<'quotationItems'>
> = {
  ...biddings.handlers({
    present: presentBidding,
    list: biddingList,
    create: openRound,
    actions: {
      update: updateRound,
      reschedule: rescheduleRound,
      close: closeRound,
      cancel: cancelRound,
      conclude: concludeRound,
      createPo: createOrders,
    },
    document: biddingPdf,
    others: {
      comparison: async (ctx, { params }) => ({ data: await comparisonOf(ctx, params.id) }),
    },
  }),
  ...quotations.handlers({
    present: presentQuotation,
    list: quotationList,
    create: enterQuotation,
    actions: {
      update: updateQuotation,
      submit: submitQuotation,
      withdraw: withdrawQuotation,
      extend: extendQuotation,
    },
    others: {
      revisions: async (ctx, input) => ({ data: await quotationRevisions(ctx, input) }),
    },
  }),

  'quotationItems.get': async (ctx, { params }) => ({
    data: await quotedLines(ctx, await quotationOf(ctx, params)),
  }),
  'quotationItems.create': onItem(addItem),
  'quotationItems.update': onItem(updateItem),
  'quotationItems.delete': async (ctx, input) => {
    await deleteItem(ctx, input);
    return { data: {} };
  },
  'quotationItems.win': async (ctx, input) => ({
    data: await presentBidding(ctx, await winItem(ctx, input)),
  }),
};

/** Unique constraint → field that a 409 DUPLICATE names. */
export const biddingConstraints = { quotations_round_uq: 'biddingId' } as const;

/** Each night: quotations first, so that a round closes with those that are still valid. */
export const biddingNightly: readonly ((ctx: Ctx) => Promise<void>)[] = [
  expireQuotations,
  closeDueRounds,
];

export const biddingFamily = biddings.family({ workItems: biddingWorkItems });
export const quotationFamily = quotations.family({});
