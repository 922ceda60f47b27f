import { startOfBangkokDay } from '@boxyard/shared/domain';
import { productMachine } from '@boxyard/shared/domain/containers/productMachine.ts';
import { softwareUpdateMachine } from '@boxyard/shared/domain/containers/softwareUpdateMachine.ts';
import softwareRolloutsEn from '@boxyard/shared/domain/texts/families/softwareRollouts.en.json' with {
  type: 'json',
};
import softwareRolloutsTh from '@boxyard/shared/domain/texts/families/softwareRollouts.th.json' with {
  type: 'json',
};
import { type Selectable, sql } from 'kysely';
import type { SoftwareTables } from '../../../db/schema/software.ts';
import {
  type App,
  AppError,
  anyId,
  authorId,
  bothLanguages,
  type Ctx,
  conflict,
  created,
  defineList,
  type Family,
  type HandlersOf,
  type Input,
  inScope,
  newId,
  notFound,
  notify,
  record,
  refuseFaults,
  scopeCondition,
  today,
  whereInScope,
} from '../../../kernel/index.ts';
import { allowedActions, loadRefs } from '../../../workflow/index.ts';
import { products } from '../products/type.ts';
import { holdModelsOf } from './decide.ts';
import { releaseRefs } from './present.ts';
import {
  containerFault,
  holdUpdates,
  queueUpdate,
  releaseFault,
  releaseFor,
  UPDATE_SCOPE,
  UPDATE_STEPS,
} from './updates.ts';

type Rollout = Selectable<SoftwareTables['softwareRollouts']>;

/** Containers in one transaction of the job: a stop in between loses no more. */
const BATCH = 25;

/** One's own, and those that bring something to a container that one sees. */
const source = (ctx: Ctx) => {
  const query = whereInScope(ctx.db.selectFrom('softwareRollouts as r'), ctx.actor, {
    company: 'r.companyId',
  });
  const seen = scopeCondition({ ...ctx.actor, companyIds: null }, UPDATE_SCOPE);
  return seen === null
    ? query
    : query.where(
        sql<boolean>`(r.created_by = ${ctx.actor.userId} or exists (
          select 1 from product_software_updates u join products p on p.id = u.product_id
          where u.rollout_id = r.id and ${seen}))`,
      );
};

async function countsOf(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('productSoftwareUpdates')
    .where('rolloutId', '=', anyId(ids))
    .groupBy(['rolloutId', 'status'])
    .select(['rolloutId', 'status', sql<number>`count(*)::int`.as('count')])
    .execute();
  return (id: string, status: (typeof rows)[number]['status']): number =>
    rows.find((row) => row.rolloutId === id && row.status === status)?.count ?? 0;
}

async function presentRollouts(ctx: Ctx, rows: readonly Rollout[]) {
  const [refs, release, count] = await Promise.all([
    loadRefs(ctx, {
      user: rows.map(({ createdBy }) => createdBy),
      company: rows.map(({ companyId }) => companyId),
    }),
    releaseRefs(
      ctx,
      rows.map(({ softwareId }) => softwareId),
    ),
    countsOf(
      ctx,
      rows.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => {
    const software = release(row.softwareId);
    if (!software) throw new Error(`release ${row.softwareId} is missing`);
    return {
      id: row.id,
      version: row.version,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      company: refs.ref(row.companyId),
      software,
      reason: row.reason,
      total: row.total,
      waiting: row.waitingIds.length,
      queued: count(row.id, 'queued'),
      inProgress: count(row.id, 'inProgress'),
      applied: count(row.id, 'applied'),
      failed: count(row.id, 'failed'),
      rolledBack: count(row.id, 'rolledBack'),
      createdBy: refs.userOrNull(row.createdBy),
    };
  });
}

async function rolloutById(ctx: Ctx, id: string) {
  const row = await source(ctx).where('r.id', '=', id).selectAll('r').executeTakeFirst();
  if (!row) throw notFound();
  const [shown] = await presentRollouts(ctx, [row]);
  if (!shown) throw new Error('one row in, one row out');
  return shown;
}

/** The words of the family, which its page and its export share (ADR 0087). */
const ROLLOUT_WORDS = bothLanguages({ en: softwareRolloutsEn, th: softwareRolloutsTh });

const rolloutList = defineList('softwareRollouts.list', {
  id: 'r.id',
  from: source,
  select: (query) => query.selectAll('r'),
  map: (rows, ctx) => presentRollouts(ctx, rows),
  sorts: { createdAt: 'r.created_at' },
  filters: { softwareId: 'r.software_id' },
  export: {
    fileName: 'software-rollouts',
    columns: {
      software: {
        title: ROLLOUT_WORDS.field.software,
        type: 'text',
        value: ({ software }) => software.versionNo,
      },
      company: { title: ROLLOUT_WORDS.field.company, type: 'text' },
      total: { title: ROLLOUT_WORDS.field.total, type: 'number' },
      progress: {
        title: ROLLOUT_WORDS.field.progress,
        type: 'text',
        value: ({ applied, total }) => `${applied}/${total}`,
      },
      failed: { title: ROLLOUT_WORDS.field.failed, type: 'number' },
      createdBy: { title: ROLLOUT_WORDS.field.createdBy, type: 'text' },
      createdAt: { title: ROLLOUT_WORDS.field.createdAt, type: 'datetime' },
    },
  },
});

/** Containers that one rollout takes at most. */
const MOST = 1000;

/** Everything that is behind and that the release is for, in one company. */
async function behind(ctx: Ctx, softwareId: string, companyId: string | null) {
  let query = whereInScope(ctx.db.selectFrom('products as pd'), ctx.actor, products.scope)
    .innerJoin('productSoftwareModels as sm', 'sm.productModelId', 'pd.productModelId')
    .where('sm.softwareId', '=', softwareId)
    .where('pd.softwareOutdated', '=', true)
    .where('pd.status', 'in', productMachine.actions['update-software'].from)
    .where((where) =>
      where.or([
        where('pd.currentSoftwareId', 'is', null),
        where('pd.currentSoftwareId', '<>', softwareId),
      ]),
    );
  if (companyId !== null) query = query.where('pd.companyId', '=', companyId);
  const rows = await query.orderBy('pd.id').limit(MOST).select(['pd.id', 'pd.companyId']).execute();
  if (rows.length === 0) refuseFaults([{ field: 'softwareId', code: 'NOTHING_BEHIND' }]);
  if (new Set(rows.map((row) => row.companyId)).size > 1) {
    refuseFaults([{ field: 'companyId', code: 'REQUIRED' }]);
  }
  return { companyId: rows[0]?.companyId ?? '', ids: rows.map(({ id }) => id) };
}

/** Containers of one company that this person may see, among these. */
async function chosen(ctx: Ctx, productIds: readonly string[]) {
  const rows = await whereInScope(ctx.db.selectFrom('products as pd'), ctx.actor, products.scope)
    .where('pd.id', '=', anyId(productIds))
    .orderBy('pd.id')
    .select(['pd.id', 'pd.companyId'])
    .execute();
  if (rows.length < productIds.length) refuseFaults([{ field: 'productIds', code: 'UNKNOWN_ID' }]);
  const companies = new Set(rows.map(({ companyId }) => companyId));
  if (companies.size > 1) refuseFaults([{ field: 'productIds', code: 'ONE_FLEET' }]);
  return { companyId: rows[0]?.companyId ?? '', ids: rows.map(({ id }) => id) };
}

/** Rollouts that one person begins in a day: each is up to a thousand updates, and nobody plans more. */
const MOST_A_DAY = 20;

/** Refuses a person's rollouts above the day's limit; their account is locked, so that two at once are counted. */
async function expectFew(ctx: Ctx): Promise<void> {
  const by = authorId(ctx.actor);
  await ctx.db.selectFrom('users').where('id', '=', by).select('id').forNoKeyUpdate().execute();
  const { count } = await ctx.db
    .selectFrom('softwareRollouts')
    .where('createdBy', '=', by)
    .where('createdAt', '>=', startOfBangkokDay(today(ctx.clock)))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_A_DAY) throw conflict('TOO_MANY_ROLLOUTS', { max: MOST_A_DAY });
}

async function createRollout(ctx: Ctx, { body }: Input<'softwareRollouts.create'>) {
  const release = await releaseFor(ctx, body.softwareId);
  const fault = releaseFault(ctx, release);
  refuseFaults(fault ? [{ field: 'softwareId', code: fault.code }] : []);
  const { companyId, ids } = body.productIds
    ? await chosen(ctx, [...new Set(body.productIds)])
    : await behind(ctx, body.softwareId, body.companyId ?? null);
  await expectFew(ctx);
  const id = newId();
  await ctx.db
    .insertInto('softwareRollouts')
    .values({
      id,
      companyId,
      softwareId: body.softwareId,
      reason: body.reason || null,
      total: ids.length,
      waitingIds: ids,
      ...created(ctx),
    })
    .execute();
  await record(ctx, {
    subject: 'softwareRollouts',
    subjectId: id,
    companyId,
    action: 'create',
    label: release?.versionNo ?? null,
    reason: body.reason || null,
    diff: { containers: ids.length },
    version: 1,
  });
  await ctx.app.addJob('softwareRollout', { id }, { ctx });
  return { data: await rolloutById(ctx, id) };
}

/** Does one step for many updates of a rollout; what is refused is named, the rest goes on. */
async function reportRollout(ctx: Ctx, { params, body }: Input<'softwareRollouts.report'>) {
  await rolloutById(ctx, params.id);
  const { action, updateIds, reason } = body;
  let query = ctx.db
    .selectFrom('productSoftwareUpdates as u')
    .innerJoin('products as p', 'p.id', 'u.productId')
    .where('u.rolloutId', '=', params.id)
    .where('u.status', 'in', softwareUpdateMachine.actions[action].from)
    .orderBy('u.productId')
    .select(['u.id', 'u.version', 'p.serialNumber']);
  query = whereInScope(query, ctx.actor, UPDATE_SCOPE);
  if (updateIds) query = query.where('u.id', '=', anyId(updateIds));
  const refused: { id: string; serialNumber: string; code: string }[] = [];
  const updates = await query.execute();
  await holdUpdates(
    ctx,
    updates.map(({ id }) => id),
  );
  for (const { id, version, serialNumber } of updates) {
    try {
      await UPDATE_STEPS[action](ctx, {
        params: { id },
        body: { version, ...(reason ? { reason } : {}) },
      });
    } catch (error) {
      // A refusal was said before anything was written; anything else ends the call.
      if (!(error instanceof AppError) || error.statusCode !== 409) throw error;
      refused.push({ id, serialNumber, code: error.code });
    }
  }
  return {
    data: {
      ...(await rolloutById(ctx, params.id)),
      done: updates.length - refused.length,
      refused,
    },
  };
}

/** Judges one container of a rollout and queues its update, or keeps why not. */
async function takeUp(ctx: Ctx, rollout: Rollout, productId: string): Promise<void> {
  const row = await products.type.load(ctx, productId, { lock: true });
  if (!row) return;
  const release = await releaseFor(ctx, rollout.softwareId);
  const mayReach =
    inScope(ctx.actor, products.type.scope(row)) &&
    allowedActions(ctx, products.type, row).includes('update-software');
  const fault = releaseFault(ctx, release);
  const code =
    fault?.code ??
    (mayReach ? undefined : 'NOT_REACHABLE') ??
    (row.targetSoftwareId === null ? undefined : 'UPDATE_OPEN') ??
    (release
      ? (await containerFault(ctx, { row, release, reason: rollout.reason }))?.code
      : undefined);
  if (code === undefined && release) {
    await queueUpdate(ctx, {
      id: productId,
      version: row.version,
      rolloutId: rollout.id,
      reason: rollout.reason,
      check: async () => release,
    });
    return;
  }
  await ctx.db
    .insertInto('productSoftwareUpdates')
    .values({
      companyId: row.companyId,
      productId,
      rolloutId: rollout.id,
      fromSoftwareId: row.currentSoftwareId,
      toSoftwareId: rollout.softwareId,
      status: 'failed',
      reason: rollout.reason,
      error: code ?? 'RELEASE_NOT_USABLE',
      statusReason: null,
      startedAt: null,
      finishedAt: ctx.clock.now(),
      ...created(ctx),
    })
    .execute();
}

/** One batch under the rights that its author has now; answers how many are left. */
async function takeUpSome(app: App, id: string, userId: string): Promise<number> {
  const actor = await app.actorOf(userId);
  return app.transaction({ actor, isJob: true }, async (ctx) => {
    const rollout = await ctx.db
      .selectFrom('softwareRollouts')
      .where('id', '=', id)
      .selectAll()
      .forUpdate()
      .executeTakeFirstOrThrow();
    const now = rollout.waitingIds.slice(0, BATCH);
    await holdModelsOf(ctx, now);
    for (const productId of now) await takeUp(ctx, rollout, productId);
    const waitingIds = rollout.waitingIds.slice(BATCH);
    await ctx.db
      .updateTable('softwareRollouts')
      .set({ waitingIds, updatedAt: ctx.clock.now(), version: rollout.version + 1 })
      .where('id', '=', id)
      .execute();
    await record(ctx, {
      subject: 'softwareRollouts',
      subjectId: id,
      companyId: rollout.companyId,
      action: 'update',
      diff: { prepared: now.length, left: waitingIds.length },
      version: rollout.version + 1,
      touches: ['products', 'softwareUpdates'],
      timeline: false,
    });
    if (waitingIds.length === 0) await notifyAuthor(ctx, rollout);
    return waitingIds.length;
  });
}

async function notifyAuthor(ctx: Ctx, rollout: Rollout): Promise<void> {
  const count = await countsOf(ctx, [rollout.id]);
  const failed = count(rollout.id, 'failed');
  const queued = count(rollout.id, 'queued');
  await notify(ctx, [rollout.createdBy], {
    category: failed > 0 ? 'alert' : 'message',
    type: failed > 0 ? 'warning' : 'success',
    title: { en: 'Software rollout is ready', th: 'เตรียมอัปเดตซอฟต์แวร์หลายตู้เสร็จแล้ว' },
    description: {
      en: `${queued} containers are queued, ${failed} could not be.`,
      th: `เข้าคิว ${queued} ตู้ ไม่สามารถเข้าคิว ${failed} ตู้`,
    },
    action: `/warehouse-inventory/container-warehouse?tab=rollouts&rollout=${rollout.id}`,
    actionTitle: { en: 'Open', th: 'เปิด' },
    entity: { type: 'softwareRollouts', id: rollout.id },
    dedupeKey: `softwareRollouts:${rollout.id}:ready`,
  });
}

/** Job: makes the updates of a rollout, batch by batch; it goes on where it was stopped. */
export async function prepareRollout(app: App, { id }: { readonly id: string }): Promise<void> {
  const rollout = await app.db
    .selectFrom('softwareRollouts')
    .where('id', '=', id)
    .select(['createdBy', 'waitingIds'])
    .executeTakeFirst();
  if (!rollout?.createdBy) return;
  let left = rollout.waitingIds.length;
  while (left > 0) left = await takeUpSome(app, id, rollout.createdBy);
}

export const rolloutHandlers: HandlersOf<Family<'softwareRollouts'>> = {
  'softwareRollouts.list': rolloutList.run,
  'softwareRollouts.get': async (ctx, { params }) => ({ data: await rolloutById(ctx, params.id) }),
  'softwareRollouts.create': createRollout,
  'softwareRollouts.report': reportRollout,
};
