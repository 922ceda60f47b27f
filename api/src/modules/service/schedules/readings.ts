import { isMeterUnit, type MeterUnit } from '@boxyard/shared/domain/service/schedules.ts';
import {
  type Ctx,
  created,
  type Family,
  type FieldFault,
  type HandlersOf,
  inScope,
  notFound,
  refuseFaults,
} from '../../../kernel/index.ts';
import { hiddenDocuments, loadRefs } from '../../../workflow/index.ts';
import { products } from '../../containers/index.ts';

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

/** Writes a reading; one below the last is refused unless the counter was replaced. */
async function addReading(ctx: Ctx, field: string, reading: NewReading): Promise<void> {
  // Two readings at the same moment wait for each other.
  await ctx.db
    .selectFrom('products')
    .where('id', '=', reading.productId)
    .select('id')
    .forUpdate()
    .execute();
  const last = await lastReading(ctx, reading.productId, reading.kind);
  const isBelow = last !== null && reading.value < last && !reading.replacedReason;
  refuseFaults(isBelow ? [{ field, code: 'BELOW_LAST', params: { last } } as FieldFault] : []);
  await ctx.db
    .insertInto('meterReadings')
    .values({ ...reading, readAt: ctx.clock.now(), ...created(ctx) })
    .execute();
}

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
async function expectContainer(ctx: Ctx, id: string): Promise<void> {
  const product = await products.type.load(ctx, id, { lock: false });
  if (!product || !inScope(ctx.actor, products.type.scope(product))) throw notFound();
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
    .select(['m.replacedReason', 'j.documentNo'])
    .execute();
  const [refs, hidden] = await Promise.all([
    loadRefs(ctx, { user: rows.map(({ createdBy }) => createdBy) }),
    hiddenDocuments(
      ctx,
      rows.flatMap(({ jobId }) => (jobId === null ? [] : [{ type: 'jobs', id: jobId }])),
    ),
  ]);
  return rows.map(({ createdBy, jobId, documentNo, ...reading }) => ({
    ...reading,
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
    await expectContainer(ctx, params.id);
    await addReading(ctx, 'value', {
      productId: params.id,
      kind: body.kind,
      value: body.value,
      jobId: null,
      replacedReason: body.replacedReason ?? null,
    });
    return { data: await readingsOf(ctx, params.id) };
  },
};
