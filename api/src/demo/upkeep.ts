import type {
  Contract,
  DataOf,
  DestructionDetail as Destruction,
  RepairDetail as Repair,
} from '@boxyard/shared/contract';
import { addDays, type DestructionReason, daysBetween } from '@boxyard/shared/domain';
import { Agenda } from './agenda.ts';
import type { Office } from './office.ts';
import { picture } from './picture.ts';
import { putAway } from './putAway.ts';
import type { Random } from './random.ts';
import type { Part, Setting } from './setting.ts';

type Place = DataOf<Contract['parts.places']>[number];

/** Who repairs parts and destroys what is past it, in one warehouse. */
export interface Workshop {
  readonly warehouse: string;
  readonly storekeepers: readonly string[];
  readonly keeper: string;
  readonly technician: string;
  /** Watch destructions; neither ask for them nor approve them. */
  readonly witnesses: readonly string[];
  /** Repairs per working day; destructions are half as many. */
  readonly pace: number;
}

/** Nothing breaks before there is anything on the shelves. */
const FIRST_DAY = 40;
/** The last weeks are busier, and what is begun in the last days stops here or there. */
const BUSY_DAYS = 14;
const BUSY_PACE = 8;
const IDLE_DAYS = 8;
const STOPS = ['approved', 'pending', 'onGoing', null] as const;
type Stop = (typeof STOPS)[number];
/** How many parts somebody looks through for one that lies there. */
const LOOKS = 6;

const FAULTS = [
  ['จ่ายไฟไม่นิ่ง', 'เปลี่ยนตัวเก็บประจุและบัดกรีใหม่'],
  ['ทำงานติด ๆ ดับ ๆ', 'ขั้วต่อหลวม ย้ำขั้วและทำความสะอาด'],
  ['มีเสียงดังขณะทำงาน', 'เปลี่ยนชิ้นส่วนที่สึกและหล่อลื่น'],
  ['No response when powered', 'Blown fuse and connector replaced'],
  ['ตัวล็อกแตก ประกอบไม่แน่น', 'เปลี่ยนตัวล็อกและปรับตั้งใหม่'],
] as const;
const HOPELESS = 'เสียหายเกินซ่อม ไม่มีอะไหล่ทดแทน';
const WASTE: readonly (readonly [DestructionReason, string])[] = [
  ['damaged', 'กล่องเปียกน้ำจากหลังคารั่ว'],
  ['obsolete', 'รุ่นตู้เลิกใช้แล้ว'],
  ['expired', 'หมดอายุตามฉลาก'],
  ['auditLoss', 'พบชำรุดระหว่างตรวจนับ'],
];

export class Upkeep {
  readonly #office: Office;
  readonly #setting: Setting;
  readonly #random: Random;
  readonly #crew: Workshop;
  readonly #until: string;
  readonly #agenda = new Agenda();
  #days = 0;
  #stops = 0;
  #repairs = 0;

  constructor(options: {
    office: Office;
    setting: Setting;
    random: Random;
    crew: Workshop;
    until: string;
  }) {
    this.#office = options.office;
    this.#setting = options.setting;
    this.#random = options.random;
    this.#crew = options.crew;
    this.#until = options.until;
  }

  async day(today: string): Promise<void> {
    this.#days += 1;
    const isWorking = new Date(`${today}T00:00:00Z`).getUTCDay() !== 0;
    if (this.#days >= FIRST_DAY && isWorking) {
      const pace = this.#crew.pace * (this.#daysLeft(today) < BUSY_DAYS ? BUSY_PACE : 1);
      if (this.#random.chance(pace)) await this.#sendToRepair(today);
      if (this.#random.chance(pace / 2)) await this.#clearOut(today);
    }
    await this.#agenda.work(today);
  }

  #daysLeft(today: string): number {
    return daysBetween(today, this.#until);
  }

  #stopOf(today: string): Stop {
    if (this.#daysLeft(today) >= IDLE_DAYS) return null;
    this.#stops += 1;
    return STOPS[this.#stops % STOPS.length] ?? null;
  }

  get #warehouseId(): string {
    return this.#setting.warehouses.get(this.#crew.warehouse) ?? '';
  }

  /** A part that lies somewhere, and where; quarantined goods before sound ones. */
  async #findOne(
    wanted: (part: Part) => boolean,
  ): Promise<{ readonly part: Part; readonly place: Place } | undefined> {
    const parts = this.#random.some(this.#setting.parts.filter(wanted), LOOKS);
    for (const part of parts) {
      const places = await this.#office.act(this.#crew.keeper, 'parts.places', {
        query: { partId: part.id, warehouseId: this.#warehouseId },
      });
      const place = places.find(({ warehouse }) => warehouse.id !== this.#warehouseId) ?? places[0];
      if (place) return { part, place };
    }
    return undefined;
  }

  async #sendToRepair(today: string): Promise<void> {
    const found = await this.#findOne(({ price }) => price > 500);
    if (!found) return;
    const { part, place } = found;
    const { storekeepers, technician, keeper } = this.#crew;
    const [symptom, diagnosis] = this.#random.pick(FAULTS);
    const isQuarantined = place.warehouse.id !== this.#warehouseId;
    const made = await this.#office.act(this.#random.pick(storekeepers), 'repairs.create', {
      body: {
        warehouseId: this.#warehouseId,
        partId: part.id,
        quantity: Math.min(1, place.free ?? 0),
        binId: place.bin.id,
        condition: place.condition,
        lotNo: place.lotNo,
        serialNo: place.serials[0] ?? null,
        source: isQuarantined ? 'dispatchReturn' : 'warehouse',
        symptom,
        technicianId: this.#office.idOf(technician),
      },
    });
    const stop = this.#stopOf(today);
    if (stop === 'pending') return;
    this.#agenda.later(today, 1, async (day) => {
      if (stop === null && this.#random.chance(0.08)) {
        await this.#office.act(keeper, 'repairs.reject', {
          params: { id: made.id },
          body: { version: made.version, reason: 'ค่าซ่อมสูงกว่าราคาของใหม่' },
        });
        return;
      }
      const approved = await this.#office.act(keeper, 'repairs.approve', {
        params: { id: made.id },
        body: { version: made.version },
      });
      if (stop === 'approved') return;
      this.#agenda.later(day, 1, (next) =>
        this.#repair(approved, { diagnosis, isLeftOpen: stop === 'onGoing', today: next }),
      );
    });
  }

  async #repair(
    { id, version, part }: Repair,
    {
      diagnosis,
      isLeftOpen,
      today,
    }: { readonly diagnosis: string; readonly isLeftOpen: boolean; readonly today: string },
  ): Promise<void> {
    const { technician } = this.#crew;
    await this.#office.act(technician, 'repairs.start', { params: { id }, body: { version } });
    if (this.#random.chance(0.6)) await this.#drawParts(id, { not: part.id, today });
    if (isLeftOpen) return;
    this.#agenda.later(today, this.#random.between(1, 3), (day) =>
      this.#finish(id, { diagnosis, today: day }),
    );
  }

  /** A cheap part or two, drawn by a requisition of their own. */
  async #drawParts(
    id: string,
    { not, today }: { readonly not: string; readonly today: string },
  ): Promise<void> {
    const { technician, keeper, storekeepers } = this.#crew;
    const found = await this.#findOne(
      (part) => part.price < 500 && part.tracking === 'none' && part.whole && part.id !== not,
    );
    if (!found || found.place.warehouse.id !== this.#warehouseId) return;
    const repair = await this.#office.act(technician, 'repairs.get', { params: { id } });
    const drawing = await this.#office.act(technician, 'repairs.parts', {
      params: { id },
      body: {
        version: repair.version,
        neededBy: addDays(today, 1),
        items: [{ partId: found.part.id, requestedQty: 1 }],
      },
    });
    const requisition = drawing.usedParts.at(-1)?.requisition;
    if (!requisition) return;
    const params = { id: requisition.id };
    const asked = await this.#office.act(keeper, 'requisitions.get', { params });
    const approved = await this.#office.act(keeper, 'requisitions.approve', {
      params,
      body: { version: asked.version },
    });
    const body = { version: approved.version };
    if (approved.hasShortLines) {
      await this.#office.act(keeper, 'requisitions.cancelAll', {
        params,
        body: { ...body, reason: 'ไม่มีของในคลัง' },
      });
      return;
    }
    await this.#office.act(this.#random.pick(storekeepers), 'requisitions.confirmDispatch', {
      params,
      body: { ...body, recipientName: 'เอกชัย พรหมมา', pickAll: true },
    });
  }

  async #finish(
    id: string,
    { diagnosis, today }: { readonly diagnosis: string; readonly today: string },
  ): Promise<void> {
    const { technician, keeper, storekeepers } = this.#crew;
    this.#repairs += 1;
    // Every fourth is past saving.
    const isHopeless = this.#repairs % 4 === 2;
    const { version } = await this.#office.act(technician, 'repairs.get', { params: { id } });
    const done = await this.#office.act(technician, 'repairs.complete', {
      params: { id },
      body: {
        version,
        outcome: isHopeless ? 'unrepairable' : this.#random.pick(['fixed', 'refurbished']),
        diagnosis: isHopeless ? HOPELESS : diagnosis,
        laborHours: this.#random.between(2, 14) / 4,
        laborCost: `${this.#random.between(2, 9)}50.00`,
        externalCost: this.#random.chance(0.2) ? '350.00' : '0.00',
        ...(isHopeless ? {} : { newWarrantyMonths: 3 }),
      },
    });
    // A technician has no page of what follows.
    const seen = await this.#office.act(keeper, 'repairs.get', { params: { id: done.id } });
    const [follow] = seen.related.filter(({ type }) => type !== 'requisition');
    if (!follow) return;
    if (isHopeless) {
      this.#agenda.later(today, 1, (day) => this.#decide(follow.id, day));
      return;
    }
    const counter = this.#random.pick(storekeepers);
    this.#agenda.later(today, 1, () =>
      putAway(this.#office, {
        id: follow.id,
        counter,
        keeper,
        setting: this.#setting,
        random: this.#random,
      }),
    );
  }

  /** Goods that nobody will use any more. */
  async #clearOut(today: string): Promise<void> {
    const found = await this.#findOne(({ tracking }) => tracking !== 'serial');
    if (!found) return;
    const { part, place } = found;
    const [reason, remark] = this.#random.pick(WASTE);
    const made = await this.#office.act(
      this.#random.pick(this.#crew.storekeepers),
      'destructions.create',
      {
        body: {
          warehouseId: this.#warehouseId,
          reason,
          method: this.#random.pick(['dismantle', 'crush', 'recycle', 'hazardous']),
          scheduledAt: addDays(today, this.#random.between(3, 7)),
          remark,
          items: [
            {
              partId: part.id,
              quantity: Math.min(part.price < 20 ? 10 : 1, place.free ?? 0),
              binId: place.bin.id,
              condition: place.condition,
              lotNo: place.lotNo,
              serials: [],
            },
          ],
        },
      },
    );
    if (this.#stopOf(today) === 'pending') return;
    this.#agenda.later(today, 1, (day) => this.#decide(made.id, day));
  }

  async #decide(id: string, today: string): Promise<void> {
    const { keeper, storekeepers } = this.#crew;
    const params = { id };
    const doc = await this.#office.act(keeper, 'destructions.get', { params });
    if (!doc.allowedActions.includes('approve')) return;
    await this.#attach(this.#random.pick(storekeepers), id, { isBroken: false });
    const approved = await this.#office.act(keeper, 'destructions.approve', {
      params,
      body: { version: doc.version },
    });
    if (this.#daysLeft(today) < IDLE_DAYS / 2) return;
    this.#agenda.later(today, this.#random.between(1, 3), () => this.#destroy(approved));
  }

  async #destroy({ id, version }: Destruction): Promise<void> {
    const { keeper, storekeepers, witnesses } = this.#crew;
    await this.#attach(this.#random.pick(storekeepers), id, { isBroken: true });
    await this.#office.act(keeper, 'destructions.complete', {
      params: { id },
      body: {
        version,
        witnessIds: [this.#office.idOf(this.#random.pick(witnesses))],
        salvageAmount: this.#random.chance(0.4) ? `${this.#random.between(1, 9)}5.00` : '0.00',
      },
    });
  }

  async #attach(by: string, id: string, { isBroken }: { isBroken: boolean }): Promise<void> {
    await this.#office.act(by, 'destructions.attach', {
      params: { id },
      body: { kind: 'photo' },
      files: [picture(isBroken ? 'after.png' : 'before.png', isBroken)],
    });
  }
}
