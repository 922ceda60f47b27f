import { sql } from 'kysely';
import {
  anyId,
  audienceOf,
  authorId,
  type Ctx,
  conflict,
  type Input,
  type Notice,
  notify,
} from '../../../kernel/index.ts';
import { presentRelease } from './present.ts';
import { lockFor, type Release, releases } from './releases.ts';

/** A beta is proven by so many containers that run it, and by so few updates to it that failed. */
const PROVEN_INSTALLS = 3;
const MOST_FAILED = 0.1;

const modelsOf = async (ctx: Ctx, softwareId: string): Promise<string[]> =>
  (
    await ctx.db
      .selectFrom('productSoftwareModels')
      .where('softwareId', '=', softwareId)
      .orderBy('productModelId')
      .select('productModelId')
      .execute()
  ).map(({ productModelId }) => productModelId);

/**
 * The gate of what containers of these models run, held to the end of the transaction: together by
 * whoever changes containers, alone by whoever changes which release is stable or recalled. It is
 * taken before releases and containers are locked, so that nobody waits in a circle.
 */
export async function holdModels(
  ctx: Ctx,
  modelIds: readonly string[],
  how: 'together' | 'alone',
): Promise<void> {
  const query = ctx.db
    .selectFrom('productModels')
    .where('id', '=', anyId(modelIds))
    .orderBy('id')
    .select('id');
  await (how === 'alone' ? query.forNoKeyUpdate() : query.forShare()).execute();
}

/** The same, together, of the models of these containers. */
export async function holdModelsOf(ctx: Ctx, productIds: readonly string[]): Promise<void> {
  const models = await ctx.db
    .selectFrom('products')
    .where('id', '=', anyId(productIds))
    .select('productModelId')
    .distinct()
    .execute();
  await holdModels(
    ctx,
    models.map(({ productModelId }) => productModelId),
    'together',
  );
}

/**
 * Says of every container of these models whether its software is behind: older than the stable
 * release, or recalled. Only rows that change are written.
 */
export async function judgeContainers(
  ctx: Ctx,
  modelIds: readonly string[],
  onlyId: string | null = null,
): Promise<void> {
  await sql`update products p set software_outdated = t.outdated
    from (
      select c.id, coalesce(cs.status = 'withdrawn'
        or cs.version_key < stable.version_key
        or (cs.id is null and stable.version_key is not null), false) as outdated
      from products c
      left join product_softwares cs on cs.id = c.current_software_id
      left join (select sm.product_model_id, s.version_key from product_software_models sm
        join product_softwares s on s.id = sm.software_id where sm.is_stable) stable
        on stable.product_model_id = c.product_model_id
      where c.product_model_id = any(${modelIds}::uuid[])
        and (${onlyId}::uuid is null or c.id = ${onlyId}::uuid)
      order by c.id
    ) t
    where p.id = t.id and p.software_outdated <> t.outdated`.execute(ctx.db);
}

/** How updates to a release went. */
async function proofOf(ctx: Ctx, softwareId: string) {
  const { rows } = await sql<{ installs: number; failures: number }>`
    select (select count(*)::int from products where current_software_id = ${softwareId}) as installs,
      (select count(*)::int from product_software_updates
        where to_software_id = ${softwareId} and status = 'failed') as failures`.execute(ctx.db);
  return rows[0] ?? { installs: 0, failures: 0 };
}

/**
 * Marks a release as the stable one of all its models. The one before is superseded in the same
 * transaction, unless it stays the stable one of a model that this release is not for.
 */
export async function markStable(ctx: Ctx, { params, body }: Input<'productSoftwares.stable'>) {
  const modelIds = await modelsOf(ctx, params.id);
  // Two releases of one model are marked one after the other.
  await holdModels(ctx, modelIds, 'alone');
  const row = await lockFor(ctx, 'stable', { id: params.id, version: body.version });
  const { installs, failures } = await proofOf(ctx, row.id);
  const isProven =
    row.stableAt !== null ||
    (installs >= PROVEN_INSTALLS && failures <= MOST_FAILED * (installs + failures));
  if (!isProven && !body.overrideReason) {
    throw conflict('STABLE_UNPROVEN', { installs, failures, needed: PROVEN_INSTALLS });
  }
  await supersede(ctx, row, modelIds);
  await ctx.db
    .updateTable('productSoftwareModels')
    .set({ isStable: true })
    .where('softwareId', '=', row.id)
    .execute();
  await releases.update(ctx, row, {
    values: { status: 'stable', stableAt: ctx.clock.now(), stableBy: authorId(ctx.actor) },
    also: { installs, failures },
    action: 'stable',
    reason: body.overrideReason || null,
    touches: ['products'],
  });
  await judgeContainers(ctx, modelIds);
  await notifyFleets(ctx, modelIds, {
    category: 'news',
    type: 'info',
    title: {
      en: `Software ${row.versionNo} is the stable release`,
      th: `ซอฟต์แวร์ ${row.versionNo} เป็นรุ่นเสถียรแล้ว`,
    },
    description: {
      en: 'Containers with an older release are listed as outdated.',
      th: 'ตู้ที่ใช้รุ่นเก่ากว่าจะแสดงเป็นซอฟต์แวร์ล้าสมัย',
    },
    action: '/warehouse-inventory/container-warehouse?softwareOutdated=true',
    actionTitle: { en: 'Show containers', th: 'ดูตู้' },
    entity: { type: 'productSoftwares', id: row.id },
    dedupeKey: `productSoftwares:${row.id}:stable:${row.version}`,
  });
  return { data: await presentRelease(ctx, row.id) };
}

async function supersede(ctx: Ctx, row: Release, modelIds: readonly string[]): Promise<void> {
  const before = await ctx.db
    .updateTable('productSoftwareModels')
    .set({ isStable: false })
    .where('productModelId', 'in', [...modelIds])
    .where('isStable', '=', true)
    .returning('softwareId')
    .execute();
  for (const id of [...new Set(before.map(({ softwareId }) => softwareId))].sort()) {
    const still = await ctx.db
      .selectFrom('productSoftwareModels')
      .where('softwareId', '=', id)
      .where('isStable', '=', true)
      .select('softwareId')
      .executeTakeFirst();
    if (still || id === row.id) continue;
    await releases.update(ctx, await releases.lock(ctx, id), {
      values: { status: 'superseded' },
      also: { by: row.versionNo },
      action: 'supersede',
    });
  }
}

/** Recalls a release: it is given to no container any more, and those that run it are flagged. */
export async function withdrawRelease(
  ctx: Ctx,
  { params, body }: Input<'productSoftwares.withdraw'>,
) {
  const modelIds = await modelsOf(ctx, params.id);
  await holdModels(ctx, modelIds, 'alone');
  const row = await lockFor(ctx, 'withdraw', { id: params.id, version: body.version });
  await ctx.db
    .updateTable('productSoftwareModels')
    .set({ isStable: false })
    .where('softwareId', '=', row.id)
    .execute();
  await releases.update(ctx, row, {
    values: { status: 'withdrawn', withdrawnAt: ctx.clock.now(), statusReason: body.reason },
    action: 'withdraw',
    reason: body.reason,
    touches: ['products'],
  });
  await judgeContainers(ctx, modelIds);
  await notifyRunners(ctx, row, body.reason);
  return { data: await presentRelease(ctx, row.id) };
}

/** Whoever updates containers of these models hears of it, company by company. */
async function notifyFleets(ctx: Ctx, modelIds: readonly string[], notice: Notice): Promise<void> {
  const companies = await ctx.db
    .selectFrom('products')
    .where('productModelId', 'in', [...modelIds])
    .select('companyId')
    .distinct()
    .execute();
  const people = new Set<string>();
  for (const { companyId } of companies) {
    const holders = await audienceOf(ctx, {
      ability: 'container-warehouse:update-software',
      companyId,
      except: [ctx.actor.userId],
    });
    for (const id of holders) people.add(id);
  }
  await notify(ctx, [...people], notice);
}

async function notifyRunners(ctx: Ctx, row: Release, reason: string): Promise<void> {
  const fleets = await ctx.db
    .selectFrom('products')
    .where('currentSoftwareId', '=', row.id)
    .groupBy('companyId')
    .select(['companyId', sql<number>`count(*)::int`.as('count')])
    .execute();
  for (const { companyId, count } of fleets) {
    const people = await audienceOf(ctx, {
      ability: 'container-warehouse:update-software',
      companyId,
      except: [ctx.actor.userId],
    });
    await notify(ctx, people, {
      category: 'alert',
      type: 'error',
      title: {
        en: `Software ${row.versionNo} was recalled: ${count} containers run it`,
        th: `เรียกคืนซอฟต์แวร์ ${row.versionNo}: มีตู้ใช้อยู่ ${count} ตู้`,
      },
      description: { en: reason, th: reason },
      action: `/warehouse-inventory/container-warehouse?softwareId=${row.id}`,
      actionTitle: { en: 'Show containers', th: 'ดูตู้' },
      entity: { type: 'productSoftwares', id: row.id },
      dedupeKey: `productSoftwares:${row.id}:recalled:${companyId}`,
    });
  }
}
