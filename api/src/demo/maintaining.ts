import type { Contract, DataOf } from '@boxyard/shared/contract';
import { addDays, daysBetween } from '@boxyard/shared/domain';
import type { Office } from './office.ts';
import { picture } from './picture.ts';

type Job = DataOf<Contract['jobs.get']>;

const DISPATCHER = 'engineer-manager';
const TECHNICIAN = 'technician';
/** Schedules are written so many days before the story ends. */
const SINCE = 125;
/** Jobs of the last weeks are left to whoever looks at the demonstration. */
const LEFT_OPEN = 16;
const HOUR_MS = 3_600_000;

interface Plan {
  readonly name: string;
  readonly every: number;
  readonly unit: 'week' | 'month';
  /** Its first day, after that on which it is written. */
  readonly after: number;
  readonly checklist: readonly string[];
  readonly requireSignature?: true;
  readonly basedOn?: 'completedDate';
  /** The customer gives up its first job. */
  readonly isGivenUp?: true;
}

const CLEANING = ['ทำความสะอาดช่องรับเหรียญและธนบัตร', 'เช็ดหน้าจอและตัวตู้', 'ประตูปิดสนิท'];
const COOLING = ['อุณหภูมิในตู้ต่ำกว่า 8 องศา', 'ล้างแผงคอยล์ร้อน', 'พัดลมหมุนปกติ', 'ไม่มีน้ำหยดใต้ตู้'];

const PLANS: readonly Plan[] = [
  { name: 'ทำความสะอาดประจำเดือน', every: 1, unit: 'month', after: 12, checklist: CLEANING },
  { name: 'ตรวจระบบทำความเย็นรายไตรมาส', every: 3, unit: 'month', after: 20, checklist: COOLING },
  {
    name: 'ตรวจความปลอดภัยไฟฟ้า',
    every: 6,
    unit: 'month',
    after: 30,
    checklist: ['สายดินแน่น', 'เบรกเกอร์ตัดปกติ'],
    requireSignature: true,
  },
  {
    name: 'ตรวจเครื่องรับเงินทุก 6 สัปดาห์',
    every: 6,
    unit: 'week',
    after: 9,
    checklist: CLEANING,
    basedOn: 'completedDate',
  },
  {
    name: 'เปลี่ยนไส้กรองน้ำ',
    every: 2,
    unit: 'month',
    after: 40,
    checklist: ['เปลี่ยนไส้กรอง', 'ไล่น้ำ 2 ลิตร'],
    isGivenUp: true,
  },
  {
    name: 'ตรวจประจำปี',
    every: 12,
    unit: 'month',
    after: 150,
    checklist: [...CLEANING, ...COOLING],
  },
  { name: 'ตรวจรอบก่อนสิ้นปี', every: 3, unit: 'month', after: 118, checklist: COOLING },
];

/** Schedules of the last months: their jobs are done in time or late, one was given up, some wait. */
export class Maintaining {
  readonly #office: Office;
  readonly #until: string;
  readonly #plans = new Map<string, Plan>();

  constructor({ office, until }: { readonly office: Office; readonly until: string }) {
    this.#office = office;
    this.#until = until;
  }

  async day(today: string): Promise<void> {
    const left = daysBetween(today, this.#until);
    if (left === SINCE) await this.#write(today);
    // A technician goes round once a week.
    if (left < SINCE && left > LEFT_OPEN && left % 7 === 0) await this.#goRound();
  }

  async #write(today: string): Promise<void> {
    const containers = await this.#office.rows<{ readonly id: string }>(
      DISPATCHER,
      'products.list',
      { limit: '50', status: 'installed' },
    );
    for (const [index, plan] of PLANS.entries()) {
      const container = containers[index % Math.max(1, containers.length)];
      if (!container) return;
      this.#plans.set(plan.name, plan);
      await this.#office.act(DISPATCHER, 'pmSchedules.create', {
        body: {
          productId: container.id,
          name: plan.name,
          every: plan.every,
          unit: plan.unit,
          basedOn: plan.basedOn ?? 'scheduledDate',
          startsOn: addDays(today, plan.after),
          leadDays: 7,
          graceDays: 3,
          requireSignature: plan.requireSignature === true,
          checklist: [...plan.checklist],
          requiredParts: [],
        },
      });
    }
  }

  async #goRound(): Promise<void> {
    const jobs = await this.#office.rows<Job>(DISPATCHER, 'jobs.list', {
      limit: '50',
      kind: 'maintenance',
      status: 'reported',
    });
    for (const [index, job] of jobs.entries()) {
      if (job.channel === 'pm') await this.#work(job, index);
    }
  }

  async #work(job: Job, place: number): Promise<void> {
    const office = this.#office;
    const params = { id: job.id };
    const plan = this.#plans.get(job.symptom);
    if (plan?.isGivenUp) {
      await office.act(DISPATCHER, 'jobs.cancel', {
        params,
        body: { version: job.version, reason: 'ลูกค้าปิดร้านปรับปรุง' },
      });
      return;
    }
    const start = (Math.ceil(office.clock.now().getTime() / HOUR_MS) + place) * HOUR_MS;
    const sent = (await office.act(DISPATCHER, 'jobs.managerResponse', {
      params,
      body: {
        version: job.version,
        decision: 'accept',
        technicianIds: [office.idOf(TECHNICIAN)],
        appointmentStart: new Date(start).toISOString(),
        appointmentEnd: new Date(start + HOUR_MS).toISOString(),
      },
    })) as Job;
    let doc = (await office.act(TECHNICIAN, 'jobs.start', {
      params,
      body: { version: sent.version },
    })) as Job;
    if (doc.checklist.length > 0) {
      doc = (await office.act(TECHNICIAN, 'jobs.answerChecks', {
        params,
        body: {
          version: doc.version,
          checks: doc.checklist.map(({ id }) => ({ id, answer: 'ok' as const })),
        },
      })) as Job;
    }
    const photo = picture('after-the-work.png', false);
    await office.act(TECHNICIAN, 'jobs.attach', {
      params,
      body: { kind: 'photo' },
      files: [photo],
    });
    doc = (await office.act(TECHNICIAN, 'jobs.technicianSummary', {
      params,
      body: {
        version: doc.version,
        workDone: 'ทำครบตามรายการ',
        result: 'fixed',
        signedBy: 'คุณสมหญิง',
      },
    })) as Job;
    // One that needs a signature waits for it, and comes late into the books.
    if (plan?.requireSignature) return;
    await office.act(DISPATCHER, 'jobs.complete', {
      params,
      body: { version: doc.version, signedBy: 'คุณสมหญิง' },
    });
  }
}
