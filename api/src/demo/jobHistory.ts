import { bangkokDate, formatNumber } from '@boxyard/shared/domain';
import {
  type JobCoverage,
  type JobKind,
  type JobPriority,
  REPAIR_WARRANTY_DAYS,
} from '@boxyard/shared/domain/service/jobs.ts';
import { addWorkingMinutes } from '@boxyard/shared/domain/service/workingTime.ts';
import { type App, type Ctx, newId, SYSTEM, settingOf } from '../kernel/index.ts';
import type { Office } from './office.ts';
import { type Random, seededRandom } from './random.ts';

/** Jobs that were done before the last weeks, beside those that the story tells call by call. */
const JOBS = 365;
const SEED = 20_261_130;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Nothing of the last days: what goes on is told by the jobs of `jobs.ts`. */
const ENDED_DAYS = 16;
const DISPATCHER = 'engineer-manager';
/** Accounts that do jobs of the first company. */
const TECHNICIANS = ['technician', 'technician.2'];
const DOC_TYPE = 'JB';

/** A container under contract, and whose jobs it has. */
interface Unit {
  readonly productId: string;
  readonly serialNumber: string;
  readonly name: string;
  readonly typeId: string;
  readonly companyId: string;
  readonly customerId: string;
  readonly contractId: string;
  readonly saleStatus: 'sold' | 'leased';
  readonly since: Date;
  readonly until: Date;
  readonly zoneId: string | null;
  readonly teamId: string;
  readonly dispatcherId: string;
  readonly place: string;
  readonly warranties: readonly {
    readonly id: string;
    readonly first: string;
    readonly last: string;
  }[];
}

interface Code {
  readonly id: string;
  readonly code: string;
  readonly kind: 'symptom' | 'cause' | 'action';
  readonly typeId: string | null;
}

/** Faults as they are reported: symptom, cause and action by code, in the words of those who tell them. */
const FAULTS = [
  ['S01', 'C02', 'A02', 'ไม่ทอนเหรียญ', 'ล้างชุดทอนเหรียญและทดสอบ'],
  ['S03', 'C03', 'A04', 'ธนบัตรติดเครื่องรับ', 'นำเศษกระดาษออกและล้างหัวอ่าน'],
  ['S04', 'C02', 'A03', 'ไม่รับเหรียญสิบบาท', 'ปรับตั้งเครื่องรับเหรียญ'],
  ['S05', 'C10', 'A10', 'สินค้าค้างช่อง ไม่ตก', 'จัดเรียงใหม่และแนะนำวิธีเติมสินค้า'],
  ['S07', 'C04', 'A05', 'หน้าจอดับ', 'เสียบขั้วต่อสายจอใหม่'],
  ['S08', 'C08', 'A09', 'ไม่มีสัญญาณเครือข่าย', 'เปลี่ยนซิมและทดสอบสัญญาณ'],
  ['S10', 'C01', 'A01', 'แจ้งเตือนประตูเปิดค้าง', 'เปลี่ยนสวิตช์ประตู'],
  ['S11', 'C07', 'A07', 'ชำระด้วย QR ไม่ได้', 'อัปเดตซอฟต์แวร์เครื่องอ่าน'],
  ['S12', 'C06', 'A08', 'เครื่องไม่มีไฟหลังฝนตก', 'รีเซ็ตเบรกเกอร์และตรวจสายไฟ'],
  ['S09', 'C05', 'A06', 'ตู้ไม่เย็นและมีน้ำหยด', 'เติมน้ำยาทำความเย็นและล้างคอยล์'],
] as const;
const CARE = ['ตรวจเช็กและทำความสะอาดประจำไตรมาส', 'ทำความสะอาดและตรวจครบตามรายการ'] as const;
const CALLERS = ['คุณสมหญิง', 'คุณวิทยา', 'คุณพรทิพย์', 'คุณอนุชา'] as const;
const PRIORITIES: readonly JobPriority[] = ['critical', 'high', 'high', 'normal', 'normal', 'low'];

/** A step that somebody has taken, for timeline and log. */
interface Step {
  readonly at: Date;
  readonly by: string | null;
  readonly action: string;
  readonly from: string | null;
  readonly to: string;
}

type Row = Readonly<Record<string, unknown>>;

/**
 * The jobs of eighteen months in a few statements: as eight calls each they would take longer than all
 * the rest of the story. They were done without parts, so that stock and ledger know nothing of them, and
 * each stands by the rules that its calls would have held it to: coverage by the contract and warranty of
 * its day, promised times by the working calendar, appointments of a technician one after the other.
 */
export async function tellJobHistory(app: App, office: Office): Promise<void> {
  await app.transaction({ actor: SYSTEM }, async (ctx) => {
    const [units, codes] = await Promise.all([unitsOf(ctx, office.idOf(DISPATCHER)), codesOf(ctx)]);
    if (units.length === 0) throw new Error('the demonstration has no container under contract');
    const teller = new Teller({ office, codes, promises: await promisesOf(ctx, units) });
    teller.keepFree(await appointmentsOf(ctx));
    const told = teller.tell(units, ctx.clock.now());
    await writeJobs(ctx, told);
  });
}

/** Containers under contract whose jobs this leader of engineers hands out. */
async function unitsOf(ctx: Ctx, dispatcherId: string): Promise<readonly Unit[]> {
  const { rows } = await ctx.pg.query<Unit>(
    `select pc.product_id as "productId", p.serial_number as "serialNumber", p.name,
       p.product_type_id as "typeId", pc.company_id as "companyId", pc.customer_id as "customerId",
       pc.contract_id as "contractId", pc.sale_status as "saleStatus", pc.in_force_from as since,
       coalesce(pc.in_force_until, $1::timestamptz) as until, c.zone_id as "zoneId", t.id as "teamId",
       t.leader_id as "dispatcherId",
       concat_ws(', ', p.site ->> 'holder', p.site ->> 'address') as place,
       coalesce((select jsonb_agg(jsonb_build_object('id', w.id, 'first', w.start_date, 'last', w.end_date)
           order by w.end_date desc, w.id)
         from warranties w where w.product_id = p.id and w.customer_id = pc.customer_id
           and w.status in ('active', 'expired')), '[]') as warranties
     from product_contracts pc
     join products p on p.id = pc.product_id
     join customers c on c.id = pc.customer_id
     left join zones z on z.id = c.zone_id
     join lateral (
       select t.id, l.id as leader_id from teams t
       join users l on l.team_id = t.id and l.team_position = 'leader' and l.id = $2
       where t.is_active and t.type = 'engineer' and t.company_id = pc.company_id
       order by (t.id = z.engineer_team_id) desc nulls last, t.created_at, t.id limit 1) t on true
     where pc.in_force_from < $1::timestamptz - interval '40 days'
     order by pc.contract_no, p.serial_number`,
    [ctx.clock.now(), dispatcherId],
  );
  return rows;
}

async function codesOf(ctx: Ctx): Promise<ReadonlyMap<string, Code>> {
  const { rows } = await ctx.pg.query<Code>(
    `select id, code, kind, product_type_id as "typeId" from job_codes`,
  );
  return new Map(rows.map((code) => [code.code, code]));
}

/** Hours that technicians have given to jobs already. */
async function appointmentsOf(ctx: Ctx) {
  const { rows } = await ctx.pg.query<{ technicianId: string; start: Date; end: Date }>(
    `select t.id as "technicianId", j.appointment_start as start, j.appointment_end as "end"
     from jobs j, unnest(j.technician_ids) as t(id) where j.appointment_start is not null`,
  );
  return rows;
}

/** The instant that is promised for a job of a priority that is reported then. */
type Promises = (priority: JobPriority, from: Date) => Date;

async function promisesOf(ctx: Ctx, units: readonly Unit[]): Promise<Promises> {
  const companyId = units[0]?.companyId ?? '';
  const calendar = await settingOf(ctx, { companyId, key: 'service.calendar' });
  const hours = {
    critical: await settingOf(ctx, { companyId, key: 'service.slaHours.critical' }),
    high: await settingOf(ctx, { companyId, key: 'service.slaHours.high' }),
    normal: await settingOf(ctx, { companyId, key: 'service.slaHours.normal' }),
    low: await settingOf(ctx, { companyId, key: 'service.slaHours.low' }),
  };
  return (priority, from) => addWorkingMinutes(from, hours[priority] * 60, calendar);
}

/** A finished job with the hours that were worked on it and the steps that led to its end. */
interface Told {
  readonly job: Row & {
    readonly id: string;
    readonly companyId: string;
    readonly reportedAt: Date;
  };
  readonly times: readonly Row[];
  readonly steps: readonly Step[];
}

class Teller {
  readonly #random: Random = seededRandom(SEED);
  readonly #office: Office;
  readonly #codes: ReadonlyMap<string, Code>;
  readonly #promises: Promises;
  /** Hours of technicians that are taken. */
  readonly #taken = new Set<string>();
  /** The latest repair of each container that was completed, and whether it may be repeated free. */
  readonly #repairs = new Map<
    string,
    { readonly id: string; readonly at: Date; isPaid: boolean }
  >();

  constructor(given: {
    readonly office: Office;
    readonly codes: ReadonlyMap<string, Code>;
    readonly promises: Promises;
  }) {
    this.#office = given.office;
    this.#codes = given.codes;
    this.#promises = given.promises;
  }

  keepFree(booked: Awaited<ReturnType<typeof appointmentsOf>>): void {
    for (const { technicianId, start, end } of booked) {
      const first = Math.floor(start.getTime() / HOUR_MS) * HOUR_MS;
      for (let at = first; at < end.getTime(); at += HOUR_MS) {
        this.#taken.add(`${technicianId} ${at}`);
      }
    }
  }

  tell(units: readonly Unit[], now: Date): readonly Told[] {
    const random = this.#random;
    const last = now.getTime() - ENDED_DAYS * DAY_MS;
    const reports = Array.from({ length: JOBS }, () => {
      const unit = random.pick(units);
      const [from, until] = [
        unit.since.getTime() + 3 * DAY_MS,
        Math.min(unit.until.getTime(), last),
      ];
      const day = bangkokDate(new Date(from + random.next() * Math.max(0, until - from)));
      const minutes = String(random.between(0, 59)).padStart(2, '0');
      const hour = String(random.between(1, 9)).padStart(2, '0');
      return { unit, at: new Date(`${day}T${hour}:${minutes}:00Z`) };
    });
    return reports
      .sort((one, other) => one.at.getTime() - other.at.getTime())
      .map(({ unit, at }) => this.#one(unit, at));
  }

  /** The next hour, on a working day, that a technician has free. */
  #visit(technicianId: string, after: Date): Date {
    let at = new Date(Math.ceil(after.getTime() / HOUR_MS) * HOUR_MS);
    const isOpen = () => at.getUTCHours() >= 2 && at.getUTCHours() <= 8 && at.getUTCDay() !== 0;
    while (!isOpen() || this.#taken.has(`${technicianId} ${at.getTime()}`)) {
      at = new Date(at.getTime() + HOUR_MS);
    }
    this.#taken.add(`${technicianId} ${at.getTime()}`);
    return at;
  }

  #code(short: string, unit: Unit): string | null {
    const code = this.#codes.get(short);
    return code && (code.typeId === null || code.typeId === unit.typeId) ? code.id : null;
  }

  #one(unit: Unit, reportedAt: Date): Told {
    const random = this.#random;
    const kind: JobKind = random.chance(0.72) ? 'repair' : 'maintenance';
    const isRepair = kind === 'repair';
    const [symptomCode, causeCode, actionCode, ...faultWords] = random.pick(FAULTS);
    const [symptom = '', workDone = ''] = isRepair ? faultWords : CARE;
    const priority = isRepair ? random.pick(PRIORITIES) : 'normal';
    const isDown = isRepair && random.chance(0.3);
    const caller = random.pick(CALLERS);
    const day = bangkokDate(reportedAt);
    const warranty = unit.warranties.find(({ first, last }) => first <= day && day <= last) ?? null;
    const byContract: JobCoverage = unit.saleStatus === 'leased' ? 'contract' : 'billable';
    const before = this.#repairs.get(unit.productId);
    const isAgain =
      isRepair &&
      warranty === null &&
      byContract === 'billable' &&
      before?.isPaid === true &&
      reportedAt > before.at &&
      reportedAt.getTime() - before.at.getTime() <= REPAIR_WARRANTY_DAYS * DAY_MS;
    const isGoodwill = !isAgain && warranty === null && random.chance(0.12);
    const coverage: JobCoverage =
      warranty !== null || isAgain ? 'warranty' : isGoodwill ? 'goodwill' : byContract;
    const technician = this.#office.idOf(random.pick(TECHNICIANS));
    const dispatcher = unit.dispatcherId;
    const reporter = isRepair ? this.#office.idOf('sales-officer') : dispatcher;
    const fate = random.next();
    const isGivenUp = fate < 0.06;
    const id = newId();
    const answeredAt = new Date(reportedAt.getTime() + random.between(10, 180) * 60_000);
    const start = this.#visit(
      technician,
      new Date(answeredAt.getTime() + random.between(2, 40) * HOUR_MS),
    );
    const isSecond = !isGivenUp && random.chance(0.12);
    const first = { start, end: new Date(start.getTime() + random.between(15, 55) * 60_000) };
    const again = isSecond
      ? this.#visit(technician, new Date(start.getTime() + random.between(1, 4) * DAY_MS))
      : null;
    const last = again ?? start;
    const resolvedAt =
      again === null ? first.end : new Date(again.getTime() + random.between(15, 50) * 60_000);
    const completedAt = new Date(resolvedAt.getTime() + random.between(1, 30) * HOUR_MS);
    const reportAt = new Date(completedAt.getTime() + random.between(1, 8) * HOUR_MS);
    const closedAt = new Date(reportAt.getTime() + random.between(1, 60) * HOUR_MS);
    const slaDueAt = isRepair ? this.#promises(priority, reportedAt) : null;
    const cancelledAt = new Date(answeredAt.getTime() + random.between(1, 5) * HOUR_MS);
    if (!isGivenUp && isRepair) {
      const isPaid = coverage === 'billable' || isAgain;
      this.#repairs.set(unit.productId, { id, at: completedAt, isPaid });
    }
    const endedAt = isGivenUp ? cancelledAt : closedAt;
    const reason = isGivenUp ? 'ลูกค้าแจ้งว่าใช้งานได้ตามปกติแล้ว' : null;
    const job = {
      id,
      companyId: unit.companyId,
      version: isGivenUp ? 3 : 7,
      status: isGivenUp ? 'cancelled' : 'closed',
      documentDate: day,
      statusReason: reason,
      approvedBy: dispatcher,
      approvedAt: answeredAt,
      createdAt: reportedAt,
      createdBy: reporter,
      updatedAt: endedAt,
      updatedBy: dispatcher,
      kind,
      productId: unit.productId,
      customerId: unit.customerId,
      contractId: unit.contractId,
      warrantyId: warranty?.id ?? null,
      place: unit.place,
      coverage,
      coverageReason: isGoodwill ? 'ดูแลลูกค้าประจำ' : null,
      priority,
      channel: random.pick(['phone', 'phone', 'line', 'app']),
      symptomCodeId: isRepair ? this.#code(symptomCode, unit) : null,
      symptom,
      isDown,
      reportedAt,
      reportedByName: caller,
      zoneId: unit.zoneId,
      teamId: unit.teamId,
      dispatcherId: dispatcher,
      technicianIds: [technician],
      workerIds: [technician],
      appointmentStart: last,
      appointmentEnd: new Date(last.getTime() + HOUR_MS),
      slaDueAt,
      isOverdue: !isGivenUp && slaDueAt !== null && resolvedAt > slaDueAt,
      startedAt: isGivenUp ? null : first.start,
      resolvedAt: isGivenUp ? null : resolvedAt,
      causeCodeId: isRepair && !isGivenUp ? this.#code(causeCode, unit) : null,
      actionCodeId: isRepair && !isGivenUp ? this.#code(actionCode, unit) : null,
      workDone: isGivenUp ? null : workDone,
      result: isGivenUp ? null : 'fixed',
      downtimeMinutes:
        isDown && !isGivenUp
          ? Math.floor((resolvedAt.getTime() - reportedAt.getTime()) / 60_000)
          : null,
      downtimeReason: isDown && !isGivenUp ? 'fault' : null,
      signedBy: isGivenUp ? null : caller,
      completedAt: isGivenUp ? null : completedAt,
      finalReport: isGivenUp ? null : workDone,
      closedAt: isGivenUp ? null : closedAt,
      repeatsId: isAgain ? (before?.id ?? null) : null,
      words: [unit.serialNumber, unit.name, symptom, caller].join(' '),
    };
    const begun: Step[] = [
      { at: reportedAt, by: reporter, action: 'create', from: null, to: 'reported' },
      {
        at: answeredAt,
        by: dispatcher,
        action: 'manager-response',
        from: 'reported',
        to: 'scheduled',
      },
    ];
    if (isGivenUp) {
      const end = { at: cancelledAt, by: dispatcher, action: 'cancel' };
      return { job, times: [], steps: [...begun, { ...end, from: 'scheduled', to: 'cancelled' }] };
    }
    const time = (startedAt: Date, endedAt: Date, pauseReason: string | null) => ({
      jobId: id,
      technicianId: technician,
      startedAt,
      endedAt,
      pauseReason,
    });
    return {
      job,
      times:
        again === null
          ? [time(first.start, resolvedAt, null)]
          : [time(first.start, first.end, 'access'), time(again, resolvedAt, null)],
      steps: [
        ...begun,
        { at: first.start, by: technician, action: 'start', from: 'scheduled', to: 'inProgress' },
        ...(again === null
          ? []
          : ([
              {
                at: first.end,
                by: technician,
                action: 'pause',
                from: 'inProgress',
                to: 'scheduled',
              },
              { at: again, by: technician, action: 'resume', from: 'scheduled', to: 'inProgress' },
            ] as const)),
        {
          at: resolvedAt,
          by: technician,
          action: 'technician-summary',
          from: 'inProgress',
          to: 'resolved',
        },
        { at: completedAt, by: dispatcher, action: 'complete', from: 'resolved', to: 'completed' },
        {
          at: reportAt,
          by: dispatcher,
          action: 'final-report',
          from: 'completed',
          to: 'completed',
        },
        { at: closedAt, by: dispatcher, action: 'close', from: 'completed', to: 'closed' },
      ],
    };
  }
}

/** Numbers of the jobs by company and month, after those that stand already. */
async function numbersFor(ctx: Ctx, told: readonly Told[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await ctx.pg.query<{ companyId: string; period: string; count: number }>(
    `select company_id as "companyId", period, last_no as count from document_sequences
     where doc_type = $1 for update`,
    [DOC_TYPE],
  );
  const counts = new Map(rows.map((row) => [`${row.companyId} ${row.period}`, row.count]));
  const numbers = new Map<string, string>();
  for (const { job } of told) {
    const period = bangkokDate(job.reportedAt).slice(2, 7).replace('-', '');
    const key = `${job.companyId} ${period}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    numbers.set(job.id, formatNumber({ prefix: DOC_TYPE, digits: 4 }, { period, count }));
  }
  const last = [...counts].map(([key, count]) => {
    const [companyId, period] = key.split(' ');
    return { companyId, period, count };
  });
  await ctx.pg.query(
    `insert into document_sequences (company_id, doc_type, period, last_no)
     select "companyId", $2, period, count
     from jsonb_to_recordset($1::jsonb) as r("companyId" uuid, period text, count int)
     on conflict (company_id, doc_type, period) do update set last_no = excluded.last_no`,
    [JSON.stringify(last), DOC_TYPE],
  );
  return numbers;
}

/** Writes jobs, hours, timeline and log, one statement each. */
async function writeJobs(ctx: Ctx, told: readonly Told[]): Promise<void> {
  const numbers = await numbersFor(ctx, told);
  const jobs = told.map(({ job }) => ({ ...job, documentNo: numbers.get(job.id) }));
  const insert = (text: string, rows: readonly Row[]) => ctx.pg.query(text, [JSON.stringify(rows)]);
  await insert(
    `insert into jobs (id, version, company_id, document_no, status, document_date, status_reason,
       approved_by, approved_at, created_at, created_by, updated_at, updated_by, kind, product_id,
       customer_id, contract_id, warranty_id, place, coverage, coverage_reason, priority, channel,
       symptom_code_id, symptom, is_down, reported_at, reported_by_name, zone_id, team_id, dispatcher_id,
       technician_ids, worker_ids, appointment_start, appointment_end, sla_due_at, is_overdue, started_at,
       resolved_at, cause_code_id, action_code_id, work_done, result, downtime_minutes, downtime_reason,
       signed_by, completed_at, final_report, closed_at, repeats_id, search_text)
     select id, version, "companyId", "documentNo", status, "documentDate", "statusReason",
       "approvedBy", "approvedAt", "createdAt", "createdBy", "updatedAt", "updatedBy", kind, "productId",
       "customerId", "contractId", "warrantyId", place, coverage, "coverageReason", priority, channel,
       "symptomCodeId", symptom, "isDown", "reportedAt", "reportedByName", "zoneId", "teamId", "dispatcherId",
       "technicianIds", "workerIds", "appointmentStart", "appointmentEnd", "slaDueAt", "isOverdue", "startedAt",
       "resolvedAt", "causeCodeId", "actionCodeId", "workDone", result, "downtimeMinutes", "downtimeReason",
       "signedBy", "completedAt", "finalReport", "closedAt", "repeatsId",
       fold_search(concat_ws(' ', "documentNo", words))
     from jsonb_to_recordset($1::jsonb) as r(id uuid, version int, "companyId" uuid, "documentNo" text,
       status text, "documentDate" date, "statusReason" text, "approvedBy" uuid, "approvedAt" timestamptz,
       "createdAt" timestamptz, "createdBy" uuid, "updatedAt" timestamptz, "updatedBy" uuid, kind text,
       "productId" uuid, "customerId" uuid, "contractId" uuid, "warrantyId" uuid, place text, coverage text,
       "coverageReason" text, priority text, channel text, "symptomCodeId" uuid, symptom text,
       "isDown" boolean, "reportedAt" timestamptz, "reportedByName" text, "zoneId" uuid, "teamId" uuid,
       "dispatcherId" uuid, "technicianIds" uuid[], "workerIds" uuid[], "appointmentStart" timestamptz,
       "appointmentEnd" timestamptz, "slaDueAt" timestamptz, "isOverdue" boolean, "startedAt" timestamptz,
       "resolvedAt" timestamptz, "causeCodeId" uuid, "actionCodeId" uuid, "workDone" text, result text,
       "downtimeMinutes" int, "downtimeReason" text, "signedBy" text, "completedAt" timestamptz,
       "finalReport" text, "closedAt" timestamptz, "repeatsId" uuid, words text)`,
    jobs,
  );
  await insert(
    `insert into job_times (job_id, technician_id, started_at, ended_at, pause_reason)
     select "jobId", "technicianId", "startedAt", "endedAt", "pauseReason"
     from jsonb_to_recordset($1::jsonb) as r("jobId" uuid, "technicianId" uuid, "startedAt" timestamptz,
       "endedAt" timestamptz, "pauseReason" text)`,
    told.flatMap(({ times }) => times),
  );
  // The log is sealed as a chain: its entries keep the order of what happened.
  const steps = told
    .flatMap(({ job, steps: all }) =>
      all.map((step) => ({
        ...step,
        jobId: job.id,
        companyId: job.companyId,
        label: numbers.get(job.id),
      })),
    )
    .sort((one, other) => one.at.getTime() - other.at.getTime());
  await insert(
    `with told as (
       select * from jsonb_to_recordset($1::jsonb) as r(at timestamptz, by uuid, action text, "from" text,
         "to" text, "jobId" uuid, "companyId" uuid, label text)
     ), timeline as (
       insert into history (subject_type, subject_id, at, by_user_id, action, from_status, to_status)
       select 'jobs', "jobId", at, by, action, "from", "to" from told
     ), log as (
       insert into activity_logs (at, user_id, company_id, action, subject, subject_id, before, after, subject_label)
       select at, by, "companyId", action, 'jobs', "jobId",
         case when "from" is not null then jsonb_build_object('status', "from") end,
         jsonb_build_object('status', "to"), label
       from told returning id
     )
     insert into activity_unsealed (log_id) select id from log`,
    steps,
  );
}
