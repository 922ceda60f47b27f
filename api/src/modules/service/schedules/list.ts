import { OPEN_OCCURRENCE_STATUSES } from '@boxyard/shared/domain/service/occurrenceMachine.ts';
import { sql } from 'kysely';
import {
  anyId,
  type Ctx,
  containing,
  defineList,
  folded,
  historyOf,
  notFound,
  qty,
  today,
} from '../../../kernel/index.ts';
import { loadRefs, outOfSightMessage, whereVisible } from '../../../workflow/index.ts';
import { containersOf } from '../../containers/index.ts';
import { SCHEDULE_WORDS } from './labels.ts';
import { plannedContainers } from './planning.ts';

/** Schedules that this person may see. */
const source = (ctx: Ctx) =>
  whereVisible(ctx.db.selectFrom('pmSchedules as d'), ctx.actor, 'pmSchedules');

const columns = (query: ReturnType<typeof source>) =>
  query
    .select(['d.id', 'd.version', 'd.createdAt', 'd.updatedAt', 'd.companyId', 'd.name'])
    .select(['d.productModelId', 'd.productId', 'd.every', 'd.unit', 'd.basedOn', 'd.startsOn'])
    .select(['d.endsOn', 'd.leadDays', 'd.graceDays', 'd.requireSignature', 'd.teamId'])
    .select(['d.isActive', 'd.checklist']);

type Row = Awaited<ReturnType<ReturnType<typeof columns>['execute']>>[number];

interface Figures {
  readonly scheduleId: string;
  readonly nextDueAt: string | null;
  readonly lastDoneAt: string | null;
  readonly overdueCount: number;
  readonly dueCount: number;
  readonly inTimeCount: number;
}

/**
 * Figures of schedules. All that was due: what was done, what is overdue or was skipped for another
 * cause than a container that was not there, and the days that passed without anybody planning.
 */
async function figuresOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Figures>> {
  const { rows } = await sql<Figures>`
    select o.schedule_id as "scheduleId",
      min(o.day) filter (where o.status = any(${[...OPEN_OCCURRENCE_STATUSES]})) as "nextDueAt",
      max(o.done_on) as "lastDoneAt",
      (count(*) filter (where o.status in ('due', 'overdue')
        and o.day + s.grace_days < ${today(ctx.clock)}::date))::int as "overdueCount",
      (count(*) filter (where o.status in ('done', 'overdue')
          or (o.status = 'skipped' and o.skip_cause <> 'notInstalled'))
        + coalesce(sum(cardinality(o.missed_on)) filter (where o.status <> 'cancelled'), 0))::int
        as "dueCount",
      (count(*) filter (where o.status = 'done' and o.done_on <= o.day + s.grace_days))::int
        as "inTimeCount"
    from pm_occurrences o join pm_schedules s on s.id = o.schedule_id
    where o.schedule_id = ${anyId(ids)} group by o.schedule_id`.execute(ctx.db);
  return new Map(rows.map((row) => [row.scheduleId, row]));
}

async function partsOf(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('pmScheduleParts as sp')
    .innerJoin('materialParts as p', 'p.id', 'sp.partId')
    .where('sp.scheduleId', '=', anyId(ids))
    .orderBy('sp.lineNo')
    .select(['sp.scheduleId', 'sp.partId', 'sp.quantity', 'p.unitId'])
    .execute();
  const refs = await loadRefs(ctx, {
    part: rows.map(({ partId }) => partId),
    unit: rows.map(({ unitId }) => unitId),
  });
  return Map.groupBy(
    rows.map(({ scheduleId, partId, quantity, unitId }) => ({
      scheduleId,
      part: refs.ref(partId),
      unit: refs.refOrNull(unitId),
      quantity: qty(quantity),
    })),
    ({ scheduleId }) => scheduleId,
  );
}

async function shown(ctx: Ctx, rows: readonly Row[]) {
  const ids = rows.map(({ id }) => id);
  const [figures, parts, containers, refs] = await Promise.all([
    figuresOf(ctx, ids),
    partsOf(ctx, ids),
    containersOf(
      ctx,
      rows.flatMap(({ productId }) => productId ?? []),
    ),
    loadRefs(ctx, {
      company: rows.map(({ companyId }) => companyId),
      productModel: rows.map(({ productModelId }) => productModelId),
      team: rows.map(({ teamId }) => teamId),
    }),
  ]);
  return rows.map(({ companyId, productModelId, productId, teamId, ...row }) => {
    const known = figures.get(row.id);
    const { dueCount = 0, inTimeCount = 0 } = known ?? {};
    return {
      ...row,
      company: refs.ref(companyId),
      productModel: refs.refOrNull(productModelId),
      product: productId === null ? null : containers(productId).product,
      team: refs.refOrNull(teamId),
      nextDueAt: known?.nextDueAt ?? null,
      lastDoneAt: known?.lastDoneAt ?? null,
      overdueCount: known?.overdueCount ?? 0,
      dueCount,
      inTimeCount,
      compliancePercent: dueCount === 0 ? null : Math.round((inTimeCount / dueCount) * 100),
      checklist: [...row.checklist],
      requiredParts: (parts.get(row.id) ?? []).map(({ scheduleId: _, ...part }) => part),
    };
  });
}

async function presented(ctx: Ctx, row: Row) {
  const [[schedule], containerCount, history] = await Promise.all([
    shown(ctx, [row]),
    plannedContainers(ctx, row),
    historyOf(ctx, 'pmSchedules', row.id),
  ]);
  if (!schedule) throw notFound();
  return { ...schedule, containerCount, history };
}

/** A schedule as its page shows it; 404 outside this person's scope. */
export async function scheduleById(ctx: Ctx, id: string) {
  const row = await columns(source(ctx).where('d.id', '=', id)).executeTakeFirst();
  if (!row) throw notFound();
  return presented(ctx, row);
}

/**
 * A schedule for whoever has just changed it. Given to another team it may be out of their sight from now
 * on: it is answered once more as it was written, and says so.
 */
export async function answerOfUpdate(ctx: Ctx, id: string) {
  const all = ctx.db.selectFrom('pmSchedules as d').where('d.id', '=', id);
  const row = await columns(all).executeTakeFirstOrThrow();
  const data = await presented(ctx, row);
  const isSeen = await source(ctx).where('d.id', '=', id).select('d.id').executeTakeFirst();
  return isSeen ? { data } : { data, message: outOfSightMessage(ctx) };
}

/** Refuses a schedule that this person may not see, as if there were none. */
export async function expectVisible(ctx: Ctx, id: string): Promise<void> {
  const row = await source(ctx).where('d.id', '=', id).select('d.id').executeTakeFirst();
  if (!row) throw notFound();
}

const { field, choice } = SCHEDULE_WORDS;

export const scheduleList = defineList('pmSchedules.list', {
  id: 'd.id',
  from: source,
  select: columns,
  map: (rows, ctx) => shown(ctx, rows),
  sorts: { name: 'd.name', createdAt: 'd.created_at' },
  filters: {
    productModelId: 'd.product_model_id',
    productId: 'd.product_id',
    teamId: 'd.team_id',
    isActive: 'd.is_active',
  },
  search: (query, term) =>
    query
      .where(folded('d.search_text', term))
      .where(sql<boolean>`fold_search(d.name) like fold_search(${containing(term)})`),
  export: {
    fileName: 'maintenance-schedules',
    columns: {
      name: { title: field.name, type: 'text' },
      productModel: { title: field.productModel, type: 'text' },
      product: {
        title: field.product,
        type: 'text',
        value: ({ product }) => product?.serialNumber ?? null,
      },
      every: { title: field.every, type: 'number' },
      unit: { title: field.unit, type: 'status', labels: choice.unit },
      basedOn: { title: field.basedOn, type: 'status', labels: choice.basedOn },
      startsOn: { title: field.startsOn, type: 'date' },
      endsOn: { title: field.endsOn, type: 'date' },
      leadDays: { title: field.leadDays, type: 'number' },
      graceDays: { title: field.graceDays, type: 'number' },
      team: { title: field.team, type: 'text' },
      nextDueAt: { title: field.nextDueAt, type: 'date' },
      lastDoneAt: { title: field.lastDoneAt, type: 'date' },
      overdueCount: { title: field.overdueCount, type: 'number' },
      compliancePercent: { title: field.compliancePercent, type: 'number' },
      isActive: { title: field.isActive, type: 'text' },
    },
  },
});
