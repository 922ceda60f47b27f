import { bangkokDate, type Condition, decimal, toThousandths } from '@boxyard/shared/domain';
import {
  takeIn,
  takeOut,
  takeOutAt,
  type Valuation,
} from '@boxyard/shared/domain/stock/valuation.ts';
import { v7 } from 'uuid';
import { chainHash, type HashedMove } from './hash.ts';
import { assertShape } from './shape.ts';
import {
  ANY_CONDITION,
  type BalanceState,
  balanceKey,
  type ItemState,
  type KeyParts,
  type LedgerState,
  type PlaceState,
  valuationKey,
} from './state.ts';
import {
  type Conversion,
  LedgerError,
  type MoveInput,
  type MoveWorth,
  type PostRequest,
} from './types.ts';

/** A move to plan; a reversal carries what it takes back. */
export interface PlannableMove extends MoveInput {
  readonly reverses?: {
    readonly moveId: string;
    readonly value: string;
  };
}
export interface PlanRequest extends Omit<PostRequest, 'moves'> {
  readonly moves: readonly PlannableMove[];
}

export interface PlannedMove extends HashedMove {
  readonly prevHash: Buffer | null;
  readonly hash: Buffer;
  /** Not asked for: the way back of a serial that had left. */
  readonly isAuxiliary: boolean;
}
export interface PlannedEntry extends KeyParts {
  readonly moveId: string;
  readonly side: -1 | 1;
  readonly companyId: string;
  readonly qty: string;
  readonly value: string;
  readonly isPhysical: boolean;
}
export interface PlannedBalance extends KeyParts, BalanceState {
  readonly companyId: string;
  readonly isPhysical: boolean;
}
export interface PlannedVariance {
  readonly companyId: string;
  readonly itemType: string;
  readonly itemId: string;
  readonly moveId: string;
  readonly amount: string;
}

/** What a posting will write; nothing has been written yet. */
export interface Plan {
  readonly moves: readonly PlannedMove[];
  readonly entries: readonly PlannedEntry[];
  readonly balances: readonly PlannedBalance[];
  readonly valuations: readonly {
    readonly companyId: string;
    readonly itemType: string;
    readonly itemId: string;
    readonly valuation: Valuation;
    readonly available: string;
    readonly lastHash: Buffer | null;
    readonly ownMoves: number;
    readonly receivedMoves: number;
  }[];
  /** Parts whose stock level changes with what is available of them, or may in some warehouse. */
  readonly levels: readonly { readonly companyId: string; readonly itemId: string }[];
  /** Bangkok day of the posting, that lots expire against. */
  readonly today: string;
  readonly serials: readonly {
    readonly id: string;
    readonly locationId: string | null;
    readonly condition: string | null;
  }[];
  readonly variances: readonly PlannedVariance[];
  readonly reservations: readonly {
    readonly id: string;
    readonly consumed: string;
    readonly done: boolean;
  }[];
}

/** Thousandths as the database writes a quantity. */
export const quantityText = (thousandths: number): string =>
  decimal.round(decimal.divide(thousandths, 1000), 3);

/** As the database's `stock_level`: nothing to pick, at or below the reorder point, above the maximum. */
function levelOf(
  available: number,
  { reorderPoint, maxStock }: Pick<ItemState, 'reorderPoint' | 'maxStock'>,
): 'out' | 'low' | 'over' | 'ok' {
  if (available <= 0) return 'out';
  if (reorderPoint !== null && available <= reorderPoint) return 'low';
  return maxStock !== null && available > maxStock ? 'over' : 'ok';
}

/** Places that goods come from without having gone there before (domain-warehouse 3.2). */
const ORIGINS: ReadonlySet<string> = new Set(['SUPPLIER', 'OPENING', 'TRANSFORM', 'ADJUST']);

/**
 * Works out, in memory and under the locks, what a posting changes; throws the first reason
 * against it. Moves take effect one after the other, so a later one may use what an earlier brought.
 */
export function planMoves(state: LedgerState, request: PlanRequest): Plan {
  const draft = new Draft(state, request);
  for (const move of request.moves) draft.add(move);
  return draft.finish();
}

/** The same where later moves are worth what the earlier ones turn out to be worth. */
export function planConversion(state: LedgerState, request: PostRequest, into: Conversion): Plan {
  const draft = new Draft(state, request);
  for (const move of request.moves) draft.add(move);
  const moves = into.valued(draft.asked);
  assertShape({ ...request, moves });
  draft.begin(into.action);
  for (const move of moves) draft.add(move);
  return draft.finish();
}

interface Side {
  readonly place: PlaceState;
  readonly key: KeyParts;
}

/** What becomes of an item in a company. */
interface Valued {
  readonly valuation: Valuation;
  readonly lastHash: Buffer | null;
  /** How many of the moves are the company's own, and how many came to it from another. */
  readonly ownMoves: number;
  readonly receivedMoves: number;
}

class Draft {
  readonly #state: LedgerState;
  readonly #request: PlanRequest;
  readonly #date: string;
  readonly #balances = new Map<string, PlannedBalance>();
  readonly #valuations = new Map<string, Valued>();
  readonly #serials = new Map<string, { locationId: string | null; condition: string | null }>();
  readonly #reservations = new Map<string, { consumed: number; open: number }>();
  readonly #lowest: Map<string, number>;
  readonly #moves: PlannedMove[] = [];
  readonly #entries: PlannedEntry[] = [];
  readonly #variances: PlannedVariance[] = [];
  readonly #parts = new Map<string, number>();
  #action: string;

  constructor(state: LedgerState, request: PlanRequest) {
    this.#state = state;
    this.#request = request;
    this.#date = request.effectiveDate ?? bangkokDate(request.now);
    this.#lowest = new Map(state.lowest);
    this.#action = request.action;
  }

  /** The moves so far, as they were asked for. */
  get asked(): readonly MoveWorth[] {
    return this.#moves.filter(({ isAuxiliary }) => !isAuxiliary);
  }

  /** What is added from now on is another action, which counts its moves by itself. */
  begin(action: string): void {
    this.#action = action;
    this.#parts.clear();
  }

  add(move: PlannableMove): void {
    const itemType = move.itemType ?? 'part';
    const from = this.#place(move.from);
    const to = this.#place(move.to);
    this.#checkItem(move);
    this.#checkPeriod(from);
    this.#checkPeriod(to);
    const conditionFrom = move.conditionFrom ?? 'new';
    const conditionTo = move.conditionTo ?? conditionFrom;
    const key = {
      itemType,
      itemId: move.itemId,
      lotId: move.lotId ?? null,
      serialId: move.serialId ?? null,
    };
    const source: Side = {
      place: from,
      key: { ...key, locationId: from.id, condition: keyCondition(from, conditionFrom) },
    };
    const target: Side = {
      place: to,
      key: { ...key, locationId: to.id, condition: keyCondition(to, conditionTo) },
    };
    if (balanceKey(source.key) === balanceKey(target.key)) {
      throw new LedgerError('INVALID_MOVE', { reason: 'SAME_PLACE', itemId: move.itemId });
    }
    const back = this.#checkSerial(move, { source, target });
    this.#checkBins(source, target);
    if (back) {
      const { itemId, quantity, serialId = null } = move;
      this.#record({
        move: { itemId, quantity, serialId, from: back.place.id, to: from.id },
        source: back,
        target: source,
        conditionFrom,
        conditionTo: conditionFrom,
        isAuxiliary: true,
      });
    }
    this.#takeFrom(move, source);
    this.#record({ move, source, target, conditionFrom, conditionTo, isAuxiliary: false });
  }

  finish(): Plan {
    const available = this.#available();
    return {
      moves: this.#moves,
      entries: this.#entries,
      balances: [...this.#balances.values()],
      valuations: [...this.#valuations].flatMap(([key, valued]) => {
        const row = this.#state.valuations.get(key);
        return row
          ? [
              {
                companyId: row.companyId,
                itemType: row.itemType,
                itemId: row.itemId,
                ...valued,
                available: quantityText(available.get(key) ?? row.available),
              },
            ]
          : [];
      }),
      levels: this.#changedLevels(available),
      today: bangkokDate(this.#request.now),
      serials: [...this.#serials].map(([id, serial]) => ({ id, ...serial })),
      variances: this.#variances,
      reservations: [...this.#reservations].map(([id, { consumed, open }]) => ({
        id,
        consumed: quantityText(consumed),
        done: open === 0,
      })),
    };
  }

  /** What may be picked of each part afterwards, where that changes. */
  #available(): Map<string, number> {
    const available = new Map<string, number>();
    for (const [id, balance] of this.#balances) {
      // Whether a container may be promised is said by its statuses, not by a quantity.
      if (balance.itemType !== 'part' || !this.#isPickable(balance)) continue;
      const before = this.#state.balances.get(id) ?? { onHand: 0, reserved: 0 };
      const change = balance.onHand - balance.reserved - (before.onHand - before.reserved);
      const key = valuationKey(balance.companyId, balance.itemType, balance.itemId);
      const known = available.get(key) ?? this.#state.valuations.get(key)?.available ?? 0;
      available.set(key, known + change);
    }
    return available;
  }

  /** As the available figure of a part counts it (domain-warehouse 1.4). */
  #isPickable({ locationId, condition, lotId }: PlannedBalance): boolean {
    const place = this.#state.places.get(locationId);
    if (!place?.isHeld || !place.isPickable || place.isLocked) return false;
    if (condition === 'defective') return false;
    const expiry = lotId === null ? null : this.#state.lots.get(lotId)?.expiryDate;
    return expiry == null || expiry >= bangkokDate(this.#request.now);
  }

  #changedLevels(available: ReadonlyMap<string, number>): Plan['levels'] {
    return [...available].flatMap(([key, after]) => {
      const row = this.#state.valuations.get(key);
      const rules = row && this.#state.items.get(row.itemId);
      if (row?.itemType !== 'part' || !rules) return [];
      const changes = levelOf(row.available, rules) !== levelOf(after, rules);
      if (!changes && !rules.hasRules) return [];
      return [{ companyId: row.companyId, itemId: row.itemId }];
    });
  }

  #place(id: string): PlaceState {
    const place = this.#state.places.get(id);
    if (!place) throw new LedgerError('INVALID_MOVE', { reason: 'UNKNOWN_PLACE', locationId: id });
    return place;
  }

  #checkItem(move: PlannableMove): void {
    const refuse = (reason: string): never => {
      throw new LedgerError('INVALID_MOVE', { reason, itemId: move.itemId });
    };
    const one = toThousandths(move.quantity) === 1000;
    if (move.itemType === 'container') {
      if (!one || move.lotId != null || move.serialId != null) refuse('CONTAINER');
      return;
    }
    const item = this.#state.items.get(move.itemId);
    if (!item)
      throw new LedgerError('INVALID_MOVE', { reason: 'UNKNOWN_ITEM', itemId: move.itemId });
    if ((move.serialId != null) !== (item.trackingType === 'serial')) refuse('SERIAL');
    if ((move.lotId != null) !== (item.trackingType === 'lot')) refuse('LOT');
    if (move.serialId != null && !one) refuse('SERIAL_QUANTITY');
    if (item.wholeOnly && toThousandths(move.quantity) % 1000 !== 0) refuse('WHOLE_ONLY');
    if (move.lotId != null && this.#state.lots.get(move.lotId)?.itemId !== move.itemId)
      refuse('LOT');
    if (move.serialId != null && this.#state.serials.get(move.serialId)?.itemId !== move.itemId)
      refuse('SERIAL');
  }

  /** Nothing is dated into a month that is closed, or before one that is (3.6, I21). */
  #checkPeriod(place: PlaceState): void {
    const period = this.#state.periods.get(place.companyId);
    if (!period) return;
    const month = this.#date.slice(0, 7);
    const closed = period.closedTo !== null && month <= period.closedTo;
    if (closed || (period.onHold && this.#request.mayOverrideHold !== true)) {
      throw new LedgerError(closed ? 'PERIOD_CLOSED' : 'PERIOD_HOLD', { period: month });
    }
  }

  #checkBins(source: Side, target: Side): void {
    const locked = [source.place, target.place].find((place) => place.isLocked);
    if (locked && this.#request.ignoreBinLock !== true) {
      throw new LedgerError('BIN_LOCKED', { locationId: locked.id, bin: locked.bin });
    }
    if (!target.place.isActive) {
      throw new LedgerError('INACTIVE', { locationId: target.place.id, bin: target.place.bin });
    }
  }

  /**
   * A serial is in one place at a time (3.5). What had left and comes in anew from a supplier goes
   * back there first, so that it is never in two places (I6): that side is the answer.
   */
  #checkSerial(
    move: PlannableMove,
    { source, target }: { source: Side; target: Side },
  ): Side | null {
    if (move.serialId == null) return null;
    const known = this.#state.serials.get(move.serialId);
    const now = this.#serials.get(move.serialId) ?? known;
    const details = {
      serialId: move.serialId,
      serialNo: known?.serialNo ?? null,
      itemId: move.itemId,
    };
    const at = now?.locationId == null ? null : this.#place(now.locationId);
    if (at?.id === source.place.id) {
      if (source.place.isHeld && now?.condition !== source.key.condition) {
        throw new LedgerError('SERIAL_NOT_AVAILABLE', { ...details, reason: 'CONDITION' });
      }
      return null;
    }
    if (source.place.isHeld) throw new LedgerError('SERIAL_NOT_AVAILABLE', details);
    if (at?.isHeld) throw new LedgerError('SERIAL_EXISTS', details);
    // What comes out of a transformation may be good for nothing (2.9).
    const isScrapped = source.place.code === 'TRANSFORM' && target.place.code === 'SCRAP';
    const comesIn = ORIGINS.has(source.place.code) && (target.place.isHeld || isScrapped);
    if (!comesIn) throw new LedgerError('SERIAL_NOT_AVAILABLE', details);
    if (at === null) return null;
    if (at.companyId !== source.place.companyId) {
      // It left another company: two ledgers would have to tell one story, so it comes by a sale.
      throw new LedgerError('SERIAL_EXISTS', details);
    }
    return { place: at, key: { ...source.key, locationId: at.id, condition: ANY_CONDITION } };
  }

  /** Never below nothing, and never from what is reserved for somebody else (3.1). */
  #takeFrom(move: PlannableMove, source: Side): void {
    if (!source.place.isHeld) return;
    const quantity = toThousandths(move.quantity);
    const key = balanceKey(source.key);
    const balance = this.#balance(source);
    let free = balance.onHand - balance.reserved;
    if (move.reservationId !== undefined) {
      this.#consume(move.reservationId, { key, quantity });
      free = balance.reserved;
      this.#balances.set(key, { ...balance, reserved: balance.reserved - quantity });
    }
    const lowest = this.#lowest.get(key);
    if (lowest !== undefined) {
      if (lowest < quantity) this.#short(move, Math.min(free, lowest));
      this.#lowest.set(key, lowest - quantity);
    }
    if (free < quantity) this.#short(move, free);
  }

  #short(move: PlannableMove, free: number): never {
    throw new LedgerError('INSUFFICIENT_STOCK', {
      itemId: move.itemId,
      docItemId: move.docItemId ?? null,
      locationId: move.from,
      available: Math.max(0, free) / 1000,
      requested: move.quantity,
    });
  }

  #consume(id: string, { key, quantity }: { key: string; quantity: number }): void {
    const held = this.#state.reservations.get(id);
    const used = this.#reservations.get(id) ?? { consumed: 0, open: held?.open ?? 0 };
    if (held?.status !== 'active' || held.key !== key || used.open < quantity) {
      throw new LedgerError('INVALID_MOVE', { reason: 'RESERVATION', reservationId: id });
    }
    this.#reservations.set(id, { consumed: used.consumed + quantity, open: used.open - quantity });
  }

  #balance({ place, key }: Side): PlannedBalance {
    const id = balanceKey(key);
    const known = this.#balances.get(id);
    if (known) return known;
    const { onHand, reserved } = this.#state.balances.get(id) ?? { onHand: 0, reserved: 0 };
    return { ...key, companyId: place.companyId, isPhysical: place.isHeld, onHand, reserved };
  }

  #change(side: Side, by: number): PlannedBalance {
    const balance = this.#balance(side);
    const changed = { ...balance, onHand: balance.onHand + by };
    this.#balances.set(balanceKey(side.key), changed);
    return changed;
  }

  #valuation(place: PlaceState, move: PlannableMove): Valued & { readonly key: string } {
    const key = valuationKey(place.companyId, move.itemType ?? 'part', move.itemId);
    const known = this.#valuations.get(key);
    if (known) return { key, ...known };
    const row = this.#state.valuations.get(key);
    if (!row) throw new Error(`the valuation ${key} is not locked`);
    const { valuation, lastHash } = row;
    return { key, valuation, lastHash, ownMoves: 0, receivedMoves: 0 };
  }

  #setValuation(place: PlaceState, move: PlannableMove, change: Partial<Valued>): void {
    const { key, ...known } = this.#valuation(place, move);
    this.#valuations.set(key, { ...known, ...change });
  }

  /** Value of goods that become ours (matrix 3.2). */
  #valueIn(move: PlannableMove, to: PlaceState): string {
    if (move.reverses) return move.reverses.value;
    if (move.value !== undefined) return move.value;
    if (move.unitCost !== undefined)
      return decimal.round(decimal.multiply(move.unitCost, move.quantity));
    const { valuation, lastHash } = this.#valuation(to, move);
    const known =
      decimal.compare(valuation.avgCost, 0) > 0 ||
      (lastHash !== null && decimal.compare(valuation.ownedQty, 0) > 0);
    const cost = known ? valuation.avgCost : this.#state.items.get(move.itemId)?.lastPurchasePrice;
    if (cost == null) throw new LedgerError('COST_REQUIRED', { itemId: move.itemId });
    return decimal.round(decimal.multiply(cost, move.quantity));
  }

  /** Moves the value and says what it was, per unit and in all. */
  #moveValue(
    move: PlannableMove,
    { from, to, moveId }: { from: PlaceState; to: PlaceState; moveId: string },
  ) {
    const within = from.isHeld && to.isHeld && from.companyId === to.companyId;
    const comesIn = to.isHeld && !from.isHeld;
    if (!comesIn && (move.value !== undefined || move.unitCost !== undefined)) {
      throw new LedgerError('INVALID_MOVE', { reason: 'VALUE', itemId: move.itemId });
    }
    if (!from.isHeld && !to.isHeld) return { value: '0.00', unitCost: '0', moved: '0.00' };
    if (within) {
      const { valuation } = this.#valuation(from, move);
      return { value: '0.00', unitCost: valuation.avgCost, moved: '0.00' };
    }
    const value = from.isHeld ? this.#takeOutOf(from, { move, moveId }) : this.#valueIn(move, to);
    if (to.isHeld) {
      const { valuation } = this.#valuation(to, move);
      this.#setValuation(to, move, { valuation: takeIn(valuation, move.quantity, value) });
    }
    const unitCost = decimal.round(decimal.divide(value, move.quantity), 6);
    return { value, unitCost, moved: value };
  }

  #takeOutOf(from: PlaceState, { move, moveId }: { move: PlannableMove; moveId: string }): string {
    const { valuation } = this.#valuation(from, move);
    if (!move.reverses) {
      const out = takeOut(valuation, move.quantity);
      this.#setValuation(from, move, { valuation: out.valuation });
      return out.value;
    }
    const out = takeOutAt(valuation, move.quantity, move.reverses.value);
    this.#setValuation(from, move, { valuation: out.valuation });
    if (!decimal.isZero(out.variance)) {
      this.#variances.push({
        companyId: from.companyId,
        itemType: move.itemType ?? 'part',
        itemId: move.itemId,
        moveId,
        amount: decimal.round(decimal.subtract(0, out.variance)),
      });
    }
    return move.reverses.value;
  }

  #record({
    move,
    source,
    target,
    conditionFrom,
    conditionTo,
    isAuxiliary,
  }: {
    move: PlannableMove;
    source: Side;
    target: Side;
    conditionFrom: Condition;
    conditionTo: Condition;
    isAuxiliary: boolean;
  }): void {
    const { from, to } = { from: source.place, to: target.place };
    const id = v7();
    const quantity = toThousandths(move.quantity);
    const { value, unitCost, moved } = this.#moveValue(move, { from, to, moveId: id });
    this.#change(source, -quantity);
    const arrived = this.#change(target, quantity);
    if (move.itemType === 'container' && target.place.isHeld && arrived.onHand > 1000) {
      throw new LedgerError('SERIAL_EXISTS', { itemId: move.itemId });
    }
    if (move.serialId != null) {
      const isThere = arrived.onHand > 0;
      this.#serials.set(move.serialId, {
        locationId: isThere ? to.id : null,
        condition: isThere ? conditionTo : null,
      });
    }
    const entry = { itemType: move.itemType ?? 'part', itemId: move.itemId, moveId: id } as const;
    const gives =
      from.isHeld && moved !== '0.00' ? decimal.round(decimal.subtract(0, moved)) : '0.00';
    this.#entries.push(
      {
        ...source.key,
        ...entry,
        side: -1,
        companyId: from.companyId,
        qty: quantityText(-quantity),
        value: gives,
        isPhysical: from.isHeld,
      },
      {
        ...target.key,
        ...entry,
        side: 1,
        companyId: to.companyId,
        qty: quantityText(quantity),
        value: to.isHeld ? moved : '0.00',
        isPhysical: to.isHeld,
      },
    );
    const hashed: HashedMove = {
      id,
      companyId: from.companyId,
      toCompanyId: to.companyId,
      docType: this.#request.docType,
      docId: this.#request.docId,
      documentNo: this.#request.documentNo ?? null,
      docItemId: move.docItemId ?? null,
      action: isAuxiliary ? `${this.#action}:return` : this.#action,
      partNo: this.#partNo(move, isAuxiliary),
      itemType: move.itemType ?? 'part',
      itemId: move.itemId,
      qty: quantityText(quantity),
      from: from.id,
      to: to.id,
      lotId: move.lotId ?? null,
      serialId: move.serialId ?? null,
      conditionFrom,
      conditionTo,
      unitCost,
      value,
      effectiveDate: this.#date,
      postedAt: this.#request.now,
      postedBy: this.#request.postedBy,
      reversesMoveId: isAuxiliary ? null : (move.reverses?.moveId ?? null),
      requestId: this.#request.requestId ?? null,
    };
    const { lastHash, ownMoves } = this.#valuation(from, move);
    const hash = chainHash(lastHash, hashed);
    this.#setValuation(from, move, { lastHash: hash, ownMoves: ownMoves + 1 });
    if (to.companyId !== from.companyId) {
      const { receivedMoves } = this.#valuation(to, move);
      this.#setValuation(to, move, { receivedMoves: receivedMoves + 1 });
    }
    this.#moves.push({ ...hashed, prevHash: lastHash, hash, isAuxiliary });
  }

  /** Counts the moves of one line in this round; rounds are far apart. */
  #partNo(move: PlannableMove, isAuxiliary: boolean): number {
    const line = `${move.docItemId ?? ''}/${isAuxiliary}`;
    const next = (this.#parts.get(line) ?? 0) + 1;
    this.#parts.set(line, next);
    return ((this.#request.round ?? 1) - 1) * 100_000 + next;
  }
}

const keyCondition = (place: PlaceState, condition: Condition): string =>
  place.isHeld ? condition : ANY_CONDITION;
