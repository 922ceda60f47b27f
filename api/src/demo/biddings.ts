import type { BiddingDetail as Round } from '@boxyard/shared/contract';
import { addDays, daysBetween, startOfBangkokDay } from '@boxyard/shared/domain';
import type { Office } from './office.ts';
import type { Random } from './random.ts';
import type { Part, Setting, Supplier } from './setting.ts';

/** A round of the last weeks: when it is told, how long it is open, how far it comes. */
interface Plot {
  /** Days before the story ends. */
  readonly daysLeft: number;
  readonly openDays: number;
  readonly group: string;
  readonly title: string;
  readonly lines: number;
  /** Awarded in parts, and ordered from the winners. */
  readonly ends: boolean;
}

/** One that ended in two orders, one that waits for the award, one that is open. */
const PLOTS: readonly Plot[] = [
  {
    daysLeft: 18,
    openDays: 3,
    group: 'BODY',
    title: 'ชิ้นส่วนตัวตู้สำหรับไตรมาสหน้า',
    lines: 3,
    ends: true,
  },
  {
    daysLeft: 6,
    openDays: 4,
    group: 'CONS',
    title: 'วัสดุสิ้นเปลืองสำหรับงานบำรุงรักษา',
    lines: 3,
    ends: false,
  },
  {
    daysLeft: 2,
    openDays: 7,
    group: 'ELEC',
    title: 'Electrical parts for the summer service',
    lines: 2,
    ends: false,
  },
];

const BUYER = 'purchasing-officer';
const CHIEF = 'purchasing-manager';
const ASKER = 'warehouse-staff';
const WAREHOUSE = 'CENTRAL';

const money4 = (amount: number) => `${amount.toFixed(2)}00`;

/** Bidding rounds of the first company: asked for, quoted, compared, awarded, ordered. */
export class Tender {
  readonly #office: Office;
  readonly #setting: Setting;
  readonly #random: Random;
  readonly #until: string;
  readonly #awards = new Map<string, string>();

  constructor(options: { office: Office; setting: Setting; random: Random; until: string }) {
    this.#office = options.office;
    this.#setting = options.setting;
    this.#random = options.random;
    this.#until = options.until;
  }

  async day(today: string): Promise<void> {
    const left = daysBetween(today, this.#until);
    for (const plot of PLOTS) if (plot.daysLeft === left) await this.#open(plot, today);
    const due = this.#awards.get(today);
    if (due !== undefined) await this.#award(due);
  }

  #suppliersOf(group: string): Supplier[] {
    return this.#setting.suppliers
      .filter((supplier) => supplier.groups.includes(group))
      .slice(0, 3);
  }

  async #request(parts: readonly Part[], today: string) {
    const made = await this.#office.act(ASKER, 'purchaseRequests.create', {
      body: {
        warehouseId: this.#setting.warehouses.get(WAREHOUSE),
        purpose: 'stock',
        neededBy: addDays(today, 30),
        items: parts.map((part) => ({
          partId: part.id,
          quantity: this.#random.between(2, 8) * 10,
          unitId: part.unitId,
          estimatedPrice: money4(part.price),
        })),
      },
    });
    return this.#office.act(CHIEF, 'purchaseRequests.approve', {
      params: { id: made.id },
      body: { version: made.version },
    });
  }

  async #open(plot: Plot, today: string): Promise<void> {
    const parts = this.#random.some(
      this.#setting.parts.filter(({ group, price }) => group === plot.group && price < 5000),
      plot.lines,
    );
    const request = await this.#request(parts, today);
    const suppliers = this.#suppliersOf(plot.group);
    const closes = addDays(today, plot.openDays);
    const round = await this.#office.act(BUYER, 'biddings.create', {
      body: {
        title: plot.title,
        purchaseRequestId: request.id,
        closesAt: new Date(startOfBangkokDay(closes).getTime() + 17 * 3_600_000).toISOString(),
        invitedSupplierIds: suppliers.map(({ id }) => id),
        items: request.items.map((item) => ({
          requestItemId: item.id,
          partId: item.part?.id ?? null,
          quantity: item.quantity,
          unitId: item.unit.id,
          neededBy: request.neededBy,
        })),
      },
    });
    for (const [index, supplier] of suppliers.entries()) {
      await this.#quote(round, { supplier, index, parts, today });
    }
    if (plot.ends) this.#awards.set(addDays(closes, 1), round.id);
  }

  async #quote(
    round: Round,
    {
      supplier,
      index,
      parts,
      today,
    }: {
      readonly supplier: Supplier;
      readonly index: number;
      readonly parts: readonly Part[];
      readonly today: string;
    },
  ): Promise<void> {
    const priceOf = (partId: string | undefined) =>
      parts.find(({ id }) => id === partId)?.price ?? 100;
    // The second is cheaper in all but the first line, so that the best is a split.
    const factor = (line: number) => [1, line === 0 ? 1.06 : 0.94, 1.08][index] ?? 1;
    await this.#office.act(BUYER, 'quotations.create', {
      params: { supplierId: supplier.id },
      body: {
        biddingId: round.id,
        supplierQuoteNo: `QT-${this.#random.between(1000, 9999)}`,
        validUntil: addDays(today, 45),
        vatMode: supplier.isVatRegistered ? 'exclusive' : 'none',
        creditDays: 0,
        deliveryDays: 5 + index * 3,
        shippingFee: index === 0 ? '0.00' : '450.00',
        submit: true,
        items: round.items.map((item, line) => ({
          biddingItemId: item.id,
          quantity: item.quantity,
          unitPrice: money4(priceOf(item.part?.id) * factor(line)),
          ...(index === 2 ? { discountPct: '3.00', moq: 10 } : {}),
          leadTimeDays: 5 + index * 3,
          warrantyMonths: [12, 6, 24][index],
        })),
      },
    });
  }

  /** The first line from the cheapest, the second divided among two, the rest from the cheapest. */
  async #award(id: string): Promise<void> {
    const compare = () => this.#office.act(CHIEF, 'biddings.comparison', { params: { id } });
    const { items } = await compare();
    for (const [index, { id: itemId, quantity }] of items.entries()) {
      const { items: now } = await compare();
      const cells = [...(now.find((item) => item.id === itemId)?.cells ?? [])].sort(
        (a, b) => Number(a.landedUnitPrice) - Number(b.landedUnitPrice),
      );
      const [best, next] = cells;
      if (!best) continue;
      const isDivided = index === 1 && next !== undefined;
      await this.#win(id, best, { wonQuantity: isDivided ? quantity - 10 : quantity });
      if (isDivided) {
        await this.#win(id, next, {
          wonQuantity: 10,
          wonReason: 'กระจายความเสี่ยง ไม่พึ่งผู้จำหน่ายรายเดียว',
        });
      }
    }
    const { version } = await compare();
    await this.#office.act(CHIEF, 'biddings.createPo', { params: { id }, body: { version } });
  }

  async #win(
    id: string,
    cell: { readonly id: string; readonly quotationId: string; readonly supplierId: string },
    body: { readonly wonQuantity: number; readonly wonReason?: string },
  ): Promise<void> {
    const { version } = await this.#office.act(CHIEF, 'biddings.comparison', { params: { id } });
    const { id: itemId, quotationId, supplierId } = cell;
    await this.#office.act(CHIEF, 'quotationItems.win', {
      params: { supplierId, quotationId, id: itemId },
      body: { version, win: true, ...body },
    });
  }
}
