import type { Contract, DataOf } from '@boxyard/shared/contract';
import { addDays, bangkokDate } from '@boxyard/shared/domain';
import type { JobKind, JobPriority } from '@boxyard/shared/domain/service/jobs.ts';
import { makeFaultReports } from './faultReports.ts';
import type { Office } from './office.ts';
import { ADMIN } from './people.ts';
import { picture } from './picture.ts';

type Doc = DataOf<Contract['jobs.get']>;
type Stop =
  | 'reported'
  | 'triaged'
  | 'estimated'
  | 'agreed'
  | 'declined'
  | 'scheduled'
  | 'waitingParts'
  | 'inProgress'
  | 'resolved'
  | 'charged'
  | 'owed'
  | 'closed';

/** Accounts of the people who report, hand out and work. */
const CREW = {
  reporter: 'sales-officer',
  dispatcher: 'engineer-manager',
  technician: 'technician',
  biller: 'accounting-officer',
};
/** Schedules beside those of `maintaining.ts`. */
const SCHEDULES = 23;
const PLANS = [
  {
    name: 'ทำความสะอาดใหญ่รายไตรมาส',
    every: 3,
    unit: 'month',
    checklist: ['ทำความสะอาดภายใน', 'เช็ดหน้าจอและตัวตู้', 'ประตูปิดสนิท'],
  },
  {
    name: 'ตรวจเครื่องรับเงินราย 2 เดือน',
    every: 2,
    unit: 'month',
    checklist: ['ทำความสะอาดหัวอ่านธนบัตร', 'ทดสอบทอนเหรียญ'],
  },
  {
    name: 'ตรวจระบบไฟฟ้ารายครึ่งปี',
    every: 6,
    unit: 'month',
    checklist: ['สายดินแน่น', 'เบรกเกอร์ตัดปกติ'],
  },
] as const;
/** THB per hour of work. */
const LABOUR_RATE = '600.00';
const HOUR_MS = 3_600_000;

interface Fault {
  readonly kind: JobKind;
  readonly priority: JobPriority;
  readonly isDown: boolean;
  readonly stop: Stop;
  readonly symptom: string;
  readonly workDone: string;
  /** Code of the cause; null of maintenance and of jobs that nobody has solved. */
  readonly cause: string | null;
}

const fault = (
  stop: Stop,
  [symptom, workDone = '', cause = null]: readonly [
    symptom: string,
    workDone?: string,
    cause?: string | null,
  ],
  more: Partial<Pick<Fault, 'kind' | 'priority' | 'isDown'>> = {},
): Fault => ({
  kind: 'repair',
  priority: 'normal',
  isDown: false,
  stop,
  symptom,
  workDone,
  cause,
  ...more,
});

/** Faults of containers at customers, and how far each has come. */
const FAULTS: readonly Fault[] = [
  fault('closed', ['ไม่ทอนเงิน เครื่องขึ้นรหัส C03', 'ล้างชุดทอนเหรียญและปรับตั้งใหม่', 'C02'], { isDown: true }),
  fault('closed', ['จอสัมผัสไม่ตอบสนอง', 'เสียบสายสัญญาณจอใหม่และทดสอบ', 'C04'], { priority: 'high' }),
  fault('closed', ['ตรวจเช็กและทำความสะอาดประจำไตรมาส', 'ทำความสะอาดและตรวจครบตามรายการ'], {
    kind: 'maintenance',
  }),
  fault('closed', ['ตู้ไม่เย็น อุณหภูมิ 14 องศา', 'ล้างแผงคอยล์ร้อน', 'C02'], {
    priority: 'high',
    isDown: true,
  }),
  fault('resolved', ['เครื่องรับธนบัตรดึงแล้วคืน', 'ทำความสะอาดหัวอ่าน', 'C02']),
  fault('resolved', ['ตรวจเช็กและทำความสะอาดประจำไตรมาส', 'ทำความสะอาดและตรวจครบตามรายการ'], {
    kind: 'maintenance',
  }),
  fault('charged', ['ฝาหน้าบุบจากรถเข็นของลูกค้า', 'ดัดและเปลี่ยนบานพับ', 'C09'], { priority: 'low' }),
  fault('owed', ['กุญแจหาย ขอเปลี่ยนชุดกุญแจ', 'เปลี่ยนชุดกุญแจและทดสอบ', 'C01']),
  fault('inProgress', ['มอเตอร์ช่อง 4 ไม่หมุน'], { priority: 'high' }),
  fault('waitingParts', ['แผงควบคุมดับ ไฟไม่เข้า'], { priority: 'critical', isDown: true }),
  fault('scheduled', ['ประตูปิดไม่สนิท'], { priority: 'low' }),
  fault('scheduled', ['ตรวจเช็กและทำความสะอาดประจำไตรมาส'], { kind: 'maintenance' }),
  fault('triaged', ['ลูกค้าแจ้งว่าขายไม่ได้บางช่อง']),
  fault('reported', ['สัญญาณอินเทอร์เน็ตขาดบ่อย'], { priority: 'high' }),
  fault('reported', ['น้ำหยดใต้ตู้']),
  fault('estimated', ['กระจกหน้าตู้แตกจากรถส่งของ']),
  fault('agreed', ['คอมเพรสเซอร์เสียงดัง หมดประกัน'], { priority: 'high' }),
  fault('declined', ['สติกเกอร์หน้าตู้ลอก ลูกค้าขอเปลี่ยนใหม่'], { priority: 'low' }),
];

/** Jobs of containers at customers, in every state that somebody has to go on with. */
export async function makeJobs(office: Office): Promise<void> {
  const containers = await office.rows<{ readonly id: string }>(ADMIN.account, 'products.list', {
    limit: '50',
    status: 'installed',
  });
  if (containers.length === 0) throw new Error('the demonstration has no installed container');
  await setLabourRate(office);
  const codes = await office.rows<{ readonly id: string; readonly code: string }>(
    ADMIN.account,
    'jobCodes.list',
    { limit: '50', kind: 'cause' },
  );
  const causes = new Map(codes.map(({ id, code }) => [code, id]));
  for (const [index, one] of FAULTS.entries()) {
    const causeCodeId = one.cause === null ? null : (causes.get(one.cause) ?? null);
    const productId = containers[(index * 3) % containers.length]?.id ?? '';
    await tellJob(office, { ...one, productId, causeCodeId, place: index });
  }
  await makeSchedules(office, containers);
  await makeFaultReports(office, containers);
}

/** Reports one fault, and does as much about it as was done. */
async function tellJob(
  office: Office,
  one: Fault & {
    readonly productId: string;
    readonly causeCodeId: string | null;
    readonly place: number;
  },
): Promise<void> {
  const { kind, productId, priority, isDown, symptom, stop, workDone, causeCodeId, place } = one;
  const by = kind === 'repair' ? CREW.reporter : CREW.dispatcher;
  let doc = (await office.act(by, 'jobs.create', {
    body: {
      kind,
      productId,
      channel: 'phone',
      priority,
      symptom,
      isDown,
      reportedByName: 'คุณสมหญิง',
      reportedByPhone: '0898765432',
    },
  })) as Doc;
  const params = { id: doc.id };
  const version = () => ({ version: doc.version });
  if (stop === 'reported') return;
  if (stop === 'triaged') {
    await office.act(CREW.dispatcher, 'jobs.managerResponse', {
      params,
      body: { ...version(), decision: 'needInfo', note: 'ขายไม่ได้ช่องใดบ้าง' },
    });
    return;
  }
  const isEstimated = stop === 'estimated' || stop === 'agreed' || stop === 'declined';
  const isCharged = stop === 'charged' || stop === 'owed' || isEstimated;
  if (isCharged) {
    doc = (await office.act(CREW.dispatcher, 'jobs.overrideCoverage', {
      params,
      body: { ...version(), coverage: 'billable', reason: 'ความเสียหายเกิดจากการใช้งานของลูกค้า' },
    })) as Doc;
  }
  // One hour each, one after the other from the next full hour on.
  const start = (Math.ceil(office.clock.now().getTime() / HOUR_MS) + place) * HOUR_MS;
  doc = (await office.act(CREW.dispatcher, 'jobs.managerResponse', {
    params,
    body: {
      ...version(),
      decision: 'accept',
      technicianIds: [office.idOf(CREW.technician)],
      appointmentStart: new Date(start).toISOString(),
      appointmentEnd: new Date(start + HOUR_MS).toISOString(),
    },
  })) as Doc;
  if (stop === 'scheduled') return;
  if (isEstimated) {
    await estimateJob(office, doc, stop);
    return;
  }
  doc = (await office.act(CREW.technician, 'jobs.start', { params, body: version() })) as Doc;
  if (stop === 'inProgress') return;
  if (stop === 'waitingParts') {
    await office.act(CREW.technician, 'jobs.pause', {
      params,
      body: { ...version(), pauseReason: 'parts', note: 'รอแผงควบคุมจากคลังกลาง' },
    });
    return;
  }
  await office.act(CREW.technician, 'jobs.attach', {
    params,
    body: { kind: 'photo' },
    files: [picture('after-the-work.png', false)],
  });
  doc = (await office.act(CREW.technician, 'jobs.technicianSummary', {
    params,
    body: { ...version(), workDone, causeCodeId, result: 'fixed', signedBy: 'คุณสมหญิง' },
  })) as Doc;
  if (stop === 'resolved') return;
  doc = (await office.act(CREW.dispatcher, 'jobs.complete', {
    params,
    body: { ...version(), signedBy: 'คุณสมหญิง' },
  })) as Doc;
  doc = (await office.act(CREW.dispatcher, 'jobs.finalReport', {
    params,
    body: { ...version(), finalReport: workDone },
  })) as Doc;
  if (isCharged) {
    await chargeJob(office, doc, { isIssued: stop === 'owed' });
    return;
  }
  await office.act(CREW.dispatcher, 'jobs.close', { params, body: version() });
}

/** Price of an hour in each company, before anybody is told what a job costs. */
async function setLabourRate(office: Office): Promise<void> {
  const companies = await office.rows<{ readonly id: string }>(ADMIN.account, 'companies.list', {
    limit: '10',
  });
  const effectiveFrom = bangkokDate(office.clock.now());
  for (const { id } of companies) {
    await office.act(ADMIN.account, 'settings.set', {
      params: { id, key: 'service.labourRate' },
      body: { value: LABOUR_RATE, effectiveFrom },
    });
  }
}

/** Tells the customer what the work would cost; some have answered on the telephone. */
async function estimateJob(office: Office, job: Doc, stop: Stop): Promise<void> {
  const params = { id: job.id };
  let doc = (await office.act(CREW.dispatcher, 'jobs.estimate', {
    params,
    body: {
      version: job.version,
      validUntil: addDays(bangkokDate(office.clock.now()), 14),
      items: [
        { isLabour: true, quantity: 3 },
        { description: 'ค่าเดินทาง', quantity: 1, unit: 'เที่ยว', unitPrice: '350.0000' },
        { description: 'วัสดุและอุปกรณ์', quantity: 1, unit: 'ชุด', unitPrice: '2450.0000' },
      ],
      remark: 'ราคานี้รวมการทดสอบหลังซ่อม',
    },
  })) as Doc;
  doc = (await office.act(CREW.dispatcher, 'jobs.sendEstimate', {
    params,
    body: { version: doc.version },
  })) as Doc;
  if (stop === 'estimated') return;
  const isAgreed = stop === 'agreed';
  await office.act(CREW.dispatcher, 'jobs.answerEstimate', {
    params,
    body: {
      version: doc.version,
      estimateAnswer: isAgreed ? 'accept' : 'decline',
      answeredBy: 'คุณสมหญิง',
      answerReason: isAgreed ? null : 'ขอใช้แบบเดิมไปก่อน',
      answerNote: 'โทรสอบถามแล้ว',
    },
  });
}

/** Schedules that begin in the next weeks, beside those that the story keeps. */
async function makeSchedules(
  office: Office,
  containers: readonly { readonly id: string }[],
): Promise<void> {
  const today = bangkokDate(office.clock.now());
  await Promise.all(
    Array.from({ length: SCHEDULES }, (_, index) => {
      const plan = PLANS[index % PLANS.length] ?? PLANS[0];
      return office.act(CREW.dispatcher, 'pmSchedules.create', {
        body: {
          productId: containers[(index * 2 + 1) % containers.length]?.id ?? '',
          name: plan.name,
          every: plan.every,
          unit: plan.unit,
          basedOn: 'scheduledDate',
          startsOn: addDays(today, 9 + index * 3),
          leadDays: 7,
          graceDays: 3,
          requireSignature: false,
          checklist: [...plan.checklist],
          requiredParts: [],
        },
      });
    }),
  );
}

/** Charges the customer of a job; accounting issues the invoice, or has it still to read. */
async function chargeJob(
  office: Office,
  { id, version }: Doc,
  { isIssued }: { readonly isIssued: boolean },
): Promise<void> {
  const { billing } = (await office.act(CREW.dispatcher, 'jobs.invoice', {
    params: { id },
    body: {
      version,
      items: [
        {
          description: 'ค่าแรงและค่าเดินทาง',
          quantity: 2,
          unit: 'ชั่วโมง',
          unitPrice: '600.0000',
          isService: true,
        },
        { description: 'อะไหล่สิ้นเปลือง', quantity: 1, unit: 'ชุด', unitPrice: '850.0000' },
      ],
    },
  })) as Doc;
  const [invoice] = billing?.invoices ?? [];
  if (!isIssued || !invoice) return;
  await office.act(CREW.biller, 'invoices.issue', {
    params: { id: invoice.id },
    body: { version: 1 },
  });
}
