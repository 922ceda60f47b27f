import { addDays, bangkokDate } from '@boxyard/shared/domain';

/**
 * The ledger as a few maps: what posting has to agree with, written without a look at it.
 * Quantities in thousandths, values in satang, averages in millionths, all integers.
 */
export interface ModelPlace {
  readonly id: string;
  readonly company: string;
  readonly code: string;
  readonly held: boolean;
  readonly origin: boolean;
  locked: boolean;
}

export interface ModelItem {
  readonly id: string;
  readonly tracking: 'none' | 'lot' | 'serial';
  readonly whole: boolean;
}

export interface ModelMove {
  readonly item: ModelItem;
  readonly quantity: number;
  readonly from: ModelPlace;
  readonly to: ModelPlace;
  readonly lot: string | null;
  readonly serial: string | null;
  readonly conditionFrom: string;
  readonly conditionTo: string;
  /** Satang of the whole quantity; null: by average. */
  readonly value: bigint | null;
  readonly date: string;
  readonly reservation?: ModelReservation;
  readonly takesBack?: Posted;
}

export interface Posted {
  readonly id: string;
  readonly move: ModelMove;
  readonly value: bigint;
  reversed: boolean;
}

export interface ModelReservation {
  readonly id: string;
  readonly key: string;
  readonly move: Pick<ModelMove, 'item' | 'from' | 'lot' | 'serial' | 'conditionFrom'>;
  left: number;
  active: boolean;
}

interface Worth {
  qty: number;
  value: bigint;
  avg: bigint;
  known: boolean;
}

const DIVISOR = { avg: 1_000_000n, satang: 100n, thousandth: 1000n };

/** Half away from zero, as money rounds; all amounts here are positive. */
const divide = (a: bigint, b: bigint): bigint => (2n * a + b) / (2n * b);

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

export class Model {
  now: Date;
  readonly balances = new Map<string, { on: number; reserved: number }>();
  readonly worth = new Map<string, Worth>();
  readonly serialAt = new Map<string, { place: ModelPlace | null; condition: string }>();
  readonly entries: { readonly key: string; readonly date: string; readonly qty: number }[] = [];
  readonly posted: Posted[] = [];
  readonly reservations: ModelReservation[] = [];
  readonly closed = new Map<string, Set<string>>();
  readonly held = new Map<string, Set<string>>();
  readonly variances = new Map<string, bigint>();

  constructor(now: Date) {
    this.now = now;
  }

  get today(): string {
    return bangkokDate(this.now);
  }

  key(
    move: Pick<ModelMove, 'item' | 'lot' | 'serial'>,
    place: ModelPlace,
    condition: string,
  ): string {
    return [
      move.item.id,
      place.id,
      move.lot ?? '',
      move.serial ?? '',
      place.held ? condition : 'any',
    ].join('/');
  }

  balance(key: string): { on: number; reserved: number } {
    return this.balances.get(key) ?? { on: 0, reserved: 0 };
  }

  worthOf(company: string, item: string): Worth {
    return this.worth.get(`${company}/${item}`) ?? { qty: 0, value: 0n, avg: 0n, known: false };
  }

  #set(company: string, item: string, worth: Worth): void {
    this.worth.set(`${company}/${item}`, worth);
  }

  /** Every reason against a move; none means that it has to be accepted. */
  refusals(move: ModelMove): Set<string> {
    const found = new Set<string>();
    for (const place of [move.from, move.to]) {
      const month = move.date.slice(0, 7);
      const closed = [...(this.closed.get(place.company) ?? [])];
      if (closed.some((period) => month <= period)) found.add('PERIOD_CLOSED');
      else if (this.held.get(place.company)?.has(month)) found.add('PERIOD_HOLD');
      if (place.locked) found.add('BIN_LOCKED');
    }
    if (move.date < addDays(this.today, -3)) found.add('BACKDATE_LIMIT');
    const source = this.key(move, move.from, move.conditionFrom);
    if (source === this.key(move, move.to, move.conditionTo)) found.add('INVALID_MOVE');
    if (move.item.whole && move.quantity % 1000 !== 0) found.add('INVALID_MOVE');
    if (move.serial !== null) this.#serialRefusal(move, found);
    if (move.from.held) {
      const { on, reserved } = this.balance(source);
      const free = move.reservation ? Math.min(on, move.reservation.left) : on - reserved;
      if (free < move.quantity) found.add(move.reservation ? 'INVALID_MOVE' : 'INSUFFICIENT_STOCK');
      if (move.date < this.today && this.#lowestSince(source, move.date) < move.quantity) {
        found.add('INSUFFICIENT_STOCK');
      }
    } else if (move.to.held && move.value === null && !move.takesBack) {
      if (!this.worthOf(move.to.company, move.item.id).known) found.add('COST_REQUIRED');
    }
    if (move.reservation && (!move.reservation.active || move.reservation.key !== source)) {
      found.add('INVALID_MOVE');
    }
    if (move.takesBack?.reversed) found.add('ALREADY_REVERSED');
    return found;
  }

  #serialRefusal(move: ModelMove, found: Set<string>): void {
    const at = this.serialAt.get(move.serial ?? '');
    const place = at?.place ?? null;
    if (place?.id === move.from.id) {
      if (move.from.held && at?.condition !== move.conditionFrom) found.add('SERIAL_NOT_AVAILABLE');
      return;
    }
    if (move.from.held) found.add('SERIAL_NOT_AVAILABLE');
    else if (place?.held) found.add('SERIAL_EXISTS');
    else if (!move.from.origin || !move.to.held) found.add('SERIAL_NOT_AVAILABLE');
    else if (place && place.company !== move.from.company) found.add('SERIAL_EXISTS');
  }

  /** Least that ever lay there at the end of a day from `date` on. */
  #lowestSince(key: string, date: string): number {
    const mine = this.entries.filter((entry) => entry.key === key);
    const days = new Set([date, ...mine.map((entry) => entry.date).filter((day) => day > date)]);
    const on = (day: string) =>
      mine.filter((entry) => entry.date <= day).reduce((sum, entry) => sum + entry.qty, 0);
    return Math.min(...[...days].map(on));
  }

  /** Value that the move carries, before it is applied. */
  valueOf(move: ModelMove): bigint {
    const { from, to, item, quantity } = move;
    const crosses = from.held !== to.held || (from.held && from.company !== to.company);
    if (!crosses) return 0n;
    if (move.takesBack) return move.takesBack.value;
    if (!from.held) {
      if (move.value !== null) return move.value;
      return this.#atAverage(this.worthOf(to.company, item.id).avg, quantity);
    }
    const worth = this.worthOf(from.company, item.id);
    if (worth.qty === quantity) return worth.value;
    return smaller(this.#atAverage(worth.avg, quantity), worth.value);
  }

  #atAverage(avg: bigint, quantity: number): bigint {
    return divide(avg * BigInt(quantity) * DIVISOR.satang, DIVISOR.avg * DIVISOR.thousandth);
  }

  apply(move: ModelMove, id: string): Posted {
    const value = this.valueOf(move);
    const { from, to, item, quantity } = move;
    const back = this.serialAt.get(move.serial ?? '')?.place;
    if (back && back.id !== from.id) {
      this.#shift(this.key(move, back, 'any'), -quantity, move.date);
      this.#shift(this.key(move, from, 'any'), quantity, move.date);
    }
    if (from.held && (!to.held || from.company !== to.company)) this.#out(move, value);
    if (to.held && (!from.held || from.company !== to.company)) this.#in(move, value);
    const source = this.key(move, from, move.conditionFrom);
    const target = this.key(move, to, move.conditionTo);
    this.#shift(source, -quantity, move.date);
    this.#shift(target, quantity, move.date);
    if (move.serial !== null) {
      const there = this.balance(target).on > 0;
      this.serialAt.set(move.serial, { place: there ? to : null, condition: move.conditionTo });
    }
    if (move.reservation) {
      move.reservation.left -= quantity;
      move.reservation.active = move.reservation.left > 0;
      const balance = this.balance(source);
      this.balances.set(source, { ...balance, reserved: balance.reserved - quantity });
    }
    for (const company of [from.company, to.company]) {
      const worth = this.worthOf(company, item.id);
      if (worth.qty > 0) this.#set(company, item.id, { ...worth, known: true });
    }
    if (move.takesBack) move.takesBack.reversed = true;
    const posted = { id, move, value, reversed: false };
    this.posted.push(posted);
    return posted;
  }

  #shift(key: string, by: number, date: string): void {
    const { on, reserved } = this.balance(key);
    this.balances.set(key, { on: on + by, reserved });
    this.entries.push({ key, date, qty: by });
  }

  #in({ to, item, quantity }: ModelMove, value: bigint): void {
    const worth = this.worthOf(to.company, item.id);
    const qty = worth.qty + quantity;
    const total = worth.value + value;
    this.#set(to.company, item.id, {
      qty,
      value: total,
      avg: this.#average(total, qty),
      known: true,
    });
  }

  #average(value: bigint, qty: number): bigint {
    return divide(value * DIVISOR.avg * DIVISOR.thousandth, BigInt(qty) * DIVISOR.satang);
  }

  #out({ from, item, quantity, takesBack }: ModelMove, value: bigint): void {
    const worth = this.worthOf(from.company, item.id);
    const qty = worth.qty - quantity;
    const rest = worth.value - value;
    const kept = qty === 0 || rest < 0n ? 0n : rest;
    if (rest !== kept) {
      const key = `${from.company}/${item.id}`;
      this.variances.set(key, (this.variances.get(key) ?? 0n) + (kept - rest));
    }
    const avg = takesBack && qty > 0 ? this.#average(kept, qty) : worth.avg;
    this.#set(from.company, item.id, { qty, value: kept, avg, known: worth.known });
  }
}
