import {
  addQuantities,
  biddingMachine,
  decimal,
  liveBiddingStatuses,
  quotationMachine,
  startsFrom,
  subtractQuantities,
} from '@boxyard/shared/domain';
import {
  compareBids,
  isAwarded,
  isSealed,
  quotationOutcome,
} from '@boxyard/shared/domain/purchasing/bids.ts';
import {
  anyId,
  asSystem,
  type Ctx,
  conflict,
  type FieldFault,
  type Input,
  qty,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { type Effect, lineFaults, loadCatalogue, runAction } from '../../../workflow/index.ts';
import { lockRequests, refreshRequests } from '../progress.ts';
import { orderedLines } from './present.ts';
import { itemOf } from './quotations.ts';
import { awardsOf, type BiddingRow, biddings, closingOf, quotationOf, quotations } from './type.ts';

type Win = Input<'quotationItems.win'>;
type Item = Awaited<ReturnType<typeof itemOf>>;

/** Bids of a round that may be awarded: submitted and still valid. */
export async function bidsOf(ctx: Ctx, biddingId: string) {
  const rows = await ctx.db
    .selectFrom('quotationItems as i')
    .innerJoin('quotations as q', 'q.id', 'i.quotationId')
    .innerJoin('biddingItems as b', 'b.id', 'i.biddingItemId')
    .where('q.biddingId', '=', biddingId)
    .where('b.isReleased', '=', false)
    // Once it is decided, who won and who lost is compared as it was.
    .where('q.status', 'in', [
      ...quotationMachine.actions.win.from,
      ...quotationMachine.actions.decide.to,
    ])
    .orderBy('q.createdAt')
    .select(['i.id', 'i.biddingItemId', 'q.supplierId', 'i.quantity', 'i.moq'])
    .select(['i.landedTotal', 'i.landedUnitPrice', 'q.status', 'q.validUntil', 'i.wonQuantity'])
    .execute();
  const day = today(ctx.clock);
  return rows
    .filter(
      (row) =>
        row.validUntil >= day ||
        qty(row.wonQuantity) > 0 ||
        !startsFrom(quotationMachine, 'win', row.status),
    )
    .map((row) => ({
      ...row,
      quantity: qty(row.quantity),
      moq: row.moq === null ? null : qty(row.moq),
      landedTotal: decimal.round(row.landedTotal),
      landedUnitPrice: decimal.round(row.landedUnitPrice, 4),
    }));
}

/** What a round asks for and still wants. */
export const wantedOf = async (ctx: Ctx, biddingId: string) =>
  (
    await ctx.db
      .selectFrom('biddingItems')
      .selectAll()
      .where('biddingId', '=', biddingId)
      .where('isReleased', '=', false)
      .orderBy('lineNo')
      .execute()
  ).map((item) => ({ ...item, quantity: qty(item.quantity) }));

/**
 * Awards some of a line to a supplier, or takes that back (domain-warehouse 2.3). Under the round's
 * lock and by its version: of two people who award at once, one is told to look again.
 */
export async function winItem(ctx: Ctx, { params, body }: Win): Promise<string> {
  const { supplierId, quotationId } = params;
  const { biddingId } = await quotationOf(ctx, params);
  const { before } = await runAction(ctx, biddings.type, {
    action: body.win ? 'award' : 'withdraw-award',
    id: biddingId,
    version: body.version,
    effect: async (round) => {
      const version = await lockedVersion(ctx, quotationId);
      // As it is now that nobody changes it any more: lines are written anew with their quotation.
      const item = await itemOf(ctx, params);
      if (body.win) await award(ctx, { round, item, version, body });
      else await giveUp(ctx, { round, item, version });
      const settled = await settle(ctx, round);
      return {
        ...settled,
        // A round whose award goes on holds its request's lines again (2.1).
        ...(body.win ? {} : { set: { ...settled.set, orderedAt: null } }),
        diff: { supplierIds: [supplierId], ...(await wonNow(ctx, item.id)) },
      };
    },
  });
  if (before.orderedAt !== null && before.requestId !== null) {
    await refreshRequests(ctx, [before.requestId]);
  }
  return biddingId;
}

/**
 * 409 when lines that orders gave free again are in another round by now: all that the round has, or
 * those named. Under the lock of their request, which whoever opens a round takes as well: one of two at
 * once finds the other.
 */
export async function expectStillOurs(
  ctx: Ctx,
  round: BiddingRow,
  requestItemIds?: readonly string[],
): Promise<void> {
  if (round.orderedAt === null || round.requestId === null) return;
  await lockRequests(ctx, [round.requestId]);
  const taken = await ctx.db
    .selectFrom('biddingItems as i')
    .innerJoin('biddingItems as other', 'other.requestItemId', 'i.requestItemId')
    .innerJoin('biddings as b', 'b.id', 'other.biddingId')
    .where('i.biddingId', '=', round.id)
    .where('i.isReleased', '=', false)
    .where('other.biddingId', '<>', round.id)
    .where('other.isReleased', '=', false)
    .$if(requestItemIds !== undefined, (query) =>
      query.where('i.requestItemId', '=', anyId(requestItemIds ?? [])),
    )
    .where(({ or, and, eb }) =>
      or([
        eb('b.status', 'in', liveBiddingStatuses),
        and([
          eb('b.status', 'in', biddingMachine.actions.conclude.to),
          eb('b.orderedAt', 'is', null),
        ]),
      ]),
    )
    .select('other.id')
    .executeTakeFirst();
  if (taken) throw conflict('IN_ROUND');
}

const wonNow = async (ctx: Ctx, id: string) => {
  const { wonQuantity, wonReason } = await ctx.db
    .selectFrom('quotationItems')
    .select(['wonQuantity', 'wonReason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { wonQuantity: qty(wonQuantity), ...(wonReason === null ? {} : { wonReason }) };
};

async function lockedVersion(ctx: Ctx, quotationId: string): Promise<number> {
  const { version } = await ctx.db
    .selectFrom('quotations')
    .select('version')
    .where('id', '=', quotationId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return version;
}

interface Awarding {
  readonly round: BiddingRow;
  /** Of a quotation that is locked in this version. */
  readonly item: Item;
  readonly version: number;
}

async function award(
  ctx: Ctx,
  { round, item, version, body }: Awarding & { readonly body: Win['body'] },
): Promise<void> {
  await runAction(ctx, quotations.type, {
    action: 'win',
    id: item.quotationId,
    version,
    effect: async () => {
      if ((await orderedLines(ctx, [item.id])).size > 0) throw conflict('AWARD_ORDERED');
      const [wanted, bids, awards] = await Promise.all([
        wantedOf(ctx, round.id),
        bidsOf(ctx, round.id),
        awardsOf(ctx, round.id),
      ]);
      const line = wanted.find((one) => one.id === item.biddingItemId);
      if (!line) throw conflict('LINE_RELEASED');
      const others = addQuantities(
        0,
        ...awards
          .filter((one) => one.biddingItemId === line.id && one.id !== item.id)
          .map((one) => one.wonQuantity),
      );
      const left = subtractQuantities(line.quantity, others);
      const wonQuantity = body.wonQuantity ?? Math.min(left, qty(item.quantity));
      const faults: FieldFault[] = [];
      const wrong = (code: string, params?: FieldFault['params']) =>
        faults.push({ field: 'wonQuantity', code, ...(params ? { params } : {}) });
      if (wonQuantity > qty(item.quantity)) wrong('MAX', { max: qty(item.quantity) });
      else if (wonQuantity > left || left <= 0) wrong('OVER_AWARD', { max: left });
      else if (wonQuantity < qty(item.moq ?? 0)) wrong('BELOW_MOQ', { min: qty(item.moq ?? 0) });
      const catalogue = await loadCatalogue(ctx, {
        partIds: [line.partId],
        unitIds: [line.unitId],
      });
      const [odd] = lineFaults([{ ...line, quantity: wonQuantity }], catalogue);
      if (odd?.field.endsWith('.quantity')) wrong(odd.code);
      const lowest = compareBids(wanted, bids).lowest.get(line.id);
      const isLowest = lowest === undefined || decimal.compare(item.landedUnitPrice, lowest) <= 0;
      const wonReason = body.wonReason?.trim() || null;
      if (!isLowest && (wonReason === null || wonReason.length < 3)) {
        faults.push({ field: 'wonReason', code: 'REASON_NOT_LOWEST' });
      }
      refuseFaults(faults);
      await ctx.db
        .updateTable('quotationItems')
        .set({ wonQuantity, wonReason })
        .where('id', '=', item.id)
        .execute();
      return { diff: { wonQuantity, wonReason }, notices: [] };
    },
  });
}

async function giveUp(ctx: Ctx, { round, item, version }: Awarding): Promise<void> {
  if (qty(item.wonQuantity) === 0) throw conflict('NO_WINNER');
  if ((await orderedLines(ctx, [item.id])).size > 0) throw conflict('AWARD_ORDERED');
  await expectStillOurs(ctx, round);
  const { status } = await storedStatus(ctx, item.quotationId);
  await runAction(ctx, quotations.type, {
    action: 'lose',
    id: item.quotationId,
    version,
    effect: async () => {
      await ctx.db
        .updateTable('quotationItems')
        .set({ wonQuantity: 0, wonReason: null })
        .where('id', '=', item.id)
        .execute();
      return { to: status, diff: { wonQuantity: 0 }, notices: [] };
    },
  });
  await reopen(ctx, round);
}

const storedStatus = (ctx: Ctx, id: string) =>
  ctx.db.selectFrom('quotations').select('status').where('id', '=', id).executeTakeFirstOrThrow();

/** Where the round stands after an award: decided when every line is (2.3). */
async function settle(ctx: Ctx, round: BiddingRow): Promise<Effect<'biddings'>> {
  const [wanted, awards] = await Promise.all([wantedOf(ctx, round.id), awardsOf(ctx, round.id)]);
  if (isAwarded(wanted, awards)) return conclusion(ctx, round);
  return {
    to: isSealed(round, ctx.clock.now()) ? 'open' : 'closed',
    set: closingOf(round),
    notices: [],
  };
}

/** Ends the award: winners and losers are told apart, and whose the round is hears of it. */
export async function conclusion(ctx: Ctx, round: BiddingRow): Promise<Effect<'biddings'>> {
  for (const { id, version, items } of await withItems(ctx, round.id, 'decide')) {
    await runAction(asSystem(ctx), quotations.stored, {
      action: 'decide',
      id,
      version,
      effect: async () => ({ to: quotationOutcome(items), notices: [] }),
    });
  }
  return {
    to: 'awarded',
    set: closingOf(round),
    notices: [
      {
        to: [round.assigneeId ?? round.createdBy].filter((id) => id !== ctx.actor.userId),
        notice: {
          category: 'message',
          type: 'success',
          title: {
            en: `Bidding round ${round.documentNo} is awarded`,
            th: `รอบประมูลราคา ${round.documentNo} เลือกผู้ชนะแล้ว`,
          },
          description: { en: round.title, th: round.title },
          action: biddings.type.path(round),
          actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
          entity: { type: biddings.type.subject, id: round.id },
          dedupeKey: `${biddings.type.subject}:${round.id}:awarded:${round.version}`,
        },
      },
    ],
  };
}

/** Quotations of a round that an action of the system leads on, with what each offers and won. */
async function withItems(ctx: Ctx, biddingId: string, action: 'decide' | 'reopen') {
  const rows = await ctx.db
    .selectFrom('quotations as q')
    .innerJoin('quotationItems as i', 'i.quotationId', 'q.id')
    .where('q.biddingId', '=', biddingId)
    .where('q.status', 'in', quotationMachine.actions[action].from)
    .orderBy('q.id')
    .select(['q.id', 'q.version', 'i.quantity', 'i.wonQuantity'])
    .execute();
  return [...Map.groupBy(rows, (row) => row.id).values()].map((items) => ({
    id: items[0]?.id ?? '',
    version: items[0]?.version ?? 1,
    items: items.map((item) => ({
      quantity: qty(item.quantity),
      wonQuantity: qty(item.wonQuantity),
    })),
  }));
}

/** Takes winners and losers back: the award goes on. */
export async function reopen(ctx: Ctx, round: BiddingRow): Promise<void> {
  for (const { id, version } of await withItems(ctx, round.id, 'reopen')) {
    await runAction(asSystem(ctx), quotations.stored, {
      action: 'reopen',
      id,
      version,
      effect: async () => ({ notices: [] }),
    });
  }
}

/** Ends the award though something is left: nobody offers it, or not at a good price. */
export const concludeRound = biddings.action('conclude', conclusion);
