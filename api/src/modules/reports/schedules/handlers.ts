import {
  type ActivityAction,
  MAX_SCHEDULES,
  type PAUSE_REASONS,
  type ReportEndpoint,
  type ReportSchedule,
} from '@boxyard/shared/contract';
import { onlyReads, startOfBangkokDay } from '@boxyard/shared/domain';
import { nextTime, type Recurrence } from '@boxyard/shared/domain/values/recurrence.ts';
import { sql } from 'kysely';
import {
  type Ctx,
  conflict,
  created,
  expectVersion,
  exportableList,
  type Family,
  folded,
  forbidden,
  type HandlersOf,
  type Input,
  listOf,
  notFound,
  record,
  refuseFaults,
  today,
  updated,
  worksWith,
} from '../../../kernel/index.ts';
import { reportTitle } from '../words.ts';
import { refusalsOf } from './receivers.ts';
import { startRun } from './run.ts';
import { viewOf } from './view.ts';

type Body = Omit<Input<'reportSchedules.update'>['body'], 'version'>;

/** People offered at once; a search finds the others. */
const MOST_OFFERED = 20;

/** A person who only looks at the business sends nothing to others. */
function refuseReaders({ actor }: Ctx): void {
  if (onlyReads(actor.grants)) throw forbidden();
}

/** The report that a body names, for somebody who may take it away. */
function exportableReport({ actor }: Ctx, name: string): ReportEndpoint {
  const endpoint = listOf(name);
  if (endpoint === undefined || !('report' in endpoint)) {
    refuseFaults([{ field: 'report', code: 'UNKNOWN_VALUE', params: { value: name } }]);
  }
  return exportableList(actor, name, 'report') as ReportEndpoint;
}

/** One's own schedule, locked, or 404. */
async function ownSchedule(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('reportSchedules')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', ctx.actor.userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** The day that goes with how often it is sent, and no other. */
function timingOf({ every, weekday, monthDay, hour }: Body): Recurrence {
  refuseFaults([
    ...(every === 'week' && weekday === null ? [{ field: 'weekday', code: 'REQUIRED' }] : []),
    ...(every === 'month' && monthDay === null ? [{ field: 'monthDay', code: 'REQUIRED' }] : []),
  ]);
  return {
    every,
    weekday: every === 'week' ? weekday : null,
    monthDay: every === 'month' ? monthDay : null,
    hour,
  };
}

/** Checks a body: its view is the caller's or shared with them, its receivers are colleagues. */
async function contentOf(
  ctx: Ctx,
  {
    report,
    body,
    earlier = [],
  }: {
    readonly report: string;
    readonly body: Body;
    /** Receivers that it has already: they may have left since. */
    readonly earlier?: readonly string[];
  },
) {
  const timing = timingOf(body);
  const view =
    body.viewId === null
      ? null
      : await viewOf(ctx, { id: body.viewId, report, userId: ctx.actor.userId });
  const receiverIds = [...new Set(body.receiverIds)];
  const colleagues = await ctx.db
    .selectFrom('users as u')
    .where(worksWith(ctx.actor, 'u'))
    .where(sql<boolean>`u.id = any(${receiverIds}::uuid[])`)
    .where('u.status', '=', 'active')
    .select('u.id')
    .execute();
  const known = new Set([...earlier, ...colleagues.map(({ id }) => id)]);
  refuseFaults([
    ...(body.viewId !== null && view === null ? [{ field: 'viewId', code: 'UNKNOWN_ID' }] : []),
    ...receiverIds.flatMap((id, index) =>
      known.has(id) ? [] : [{ field: `receiverIds[${index}]`, code: 'UNKNOWN_ID' }],
    ),
  ]);
  const { period, format, sendsEmpty } = body;
  const row = {
    ...timing,
    viewId: view?.id ?? null,
    query: view?.query ?? body.query,
    period,
    format,
    sendsEmpty,
    nextAt: nextTime(timing, ctx.clock.now()),
  };
  return { row, receiverIds };
}

type Kept = Pick<
  Awaited<ReturnType<typeof ownSchedule>>,
  | 'report'
  | 'viewId'
  | 'query'
  | 'period'
  | 'every'
  | 'weekday'
  | 'monthDay'
  | 'hour'
  | 'format'
  | 'sendsEmpty'
  | 'isActive'
>;

/** Values of a schedule for the activity log: it tells who has let figures leave, to whom and how often. */
const loggedSchedule = (row: Kept, receiverIds: readonly string[]) => ({
  report: reportTitle(slugOf(row.report)).en,
  receiverIds: [...receiverIds].sort(),
  viewId: row.viewId,
  query: row.query,
  sentPeriod: row.period,
  every: row.every,
  weekday: row.weekday,
  monthDay: row.monthDay,
  hour: row.hour,
  format: row.format,
  sendsEmpty: row.sendsEmpty,
  isActive: row.isActive,
});

interface LoggedChange {
  readonly id: string;
  readonly report: string;
  readonly action: ActivityAction;
  readonly before?: ReturnType<typeof loggedSchedule> | null;
  readonly after?: ReturnType<typeof loggedSchedule> | null;
}

/** One entry of the activity log; a schedule is its owner's alone and has no timeline. */
const recordSchedule = (ctx: Ctx, { id, report, action, before, after }: LoggedChange) =>
  record(ctx, {
    subject: 'reportSchedules',
    subjectId: id,
    label: reportTitle(slugOf(report)).en,
    action,
    before: before ?? null,
    after: after ?? null,
    timeline: false,
  });

/** Last runs of schedules with what each did for every receiver. */
async function lastRuns(ctx: Ctx, ids: readonly string[]) {
  const { rows } = await sql<{
    readonly id: string;
    readonly scheduleId: string;
    readonly dueAt: Date;
    readonly isByHand: boolean;
    readonly missed: number;
  }>`select distinct on (schedule_id) id, schedule_id, due_at, is_by_hand, missed
    from report_runs where schedule_id = any(${ids}::uuid[])
    order by schedule_id, created_at desc, id desc`.execute(ctx.db);
  const deliveries = await ctx.db
    .selectFrom('reportRunReceivers as d')
    .innerJoin('users as u', 'u.id', 'd.userId')
    .leftJoin('mails as m', 'm.id', 'd.mailId')
    .where(sql<boolean>`d.run_id = any(${rows.map(({ id }) => id)}::uuid[])`)
    .orderBy('u.fullName')
    .select(['d.runId', 'd.userId', 'u.fullName', 'd.result', 'd.lines', 'm.status'])
    .execute();
  return new Map(
    rows.map(({ scheduleId, ...run }) => [
      scheduleId,
      {
        ...run,
        deliveries: deliveries
          .filter(({ runId }) => runId === run.id)
          .map(({ userId, fullName, result, lines, status }) => ({
            user: { id: userId, name: fullName },
            result: result as NonNullable<
              ReportSchedule['lastRun']
            >['deliveries'][number]['result'],
            lines,
            mail: status,
          })),
      },
    ]),
  );
}

const slugOf = (report: string): string => (listOf(report) as ReportEndpoint).report.slug;

/** Times a day that a report is sent by hand: each is a mail to every receiver. */
const MOST_BY_HAND = 5;

async function ownSchedules(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom('reportSchedules as s')
    .leftJoin('savedViews as v', 'v.id', 's.viewId')
    .where('s.userId', '=', ctx.actor.userId)
    .orderBy('s.createdAt')
    .orderBy('s.id')
    .selectAll('s')
    .select('v.name as viewName')
    .execute();
  const ids = rows.map(({ id }) => id);
  const [runs, receivers] = await Promise.all([
    lastRuns(ctx, ids),
    ctx.db
      .selectFrom('reportScheduleReceivers as r')
      .innerJoin('users as u', 'u.id', 'r.userId')
      .where(sql<boolean>`r.schedule_id = any(${ids}::uuid[])`)
      .orderBy('u.fullName')
      .select(['r.scheduleId', 'r.userId', 'u.fullName', 'r.stoppedAt'])
      .execute(),
  ]);
  return Promise.all(
    rows.map(async (row) => {
      const own = receivers.filter(({ scheduleId }) => scheduleId === row.id);
      const refusals = await refusalsOf(ctx, ctx.actor, {
        report: row.report,
        userIds: own.map(({ userId }) => userId),
      });
      // The name of a view that is shared no longer is its owner's matter.
      const view =
        row.viewId === null
          ? null
          : await viewOf(ctx, { id: row.viewId, report: row.report, userId: ctx.actor.userId });
      return {
        ...row,
        viewName: view === null ? null : row.viewName,
        slug: slugOf(row.report),
        title: reportTitle(slugOf(row.report)),
        pauseReason: row.pauseReason as (typeof PAUSE_REASONS)[number] | null,
        nextAt: row.isActive ? row.nextAt : null,
        receivers: own.map(({ userId, fullName, stoppedAt }) => ({
          id: userId,
          name: fullName,
          refusal: refusals.get(userId) ?? null,
          isStopped: stoppedAt !== null,
        })),
        lastRun: runs.get(row.id) ?? null,
      };
    }),
  );
}

async function receivedSchedules(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom('reportScheduleReceivers as r')
    .innerJoin('reportSchedules as s', 's.id', 'r.scheduleId')
    .innerJoin('users as u', 'u.id', 's.userId')
    .where('r.userId', '=', ctx.actor.userId)
    .where('s.userId', '!=', ctx.actor.userId)
    .orderBy('s.createdAt')
    .orderBy('s.id')
    .select([
      's.id',
      's.report',
      's.every',
      's.weekday',
      's.monthDay',
      's.hour',
      's.isActive',
      's.nextAt',
      'r.stoppedAt',
      's.userId',
      'u.fullName',
    ])
    .execute();
  return rows.map(({ report, userId, fullName, stoppedAt, isActive, nextAt, ...row }) => ({
    ...row,
    slug: slugOf(report),
    title: reportTitle(slugOf(report)),
    owner: { id: userId, name: fullName },
    nextAt: isActive ? nextAt : null,
    isStopped: stoppedAt !== null,
  }));
}

/** Reports by e-mail: schedules of one's own, and those that others send one (ADR 0100). */
export const reportScheduleHandlers: HandlersOf<Family<'reportSchedules'>> = {
  'reportSchedules.list': async (ctx) => {
    const [own, received] = await Promise.all([ownSchedules(ctx), receivedSchedules(ctx)]);
    return { data: { own, received } };
  },

  'reportSchedules.receivers': async (ctx, { query }) => {
    refuseReaders(ctx);
    const { report = '', search, ids = '' } = query ?? {};
    exportableReport(ctx, report);
    const chosen = ids.split(',').filter((id) => /^[0-9a-f-]{36}$/i.test(id));
    const people = ctx.db
      .selectFrom('users as u')
      .where(worksWith(ctx.actor, 'u'))
      .orderBy('u.fullName')
      .orderBy('u.id')
      .select(['u.id', 'u.fullName']);
    const [offered, named] = await Promise.all([
      (search ? people.where(folded('u.search_text', search)) : people)
        .where('u.status', '=', 'active')
        .limit(MOST_OFFERED)
        .execute(),
      chosen.length === 0
        ? []
        : people.where(sql<boolean>`u.id = any(${chosen}::uuid[])`).execute(),
    ]);
    const all = [...named, ...offered.filter(({ id }) => !chosen.includes(id))];
    const userIds = all.map(({ id }) => id);
    const refusals = await refusalsOf(ctx, ctx.actor, { report, userIds });
    return {
      data: {
        people: all.map(({ id, fullName }) => ({
          id,
          name: fullName,
          refusal: refusals.get(id) ?? null,
        })),
      },
    };
  },

  'reportSchedules.create': async (ctx, { body }) => {
    refuseReaders(ctx);
    exportableReport(ctx, body.report);
    // One after another, so that many at once do not pass the limit together.
    await sql`select pg_advisory_xact_lock(hashtextextended('schedules/' || ${ctx.actor.userId}::text, 0))`.execute(
      ctx.db,
    );
    const { count } = await ctx.db
      .selectFrom('reportSchedules')
      .where('userId', '=', ctx.actor.userId)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_SCHEDULES) throw conflict('SCHEDULES_FULL', { limit: MAX_SCHEDULES });
    const { row, receiverIds } = await contentOf(ctx, { report: body.report, body });
    const data = await ctx.db
      .insertInto('reportSchedules')
      .values({
        ...created(ctx),
        ...row,
        userId: ctx.actor.userId,
        report: body.report,
        pauseReason: null,
      })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow();
    await setReceivers(ctx, data.id, receiverIds);
    await recordSchedule(ctx, {
      id: data.id,
      report: body.report,
      action: 'create',
      after: loggedSchedule({ ...row, report: body.report, isActive: true }, receiverIds),
    });
    return { data };
  },

  'reportSchedules.update': async (ctx, { params, body }) => {
    refuseReaders(ctx);
    const before = await ownSchedule(ctx, params.id);
    exportableReport(ctx, before.report);
    expectVersion(before, body.version);
    const has = await receiversOf(ctx, before.id);
    const { row, receiverIds } = await contentOf(ctx, {
      report: before.report,
      body,
      earlier: has,
    });
    const version = before.version + 1;
    await ctx.db
      .updateTable('reportSchedules')
      .set({ ...row, version, ...updated(ctx) })
      .where('id', '=', before.id)
      .execute();
    await setReceivers(ctx, before.id, receiverIds);
    await recordSchedule(ctx, {
      id: before.id,
      report: before.report,
      action: 'update',
      before: loggedSchedule(before, has),
      after: loggedSchedule({ ...before, ...row }, receiverIds),
    });
    return { data: { id: before.id, version } };
  },

  'reportSchedules.pause': async (ctx, { params, body }) => {
    refuseReaders(ctx);
    const before = await ownSchedule(ctx, params.id);
    expectVersion(before, body.version);
    if (body.isActive) exportableReport(ctx, before.report);
    const version = before.version + 1;
    await ctx.db
      .updateTable('reportSchedules')
      .set({
        isActive: body.isActive,
        pauseReason: null,
        // Times that passed during the pause are left out.
        ...(body.isActive ? { nextAt: nextTime(before, ctx.clock.now()) } : {}),
        version,
        ...updated(ctx),
      })
      .where('id', '=', before.id)
      .execute();
    const receiverIds = await receiversOf(ctx, before.id);
    await recordSchedule(ctx, {
      id: before.id,
      report: before.report,
      action: body.isActive ? 'resume' : 'pause',
      before: loggedSchedule(before, receiverIds),
      after: loggedSchedule({ ...before, isActive: body.isActive }, receiverIds),
    });
    return { data: { id: before.id, version } };
  },

  'reportSchedules.send': async (ctx, { params }) => {
    refuseReaders(ctx);
    const schedule = await ownSchedule(ctx, params.id);
    exportableReport(ctx, schedule.report);
    const { rows } = await sql`select 1 from report_runs r
      join report_run_receivers d on d.run_id = r.id and d.result = 'waiting'
      where r.schedule_id = ${schedule.id} limit 1`.execute(ctx.db);
    if (rows.length > 0) throw conflict('RUN_UNDER_WAY');
    const { count } = await ctx.db
      .selectFrom('reportRuns')
      .where('scheduleId', '=', schedule.id)
      .where('isByHand', '=', true)
      .where('dueAt', '>=', startOfBangkokDay(today(ctx.clock)))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_BY_HAND) throw conflict('SENT_OFTEN', { max: MOST_BY_HAND });
    await startRun(ctx, schedule, { dueAt: ctx.clock.now(), isByHand: true, missed: 0 });
    await recordSchedule(ctx, {
      id: schedule.id,
      report: schedule.report,
      action: 'send-report',
      after: loggedSchedule(schedule, await receiversOf(ctx, schedule.id)),
    });
    return { data: { id: schedule.id } };
  },

  'reportSchedules.stop': async (ctx, { params, body }) => {
    const changed = await ctx.db
      .updateTable('reportScheduleReceivers')
      .set({ stoppedAt: body.isStopped ? ctx.clock.now() : null })
      .where('scheduleId', '=', params.id)
      .where('userId', '=', ctx.actor.userId)
      .returning('scheduleId')
      .executeTakeFirst();
    if (!changed) throw notFound();
    return { data: { id: params.id } };
  },

  'reportSchedules.delete': async (ctx, { params }) => {
    refuseReaders(ctx);
    const schedule = await ownSchedule(ctx, params.id);
    const receiverIds = await receiversOf(ctx, schedule.id);
    await ctx.db.deleteFrom('reportSchedules').where('id', '=', schedule.id).execute();
    await recordSchedule(ctx, {
      id: schedule.id,
      report: schedule.report,
      action: 'delete',
      before: loggedSchedule(schedule, receiverIds),
    });
    return { data: {} };
  },
};

async function receiversOf(ctx: Ctx, scheduleId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('reportScheduleReceivers')
    .where('scheduleId', '=', scheduleId)
    .select('userId')
    .execute();
  return rows.map(({ userId }) => userId);
}

/** These receive it from now on; who has stopped it stays so. */
async function setReceivers(ctx: Ctx, scheduleId: string, userIds: readonly string[]) {
  await ctx.db
    .deleteFrom('reportScheduleReceivers')
    .where('scheduleId', '=', scheduleId)
    .where(sql<boolean>`user_id <> all(${userIds}::uuid[])`)
    .execute();
  await ctx.db
    .insertInto('reportScheduleReceivers')
    .values(userIds.map((userId) => ({ scheduleId, userId, stoppedAt: null })))
    .onConflict((clash) => clash.doNothing())
    .execute();
}
