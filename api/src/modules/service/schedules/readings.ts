import { isMeterUnit, type MeterUnit } from '@boxyard/shared/domain/service/schedules.ts';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import {
  anyId,
  authorId,
  type Ctx,
  created,
  expectVersion,
  type Family,
  type FieldFault,
  type HandlersOf,
  type Happening,
  type Input,
  inScope,
  notFound,
  record,
  refuseFaults,
  updated,
} from '../../../kernel/index.ts';
import { hiddenDocuments, loadRefs } from '../../../workflow/index.ts';
import { products } from '../../containers/index.ts';
import { lockSchedule, planByCounter } from './planning.ts';
import type { ScheduleRow } from './type.ts';

type Container = NonNullable<Awaited<ReturnType<typeof products.type.load>>>;

/** Query families that show something of a counter. */
const READING_TOUCHES = ['meterReadings', 'pmSchedules', 'pmOccurrences'];
/** Readings that one answer holds. */
const SHOWN = 100;

/** Last reading of a counter; null where it was never read. */
async function lastReading(ctx: Ctx, productId: string, kind: MeterUnit): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('meterReadings')
    .where('productId', '=', productId)
    .where('kind', '=', kind)
    .orderBy('readAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .select('value')
    .executeTakeFirst();
  return row?.value ?? null;
}

interface NewReading {
  readonly productId: string;
  readonly kind: MeterUnit;
  readonly value: number;
  readonly jobId: string | null;
  readonly replacedReason: string | null;
}

/** Two readings of a container at the same moment wait for each other. */
const lockCounters = (ctx: Ctx, productId: string) =>
  ctx.db.selectFrom('products').where('id', '=', productId).select('id').forUpdate().execute();

/** Writes a reading; one below the last is refused unless the counter was replaced. */
async function addReading(ctx: Ctx, field: string, reading: NewReading): Promise<void> {
  await lockCounters(ctx, reading.productId);
  const last = await lastReading(ctx, reading.productId, reading.kind);
  const isBelow = last !== null && reading.value < last && !reading.replacedReason;
  refuseFaults(isBelow ? [{ field, code: 'BELOW_LAST', params: { last } } as FieldFault] : []);
  await ctx.db
    .insertInto('meterReadings')
    .values({ ...reading, readAt: ctx.clock.now(), ...created(ctx) })
    .execute();
}

/** Writes into the log of a container what somebody did with one of its counters. */
const logReading = (
  ctx: Ctx,
  { id, companyId, serialNumber }: Container,
  happening: Pick<Happening, 'action' | 'reason' | 'diff'>,
): Promise<void> =>
  record(ctx, {
    subject: products.type.subject,
    subjectId: id,
    companyId,
    label: serialNumber,
    // Readings have a list of their own.
    timeline: false,
    touches: READING_TOUCHES,
    ...happening,
  });

/** The meter of a technician's summary is a reading of what the schedule of the job counts. */
export async function readMeter(
  ctx: Ctx,
  job: { readonly id: string; readonly productId: string; readonly occurrenceId: string | null },
  value: number,
): Promise<void> {
  const schedule =
    job.occurrenceId === null
      ? undefined
      : await ctx.db
          .selectFrom('pmOccurrences as o')
          .innerJoin('pmSchedules as s', 's.id', 'o.scheduleId')
          .where('o.id', '=', job.occurrenceId)
          .select('s.unit')
          .executeTakeFirst();
  await addReading(ctx, 'meter', {
    productId: job.productId,
    kind: schedule && isMeterUnit(schedule.unit) ? schedule.unit : 'transactions',
    value,
    jobId: job.id,
    replacedReason: null,
  });
}

/** The container, or 404 where this person does not see it. */
async function expectContainer(ctx: Ctx, id: string): Promise<Container> {
  const product = await products.type.load(ctx, id, { lock: false });
  if (!product || !inScope(ctx.actor, products.type.scope(product))) throw notFound();
  return product;
}

/** Values that a reading lies between: the one before it, and the one after it of the same counter. */
async function neighboursOf(ctx: Ctx, { id, productId, kind, readAt }: Reading) {
  const { rows } = await ctx.pg.query<{
    before: number | null;
    after: number | null;
    afterAt: Date | null;
    isAfterReplaced: boolean | null;
  }>({
    name: 'meterReadings.neighbours',
    text: `select b.value as before, a.value as after, a.read_at as "afterAt",
        a.replaced_reason is not null as "isAfterReplaced"
      from (select 1) one
      left join lateral (select value from meter_readings where product_id = $1 and kind = $2
        and (read_at, id) < ($3, $4) order by read_at desc, id desc limit 1) b on true
      left join lateral (select value, read_at, replaced_reason from meter_readings
        where product_id = $1 and kind = $2 and (read_at, id) > ($3, $4)
        order by read_at, id limit 1) a on true`,
    values: [productId, kind, readAt, id],
  });
  const [found] = rows;
  return {
    before: found?.before ?? null,
    after: found?.isAfterReplaced === true ? null : (found?.after ?? null),
    afterAt: found?.afterAt ?? null,
  };
}

/** Schedules that count what a counter of a container reads, held in the order of their ids. */
async function lockCounting(ctx: Ctx, { productId, kind }: Pick<Reading, 'productId' | 'kind'>) {
  const { rows } = await sql<{ id: string }>`
    select s.id from pm_schedules s join products p on p.id = ${productId}::uuid
    where s.unit = ${kind} and (s.product_id = p.id
      or (s.product_model_id = p.product_model_id and s.company_id = p.company_id))
    order by s.id`.execute(ctx.db);
  const held: ScheduleRow[] = [];
  for (const { id } of rows) held.push(await lockSchedule(ctx, id));
  return held;
}

type Reading = Selectable<Database['meterReadings']>;

const readingById = (ctx: Ctx, id: string): Promise<Reading | undefined> =>
  ctx.db.selectFrom('meterReadings').where('id', '=', id).selectAll().executeTakeFirst();

/**
 * Puts a reading right that was written down wrongly, which else all later ones would have to exceed.
 * Occurrences that were done at the wrong one count from the right one on.
 */
async function correctReading(
  ctx: Ctx,
  { params, body }: Input<'meterReadings.correct'>,
): Promise<string> {
  const found = await readingById(ctx, params.id);
  if (!found) throw notFound();
  const product = await expectContainer(ctx, found.productId);
  // Schedules before the container, as everybody who plans.
  const schedules = await lockCounting(ctx, found);
  await lockCounters(ctx, found.productId);
  const reading = await readingById(ctx, params.id);
  if (!reading) throw notFound();
  expectVersion(reading, body.version);
  const { before, after, afterAt } = await neighboursOf(ctx, reading);
  const isBelow = before !== null && body.value < before && reading.replacedReason === null;
  refuseFaults([
    ...(body.value === reading.value ? [{ field: 'value', code: 'UNCHANGED' }] : []),
    ...(isBelow ? [{ field: 'value', code: 'BELOW_LAST', params: { last: before } }] : []),
    ...(after !== null && body.value > after
      ? [{ field: 'value', code: 'ABOVE_NEXT', params: { next: after } }]
      : []),
  ]);
  await ctx.db
    .updateTable('meterReadings')
    .set({
      value: body.value,
      firstValue: reading.firstValue ?? reading.value,
      correctedReason: body.reason,
      correctedAt: ctx.clock.now(),
      correctedBy: authorId(ctx.actor),
      version: reading.version + 1,
      ...updated(ctx),
    })
    .where('id', '=', reading.id)
    .execute();
  await sql`update pm_occurrences set reading = ${body.value}, version = version + 1
    where product_id = ${reading.productId}::uuid and schedule_id = ${anyId(schedules.map(({ id }) => id))}
      and reading = ${reading.value} and updated_at >= ${reading.readAt}
      and (${afterAt}::timestamptz is null or updated_at < ${afterAt})`.execute(ctx.db);
  for (const schedule of schedules) await planByCounter(ctx, schedule, reading.productId);
  await logReading(ctx, product, {
    action: 'correct-reading',
    reason: body.reason,
    diff: { reading: { from: reading.value, to: body.value } },
  });
  return reading.productId;
}

async function readingsOf(ctx: Ctx, productId: string) {
  const rows = await ctx.db
    .selectFrom('meterReadings as m')
    .leftJoin('jobs as j', 'j.id', 'm.jobId')
    .where('m.productId', '=', productId)
    .orderBy('m.readAt', 'desc')
    .orderBy('m.id', 'desc')
    .limit(SHOWN)
    .select(['m.id', 'm.kind', 'm.value', 'm.readAt', 'm.createdBy', 'm.jobId'])
    .select(['m.replacedReason', 'j.documentNo', 'm.version', 'm.firstValue'])
    .select(['m.correctedReason', 'm.correctedAt', 'm.correctedBy'])
    .execute();
  const [refs, hidden] = await Promise.all([
    loadRefs(ctx, { user: rows.flatMap((row) => [row.createdBy, row.correctedBy]) }),
    hiddenDocuments(
      ctx,
      rows.flatMap(({ jobId }) => (jobId === null ? [] : [{ type: 'jobs', id: jobId }])),
    ),
  ]);
  return rows.map(({ createdBy, jobId, documentNo, ...row }) => ({
    id: row.id,
    version: row.version,
    kind: row.kind,
    value: row.value,
    readAt: row.readAt,
    replacedReason: row.replacedReason,
    correction:
      row.firstValue === null || row.correctedAt === null
        ? null
        : {
            firstValue: row.firstValue,
            reason: row.correctedReason ?? '',
            by: refs.userOrNull(row.correctedBy),
            at: row.correctedAt,
          },
    by: refs.userOrNull(createdBy),
    job:
      jobId === null
        ? null
        : hidden.has(jobId)
          ? { id: null, documentNo: null }
          : { id: jobId, documentNo },
  }));
}

export const readingHandlers: HandlersOf<Family<'meterReadings'>> = {
  'meterReadings.ofProduct': async (ctx, { params }) => {
    await expectContainer(ctx, params.id);
    return { data: await readingsOf(ctx, params.id) };
  },
  'meterReadings.create': async (ctx, { params, body }) => {
    const product = await expectContainer(ctx, params.id);
    await addReading(ctx, 'value', {
      productId: params.id,
      kind: body.kind,
      value: body.value,
      jobId: null,
      replacedReason: body.replacedReason ?? null,
    });
    await logReading(ctx, product, {
      action: 'read-counter',
      reason: body.replacedReason ?? null,
      diff: { reading: { from: null, to: body.value } },
    });
    return { data: await readingsOf(ctx, params.id) };
  },
  'meterReadings.correct': async (ctx, input) => ({
    data: await readingsOf(ctx, await correctReading(ctx, input)),
  }),
};
