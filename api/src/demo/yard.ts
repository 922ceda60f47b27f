import { daysBetween } from '@boxyard/shared/domain';
import { Agenda } from './agenda.ts';
import { findContainer, loseContainer, retireContainer, takeApart } from './containerLife.ts';
import { lendContainer, type Occasion, takeBack } from './containerRequisitions.ts';
import { type Route, receiveTransfer, sendContainers } from './containerTransfers.ts';
import { inspectReturned, visitContainer } from './inspections.ts';
import type { Office } from './office.ts';
import type { Setting } from './setting.ts';

const PLANNER = 'engineer-manager';
const WAREHOUSE = 'CENTRAL';
/** So many containers stand free before any is lent or sent: customers come first. */
const LEAST = 4;
/** How long a container is lent, and how long it is on its way. */
const LENT_DAYS = 6;
const ROAD_DAYS = 2;
const LOST_DAYS = 3;

const expo = (year: string): Occasion => ({
  type: 'demo',
  purpose: 'สาธิตตู้ในงานแฟรนไชส์เอ็กซ์โป',
  name: `งาน Franchise Expo ${year}`,
  address: 'อิมแพ็ค เมืองทองธานี นนทบุรี',
});
const trial = (name: string, address: string): Occasion => ({
  type: 'demo',
  purpose: 'ทดลองตั้งตู้ก่อนเสนอราคา',
  name,
  address,
});

/** Something that happens so many days before the story ends; what cannot be done today is tried tomorrow. */
interface Plan {
  readonly daysBefore: number;
  readonly run: (yard: Yard, today: string) => Promise<boolean>;
}

const lend = (daysBefore: number, occasion: Occasion): Plan => ({
  daysBefore,
  run: (yard, today) => yard.lend(today, occasion),
});
const send = (daysBefore: number, route: Route): Plan => ({
  daysBefore,
  run: (yard, today) => yard.send(today, route),
});
const visit = (daysBefore: number, remark: string | null): Plan => ({
  daysBefore,
  run: (yard) => yard.visit(remark),
});

/** What becomes of containers over the months, beside being built, sold and brought up to date. */
const PLANS: readonly Plan[] = [
  visit(480, 'ตรวจสภาพตู้ที่รับเข้าระบบครั้งแรก'),
  lend(455, expo('ครั้งที่ 1')),
  send(430, { to: 'NORTH', count: 1, reason: 'เปิดสาขาเชียงใหม่' }),
  visit(400, null),
  lend(375, trial('โรงแรมริมเจ้าพระยา', 'ถนนเจริญกรุง กรุงเทพฯ')),
  visit(345, null),
  { daysBefore: 330, run: (yard, today) => yard.lose(today) },
  send(310, { to: 'EAST', count: 1, reason: 'ขายตู้ให้บริษัทในเครือ' }),
  visit(280, 'ตรวจก่อนส่งมอบลูกค้า'),
  lend(255, trial('มหาวิทยาลัยธรรมศาสตร์', 'รังสิต ปทุมธานี')),
  { daysBefore: 205, run: (yard) => yard.takeApart() },
  visit(190, null),
  send(165, { to: 'NORTH', count: 2, reason: 'เพิ่มตู้สาธิตที่สาขาเชียงใหม่' }),
  { daysBefore: 140, run: (yard) => yard.retire() },
  visit(120, 'ตรวจก่อนส่งมอบลูกค้า'),
  lend(95, expo('ครั้งที่ 2')),
  visit(60, null),
  lend(33, trial('คอนโดมิเนียมพหลโยธิน', 'ถนนพหลโยธิน กรุงเทพฯ')),
  visit(14, 'ตรวจก่อนส่งมอบลูกค้า'),
];

/** Days of the month on which what came back is looked at. */
const INSPECTION_DAYS: readonly number[] = [3, 10, 17, 24];

/**
 * Containers that are lent and come back, are sent to a branch and to another company, looked at, lost
 * and found, and taken apart, over eighteen months.
 */
export class Yard {
  readonly #office: Office;
  readonly #setting: Setting;
  readonly #until: string;
  readonly #agenda = new Agenda();
  readonly #plans = [...PLANS];
  #visits = 0;

  constructor(options: { office: Office; setting: Setting; until: string }) {
    this.#office = options.office;
    this.#setting = options.setting;
    this.#until = options.until;
  }

  async day(today: string): Promise<void> {
    const [next] = this.#plans;
    const isSunday = new Date(`${today}T00:00:00Z`).getUTCDay() === 0;
    const isDue = next !== undefined && daysBetween(today, this.#until) <= next.daysBefore;
    if (isDue && !isSunday && (await next.run(this, today))) this.#plans.shift();
    await this.#agenda.work(today);
    if (INSPECTION_DAYS.includes(Number(today.slice(8)))) await inspectReturned(this.#office);
  }

  async lend(today: string, occasion: Occasion): Promise<boolean> {
    const setting = this.#setting;
    const lent = await lendContainer(this.#office, { setting, occasion, least: LEAST });
    if (lent) this.#agenda.later(today, LENT_DAYS, () => takeBack(this.#office, lent));
    return lent !== null;
  }

  async send(today: string, route: Route): Promise<boolean> {
    const setting = this.#setting;
    const least = LEAST + route.count;
    const sent = await sendContainers(this.#office, { setting, route, least });
    if (sent === null) return false;
    const { doc, receiver: by } = sent;
    this.#agenda.later(today, ROAD_DAYS, () =>
      receiveTransfer(this.#office, doc, { by, stop: 'received' }),
    );
    return true;
  }

  /** One after the other of those that have been there longest. */
  async visit(remark: string | null): Promise<boolean> {
    const rows = await this.#office.rows<{ readonly id: string }>(PLANNER, 'products.list', {
      limit: '10',
      status: 'inWarehouse',
      warehouseId: this.#setting.warehouses.get(WAREHOUSE) ?? '',
      sort: 'createdAt',
    });
    const one = rows[this.#visits % Math.max(rows.length, 1)];
    if (!one) return false;
    this.#visits += 1;
    const type = remark === null ? 'inspection' : 'preDelivery';
    const what = { stop: 'completed', inDays: 0, type, remark } as const;
    await visitContainer(this.#office, { ...what, productId: one.id });
    return true;
  }

  async lose(today: string): Promise<boolean> {
    const id = await loseContainer(this.#office);
    if (id) this.#agenda.later(today, LOST_DAYS, () => findContainer(this.#office, id));
    return id !== null;
  }

  retire(): Promise<boolean> {
    return retireContainer(this.#office);
  }

  takeApart(): Promise<boolean> {
    return takeApart(this.#office, this.#setting);
  }
}
