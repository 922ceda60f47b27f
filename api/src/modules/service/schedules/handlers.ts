import { MAX_EVERY } from '@boxyard/shared/domain/service/schedules.ts';
import {
  type Ctx,
  expectVersion,
  type Family,
  type FieldFault,
  type HandlersOf,
  type Input,
  inScope,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { products } from '../../containers/index.ts';
import { companyFaults } from '../../masterData/index.ts';
import { readCalendar } from './calendar.ts';
import { answerOfUpdate, expectVisible, scheduleById, scheduleList } from './list.ts';
import { dropPlanned, lockSchedule, plan } from './planning.ts';
import { OCCURRENCE_TOUCHES, type ScheduleRow, schedules } from './type.ts';

type Body = Input<'pmSchedules.create'>['body'];
type Said = Omit<Body, 'companyId' | 'productModelId' | 'productId'>;
const TOUCHES = { touches: OCCURRENCE_TOUCHES };

const columnsOf = ({ requiredParts: _, teamId, endsOn, checklist, ...said }: Said) => ({
  ...said,
  teamId: teamId ?? null,
  endsOn: endsOn ?? null,
  checklist: checklist.map((line) => line.trim()),
});

/** Teams of engineers of the company; one that was chosen before stays. */
async function teamFaults(
  ctx: Ctx,
  { teamId, companyId }: { readonly teamId: string | null | undefined; readonly companyId: string },
  was?: string | null,
): Promise<FieldFault[]> {
  if (!teamId || teamId === was) return [];
  const team = await ctx.db
    .selectFrom('teams')
    .where('id', '=', teamId)
    .where('companyId', '=', companyId)
    .where('type', '=', 'engineer')
    .select('isActive')
    .executeTakeFirst();
  if (!team) return [{ field: 'teamId', code: 'UNKNOWN_ID' }];
  return team.isActive ? [] : [{ field: 'teamId', code: 'INACTIVE' }];
}

const partsOf = async (ctx: Ctx, scheduleId: string): Promise<string[]> =>
  (
    await ctx.db
      .selectFrom('pmScheduleParts')
      .where('scheduleId', '=', scheduleId)
      .select('partId')
      .execute()
  ).map(({ partId }) => partId);

/** Parts that are known and in use, each once; one that was named before stays. */
async function partFaults(
  ctx: Ctx,
  parts: Said['requiredParts'],
  scheduleId?: string,
): Promise<FieldFault[]> {
  if (parts.length === 0) return [];
  const ids = parts.map(({ partId }) => partId);
  const rows = await ctx.db
    .selectFrom('materialParts')
    .where('id', 'in', ids)
    .select(['id', 'isActive'])
    .execute();
  const known = new Map(rows.map(({ id, isActive }) => [id, isActive]));
  const kept = scheduleId === undefined ? [] : await partsOf(ctx, scheduleId);
  return ids.flatMap((id, index): FieldFault[] => {
    const field = `requiredParts[${index}].partId`;
    if (ids.indexOf(id) !== index) return [{ field, code: 'REPEATED' }];
    if (!known.has(id)) return [{ field, code: 'UNKNOWN_ID' }];
    return known.get(id) || kept.includes(id) ? [] : [{ field, code: 'INACTIVE' }];
  });
}

/** Intervals end somewhere: days after the year 9999 are none. */
const intervalFaults = ({ every, unit }: Pick<Said, 'every' | 'unit'>): FieldFault[] =>
  every > MAX_EVERY[unit]
    ? [{ field: 'every', code: 'MAX', params: { max: MAX_EVERY[unit] } }]
    : [];

const checklistFaults = (checklist: readonly string[]): FieldFault[] =>
  checklist.flatMap((line, index) =>
    checklist.indexOf(line) === index ? [] : [{ field: `checklist[${index}]`, code: 'REPEATED' }],
  );

/** The container or the model that a new schedule is for, and its company. */
async function objectOf(ctx: Ctx, { companyId, productModelId, productId }: Body) {
  if ((productModelId == null) === (productId == null)) {
    return refuseFaults([
      { field: productId == null ? 'productModelId' : 'productId', code: 'ONE_OF_BOTH' },
    ]) as never;
  }
  if (productId != null) {
    const product = await products.type.load(ctx, productId, { lock: false });
    if (!product || !inScope(ctx.actor, products.type.scope(product))) {
      return refuseFaults([{ field: 'productId', code: 'UNKNOWN_ID' }]) as never;
    }
    return { companyId: product.companyId, productId, productModelId: null };
  }
  const [own, ...others] = ctx.actor.companyIds ?? [];
  const company = companyId ?? (others.length === 0 ? own : undefined);
  if (company === undefined) {
    return refuseFaults([{ field: 'companyId', code: 'REQUIRED' }]) as never;
  }
  refuseFaults(await companyFaults(ctx, company));
  const model = await ctx.db
    .selectFrom('productModels')
    .where('id', '=', productModelId ?? '')
    .select('isActive')
    .executeTakeFirst();
  refuseFaults(
    model
      ? model.isActive
        ? []
        : [{ field: 'productModelId', code: 'INACTIVE' }]
      : [{ field: 'productModelId', code: 'UNKNOWN_ID' }],
  );
  return { companyId: company, productId: null, productModelId: productModelId ?? null };
}

const writeParts = async (ctx: Ctx, scheduleId: string, parts: Said['requiredParts']) => {
  await ctx.db.deleteFrom('pmScheduleParts').where('scheduleId', '=', scheduleId).execute();
  if (parts.length === 0) return;
  await ctx.db
    .insertInto('pmScheduleParts')
    .values(parts.map((part, index) => ({ scheduleId, lineNo: index + 1, ...part })))
    .execute();
};

/** Queues the making of jobs that are due already: a model may have hundreds of containers. */
const makeJobsSoon = (ctx: Ctx): Promise<void> =>
  ctx.app.addJob('planMaintenance', {}, { ctx, key: 'planMaintenance' });

/** Whether the days of a schedule are counted otherwise than before. */
const countsAnew = (before: ScheduleRow, after: ReturnType<typeof columnsOf>): boolean =>
  (['startsOn', 'endsOn', 'every', 'unit', 'basedOn'] as const).some(
    (name) => before[name] !== after[name],
  );

export const scheduleHandlers: HandlersOf<Family<'pmSchedules'>> = {
  'pmSchedules.list': scheduleList.run,
  'pmSchedules.get': async (ctx, { params }) => ({ data: await scheduleById(ctx, params.id) }),
  'pmSchedules.calendar': readCalendar,

  'pmSchedules.create': async (ctx, { body }) => {
    const { companyId: _, productModelId: __, productId: ___, ...said } = body;
    const object = await objectOf(ctx, body);
    refuseFaults([
      ...(await teamFaults(ctx, { teamId: said.teamId, companyId: object.companyId })),
      ...(await partFaults(ctx, said.requiredParts)),
      ...intervalFaults(said),
      ...checklistFaults(said.checklist),
    ]);
    const id = await schedules.insert(ctx, {
      values: {
        ...object,
        ...columnsOf(said),
        plansFrom: today(ctx.clock),
      },
      ...TOUCHES,
    });
    await writeParts(ctx, id, said.requiredParts);
    await plan(ctx, await lockSchedule(ctx, id));
    await makeJobsSoon(ctx);
    return { data: await scheduleById(ctx, id) };
  },

  'pmSchedules.update': async (ctx, { params, body }) => {
    await expectVisible(ctx, params.id);
    const before = await schedules.lock(ctx, params.id);
    const { version, isActive, ...said } = body;
    refuseFaults([
      ...(await teamFaults(
        ctx,
        { teamId: said.teamId, companyId: before.companyId },
        before.teamId,
      )),
      ...(await partFaults(ctx, said.requiredParts, before.id)),
      ...intervalFaults(said),
      ...checklistFaults(said.checklist),
    ]);
    expectVersion(before, version);
    const values = { ...columnsOf(said), isActive };
    const isAnew = countsAnew(before, values) || (isActive && !before.isActive);
    await schedules.update(ctx, before, {
      // Days of another series, and those while it was not used, were never planned.
      values: { ...values, plansFrom: isAnew ? today(ctx.clock) : before.plansFrom },
      ...TOUCHES,
    });
    await writeParts(ctx, before.id, said.requiredParts);
    if (!isActive) await dropPlanned(ctx, before.id, { forgets: false });
    else if (isAnew) await dropPlanned(ctx, before.id, { forgets: true });
    await plan(ctx, await lockSchedule(ctx, before.id));
    if (isActive) await makeJobsSoon(ctx);
    return answerOfUpdate(ctx, before.id);
  },

  'pmSchedules.delete': async (ctx, { params }) => {
    await expectVisible(ctx, params.id);
    const before = await schedules.lock(ctx, params.id);
    const unused = await ctx.db
      .selectFrom('pmOccurrences as o')
      .where('o.scheduleId', '=', before.id)
      .where('o.status', 'in', ['planned', 'cancelled'])
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('jobs as j').whereRef('j.occurrenceId', '=', 'o.id').select('j.id'))),
      )
      .select('o.id')
      .execute();
    const ids = unused.map(({ id }) => id);
    return schedules.remove(ctx, before, {
      goesToo: { pm_occurrences: ids },
      deleteOwn: async () => {
        await ctx.db.deleteFrom('pmOccurrences').where('scheduleId', '=', before.id).execute();
      },
      ...TOUCHES,
    });
  },
};
