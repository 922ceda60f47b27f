import { auditMachine, can, isHidden, openAuditStatuses } from '@boxyard/shared/domain';
import { namedCounters } from '@boxyard/shared/domain/warehouse/auditLines.ts';
import {
  type Actor,
  AppError,
  type Ctx,
  type FieldFault,
  mayUseCompany,
  mayUseWarehouse,
} from '../../../kernel/index.ts';

/**
 * Blind counts (I24, docs/adr/0022): whoever counts bins is not told what the books have in them, nor
 * a total from which it follows. Every read of stock asks `blindSpot` and answers null for what it
 * hides.
 */
interface OpenCount {
  readonly isBlind: boolean;
  readonly status: string;
  readonly companyId: string;
  readonly warehouseId: string;
  /** 1 while counting, one more with each recount. */
  readonly round: number;
  /** Who counts first; empty: whoever may count in the warehouse. */
  readonly counterIds: readonly string[];
}

const isOpen = (status: string): boolean => openAuditStatuses.some((open) => open === status);

const isCounter = (actor: Actor, count: OpenCount): boolean =>
  count.counterIds.includes(actor.userId) ||
  (namedCounters(count).length === 0 &&
    can(actor.grants, `${auditMachine.page}:count`) &&
    mayUseCompany(actor, count.companyId) &&
    mayUseWarehouse(actor, count.warehouseId));

/**
 * Whether an open count keeps the books from this person: from its counters until it is closed, but
 * under review not from those who review it.
 */
export const isBlindTo = ({ actor }: Ctx, count: OpenCount): boolean =>
  actor.kind !== 'system' &&
  count.isBlind &&
  isOpen(count.status) &&
  isCounter(actor, count) &&
  (isHidden(count) || !can(actor.grants, `${auditMachine.page}:review`));

/** What this person is not told of the stock. */
export interface BlindSpot {
  /** Bins under a blind count of theirs. */
  readonly binIds: readonly string[];
  hasBin(binId: string): boolean;
  /** Of the parts that were asked about: those that have a balance in one of the bins, empty or not. */
  hasPart(partId: string): boolean;
  hasPartIn(partId: string, warehouseId: string): boolean;
}

const NOTHING: BlindSpot = {
  binIds: [],
  hasBin: () => false,
  hasPart: () => false,
  hasPartIn: () => false,
};

/** A call asks once, however many of its parts want to know; a transaction may change what is asked. */
const binsOfCalls = new WeakMap<Ctx, Promise<readonly string[]>>();

/** Bins under a blind count of this person. One indexed look-up where there is none. */
function binsOf(ctx: Ctx): Promise<readonly string[]> {
  if (ctx.cachedFigures === null) return readBins(ctx);
  const bins = binsOfCalls.get(ctx) ?? readBins(ctx);
  binsOfCalls.set(ctx, bins);
  return bins;
}

async function readBins(ctx: Ctx): Promise<readonly string[]> {
  const { rows: counts } = await ctx.pg.query<OpenCount & { id: string }>({
    name: 'stock.blindCounts',
    text: `select id, is_blind as "isBlind", status, company_id as "companyId",
        warehouse_id as "warehouseId", round, counter_ids as "counterIds"
      from audits where status = any($1::text[]) and is_blind`,
    values: [[...openAuditStatuses]],
  });
  const mine = counts.filter((count) => isBlindTo(ctx, count));
  if (mine.length === 0) return [];
  const { rows } = await ctx.pg.query<{ id: string }>({
    name: 'stock.blindBins',
    text: 'select bin_id as id from audit_bins where audit_id = any($1::uuid[]) and is_open',
    values: [mine.map(({ id }) => id)],
  });
  return rows.map(({ id }) => id);
}

/** What this person is not told of the stock of these parts. */
export async function blindSpot(ctx: Ctx, partIds: readonly string[] = []): Promise<BlindSpot> {
  const binIds = await binsOf(ctx);
  if (binIds.length === 0) return NOTHING;
  const bins = new Set(binIds);
  const parts = new Map<string, Set<string>>();
  if (partIds.length > 0) {
    const { rows } = await ctx.pg.query<{ partId: string; warehouseIds: string[] }>({
      name: 'stock.blindParts',
      text: `select b.item_id as "partId", array_agg(distinct n.warehouse_id) as "warehouseIds"
        from stock_balances b join bins n on n.id = b.location_id
        where b.item_id = any($1::uuid[]) and b.item_type = 'part'
          and b.location_id = any($2::uuid[])
        group by b.item_id`,
      values: [[...new Set(partIds)], binIds],
    });
    for (const { partId, warehouseIds } of rows) parts.set(partId, new Set(warehouseIds));
  }
  return {
    binIds,
    hasBin: (binId) => bins.has(binId),
    hasPart: (partId) => parts.has(partId),
    hasPartIn: (partId, warehouseId) => parts.get(partId)?.has(warehouseId) === true,
  };
}

/** What stands for a refusal that names how much there is. */
const WITHOUT_FIGURE = 'INSUFFICIENT_STOCK_COUNTED';
const tellsStock = ({ code }: { readonly code: string }): boolean => code === 'INSUFFICIENT_STOCK';

const withoutFigure = (fault: FieldFault): FieldFault =>
  tellsStock(fault) ? { field: fault.field, code: WITHOUT_FIGURE } : fault;

/** A refusal for lack of stock names what is available: not to somebody who counts it. */
export async function withoutHiddenStock(ctx: Ctx, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError)) return error;
  if (!tellsStock(error) && !error.faults.some(tellsStock)) return error;
  if ((await binsOf(ctx)).length === 0) return error;
  const { available: _hidden, ...details } = error.details ?? {};
  return new AppError(error.statusCode, tellsStock(error) ? WITHOUT_FIGURE : error.code, {
    faults: error.faults.map(withoutFigure),
    details,
  });
}
