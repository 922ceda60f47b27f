import type {
  Contract,
  DataOf,
  TransformationDetail as Transformation,
} from '@boxyard/shared/contract';
import { daysBetween } from '@boxyard/shared/domain';
import { Agenda } from './agenda.ts';
import { COMPONENTS, type Composition } from './catalogue.ts';
import type { Office } from './office.ts';
import { ADMIN } from './people.ts';
import { putAway } from './putAway.ts';
import type { Random } from './random.ts';
import type { Setting } from './setting.ts';

type Place = DataOf<Contract['parts.places']>[number];

/** Who takes units apart and puts sets together, in one warehouse. */
export interface Workbench {
  readonly warehouse: string;
  /** Ask for it. */
  readonly storekeepers: readonly string[];
  /** Approves it and says what came of it. */
  readonly keeper: string;
  /** Transformations per working day. */
  readonly pace: number;
}

/** Nothing is taken apart before there is anything on the shelves. */
const FIRST_DAY = 60;
/** What is begun in the last days stops here, one after the other: something waits everywhere. */
const IDLE_DAYS = 14;
const STOPS = ['pending', 'approved', 'waiting', 'reversed'] as const;
type Stop = (typeof STOPS)[number] | null;
/** Enough for each of them, and for whoever draws some meanwhile. */
const WORN_UNITS = 8;

const REMARKS = ['แบตเตอรี่เสื่อม เก็บชิ้นส่วนที่ยังใช้ได้', 'เตรียมชุดสายสำหรับงานซ่อมลิฟต์', null] as const;

const idOf = (setting: Setting, partNo: string): string => {
  const part = setting.parts.find((one) => one.partNo === partNo);
  if (!part) throw new Error(`the demonstration has no part "${partNo}"`);
  return part.id;
};

/** Says what units and sets consist of. */
export async function writeComponents(office: Office, setting: Setting): Promise<void> {
  for (const { partNo, of } of COMPONENTS) {
    const params = { id: idOf(setting, partNo) };
    const { version } = await office.act(ADMIN.account, 'parts.get', { params });
    await office.act(ADMIN.account, 'parts.setComponents', {
      params,
      body: {
        version,
        items: of.map(([component, quantity, recoveryRate, costShare]) => ({
          partId: idOf(setting, component),
          quantity,
          recoveryRate,
          costShare,
        })),
      },
    });
  }
}

export class Transforming {
  readonly #office: Office;
  readonly #setting: Setting;
  readonly #random: Random;
  readonly #bench: Workbench;
  readonly #until: string;
  readonly #agenda = new Agenda();
  #days = 0;
  #stops = 0;
  #begun = 0;
  #takenApart = 0;

  constructor(options: {
    office: Office;
    setting: Setting;
    random: Random;
    bench: Workbench;
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
    const isSunday = new Date(`${today}T00:00:00Z`).getUTCDay() === 0;
    const isBusy = this.#isIdle(today) && this.#stops < STOPS.length;
    const begins = isBusy || this.#random.chance(this.#bench.pace);
    if (!isSunday && this.#days >= FIRST_DAY && begins) await this.#begin(today);
    await this.#agenda.work(today);
  }

  #isIdle(today: string): boolean {
    return daysBetween(today, this.#until) < IDLE_DAYS;
  }

  get #warehouseId(): string {
    return this.#setting.warehouses.get(this.#bench.warehouse) ?? '';
  }

  /** Where enough of a part lies at one place. */
  async #find(partNo: string, quantity: number): Promise<Place | undefined> {
    const places = await this.#office.act(this.#bench.keeper, 'parts.places', {
      query: { partId: idOf(this.#setting, partNo), warehouseId: this.#warehouseId },
    });
    return places.find(
      ({ free, warehouse, condition }) =>
        (free ?? 0) >= quantity && warehouse.id === this.#warehouseId && condition !== 'defective',
    );
  }

  /** The next thing that is made or taken apart, if what it takes is there; else the one after it. */
  async #begin(today: string): Promise<void> {
    for (let tried = 0; tried < COMPONENTS.length; tried += 1) {
      this.#begun += 1;
      const composition = COMPONENTS[this.#begun % COMPONENTS.length];
      if (composition && (await this.#ask(composition, today))) return;
    }
    // What waits in the last days does not depend on what happens to be left on the shelves.
    if (!this.#isIdle(today)) return;
    const [unit] = COMPONENTS;
    if (!unit) return;
    await this.#bringIn(unit.partNo, today);
    await this.#ask(unit, today);
  }

  /** Worn units that were exchanged come to the shelves, to be taken apart. */
  async #bringIn(partNo: string, today: string): Promise<void> {
    const [creator = '', counter = creator] = this.#bench.storekeepers;
    const { keeper, warehouse } = this.#bench;
    const part = this.#setting.parts.find((one) => one.partNo === partNo);
    if (!part) throw new Error(`the demonstration has no part "${partNo}"`);
    const { id } = await this.#office.act(creator, 'goodsImports.create', {
      body: {
        warehouseId: this.#setting.warehouses.get(warehouse),
        documentDate: today,
        remark: 'เครื่องเก่าที่ถอดเปลี่ยนแล้ว',
        items: [
          {
            partId: part.id,
            quantity: WORN_UNITS,
            unitCost: (part.price / 2).toFixed(4),
            ...(part.tracking === 'serial'
              ? {
                  serials: Array.from(
                    { length: WORN_UNITS },
                    (_, index) => `${partNo}-${today.slice(2)}-${index + 1}`,
                  ),
                }
              : {}),
          },
        ],
      },
    });
    const [setting, random] = [this.#setting, this.#random];
    await putAway(this.#office, { id, counter, keeper, setting, random });
  }

  async #ask({ partNo, type, of }: Composition, today: string): Promise<boolean> {
    const needed = type === 'assemble' ? of : ([[partNo, 1]] as const);
    const inputs = [];
    for (const [one, quantity] of needed) {
      const place = await this.#find(one, quantity);
      if (!place) return false;
      inputs.push({
        partId: idOf(this.#setting, one),
        quantity,
        binId: place.bin.id,
        condition: place.condition,
        lotNo: place.lotNo,
        serials: place.serials.slice(0, quantity),
      });
    }
    const partId = idOf(this.#setting, partNo);
    const { storekeepers } = this.#bench;
    const outputs =
      type === 'assemble'
        ? [{ partId, quantity: 1, disposition: 'stock', costShare: '100.00', condition: 'new' }]
        : (
            await this.#office.act(this.#bench.keeper, 'transformations.proposal', {
              query: { partId },
            })
          ).map(({ part, trackingType: _tracking, ...line }) => ({
            ...line,
            partId: part.id,
            condition: 'used',
          }));
    const made = await this.#office.act(this.#random.pick(storekeepers), 'transformations.create', {
      body: {
        type,
        warehouseId: this.#warehouseId,
        laborCost: type === 'assemble' ? '60.00' : '45.00',
        remark: REMARKS[type === 'assemble' ? 1 : this.#random.between(0, 1) * 2],
        inputs,
        outputs,
      },
    });
    const stop = this.#isIdle(today) ? (STOPS[this.#stops++] ?? null) : null;
    if (stop !== 'pending') {
      this.#agenda.later(today, 1, (day) => this.#decide(made, { stop, today: day }));
    }
    return true;
  }

  /** Whether everything it takes still lies where it was found; somebody may have fetched it since. */
  async #isThere({ inputs }: Transformation): Promise<boolean> {
    for (const { part, bin, quantity } of inputs) {
      const places = await this.#office.act(this.#bench.keeper, 'parts.places', {
        query: { partId: part.id, warehouseId: this.#warehouseId },
      });
      if (!places.some((place) => place.bin.id === bin.id && (place.free ?? 0) >= quantity))
        return false;
    }
    return true;
  }

  async #decide(
    asked: Transformation,
    { stop, today }: { readonly stop: Stop; readonly today: string },
  ): Promise<void> {
    const { keeper } = this.#bench;
    const { id, version } = asked;
    const params = { id };
    if (!(await this.#isThere(asked))) {
      await this.#office.act(keeper, 'transformations.reject', {
        params,
        body: { version, reason: 'มีคนเบิกไปใช้แล้ว' },
      });
      // Nothing stops there: the next one does.
      if (stop !== null) this.#stops = STOPS.indexOf(stop);
      return;
    }
    if (stop === null && this.#random.chance(0.08)) {
      await this.#office.act(keeper, 'transformations.reject', {
        params,
        body: { version, reason: 'ยังต้องใช้ทั้งชุด' },
      });
      return;
    }
    const approved = await this.#office.act(keeper, 'transformations.approve', {
      params,
      body: { version },
    });
    if (stop !== 'approved') {
      this.#agenda.later(today, 1, () => this.#confirm(approved, stop));
    }
  }

  /** Every second unit has a worn part: it is scrapped, and bears its share of the cost. */
  async #confirm({ id, version, outputs }: Transformation, stop: Stop): Promise<void> {
    const { keeper, warehouse } = this.#bench;
    const kept = outputs.filter(({ disposition }) => disposition === 'stock');
    if (kept.length > 1) this.#takenApart += 1;
    const isWorn = kept.length > 1 && this.#takenApart % 2 === 1;
    const bins = this.#setting.bins.get(warehouse) ?? [];
    const done = await this.#office.act(keeper, 'transformations.confirm', {
      params: { id },
      body: {
        version,
        outputs: outputs.map((line) => ({
          id: line.id,
          partId: line.part.id,
          quantity: line.quantity,
          condition: line.condition,
          disposition: isWorn && line.id === kept[0]?.id ? 'scrap' : line.disposition,
          costShare: line.costShare,
          binId: stop === 'waiting' ? null : this.#random.pick(bins),
        })),
      },
    });
    if (stop !== 'reversed') return;
    await this.#office.act(keeper, 'transformations.reverse', {
      params: { id },
      body: { version: done.version, reason: 'แยกผิดเครื่อง' },
    });
  }
}
