import type { RequisitionDetail as Requisition } from '@boxyard/shared/contract';
import { addDays, daysBetween, openRequisitionStatuses } from '@boxyard/shared/domain';
import { Agenda } from './agenda.ts';
import type { Office } from './office.ts';
import { putAway } from './putAway.ts';
import type { Random } from './random.ts';
import type { Part, Setting } from './setting.ts';

/**
 * What technicians draw from the shelves, day by day, beside the story of purchasing: approved by the
 * warehouse, picked, handed out, and some of it brought back.
 */
export interface Bench {
  readonly askers: readonly string[];
  readonly storekeepers: readonly string[];
  /** Who approves, by warehouse code. */
  readonly keepers: Readonly<Record<string, string>>;
  readonly warehouses: readonly string[];
  /** Codes of vans that are filled now and then, by whoever asks. */
  readonly vans?: Readonly<Record<string, string>>;
  /** Requisitions per working day. */
  readonly pace: number;
}

/** Nobody draws parts before the shelves are full. */
const FIRST_DAY = 12;
/** The last weeks are busier, so that something waits in every state when the story ends. */
const BUSY_DAYS = 12;
const BUSY_PACE = 9;
/** What is asked for in the last days stops here, one after the other: something waits everywhere. */
const IDLE_DAYS = 7;
const STOPS = ['approved', 'picking', 'pending', null] as const;
type Stop = (typeof STOPS)[number];

/** Who sees to a requisition, and how far it comes. */
interface Course {
  readonly asker: string;
  readonly keeper: string;
  readonly stop: Stop;
  readonly today: string;
}

const REASONS = ['เปลี่ยนแผนการซ่อม', 'เบิกซ้ำกับใบก่อนหน้า', 'The job was postponed'] as const;
const REMARKS = [
  null,
  null,
  'ตู้หน้าโรงพยาบาล ลูกค้าแจ้งไม่ทำความเย็น',
  'เปลี่ยนชุดรับเหรียญ สาขารังสิต',
  'PM รอบเดือน',
  'Spare set for the night shift',
] as const;

const isOpen = (status: string): boolean => openRequisitionStatuses.some((one) => one === status);

export class Drawing {
  readonly #office: Office;
  readonly #setting: Setting;
  readonly #random: Random;
  readonly #bench: Bench;
  readonly #until: string;
  readonly #agenda = new Agenda();
  #days = 0;
  #takenBack = false;
  #stops = 0;

  constructor(options: {
    office: Office;
    setting: Setting;
    random: Random;
    bench: Bench;
    until: string;
  }) {
    this.#office = options.office;
    this.#setting = options.setting;
    this.#random = options.random;
    this.#bench = options.bench;
    this.#until = options.until;
  }

  async day(today: string): Promise<void> {
    this.#days += 1;
    if (this.#days >= FIRST_DAY) await this.#askForParts(today);
    await this.#agenda.work(today);
  }

  #daysLeft(today: string): number {
    return daysBetween(today, this.#until);
  }

  /** Days until somebody sees to it. */
  #patience(): number {
    return this.#random.between(0, 1);
  }

  #stopOf(today: string): Stop {
    if (this.#daysLeft(today) >= IDLE_DAYS) return null;
    this.#stops += 1;
    return STOPS[this.#stops % STOPS.length] ?? null;
  }

  async #askForParts(today: string): Promise<void> {
    const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
    if (weekday === 0) return;
    const busy = this.#daysLeft(today) < BUSY_DAYS ? BUSY_PACE : 1;
    const due = this.#bench.pace * busy * (weekday === 6 ? 0.4 : 1);
    const count = Math.floor(due) + (this.#random.chance(due % 1) ? 1 : 0);
    for (let index = 0; index < count; index += 1) await this.#ask(today);
  }

  #quantity(part: Part): number {
    if (part.tracking === 'serial') return this.#random.between(1, 2);
    if (part.price < 20) return this.#random.between(1, 8) * 5;
    const count = part.price < 500 ? this.#random.between(1, 5) : 1;
    return part.whole ? count : count + this.#random.pick([0, 0.5]);
  }

  async #ask(today: string): Promise<void> {
    const random = this.#random;
    const { askers, warehouses, vans } = this.#bench;
    const asker = random.pick(askers);
    const code = random.pick(warehouses);
    const van = vans?.[asker];
    const fillsVan = van !== undefined && random.chance(0.12);
    const group = random.pick(this.#setting.parts).group;
    const parts = random.some(
      this.#setting.parts.filter((part) => part.group === group),
      random.between(1, 4),
    );
    const made = await this.#office.act(asker, 'requisitions.create', {
      body: {
        purpose: fillsVan
          ? 'internal'
          : random.pick([
              'repairJob',
              'repairJob',
              'repairJob',
              'maintenance',
              'production',
              'sale',
            ]),
        warehouseId: this.#setting.warehouses.get(code),
        toWarehouseId: fillsVan ? this.#setting.warehouses.get(van) : null,
        neededBy: addDays(today, random.between(0, 6)),
        remark: random.pick(REMARKS),
        items: parts.map((part) => ({ partId: part.id, requestedQty: this.#quantity(part) })),
      },
    });
    const keeper = this.#bench.keepers[code] ?? '';
    const stop = this.#stopOf(today);
    const fate = stop === null ? random.next() : 1;
    if (stop === 'pending') return;
    if (fate < 0.04) {
      this.#agenda.later(today, 1, async () => {
        await this.#office.act(asker, 'requisitions.cancelAll', {
          params: { id: made.id },
          body: { version: made.version, reason: random.pick(REASONS) },
        });
      });
      return;
    }
    this.#agenda.later(today, this.#patience(), (day) =>
      this.#decide(made, { asker, keeper, stop, fate, today: day }),
    );
  }

  async #decide(
    { id, version }: Requisition,
    { fate, ...course }: Course & { readonly fate: number },
  ): Promise<void> {
    const { keeper, today, stop } = course;
    if (fate < 0.09) {
      await this.#office.act(keeper, 'requisitions.reject', {
        params: { id },
        body: { version, reason: this.#random.pick(REASONS) },
      });
      return;
    }
    const approved = await this.#office.act(keeper, 'requisitions.approve', {
      params: { id },
      body: { version },
    });
    // What nobody has yet waits for the stock; most of it is given up some days later.
    if (approved.items.every((item) => item.reservedQty === 0)) {
      this.#agenda.later(today, this.#random.between(4, 9), async () => {
        await this.#office.act(keeper, 'requisitions.cancelAll', {
          params: { id },
          body: { version: approved.version, reason: 'ไม่มีของในคลัง ให้ขอซื้อแทน' },
        });
      });
      return;
    }
    if (stop === 'approved') return;
    this.#agenda.later(today, this.#patience(), (day) =>
      this.#pick(approved, { ...course, today: day }),
    );
  }

  async #pick(doc: Requisition, course: Course): Promise<void> {
    const { today, stop } = course;
    // In the last days somebody still looks for what lacks.
    if (doc.hasShortLines && this.#daysLeft(today) < IDLE_DAYS) return;
    const { id } = doc;
    const picker = this.#random.pick(this.#bench.storekeepers);
    const held = doc.items.filter((item) => item.reservedQty > 0);
    const isByScan = stop === 'picking' || this.#random.chance(0.5);
    if (!isByScan) {
      await this.#handOut(doc, { ...course, picker });
      return;
    }
    const picked = await this.#office.act(picker, 'requisitions.confirmItems', {
      params: { id },
      body: {
        version: doc.version,
        items: held.map((item) => ({
          id: item.id,
          quantity: item.reservedQty,
          ...(item.trackingType === 'serial'
            ? { serials: item.picks.map(({ serialNo }) => serialNo) }
            : {}),
        })),
      },
    });
    if (stop === 'picking') return;
    this.#agenda.later(today, this.#patience(), (day) =>
      this.#handOut(picked, { ...course, picker, today: day }),
    );
  }

  async #handOut(
    { id, version }: Requisition,
    { picker, ...course }: Course & { readonly picker: string },
  ): Promise<void> {
    const { keeper, today } = course;
    const done = await this.#office.act(picker, 'requisitions.confirmDispatch', {
      params: { id },
      body: {
        version,
        recipientName: this.#random.pick(['เอกชัย พรหมมา', 'อาทิตย์ ชมชื่น', 'Ekkachai Phromma']),
        pickAll: true,
        backorder: true,
      },
    });
    const rest = done.related.find(({ type, status }) => type === 'requisition' && isOpen(status));
    if (rest)
      this.#agenda.later(today, this.#random.between(2, 6), (day) =>
        this.#decideOnRest(rest.id, { ...course, today: day }),
      );
    if (!this.#takenBack && this.#daysLeft(today) < BUSY_DAYS) {
      this.#takenBack = true;
      await this.#office.act(keeper, 'requisitions.reverse', {
        params: { id },
        body: { version: done.version, reason: 'จ่ายผิดใบเบิก' },
      });
      return;
    }
    const isRecent = this.#daysLeft(today) < BUSY_DAYS;
    if (!this.#random.chance(isRecent ? 0.3 : 0.1)) return;
    this.#agenda.later(today, this.#random.between(1, 4), (day) =>
      this.#giveBack(done, { ...course, today: day }),
    );
  }

  /** By now the rest has come in, or nobody waits for it any more. */
  async #decideOnRest(id: string, course: Course): Promise<void> {
    const { keeper, today } = course;
    const doc = await this.#office.act(keeper, 'requisitions.get', { params: { id } });
    if (!doc.allowedActions.includes('approve')) return;
    if (doc.items.some((item) => (item.available ?? 0) < item.requestedQty)) {
      await this.#office.act(keeper, 'requisitions.reject', {
        params: { id },
        body: { version: doc.version, reason: 'ยังไม่มีของเข้าคลัง ให้เบิกใหม่เมื่อของมาถึง' },
      });
      return;
    }
    const approved = await this.#office.act(keeper, 'requisitions.approve', {
      params: { id },
      body: { version: doc.version },
    });
    this.#agenda.later(today, this.#patience(), (day) =>
      this.#pick(approved, { ...course, today: day }),
    );
  }

  /** Some of it was not needed; now and then a piece comes back broken. */
  async #giveBack(doc: Requisition, { asker, keeper, today }: Course): Promise<void> {
    const chosen = this.#random.some(
      doc.items.filter((item) => item.dispatchedQty > 0),
      1,
    );
    const returned = await this.#office.act(asker, 'requisitions.return', {
      params: { id: doc.id },
      body: {
        version: doc.version,
        items: chosen.map((item) => {
          const isWhole = this.#random.chance(0.4);
          const quantity = isWhole ? item.dispatchedQty : Math.min(1, item.dispatchedQty);
          const serials = item.picks.map(({ serialNo }) => serialNo).slice(0, quantity);
          return {
            id: item.id,
            quantity,
            condition: this.#random.pick(['new', 'used', 'defective']),
            ...(item.trackingType === 'serial' ? { serials } : {}),
          };
        }),
      },
    });
    const goods = returned.related.find(({ type }) => type === 'goodsImport');
    if (!goods) return;
    this.#agenda.later(today, this.#patience(), () => this.#putAway(goods.id, keeper));
  }

  #putAway(id: string, keeper: string): Promise<void> {
    const counter = this.#random.pick(this.#bench.storekeepers);
    return putAway(this.#office, {
      id,
      counter,
      keeper,
      setting: this.#setting,
      random: this.#random,
    });
  }
}
