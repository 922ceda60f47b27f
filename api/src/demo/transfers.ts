import type { TransferDetail as Transfer } from '@boxyard/shared/contract';
import { addDays, daysBetween } from '@boxyard/shared/domain';
import { Agenda } from './agenda.ts';
import type { Office } from './office.ts';
import type { Random } from './random.ts';
import type { Part, Setting } from './setting.ts';

/** Parts that go from one warehouse to the other, beside the story of purchasing. */
export interface Road {
  readonly from: string;
  readonly to: string;
  /** Asks for them at the destination. */
  readonly asker: string;
  /** Approves, and calls back, at the source. */
  readonly keeper: string;
  readonly shipper: string;
  /** Counts at the destination, and at the source what came back. */
  readonly counter: string;
  /** Puts away at the destination. */
  readonly receiver: string;
  /** Transfers per working day. */
  readonly pace: number;
}

/** The source has something to give by then. */
const FIRST_DAY = 40;
/** What is asked for in the last days stops here, one after the other: something waits everywhere. */
const IDLE_DAYS = 9;
/** Somebody asks on each of them, so that every stop has its transfer. */
const BUSY_PACE = Number.POSITIVE_INFINITY;
const STOPS = ['late', 'missing', 'recalled', 'inTransit', 'approved', 'pending'] as const;
type Stop = (typeof STOPS)[number] | null;

const CARRIERS = ['Kerry Express', 'Flash Express', 'รถบริษัท', 'ขนส่งเอกชัย'] as const;
const REASON = 'กล่องฉีกขาดระหว่างทาง';

export class Hauling {
  readonly #office: Office;
  readonly #setting: Setting;
  readonly #random: Random;
  readonly #road: Road;
  readonly #until: string;
  readonly #agenda = new Agenda();
  #days = 0;
  #stops = 0;
  #sent = 0;

  constructor(options: {
    office: Office;
    setting: Setting;
    random: Random;
    road: Road;
    until: string;
  }) {
    this.#office = options.office;
    this.#setting = options.setting;
    this.#random = options.random;
    this.#road = options.road;
    this.#until = options.until;
  }

  async day(today: string): Promise<void> {
    this.#days += 1;
    const isSunday = new Date(`${today}T00:00:00Z`).getUTCDay() === 0;
    const busy = daysBetween(today, this.#until) < IDLE_DAYS ? BUSY_PACE : 1;
    if (!isSunday && this.#days >= FIRST_DAY && this.#random.chance(this.#road.pace * busy)) {
      await this.#ask(today);
    }
    await this.#agenda.work(today);
  }

  #stopOf(today: string): Stop {
    if (daysBetween(today, this.#until) >= IDLE_DAYS) return null;
    this.#stops += 1;
    return STOPS[(this.#stops - 1) % STOPS.length] ?? null;
  }

  #quantity(part: Part): number {
    if (part.tracking === 'serial') return 1;
    return part.price < 20 ? this.#random.between(1, 4) * 10 : this.#random.between(2, 5);
  }

  async #ask(today: string): Promise<void> {
    const { asker, from, to } = this.#road;
    const { warehouses, parts } = this.#setting;
    const chosen = this.#random.some(parts, this.#random.between(1, 3));
    const stop = this.#stopOf(today);
    const made = await this.#office.act(asker, 'transfers.create', {
      body: {
        fromWarehouseId: warehouses.get(from),
        toWarehouseId: warehouses.get(to),
        expectedDate: addDays(today, stop === 'late' ? 1 : this.#random.between(3, 6)),
        remark: this.#random.pick([null, 'เติมสต็อกสาขา', 'For the maintenance round']),
        items: chosen.map((part) => ({ partId: part.id, quantity: this.#quantity(part) })),
      },
    });
    if (stop === 'pending') return;
    this.#agenda.later(today, 0, (day) => this.#decide(made, stop, day));
  }

  /** Approves as much as there is; nothing of it is no transfer. */
  async #decide({ id }: Transfer, stop: Stop, today: string): Promise<void> {
    const { keeper, shipper } = this.#road;
    const doc = await this.#office.act(keeper, 'transfers.get', { params: { id } });
    const items = doc.items.map((item) => ({
      id: item.id,
      approvedQty: Math.floor(Math.min(item.quantity, item.available ?? 0)),
    }));
    const call = { params: { id } };
    if (items.every(({ approvedQty }) => approvedQty === 0)) {
      await this.#office.act(keeper, 'transfers.reject', {
        ...call,
        body: { version: doc.version, reason: 'คลังต้นทางไม่มีของ' },
      });
      // Nothing waits there: the next one does.
      if (stop !== null) this.#stops -= 1;
      return;
    }
    const approved = await this.#office.act(keeper, 'transfers.approve', {
      ...call,
      body: { version: doc.version, items },
    });
    if (stop === 'approved') return;
    if (stop === null && this.#random.chance(0.05)) {
      await this.#office.act(keeper, 'transfers.cancel', {
        ...call,
        body: { version: approved.version, reason: 'สาขาไม่ต้องการแล้ว' },
      });
      return;
    }
    this.#agenda.later(today, stop === null ? this.#random.between(0, 1) : 0, async (day) => {
      const road = await this.#office.act(shipper, 'transfers.ship', {
        ...call,
        body: {
          version: approved.version,
          carrier: this.#random.pick(CARRIERS),
          trackingNo: `TH${this.#random.between(10_000_000, 99_999_999)}`,
        },
      });
      if (stop !== 'inTransit' && stop !== 'late') this.#follow(road, stop, day);
    });
  }

  #follow(road: Transfer, stop: Stop, today: string): void {
    const { id } = road;
    const { keeper } = this.#road;
    const days = stop === null ? this.#random.between(1, 4) : 0;
    if (stop === 'recalled') {
      this.#agenda.later(today, days, async () => {
        await this.#office.act(keeper, 'transfers.recall', {
          params: { id },
          body: { version: road.version, reason: 'ส่งผิดรายการ' },
        });
      });
      return;
    }
    this.#agenda.later(today, days, (day) => this.#receive(road, stop, day));
  }

  /** Now and then a piece arrives broken, or not at all. */
  async #receive(road: Transfer, stop: Stop, today: string): Promise<void> {
    const { counter, receiver, to, keeper } = this.#road;
    // The sender is not told of goods in another warehouse.
    const seen = await this.#office.act(counter, 'transfers.get', { params: { id: road.id } });
    const found = seen.related.find(({ type }) => type === 'goodsImport');
    if (!found) return;
    const call = { params: { id: found.id } };
    const goods = await this.#office.act(counter, 'goodsImports.get', call);
    this.#sent += 1;
    const bins = this.#setting.bins.get(to) ?? [];
    const counted = await this.#office.act(counter, 'goodsImports.update', {
      ...call,
      body: {
        version: goods.version,
        items: goods.items.map((item, index) => {
          const isFirst = index === 0;
          const isMissing = stop === 'missing' || this.#sent % 9 === 0;
          // What never came cannot be broken: the transfer that stops here is partly received.
          const isBroken = stop !== 'missing' && this.#sent % 5 === 0;
          const damagedQty = isFirst && isBroken ? 1 : 0;
          const missingQty = isFirst && !isBroken && isMissing ? 1 : 0;
          const [serial] = item.serials;
          const serials = serial === undefined ? [] : [serial];
          return {
            id: item.id,
            receivedQty: item.expectedQty - damagedQty - missingQty,
            damagedQty,
            missingQty,
            binId: this.#random.pick(bins),
            ...(damagedQty + missingQty > 0 ? { discrepancyReason: REASON } : {}),
            ...(damagedQty > 0 ? { damagedSerials: serials } : {}),
            ...(missingQty > 0 ? { missingSerials: serials } : {}),
          };
        }),
      },
    });
    await this.#office.act(receiver, 'goodsImports.approve', {
      ...call,
      body: { version: counted.version },
    });
    if (stop === 'missing') return;
    this.#agenda.later(today, this.#random.between(2, 5), async () => {
      const now = await this.#office.act(keeper, 'transfers.get', { params: { id: road.id } });
      if (now.hasMissing) await this.#settle(now);
    });
  }

  async #settle(doc: Transfer): Promise<void> {
    await this.#office.act(this.#road.keeper, 'transfers.resolveLoss', {
      params: { id: doc.id },
      body: {
        version: doc.version,
        outcome: 'lost',
        liable: this.#random.pick(['carrier', 'carrier', 'staff', 'company']),
        reason: 'ตามกับผู้ขนส่งแล้วไม่พบของ',
        items: doc.items
          .filter((item) => item.missingQty > 0)
          .map((item) => {
            const serials = item.missing.map(({ serialNo }) => serialNo).filter(Boolean);
            return {
              id: item.id,
              quantity: item.missingQty,
              ...(serials.length > 0 ? { serials } : {}),
            };
          }),
      },
    });
  }
}
