import type { Readable } from 'node:stream';
import type { DELIVERY_RESULTS, ReportEndpoint, ReportSummary } from '@boxyard/shared/contract';
import { bangkokDate, onlyReads } from '@boxyard/shared/domain';
import {
  daysOf,
  lastTime,
  nextTime,
  type Period,
  type Recurrence,
  timesBetween,
} from '@boxyard/shared/domain/values/recurrence.ts';
import { sql } from 'kysely';
import {
  type Actor,
  type App,
  AppError,
  actorsOf,
  type ContractName,
  type Ctx,
  exportRefusal,
  type FileResult,
  type Locale,
  listOf,
  notify,
  queueMail,
  SYSTEM,
  viewQueryFor,
} from '../../../kernel/index.ts';
import { reportTitle } from '../words.ts';
import { mailTexts } from './mailTexts.ts';
import { namesOf, type Refusal, refusalOf } from './receivers.ts';
import { viewOf } from './view.ts';

type DeliveryResult = (typeof DELIVERY_RESULTS)[number];

/** Largest file that goes along; mail servers refuse more. Tests make it smaller. */
export const ATTACHMENT = { most: 10 * 1024 * 1024 };

interface Schedule extends Recurrence {
  readonly id: string;
  readonly userId: string;
  readonly report: string;
}

interface Run {
  readonly dueAt: Date;
  readonly isByHand: boolean;
  readonly missed: number;
}

/**
 * Begins a run: one job for each receiver, so that what fails for one is tried again for that one alone. A time that
 * was begun before, by whichever server, is not begun again.
 */
export async function startRun(ctx: Ctx, schedule: Schedule, run: Run): Promise<void> {
  const row = await ctx.db
    .insertInto('reportRuns')
    .values({ scheduleId: schedule.id, ...run, createdAt: ctx.clock.now() })
    .onConflict((clash) =>
      clash.columns(['scheduleId', 'dueAt']).where(sql<boolean>`not is_by_hand`).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!row) return;
  const receivers = await ctx.db
    .selectFrom('reportScheduleReceivers')
    .where('scheduleId', '=', schedule.id)
    .orderBy('userId')
    .select(['userId', 'stoppedAt'])
    .execute();
  for (const { userId, stoppedAt } of receivers) {
    const result: DeliveryResult = stoppedAt === null ? 'waiting' : 'stopped';
    await ctx.db
      .insertInto('reportRunReceivers')
      .values({ runId: row.id, userId, result, lines: null, mailId: null })
      .execute();
    if (stoppedAt === null) await ctx.app.addJob('mailReport', { runId: row.id, userId }, { ctx });
  }
}

/** Why a schedule has to stand still: its owner's account is not active, or may not take the report away any more. */
async function pauseReasonOf(ctx: Ctx, { userId, report }: Schedule) {
  const [owner] = await actorsOf(ctx.pg, [userId]);
  if (owner === undefined) return 'owner';
  return onlyReads(owner.grants) || exportRefusal(owner, report) !== null ? 'export' : null;
}

/** Begins what is due of one schedule, unless another server has. */
async function startDue(ctx: Ctx, id: string): Promise<void> {
  const now = ctx.clock.now();
  const schedule = await ctx.db
    .selectFrom('reportSchedules')
    .selectAll()
    .where('id', '=', id)
    .where('isActive', '=', true)
    .where('nextAt', '<=', now)
    .forUpdate()
    .executeTakeFirst();
  if (!schedule) return;
  const pauseReason = await pauseReasonOf(ctx, schedule);
  if (pauseReason !== null) {
    await ctx.db
      .updateTable('reportSchedules')
      .set({ isActive: false, pauseReason, version: schedule.version + 1, updatedAt: now })
      .where('id', '=', id)
      .execute();
    await tellPaused(ctx, schedule);
    return;
  }
  // After a standstill the last time alone is made up for; the run says how many were left out.
  const dueAt = lastTime(schedule, now);
  const missed = timesBetween(schedule, schedule.nextAt, dueAt);
  await startRun(ctx, schedule, { dueAt, isByHand: false, missed });
  await ctx.db
    .updateTable('reportSchedules')
    .set({ nextAt: nextTime(schedule, now) })
    .where('id', '=', id)
    .execute();
}

/** Receivers learn that a report comes no more, and may set up their own. */
async function tellPaused(ctx: Ctx, { id, report, userId }: Schedule): Promise<void> {
  const receivers = await ctx.db
    .selectFrom('reportScheduleReceivers')
    .where('scheduleId', '=', id)
    .where('stoppedAt', 'is', null)
    .select('userId')
    .execute();
  const { slug } = (listOf(report) as ReportEndpoint).report;
  const title = reportTitle(slug);
  const name = (await namesOf(ctx, [userId])).get(userId) ?? '';
  await notify(
    ctx,
    receivers.map((receiver) => receiver.userId),
    {
      category: 'message',
      type: 'warning',
      title: {
        en: `${title.en} is no longer sent`,
        th: `หยุดส่ง${title.th}แล้ว`,
      },
      description: {
        en: `${name}, who had it sent, may not export it any more. Set up a schedule of your own on its page.`,
        th: `${name} ผู้ตั้งค่าการส่ง ไม่มีสิทธิ์ส่งออกรายงานนี้แล้ว ตั้งค่าการส่งของคุณเองได้ที่หน้ารายงาน`,
      },
      action: `/report-management/${slug}`,
      dedupeKey: `report-schedule:${id}:${bangkokDate(ctx.clock.now())}`,
    },
  );
}

/** Job: begins the runs whose time has come. */
export async function mailReports(app: App): Promise<void> {
  const due = await app.db
    .selectFrom('reportSchedules')
    .where('isActive', '=', true)
    .where('nextAt', '<=', app.clock.now())
    .orderBy('nextAt')
    .select('id')
    .execute();
  const failures: unknown[] = [];
  for (const { id } of due) {
    await app
      .transaction({ actor: SYSTEM }, (ctx) => startDue(ctx, id))
      .catch((error: unknown) => {
        app.log.error({ err: error, schedule: id }, 'report schedule');
        failures.push(error);
      });
  }
  if (failures.length > 0) throw new AggregateError(failures, 'report schedules failed');
}

/** Key of one receiver's mail in one run. */
interface Delivery {
  readonly runId: string;
  readonly userId: string;
}

const deliveryOf = (app: App, { runId, userId }: Delivery) =>
  app.db
    .selectFrom('reportRunReceivers as d')
    .innerJoin('reportRuns as r', 'r.id', 'd.runId')
    .innerJoin('reportSchedules as s', 's.id', 'r.scheduleId')
    .innerJoin('users as u', 'u.id', 'd.userId')
    .innerJoin('users as o', 'o.id', 's.userId')
    .where('d.runId', '=', runId)
    .where('d.userId', '=', userId)
    .where('d.result', '=', 'waiting')
    .select([
      's.report',
      's.viewId',
      's.query',
      's.period',
      's.format',
      's.sendsEmpty',
      's.userId as ownerId',
      'o.fullName as ownerName',
      'r.dueAt',
      'r.missed',
      'u.email',
      'u.locale',
      'u.fullName',
    ])
    .executeTakeFirst();

type Waiting = NonNullable<Awaited<ReturnType<typeof deliveryOf>>>;

/** Job: makes the report of one receiver with that receiver's rights, and queues the mail. */
export async function mailReport(app: App, delivery: Delivery): Promise<void> {
  const waiting = await deliveryOf(app, delivery);
  if (!waiting) return;
  const [receiver] = await actorsOf(app.pg, [delivery.userId]);
  // The sender's companies count, whether or not they are still there.
  const refusal = refusalOf(await app.actorOf(waiting.ownerId), receiver, waiting.report);
  const made = refusal !== null || !receiver ? refusal : await contentFor(app, waiting, receiver);
  await finish(app, { delivery, waiting, made });
}

interface Made {
  readonly lines: number;
  readonly days: readonly [string, string] | null;
  /** Query of the report's page, as this receiver may open it. */
  readonly search: string;
  /** null: too large. */
  readonly file: { readonly fileName: string; readonly file: Buffer } | null;
}

/** Report and file as the receiver's own calls answer them. */
async function contentFor(
  app: App,
  waiting: Waiting,
  actor: Actor,
): Promise<Made | Refusal | 'empty' | 'failed'> {
  const { report: name, period, format, sendsEmpty, locale, dueAt } = waiting;
  const endpoint = listOf(name) as ReportEndpoint;
  const view =
    waiting.viewId === null
      ? null
      : await viewOf(app, { id: waiting.viewId, report: name, userId: waiting.ownerId });
  const params = new URLSearchParams(
    viewQueryFor(endpoint, actor.grants, view?.query ?? waiting.query),
  );
  const days = daysOf(period as Period, bangkokDate(dueAt));
  for (const key of ['startDate', 'endDate']) params.delete(key);
  if (days) {
    params.set('startDate', days[0]);
    params.set('endDate', days[1]);
  }
  const search = params.toString();
  const columns = params.get('cols')?.split(',');
  for (const key of ['cols', 'show', 'by', 'compare']) params.delete(key);
  const query = Object.fromEntries(params);
  const caller = { actor, locale, isJob: true } as const;
  try {
    // The receiver is told of everything that was written before.
    await app.caughtUp();
    const listed = (await app.call(
      caller,
      name as ContractName,
      { query } as never,
    )) as unknown as {
      readonly meta: { readonly summary: ReportSummary };
    };
    const { lines } = listed.meta.summary;
    if (lines === 0 && !sendsEmpty) return 'empty';
    const asked = { ...query, format, ...(columns ? { columns: columns.join() } : {}) };
    const answer = (await app.call(
      caller,
      name as ContractName,
      {
        query: asked,
      } as never,
    )) as unknown as FileResult;
    const file = await bufferOf(answer.file);
    return { lines, days, search, file: file && { fileName: answer.fileName, file } };
  } catch (error) {
    // A refusal will be one the next time, too; anything else is tried again by the queue.
    if (!(error instanceof AppError) || error.statusCode >= 500) throw error;
    app.log.warn({ err: error, report: name }, 'a report could not be mailed');
    return 'failed';
  }
}

/** A file as one piece; null where it is too large to be mailed. */
async function bufferOf(file: Readable | Buffer): Promise<Buffer | null> {
  if (Buffer.isBuffer(file)) return file.length > ATTACHMENT.most ? null : file;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of file) {
    size += (part as Buffer).length;
    // Leaving the loop ends the stream and its cursor.
    if (size > ATTACHMENT.most) return null;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

/** Queues the mail and writes down what became of it, in one transaction and once. */
async function finish(
  app: App,
  {
    delivery: { runId, userId },
    waiting,
    made,
  }: {
    readonly delivery: Delivery;
    readonly waiting: Waiting;
    readonly made: Made | Refusal | 'empty' | 'failed' | null;
  },
): Promise<void> {
  const locale = waiting.locale as Locale;
  await app.transaction({ actor: SYSTEM, locale }, async (ctx) => {
    const still = await ctx.db
      .selectFrom('reportRunReceivers')
      .where('runId', '=', runId)
      .where('userId', '=', userId)
      .where('result', '=', 'waiting')
      .select('runId')
      .forUpdate()
      .executeTakeFirst();
    if (!still || made === null) return;
    const set = async (values: {
      readonly result: DeliveryResult;
      readonly lines?: number;
      readonly mailId?: string | null;
    }) => {
      await ctx.db
        .updateTable('reportRunReceivers')
        .set(values)
        .where('runId', '=', runId)
        .where('userId', '=', userId)
        .execute();
    };
    if (typeof made === 'string') {
      await set({ result: made, ...(made === 'empty' ? { lines: 0 } : {}) });
      return;
    }
    const { lines, days, search, file } = made;
    const { slug } = (listOf(waiting.report) as ReportEndpoint).report;
    const page = `${app.config.publicUrl}/report-management/${slug}?${search || 'show=all'}`;
    const { subject, text } = mailTexts(locale, {
      title: reportTitle(slug),
      name: waiting.fullName,
      sender: waiting.ownerName,
      days,
      lines,
      missed: waiting.missed,
      hasFile: file !== null,
      reportUrl: page,
      schedulesUrl: `${page}&mailing=mine`,
    });
    const mailId = await queueMail(
      ctx,
      {
        hasSecret: false,
        to: waiting.email,
        subject,
        text,
        ...(file ? { attachment: { ...file, isForgotten: true as const } } : {}),
      },
      `report:${runId}:${userId}`,
    );
    await set({ result: file ? 'sent' : 'tooLarge', lines, mailId });
  });
}
