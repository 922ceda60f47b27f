import type { ClaimDetail as Claim, Contract, DataOf } from '@boxyard/shared/contract';
import { type ClaimNextStep, type ClaimResolution, daysBetween } from '@boxyard/shared/domain';
import { Agenda } from './agenda.ts';
import type { Office } from './office.ts';
import { putAway } from './putAway.ts';
import type { Random } from './random.ts';
import type { Part, Setting } from './setting.ts';

type Place = DataOf<Contract['parts.places']>[number];

const CREW = {
  staff: 'warehouse-staff',
  counter: 'warehouse-staff.2',
  keeper: 'warehouse-manager',
  buyer: 'purchasing-manager',
} as const;
const WAREHOUSE = 'CENTRAL';
/** How many parts somebody looks through for one that is under warranty. */
const LOOKS = 4;

type Answer = Exclude<ClaimResolution, 'none'> | `reject:${ClaimNextStep}` | 'cancel';

/** A claim of the story: opened so many days before its end, and how it went. */
interface Plot {
  readonly daysBefore: number;
  /** null: it stops before the answer. */
  readonly answer: Answer | null;
  readonly isSent?: false;
  readonly promisedDays?: number;
  /** What the supplier gave has not been put away, or not been paid. */
  readonly isOwed?: true;
}

/** Every kind of end, and at the story's end one at every stop; the last but two is late. */
const PLOTS: readonly Plot[] = [
  { daysBefore: 410, answer: 'replace' },
  { daysBefore: 300, answer: 'creditNote' },
  { daysBefore: 215, answer: 'repair' },
  { daysBefore: 150, answer: 'reject:use' },
  { daysBefore: 96, answer: 'replace' },
  { daysBefore: 60, answer: 'cancel', isSent: false },
  { daysBefore: 38, answer: 'reject:keep' },
  { daysBefore: 27, answer: null, promisedDays: 14 },
  { daysBefore: 21, answer: 'replace', isOwed: true },
  { daysBefore: 17, answer: 'refund', isOwed: true },
  { daysBefore: 9, answer: null, promisedDays: 30 },
  { daysBefore: 3, answer: null, isSent: false },
];

const DEFECTS = [
  'เปิดเครื่องไม่ติดตั้งแต่แกะกล่อง',
  'จอขึ้นเส้นหลังใช้งานสองสัปดาห์',
  'มีเสียงดังผิดปกติขณะทำงาน',
  'Trips the fuse under load',
  'น้ำรั่วบริเวณข้อต่อ',
] as const;

/** Parts of the central warehouse that are faulty within their warranty, claimed from whoever delivered them. */
export class Claiming {
  readonly #office: Office;
  readonly #setting: Setting;
  readonly #random: Random;
  readonly #until: string;
  readonly #agenda = new Agenda();
  readonly #plots: Plot[];
  #count = 0;

  constructor(options: {
    office: Office;
    setting: Setting;
    random: Random;
    until: string;
  }) {
    this.#office = options.office;
    this.#setting = options.setting;
    this.#random = options.random;
    this.#until = options.until;
    this.#plots = [...PLOTS];
  }

  async day(today: string): Promise<void> {
    const [next] = this.#plots;
    if (next && daysBetween(today, this.#until) <= next.daysBefore) await this.#open(next, today);
    await this.#agenda.work(today);
  }

  /** What is not found today is looked for again tomorrow. */
  async #open(plot: Plot, today: string): Promise<void> {
    const found = await this.#findOne();
    if (!found) return;
    this.#plots.shift();
    this.#count += 1;
    const { part, place, supplierId } = found;
    const made = await this.#office.act(CREW.staff, 'claims.create', {
      body: {
        supplierId,
        warehouseId: this.#warehouseId,
        items: [
          {
            partId: part.id,
            quantity: 1,
            binId: place.bin.id,
            condition: place.condition,
            lotNo: place.lotNo,
            serialNo: place.serials[0] ?? null,
            defect: this.#random.pick(DEFECTS),
          },
        ],
      },
    });
    if (plot.isSent !== false) {
      this.#agenda.later(today, 1, (day) => this.#send(made, plot, day));
    } else if (plot.answer === 'cancel') {
      this.#agenda.later(today, 1, () => this.#cancel(made));
    }
  }

  get #warehouseId(): string {
    return this.#setting.warehouses.get(WAREHOUSE) ?? '';
  }

  /** A piece that lies free and that its supplier answers for; one with a serial number by preference. */
  async #findOne(): Promise<
    { readonly part: Part; readonly place: Place; readonly supplierId: string } | undefined
  > {
    const { parts } = this.#setting;
    const wanted = parts.filter(({ tracking, price }) =>
      this.#count % 3 === 2 ? tracking !== 'serial' && price > 300 : tracking === 'serial',
    );
    for (const part of this.#random.some(wanted, LOOKS)) {
      const query = { partId: part.id, warehouseId: this.#warehouseId };
      const places = await this.#office.act(CREW.staff, 'parts.places', { query });
      const place = places.find(
        ({ free, warehouse }) => (free ?? 0) >= 1 && warehouse.id === this.#warehouseId,
      );
      if (!place) continue;
      const [serialNo] = place.serials;
      const verdict = await this.#office.act(CREW.staff, 'claims.eligible', {
        query: {
          ...query,
          ...(place.lotNo ? { lotNo: place.lotNo } : {}),
          ...(serialNo ? { serialNo } : {}),
        },
      });
      if (verdict.inWarranty && verdict.supplier) {
        return { part, place, supplierId: verdict.supplier.id };
      }
    }
    return undefined;
  }

  async #send({ id, version }: Claim, plot: Plot, today: string): Promise<void> {
    const sent = await this.#office.act(CREW.staff, 'claims.send', {
      params: { id },
      body: {
        version,
        sentDate: today,
        rmaNo: `RMA-${this.#random.between(1000, 9999)}`,
        promisedDays: plot.promisedDays ?? 21,
      },
    });
    const { answer } = plot;
    if (answer === null || answer === 'cancel') return;
    this.#agenda.later(today, this.#random.between(6, 11), (day) =>
      answer.startsWith('reject:')
        ? this.#refuse(sent, answer.slice('reject:'.length) as ClaimNextStep, day)
        : this.#answer(sent, { resolution: answer as ClaimResolution, plot, today: day }),
    );
  }

  async #answer(
    { id, version, items }: Claim,
    {
      resolution,
      plot,
      today,
    }: { readonly resolution: ClaimResolution; readonly plot: Plot; readonly today: string },
  ): Promise<void> {
    const isPaid = resolution === 'creditNote' || resolution === 'refund';
    const doc = await this.#office.act(CREW.buyer, 'claims.confirm', {
      params: { id },
      body: {
        version,
        ...(isPaid && !plot.isOwed ? { creditNoteNo: `CN-${2600 + this.#count}` } : {}),
        items: items.map((item) => ({
          id: item.id,
          resolution,
          ...(resolution === 'replace' && item.serialNo
            ? { replacementSerialNo: `${item.serialNo}-R` }
            : {}),
          ...(isPaid ? { refundAmount: `${this.#random.between(8, 30)}50.00` } : {}),
          ...(isPaid ? {} : { newWarrantyMonths: 6 }),
        })),
      },
    });
    if (!plot.isOwed) this.#agenda.later(today, 2, () => this.#bringBack(doc));
  }

  async #refuse({ id, version }: Claim, nextStep: ClaimNextStep, today: string): Promise<void> {
    const doc = await this.#office.act(CREW.buyer, 'claims.reject', {
      params: { id },
      body: { version, reason: 'ผู้จำหน่ายแจ้งว่าเสียหายจากการใช้งาน', nextStep },
    });
    this.#agenda.later(today, 2, () => this.#bringBack(doc));
  }

  async #cancel({ id, version }: Claim): Promise<void> {
    await this.#office.act(CREW.keeper, 'claims.cancel', {
      params: { id },
      body: { version, reason: 'ทดสอบซ้ำแล้วใช้งานได้ปกติ' },
    });
  }

  /** What the supplier gave goes onto a shelf. */
  async #bringBack({ related }: Claim): Promise<void> {
    for (const { type, id } of related) {
      if (type !== 'goodsImport') continue;
      const { counter, keeper } = CREW;
      await putAway(this.#office, {
        id,
        counter,
        keeper,
        setting: this.#setting,
        random: this.#random,
      });
    }
  }
}
