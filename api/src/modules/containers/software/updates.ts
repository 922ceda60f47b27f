import { can, errorText, hasErrorText } from '@boxyard/shared/domain';
import { softwareUpdateMachine } from '@boxyard/shared/domain/containers/softwareUpdateMachine.ts';
import { type Selectable, sql } from 'kysely';
import type { SoftwareTables } from '../../../db/schema/software.ts';
import {
  anyId,
  type Ctx,
  conflict,
  created,
  defineList,
  type FieldFault,
  type Input,
  newId,
  refuseFaults,
  whereInScope,
} from '../../../kernel/index.ts';
import {
  actionHandlers,
  actionsOf,
  allowedActions,
  type DocumentRow,
  type DocumentType,
  loadRefs,
  loadVisible,
  runAction,
} from '../../../workflow/index.ts';
import { type ProductRow, products } from '../products/type.ts';
import { holdModelsOf, judgeContainers } from './decide.ts';
import { UPDATE_WORDS } from './labels.ts';
import { releaseRefs } from './present.ts';
import { isUsable } from './releases.ts';

type UpdateRow = Selectable<SoftwareTables['productSoftwareUpdates']> &
  DocumentRow & {
    readonly canReturn: boolean;
    readonly isUsable: boolean;
    readonly warehouseId: string | null;
    readonly serialNumber: string;
    readonly productName: string;
  };

/** Nothing else was applied or is open since, and what it ran before may be used again. */
const canReturn = sql<boolean>`u.status = 'failed' or coalesce(
  p.current_software_id = u.to_software_id and p.target_software_id is null
  and (select f.status <> 'withdrawn' from product_softwares f where f.id = u.from_software_id), false)`;

/** It was not recalled while the update waited. */
const isUsableNow = sql<boolean>`exists (select from product_softwares t
  where t.id = u.to_software_id and t.status <> 'withdrawn')`;

const source = (ctx: Ctx) =>
  ctx.db
    .selectFrom('productSoftwareUpdates as u')
    .innerJoin('products as p', 'p.id', 'u.productId');
const withFacts = (query: ReturnType<typeof source>) =>
  query
    .selectAll('u')
    .select(['p.warehouseId', 'p.serialNumber', 'p.name as productName'])
    .select([canReturn.as('canReturn'), isUsableNow.as('isUsable')])
    .select(sql<string | null>`null`.as('documentNo'));

/** An update is where its container is. */
export const UPDATE_SCOPE = { company: 'u.companyId', warehouse: 'p.warehouseId' } as const;

/** Updates of containers: seen by whoever sees the container. */
const updateDocument: DocumentType<UpdateRow, 'productSoftwareUpdates'> = {
  machine: softwareUpdateMachine,
  subject: 'softwareUpdates',
  table: 'productSoftwareUpdates',
  docType: '',
  label: { en: 'Software update', th: 'การอัปเดตซอฟต์แวร์' },
  path: (row) => updatePage(row.productId),
  load: async (ctx, id, { lock }) => {
    const query = withFacts(source(ctx).where('u.id', '=', id));
    return (lock ? query.forUpdate(['u', 'p']) : query).executeTakeFirst();
  },
  scope: (row) => ({ companyId: row.companyId, warehouseIds: [row.warehouseId] }),
};

const updatePage = (productId: string): string =>
  `/warehouse-inventory/container-warehouse-update-software/${productId}`;

async function presentUpdates(ctx: Ctx, rows: readonly UpdateRow[]) {
  const [refs, release] = await Promise.all([
    loadRefs(ctx, { user: rows.map(({ createdBy }) => createdBy) }),
    releaseRefs(
      ctx,
      rows.flatMap(({ fromSoftwareId, toSoftwareId }) => [fromSoftwareId, toSoftwareId]),
    ),
  ]);
  return rows.map((row) => {
    const to = release(row.toSoftwareId);
    if (!to) throw new Error(`release ${row.toSoftwareId} is missing`);
    return {
      id: row.id,
      version: row.version,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      product: { id: row.productId, code: row.serialNumber, name: row.productName },
      rolloutId: row.rolloutId,
      from: release(row.fromSoftwareId),
      to,
      status: row.status,
      reason: row.reason,
      error: row.error === null ? null : saidOf(ctx, row.error),
      statusReason: row.statusReason,
      attempts: row.attempts,
      startedAt: row.startedAt,
      finishedAt: row.finishedAt,
      createdBy: refs.userOrNull(row.createdBy),
      allowedActions: allowedActions(ctx, updateDocument, row),
    };
  });
}

/** A code of the program in the caller's language; what somebody wrote stays as it is. */
const saidOf = (ctx: Ctx, error: string): string =>
  hasErrorText(error) ? errorText(ctx.locale, error) : error;

async function presentUpdate(ctx: Ctx, id: string) {
  const [shown] = await presentUpdates(ctx, [await loadVisible(ctx, updateDocument, { id })]);
  if (!shown) throw new Error('one row in, one row out');
  return shown;
}

export const updateList = defineList('softwareUpdates.list', {
  id: 'u.id',
  from: (ctx: Ctx) => whereInScope(source(ctx), ctx.actor, UPDATE_SCOPE),
  select: withFacts,
  map: (rows, ctx) => presentUpdates(ctx, rows),
  sorts: { createdAt: 'u.created_at' },
  filters: {
    status: 'u.status',
    productId: 'u.product_id',
    rolloutId: 'u.rollout_id',
    softwareId: 'u.to_software_id',
  },
  search: 'p.search_text',
  countsColumn: 'u.status',
  export: {
    fileName: 'software-updates',
    columns: {
      product: { title: UPDATE_WORDS.field.product, type: 'text' },
      from: {
        title: UPDATE_WORDS.field.from,
        type: 'text',
        value: (row) => row.from?.versionNo ?? null,
      },
      to: { title: UPDATE_WORDS.field.to, type: 'text', value: (row) => row.to.versionNo },
      status: { title: UPDATE_WORDS.field.status, type: 'status', labels: UPDATE_WORDS.status },
      error: { title: UPDATE_WORDS.field.error, type: 'text' },
      attempts: { title: UPDATE_WORDS.field.attempts, type: 'number' },
      reason: { title: UPDATE_WORDS.field.reason, type: 'text' },
      createdAt: { title: UPDATE_WORDS.field.createdAt, type: 'datetime' },
      finishedAt: { title: UPDATE_WORDS.field.finishedAt, type: 'datetime' },
    },
  },
});

/** Why a release is not brought to a container: a code of the error catalogue. */
interface Fault {
  readonly field: 'softwareId' | 'reason';
  readonly code: string;
}

export async function releaseFor(ctx: Ctx, softwareId: string) {
  const release = await ctx.db
    .selectFrom('productSoftwares')
    .where('id', '=', softwareId)
    .select(['id', 'versionNo', 'versionKey', 'status', 'minHardwareRev'])
    .forShare()
    .executeTakeFirst();
  if (!release) return null;
  const models = await ctx.db
    .selectFrom('productSoftwareModels')
    .where('softwareId', '=', softwareId)
    .select('productModelId')
    .execute();
  return { ...release, modelIds: new Set(models.map(({ productModelId }) => productModelId)) };
}
type Wanted = NonNullable<Awaited<ReturnType<typeof releaseFor>>>;

/** What is wrong with the release itself, for whoever asks. */
export function releaseFault(ctx: Ctx, release: Wanted | null): Fault | null {
  if (!release) return { field: 'softwareId', code: 'UNKNOWN_ID' };
  if (!isUsable(release.status)) return { field: 'softwareId', code: 'RELEASE_NOT_USABLE' };
  const isBeta = release.status === 'beta';
  return isBeta && !can(ctx.actor.grants, 'container-warehouse:use-beta')
    ? { field: 'softwareId', code: 'BETA_NOT_ALLOWED' }
    : null;
}

/** What is wrong with bringing the release to this container. */
export async function containerFault(
  ctx: Ctx,
  { row, release, reason }: { row: ProductRow; release: Wanted; reason: string | null },
): Promise<Fault | null> {
  const at = (code: string): Fault => ({ field: 'softwareId', code });
  if (!release.modelIds.has(row.productModelId)) return at('NOT_FOR_MODEL');
  if (row.currentSoftwareId === release.id) return at('RUNS_ALREADY');
  const [revision, current] = await Promise.all([
    ctx.db
      .selectFrom('productModelRevisions')
      .where('id', '=', row.revisionId)
      .select('revisionNo')
      .executeTakeFirstOrThrow(),
    row.currentSoftwareId === null
      ? undefined
      : ctx.db
          .selectFrom('productSoftwares')
          .where('id', '=', row.currentSoftwareId)
          .select('versionKey')
          .executeTakeFirst(),
  ]);
  if (revision.revisionNo < release.minHardwareRev) {
    return at('HARDWARE_TOO_OLD');
  }
  return current && current.versionKey > release.versionKey && !reason
    ? { field: 'reason', code: 'DOWNGRADE_REASON' }
    : null;
}

/** Queues the release for a container that nothing speaks against. */
export const queueUpdate = async (
  ctx: Ctx,
  {
    id,
    version,
    rolloutId = null,
    reason,
    check,
  }: {
    readonly id: string;
    readonly version: number;
    readonly rolloutId?: string | null;
    readonly reason: string | null;
    /** Judges the row under its lock; answers the release. */
    readonly check: (row: ProductRow) => Promise<Wanted>;
  },
) => {
  await holdModelsOf(ctx, [id]);
  return runAction(ctx, products.type, {
    action: 'update-software',
    id,
    version,
    effect: async (row) => {
      const release = await check(row);
      await ctx.db
        .insertInto('productSoftwareUpdates')
        .values({
          id: newId(),
          companyId: row.companyId,
          productId: row.id,
          rolloutId,
          fromSoftwareId: row.currentSoftwareId,
          toSoftwareId: release.id,
          status: 'queued',
          reason,
          error: null,
          statusReason: null,
          startedAt: null,
          finishedAt: null,
          ...created(ctx),
        })
        .execute();
      return {
        to: row.status,
        set: { targetSoftwareId: release.id },
        diff: { software: release.versionNo, ...(reason ? { updateReason: reason } : {}) },
        touches: ['softwareUpdates'],
      };
    },
  });
};

/** Queues an update of one container (domain-containers 2.1). */
export async function updateSoftware(
  ctx: Ctx,
  { params, body }: Input<'products.software'>,
): Promise<void> {
  const reason = body.reason || null;
  await queueUpdate(ctx, {
    id: params.id,
    version: body.version,
    reason,
    check: async (row) => {
      const release = await releaseFor(ctx, body.softwareId);
      const fault =
        releaseFault(ctx, release) ??
        (release ? await containerFault(ctx, { row, release, reason }) : null);
      refuseFaults(fault ? [fault as FieldFault] : []);
      if (!release) throw new Error('a missing release is a fault');
      if (row.targetSoftwareId !== null) throw conflict('UPDATE_OPEN');
      return release;
    },
  });
}

type Step = 'start' | 'apply' | 'fail' | 'retry' | 'rollback';

const isOpen = (status: string): boolean =>
  softwareUpdateMachine.actions.fail.from.some((open) => open === status);

/** What a step of an update does to its container. */
async function carry(ctx: Ctx, row: UpdateRow, step: Step) {
  const now = ctx.clock.now();
  const setProduct = async (values: {
    currentSoftwareId?: string | null;
    targetSoftwareId?: string | null;
  }) => {
    await ctx.db.updateTable('products').set(values).where('id', '=', row.productId).execute();
    if ('currentSoftwareId' in values) {
      const { productModelId } = await ctx.db
        .selectFrom('products')
        .where('id', '=', row.productId)
        .select('productModelId')
        .executeTakeFirstOrThrow();
      await judgeContainers(ctx, [productModelId], row.productId);
    }
  };
  switch (step) {
    case 'start':
      return { startedAt: now };
    case 'apply':
      await setProduct({ currentSoftwareId: row.toSoftwareId, targetSoftwareId: null });
      return { finishedAt: now, error: null };
    case 'fail':
      await setProduct({ targetSoftwareId: null });
      return { finishedAt: now };
    case 'retry': {
      await refuseRetry(ctx, row);
      await setProduct({ targetSoftwareId: row.toSoftwareId });
      return { finishedAt: null, startedAt: null, error: null, attempts: row.attempts + 1 };
    }
    case 'rollback':
      if (row.status === softwareUpdateMachine.actions.apply.to[0]) {
        await setProduct({ currentSoftwareId: row.fromSoftwareId });
      }
      return { finishedAt: now };
  }
}

/** What was refused or failed is tried again only where nothing speaks against it any more. */
async function refuseRetry(ctx: Ctx, row: UpdateRow): Promise<void> {
  const product = await products.type.load(ctx, row.productId, { lock: true });
  if (!product) throw new Error(`container ${row.productId} is missing`);
  if (product.targetSoftwareId !== null) throw conflict('UPDATE_OPEN');
  if (!allowedActions(ctx, products.type, product).includes('update-software')) {
    throw conflict('NOT_REACHABLE');
  }
  const release = await releaseFor(ctx, row.toSoftwareId);
  const fault =
    releaseFault(ctx, release) ??
    (release ? await containerFault(ctx, { row: product, release, reason: row.reason }) : null);
  if (fault) throw conflict(fault.code);
}

/** Holds what the containers of these updates run against changes of releases. */
export async function holdUpdates(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const rows = await ctx.db
    .selectFrom('productSoftwareUpdates')
    .where('id', '=', anyId(ids))
    .select('productId')
    .execute();
  await holdModelsOf(
    ctx,
    rows.map(({ productId }) => productId),
  );
}

const updateAction = actionsOf('softwareUpdates', updateDocument);

/** Does one step of an update, and tells whoever asked for it where it failed. */
const stepping = (step: Step) =>
  updateAction(step, {
    before: (ctx, { params }) => holdUpdates(ctx, [params.id]),
    effect: async (ctx, row, body) => {
      const reason = 'reason' in body ? body.reason : null;
      const set = await carry(ctx, row, step);
      return {
        set: step === 'fail' ? { ...set, error: reason } : set,
        touches: ['products', 'softwareRollouts'],
        ...(step === 'fail' && isOpen(row.status) ? { notices: [failed(row, reason)] } : {}),
      };
    },
  });

export const UPDATE_STEPS = {
  start: stepping('start'),
  apply: stepping('apply'),
  fail: stepping('fail'),
  retry: stepping('retry'),
  rollback: stepping('rollback'),
};

const failed = (row: UpdateRow, reason: string | null) => ({
  to: [row.createdBy],
  notice: {
    category: 'alert' as const,
    type: 'warning' as const,
    title: {
      en: `Software update of ${row.serialNumber} failed`,
      th: `อัปเดตซอฟต์แวร์ของตู้ ${row.serialNumber} ไม่สำเร็จ`,
    },
    description: { en: reason ?? '', th: reason ?? '' },
    action: updatePage(row.productId),
    actionTitle: { en: 'Open', th: 'เปิด' },
    entity: { type: 'softwareUpdates', id: row.id },
    dedupeKey: `softwareUpdates:${row.id}:failed:${row.version}`,
  },
});

const acting = actionHandlers(presentUpdate);

export const updateHandlers = {
  'softwareUpdates.list': updateList.run,
  'softwareUpdates.start': acting(UPDATE_STEPS.start),
  'softwareUpdates.apply': acting(UPDATE_STEPS.apply),
  'softwareUpdates.fail': acting(UPDATE_STEPS.fail),
  'softwareUpdates.retry': acting(UPDATE_STEPS.retry),
  'softwareUpdates.rollback': acting(UPDATE_STEPS.rollback),
};

/** Updates by their ids, as a container's timeline shows them; whoever asks was shown to see the container. */
export const updatesOf = async (ctx: Ctx, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : presentUpdates(ctx, await withFacts(source(ctx).where('u.id', '=', anyId(ids))).execute());
