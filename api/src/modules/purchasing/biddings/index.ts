import type { Ctx, Family, HandlersOf } from '../../../kernel/index.ts';
import { actionHandlers, documentFamily, fileHandlers } from '../../../workflow/index.ts';
import { concludeRound, winItem } from './award.ts';
import { comparisonOf } from './comparison.ts';
import { createOrders } from './createOrders.ts';
import { biddingList, quotationList } from './list.ts';
import { biddingPdf } from './pdf.ts';
import { biddingDetail, quotationDetail, quotationRevisions, quotedLines } from './present.ts';
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
import { biddings, quotationOf, quotationType, unsealedQuotation } from './type.ts';
import { biddingWorkItems } from './workItems.ts';

const roundFiles = fileHandlers(biddings.type);
const quotationFiles = fileHandlers(quotationType);

/** An action on one round, answered with the round as it is then. */
const onRound = actionHandlers((ctx, id) => biddingDetail(ctx, id));

/** The same of a quotation. */
const onQuotation =
  <I extends { readonly params: { readonly supplierId: string; readonly id: string } }>(
    work: (ctx: Ctx, input: I) => Promise<void>,
  ) =>
  async (ctx: Ctx, input: I) => {
    await work(ctx, input);
    return { data: await quotationDetail(ctx, input.params) };
  };

/** The same of a line of a quotation. */
const onItem =
  <I extends { readonly params: { readonly supplierId: string; readonly quotationId: string } }>(
    work: (ctx: Ctx, input: I) => Promise<void>,
  ) =>
  async (ctx: Ctx, input: I) => {
    await work(ctx, input);
    const { supplierId, quotationId } = input.params;
    return { data: await quotationDetail(ctx, { supplierId, id: quotationId }) };
  };

/** Bidding rounds and quotations (domain-warehouse 1.8, 2.3). */
export const biddingHandlers: HandlersOf<
  Family<'biddings'> | Family<'quotations'> | Family<'quotationItems'>
> = {
  'biddings.list': biddingList.run,
  'biddings.get': async (ctx, { params }) => ({
    data: await biddingDetail(ctx, params.id, params.supplierId),
  }),
  'biddings.create': async (ctx, input) => ({
    data: await biddingDetail(ctx, await openRound(ctx, input)),
  }),
  'biddings.update': onRound(updateRound),
  'biddings.reschedule': onRound(rescheduleRound),
  'biddings.close': onRound(closeRound),
  'biddings.cancel': onRound(cancelRound),
  'biddings.conclude': onRound(concludeRound),
  'biddings.createPo': onRound(createOrders),
  'biddings.comparison': async (ctx, { params }) => ({ data: await comparisonOf(ctx, params.id) }),
  'biddings.document': (ctx, { params }) => biddingPdf(ctx, params.id),
  'biddings.attach': roundFiles.attach,
  'biddings.detach': roundFiles.detach,

  'quotations.list': quotationList.run,
  'quotations.get': async (ctx, { params }) => ({ data: await quotationDetail(ctx, params) }),
  'quotations.revisions': async (ctx, { params }) => ({
    data: await quotationRevisions(ctx, params),
  }),
  'quotations.create': async (ctx, input) => {
    const id = await enterQuotation(ctx, input);
    return { data: await quotationDetail(ctx, { supplierId: input.params.supplierId, id }) };
  },
  'quotations.update': onQuotation(updateQuotation),
  'quotations.submit': onQuotation(submitQuotation),
  'quotations.withdraw': onQuotation(withdrawQuotation),
  'quotations.extend': onQuotation(extendQuotation),
  'quotations.attach': quotationFiles.attach,
  'quotations.detach': quotationFiles.detach,

  'quotationItems.get': async (ctx, { params }) => {
    const { supplierId, quotationId } = params;
    const row = await quotationOf(ctx, { supplierId, id: quotationId });
    return { data: await quotedLines(ctx, row) };
  },
  'quotationItems.create': onItem(addItem),
  'quotationItems.update': onItem(updateItem),
  'quotationItems.delete': async (ctx, input) => {
    await deleteItem(ctx, input);
    return { data: {} };
  },
  'quotationItems.win': async (ctx, input) => ({
    data: await biddingDetail(ctx, await winItem(ctx, input)),
  }),
};

/** Unique constraint → field that a 409 DUPLICATE names. */
export const biddingConstraints = { quotations_round_uq: 'biddingId' } as const;

/** Each night: quotations first, so that a round closes with those that are still valid. */
export const biddingNightly: readonly ((ctx: Ctx) => Promise<void>)[] = [
  expireQuotations,
  closeDueRounds,
];

export const biddingFamily = documentFamily(biddings.type, { workItems: biddingWorkItems });

/** Files of a sealed quotation open with its round. */
export const quotationFamily = documentFamily(quotationType, { expectVisible: unsealedQuotation });
