import type { Contract, DataOf } from '@boxyard/shared/contract';
import { addDays, daysBetween, decimal, startOfBangkokDay } from '@boxyard/shared/domain';
import { AppError } from '../kernel/index.ts';
import { Agenda } from './agenda.ts';
import { SERVICES } from './catalogue.ts';
import type { Office } from './office.ts';
import type { Random } from './random.ts';
import type { Part, Setting, Supplier } from './setting.ts';

/**
 * Eighteen months of purchasing, day by day. Each act plans the next one some days later, so that
 * the last weeks end in every state that a course can be in, as on any real day.
 */
export interface Crew {
  readonly askers: readonly string[];
  readonly approver: string;
  readonly buyer: string;
  readonly storekeepers: readonly string[];
  /** Who approves the put-away, by warehouse code. */
  readonly keepers: Readonly<Record<string, string>>;
}

export interface Plot {
  readonly crew: Crew;
  /** Code of the company whose people these are. */
  readonly company: string;
  readonly warehouses: readonly string[];
  /** Requests per working day. */
  readonly pace: number;
  /** Companies buy from the same suppliers, who number their invoices for both. */
  readonly firstInvoice: number;
}

const DAYS = 548;
/**
 * The last weeks, which a course takes from request to shelf, are busier, so that something waits in
 * every state when the story ends.
 */
const BUSY_DAYS = 40;
const BUSY_PACE = 2.5;
/** What is asked for in the last of them still waits for its decision. */
const IDLE_DAYS = 3;
/** Receipts and imports of these days show what else becomes of them. */
const RECENT_DAYS = 14;
/** Nobody keeps a draft for longer: it is sent, or it is thrown away. */
const DRAFT_DAYS = 40;
/** Then everybody reads what was told to them: the bell shows what is new, not eighteen months. */
export const READING_DAY = 4;
/** A request as its approval answers it: nothing of it changes until it is ordered from. */
type Approved = DataOf<Contract['purchaseRequests.get']>;
const money4 = (amount: number) => decimal.round(amount, 4);

export class Story {
  readonly #office: Office;
  readonly #setting: Setting;
  readonly #random: Random;
  readonly #plot: Plot;
  readonly #agenda = new Agenda();
  readonly #opened = new Set<string>();
  readonly #until: string;
  #keptWaiting = 0;
  #receiptTakenBack = false;
  #importTakenBack = false;
  #invoice: number;
  #serial = 0;

  constructor({
    office,
    setting,
    random,
    plot,
    until,
  }: { office: Office; setting: Setting; random: Random; plot: Plot; until: string }) {
    this.#until = until;
    this.#office = office;
    this.#setting = setting;
    this.#random = random;
    this.#plot = plot;
    this.#invoice = plot.firstInvoice;
  }

  /** Opening stock, as the books began. Counted by one storekeeper, put away by the manager. */
  async open(today: string): Promise<void> {
    const { crew, warehouses } = this.#plot;
    for (const code of warehouses) {
      const stocked = this.#setting.parts.filter(
        (part) => part.tracking === 'none' && (code === warehouses[0] || this.#random.chance(0.35)),
      );
      const once = stocked.filter((part) => !this.#opened.has(part.id));
      for (let from = 0; from < once.length; from += 60) {
        const lines = once.slice(from, from + 60);
        for (const part of lines) this.#opened.add(part.id);
        await this.#openWith(lines, { code, today, keeper: crew.keepers[code] ?? '' });
      }
    }
  }

  async #openWith(
    parts: readonly Part[],
    { code, today, keeper }: { code: string; today: string; keeper: string },
  ) {
    const [creator = '', counter = creator] = this.#plot.crew.storekeepers;
    const bins = this.#setting.bins.get(code) ?? [];
    const made = await this.#office.act(creator, 'goodsImports.create', {
      body: {
        warehouseId: this.#setting.warehouses.get(code),
        documentDate: today,
        remark: 'ยอดยกมา',
        items: parts.map((part) => ({
          partId: part.id,
          quantity: this.#openingQuantity(part),
          unitCost: money4(part.price * (0.9 + this.#random.next() * 0.15)),
        })),
      },
    });
    const counted = await this.#office.act(counter, 'goodsImports.update', {
      params: { id: made.id },
      body: {
        version: made.version,
        items: made.items.map((item) => ({
          id: item.id,
          receivedQty: item.expectedQty,
          damagedQty: 0,
          missingQty: 0,
          ...(bins.length > 0 ? { binId: this.#random.pick(bins) } : {}),
        })),
      },
    });
    await this.#office.act(keeper, 'goodsImports.approve', {
      params: { id: made.id },
      body: { version: counted.version },
    });
  }

  #openingQuantity(part: Part): number {
    if (part.price < 20) return this.#random.between(20, 120) * 10;
    return part.price < 500 ? this.#random.between(6, 60) : this.#random.between(1, 9);
  }

  /** One day: new requests, then what was planned for it. */
  async day(today: string): Promise<void> {
    await this.#askForGoods(today);
    await this.#agenda.work(today);
  }

  async #askForGoods(today: string): Promise<void> {
    const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
    if (weekday === 0) return;
    const busy = this.#daysLeft(today) < BUSY_DAYS ? BUSY_PACE : 1;
    const due = this.#plot.pace * busy * (weekday === 6 ? 0.3 : 1);
    const count = Math.floor(due) + (this.#random.chance(due % 1) ? 1 : 0);
    for (let index = 0; index < count; index += 1) await this.#request(today);
  }

  #daysLeft(today: string): number {
    return daysBetween(today, this.#until);
  }

  /** Days until somebody sees to it; in the last days nobody finds the time. */
  #patience(today: string, idle = IDLE_DAYS): number {
    return this.#random.between(0, 2) + (this.#daysLeft(today) < idle ? idle : 0);
  }

  async #request(today: string): Promise<void> {
    const random = this.#random;
    const code = random.pick(this.#plot.warehouses);
    const asker = random.pick(this.#plot.crew.askers);
    const group = random.pick(this.#setting.parts).group;
    const parts = random.some(
      this.#setting.parts.filter((part) => part.group === group),
      random.between(1, 6),
    );
    const service = random.chance(0.08) ? random.pick(SERVICES) : null;
    const isDraft = random.chance(0.12) && this.#daysLeft(today) < DRAFT_DAYS;
    const made = await this.#office.act(asker, 'purchaseRequests.create', {
      body: {
        warehouseId: this.#setting.warehouses.get(code),
        purpose: random.chance(0.7) ? 'stock' : random.pick(['job', 'project']),
        neededBy: addDays(today, random.between(5, 30)),
        validUntil: addDays(today, 30),
        remark: random.pick([
          null,
          null,
          null,
          'ใช้เติมสต็อกประจำเดือน',
          'งานซ่อมเร่งด่วน',
          'For the new units of next month',
        ]),
        isDraft,
        items: [
          ...parts.map((part) => ({
            partId: part.id,
            unitId: part.unitId,
            quantity: this.#quantity(part),
            estimatedPrice: money4(part.price),
          })),
          ...(service
            ? [
                {
                  freeText: service.th,
                  unitId: this.#setting.units.get('set'),
                  quantity: 1,
                  estimatedPrice: money4(service.price),
                },
              ]
            : []),
        ],
      },
    });
    if (isDraft) return;
    const fate = random.next();
    if (fate < 0.05) return;
    this.#agenda.later(today, this.#patience(today), () =>
      this.#decide(made.id, { asker, code, group, fate }),
    );
  }

  #quantity(part: Part): number {
    if (part.tracking === 'serial') return this.#random.between(1, 6);
    if (part.price < 20) return this.#random.between(5, 60) * 10;
    const count = part.price < 500 ? this.#random.between(4, 40) : this.#random.between(1, 10);
    return part.whole ? count : count + this.#random.pick([0, 0.5, 0.25]);
  }

  async #decide(
    id: string,
    { asker, code, group, fate }: { asker: string; code: string; group: string; fate: number },
  ) {
    const { approver } = this.#plot.crew;
    const request = await this.#office.act(approver, 'purchaseRequests.get', { params: { id } });
    if (!request.allowedActions.includes('approve')) return;
    const version = request.version;
    if (fate < 0.11) {
      await this.#office.act(approver, 'purchaseRequests.reject', {
        params: { id },
        body: {
          version,
          reason: this.#random.pick([
            'งบประมาณเดือนนี้เต็มแล้ว',
            'ยังมีของในคลังเพียงพอ',
            'Please use the parts of the northern branch first',
          ]),
        },
      });
      return;
    }
    if (fate < 0.15) {
      await this.#office.act(asker, 'purchaseRequests.cancel', {
        params: { id },
        body: { version, reason: 'ขอยกเลิก เนื่องจากเปลี่ยนแบบ' },
      });
      return;
    }
    const today = this.#today();
    const approved = await this.#office.act(approver, 'purchaseRequests.approve', {
      params: { id },
      body: { version },
    });
    if (fate < 0.2) return;
    this.#agenda.later(today, this.#random.between(1, 4), () =>
      this.#order(approved, { code, group }),
    );
  }

  #today(): string {
    return new Date(this.#office.clock.now().getTime() + 7 * 3_600_000).toISOString().slice(0, 10);
  }

  async #order(request: Approved, { code, group }: { code: string; group: string }) {
    const random = this.#random;
    const { buyer, approver } = this.#plot.crew;
    const open = request.items.filter((item) => item.openQty > 0);
    if (open.length === 0) return;
    const supplier = this.#supplierFor(group);
    const today = this.#today();
    const services = open.filter((item) => item.part === null);
    const split = open.length > 3 && random.chance(0.2);
    const chosen = split ? open.slice(0, Math.ceil(open.length / 2)) : open;
    const vatMode = supplier.isVatRegistered
      ? random.chance(0.18)
        ? 'inclusive'
        : 'exclusive'
      : 'none';
    const body = {
      supplierId: supplier.id,
      warehouseId: this.#setting.warehouses.get(code),
      paymentType: supplier.credit && random.chance(0.35) ? 'credit' : 'cash',
      vatMode,
      whtRate:
        services.length > 0 ? (supplier.whtRate === '0.00' ? '3.00' : supplier.whtRate) : undefined,
      discount: random.chance(0.12)
        ? { type: 'percent', value: random.pick(['2.00', '3.00', '5.00']) }
        : null,
      promisedDate: addDays(today, random.between(4, 18)),
      validUntil: addDays(today, 45),
      isDraft: random.chance(0.06) && this.#daysLeft(today) < DRAFT_DAYS,
      items: chosen.map((item) => ({
        partId: item.part?.id ?? null,
        description: item.part ? null : item.freeText,
        quantity: item.openQty,
        unitId: item.unit.id,
        unitPrice: money4(Number(item.estimatedPrice) * (0.93 + random.next() * 0.12)),
        isService: item.part === null,
        requestItemId: item.id,
        discount: random.chance(0.08) ? { type: 'percent', value: '5.00' } : null,
      })),
    };
    const order = await this.#place(buyer, body);
    if (split)
      this.#agenda.later(today, random.between(2, 6), async () => {
        const params = { id: request.id };
        const rest = await this.#office.act(buyer, 'purchaseRequests.get', { params });
        await this.#order(rest, { code, group });
      });
    if (!order.documentNo) return;
    this.#agenda.later(today, this.#patience(today), async () => {
      const body = { version: order.version, decision: 'approve' };
      if (random.chance(0.04)) {
        await this.#office.act(approver, 'purchaseOrders.approve', {
          params: { id: order.id },
          body: { ...body, decision: 'reject', reason: 'ราคาสูงกว่าครั้งก่อน ขอใบเสนอราคาใหม่' },
        });
        return;
      }
      const approved = await this.#office.act(approver, 'purchaseOrders.approve', {
        params: { id: order.id },
        body,
      });
      this.#afterApproval(approved, code);
    });
  }

  /** On credit while the supplier's limit allows; in cash beyond it, as the office would do. */
  async #place(buyer: string, body: { readonly paymentType: string }) {
    try {
      return await this.#office.act(buyer, 'purchaseOrders.create', { body });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'CREDIT_LIMIT') throw error;
      const cash = { ...body, paymentType: 'cash' };
      return await this.#office.act(buyer, 'purchaseOrders.create', { body: cash });
    }
  }

  #supplierFor(group: string): Supplier {
    return this.#random.pick(
      this.#setting.suppliers.filter((supplier) => supplier.groups.includes(group)),
    );
  }

  #afterApproval(order: { id: string; version: number }, code: string) {
    const random = this.#random;
    const today = this.#today();
    const fate = random.next();
    if (fate < 0.08) {
      // What nobody delivers is cancelled: at once by the supplier's word, or when patience ends.
      this.#agenda.later(today, fate < 0.03 ? 2 : 30, async () => {
        await this.#office.act(this.#plot.crew.buyer, 'purchaseOrders.cancel', {
          params: { id: order.id },
          body: { version: order.version, reason: 'ผู้จำหน่ายแจ้งของหมด' },
        });
      });
      return;
    }
    this.#agenda.later(today, 1, async () => {
      if (random.chance(0.85)) {
        await this.#office.act(this.#plot.crew.buyer, 'purchaseOrders.confirm', {
          params: { id: order.id },
          body: {
            version: order.version,
            supplierConfirmationNo: `SO${random.between(10_000, 99_999)}`,
            promisedDate: addDays(this.#today(), random.between(3, 14)),
          },
        });
      }
      this.#agenda.later(this.#today(), random.between(3, 16), () =>
        this.#receive(order.id, { code, round: 1 }),
      );
    });
  }

  async #receive(orderId: string, { code, round }: { code: string; round: number }) {
    const random = this.#random;
    const receiver = random.pick(this.#plot.crew.storekeepers);
    const [order] = await this.#office.rows<Receivable>(receiver, 'receipts.receivable', {
      orderId,
    });
    if (!order) return;
    const partial = round === 1 && order.items.length > 1 && random.chance(0.22);
    const items = order.items
      .filter((item) => item.openQty > 0)
      .map((item, index) => {
        const full = partial && index > 0 ? Math.floor(item.openQty / 2) : item.openQty;
        const rejected =
          round === 1 &&
          !item.isService &&
          full > 5 &&
          item.trackingType === 'none' &&
          random.chance(0.04)
            ? 1
            : 0;
        const accepted = full - rejected;
        return {
          orderItemId: item.id,
          acceptedQty: accepted,
          rejectedQty: rejected,
          ...(rejected > 0 ? { rejectReason: 'บรรจุภัณฑ์เสียหาย' } : {}),
          ...(item.trackingType === 'serial' ? { serials: this.#serials(accepted) } : {}),
          ...(item.trackingType === 'lot'
            ? {
                lots: [
                  {
                    lotNo: `L${this.#today().replaceAll('-', '').slice(2)}`,
                    quantity: accepted,
                    expiryDate: addDays(this.#today(), 720),
                  },
                ],
              }
            : {}),
        };
      })
      .filter((item) => item.acceptedQty > 0);
    if (items.length === 0) return;
    this.#invoice += 1;
    const today = this.#today();
    // Of the last days' receipts the first is taken back, and two wait for an approval.
    const isRecent = this.#daysLeft(today) < RECENT_DAYS;
    const waits = isRecent && this.#receiptTakenBack && this.#keptWaiting < 2;
    if (waits) this.#keptWaiting += 1;
    const receipt = await this.#office.act(receiver, 'receipts.create', {
      body: {
        orderId,
        supplierDeliveryNo: `DN${random.between(10_000, 99_999)}`,
        taxInvoiceNo: order.isVatRegistered
          ? `IV${today.slice(2, 4)}${today.slice(5, 7)}${String(this.#invoice).padStart(5, '0')}`
          : null,
        taxInvoiceDate: order.isVatRegistered ? today : null,
        receivedDate: today,
        post: !waits,
        items,
      },
    });
    if (waits) return;
    if (isRecent && !this.#receiptTakenBack) {
      this.#receiptTakenBack = true;
      await this.#office.act(this.#plot.crew.approver, 'receipts.reverse', {
        params: { id: receipt.id },
        body: { version: receipt.version, reason: 'รับเข้าผิดใบสั่งซื้อ' },
      });
      return;
    }
    const importId = receipt.goodsImport?.id;
    if (importId) {
      const counter = this.#plot.crew.storekeepers.find((who) => who !== receiver) ?? receiver;
      this.#agenda.later(today, this.#patience(today), () =>
        this.#count(importId, { code, counter }),
      );
    }
    // The other half, and what comes in place of the rejected.
    if (partial || items.some(({ rejectedQty }) => rejectedQty > 0))
      this.#agenda.later(today, random.between(4, 12), () =>
        this.#receive(orderId, { code, round: 2 }),
      );
  }

  #serials(count: number): string[] {
    return Array.from({ length: count }, () => {
      this.#serial += 1;
      return `${this.#plot.warehouses[0]?.slice(0, 2) ?? 'SN'}${String(this.#serial).padStart(7, '0')}`;
    });
  }

  async #count(id: string, { code, counter }: { code: string; counter: string }) {
    const random = this.#random;
    const goods = await this.#office.act(counter, 'goodsImports.get', { params: { id } });
    if (!goods.allowedActions.includes('update')) return;
    const bins = this.#setting.bins.get(code) ?? [];
    const counted = await this.#office.act(counter, 'goodsImports.update', {
      params: { id },
      body: {
        version: goods.version,
        items: goods.items.map((item) => {
          const damaged =
            item.trackingType === 'none' && item.expectedQty >= 10 && random.chance(0.03) ? 1 : 0;
          return {
            id: item.id,
            receivedQty: decimalMinus(item.expectedQty, damaged),
            damagedQty: damaged,
            missingQty: 0,
            ...(bins.length > 0 ? { binId: random.pick(bins) } : {}),
            ...(damaged > 0 ? { discrepancyReason: 'แตกหักระหว่างขนส่ง' } : {}),
          };
        }),
      },
    });
    const keeper = this.#plot.crew.keepers[code];
    if (!keeper) return;
    if (random.chance(0.015)) {
      this.#agenda.later(this.#today(), 1, async () => {
        await this.#office.act(keeper, 'goodsImports.reject', {
          params: { id },
          body: { version: counted.version, reason: 'รุ่นไม่ตรงกับใบสั่งซื้อ' },
        });
      });
      return;
    }
    // What was counted in the days before those still waits for its approval.
    this.#agenda.later(this.#today(), this.#patience(this.#today(), 3 * IDLE_DAYS), async () => {
      const done = await this.#office.act(keeper, 'goodsImports.approve', {
        params: { id },
        body: { version: counted.version },
      });
      if (this.#importTakenBack || this.#daysLeft(this.#today()) >= RECENT_DAYS) return;
      this.#importTakenBack = true;
      // Opens again as a new import, which is still to be counted.
      await this.#office.act(keeper, 'goodsImports.reverse', {
        params: { id },
        body: { version: done.version, reason: 'นับจำนวนผิด ขอนับใหม่' },
      });
    });
  }
}

const decimalMinus = (a: number, b: number) => Number(decimal.subtract(a, b));

interface Receivable {
  readonly isVatRegistered: boolean;
  readonly items: readonly {
    readonly id: string;
    readonly openQty: number;
    readonly isService: boolean;
    readonly trackingType: 'none' | 'lot' | 'serial';
  }[];
}

/** Whoever tells a part of the story, day by day. */
interface Teller {
  day(today: string): Promise<void>;
}

/** How far the story is told. */
export interface Progress {
  readonly month: number;
  readonly months: number;
}

const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
/** Calendar months from that of `first` to that of `last`, both included. */
const monthsBetween = (first: string, last: string): number => monthOf(last) - monthOf(first) + 1;

/** One after the other: each finds what the one before it has left. */
async function inTurn(tellers: readonly Teller[], today: string): Promise<void> {
  for (const teller of tellers) await teller.day(today);
}

/** Lives all stories side by side, day by day, until `until`. */
export async function live(
  stories: readonly Story[],
  {
    office,
    shelves,
    contracts,
    yard,
    until,
    nightly,
    progress,
  }: {
    readonly office: Office;
    /** What is done with what lies on the shelves of each story's company, in turn. */
    readonly shelves: readonly (readonly Teller[])[];
    /** Contracts about containers that are there by then, what customers pay, and the books. */
    readonly contracts: readonly Teller[];
    /** Containers: built of what is left on the shelves, lent, sent, looked at, lost and taken apart. */
    readonly yard: readonly Teller[];
    readonly until: string;
    readonly nightly: (today: string) => Promise<void>;
    readonly progress: (done: Progress) => void;
  },
): Promise<void> {
  const first = addDays(until, -DAYS);
  const morning = (date: string) =>
    office.clock.set(new Date(startOfBangkokDay(date).getTime() + 8.5 * 3_600_000));
  morning(first);
  await Promise.all(stories.map((story) => story.open(first)));
  const months = monthsBetween(first, until);
  for (let offset = 1; offset <= daysBetween(first, until); offset += 1) {
    const today = addDays(first, offset);
    if (offset === 1 || today.endsWith('-01')) {
      progress({ month: monthsBetween(first, today), months });
    }
    office.clock.set(new Date(startOfBangkokDay(today).getTime() + 5 * 60_000));
    await nightly(today);
    morning(today);
    // Side by side is told what touches neither the same documents nor the same shelves.
    await Promise.all([
      ...stories.map(async (story, at) => {
        await story.day(today);
        // By now lies on the company's shelves what came in today.
        await inTurn(shelves[at] ?? [], today);
      }),
      inTurn(contracts, today),
    ]);
    await inTurn(yard, today);
    if (daysBetween(today, until) === READING_DAY) {
      for (const account of office.accounts) await office.act(account, 'notifications.readAll');
    }
  }
}
