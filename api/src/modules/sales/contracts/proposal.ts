import { decimal } from '@boxyard/shared/domain';
import type { ScheduleRow } from '@boxyard/shared/domain/sales/paymentPlan.ts';
import { authorId, type Ctx, json } from '../../../kernel/index.ts';
import { endReminders, notifyDeciders, retireApprovals } from '../../../workflow/index.ts';
import {
  dropContract,
  endPromise,
  lockProduct,
  releaseReservation,
} from '../../containers/index.ts';
import type { checkedContract } from './draft.ts';
import { changeDropped } from './notices.ts';
import { type ContractRow, contracts, documentOf } from './type.ts';

/** A change of what is agreed as it waits for its approval: the columns and the schedule that it would write. */
export interface Amendment {
  readonly columns: Awaited<ReturnType<typeof checkedContract>>['columns'];
  readonly schedule: readonly ScheduleRow[];
}

/** An exchange as it waits for its approval; the container that it names is held for the contract. */
export interface Exchange {
  readonly productId: string;
  /** Warehouse to which the former container returns; null: it is lost, or the exchange is not approved yet. */
  readonly returnWarehouseId: string | null;
}

/** What waits, as its column keeps it. */
export type Proposal = Amendment | { readonly exchange: Exchange };

/** The exchange that waits; null where nothing does, or a change of what is agreed. */
export function exchangeIn({ proposal }: Pick<ContractRow, 'proposal'>): Exchange | null {
  const waiting = proposal as unknown as Proposal | null;
  return waiting !== null && 'exchange' in waiting ? waiting.exchange : null;
}

/**
 * What the change that waits would write. Parties change by actions of their own, which do not wait for
 * it: they stay who they are by now, and the contract keeps its date.
 */
export function proposed(row: ContractRow): Amendment {
  const { columns, schedule } = row.proposal as unknown as Amendment;
  const { customerId, saleId, documentDate } = row;
  return { columns: { ...columns, customerId, saleId, documentDate }, schedule };
}

/** What a contract without a proposal says. */
export const NO_PROPOSAL = {
  proposal: null,
  proposalReason: null,
  proposalEffectiveDate: null,
  proposedTotal: null,
  proposedBy: null,
  proposedAt: null,
  proposalDecidedBy: null,
  proposalDecidedAt: null,
};

/**
 * A change waits from now on, and those who may decide hear of it. Who endorsed the contract, or an
 * earlier change, has said nothing of it.
 */
export async function openProposal(
  ctx: Ctx,
  row: ContractRow,
  {
    proposal,
    reason,
    effectiveDate,
    total,
  }: {
    readonly proposal: Proposal;
    readonly reason: string;
    readonly effectiveDate: string;
    readonly total: string;
  },
) {
  await retireApprovals(ctx, row.id);
  const proposedBy = authorId(ctx.actor);
  // A change to less is decided within the same limit as what it changes.
  const proposedTotal = decimal.compare(total, row.grandTotal) > 0 ? total : row.grandTotal;
  const waiting = {
    ...row,
    hasProposal: true,
    isProposalOpen: true,
    proposedBy,
    proposedTotal,
    version: row.version + 1,
  };
  await notifyDeciders(ctx, contracts.type, { row: waiting });
  return {
    proposal: json(proposal),
    proposalReason: reason,
    proposalEffectiveDate: effectiveDate,
    proposedTotal,
    proposedBy,
    proposedAt: ctx.clock.now(),
  };
}

/**
 * Nothing comes of the change that waits: what was held for it is offered again, and whoever proposed it
 * is told. Everything that ends a proposal but its approval does it by this.
 */
export async function dropProposal(ctx: Ctx, row: ContractRow) {
  if (row.proposal !== null) {
    await retireApprovals(ctx, row.id);
    await endReminders(ctx, contracts.type, row.id);
  }
  const exchange = exchangeIn(row);
  if (exchange !== null) {
    const document = documentOf(row);
    // A requisition may ask for it once the exchange is approved.
    if (row.isExchangeAgreed) await dropContract(ctx, row.id);
    await releaseReservation(ctx, { document, productIds: [exchange.productId] });
    await endPromise(ctx, await lockProduct(ctx, exchange.productId), document);
  }
  const isTold = row.proposal !== null && row.proposedBy !== ctx.actor.userId;
  return { set: NO_PROPOSAL, notices: isTold ? [changeDropped(row)] : [] };
}
