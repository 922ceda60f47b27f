import type { Contract, DataOf } from '@boxyard/shared/contract';
import { addDays, daysBetween } from '@boxyard/shared/domain';
import { Agenda } from './agenda.ts';
import { CREW, contractBody, freeOf, putInForce, step } from './contracts.ts';
import type { Office } from './office.ts';
import { ADMIN } from './people.ts';
import type { Random } from './random.ts';
import type { Setting } from './setting.ts';
import { siteOf } from './sites.ts';

type Doc = DataOf<Contract['contracts.get']>;
type Kind = 'sale' | 'installment' | 'lease';

/** Nothing is sold before there are containers. */
const FIRST_DAY = 25;
/** Contracts that are opened per working day. */
const PACE = 0.26;
/** So many of a model stay free for whoever asks for one. */
const SPARE = 3;
/** What is agreed in the last days is left to the contracts that stop on their way. */
const IDLE_DAYS = 12;
const YEAR = 365;
const WAREHOUSE = 'CENTRAL';
const KEEPER = 'warehouse-manager';

interface Customer {
  readonly id: string;
  readonly code: string;
}
interface Model {
  readonly id: string;
}
interface Agreed {
  readonly id: string;
  readonly kind: Kind;
  /** Who has prepared it, and does not approve it. */
  readonly seller: string;
}

/**
 * Eighteen months of contracts: agreed, approved, signed and in force; some change their price, their
 * salesperson or their customer, some end early, and leases are renewed or end.
 */
export class Selling {
  readonly #office: Office;
  readonly #setting: Setting;
  readonly #random: Random;
  readonly #until: string;
  readonly #agenda = new Agenda();
  #customers: readonly Customer[] = [];
  #models: readonly Model[] = [];
  #days = 0;
  #agreed = 0;

  constructor(options: { office: Office; setting: Setting; random: Random; until: string }) {
    this.#office = options.office;
    this.#setting = options.setting;
    this.#random = options.random;
    this.#until = options.until;
  }

  async day(today: string): Promise<void> {
    this.#days += 1;
    if (this.#days === FIRST_DAY) await this.#meet();
    const isSunday = new Date(`${today}T00:00:00Z`).getUTCDay() === 0;
    const isLate = daysBetween(today, this.#until) < IDLE_DAYS;
    const agrees = !isSunday && !isLate && this.#random.chance(PACE);
    if (this.#days >= FIRST_DAY && agrees) await this.#agree(today);
    await this.#agenda.work(today);
  }

  /** The officer's own customers, and what there is to sell. */
  async #meet(): Promise<void> {
    this.#customers = await this.#office.rows(CREW.seller, 'customers.master', { limit: '100' });
    this.#models = await this.#office.rows<Model>(CREW.seller, 'productModels.all', {
      limit: '20',
    });
  }

  async #agree(today: string): Promise<void> {
    const random = this.#random;
    const model = random.pick(this.#models);
    const free = await freeOf(this.#office, model.id);
    if (free.length <= SPARE) return;
    this.#agreed += 1;
    const kind = random.pick<Kind>(['sale', 'sale', 'lease', 'lease', 'installment']);
    const customer = this.#customers[this.#agreed % this.#customers.length];
    if (customer === undefined) return;
    const container = random.pick(free.slice(0, free.length - SPARE));
    const doc = (await this.#office.act(CREW.seller, 'contracts.create', {
      body: {
        ...contractBody({
          type: kind,
          day: today,
          customerId: customer.id,
          installSite: siteOf(customer.code, Math.floor(this.#agreed / this.#customers.length)),
        }),
        productModelId: model.id,
        // A lease asks for one, which is given back when it is over.
        depositAmount: kind === 'lease' ? random.pick(['5000.00', '10000.00']) : '0.00',
      },
    })) as Doc;
    const held = (await this.#office.act(CREW.seller, 'contracts.reserve', {
      params: { id: doc.id },
      body: { version: doc.version, productId: container.id },
    })) as Doc;
    const sent = await step(this.#office, CREW.seller, { doc: held, action: 'submit' });
    const { id } = sent;
    const isRefused = random.chance(0.04);
    this.#agenda.later(today, random.between(1, 3), (day) =>
      isRefused ? this.#refuse(id) : this.#approve(day, { id, kind, seller: CREW.seller }),
    );
  }

  #read(id: string): Promise<Doc> {
    return this.#office.act(CREW.manager, 'contracts.get', { params: { id } });
  }

  async #refuse(id: string): Promise<void> {
    const { version } = await this.#read(id);
    await this.#office.act(CREW.manager, 'contracts.changeStatus', {
      params: { id },
      body: { version, action: 'reject', reason: 'ส่วนลดสูงเกินไป ขอให้เจรจาใหม่' },
    });
    const refused = await this.#read(id);
    await this.#office.act(CREW.seller, 'contracts.changeStatus', {
      params: { id },
      body: { version: refused.version, action: 'cancel', reason: 'ลูกค้าไม่รับราคาใหม่' },
    });
  }

  async #approve(today: string, agreed: Agreed): Promise<void> {
    const approver = agreed.seller === CREW.manager ? ADMIN.account : CREW.manager;
    const doc = await step(this.#office, approver, {
      doc: await this.#read(agreed.id),
      action: 'approve',
    });
    this.#agenda.later(today, this.#random.between(4, 9), async (day) => {
      await putInForce(this.#office, doc, agreed.seller);
      this.#live(day, agreed);
    });
  }

  /** What happens to a contract that is in force. */
  #live(today: string, { id, kind, seller }: Agreed): void {
    const random = this.#random;
    const fate = random.next();
    const after = (least: number, act: (day: string) => Promise<void>) =>
      this.#agenda.later(today, least + random.between(0, 60), act);
    if (kind === 'lease') this.#agenda.later(today, YEAR + 2, (day) => this.#end(day, id));
    // A renewal goes on as it is.
    if (seller === CREW.manager) return;
    if (fate < 0.08 && kind === 'lease') after(30, () => this.#extend(id));
    else if (fate < 0.12) after(40, () => this.#handOver(id));
    else if (fate < 0.16) after(40, () => this.#changeCustomer(id));
    else if (fate < 0.22 && kind !== 'sale') after(70, (day) => this.#terminate(day, id));
  }

  /** A longer warranty than was agreed at first: what was billed stays as it is. */
  async #extend(id: string): Promise<void> {
    const doc = await this.#read(id);
    if (!doc.allowedActions.includes('amend')) return;
    const today = this.#today();
    const proposed = (await this.#office.act(CREW.seller, 'contracts.amend', {
      params: { id },
      body: {
        ...contractBody({
          type: doc.type,
          day: doc.documentDate,
          customerId: doc.customer.id,
          installSite: doc.installSite,
        }),
        version: doc.version,
        productModelId: doc.productModel.id,
        startDate: doc.startDate,
        endDate: doc.endDate,
        depositAmount: doc.depositAmount,
        firstDueDate: doc.firstDueDate,
        price: doc.price,
        warrantyMonths: doc.warrantyMonths + 12,
        reason: 'ขยายระยะรับประกันตามที่ตกลงกับลูกค้า',
        effectiveDate: today,
      },
    })) as Doc;
    await this.#office.act(CREW.manager, 'contracts.approveChange', {
      params: { id },
      body: { version: proposed.version },
    });
  }

  async #handOver(id: string): Promise<void> {
    const { version, status } = await this.#read(id);
    if (status !== 'onGoing') return;
    await this.#office.act(CREW.manager, 'contracts.changeSale', {
      params: { id },
      body: {
        version,
        saleID: this.#office.idOf(CREW.manager),
        reason: 'ปรับเขตการขายประจำไตรมาส',
      },
    });
  }

  async #changeCustomer(id: string): Promise<void> {
    const { version, status, customer } = await this.#read(id);
    const other = this.#customers.find((one) => one.id !== customer.id);
    if (status !== 'onGoing' || !other) return;
    await this.#office.act(CREW.manager, 'contracts.changeCustomer', {
      params: { id },
      body: {
        version,
        customerID: this.#random.pick(this.#customers.filter((one) => one.id !== customer.id)).id,
        reason: 'ลูกค้าโอนกิจการให้บริษัทในเครือ',
        assumeOutstanding: true,
      },
    });
  }

  async #terminate(today: string, id: string): Promise<void> {
    const { version, status } = await this.#read(id);
    if (status !== 'onGoing') return;
    const ended = (await this.#office.act(CREW.manager, 'contracts.changeStatus', {
      params: { id },
      body: {
        version,
        action: 'terminate',
        reason: 'ลูกค้าปิดสาขา',
        returnWarehouseId: this.#setting.warehouses.get(WAREHOUSE),
      },
    })) as Doc;
    this.#agenda.later(today, 3, (day) => this.#receive(day, ended));
  }

  async #receive(today: string, { id: contractId, product }: Doc): Promise<void> {
    if (product === null) return;
    const container = await this.#office.act(KEEPER, 'products.get', {
      params: { id: product.id },
    });
    const id = container.related.filter(({ type }) => type === 'containerReceipt').at(-1)?.id;
    if (id === undefined) return;
    const receipt = await this.#office.act(KEEPER, 'containerReceipts.get', {
      params: { id },
    });
    if (receipt.status !== 'pending') return;
    await this.#office.act(KEEPER, 'containerReceipts.approve', {
      params: { id },
      body: {
        version: receipt.version,
        lines: receipt.items.map((item) => ({
          itemId: item.id,
          lineStatus: 'accepted',
          scannedSerial: item.product.serialNumber,
          conditionIn: 'good',
        })),
      },
    });
    this.#agenda.later(today, 6, () => this.#settle(contractId));
  }

  /** A lease that is over is renewed, or its container comes home. */
  async #end(today: string, id: string): Promise<void> {
    const doc = await this.#read(id);
    if (doc.status !== 'expired') return;
    if (this.#random.chance(0.65)) await this.#renew(today, doc);
    else await this.#bringHome(today, doc);
  }

  /** Damages are paid from the deposit; the rest is owed to the customer. */
  async #settle(id: string): Promise<void> {
    const { version, allowedActions } = await this.#read(id);
    if (!allowedActions.includes('settle')) return;
    const charges = this.#random.chance(0.3)
      ? [{ kind: 'damage' as const, reason: 'ประตูตู้บุบและล็อกชำรุด', amount: '1850.00' }]
      : [];
    await this.#office.act(CREW.manager, 'contracts.settle', {
      params: { id },
      body: { version, charges, remark: null },
    });
  }

  async #renew(today: string, { id, version }: Doc): Promise<void> {
    const renewed = (await this.#office.act(CREW.manager, 'contracts.renew', {
      params: { id },
      body: { version, startDate: today, endDate: addDays(today, YEAR) },
    })) as Doc;
    this.#agenda.later(today, 6, () => this.#settle(id));
    const next = renewed.related.filter(({ type }) => type === 'contract').at(-1);
    if (!next) return;
    const seller = CREW.manager;
    const draft = await this.#read(next.id);
    const held = (await this.#office.act(seller, 'contracts.reserve', {
      params: { id: draft.id },
      body: { version: draft.version },
    })) as Doc;
    await step(this.#office, seller, { doc: held, action: 'submit' });
    this.#agenda.later(today, 1, (day) =>
      this.#approve(day, { id: next.id, kind: 'lease', seller }),
    );
  }

  async #bringHome(today: string, doc: Doc): Promise<void> {
    if (doc.product === null) return;
    const { version } = await this.#office.act(ADMIN.account, 'products.get', {
      params: { id: doc.product.id },
    });
    await this.#office.act(ADMIN.account, 'products.return', {
      params: { id: doc.product.id },
      body: {
        version,
        warehouseId: this.#setting.warehouses.get(WAREHOUSE),
        reason: 'สัญญาเช่าสิ้นสุด',
      },
    });
    this.#agenda.later(today, 2, (day) => this.#receive(day, doc));
  }

  #today(): string {
    return new Date(this.#office.clock.now().getTime() + 7 * 3_600_000).toISOString().slice(0, 10);
  }
}
